"""A memory put back from a backup: checked first, the present file kept aside, replaced in one step."""

import contextlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from omem_cli import settings
from omem_cli.counting import counted
from omem_cli.errors import OmemError, StoreError
from omem_cli.store import cipher, keys
from omem_cli.store.backup import copy_database
from omem_cli.store.database import Session, check_owner, connect_readonly, plain_errors
from omem_cli.store.files import before_restore, beside, make_folder
from omem_cli.store.schema import applied
from omem_cli.store.tombstones import Tombstones


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back; `kept` is where the file lies that was there before."""

    messages: int
    bytes: int
    kept: Path | None


def restore(backup: Path, path: Path, agreed: Callable[[int], bool]) -> Restored | None:
    """Puts a backup in the place of the memory at `path`, which is kept beside it; `agreed` is asked with the
    number of messages in the backup before anything happens (None: it said no).

    Raises StoreError if the backup is damaged, newer than this omem, does not open with the key or holds what
    was erased since, or if the memory is in use; OSError. Then nothing was changed. Open the memory once
    afterwards: one of an older omem is brought up to date then.
    """
    with contextlib.ExitStack() as stack:
        old = _checked(backup, path, stack)
        (messages,) = old.execute("SELECT count(*) FROM messages").fetchone()
        if path.exists():
            _refuse_erased(old, path)
        if not agreed(messages):
            return None
        make_folder(path)
        file = path.resolve()  # a link stays one
        fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
        stack.callback(fresh.unlink, missing_ok=True)
        with plain_errors(path):
            size = copy_database(old, fresh)
        kept = None
        if path.exists():
            _hold(path, stack)
            kept = _keep(file)
            keys.copy_marker(path, kept)
        _mark(backup, path)
        fresh.replace(file)
        _sync(file.parent)
        return Restored(messages, size, kept)


def _checked(backup: Path, path: Path, stack: contextlib.ExitStack) -> sqlite3.Connection:
    """The backup, open for reading; nothing is written to it."""
    if not backup.is_file():
        raise StoreError(f"there is no backup at {backup}")
    if path.exists() and backup.samefile(path):
        raise StoreError(f"{backup} is the memory itself, not a backup of it")
    if backup.stat().st_size and not cipher.is_plain(backup) and _source(backup, path) is None:
        raise StoreError(
            f"{backup} is not an omem memory (not a database), or is encrypted: give its key in OMEM_KEY or "
            "OMEM_KEY_FILE"
        )
    with plain_errors(backup):
        conn = connect_readonly(backup, stack, key=_source(backup, path))
        stack.callback(conn.close)
        check_owner(conn, backup)
        if not applied(conn):
            raise StoreError(f"{backup} is no omem memory")
        wrong = [text for (text,) in conn.execute("PRAGMA integrity_check(3)") if text != "ok"]
        wrong += [f"dangling reference: {row[0]}" for row in conn.execute("PRAGMA foreign_key_check")][:3]
    if wrong:
        raise StoreError(f"{backup} is damaged ({'; '.join(wrong)}); nothing was changed")
    return conn


def _source(backup: Path, path: Path) -> str | None:
    """The key for a backup: as set, else that of the keyring's entry for it or for the memory itself."""
    return settings.key() or keys.in_keyring(backup) or keys.in_keyring(path)


def _refuse_erased(old: sqlite3.Connection, path: Path) -> None:
    """What was erased since the backup was made must not come back unnoticed."""
    with contextlib.ExitStack() as stack:
        try:
            conn = connect_readonly(path, stack)
        except (OmemError, sqlite3.DatabaseError):
            return  # it can't be read: that is why it is replaced
        stack.callback(conn.close)
        found = 0
        try:
            if "m008_erasure" not in applied(conn):
                return
            for name, user in old.execute("SELECT name, id FROM users").fetchall():
                session = Session(conn, path, name, readonly=True)
                ids = [id for (id,) in old.execute("SELECT id FROM messages WHERE user_id = ?", (user,))]
                found += len(Tombstones(session).erased(ids))
        except sqlite3.DatabaseError:
            return  # damaged further down
    if found:
        raise StoreError(
            f"this backup holds {counted(found, 'message that was', 'messages that were')} erased from the "
            "memory since; nothing was changed (`omem forget --allow-return` lets them return)"
        )


def _hold(path: Path, stack: contextlib.ExitStack) -> None:
    """Makes the present memory one file and keeps others from it meanwhile. One that can't be read is taken
    as it is. Raises StoreError if it is in use."""
    try:
        conn = cipher.connect(path)
    except (OmemError, sqlite3.DatabaseError):
        return
    stack.callback(conn.close)
    try:
        (mode,) = conn.execute("PRAGMA journal_mode = DELETE").fetchone()
        if mode == "delete":
            conn.isolation_level = None
            conn.execute("BEGIN EXCLUSIVE")
            return
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR):
            return
        if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            with plain_errors(path):
                raise
    raise StoreError(f"{path} is in use by another process; nothing was changed")


def _keep(path: Path) -> Path:
    """Gives the present file, and a log that belongs to it, a second name; the log's first name goes: it must
    never meet the restored file."""
    kept = before_restore(path, datetime.now(UTC))
    if kept.exists():
        kept = kept.with_name(f"{kept.name}-{secrets.token_hex(2)}")
    _link(path, kept)
    log, shared = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    if log.exists():
        _link(log, kept.with_name(kept.name + "-wal"))
    _sync(path.parent)
    log.unlink(missing_ok=True)
    shared.unlink(missing_ok=True)
    return kept


def _link(file: Path, other: Path) -> None:
    try:
        os.link(file, other)
    except OSError:  # a file system without links
        with beside(other) as fresh:
            shutil.copyfile(file, fresh)


def _mark(backup: Path, path: Path) -> None:
    """The restored file finds its key where the backup's is."""
    if cipher.is_plain(backup):
        keys.marker(path).unlink(missing_ok=True)
    elif keys.marker(backup).exists():
        keys.copy_marker(backup, path)


def _sync(folder: Path) -> None:
    """Makes new names in a folder outlive a power cut, where the system can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
