"""What is left of erased messages: enough to know them again, so that they stay out.

A tombstone is a keyed hash of a message's id. The key is random and lies in the file: tombstones of two
files can't be compared, and nothing without the key can be tried against them.
"""

import secrets
import sqlite3
from collections.abc import Collection, Iterator
from hashlib import blake2b
from typing import Any

from omem_cli.store.database import Session

Line = dict[str, Any]


class Tombstones:
    """Those of one user."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    def key(self) -> tuple[int, bytes]:
        """The key for new tombstones, made when first needed, with its number."""
        found = self._conn.execute("SELECT id, key FROM erasure_keys ORDER BY id LIMIT 1").fetchone()
        if found is None:
            self._conn.execute("INSERT INTO erasure_keys(key) VALUES (?)", (secrets.token_bytes(32),))
            return self.key()
        return int(found[0]), bytes(found[1])

    def keys(self) -> dict[int, bytes]:
        """The keys under which this user has tombstones."""
        return dict(
            self._conn.execute(
                "SELECT id, key FROM erasure_keys WHERE id IN (SELECT key_id FROM tombstones "
                "WHERE user_id = ?1 UNION SELECT key_id FROM erased_openings WHERE user_id = ?1)",
                (self._session.user_id,),
            )
        )

    def openings(self, format: str, opening: bytes) -> list[tuple[str, int, bytes]]:
        """Conversations with erased messages that begin with `opening`: (public id, length, hashed link)."""
        found: list[tuple[str, int, bytes]] = []
        for number, key in self.keys().items():
            found += self._conn.execute(
                "SELECT public, length, hash FROM erased_openings WHERE user_id = ?1 AND key_id = ?2 "
                "AND format = ?3 AND public IN (SELECT public FROM erased_openings WHERE user_id = ?1 "
                "AND key_id = ?2 AND format = ?3 AND length = 1 AND hash = ?4) ORDER BY rowid",
                (self._session.user_id, number, format, hashed(key, opening)),
            )
        return found

    def erased(self, ids: Collection[str]) -> set[str]:
        """Those of the message ids (and `native_name`s) that were erased and must stay out."""
        found: set[str] = set()
        for number, key in self.keys().items():
            hashes = {hashed(key, id): id for id in ids}
            for digest in hashes:
                if self._conn.execute(
                    "SELECT 1 FROM tombstones WHERE user_id = ? AND key_id = ? AND hash = ?",
                    (self._session.user_id, number, digest),
                ).fetchone():
                    found.add(hashes[digest])
        return found

    def count(self) -> int:
        """How many ids are kept out."""
        found = self._conn.execute(
            "SELECT count(*) FROM tombstones WHERE user_id = ?", (self._session.user_id,)
        )
        return int(found.fetchone()[0])

    def allow_return(self) -> int:
        """Lifts all tombstones; returns how many there were."""
        lifted = self.count()
        self._conn.execute("DELETE FROM tombstones WHERE user_id = ?", (self._session.user_id,))
        return lifted

    # ------------------------------------------------------------ export and import
    def lines(self) -> Iterator[Line]:
        """What keeps messages out, for an export: a line a key."""
        user = self._session.user_id
        for number, key in sorted(self.keys().items()):
            hashes = self._conn.execute(
                "SELECT hash FROM tombstones WHERE user_id = ? AND key_id = ? ORDER BY hash", (user, number)
            )
            openings = self._conn.execute(
                "SELECT public, format, length, hash FROM erased_openings WHERE user_id = ? AND key_id = ? "
                "ORDER BY rowid",
                (user, number),
            )
            yield {
                "key": key.hex(),
                "hashes": [digest.hex() for (digest,) in hashes],
                "openings": [[*place, digest.hex()] for *place, digest in openings],
            }

    def restore(self, line: Line) -> bool:
        """Adds a line of an export; whether anything in it was new."""
        user, key = self._session.ensure_user(), bytes.fromhex(line["key"])
        self._conn.execute("INSERT OR IGNORE INTO erasure_keys(key) VALUES (?)", (key,))
        number = self._conn.execute("SELECT id FROM erasure_keys WHERE key = ?", (key,)).fetchone()[0]
        before = self._conn.total_changes
        self._conn.executemany(
            "INSERT OR IGNORE INTO tombstones VALUES (?, ?, ?)",
            [(user, number, bytes.fromhex(digest)) for digest in line["hashes"]],
        )
        self._conn.executemany(
            "INSERT OR IGNORE INTO erased_openings VALUES (?, ?, ?, ?, ?, ?)",
            [
                (user, number, public, format, length, bytes.fromhex(digest))
                for public, format, length, digest in line["openings"]
            ],
        )
        return self._conn.total_changes > before


def native_name(key: bytes) -> str:
    """How the key of a source's own message id is named among ids."""
    return f"native {key.hex()}"


def hidden(key: bytes, link: bytes) -> bytes:
    """How a link of an opening is kept once a message of its conversation was erased."""
    return hashed(key, link)


def hashed(key: bytes, of: str | bytes) -> bytes:
    """16 bytes of keyed BLAKE2b."""
    return blake2b(of.encode() if isinstance(of, str) else of, key=key, digest_size=16).digest()
