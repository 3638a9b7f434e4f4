"""The audit log: what was done to the file, as a chain of hashes, without a word of what it holds.

Each entry's hash covers its content and the hash before it (as in Haber and Stornetta, 1991), so no entry can
be changed, taken out or moved without breaking the chain; the head, kept apart, tells when the last ones are
missing. Who can write the file and rebuild the whole chain is found out by a head noted elsewhere.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, now

Detail = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log; `detail` has counts and names of models, never text."""

    number: int
    time: datetime
    action: str
    detail: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Where the chain is broken; `number` is the first entry concerned."""

    number: int
    what: str


class Audit:
    """One log a file; every user sees their own entries."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    def add(self, action: str, detail: Detail | None = None, *, added: int = 0) -> None:
        """Writes an entry, in the transaction of the change it tells of. `added` is by how many messages the
        file grew with it; if that doesn't explain how many there are, an entry `unlogged` goes before."""
        with self._session.transaction():
            user = self._session.ensure_user()
            there = self._messages()
            last = self._conn.execute("SELECT messages FROM audit ORDER BY number DESC LIMIT 1").fetchone()
            if last is not None and last[0] + added != there:
                self._append(user, "unlogged", {"messages": there - added - last[0]}, there - added)
            self._append(user, action, detail or {}, there)

    def _messages(self) -> int:
        return int(self._conn.execute("SELECT count(*) FROM messages").fetchone()[0])

    def _append(self, user: int, action: str, detail: Detail, messages: int) -> None:
        number, head = self._head()
        told = json.dumps(detail, sort_keys=True, separators=(",", ":"))
        fields = (number + 1, user, now(), action, told, messages)
        digest = _chained(head, fields)
        self._conn.execute("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)", (*fields, digest))
        self._conn.execute("INSERT OR REPLACE INTO audit_head VALUES (1, ?, ?)", (number + 1, digest))

    def _head(self) -> tuple[int, bytes]:
        found = self._conn.execute("SELECT number, hash FROM audit_head").fetchone()
        return (0, b"") if found is None else (int(found[0]), bytes(found[1]))

    def latest(self, action: str) -> dict[str, Any] | None:
        """The detail of the user's last entry of this kind."""
        found = self._conn.execute(
            "SELECT detail FROM audit WHERE user_id = ? AND action = ? ORDER BY number DESC LIMIT 1",
            (self._session.user_id, action),
        ).fetchone()
        return None if found is None else json.loads(found[0])

    def details(self, action: str) -> list[dict[str, Any]]:
        """The different details of the user's entries of this kind, in order of first appearance."""
        found = self._conn.execute(
            "SELECT detail FROM audit WHERE user_id = ? AND action = ? GROUP BY detail ORDER BY min(number)",
            (self._session.user_id, action),
        )
        return [json.loads(detail) for (detail,) in found]

    def entries(self, limit: int | None = None) -> list[Entry]:
        """The user's entries, or the last `limit` of them, oldest first."""
        found = self._conn.execute(
            "SELECT number, at, action, detail, hash FROM audit WHERE user_id = ? "
            "ORDER BY number DESC LIMIT ?",
            (self._session.user_id, -1 if limit is None else limit),
        ).fetchall()
        return [
            Entry(number, _time(at), action, json.loads(detail), bytes(digest).hex())
            for number, at, action, detail, digest in reversed(found)
        ]

    def head(self) -> tuple[int, str]:
        """How many entries were written, and the hash of the last: worth noting elsewhere."""
        number, digest = self._head()
        return number, digest.hex()

    def verify(self, noted: str | None = None) -> list[Problem]:
        """What is wrong with the log; `noted` is (the beginning of) a head that was noted before."""
        with self._session.snapshot():
            return list(self._verify(noted))

    def _verify(self, noted: str | None) -> Iterator[Problem]:
        number, head, seen, messages = 0, b"", False, None
        for *fields, digest in self._conn.execute(
            "SELECT number, user_id, at, action, detail, messages, hash FROM audit ORDER BY number"
        ):
            if fields[0] != number + 1:
                yield Problem(number + 1, _missing(number + 1, fields[0] - 1))
            elif _chained(head, fields) != digest:
                yield Problem(fields[0], "was changed, or stands in another's place")
            number, head, messages = fields[0], bytes(digest), fields[5]
            seen = seen or (bool(noted) and head.hex().startswith((noted or "").lower()))
        written, last = self._head()
        if written > number:
            yield Problem(number + 1, _missing(number + 1, written))
        elif (written, last) != (number, head):
            yield Problem(number, "is not the one that was written last")
        if messages is not None and messages != (there := self._messages()):
            yield Problem(
                number, f"was followed by a change that was not logged ({there - messages:+} messages)"
            )
        if noted and not seen:
            yield Problem(0, "the noted head is not in the log: it was written anew")


def _missing(first: int, last: int) -> str:
    return "is missing" if first == last else f"to {last} are missing"


def _chained(before: bytes, fields: Any) -> bytes:
    return blake2b(before + json.dumps(list(fields)).encode(), digest_size=32).digest()


def _time(microseconds: int) -> datetime:
    time = from_stored(microseconds, 0)
    assert time is not None
    return time
