"""How often memories are shown: counts beside the memories, never part of them, nor of an export."""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from omem_cli.errors import StoreError
from omem_cli.store.database import BUSY_SECONDS, Session
from omem_cli.store.ids import from_stored, now

QUESTIONS = ""
"""The channel under which all questions are counted."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Questions asked; channel -> how many of them it brought something for; ids that were ever shown, and of
    those when last."""

    asks: int
    channels: dict[str, int]
    shown: dict[str, datetime]


class Usage:
    """What `ask` showed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    def note(self, asked: Iterable[tuple[Iterable[str], Iterable[str]]]) -> bool:
        """Counts questions, each given as (ids shown, channels that brought them). Best effort: where the
        file can't be written, or somebody else is writing, nothing is counted and False comes back."""
        if self._session.readonly:
            return False
        channels, shown = Counter[str](), Counter[str]()
        for ids, names in asked:
            channels.update({QUESTIONS, *names})
            shown.update(set(ids))
        if not channels:
            return True
        with contextlib.ExitStack() as stack:
            # A question must not wait for a writer, such as an ingest that runs beside it.
            self._conn.execute("PRAGMA busy_timeout = 0")
            stack.callback(self._conn.execute, f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
            try:
                with self._session.transaction():
                    user, at = self._session.ensure_user(), now()
                    self._conn.executemany(
                        "INSERT INTO asks VALUES (?, ?, ?) ON CONFLICT(user_id, channel) "
                        "DO UPDATE SET count = count + excluded.count",
                        [(user, channel, count) for channel, count in channels.items()],
                    )
                    self._conn.executemany(
                        "INSERT INTO usage VALUES (?, ?, ?, ?) ON CONFLICT(user_id, memory) "
                        "DO UPDATE SET shown = shown + excluded.shown, last = excluded.last",
                        [(user, id, count, at) for id, count in shown.items()],
                    )
            except (sqlite3.Error, StoreError):
                return False
        return True

    def hits(self) -> Hits:
        """All that was counted."""
        user = self._session.user_id
        channels = dict(self._conn.execute("SELECT channel, count FROM asks WHERE user_id = ?", (user,)))
        rows = self._conn.execute("SELECT memory, last FROM usage WHERE user_id = ?", (user,))
        shown = {id: time for id, at in rows if (time := from_stored(at, 0)) is not None}
        return Hits(channels.pop(QUESTIONS, 0), channels, shown)

    def counts(self) -> dict[str, int]:
        """Id -> how often it was shown."""
        return dict(
            self._conn.execute("SELECT memory, shown FROM usage WHERE user_id = ?", (self._session.user_id,))
        )
