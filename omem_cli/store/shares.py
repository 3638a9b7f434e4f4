"""What was shared with others, and what others shared: apart from one's own memories."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, now, plain, public_id, to_stored
from omem_cli.store.people import People


@dataclass(frozen=True, slots=True)
class Given:
    """A bundle that the user made: for whom, of which aspects, how many memories, until when, and whether it
    was taken back. `signer` is the public key that signed it."""

    bundle: str
    signer: bytes
    recipient: str
    aspects: tuple[str, ...]
    memories: int
    given: datetime
    expires: datetime | None
    revoked: datetime | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A bundle that somebody else made. Once it is taken back only its name, its signer and `revoked` are
    left, and the person if it had been here."""

    bundle: str
    signer: bytes
    person: str | None
    consent: dict[str, Any] | None
    memories: int
    taken: datetime
    expires: datetime | None
    revoked: datetime | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A memory as it is shared: an attribute, or an event (`aspect` is `event`, `since` its date). `told` is
    the day it was last said, `messages` in how many messages."""

    aspect: str
    value: str
    since: str | None
    told: str | None
    messages: int


@dataclass(frozen=True, slots=True)
class Shared:
    """A memory that `person` shared, until `expires`."""

    id: str
    bundle: str
    person: str
    piece: Piece
    expires: datetime | None


class Shares:
    """Those of one user. Times of expiry are compared with the `at` of each call (default: now)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    # ------------------------------------------------------------ given
    def seed(self) -> bytes | None:
        """The user's private key for signatures, if one was made."""
        found = self._conn.execute(
            "SELECT seed FROM share_keys WHERE user_id = ?", (self._session.user_id,)
        ).fetchone()
        return None if found is None else bytes(found[0])

    def keep_seed(self, seed: bytes) -> None:
        """Keeps a new private key; it stays the same from then on."""
        with self._session.transaction():
            self._conn.execute("INSERT INTO share_keys VALUES (?, ?)", (self._session.ensure_user(), seed))

    def give(self, one: Given) -> bool:
        """Keeps the record of a bundle; whether it was new."""
        with self._session.transaction():
            added = self._conn.execute(
                "INSERT OR IGNORE INTO shares_given VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(self._session.ensure_user(), one.bundle, one.signer, plain(one.recipient)),
                    *(json.dumps(one.aspects), one.memories, to_stored(one.given)[0]),
                    *(to_stored(one.expires)[0], to_stored(one.revoked)[0]),
                ),
            )
        return added.rowcount > 0

    def given(self) -> list[Given]:
        """What the user shared, oldest first."""
        found = self._conn.execute(
            "SELECT bundle, signer, recipient, aspects, memories, given, expires, revoked FROM shares_given "
            "WHERE user_id = ? ORDER BY given, bundle",
            (self._session.user_id,),
        )
        return [
            Given(
                bundle, bytes(signer), to, tuple(json.loads(aspects)), count, _time(at), _known(expires),
                _known(revoked),
            )
            for bundle, signer, to, aspects, count, at, expires, revoked in found
        ]  # fmt: skip

    def mark_revoked(self, bundle: str, at: datetime) -> None:
        """Notes that the user took a bundle back."""
        with self._session.transaction():
            self._conn.execute(
                "UPDATE shares_given SET revoked = coalesce(revoked, ?) WHERE user_id = ? AND bundle = ?",
                (to_stored(at)[0], self._session.user_id, bundle),
            )

    # ------------------------------------------------------------ taken
    def take(
        self, bundle: str, signer: bytes, person: str, consent: dict[str, Any], expires: datetime | None,
        pieces: Iterable[Piece],
    ) -> int:  # fmt: skip
        """Keeps what somebody shared; returns how many memories it was."""
        with self._session.transaction():
            user = self._session.ensure_user()
            row = self._conn.execute(
                "INSERT INTO shares_taken(user_id, bundle, signer, person, consent, expires, taken) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    *(user, bundle, signer, plain(person), plain(json.dumps(consent, ensure_ascii=False))),
                    *(to_stored(expires)[0], now()),
                ),
            ).lastrowid
            number = 0
            for number, p in enumerate(pieces, 1):
                id = public_id("s", self._session.user, bundle, signer.hex(), number)
                self._conn.execute(
                    "INSERT INTO shared(user_id, share_row, id, aspect, value, since, told, messages) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (user, row, id, p.aspect, plain(p.value), p.since, p.told, p.messages),
                )
        return number

    def taken(self) -> list[Taken]:
        """The bundles of others, in the order they came, those that were taken back included."""
        found = self._conn.execute(
            "SELECT bundle, signer, person, consent, (SELECT count(*) FROM shared WHERE share_row = t.row), "
            "taken, expires, revoked FROM shares_taken t WHERE user_id = ? ORDER BY row",
            (self._session.user_id,),
        )
        return [
            Taken(
                bundle, bytes(signer), person, consent and json.loads(consent), count, _time(at),
                _known(expires), _known(revoked),
            )
            for bundle, signer, person, consent, count, at, expires, revoked in found
        ]  # fmt: skip

    def shared(self, at: datetime | None = None) -> list[Shared]:
        """What others shared and has not expired, by person, in the bundle's order."""
        found = self._conn.execute(
            "SELECT s.id, t.bundle, t.person, s.aspect, s.value, s.since, s.told, s.messages, t.expires "
            "FROM shared s JOIN shares_taken t ON t.row = s.share_row "
            "WHERE s.user_id = ? AND (t.expires IS NULL OR t.expires > ?) ORDER BY t.person, t.row, s.row",
            (self._session.user_id, _moment(at)),
        )
        return [
            Shared(id, bundle, person, Piece(*piece), _known(expires))
            for id, bundle, person, *piece, expires in found
        ]

    def of(self, person: str, at: datetime | None = None) -> list[Shared]:
        """What a person (by any of their names) shared and has not expired; nothing for the user: their
        profile is their own."""
        people = People(self._session)
        who = people.canonical(person)
        if who == self._session.user:
            return []
        return [s for s in self.shared(at) if people.canonical(s.person) == who]

    def revoke(self, bundle: str, signer: bytes, at: datetime) -> int:
        """Takes out what a bundle held, and keeps it out; returns how many memories it was. Afterwards
        `erasure.wipe()` clears what SQLite leaves in the file."""
        with self._session.transaction():
            user = self._session.ensure_user()
            self._conn.execute(
                "INSERT OR IGNORE INTO shares_taken(user_id, bundle, signer, taken) VALUES (?, ?, ?, ?)",
                (user, bundle, signer, now()),
            )
            mine = (user, bundle, signer)
            removed = self._conn.execute(
                "DELETE FROM shared WHERE share_row IN (SELECT row FROM shares_taken WHERE user_id = ? "
                "AND bundle = ? AND signer = ?)",
                mine,
            ).rowcount
            self._conn.execute(
                "UPDATE shares_taken SET consent = NULL, expires = NULL, revoked = coalesce(revoked, ?) "
                "WHERE user_id = ? AND bundle = ? AND signer = ?",
                (to_stored(at)[0], *mine),
            )
        return removed

    def drop(self, bundle: str, signer: bytes) -> int:
        """Takes a bundle of somebody else out; it may come again. Returns how many memories it held."""
        with self._session.transaction():
            mine = (self._session.user_id, bundle, signer)
            theirs = "SELECT row FROM shares_taken WHERE user_id = ? AND bundle = ? AND signer = ?"
            removed = self._conn.execute(f"DELETE FROM shared WHERE share_row IN ({theirs})", mine).rowcount
            self._conn.execute(f"DELETE FROM shares_taken WHERE row IN ({theirs})", mine)
        return removed

    def expired(self, at: datetime | None = None) -> list[Taken]:
        """Bundles whose time is over, still here."""
        moment = _moment(at)
        return [t for t in self.taken() if t.expires is not None and (to_stored(t.expires)[0] or 0) <= moment]

    def forget(self, persons: Iterable[str] | None = None) -> None:
        """Takes out what these persons shared (None: everything, what the user shared too). That a bundle was
        taken back stays known."""
        names = None if persons is None else json.dumps([plain(name) for name in persons])
        with self._session.transaction():
            user = self._session.user_id
            theirs = "user_id = ?1 AND (?2 IS NULL OR person IN (SELECT value FROM json_each(?2)))"
            self._conn.execute(f"DELETE FROM shares_taken WHERE revoked IS NULL AND {theirs}", (user, names))
            self._conn.execute(f"UPDATE shares_taken SET person = NULL WHERE {theirs}", (user, names))
            if persons is None:
                self._conn.execute("DELETE FROM shares_given WHERE user_id = ?", (user,))
                self._conn.execute("DELETE FROM share_keys WHERE user_id = ?", (user,))

    # ------------------------------------------------------------ export and import
    def lines(self) -> list[dict[str, Any]]:
        """The records of what the user shared, for an export. The key that signed them isn't in it, nor is
        what others shared: that was for this memory."""
        return [
            {
                "bundle": g.bundle,
                "signer": g.signer.hex(),
                "to": g.recipient,
                "aspects": list(g.aspects),
                "memories": g.memories,
                "expires": None if g.expires is None else g.expires.isoformat(),
                "recorded": {
                    "at": to_stored(g.given)[0],
                    "revoked": None if g.revoked is None else to_stored(g.revoked)[0],
                },
            }
            for g in self.given()
        ]

    def restore(self, line: dict[str, Any]) -> bool:
        """Adds a record of an export; whether it was new."""
        expires, at = line["expires"], line["recorded"]
        return self.give(
            Given(
                str(line["bundle"]), bytes.fromhex(line["signer"]), str(line["to"]),
                tuple(map(str, line["aspects"])), int(line["memories"]), _time(at["at"]),
                None if expires is None else datetime.fromisoformat(expires), _known(at["revoked"]),
            )
        )  # fmt: skip


def _moment(at: datetime | None) -> int:
    return now() if at is None else to_stored(at)[0] or 0


def _known(microseconds: int | None) -> datetime | None:
    return from_stored(microseconds, 0)


def _time(microseconds: int) -> datetime:
    time = from_stored(microseconds, 0)
    assert time is not None
    return time
