"""`Store`: the areas of one memory file, seen by one user."""

import contextlib
import sqlite3
from contextlib import AbstractContextManager
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from omem_cli.store.database import Session, connect, plain_errors
from omem_cli.store.memories import Memories
from omem_cli.store.messages import Messages
from omem_cli.store.people import People
from omem_cli.store.text_index import TextIndex
from omem_cli.store.usage import Usage
from omem_cli.store.vectors import Vectors
from omem_cli.store.versions import Versions

if TYPE_CHECKING:
    from omem_cli.store.audit import Audit
    from omem_cli.store.checkpoints import Checkpoints
    from omem_cli.store.erasure import Erasure
    from omem_cli.store.selves import Selves
    from omem_cli.store.shares import Shares
    from omem_cli.store.tombstones import Tombstones


class Store:
    """Use as a context manager: closes the file, and turns SQLite's errors inside into `StoreError`.

    `messages`, `text_index`, `vectors`, `memories`, `versions` and others hold the areas; `transaction()`
    groups writes of several areas; `readonly` says that writing is refused.
    """

    def __init__(self, session: Session, cleanup: contextlib.ExitStack, *, made: bool = False) -> None:
        self.session = session
        self._cleanup, self._made = cleanup, made
        self.messages = Messages(session)
        self.text_index = TextIndex(session)
        self.vectors = Vectors(session)
        self.memories = Memories(session)
        self.people = People(session)
        self.usage = Usage(session)
        self.versions = Versions(session)

    # Areas that a question has no use for are loaded when first asked for.
    @cached_property
    def audit(self) -> "Audit":
        """The log of changes."""
        from omem_cli.store.audit import Audit

        return Audit(self.session)

    @cached_property
    def checkpoints(self) -> "Checkpoints":
        """States of tasks."""
        from omem_cli.store.checkpoints import Checkpoints

        return Checkpoints(self.session)

    @cached_property
    def erasure(self) -> "Erasure":
        """Deletion that leaves no trace."""
        from omem_cli.store.erasure import Erasure

        return Erasure(self.session)

    @cached_property
    def selves(self) -> "Selves":
        """Names under which the user speaks."""
        from omem_cli.store.selves import Selves

        return Selves(self.session)

    @cached_property
    def shares(self) -> "Shares":
        """What was shared with others, and what they shared."""
        from omem_cli.store.shares import Shares

        return Shares(self.session)

    @cached_property
    def tombstones(self) -> "Tombstones":
        """What was erased and stays out."""
        from omem_cli.store.tombstones import Tombstones

        return Tombstones(self.session)

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self.session.path

    @property
    def user(self) -> str:
        """Whose memory this is."""
        return self.session.user

    @property
    def readonly(self) -> bool:
        """Whether the file can only be read from here."""
        return self.session.readonly

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing for the writes inside; nests. Keep model calls outside."""
        return self.session.transaction()

    def users(self) -> list[str]:
        """Names of all users of the file."""
        return [name for (name,) in self.session.conn.execute("SELECT name FROM users ORDER BY name")]

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; empty when sound."""
        found = [text for (text,) in self.session.conn.execute("PRAGMA integrity_check")]
        broken = list(self.session.conn.execute("PRAGMA foreign_key_check"))
        return [text for text in found if text != "ok"] + [f"dangling reference: {row[0]}" for row in broken]

    def size(self) -> int:
        """Bytes of the database file and its log."""
        names = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(name.stat().st_size for name in names if name.exists())

    def stamp(self) -> tuple[int, int]:
        """Changes whenever anything is written, by others (their commits) or here; costs nothing."""
        (version,) = self.session.conn.execute("PRAGMA data_version").fetchone()
        return int(version), self.session.conn.total_changes

    def close(self) -> None:
        """Closes the file."""
        self._cleanup.close()

    def _unmake(self) -> None:
        """Removes a file that was made here and holds nothing: what failed must not leave it behind."""
        conn = self.session.conn
        if self.users():
            return
        # Leaving the write-ahead log is refused while any other process has the file open.
        if conn.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete":
            conn.execute("BEGIN EXCLUSIVE")
            if not self.users():
                self.path.unlink()
            conn.rollback()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and self._made:
            with contextlib.suppress(sqlite3.Error, OSError):
                self._unmake()
        self.close()
        if isinstance(error, sqlite3.Error):
            with plain_errors(self.path):
                raise error


def open_store(
    path: str | PathLike[str], *, user: str = "me", create: bool = True, readonly_ok: bool = True
) -> Store:
    """Opens the memory file at `path` for `user`, making file and folder if `create`.

    A file that can't be written is opened for reading if `readonly_ok`. One that was made here is gone again
    if the work inside `with` fails before anything is stored. Raises StoreError otherwise, and
    for what is not an omem memory, was made by a newer omem, is locked or damaged.
    """
    where = Path(path).expanduser()
    made = create and not where.exists()
    conn, readonly, cleanup = connect(where, create=create, readonly_ok=readonly_ok)
    return Store(Session(conn, where, user, readonly=readonly), cleanup, made=made)
