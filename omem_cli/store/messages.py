"""Stored messages: writing turns, reading them back."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from omem_cli.records import EarlierText, Location, Message, Role, Turn
from omem_cli.store.codes import Rows
from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, to_stored
from omem_cli.store.vectors import Vectors

if TYPE_CHECKING:
    from omem_cli.store.overlap import Overlap

_SELECT = (
    "SELECT m.row, m.id, c.public, m.position, m.speaker, m.role, m.time_us, m.offset_min, m.text, s.path, "
    "m.line, m.ref, m.person FROM messages m JOIN conversations c ON c.id = m.conversation_id "
    "JOIN sources s ON s.id = m.source_id "
)
_ORDER = " ORDER BY m.conversation_id, m.position"
_CHUNK = 500
_ZONES = 14 * 3_600_000_000  # microseconds that a wall clock may differ
_ROLES = {str(role): role for role in Role}
_WINDOW = 4096  # messages that are embedded in order of their length
_BYTES = 1 << 18  # of texts that are embedded between two commits, unless one is longer
_T = TypeVar("_T")


def _message(row: Sequence[Any]) -> Message:
    return Message(
        row=row[0], id=row[1], conversation=row[2], position=row[3], speaker=row[4], role=_ROLES[row[5]],
        time=from_stored(row[6], row[7]), text=row[8], location=Location(row[9], row[10]), ref=row[11],
        person=row[12],
    )  # fmt: skip


class Record(NamedTuple):
    """A message as it stands in the table, from which the whole of it can be made: for those who look at
    thousands and need few. `time`: microseconds since 1970, None where unknown."""

    row: int
    id: str
    conversation: str
    position: int
    speaker: str
    role: str
    time: int | None
    offset: int | None
    text: str
    path: str
    line: int | None
    ref: str | None
    person: str | None

    def message(self) -> Message:
        """The message."""
        return _message(self)


def _chunks(values: Iterable[_T]) -> Iterator[list[_T]]:
    everything = list(values)
    for at in range(0, len(everything), _CHUNK):
        yield everything[at : at + _CHUNK]


def read_rows(session: Session, rows: Iterable[int]) -> list[Message]:
    """The user's messages of these rows, in the given order; unknown rows are left out."""
    return [_message(record) for record in _read_records(session, rows)]


def _read_records(session: Session, rows: Iterable[int]) -> list[Sequence[Any]]:
    wanted = [int(row) for row in rows]
    found: dict[int, Sequence[Any]] = {}
    for part in _chunks(dict.fromkeys(wanted)):
        # The plus keeps SQLite from going through all of the user's messages instead.
        cursor = session.conn.execute(
            f"{_SELECT} WHERE +m.user_id = ? AND m.row IN ({','.join('?' * len(part))})",
            (session.user_id, *part),
        )
        found.update((row[0], row) for row in cursor)
    return [found[row] for row in wanted if row in found]


def _parts(rows: Sequence[int], bytes_of: Mapping[int, int], most: int) -> Iterator[list[int]]:
    """The rows in order, at most so many at a time, with at most `_BYTES` of text."""
    part: list[int] = []
    size = 0
    for row in rows:
        size += bytes_of.get(row, 0)
        if part and (len(part) == most or size > _BYTES):
            yield part
            part, size = [], bytes_of.get(row, 0)
        part.append(row)
    if part:
        yield part


def read_batches(session: Session, rows: Sequence[int], batch: int) -> Iterator[list[Message]]:
    """The messages of these rows, `batch` at a time."""
    for at in range(0, len(rows), batch):
        yield read_rows(session, rows[at : at + batch])


