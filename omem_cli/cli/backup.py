"""`omem backup`."""

from pathlib import Path
from typing import Annotated

import typer

from omem_cli.cli.app import AsJson, Db, User, opened, put
from omem_cli.errors import OmemError


def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; must not exist yet.")],
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Copy the memory file, even while it is in use. The copy is a memory: open it with --db, or put it back.

    It holds all users' memories, and what is forgotten later stays in it.
    """
    from omem_cli.render import as_json as shapes
    from omem_cli.store.backup import copy_database

    target = file.expanduser()
    if target.exists():
        raise OmemError(f"{target} is there already; choose another name, or delete it first")
    with opened(ctx, db, user, as_json) as omem:
        store = omem.store
        size = copy_database(store.session.conn, target)
        if not store.readonly:
            store.audit.add("backup", {"bytes": size})
        put(
            shapes.dumps({"path": str(target), "bytes": size})
            if omem.as_json
            else f"{size:,} bytes copied to {target}"
        )
