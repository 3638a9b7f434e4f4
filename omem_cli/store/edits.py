"""Messages that were edited in their app: the new text takes the place of the old one, which is kept.

An edit is known by the message's own id in the source. Everything that was made from the old text (vectors,
index, understanding, evidence) goes with it; the message waits to be understood again.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from omem_cli.records import EarlierText, Location, Turn
from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, now, plain, to_stored
from omem_cli.store.vectors import Vectors

Line = dict[str, Any]


class Edits:
    """The earlier texts of a user's messages."""

    def __init__(self, session: Session) -> None:
        self._session, self._conn = session, session.conn

    def of(self, row: int) -> list[EarlierText]:
        """The earlier texts of a message, oldest first."""
        found = self._conn.execute(
            "SELECT e.text, e.time_us, e.offset_min, e.edited_us, e.path, e.line, e.recorded FROM edits e "
            "JOIN messages m ON m.row = e.message_row "
            "WHERE e.message_row = ? AND m.user_id = ? ORDER BY e.number",
            (row, self._session.user_id),
        )
        return [
            EarlierText(
                text, from_stored(time, offset), from_stored(edited, None), Location(path, line), _aware(at)
            )
            for text, time, offset, edited, path, line, at in found
        ]

    def knows(self, row: int, text: str) -> bool:
        """Whether a message once had this text."""
        found = self._conn.execute("SELECT 1 FROM edits WHERE message_row = ? AND text = ?", (row, text))
        return found.fetchone() is not None

    def keep(self, row: int, native: bytes | None, turn: Turn) -> None:
        """Keeps an older text that turned up after a newer one."""
        self._add(row, (native, plain(turn.text), *to_stored(turn.time), *_place(turn), now()))

    def replace(self, row: int, native: bytes, turn: Turn, source: int) -> str | None:
        """Gives a message its new text and keeps the old one; returns whose words they are. Call `unlearn`
        before the transaction ends."""
        *old, person = self._conn.execute(
            "SELECT m.native, m.text, m.time_us, m.offset_min, m.edited_us, s.path, m.line, m.person "
            "FROM messages m JOIN sources s ON s.id = m.source_id WHERE m.row = ?",
            (row,),
        ).fetchone()
        self._add(row, (*old, now()))
        edited, _, line = _place(turn)
        self._conn.execute(
            "UPDATE messages SET native = ?2, text = ?3, time_us = coalesce(?4, time_us), "
            "offset_min = iif(?4 IS NULL, offset_min, ?5), edited_us = ?6, source_id = ?7, line = ?8, "
            "understood = 0 WHERE row = ?1",
            (row, native, plain(turn.text), *to_stored(turn.time), edited, source, line),
        )
        return None if person is None else str(person)

    def _add(self, row: int, fields: tuple[Any, ...]) -> None:
        self._conn.execute(
            "INSERT INTO edits(message_row, number, native, text, time_us, offset_min, edited_us, path, "
            "line, recorded) SELECT ?1, count(*), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM edits "
            "WHERE message_row = ?1",
            (row, *fields),
        )

    def mark(self, row: int) -> None:
        """Notes that the source calls a message edited."""
        self._conn.execute("INSERT OR IGNORE INTO edit_marks VALUES (?)", (row,))

    def unlearn(self, rows: Iterable[int]) -> None:
        """Takes out what was made from the old texts of these messages."""
        from omem_cli.store.text_index import TextIndex  # it reads messages, which are written through here

        gone = [(row,) for row in rows]
        for table in (
            "understandings", "versions", "topic_messages", "clue_messages", "evidence", "decisions",
        ):  # fmt: skip
            self._conn.executemany(f"DELETE FROM {table} WHERE message_row = ?", gone)
        TextIndex(self._session).remove(row for (row,) in gone)
        Vectors(self._session).remove("message", [row for (row,) in gone])

    # ------------------------------------------------------------ export and import
    def lines(self, row: int) -> list[Line]:
        """The earlier texts of a message for an export."""
        found = self._conn.execute(
            "SELECT native, text, time_us, offset_min, edited_us, path, line, recorded "
            "FROM edits WHERE message_row = ? ORDER BY number",
            (row,),
        )
        return [
            {
                "native": native and native.hex(),
                "text": text,
                "time": _iso(from_stored(time, offset)),
                "edited": _iso(from_stored(edited, None)),
                "source": {"path": path, "line": line},
                "recorded": {"at": at},
            }
            for native, text, time, offset, edited, path, line, at in found
        ]

    def restore(self, row: int, line: Line) -> None:
        """Adds an earlier text of an export."""
        time, edited = (line[k] and datetime.fromisoformat(line[k]) for k in ("time", "edited"))
        native, source = line["native"] and bytes.fromhex(line["native"]), line["source"]
        self._add(
            row,
            (
                *(native, plain(line["text"]), *to_stored(time or None), to_stored(edited or None)[0]),
                *(plain(source["path"]), source["line"], line["recorded"]["at"]),
            ),
        )


def _place(turn: Turn) -> tuple[int | None, str, int | None]:
    edited = None if turn.native is None else to_stored(turn.native.edited)[0]
    return edited, plain(turn.location.path), turn.location.line


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def _aware(microseconds: int) -> datetime:
    time = from_stored(microseconds, None)
    assert time is not None
    return time
