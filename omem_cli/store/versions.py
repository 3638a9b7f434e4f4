"""Understandings that are not in force: the earlier ones, and those of a redo until it is complete."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from omem_cli.records import Message, Understanding
from omem_cli.store import claims
from omem_cli.store.database import Session
from omem_cli.store.ids import now, plain
from omem_cli.store.messages import read_batches, read_rows

_COLUMNS = "model, topic, gate, skipped, raw, ms, recorded, claims"
_SELECT = (
    f"SELECT v.message_row, v.{_COLUMNS.replace(', ', ', v.')}, v.clues, v.replaced FROM versions v "
    "JOIN messages m ON m.row = v.message_row"
)
_UNDRAFTED = (
    "SELECT m.row FROM messages m WHERE m.user_id = ? AND m.understood = 1 AND NOT EXISTS "
    "(SELECT 1 FROM versions v WHERE v.message_row = m.row AND v.replaced IS NULL)"
)
_MINE = "message_row IN (SELECT row FROM messages WHERE user_id = ?)"
# One that was edited meanwhile is pending: its draft is of the old text.
_DRAFTED = (
    "SELECT v.message_row FROM versions v JOIN messages m ON m.row = v.message_row "
    "WHERE v.replaced IS NULL AND m.understood = 1 AND m.user_id = ?"
)


@dataclass(frozen=True, slots=True)
class Earlier:
    """An understanding that was replaced; times in UTC microseconds."""

    understanding: Understanding
    recorded: int
    replaced: int


class Versions:
    """A redo writes drafts beside the memories; only when every message has one do they take their place."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    # ------------------------------------------------------------ drafts
    def draft(self, message: Message, u: Understanding) -> None:
        """Keeps what a message was understood to say this time, until it is put in force."""
        with self._session.transaction():
            self._conn.execute(
                "DELETE FROM versions WHERE message_row = ? AND replaced IS NULL", (message.row,)
            )
            self._insert(message.row, u, now(), None)

    def drop_drafts(self, *, model: str | None = None) -> int:
        """Drops the drafts, or those that are not `model`'s; returns how many."""
        with self._session.transaction():
            return self._conn.execute(
                f"DELETE FROM versions WHERE replaced IS NULL AND model IS NOT ? AND {_MINE}",
                (model, self._session.user_id),
            ).rowcount

    def drafts_count(self) -> int:
        """How many messages have a draft; none: no redo is under way."""
        found = self._conn.execute(f"SELECT count(*) FROM ({_DRAFTED})", (self._session.user_id,))
        return int(found.fetchone()[0])

    def undrafted(self, limit: int | None = None) -> Iterator[Message]:
        """Understood messages without a draft, in file order. Drafts may be written while iterating."""
        rows = self._conn.execute(
            f"{_UNDRAFTED} ORDER BY m.conversation_id, m.position LIMIT ?",
            (self._session.user_id, -1 if limit is None else limit),
        ).fetchall()
        for batch in read_batches(self._session, [row for (row,) in rows], 100):
            yield from batch

    def undrafted_count(self) -> int:
        """How many they are."""
        found = self._conn.execute(f"SELECT count(*) FROM ({_UNDRAFTED})", (self._session.user_id,))
        return int(found.fetchone()[0])

    def drafts(self) -> Iterator[tuple[Message, Understanding]]:
        """Messages with their drafts, in file order."""
        found = self._conn.execute(
            f"{_SELECT} WHERE v.replaced IS NULL AND m.user_id = ? AND m.understood = 1 "
            "ORDER BY m.conversation_id, m.position",
            (self._session.user_id,),
        ).fetchall()
        for at in range(0, len(found), 100):
            part = found[at : at + 100]
            messages = read_rows(self._session, [row[0] for row in part])
            for message, row in zip(messages, part, strict=True):
                yield message, _version(row).understanding

    def put_in_force(self) -> None:
        """Drafts become the understandings, and those that a model gave the earlier ones. The messages are
        taken from their topics and clue words: file them anew, in the same transaction."""
        user = self._session.user_id
        with self._session.transaction():
            self._conn.execute(
                f"INSERT INTO versions(message_row, {_COLUMNS}, clues, replaced) "
                f"SELECT message_row, {_COLUMNS}, (SELECT json_group_array(word) FROM (SELECT c.word "
                "FROM clue_messages i JOIN clues c ON c.row = i.clue_row "
                "WHERE i.message_row = u.message_row ORDER BY c.norm)), ? "
                f"FROM understandings u WHERE raw IS NOT NULL AND message_row IN ({_DRAFTED}) "
                "ORDER BY message_row",
                (now(), user),
            )
            for table in ("topic", "clue"):
                self._conn.execute(f"DELETE FROM {table}_messages WHERE message_row IN ({_DRAFTED})", (user,))
            self._conn.execute(
                f"INSERT OR REPLACE INTO understandings(message_row, {_COLUMNS}) "
                f"SELECT message_row, {_COLUMNS} FROM versions "
                f"WHERE replaced IS NULL AND message_row IN ({_DRAFTED})",
                (user,),
            )
            self._conn.execute(f"DELETE FROM versions WHERE replaced IS NULL AND {_MINE}", (user,))

    # ------------------------------------------------------------ history
    def earlier(self, message_row: int) -> list[Earlier]:
        """How a message was understood before, oldest first."""
        found = self._conn.execute(
            f"{_SELECT} WHERE v.replaced IS NOT NULL AND v.message_row = ? AND m.user_id = ? "
            "ORDER BY v.replaced, v.row",
            (message_row, self._session.user_id),
        )
        return [_version(row) for row in found]

    def restore_earlier(self, message_row: int, one: Earlier) -> None:
        """Adds to the history of a message."""
        self._insert(message_row, one.understanding, one.recorded, one.replaced)

    def stamp(self) -> int:
        """Another number whenever understandings were replaced; costs a look, not a count."""
        found = self._conn.execute("SELECT coalesce(max(row), 0) FROM versions")
        return int(found.fetchone()[0])

    def _insert(self, message_row: int, u: Understanding, recorded: int, replaced: int | None) -> None:
        self._conn.execute(
            f"INSERT INTO versions(message_row, {_COLUMNS}, clues, replaced) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(message_row, u.model, plain(u.topic), u.gate, u.skipped),
                *(None if u.raw is None else plain(u.raw), u.milliseconds, recorded, claims.to_text(u)),
                *(json.dumps([plain(word) for word in u.clues]), replaced),
            ),
        )


def _version(found: Sequence[Any]) -> Earlier:
    _, model, topic, gate, skipped, raw, ms, recorded, told, clues, replaced = found
    u = Understanding(
        topic=topic, clues=tuple(json.loads(clues)), skipped=skipped, gate=gate, raw=raw, model=model,
        milliseconds=ms,
    )  # fmt: skip
    return Earlier(claims.from_text(u, told), recorded, replaced or 0)