class Messages:
    """The messages of one user. "File order" is by conversation, in order of arrival, then position."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._zones: dict[str, list[int]] = {}

    def ingest(
        self, turns: Iterable[Turn], format: str, on_batch: Callable[[int, int], None] | None = None,
        on_edits: Callable[[int, Collection[str]], None] | None = None,
        conversations: set[str] | None = None,
        on_erased: Callable[[int], None] | None = None,
        on_masked: Callable[[int], None] | None = None,
        on_overlap: Callable[["Overlap"], None] | None = None,
    ) -> tuple[int, int]:  # fmt: skip
        """Stores turns of a format in batches, each committed; returns (new, known).

        A turn stored before is known and left alone, but for one that was edited since: its text takes the
        place of the stored one, which is kept (`earlier`). `on_batch(new, known)` is called after each
        commit, `on_edits(how many, persons whose words they are)` inside of it, if there were any;
        `on_erased(how many)` at the end if some were left out because they had been erased.
        `on_masked(how many)` likewise if some were stored under another redaction policy, and say now what
        may be kept of them; `on_overlap` for each conversation that was recognised by its messages alone.
        `conversations` receives the ids of all conversations the turns are in.
        """
        from omem_cli.store.identity import Ingest  # reading needs none of it

        run = Ingest(self._session, format, on_batch, on_edits, self._zones)
        for turn in turns:
            run.add(turn)
        run.finish()
        if on_erased is not None and run.erased:
            on_erased(run.erased)
        if on_masked is not None and run.masked:
            on_masked(run.masked)
        if on_overlap is not None:
            for overlap in run.overlaps:
                on_overlap(overlap)
        if conversations is not None:
            conversations.update(run.conversations)
        return run.new, run.known

    def earlier(self, message: Message) -> list[EarlierText]:
        """The texts a message had before it was edited, oldest first."""
        from omem_cli.store.edits import Edits

        return Edits(self._session).of(message.row)

    def get(self, id: str) -> Message | None:
        """The message with this public id."""
        return next(self._read("m.user_id = ? AND m.id = ?", (self._session.user_id, id)), None)

    def rows(self, ids: Iterable[str]) -> dict[str, int]:
        """Public id -> row, of those ids that a message has."""
        found: dict[str, int] = {}
        for part in _chunks(dict.fromkeys(ids)):
            found.update(
                self._session.conn.execute(
                    f"SELECT id, row FROM messages WHERE user_id = ? AND id IN ({','.join('?' * len(part))})",
                    (self._session.user_id, *part),
                )
            )
        return found

    def by_rows(self, rows: Iterable[int]) -> list[Message]:
        """The messages of these rows, in the given order."""
        return read_rows(self._session, rows)

    def records(self, rows: Iterable[int]) -> list[Record]:
        """As `by_rows`, where few of them will be looked at whole."""
        return [Record._make(record) for record in _read_records(self._session, rows)]

    def _read(self, where: str, values: Sequence[Any], tail: str = _ORDER) -> Iterator[Message]:
        cursor: sqlite3.Cursor = self._session.conn.execute(f"{_SELECT} WHERE {where} {tail}", values)
        return map(_message, cursor)

    def iterate(
        self,
        *,
        conversation: str | None = None,
        person: str | None = None,
        speaker: str | None = None,
        role: Role | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        ref: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Message]:
        """Messages that fit all filters, in file order. `since` and `until` leave out unknown times."""
        filters = {
            "c.public = ?": conversation, "m.person = ?": person, "m.speaker = ?": speaker,
            "m.role = ?": None if role is None else str(role), "m.time_us >= ?": to_stored(since)[0],
            "m.time_us <= ?": to_stored(until)[0], "m.ref = ?": ref,
        }  # fmt: skip
        used = {clause: value for clause, value in filters.items() if value is not None}
        where = " AND ".join(["m.user_id = ?", *used])
        tail = f"{_ORDER} LIMIT {-1 if limit is None else int(limit)}"
        return self._read(where, (self._session.user_id, *used.values()), tail)

    def pending(self, limit: int | None = None) -> Iterator[Message]:
        """Messages not yet understood, in file order. Messages may be recorded while iterating."""
        left = -1 if limit is None else limit
        rows = self._session.conn.execute(
            "SELECT row FROM messages WHERE user_id = ? AND understood = 0 "
            "ORDER BY conversation_id, position LIMIT ?",
            (self._session.user_id, left),
        ).fetchall()
        for batch in read_batches(self._session, [row for (row,) in rows], 100):
            yield from batch

    def pending_count(self) -> int:
        """How many messages are not yet understood."""
        return self._number("SELECT count(*) FROM messages WHERE user_id = ? AND understood = 0")

    def count(self) -> int:
        """How many messages there are."""
        return self._number("SELECT count(*) FROM messages WHERE user_id = ?")

    def conversations(self, beginning: str) -> list[str]:
        """The ids of the conversations with messages that begin so, in order."""
        found = self._session.conn.execute(
            "SELECT public FROM conversations c WHERE user_id = ?1 AND public >= ?2 "
            "AND substr(public, 1, length(?2)) = ?2 AND public < ?2 || char(0x10FFFF) "
            "AND EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id) ORDER BY public",
            (self._session.user_id, beginning),
        )
        return [public for (public,) in found]

    def conversations_count(self) -> int:
        """How many conversations there are."""
        return self._number("SELECT count(*) FROM conversations WHERE user_id = ?")

    def _number(self, query: str) -> int:
        number: int = self._session.conn.execute(query, (self._session.user_id,)).fetchone()[0]
        return number

    def persons(self) -> list[tuple[str, int]]:
        """(person, messages), most messages first."""
        return self._session.conn.execute(
            "SELECT person, count(*) AS n FROM messages WHERE user_id = ? AND person IS NOT NULL "
            "GROUP BY person ORDER BY n DESC, person",
            (self._session.user_id,),
        ).fetchall()

    def names(self) -> list[str]:
        """The persons whose words are stored, by name: a step each, not one a message."""
        found = self._session.conn.execute(
            "WITH RECURSIVE step(name) AS ("
            "SELECT min(person) FROM messages WHERE user_id = ?1 AND person IS NOT NULL UNION ALL "
            "SELECT (SELECT min(person) FROM messages WHERE user_id = ?1 AND person > name) FROM step "
            "WHERE name IS NOT NULL) SELECT name FROM step WHERE name IS NOT NULL",
            (self._session.user_id,),
        )
        return [name for (name,) in found]

    def previous(self, message: Message) -> Message | None:
        """The last turn before this one, in its conversation, by somebody else who talks."""
        where = (
            "m.conversation_id = (SELECT conversation_id FROM messages WHERE row = ? AND user_id = ?) "
            "AND m.position < ? AND m.speaker <> ? AND m.role IN ('user', 'assistant', 'participant')"
        )
        values = (message.row, self._session.user_id, message.position, message.speaker)
        return next(self._read(where, values, "ORDER BY m.position DESC LIMIT 1"), None)

    def own_before(self, message: Message) -> Message | None:
        """The last turn before this one, in its conversation, by the same speaker."""
        where = (
            "m.conversation_id = (SELECT conversation_id FROM messages WHERE row = ? AND user_id = ?) "
            "AND m.position < ? AND m.speaker = ?"
        )
        values = (message.row, self._session.user_id, message.position, message.speaker)
        return next(self._read(where, values, "ORDER BY m.position DESC LIMIT 1"), None)

    def unembedded(
        self, fingerprint: str, batch: int = 256, roles: Collection[Role] = tuple(Role)
    ) -> Iterator[list[Message]]:
        """Messages of these roles without a vector of `fingerprint`, `batch` at a time, of long ones fewer:
        some thousands in file order, the shortest of them first. An embedder pads texts to the longest one
        beside them."""
        rows = self._without_vector(fingerprint, roles)
        for at in range(0, len(rows), _WINDOW):
            part: list[int] = rows[at : at + _WINDOW].tolist()
            bytes_of: dict[int, int] = {}  # nearer to tokens than characters, of which Chinese has few
            for some in _chunks(part):
                bytes_of.update(
                    self._session.conn.execute(
                        "SELECT row, length(CAST(text AS BLOB)) FROM messages "
                        f"WHERE row IN ({','.join('?' * len(some))})",
                        some,
                    )
                )
            part.sort(key=lambda row: bytes_of.get(row, 0))
            for few in _parts(part, bytes_of, batch):
                yield read_rows(self._session, few)

    def unembedded_count(self, fingerprint: str, roles: Collection[Role] = tuple(Role)) -> int:
        """How many messages of these roles have no vector of `fingerprint`."""
        return len(self._without_vector(fingerprint, roles))

    def _without_vector(self, fingerprint: str, roles: Collection[Role]) -> Rows:
        every = self._session.conn.execute(
            f"SELECT row FROM messages WHERE user_id = ? AND role IN ({','.join('?' * len(roles))}) "
            "ORDER BY conversation_id, position",
            (self._session.user_id, *map(str, roles)),
        )
        rows = np.fromiter((row for (row,) in every), np.int64)
        return rows[~np.isin(rows, Vectors(self._session).rows("message", fingerprint))]

    def recent(self, n: int, person: str | None = None, before: datetime | None = None) -> list[Message]:
        """The `n` latest messages (of those sent before a moment), latest first; those of unknown time come
        last."""
        where, values = "m.user_id = ?", [self._session.user_id]
        if before is not None:
            where += f" AND m.time_us < {int(before.timestamp() * 1_000_000)}"
        if person is not None:
            where += " AND m.person = ?"
        tail = f"ORDER BY m.time_us DESC NULLS LAST, m.conversation_id DESC, m.position DESC LIMIT {int(n)}"
        return list(self._read(where, [*values, *([person] if person is not None else [])], tail))

    def said_between(
        self, first: datetime, after: datetime, most: int, person: str | None = None
    ) -> list[int]:
        """Rows of at most `most` messages sent between two moments of a wall clock, spread evenly."""
        start, end = (int(moment.replace(tzinfo=UTC).timestamp() * 1_000_000) for moment in (first, after))
        own, whose = ("", ()) if person is None else (" AND person = ?", (person,))
        rows = [
            row
            for (row,) in self._session.conn.execute(
                "SELECT row FROM messages WHERE user_id = ? AND time_us >= ? AND time_us < ? AND "
                f"time_us + COALESCE(offset_min, 0) * 60000000 BETWEEN ? AND ?{own} ORDER BY time_us, row",
                (self._session.user_id, start - _ZONES, end + _ZONES, start, end - 1, *whose),
            )
        ]
        return rows if len(rows) <= most else [rows[at * len(rows) // most] for at in range(most)]

    def places(self, rows: Iterable[int]) -> dict[int, tuple[int, int]]:
        """For each row (conversation number, position): tells which hits share a conversation."""
        found: dict[int, tuple[int, int]] = {}
        for part in _chunks(int(row) for row in rows):
            cursor = self._session.conn.execute(
                "SELECT row, conversation_id, position FROM messages WHERE +user_id = ? "
                f"AND row IN ({','.join('?' * len(part))})",
                (self._session.user_id, *part),
            )
            found.update((row, (conversation, position)) for row, conversation, position in cursor)
        return found

    def neighbours(self, rows: Iterable[int], reach: int = 1) -> dict[int, list[int]]:
        """For each row the rows of its conversation at most `reach` positions away, without itself."""
        found: dict[int, list[int]] = {}
        for part in _chunks(int(row) for row in rows):
            found.update((row, []) for row in part)
            cursor = self._session.conn.execute(
                "SELECT a.row, b.row FROM messages a JOIN messages b "
                "ON b.conversation_id = a.conversation_id "
                "AND b.position BETWEEN a.position - ? AND a.position + ? AND b.row <> a.row "
                f"WHERE +a.user_id = ? AND a.row IN ({','.join('?' * len(part))}) ORDER BY a.row, b.position",
                (reach, reach, self._session.user_id, *part),
            )
            for row, other in cursor:
                found[row].append(other)
        return found
