"""Persona memory (P_a, P_f) with evidence, validity and the history of decisions, as tables."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from omem_cli.records import ASPECTS, Attribute, Decision, Event, Evidence, Message, Status
from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, matching_key, now, plain, public_id
from omem_cli.store.moments import as_of_moment, not_after, overlaps, span, valid_at
from omem_cli.store.vectors import Vectors

UNDONE = "undone "
"""What the action of a decision begins with that was taken back."""

_ATTRIBUTE = "id, person, aspect, value, status, since, until, confidence, pinned, superseded_by"
_EVENT = "id, person, event, date, status, confidence"
_OF_PERSON = (
    "SELECT id FROM attributes WHERE user_id = ?1 AND person = ?2 "
    "UNION ALL SELECT id FROM events WHERE user_id = ?1 AND person = ?2"
)
_CHANGEABLE = {
    "attribute": {"status", "since", "until", "confidence", "pinned", "superseded_by"},
    "event": {"status", "date", "confidence"},
}


class PersonaTables:
    """Ids are hashes of what is known at the first evidence, so a repeated run gives the same ones."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    # ------------------------------------------------------------ writing
    def add_attribute(
        self, person: str, aspect: str, value: str, *, message: Message | None, quote: str | None = None,
        since: str | None = None, until: str | None = None, status: Status = Status.CURRENT,
        confidence: float = 1.0, pinned: bool = False, id: str | None = None,
    ) -> str:  # fmt: skip
        """Adds an attribute with its first evidence (none if the user states it); returns its id (yours, or
        a hash of user, person, aspect, normalised value and first message).

        The same statement of the same message is added once: then only the id comes back.
        """
        if aspect not in ASPECTS:
            raise ValueError(f"unknown aspect {aspect!r}")
        with self._session.transaction():
            user = self._session.ensure_user()
            origin = self._origin(message)
            id = id or public_id("a", self._session.user, person, aspect, matching_key(value), origin)
            self._conn.execute(
                "INSERT OR IGNORE INTO attributes(user_id, id, person, aspect, value, status, since, until, "
                "confidence, pinned, recorded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(user, id, plain(person), aspect, plain(value), str(status), since, until, confidence),
                    *(pinned, now()),
                ),
            )
            if message is not None:
                self.add_evidence(id, message, quote)
        return id

    def add_event(
        self, person: str, event: str, *, message: Message | None, quote: str | None = None,
        date: str | None = None, status: Status = Status.CURRENT, confidence: float = 1.0,
        id: str | None = None,
    ) -> str:  # fmt: skip
        """Adds an event with its first evidence; returns its id."""
        with self._session.transaction():
            user = self._session.ensure_user()
            id = id or public_id(
                "e", self._session.user, person, matching_key(event), date, self._origin(message)
            )
            self._conn.execute(
                "INSERT OR IGNORE INTO events(user_id, id, person, event, date, status, confidence, "
                "recorded) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (user, id, plain(person), plain(event), date, str(status), confidence, now()),
            )
            if message is not None:
                self.add_evidence(id, message, quote)
        return id

    def _origin(self, message: Message | None) -> str:
        # What the user states by hand has no message; count, so that it can be stated again later.
        if message is not None:
            return message.id
        query = "SELECT count(*) FROM decisions WHERE user_id = ? AND message_row IS NULL"
        return f"stated {self._conn.execute(query, (self._session.user_id,)).fetchone()[0]}"

    def add_evidence(self, id: str, message: Message, quote: str | None) -> bool:
        """Adds a message as evidence of an attribute or event; False if it was already."""
        with self._session.transaction():
            added = self._conn.execute(
                "INSERT OR IGNORE INTO evidence(user_id, memory, message_row, quote) VALUES (?, ?, ?, ?)",
                (self._session.ensure_user(), id, message.row, None if quote is None else plain(quote)),
            )
        return added.rowcount > 0

    def save_attribute(self, one: Attribute) -> None:
        """Makes the stored attribute of this id equal to `one`, evidence included (its messages must be
        stored); keeps its internal row, so its vector stays right."""
        with self._session.transaction():
            user = self._session.ensure_user()
            self._conn.execute(
                "INSERT INTO attributes(user_id, id, person, aspect, value, status, since, until, "
                "confidence, pinned, superseded_by, recorded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT(user_id, id) DO UPDATE SET person = excluded.person, aspect = excluded.aspect, "
                "value = excluded.value, status = excluded.status, since = excluded.since, "
                "until = excluded.until, confidence = excluded.confidence, pinned = excluded.pinned, "
                "superseded_by = excluded.superseded_by",
                (
                    *(user, one.id, plain(one.person), one.aspect, plain(one.value), str(one.status)),
                    *(one.since, one.until, one.confidence, one.pinned, one.superseded_by, now()),
                ),
            )
            self._conn.execute("DELETE FROM evidence WHERE user_id = ? AND memory = ?", (user, one.id))
            self._conn.executemany(
                "INSERT OR IGNORE INTO evidence(user_id, memory, message_row, quote) "
                "SELECT user_id, ?, row, ? FROM messages WHERE user_id = ? AND id = ?",
                [
                    (one.id, None if e.quote is None else plain(e.quote), user, e.message)
                    for e in one.evidence
                ],
            )

    def delete(self, id: str) -> None:
        """Takes an attribute or event out, with evidence, decisions and vectors. Raises KeyError."""
        kind, row = self._kind(id), self.row_of(id)
        with self._session.transaction():
            user = self._session.user_id
            self._conn.execute(f"DELETE FROM {kind}s WHERE user_id = ? AND id = ?", (user, id))
            self._conn.execute("DELETE FROM evidence WHERE user_id = ? AND memory = ?", (user, id))
            self._conn.execute("DELETE FROM decisions WHERE user_id = ? AND target = ?", (user, id))
            self._conn.execute(
                "UPDATE attributes SET superseded_by = NULL WHERE user_id = ? AND superseded_by = ?",
                (user, id),
            )
            Vectors(self._session).remove(kind, [row])

    def forget_claim(self, claim: str) -> None:
        """Notes a key of something that must not come back when the profile is made again."""
        with self._session.transaction():
            self._conn.execute(
                "INSERT OR IGNORE INTO forgotten VALUES (?, ?)", (self._session.ensure_user(), plain(claim))
            )

    def unforget_claim(self, claim: str) -> None:
        """Lets it come back."""
        with self._session.transaction():
            self._conn.execute(
                "DELETE FROM forgotten WHERE user_id = ? AND claim = ?", (self._session.user_id, plain(claim))
            )

    def forgotten(self) -> frozenset[str]:
        """All keys noted by `forget_claim`."""
        found = self._conn.execute("SELECT claim FROM forgotten WHERE user_id = ?", (self._session.user_id,))
        return frozenset(claim for (claim,) in found)

    def release(self, person: str, kept: Iterable[str] = ()) -> None:
        """Takes evidence and messages' decisions from a person's attributes and events (not from the `kept`
        ids), before these are made anew. Decisions of the user stay."""
        mine, ids = (self._session.user_id, person), json.dumps(sorted(kept))
        with self._session.transaction():
            self._conn.execute(
                "DELETE FROM evidence WHERE user_id = ?1 AND memory NOT IN (SELECT value FROM json_each(?3)) "
                f"AND memory IN ({_OF_PERSON})",
                (*mine, ids),
            )
            self._conn.execute(
                "DELETE FROM decisions WHERE user_id = ?1 AND message_row IN ("
                "SELECT row FROM messages WHERE user_id = ?1 AND person = ?2) "
                "AND (target IS NULL OR target NOT IN (SELECT value FROM json_each(?3))) "
                f"AND action NOT IN ('undo', '{UNDONE}undo')",
                (*mine, ids),
            )

    def drop_unsupported(self, person: str, kept: Iterable[str] = ()) -> list[str]:
        """Deletes a person's attributes and events without evidence that the user has not set (and that are
        not among the `kept` ids); returns their ids."""
        gone = self._conn.execute(
            f"SELECT id FROM ({_OF_PERSON}) WHERE id NOT IN (SELECT value FROM json_each(?3)) "
            "AND id NOT IN (SELECT memory FROM evidence WHERE user_id = ?1) "
            "AND id NOT IN (SELECT target FROM decisions WHERE user_id = ?1 AND target IS NOT NULL "
            f"AND action IN ('set', 'distill', '{UNDONE}set', '{UNDONE}distill'))",
            (self._session.user_id, person, json.dumps(sorted(kept))),
        ).fetchall()
        with self._session.transaction():
            for (id,) in gone:
                self.delete(id)
        return [id for (id,) in gone]

    def close(self, id: str, until: str | None, superseded_by: str | None = None) -> None:
        """Ends an attribute: it becomes past."""
        self.change(id, {"status": Status.PAST, "until": until, "superseded_by": superseded_by})

    def pin(self, id: str, pinned: bool = True) -> None:
        """Pins or unpins an attribute."""
        self.change(id, {"pinned": pinned})

    def change(self, id: str, changes: Mapping[str, str | float | bool | None]) -> None:
        """Sets fields: of an attribute status, since, until, confidence, pinned, superseded_by; of an event
        status, date, confidence. Raises KeyError for an unknown id, ValueError for another field."""
        kind = self._kind(id)
        if not changes.keys() <= _CHANGEABLE[kind]:
            raise ValueError(f"an {kind} has no changeable {', '.join(changes.keys() - _CHANGEABLE[kind])}")
        sets = ", ".join(f"{field} = ?" for field in changes)
        values = [str(value) if isinstance(value, str) else value for value in changes.values()]
        with self._session.transaction():
            self._conn.execute(
                f"UPDATE {kind}s SET {sets} WHERE user_id = ? AND id = ?",
                (*values, self._session.user_id, id),
            )

    def log(
        self,
        action: str,
        reason: str,
        *,
        aspect: str,
        value: str,
        message: Message | str | None,
        target: str | None,
    ) -> Decision:
        """Writes down a decision; `target` is the attribute or event it made or changed, `message` may be
        given by its public id."""
        at, said = now(), message.id if isinstance(message, Message) else message
        with self._session.transaction():
            self._conn.execute(
                "INSERT INTO decisions(user_id, action, reason, aspect, value, message_row, target, "
                "recorded) SELECT ?1, ?2, ?3, ?4, ?5, "
                "(SELECT row FROM messages WHERE user_id = ?1 AND id = ?6), ?7, ?8",
                (self._session.ensure_user(), action, plain(reason), aspect, plain(value), said, target, at),
            )
        return Decision(action, reason, aspect, value, said, target, _time(at))

    # ------------------------------------------------------------ reading
    def attributes(
        self, person: str | None = None, *, history: bool = False, as_of: datetime | str | None = None,
        status: Status | None = None, aspects: Iterable[str] | None = None,
    ) -> list[Attribute]:  # fmt: skip
        """Attributes of a person (None: of all), by aspect, then since when.

        Current ones; with `history` past ones too; `status` picks exactly that one (`held` needs it).
        `as_of` (a time or an ISO date, which counts to its end) tells what held then, as known now.
        """
        found = self._attributes("person", person)
        if aspects is not None:
            wanted = set(aspects)
            found = [one for one in found if one.aspect in wanted]
        if as_of is not None:
            found = _at(found, as_of_moment(as_of))
        kept = {status} if status else {Status.CURRENT, Status.PAST} if history else {Status.CURRENT}
        return sorted((one for one in found if one.status in kept), key=_attribute_order)

    def attribute(self, id: str) -> Attribute | None:
        """The attribute with this id."""
        return next(iter(self._attributes("id", id)), None)

    def attributes_by_rows(self, rows: Iterable[int]) -> dict[int, Attribute]:
        """Internal row (as vectors have it) -> attribute."""
        return {row: found[0] for row in rows if (found := self._attributes("row", row))}

    def events(
        self, person: str | None = None, *, since: datetime | str | None = None,
        until: datetime | str | None = None, status: Status | None = Status.CURRENT,
    ) -> list[Event]:  # fmt: skip
        """Events of a person (None: of all), by date, undated ones last; `status` None: all.

        `since` and `until` leave out undated events; a partial date counts if any of it fits.
        """
        found = self._events("person", person)
        if status is not None:
            found = [one for one in found if one.status is status]
        low = None if since is None else since if isinstance(since, datetime) else span(since)[0]
        high = None if until is None else as_of_moment(until)
        if low is not None or high is not None:
            found = [one for one in found if overlaps(one.date, low, high)]
        return sorted(found, key=lambda one: (one.date is None, _begins(one.date), one.id))

    def event(self, id: str) -> Event | None:
        """The event with this id."""
        return next(iter(self._events("id", id)), None)

    def events_by_rows(self, rows: Iterable[int]) -> dict[int, Event]:
        """Internal row (as vectors have it) -> event."""
        return {row: found[0] for row in rows if (found := self._events("row", row))}

    def row_of(self, id: str) -> int:
        """The internal row of an attribute or event: the key of its vector. Raises KeyError."""
        found = self._conn.execute(
            f"SELECT row FROM {self._kind(id)}s WHERE user_id = ? AND id = ?", (self._session.user_id, id)
        ).fetchone()
        return int(found[0])

    def rows_ids(self, kind: Literal["attribute", "event"]) -> dict[int, str]:
        """Internal row -> id of all attributes or events: which of them still need a vector."""
        return dict(
            self._conn.execute(f"SELECT row, id FROM {kind}s WHERE user_id = ?", (self._session.user_id,))
        )

    def persons(self) -> list[tuple[str, int, int]]:
        """(person, current attributes, current events) of all who have any memory."""
        return self._conn.execute(
            "SELECT person, sum(a), sum(e) FROM ("
            "SELECT person, status = 'current' AS a, 0 AS e FROM attributes WHERE user_id = ?1 "
            "UNION ALL SELECT person, 0, status = 'current' FROM events WHERE user_id = ?1) "
            "GROUP BY person ORDER BY 2 DESC, 3 DESC, 1",
            (self._session.user_id,),
        ).fetchall()

    def decisions(self, id: str) -> list[Decision]:
        """The decisions about an attribute or event, or those a message led to, oldest first."""
        row = self._conn.execute(
            "SELECT row FROM messages WHERE user_id = ? AND id = ?", (self._session.user_id, id)
        ).fetchone()
        if row is None:
            return [d for _, d in self._decisions("AND d.target = ?", id)]
        return [d for _, d in self._decisions("AND d.message_row = ?", row[0])]

    def decisions_about(self, id: str) -> list[Decision]:
        """The decisions about an attribute or event, with the one that put it in another's place (which names
        that other), oldest first."""
        opened = (
            "d.action IN ('update', 'correct') AND d.target IN ("
            "SELECT id FROM attributes WHERE user_id = d.user_id AND superseded_by = ?) "
            "AND d.message_row IN (SELECT message_row FROM evidence WHERE user_id = d.user_id AND memory = ?)"
        )
        return [d for _, d in self._decisions(f"AND (d.target = ? OR {opened})", id, id, id)]

    def all_decisions(self) -> list[Decision]:
        """All decisions, oldest first."""
        return [d for _, d in self._decisions("")]

    def mark_undone(self, decision: Decision, undone: bool = True) -> Decision:
        """Marks a decision as taken back, or as in force again; returns it as it is then."""
        row = next(row for row, d in self._decisions("") if d.id == decision.id)
        action = decision.action.removeprefix(UNDONE)
        marked = replace(decision, action=f"{UNDONE}{action}" if undone else action)
        with self._session.transaction():
            self._conn.execute("UPDATE decisions SET action = ? WHERE row = ?", (marked.action, row))
        return marked

    def _decisions(self, where: str, *values: str | int) -> list[tuple[int, Decision]]:
        """(row, decision), oldest first. `where` must not part decisions of one message and target: equal
        ones are told apart by their number."""
        found = self._conn.execute(
            "SELECT row, action, reason, aspect, value, message, target, recorded, "
            "row_number() OVER (PARTITION BY base, aspect, value, message, target ORDER BY row) FROM ("
            "SELECT d.row, d.action, d.reason, d.aspect, d.value, m.id AS message, d.target, d.recorded, "
            f"CASE WHEN d.action LIKE '{UNDONE}%' THEN substr(d.action, {len(UNDONE) + 1}) ELSE d.action END "
            "AS base FROM decisions d LEFT JOIN messages m ON m.row = d.message_row "
            f"WHERE d.user_id = ? {where}) ORDER BY row",
            (self._session.user_id, *values),
        )
        return [
            (
                row,
                Decision(
                    action, reason, aspect, value, message, target, _time(at),
                    public_id("d", action.removeprefix(UNDONE), aspect, value, message, target, number),
                ),
            )
            for row, action, reason, aspect, value, message, target, at, number in found
        ]  # fmt: skip

    def decided(self, action: str) -> frozenset[str]:
        """Ids of the attributes and events that the user did this to (set, pin, forget, …)."""
        found = self._conn.execute(
            "SELECT target FROM decisions WHERE user_id = ? AND action = ? AND message_row IS NULL "
            "AND target IS NOT NULL",
            (self._session.user_id, action),
        )
        return frozenset(id for (id,) in found)

    def supported_by(self, message_row: int) -> list[str]:
        """Ids of the attributes and events that stand on a message."""
        return [
            id
            for (id,) in self._conn.execute(
                "SELECT memory FROM evidence WHERE user_id = ? AND message_row = ? ORDER BY row",
                (self._session.user_id, message_row),
            )
        ]

    def _kind(self, id: str) -> Literal["attribute", "event"]:
        for kind in ("attribute", "event"):
            query = f"SELECT 1 FROM {kind}s WHERE user_id = ? AND id = ?"
            if self._conn.execute(query, (self._session.user_id, id)).fetchone():
                return "attribute" if kind == "attribute" else "event"
        raise KeyError(id)

    def _attributes(self, column: str, value: str | int | None) -> list[Attribute]:
        rows, evidence = self._select(_ATTRIBUTE, "attributes", column, value)
        return [
            Attribute(
                id=row[0], person=row[1], aspect=row[2], value=row[3], status=Status(row[4]), since=row[5],
                until=row[6], confidence=row[7], pinned=bool(row[8]), superseded_by=row[9],
                evidence=tuple(evidence.get(row[0], ())),
            )
            for row in rows
        ]  # fmt: skip

    def _events(self, column: str, value: str | int | None) -> list[Event]:
        rows, evidence = self._select(_EVENT, "events", column, value)
        return [
            Event(
                id=row[0], person=row[1], event=row[2], date=row[3], status=Status(row[4]), confidence=row[5],
                evidence=tuple(evidence.get(row[0], ())),
            )
            for row in rows
        ]  # fmt: skip

    def _select(
        self, columns: str, table: str, column: str, value: str | int | None
    ) -> tuple[list[tuple[Any, ...]], dict[str, list[Evidence]]]:
        """The rows where `column` is `value` (None: all), and their evidence by id, earliest first."""
        where = "a.user_id = ?" if value is None else f"a.user_id = ? AND a.{column} = ?"
        every = [self._session.user_id] if value is None else [self._session.user_id, value]
        rows = self._conn.execute(f"SELECT {columns} FROM {table} a WHERE {where}", every).fetchall()
        evidence: dict[str, list[Evidence]] = {}
        for memory, message, quote, time, offset in self._conn.execute(
            f"SELECT a.id, m.id, e.quote, m.time_us, m.offset_min FROM {table} a "
            "CROSS JOIN evidence e ON e.user_id = a.user_id AND e.memory = a.id "  # in this order
            "JOIN messages m ON m.row = e.message_row "
            f"WHERE {where} ORDER BY m.time_us NULLS LAST, m.conversation_id, m.position",
            every,
        ):
            evidence.setdefault(memory, []).append(Evidence(message, quote, from_stored(time, offset)))
        return rows, evidence


