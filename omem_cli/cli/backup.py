"""`omem backup` and `omem restore`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from omem_cli.cli.app import AsJson, Db, User, fail, note, opened, put, shared
from omem_cli.errors import OmemError, UsageError


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
    from omem_cli.store.cipher import key_of
    from omem_cli.store.keys import copy_marker

    target = file.expanduser()
    if target.exists():
        raise OmemError(f"{target} is there already; choose another name, or delete it first")
    with opened(ctx, db, user, as_json) as omem:
        store = omem.store
        size = copy_database(store.session.conn, target)
        if key_of(store.session.conn) is not None:
            copy_marker(store.path, target)
        if not store.readonly:
            store.audit.add("backup", {"bytes": size})
        put(
            shapes.dumps({"path": str(target), "bytes": size})
            if omem.as_json
            else f"{size:,} bytes copied to {target}"
        )


def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="BACKUP", help="What `omem backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Don't ask.")] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup back in the memory's place, if it is whole; the file that was there is kept beside.

    A backup of an older omem is brought up to date. One with messages that were erased since is refused.
    """
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.store.restore import restore

    path = settings.database_path(db or shared(ctx).db)
    asks = path.exists() and not yes
    if asks and not sys.stdin.isatty():
        raise UsageError(f"this replaces {path} (which is kept beside): say --yes")

    def agreed(messages: int) -> bool:
        question = f"Replace {path} by this backup with {messages:,} messages?"
        return not asks or typer.confirm(question, err=True)

    done = restore(file.expanduser(), path, agreed)
    if done is None:
        fail("nothing was changed", OmemError.exit_code)
    with opened(ctx, path, user, as_json, write=True) as omem:
        omem.store.audit.add("restore", {"bytes": done.bytes, "messages": done.messages})
        if omem.as_json:
            kept = None if done.kept is None else str(done.kept)
            put(
                shapes.dumps(
                    {"path": str(path), "messages": done.messages, "bytes": done.bytes, "kept": kept}
                )
            )
        else:
            put(f"{done.messages:,} messages are back in {path}")
    if done.kept is not None:
        note(f"what was there is in {done.kept}: delete it when you no longer need it")
