"""`omem encrypt` and `omem decrypt`."""

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from omem_cli.cli.app import AsJson, Db, User, note, opened, put, shared
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
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Encrypt the memory file with AES-256 (SQLCipher); the key is OMEM_KEY, a file, or asked for.

    From then on every command needs the key, in OMEM_KEY or in a file that OMEM_KEY_FILE names. Without it
    the memory is lost. The plain file may outlive its deletion on the disk.
    """
    from omem_cli import settings

    key = _read_key(key_file, make=True) if key_file is not None else settings.key()
    if key is None:
        if not sys.stdin.isatty():
            raise UsageError("give a key: OMEM_KEY, OMEM_KEY_FILE or --key-file FILE")
        key = typer.prompt("Key", hide_input=True, confirmation_prompt=True, err=True)
    _convert(ctx, db, user, as_json, key, encrypting=True)
    if key_file is not None:
        note(f"keep {key_file} safe, and set OMEM_KEY_FILE={key_file}: without it the memory is lost")


def decrypt(ctx: typer.Context, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Make an encrypted memory a plain file again; the key is OMEM_KEY or in the file OMEM_KEY_FILE names."""
    from omem_cli import settings

    key = settings.key()
    if key is None:
        raise UsageError("give the key: OMEM_KEY or OMEM_KEY_FILE")
    _convert(ctx, db, user, as_json, key, encrypting=False)


def _read_key(file: Path, *, make: bool) -> str:
    file = file.expanduser()
    if make and not file.exists():
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as fresh:
            fresh.write(secrets.token_hex(32) + "\n")
    lines = file.read_text("utf-8").splitlines()
    if not lines or not lines[0].strip():
        raise OmemError(f"there is no key in {file}")
    return lines[0].strip()


def _convert(
    ctx: typer.Context, db: Path | None, user: str | None, as_json: bool, key: str, *, encrypting: bool
) -> None:
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.store.cipher import convert, is_plain

    path = settings.database_path(db or shared(ctx).db)
    if not path.exists():
        raise OmemError(f"there is no memory at {path} yet")
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