def _time(microseconds: int) -> datetime:
    time = from_stored(microseconds, 0)
    assert time is not None
    return time


def _begins(date: str | None) -> datetime:
    """The first moment of a date, on wall clocks: an ISO week comes before the days of December."""
    try:
        return datetime.max if date is None else span(date)[0].replace(tzinfo=None)
    except ValueError:
        return datetime.max


def _attribute_order(one: Attribute) -> tuple[int, bool, str, str]:
    return ASPECTS.index(one.aspect), one.since is None, one.since or "", one.id


def _at(found: list[Attribute], moment: datetime) -> list[Attribute]:
    """What held at a moment by what had been said until then."""
    first = {one.id: _first_told(one) for one in found}
    kept = []
    for one in found:
        begun, ended = valid_at(moment, one.since, one.until)
        told = first[one.id]
        if one.status is Status.HELD:
            kept.append(one)
        elif begun and (told is None or not_after(told, moment)):
            # Past without a known end: it can't be said to have held then.
            over = ended or (one.status is Status.PAST and one.until is None)
            known = _end_told(one, first)
            over = over and (known is None or not_after(known, moment))
            kept.append(replace(one, status=Status.PAST if over else Status.CURRENT))
    return kept


def _first_told(one: Attribute) -> datetime | None:
    return min((e.time for e in one.evidence if e.time is not None), default=None)


def _end_told(one: Attribute, first: Mapping[str, datetime | None]) -> datetime | None:
    """When the end of an attribute was said: by what took its place, or by its own evidence."""
    if one.superseded_by is not None and first.get(one.superseded_by) is not None:
        return first[one.superseded_by]
    # Nothing is added to what has ended but the message that ended it.
    return max((e.time for e in one.evidence if e.time is not None), default=None)
