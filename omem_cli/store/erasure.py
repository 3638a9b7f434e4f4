"""Erasure: taking messages out with all that holds their words."""

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from omem_cli import text
from omem_cli.records import ASPECTS
from omem_cli.store.database import Session
from omem_cli.store.files import before_upgrade
from omem_cli.store.ids import matching_key, plain, public_id, to_stored
from omem_cli.store.shares import Shares
from omem_cli.store.text_index import TextIndex
from omem_cli.store.tombstones import Tombstones, hashed, native_name
from omem_cli.store.vectors import Vectors

_LABELS = (*ASPECTS, "topic", "event", "clues")  # of the lines in a model's reply
_SPEECH = ("user", "assistant", "participant")
_PER_USER = (
    *("messages", "conversations", "topics", "clues", "attributes", "events", "evidence", "decisions"),
    *("forgotten", "told", "aliases", "shared"),
)
_PER_MESSAGE = ("understandings", "versions")
_UNWIPED = 1  # in the file's header while free pages may still hold what was erased
_COUNTED = (*_PER_MESSAGE, "edits")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which messages are meant: those that fit all that is given. `messages` are public ids (any of them);
    `before` leaves out messages of unknown time. Nothing given: all messages."""

    messages: tuple[str, ...] = ()
    conversation: str | None = None
    person: str | None = None
    topic: str | None = None
    clue: str | None = None
    before: datetime | None = None


def mark_unwiped(session: Session) -> None:
    """Notes in the file that traces of something may be left in it, until `Erasure.wipe`; taken back with the
    transaction."""
    session.conn.execute(f"PRAGMA user_version = {_UNWIPED}")


class Erasure:
    """For one user. Everything but `wipe` is to be called inside one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn
        self._tombstones = Tombstones(session)

    # ------------------------------------------------------------ choosing
    def rows(self, chosen: Selection) -> list[int]:
        """Rows of the messages that fit, in file order."""
        clauses: dict[str, str | int | None] = {
            "c.public = ?": chosen.conversation,
            "m.person = ?": chosen.person,
            "m.time_us < ?": to_stored(chosen.before)[0],
        }
        for kind, name in (("topic", chosen.topic), ("clue", chosen.clue)):
            clauses[
                f"m.row IN (SELECT i.message_row FROM {kind}_messages i JOIN {kind}s k ON k.row = "
                f"i.{kind}_row WHERE k.user_id = m.user_id AND k.norm = ?)"
            ] = None if name is None else matching_key(name)
        used = {clause: value for clause, value in clauses.items() if value is not None}
        where = " AND ".join(["m.user_id = ?", *used])
        found = self._conn.execute(
            "SELECT m.row, m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id "
            f"WHERE {where} ORDER BY m.conversation_id, m.position",
            (self._session.user_id, *used.values()),
        )
        wanted = set(chosen.messages)
        return [row for row, id in found if not wanted or id in wanted]

    def counts(self) -> dict[str, int]:
        """What there is of each kind: the difference before and after is what an erasure took."""
        user = self._session.user_id
        found = {
            table: self._number(f"SELECT count(*) FROM {table} WHERE user_id = ?", user)
            for table in _PER_USER
        }
        for table in _COUNTED:
            found[table] = self._number(
                f"SELECT count(*) FROM {table} t JOIN messages m ON m.row = t.message_row "
                "WHERE m.user_id = ?",
                user,
            )
        found["vectors"] = self._number(
            "SELECT coalesce(sum(c.count), 0) FROM spaces s JOIN codes c ON c.space_id = s.id "
            "WHERE s.user_id = ?",
            user,
        )
        found["text_index"] = TextIndex(self._session).count()
        return found

    def _number(self, query: str, *values: str | int) -> int:
        return int(self._conn.execute(query, values).fetchone()[0])

    # ------------------------------------------------------------ taking out
    def touched(self, rows: Collection[int]) -> tuple[list[str], list[str]]:
        """(persons whose profile changes, ids of attributes and events that lose evidence) with `rows`."""
        self._mark(rows)
        persons = self._conn.execute(
            # Messages that changed nothing in a profile cost no folding of it.
            "SELECT DISTINCT person FROM messages WHERE row IN marked AND person IS NOT NULL AND ("
            "row IN (SELECT message_row FROM evidence) OR row IN (SELECT message_row FROM decisions) "
            "OR row IN (SELECT message_row FROM told)) "
            "UNION SELECT a.person FROM evidence e JOIN attributes a ON a.id = e.memory "
            "AND a.user_id = e.user_id WHERE e.message_row IN marked "
            "UNION SELECT v.person FROM evidence e JOIN events v ON v.id = e.memory "
            "AND v.user_id = e.user_id WHERE e.message_row IN marked ORDER BY 1"
        ).fetchall()
        memories = self._conn.execute(
            "SELECT DISTINCT memory FROM evidence WHERE message_row IN marked ORDER BY memory"
        ).fetchall()
        return [person for (person,) in persons], [id for (id,) in memories]

    def _mark(self, rows: Iterable[int]) -> None:
        # A list of any length for SQL; in memory (temp_store), gone with the connection.
        self._conn.execute("CREATE TEMP TABLE IF NOT EXISTS marked (row INTEGER PRIMARY KEY)")
        self._conn.execute("DELETE FROM marked")
        self._conn.executemany("INSERT OR IGNORE INTO marked VALUES (?)", [(row,) for row in rows])

    def quoting(self, rows: Collection[int]) -> list[int]:
        """Other messages whose reading uses words of one of `rows` that they don't have themselves: the model
        saw the turn before. They must be understood anew."""
        gone, found = set(rows), []
        self._mark(rows)
        conversations = self._conn.execute(
            "SELECT DISTINCT conversation_id FROM messages WHERE row IN marked AND conversation_id IN "
            "(SELECT conversation_id FROM messages WHERE row NOT IN marked)"
        ).fetchall()
        for (conversation,) in conversations:
            last: dict[str, int] = {}  # speaker -> row of their latest turn, the latest speaker at the end
            for row, speaker, role in self._conn.execute(
                "SELECT row, speaker, role FROM messages WHERE conversation_id = ? ORDER BY position",
                (conversation,),
            ).fetchall():
                before = next((last[name] for name in reversed(last) if name != speaker), None)
                if row not in gone and before in gone and self._quotes(row, before):
                    found.append(row)
                if role in _SPEECH:
                    last.pop(speaker, None)
                    last[speaker] = row
        return found

    def _quotes(self, row: int, before: int | None) -> bool:
        read: list[str | None] = []
        for table in _PER_MESSAGE:
            for topic, raw, told in self._conn.execute(
                f"SELECT topic, raw, claims FROM {table} WHERE message_row = ?", (row,)
            ):
                claimed = json.loads(told) if told else {}
                read += [topic, raw, *(one["value"] for one in claimed.get("attributes", ()))]
                read += [one["event"] for one in claimed.get("events", ())]
        read += [word for (word,) in self._conn.execute(
            "SELECT c.word FROM clue_messages i JOIN clues c ON c.row = i.clue_row WHERE i.message_row = ?",
            (row,),
        )]  # fmt: skip
        said: dict[int | None, set[str]] = {row: set(), before: set()}
        for number, words in self._conn.execute(
            "SELECT row, text FROM messages WHERE row IN (?1, ?2) UNION ALL "
            "SELECT message_row, text FROM edits WHERE message_row = ?2",
            (row, before),
        ):
            said[number].update(text.analyse(words))
        used = {term for words in read if words for term in text.analyse(words)}
        used -= set(text.analyse(" ".join(_LABELS)))
        return bool(used & said[before] - said[row])

    def reopen(self, rows: Collection[int]) -> None:
        """Drops how these messages were understood; they count as pending again."""
        self._mark(rows)
        for table in (*_PER_MESSAGE, "evidence", "decisions", "topic_messages", "clue_messages"):
            self._conn.execute(f"DELETE FROM {table} WHERE message_row IN marked")
        self._conn.execute("UPDATE messages SET understood = 0 WHERE row IN marked")

    def delete(self, rows: Collection[int], *, tombstones: bool) -> None:
        """Takes messages out: text, vectors, index, readings, evidence, decisions, titles that share their
        words, claims put aside, paths of sources that are empty now."""
        user = self._session.ensure_user()
        self.mark_unwiped()
        self._mark(rows)
        ids = [id for (id,) in self._conn.execute("SELECT id FROM messages WHERE row IN marked")]
        if tombstones:
            natives = self._conn.execute(
                "SELECT native FROM messages WHERE row IN marked AND native IS NOT NULL UNION "
                "SELECT native FROM edits WHERE message_row IN marked AND native IS NOT NULL"
            )
            names = [*ids, *(native_name(native) for (native,) in natives)]
            key_id, key = self._tombstones.key()
            self._conn.executemany(
                "INSERT OR IGNORE INTO tombstones VALUES (?, ?, ?)",
                [(user, key_id, hashed(key, name)) for name in names],
            )
        self._hide_openings(tombstones)
        self._clear_titles()
        self._conn.executemany(
            "DELETE FROM forgotten WHERE user_id = ? AND claim LIKE '%' || char(31) || ?",
            [(user, id) for id in ids],
        )
        Vectors(self._session).remove("message", rows)
        TextIndex(self._session).remove(rows)
        TextIndex(self._session).rebuild()
        self._conn.execute("DELETE FROM messages WHERE row IN marked")  # the rest cascades
        self._conn.execute(
            "DELETE FROM conversations WHERE user_id = ? "
            "AND id NOT IN (SELECT conversation_id FROM messages)",
            (user,),
        )
        self._conn.execute("DELETE FROM sources WHERE id NOT IN (SELECT source_id FROM messages)")

    def mark_unwiped(self) -> None:
        """Notes that traces of what is being erased lie in the file until `wipe`."""
        mark_unwiped(self._session)

    def _hide_openings(self, keep: bool) -> None:
        """Openings are hashes of text: those of conversations with erased messages are kept under the key."""
        user = self._session.user_id
        touched = (
            "SELECT DISTINCT conversation_id FROM messages WHERE row IN marked AND conversation_id IN "
            "(SELECT id FROM conversations WHERE opening IS NOT NULL)"
        )
        if keep:
            key_id, key = self._tombstones.key()
            self._conn.executemany(
                "INSERT OR IGNORE INTO erased_openings VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (user, key_id, public, format, length, hashed(key, link))
                    for public, format, length, link in self._conn.execute(
                        "SELECT c.public, c.format, o.length, o.chain FROM openings o JOIN conversations c "
                        f"ON c.id = o.conversation_id WHERE c.id IN ({touched}) ORDER BY c.id, o.length"
                    ).fetchall()
                ],
            )
        self._conn.execute(f"DELETE FROM openings WHERE conversation_id IN ({touched})")
        self._conn.execute(f"UPDATE conversations SET opening = NULL WHERE id IN ({touched})")

    def _clear_titles(self) -> None:
        for conversation, title in self._conn.execute(
            "SELECT id, title FROM conversations WHERE title IS NOT NULL AND id IN "
            "(SELECT conversation_id FROM messages WHERE row IN marked)"
        ).fetchall():
            words = set(text.analyse(title))
            said = self._conn.execute(
                "SELECT text FROM messages WHERE conversation_id = ?1 AND row IN marked UNION ALL "
                "SELECT e.text FROM edits e JOIN messages m ON m.row = e.message_row "
                "WHERE m.conversation_id = ?1 AND m.row IN marked",
                (conversation,),
            )
            if any(words & set(text.analyse(spoken)) for (spoken,) in said):
                self._conn.execute("UPDATE conversations SET title = NULL WHERE id = ?", (conversation,))

    def tidy_topics(self) -> None:
        """Topics and clues without messages go. A topic named by a message that is gone takes the name that a
        remaining one gave it."""
        user, vectors = self._session.user_id, Vectors(self._session)
        lost: list[int] = []
        for row, norm in self._conn.execute(
            "SELECT row, norm FROM topics WHERE user_id = ?", (user,)
        ).fetchall():
            names = [
                name
                for (name,) in self._conn.execute(
                    "SELECT u.topic FROM topic_messages i JOIN understandings u "
                    "ON u.message_row = i.message_row WHERE i.topic_row = ? ORDER BY i.message_row",
                    (row,),
                )
            ]
            if any(matching_key(name) == norm for name in names):
                continue
            lost.append(row)
            name = next((name for name in names if matching_key(name)), None)
            if name is not None:
                self._rename(row, name)
            else:
                self._conn.execute("DELETE FROM topics WHERE row = ?", (row,))
        if lost:
            vectors.remove("topic", lost)
        self._conn.execute(
            "DELETE FROM clues WHERE user_id = ? AND row NOT IN (SELECT clue_row FROM clue_messages)", (user,)
        )

    def _rename(self, row: int, name: str) -> None:
        user, norm = self._session.user_id, matching_key(name)
        known = self._conn.execute(
            "SELECT row FROM topics WHERE user_id = ? AND norm = ?", (user, norm)
        ).fetchone()
        if known is None:
            self._conn.execute(
                "UPDATE topics SET name = ?, norm = ? WHERE row = ?", (plain(name).strip(), norm, row)
            )
        else:
            self._conn.execute(
                "INSERT OR IGNORE INTO topic_messages SELECT ?, message_row FROM topic_messages "
                "WHERE topic_row = ?",
                (known[0], row),
            )
            self._conn.execute("DELETE FROM topics WHERE row = ?", (row,))

    # ------------------------------------------------------------ attributes and events
    def stands_on(self, id: str) -> list[tuple[str, str]]:
        """(message id, the words it gave the memory) of what evidence is left, earliest first: words that
        were noted when the message was decided upon."""
        return self._conn.execute(
            "SELECT m.id, d.value FROM evidence e JOIN messages m ON m.row = e.message_row "
            "JOIN decisions d ON d.message_row = m.row AND d.target = e.memory AND d.user_id = e.user_id "
            "WHERE e.user_id = ? AND e.memory = ? AND d.action <> 'close' "
            "ORDER BY m.time_us NULLS LAST, m.conversation_id, m.position, d.row",
            (self._session.user_id, id),
        ).fetchall()

    def reword(self, id: str, words: str, message: str) -> None:
        """An attribute or event takes other words and stands on another first message: with its new id."""
        user = self._session.user_id
        person, kind, extra = self._conn.execute(
            "SELECT person, 'attribute', aspect FROM attributes WHERE user_id = ?1 AND id = ?2 UNION ALL "
            "SELECT person, 'event', date FROM events WHERE user_id = ?1 AND id = ?2",
            (user, id),
        ).fetchone()
        owner, norm = self._session.user, matching_key(words)
        new = (
            public_id("a", owner, person, extra, norm, message)
            if kind == "attribute"
            else public_id("e", owner, person, norm, extra, message)
        )
        column = "value" if kind == "attribute" else "event"
        row = self._conn.execute(
            f"SELECT row FROM {kind}s WHERE user_id = ? AND id = ?", (user, id)
        ).fetchone()[0]
        Vectors(self._session).remove(kind, [row])
        self._conn.execute(f"DELETE FROM {kind}s WHERE user_id = ? AND id = ? AND row <> ?", (user, new, row))
        self._conn.execute(f"UPDATE {kind}s SET id = ?, {column} = ? WHERE row = ?", (new, words, row))
        self._conn.execute(
            "UPDATE OR REPLACE evidence SET memory = ? WHERE user_id = ? AND memory = ?", (new, user, id)
        )
        self._conn.execute(
            "UPDATE attributes SET superseded_by = ? WHERE user_id = ? AND superseded_by = ?", (new, user, id)
        )
        self._conn.execute(
            "UPDATE decisions SET target = ?1, "
            "value = CASE WHEN message_row IS NULL THEN ?2 ELSE value END, "
            "reason = CASE WHEN message_row IS NULL THEN reason ELSE 'says the same' END "
            "WHERE user_id = ?3 AND target = ?4",
            (new, words, user, id),
        )

    def drop_dangling(self) -> None:
        """The user's decisions about what is gone go too: they repeat its words; and how often it was
        shown: its id is a hash of them."""
        self._conn.execute(
            "DELETE FROM usage WHERE user_id = ?1 AND memory NOT IN ("
            "SELECT id FROM messages WHERE user_id = ?1 UNION SELECT id FROM attributes WHERE user_id = ?1 "
            "UNION SELECT id FROM events WHERE user_id = ?1)",
            (self._session.user_id,),
        )
        self._conn.execute(
            "DELETE FROM decisions WHERE user_id = ?1 AND message_row IS NULL AND target IS NOT NULL "
            "AND action NOT LIKE '%merge' "  # their targets are names
            "AND target NOT IN (SELECT id FROM attributes WHERE user_id = ?1) "
            "AND target NOT IN (SELECT id FROM events WHERE user_id = ?1)",
            (self._session.user_id,),
        )

    def drop_person(self, person: str) -> None:
        """All that is known of a person, what the user has stated included."""
        user = self._session.user_id
        for kind in ("attribute", "event"):
            found = self._conn.execute(
                f"SELECT row, id FROM {kind}s WHERE user_id = ? AND person = ?", (user, person)
            ).fetchall()
            Vectors(self._session).remove(kind, [row for row, _ in found])
            for _, id in found:
                self._conn.execute("DELETE FROM decisions WHERE user_id = ? AND target = ?", (user, id))
                self._conn.execute("DELETE FROM evidence WHERE user_id = ? AND memory = ?", (user, id))
            self._conn.execute(f"DELETE FROM {kind}s WHERE user_id = ? AND person = ?", (user, person))
        names = self._conn.execute(
            "SELECT alias FROM aliases WHERE user_id = ? AND person = ?", (user, person)
        ).fetchall()
        Shares(self._session).forget([person, *(name for (name,) in names)])
        self._conn.execute("DELETE FROM aliases WHERE user_id = ? AND person = ?", (user, person))
        self._conn.execute(
            "DELETE FROM decisions WHERE user_id = ?1 AND action LIKE '%merge' AND ?2 IN (target, value)",
            (user, person),
        )

    def drop_all(self) -> None:
        """What is left of the user's memory once the messages are gone."""
        user = self._session.user_id
        for table in (
            "attributes",
            "events",
            "evidence",
            "decisions",
            "forgotten",
            "topics",
            "clues",
            "aliases",
            "told",
            "usage",
            "asks",
        ):
            self._conn.execute(f"DELETE FROM {table} WHERE user_id = ?", (user,))
        Shares(self._session).forget()
        Vectors(self._session).clear()

    def wipe(self) -> bool:
        """Writes the file anew without free pages and empties its log, so that no byte of what was deleted is
        left in either. False if another process kept it from that; call it outside of transactions."""
        # The copy made before an upgrade still holds all that was erased.
        before_upgrade(self._session.path).unlink(missing_ok=True)
        try:
            self._conn.execute("VACUUM")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            return False
        if self._checkpoint():
            self._conn.execute("PRAGMA user_version = 0")
            return self._checkpoint()
        return False

    def _checkpoint(self) -> bool:
        busy, _, _ = self._conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    @property
    def unfinished(self) -> bool:
        """Whether traces of what was erased may still lie in the file: `wipe` is to be called."""
        return self._number("PRAGMA user_version") == _UNWIPED
