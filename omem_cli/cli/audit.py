"""`omem audit log` and `omem audit verify`."""

from typing import Annotated

import typer

from omem_cli.cli.app import AsJson, Db, Limit, OmemGroup, User, opened, put
from omem_cli.counting import counted
from omem_cli.errors import OmemError

app = typer.Typer(
    cls=OmemGroup, no_args_is_help=True, help="The log of every change, and whether it is whole."
)


@app.command()
def log(
    ctx: typer.Context, limit: Limit = None, db: Db = None, user: User = None, as_json: AsJson = False
) -> None:
    """List what was done to the memory: when and how much, without any text."""
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        entries = omem.store.audit.entries(limit)
        if omem.as_json:
            rows = [
                {"number": e.number, "time": shapes.iso(e.time), "action": e.action, "detail": e.detail,
                 "hash": e.hash}
                for e in entries
            ]  # fmt: skip
            put(shapes.dumps({"entries": rows}))
            return
        from omem_cli.render import tables

        grid = tables.table(None, "number", "time", "action", "detail", fixed=("number", "time", "action"))
        for e in entries:
            told = ", ".join(f"{name} {value}" for name, value in e.detail.items() if value not in (0, {}))
            grid.add_row(str(e.number), e.time.strftime("%Y-%m-%d %H:%M"), e.action, tables.cell(told, "dim"))
        tables.show(grid)


@app.command()
def verify(
    ctx: typer.Context,
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HASH", help="A head that you noted before.", show_default=False),
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Check that no entry of the log was changed, taken out or moved; exit code 1 and where, if one was."""
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        problems = omem.store.audit.verify(head)
        count, last = omem.store.audit.head()
        if omem.as_json:
            found = [{"number": p.number, "problem": p.what} for p in problems]
            put(shapes.dumps({"ok": not problems, "entries": count, "head": last or None, "problems": found}))
        elif not problems:
            put(f"{counted(count, 'entry', 'entries')}, whole; head {last or 'none'}")
        if problems:
            first = problems[0]
            where = f"entry {first.number} {first.what}" if first.number else first.what
            more = f" (and {counted(len(problems) - 1, 'more place')})" if len(problems) > 1 else ""
            raise OmemError(f"the log is not whole: {where}{more}")
