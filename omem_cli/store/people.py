"""Who is who: other names of a person, and what others told of them."""

import sqlite3
from collections.abc import Iterable

from omem_cli.records import AttributeClaim, Evidence, Message, Told
from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, matching_key, plain, public_id


class People:
    """The persons of a user's memory."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn
        self._distinct: dict[str, tuple[int | None, tuple[str, ...]]] = {}

    def speakers(self) -> frozenset[str]:
        """The names of all whose words are stored, and their other names."""
        return frozenset(self._names("person", "person IS NOT NULL")) | self.aliases().keys()

    def _names(self, column: str, which: str) -> tuple[str, ...]:
        """The distinct names in a column of messages, in order; looked for again when there are new ones."""
        (last,) = self._conn.execute("SELECT max(row) FROM messages").fetchone()
        before, names = self._distinct.get(column, (-1, ()))
        if before != last:
            found = self._conn.execute(
                f"SELECT DISTINCT {column} FROM messages WHERE user_id = ? AND {which} ORDER BY {column}",
                (self._session.user_id,),
            )
            names = tuple(name for (name,) in found)
            self._distinct[column] = (last, names)
        return names

    # ------------------------------------------------------------ names
    def aliases(self) -> dict[str, str]:
        """Other name -> the name that stands for the person."""
        return dict(
            self._conn.execute(
                "SELECT alias, person FROM aliases WHERE user_id = ? ORDER BY alias", (self._session.user_id,)
            )
        )

    def canonical(self, name: str) -> str:
        """The name that stands for the person called `name`."""
        found = self._conn.execute(
            "SELECT person FROM aliases WHERE user_id = ? AND alias = ?", (self._session.user_id, plain(name))
        ).fetchone()
        return name if found is None else str(found[0])

    def own_names(self) -> tuple[str, ...]:
        """The names under which the memory's user speaks in the chats."""
        return self._names("speaker", "role = 'user'")

    def join(self, alias: str, person: str) -> None:
        """Makes `alias` (and what it stood for) another name of `person`: messages become that person's."""
        with self._session.transaction():
            user, names = self._session.ensure_user(), (plain(alias), plain(person))
            self._conn.execute(
                "UPDATE aliases SET person = ?3 WHERE user_id = ?1 AND person = ?2", (user, *names)
            )
            self._conn.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)", (user, *names))
            self._distinct.clear()
            for table in ("messages", "told"):
                self._conn.execute(
                    f"UPDATE {table} SET person = ?3 WHERE user_id = ?1 AND person = ?2", (user, *names)
                )
            self._conn.execute(
                "UPDATE told SET teller = ?3 WHERE user_id = ?1 AND teller = ?2", (user, *names)
            )

    def part(self, alias: str, merges: Iterable[tuple[str, str]]) -> None:
        """Takes a name away from a person. `merges` are the (alias, person) that go on, in order: what had
        come along with the alias stays with it. Its messages are those written under these names."""
        person = self.canonical(alias)
        with self._session.transaction():
            user = self._session.ensure_user()
            self._conn.execute("DELETE FROM aliases WHERE user_id = ? AND person = ?", (user, person))
            self._distinct.clear()
            for other, name in merges:
                stands = self.canonical(name)
                self._conn.execute(
                    "UPDATE aliases SET person = ? WHERE user_id = ? AND person = ?", (stands, user, other)
                )
                self._conn.execute("INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)", (user, other, stands))
            mine = [alias, *(other for other, stands in self.aliases().items() if stands == alias)]
            for name in mine:
                self._conn.execute(
                    "UPDATE messages SET person = ? WHERE user_id = ? AND person = ? AND speaker = ? "
                    "AND role = 'participant'",
                    (alias, user, person, name),
                )

    def rename(self, message: Message, person: str) -> None:
        """Makes one message a person's."""
        with self._session.transaction():
            self._conn.execute("UPDATE messages SET person = ? WHERE row = ?", (plain(person), message.row))

    # ------------------------------------------------------------ told
    def tell(self, message: Message, teller: str, claims: Iterable[AttributeClaim]) -> None:
        """Keeps what a message says of others, in place of what it was thought to say before."""
        with self._session.transaction():
            user = self._session.ensure_user()
            self._conn.execute("DELETE FROM told WHERE message_row = ?", (message.row,))
            for c in claims:
                person = self.canonical(c.about or "")
                id = public_id(
                    "t", self._session.user, person, teller, c.aspect, matching_key(c.value), message.id
                )
                self._conn.execute(
                    "INSERT OR IGNORE INTO told(user_id, id, person, teller, aspect, value, message_row, "
                    "quote) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(user, id, plain(person), plain(teller), c.aspect, plain(c.value), message.row),
                        c.quote and plain(c.quote),
                    ),
                )

    def telling(self) -> frozenset[int]:
        """Rows of the messages that say something of others."""
        found = self._conn.execute(
            "SELECT DISTINCT message_row FROM told WHERE user_id = ?", (self._session.user_id,)
        )
        return frozenset(row for (row,) in found)

    def told(self, person: str | None = None) -> list[Told]:
        """What others said of a person (None: of all), by person, aspect and time."""
        found = self._conn.execute(
            "SELECT t.id, t.person, t.teller, t.aspect, t.value, m.id, t.quote, m.time_us, m.offset_min "
            "FROM told t JOIN messages m ON m.row = t.message_row WHERE t.user_id = ?1 "
            "AND (?2 IS NULL OR t.person = ?2) "
            "ORDER BY t.person, t.aspect, m.time_us, m.conversation_id, m.position, t.id",
            (self._session.user_id, person),
        )
        return [
            Told(id, whose, teller, aspect, value, Evidence(message, quote, from_stored(time, offset)))
            for id, whose, teller, aspect, value, message, quote, time, offset in found
        ]
