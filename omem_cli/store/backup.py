"""Copies of a memory that is in use."""

import contextlib
import sqlite3
from pathlib import Path

from omem_cli.errors import StoreError
from omem_cli.store import cipher
from omem_cli.store.files import beside


def copy_database(old: sqlite3.Connection, target: Path) -> int:
    """Copies a database that may be in use, by SQLite's online backup, and checks the copy; returns its
    bytes. The copy of an encrypted one is encrypted under the same key. Raises StoreError, OSError or
    sqlite3.Error; then there is no new file."""
    with beside(target) as fresh:
        key = cipher.key_of(old)
        with contextlib.closing(
            sqlite3.connect(fresh) if key is None else cipher.connect(fresh, key=key)
        ) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, that needs no log beside it
            (sound,) = new.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise StoreError(f"the copy would be damaged ({sound}); `omem doctor` tells more")
        return fresh.stat().st_size
