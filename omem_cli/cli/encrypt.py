"""`omem encrypt` and `omem decrypt`."""

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from omem_cli.cli.app import AsJson, Db, User, note, note_weak, opened, put, shared
from omem_cli.cli.sealed import read_key
from omem_cli.errors import OmemError, UsageError


def encrypt(
    ctx: typer.Context,
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key-file",
            metavar="FILE",
            help="Take the key from here; made with a random key if missing.",
            show_default=False,
        ),
    ] = None,
    keyring: Annotated[
        bool,
        typer.Option(
            "--keyring",
            metavar="",
            help="Keep the key (a random one if none is given) in the system's keyring.",
        ),
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Encrypt the memory file with AES-256 (SQLCipher); the key is OMEM_KEY, a file, or asked for.

    From then on every command needs the key: in OMEM_KEY, in a file that OMEM_KEY_FILE names, or in the
    system's keyring, where it is found by itself. Without it the memory is lost. The plain file may outlive
    its deletion on the disk.
    """
    from omem_cli import settings
    from omem_cli.store import keys
    from omem_cli.store.cipher import is_plain

    path = settings.database_path(db or shared(ctx).db)
    key = read_key(key_file, make=True) if key_file is not None else settings.key()
    if keyring and path.exists() and not is_plain(path):
        _into_keyring(ctx, path, user, as_json, key)
        return
    if key is None and keyring:
        key = secrets.token_hex(32)
    if key is None:
        if not sys.stdin.isatty():
            raise UsageError("give a key: OMEM_KEY, OMEM_KEY_FILE, --key-file FILE or --keyring")
        key = typer.prompt("Key", hide_input=True, confirmation_prompt=True, err=True)
    if keyring:
        _check_there(path)
        account = keys.put_in_keyring(path, key)
    try:
        _convert(ctx, db, user, as_json, key, encrypting=True)
    except BaseException:
        if keyring:
            keys.take_out(path)
        raise
    note_weak(key)
    if keyring:
        note(f"the key is in the keyring ({keys.SERVICE}, {account}): without it the memory is lost")
    elif key_file is not None:
        note(f"keep {key_file} safe, and set OMEM_KEY_FILE={key_file}: without it the memory is lost")


def decrypt(ctx: typer.Context, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Make an encrypted memory a plain file again; the key is that of every command."""
    from omem_cli import settings
    from omem_cli.store import keys

    path = settings.database_path(db or shared(ctx).db)
    key = keys.key_for(path)
    if key is None:
        raise UsageError("give the key: OMEM_KEY or OMEM_KEY_FILE")
    _convert(ctx, db, user, as_json, key, encrypting=False)
    if keys.marker(path).exists():
        keys.marker(path).unlink()
        note("its key stays in the keyring: backups may need it")


def _into_keyring(ctx: typer.Context, path: Path, user: str | None, as_json: bool, key: str | None) -> None:
    """The key of a memory that is encrypted already."""
    import contextlib

    from omem_cli.render import as_json as shapes
    from omem_cli.store import cipher, keys

    if key is None:
        raise OmemError(f"{path} is encrypted already; to put its key in the keyring, give it in OMEM_KEY")
    with contextlib.closing(cipher.connect(path, options="mode=ro", key=key)):
        pass  # it is the right one
    account = keys.put_in_keyring(path, key)
    with opened(ctx, path, user, as_json, write=True) as omem:
        omem.store.audit.add("keyring")
        document = {"path": str(path), "encrypted": True}
        put(shapes.dumps(document) if omem.as_json else f"the key of {path} is in the keyring now")
    note(f"its entry there is {keys.SERVICE}, {account}")


def _check_there(path: Path) -> None:
    if not path.exists():
        raise OmemError(f"there is no memory at {path} yet")


def _convert(
    ctx: typer.Context, db: Path | None, user: str | None, as_json: bool, key: str, *, encrypting: bool
) -> None:
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.store.cipher import convert, is_plain

    path = settings.database_path(db or shared(ctx).db)
    _check_there(path)
    if is_plain(path) != encrypting:
        raise OmemError(f"{path} is {'encrypted' if encrypting else 'plain'} already")
    with opened(ctx, path, user, as_json, write=True) as omem:
        omem.store.audit.add("encrypt" if encrypting else "decrypt")
        if not omem.store.erasure.wipe():
            raise OmemError(f"{path} is in use by another process; nothing was changed")
        wants_json = omem.as_json
    convert(path, key, encrypt=encrypting)
    document = {"path": str(path), "encrypted": encrypting}
    put(shapes.dumps(document) if wants_json else f"{path} is {'encrypted' if encrypting else 'plain'} now")
