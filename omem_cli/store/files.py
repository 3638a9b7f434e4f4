"""Files with private text: only their owner can read them, from the first byte, and they are whole or not
there."""

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from omem_cli.errors import StoreError

OWNER_ONLY = 0o600


@contextlib.contextmanager
def private_text(path: Path) -> Iterator[IO[str]]:
    """A text file to write (UTF-8), that takes the place of `path` when it is complete. What is no ordinary
    file (a pipe, a terminal) is written to as it is. Raises OSError."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    with beside(path) as fresh, fresh.open("w", encoding="utf-8", newline="\n") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A new, empty file (0600) beside `path`, that takes its place at the end; gone if that fails."""
    target = path.resolve()
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    try:
        yield fresh
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def copy_database(old: sqlite3.Connection, target: Path) -> int:
    """Copies a database that may be in use, by SQLite's online backup, and checks the copy; returns its
    bytes. Raises StoreError, OSError or sqlite3.Error; then there is no new file."""
    with beside(target) as fresh:
        with contextlib.closing(sqlite3.connect(fresh)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, that needs no log beside it
            (sound,) = new.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise StoreError(f"the copy would be damaged ({sound}); `omem doctor` tells more")
        return fresh.stat().st_size


def before_upgrade(path: Path) -> Path:
    """Where the copy lies that is made before an older memory is brought up to date."""
    return path.with_name(f"{path.name}.before-upgrade")
