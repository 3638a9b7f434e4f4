"""Where the key of an encrypted memory comes from: the environment, a file, or the system's keyring.

A memory whose key is in the keyring has a small file beside it, `NAME.keyring`, with the name of the entry:
so no keyring is asked about files that have none there. The library is an extra (`omem-cli[keyring]`).
"""

import contextlib
import os
import secrets
import shutil
from pathlib import Path
from typing import Any

from omem_cli import settings
from omem_cli.errors import StoreError
from omem_cli.store.files import OWNER_ONLY, beside

SERVICE = "omem"
"""Under this name the entries stand in the keyring."""


def marker(path: Path) -> Path:
    """The file that says a memory's key is in the keyring."""
    return path.with_name(f"{path.name}.keyring")


def key_for(path: Path) -> str | None:
    """The key that opens a memory: OMEM_KEY, OMEM_KEY_FILE, else the keyring's if it is there; None if
    nothing is set. Raises StoreError or OmemError if it should be there and isn't."""
    return settings.key() or in_keyring(path)


def in_keyring(path: Path) -> str | None:
    """The key that the keyring has for a memory; None if the memory isn't marked so. Raises StoreError."""
    try:
        account = marker(path).read_text("utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"cannot read {marker(path)}: {error}") from error
    key = _asked("get_password", account)
    if not key:
        raise StoreError(
            f"the keyring has no key for {path} (service {SERVICE}, account {account}): give it in OMEM_KEY "
            "or OMEM_KEY_FILE"
        )
    return str(key)


def put_in_keyring(path: Path, key: str) -> str:
    """Keeps a memory's key in the keyring, makes sure that it is there, and marks the memory; returns the
    name of the entry. Raises StoreError; then nothing is marked."""
    # Its own name for each key: copies of the memory under an older key still find theirs.
    account = f"{path.name} {secrets.token_hex(8)}"
    _asked("set_password", account, key)
    if _asked("get_password", account) != key:
        raise StoreError("the keyring did not keep the key; nothing was changed")
    with beside(marker(path)) as fresh:
        fresh.write_text(account + "\n", "utf-8")
    return account


def take_out(path: Path) -> None:
    """Takes back `put_in_keyring`, as far as the keyring lets us."""
    with contextlib.suppress(OSError, StoreError):
        account = marker(path).read_text("utf-8").strip()
        marker(path).unlink()
        _asked("delete_password", account)


def copy_marker(path: Path, target: Path) -> None:
    """A copy of a memory under the same key is marked as it is."""
    if not marker(path).exists():
        marker(target).unlink(missing_ok=True)
        return
    with beside(marker(target)) as fresh:
        shutil.copyfile(marker(path), fresh)
        os.chmod(fresh, OWNER_ONLY)


def _asked(what: str, account: str, *more: str) -> Any:
    try:
        import keyring
        from keyring.errors import KeyringError, NoKeyringError
    except ImportError:
        raise StoreError("the system's keyring needs a library: pip install 'omem-cli[keyring]'") from None
    try:
        return getattr(keyring, what)(SERVICE, account, *more)
    except NoKeyringError as error:
        raise StoreError(
            "this system has no keyring that omem can use: give the key in OMEM_KEY or OMEM_KEY_FILE"
        ) from error
    except KeyringError as error:
        raise StoreError(
            f"the keyring does not answer ({error}): unlock it, or give the key in OMEM_KEY"
        ) from error
