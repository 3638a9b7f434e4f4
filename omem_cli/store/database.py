"""Opening the file: safe creation, pragmas, read-only ways in, and SQLite's errors in plain words."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from omem_cli import settings
from omem_cli.errors import StoreError
from omem_cli.store import cipher, schema
from omem_cli.store.backup import copy_database
from omem_cli.store.files import before_upgrade, make_folder
from omem_cli.store.keys import copy_marker, marker

BUSY_SECONDS = 10.0


class Session:
    """A connection seen by one user: what every area of the store works on."""

    def __init__(self, conn: sqlite3.Connection, path: Path, user: str, *, readonly: bool) -> None:
        self.conn, self.path, self.user, self.readonly = conn, path, user, readonly
        self._user_id: int | None = None

    @property
    def user_id(self) -> int:
        """The user's row, or -1 while nothing was stored for them (then every query finds nothing)."""
        if self._user_id is None:
            found = self.conn.execute("SELECT id FROM users WHERE name = ?", (self.user,)).fetchone()
            if found is None:
                return -1
            self._user_id = int(found[0])
        return self._user_id

    def ensure_user(self) -> int:
        """The user's row, made if missing; call it inside a transaction."""
        if self.user_id == -1:
            self.conn.execute("INSERT INTO users(name) VALUES (?)", (self.user,))
        return self.user_id

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nests. The write lock is taken at once: a transaction that begins by reading
        and writes later can fail with "locked" without having waited at all."""
        if self.conn.in_transaction:
            with self._savepoint():
                yield
            return
        if self.readonly:
            raise StoreError(f"{self.path} can only be read here: check its permissions and its folder's")
        known = self._user_id
        self.conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.conn.execute("COMMIT")
        except BaseException:
            self._user_id = known  # a user made in here is gone again
            self.conn.rollback()
            raise

    @contextlib.contextmanager
    def _savepoint(self) -> Iterator[None]:
        # Inner ones may have the same name: SQLite takes the latest.
        self.conn.execute("SAVEPOINT inner")
        try:
            yield
            self.conn.execute("RELEASE inner")
        except BaseException:
            if self.conn.in_transaction:  # an error such as a full disk may have ended all of it
                self.conn.execute("ROLLBACK TO inner")
                self.conn.execute("RELEASE inner")
            raise

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads inside see one state of the file."""
        if self.conn.in_transaction:
            yield
            return
        self.conn.execute("BEGIN")
        try:
            yield
        finally:
            self.conn.rollback()


