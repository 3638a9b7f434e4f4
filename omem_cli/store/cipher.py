"""Memories encrypted as a whole file: SQLCipher (AES-256, HMAC-SHA512 a page) behind the same store code.

SQLCipher comes as a package of its own (`omem-cli[encrypted]`). Its errors are turned into sqlite3's, so that
nobody else has to know two kinds.
"""

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from omem_cli.errors import StoreError
from omem_cli.store.files import beside
from omem_cli.store.keys import key_for

MAGIC = b"SQLite format 3\x00"
_KEY = "omem_key"  # an attribute of our connections
_RAW = re.compile(r"[0-9a-fA-F]{64}")
T = TypeVar("T")


def is_plain(path: Path) -> bool:
    """Whether the file begins as a database that anybody can read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def connect(
    path: Path, *, options: str | None = None, timeout: float = 5.0, key: str | None = None
) -> sqlite3.Connection:
    """Opens a database; unless it is a plain one with `key`, or else the one that is set (`keys.key_for`).
    `options` are those of an SQLite URI. Raises StoreError if the key is wrong."""
    target = os.fspath(path) if options is None else f"{path.absolute().as_uri()}?{options}"
    key = None if path.exists() and path.stat().st_size and is_plain(path) else key or key_for(path)
    if key is None:
        return sqlite3.connect(target, timeout=timeout, uri=options is not None)
    conn = cast(sqlite3.Connection, _library().connect(
        target, timeout=timeout, uri=options is not None, factory=_classes()
    ))  # fmt: skip
    setattr(conn, _KEY, key)
    try:
        _unlock(conn, key)
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        conn.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise StoreError(f"the key does not open {path}, or it is not an omem memory") from error
        raise
    return conn


def key_of(conn: sqlite3.Connection) -> str | None:
    """The key of an open database, None of a plain one: a copy of it is made under the same."""
    return getattr(conn, _KEY, None)


def convert(path: Path, key: str, *, encrypt: bool) -> None:
    """Writes a closed memory anew, encrypted or plain, checks it, and puts it in the old one's place."""
    library = _library()
    with beside(path) as fresh:
        fresh.unlink()
        with contextlib.closing(library.connect(os.fspath(path))) as conn:
            _unlock(conn, None if encrypt else key)
            numbers = {
                name: conn.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            }
            before = os.umask(0o077)
            try:
                conn.execute(
                    f"ATTACH DATABASE ? AS other KEY {_quoted(key if encrypt else '')}", (str(fresh),)
                )
                conn.execute("SELECT sqlcipher_export('other')")
            finally:
                os.umask(before)
            for name, value in numbers.items():
                conn.execute(f"PRAGMA other.{name} = {int(value)}")
            conn.execute("DETACH DATABASE other")
        with contextlib.closing(library.connect(os.fspath(fresh))) as conn:
            _unlock(conn, key if encrypt else None)
            (sound,) = conn.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise StoreError(f"the copy would be damaged ({sound}); nothing was changed")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _unlock(conn: Any, key: str | None) -> None:
    conn.execute("PRAGMA cipher_log_level = NONE")  # it would write to stderr beside our own line
    if key is not None:
        conn.execute(f"PRAGMA key = {_quoted(key)}")


def _quoted(key: str) -> str:
    """The key as SQL: 64 hexadecimal digits are the key itself, anything else a passphrase."""
    if _RAW.fullmatch(key):
        return f"\"x'{key}'\""
    return "'" + key.replace("'", "''") + "'"


def _library() -> Any:
    try:
        from sqlcipher3 import dbapi2
    except ImportError:
        raise StoreError("an encrypted memory needs SQLCipher: pip install 'omem-cli[encrypted]'") from None
    return dbapi2


def _translated(work: Callable[..., T]) -> Callable[..., T]:
    library = _library()

    def call(*arguments: Any, **named: Any) -> T:
        try:
            return work(*arguments, **named)
        except library.Error as error:
            kind = getattr(sqlite3, type(error).__name__, sqlite3.Error)
            again = kind(*error.args)
            again.sqlite_errorcode = getattr(error, "sqlite_errorcode", None)
            raise again from error
        except MemoryError as error:  # what SQLCipher says once a page could not be decrypted
            damaged = sqlite3.DatabaseError("a page cannot be decrypted")
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged from error

    return call


@cache
def _classes() -> Any:
    """A connection class whose errors are sqlite3's."""
    library = _library()

    class Cursor(library.Cursor):  # type: ignore[misc,name-defined]
        execute = _translated(library.Cursor.execute)
        executemany = _translated(library.Cursor.executemany)
        fetchone = _translated(library.Cursor.fetchone)
        fetchmany = _translated(library.Cursor.fetchmany)
        fetchall = _translated(library.Cursor.fetchall)

        def __iter__(self) -> Any:
            # One call a hundred rows: iterating costs as little as with sqlite3 itself.
            while rows := self.fetchmany(100):
                yield from rows

    class Connection(library.Connection):  # type: ignore[misc,name-defined]
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def execute(self, *arguments: Any) -> Any:
            return self.cursor().execute(*arguments)

        def executemany(self, *arguments: Any) -> Any:
            return self.cursor().executemany(*arguments)

        commit = _translated(library.Connection.commit)
        rollback = _translated(library.Connection.rollback)
        backup = _translated(library.Connection.backup)

    return Connection
