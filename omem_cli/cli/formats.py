"""`omem formats`: what `omem ingest` reads."""

import typer

from omem_cli.cli.app import AsJson, put, shared


def formats(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the chat formats that `omem ingest` reads, and where such files come from."""
    from omem_cli.transcripts import FORMATS

    if as_json or shared(ctx).as_json:
        from omem_cli.render import as_json as shapes

        put(
            shapes.dumps(
                {"formats": [{"name": f.NAME, "what": f.DESCRIPTION, "how": f.HOW} for f in FORMATS.values()]}
            )
        )
        return
    from omem_cli.render import tables

    grid = tables.table(None, "name", "what", "where it comes from", fixed=["name"])
    for f in FORMATS.values():
        grid.add_row(f.NAME, tables.cell(f.DESCRIPTION), tables.cell(f.HOW))
    tables.show(grid)
