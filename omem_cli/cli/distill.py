"""`omem distill`."""

from typing import Annotated, Any

import typer

from omem_cli.cli.app import AsJson, Db, Person, User, opened, put
from omem_cli.errors import ModelError


def distill(
    ctx: typer.Context,
    person: Person = None,
    least: Annotated[
        int, typer.Option("--least", min=2, metavar="N", help="Memories that make a preference, at least.")
    ] = 3,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Only say what would become of what.")
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Turn many similar events or likes into one preference with all their evidence; `omem persona undo`
    parts them again."""
    from omem_cli.memory import distill as work
    from omem_cli.records import Attribute
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json, write=True) as omem:
        store, embedder = omem.store, omem.embedder()
        if embedder is None:
            raise ModelError("distilling compares meanings: it needs an embedding model (`omem models use`)")
        who = store.people.canonical(person or store.user)
        any_group = bool(work.groups(store, embedder, who, least))
        extractor = omem.extractor() if any_group else None
        found = work.propose(store, embedder, extractor, person=who, least=least) if any_group else []
        if not dry_run and found:
            found = work.keep(store, found, embedder)
        if omem.as_json:
            rows: list[dict[str, Any]] = [
                {
                    "id": p.id, "person": p.person, "aspect": p.aspect, "value": p.value, "by": p.by,
                    "members": [
                        {"id": m.id, "aspect": m.aspect if isinstance(m, Attribute) else "event",
                         "value": work.told(m)}
                        for m in p.members
                    ],
                }
                for p in found
            ]  # fmt: skip
            put(shapes.dumps({"dry_run": dry_run, "distilled": rows}))
            return
        if not found:
            put("nothing is alike enough to be distilled")
            return
        from omem_cli.render import tables

        grid = tables.table(None, "before", "after", "id", fixed=("id",))
        for p in found:
            for n, m in enumerate(p.members):
                kind = m.aspect if isinstance(m, Attribute) else "event"
                after, id = (f"{p.aspect}: {p.value}", p.id or "") if n == 0 else ("", "")
                before = tables.cell(f"{kind}: {work.told(m)}")
                grid.add_row(before, tables.cell(after, "bold"), tables.cell(id[: tables.SHORT_ID], "dim"))
        tables.show(grid)
        count = f"{len(found)} preference{'' if len(found) == 1 else 's'}"
        put(f"{count} (nothing was stored)" if dry_run else count)