@contextlib.contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turns SQLite's and the system's errors into one `StoreError` sentence."""
    try:
        yield
    except sqlite3.Error as error:
        _explain(error, path)


def _explain(error: sqlite3.Error, path: Path) -> NoReturn:
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    locked = f"{path}: the database is locked by another process; try again when it is done"
    text = {
        sqlite3.SQLITE_BUSY: locked,
        sqlite3.SQLITE_LOCKED: locked,
        sqlite3.SQLITE_FULL: f"cannot write {path}: the disk is full; free some space and run the same again",
        sqlite3.SQLITE_IOERR: f"cannot write or read {path}: disk I/O error (is the disk full?); "
        "then run the same again",
        sqlite3.SQLITE_READONLY: f"cannot write {path}: it is read-only; check its permissions",
        sqlite3.SQLITE_PERM: f"cannot open {path}: permission denied",
        sqlite3.SQLITE_CANTOPEN: f"unable to open {path}: check that its folder exists and can be written",
        sqlite3.SQLITE_CORRUPT: f"{path} is damaged ({error}): `omem doctor --repair` saves what can be read",
        sqlite3.SQLITE_NOTADB: f"{path} is not an omem memory (not a database); choose another with --db",
        sqlite3.SQLITE_TOOBIG: f"cannot write {path}: a message is larger than a database can hold",
    }.get(primary if primary is not None else -1, f"{path}: {error}")
    raise StoreError(text) from error


def connect(
    path: Path, *, create: bool, readonly_ok: bool
) -> tuple[sqlite3.Connection, bool, contextlib.ExitStack]:
    """Opens (or makes) the file. Returns the connection, whether it is read-only, and what to do at the end.

    Raises StoreError for everything that can be wrong with the path, the file or its version.
    """
    cleanup = contextlib.ExitStack()
    try:
        fresh = _prepare(path, create)
        writable = fresh or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        if not writable and not readonly_ok:
            raise StoreError(f"cannot write {path}: permission denied or read-only")
        with plain_errors(path):
            conn = _connect(path) if writable else connect_readonly(path, cleanup)
            cleanup.callback(conn.close)
            check_owner(conn, path)
            if writable:
                _migrate(conn, path)
            elif schema.pending(conn):
                raise StoreError(f"{path} was made by an older omem: open it once where it can be written")
            conn.execute("PRAGMA foreign_keys = ON")  # after migrations: rebuilding a table would cascade
        return conn, not writable, cleanup
    except BaseException:
        cleanup.close()
        raise


def _prepare(path: Path, create: bool) -> bool:
    """Checks the path, makes folder (0700) and file (0600) if wanted. True if the file is new."""
    try:
        if path.exists():
            if path.is_dir():
                raise StoreError(f"{path} is a folder; --db wants a file")
            with path.open("rb") as file:
                head = file.read(len(cipher.MAGIC))
            if head and head != cipher.MAGIC and settings.key() is None and not marker(path).exists():
                raise StoreError(
                    f"{path} is not an omem memory (not a database), or is encrypted: choose another with "
                    "--db, or give its key in OMEM_KEY or OMEM_KEY_FILE"
                )
            return False
        if not create:
            raise StoreError(f"there is no memory at {path} yet: `omem ingest` some chats first")
        make_folder(path)
        # Made here and not by SQLite, so that it is never readable by others, not even for a moment.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        return True
    except OSError as error:
        raise StoreError(f"cannot open {path}: {error.strerror or error}") from error


def _connect(path: Path) -> sqlite3.Connection:
    conn = cipher.connect(path, timeout=BUSY_SECONDS)
    conn.execute("PRAGMA secure_delete = ON")
    conn.execute("PRAGMA synchronous = NORMAL")  # with WAL: a power cut may lose the last commit, no more
    # 16 MB of log before it goes into the file: ids are random, so an import writes the same pages of their
    # index with each commit, and the log is where the earlier of them end.
    conn.execute("PRAGMA wal_autocheckpoint = 4000")
    _common(conn)
    return conn


def connect_readonly(path: Path, cleanup: contextlib.ExitStack, key: str | None = None) -> sqlite3.Connection:
    """Opens a file that is not to be changed, whatever lies beside it; raises sqlite3.Error or StoreError."""
    wal = path.with_name(path.name + "-wal")
    target, options = path, ["mode=ro", "mode=ro&immutable=1"]
    if wal.exists() and wal.stat().st_size:
        # Committed pages still lie in the log. `immutable` would not see them; so if the plain way is
        # barred (no -shm may be made here), read a private copy.
        options = ["mode=ro"]
    for last, option in [(o == options[-1], o) for o in options]:
        try:
            return _try_readonly(target, option, key)
        except sqlite3.OperationalError:
            if last and len(options) > 1:
                raise
    folder = Path(tempfile.mkdtemp(prefix="omem-"))
    cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
    shutil.copyfile(path, folder / path.name)
    shutil.copyfile(wal, folder / wal.name)
    copy_marker(path, folder / path.name)
    return _try_readonly(folder / path.name, "mode=rw", key)


def _try_readonly(path: Path, option: str, key: str | None) -> sqlite3.Connection:
    conn = cipher.connect(path, options=option, timeout=BUSY_SECONDS, key=key)
    try:
        _common(conn)
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        conn.execute("PRAGMA query_only = ON")
    except BaseException:
        conn.close()
        raise
    return conn


def _common(conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA temp_store = MEMORY")  # pieces of a private chat don't go to /tmp
    conn.execute("PRAGMA cache_size = -16000")  # 16 MB


def check_owner(conn: sqlite3.Connection, path: Path) -> None:
    if conn.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID:
        if schema.unknown(conn):
            raise StoreError(f"{path} was written by a newer omem: upgrade omem to open it")
    elif conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StoreError(
            f"{path} is another program's database, not an omem memory; choose another with --db"
        )


def _keep_older(path: Path) -> None:
    """Copies an older memory before it is brought up to date; the copy of an earlier upgrade goes."""
    try:
        # Through another connection: one that holds the write lock can't be copied from.
        with contextlib.closing(cipher.connect(path, timeout=BUSY_SECONDS)) as old:
            copy_database(old, before_upgrade(path))
    except OSError as error:
        raise StoreError(
            f"{path} is an older memory, and no copy could be made before bringing it up to date "
            f"({error.strerror or error}); nothing was changed"
        ) from error


def _migrate(conn: sqlite3.Connection, path: Path) -> None:
    if not schema.pending(conn) and conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return  # nothing to write: a reader needs no lock
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            # SQLite doesn't wait for a lock on this one; two first runs side by side meet here.
            conn.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    conn.execute("BEGIN IMMEDIATE")
    try:
        if schema.applied(conn) and schema.pending(conn):
            _keep_older(path)
        schema.migrate(conn)  # those another process applied meanwhile are seen as applied
        conn.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
