"""Working memory (topic -> messages) and episodic memory (clue word -> messages) as tables."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from omem_cli.records import Message, Understanding
from omem_cli.store import claims
from omem_cli.store.database import Session
from omem_cli.store.ids import matching_key, now, plain
from omem_cli.store.messages import read_rows
from omem_cli.store.vectors import Vectors

_UNDERSTANDING = (
    "SELECT u.message_row, u.topic, u.skipped, u.gate, u.raw, u.model, u.ms, u.claims "
    "FROM understandings u JOIN messages m ON m.row = u.message_row"
)


_PIECES = 100


class IndexTables:
    """M_t and M_w (O-Mem eq. 1-2). Rows are internal rows of messages or topics."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    # ------------------------------------------------------------ topics
    def topics(self, limit: int | None = None) -> list[tuple[int, str, int]]:
        """(topic row, name, messages), most messages first."""
        return self._conn.execute(
            "SELECT t.row, t.name, count(*) AS n FROM topics t JOIN topic_messages i ON i.topic_row = t.row "
            "WHERE t.user_id = ? GROUP BY t.row ORDER BY n DESC, t.name LIMIT ?",
            (self._session.user_id, -1 if limit is None else limit),
        ).fetchall()

    def topics_with(self, pieces: Iterable[str], most: int = -1) -> dict[int, str]:
        """Row and name of the topics whose matching key holds one of `pieces` (folded text), at most `most`
        for some of them."""
        found: dict[int, str] = {}
        every = list(dict.fromkeys(pieces))
        for at in range(0, len(every), _PIECES):  # each reads all topics once
            part = every[at : at + _PIECES]
            clause = " OR ".join(["instr(norm, ?) > 0"] * len(part))
            found.update(
                self._conn.execute(
                    f"SELECT row, name FROM topics WHERE user_id = ? AND ({clause}) LIMIT ?",
                    (self._session.user_id, *part, most),
                )
            )
        return found

    def topic_names(self, rows: Iterable[int]) -> dict[int, str]:
        """Names of topic rows; rows of other users are left out."""
        return {
            row: str(found[0])
            for row in rows
            if (
                found := self._conn.execute(
                    "SELECT name FROM topics WHERE row = ? AND user_id = ?", (row, self._session.user_id)
                ).fetchone()
            )
        }

    def topic_row(self, name: str) -> int | None:
        """The row of the topic with this name, up to case, width and the like."""
        found = self._conn.execute(
            "SELECT row FROM topics WHERE user_id = ? AND norm = ?",
            (self._session.user_id, matching_key(name)),
        ).fetchone()
        return None if found is None else int(found[0])

    def topic_messages(self, topic_rows: Iterable[int], most: int = -1) -> dict[int, list[int]]:
        """For each topic row its message rows, in file order; of more than `most` those stored last."""
        return {
            row: self._column(
                "SELECT m.row FROM (SELECT message_row FROM topic_messages WHERE topic_row = ? "
                "ORDER BY message_row DESC LIMIT ?) i JOIN messages m ON m.row = i.message_row "
                "WHERE m.user_id = ? ORDER BY m.conversation_id, m.position",
                *(row, most),
            )
            for row in topic_rows
        }

    def message_topics(self, message_row: int) -> list[str]:
        """Names of the topics of a message."""
        return [
            name
            for (name,) in self._conn.execute(
                "SELECT t.name FROM topic_messages i JOIN topics t ON t.row = i.topic_row "
                "WHERE i.message_row = ? AND +t.user_id = ? ORDER BY t.norm",  # not through all topics
                (message_row, self._session.user_id),
            )
        ]

    def merge_topics(self, kept: int, gone: int) -> None:
        """All messages of topic row `gone` become messages of `kept`."""
        with self._session.transaction():
            owned = self._column("SELECT row FROM topics WHERE row IN (?, ?) AND user_id = ?", kept, gone)
            if kept != gone and len(owned) == 2:
                self._conn.execute(
                    "INSERT OR IGNORE INTO topic_messages SELECT ?, message_row FROM topic_messages "
                    "WHERE topic_row = ?",
                    (kept, gone),
                )
                self._conn.execute("DELETE FROM topics WHERE row = ?", (gone,))

    # ------------------------------------------------------------ clues
    def clues(self, limit: int | None = None, *, rarest: bool = False) -> list[tuple[str, int]]:
        """(clue word, messages), most frequent first, or rarest first."""
        return self._conn.execute(
            "SELECT c.word, count(*) AS n FROM clues c JOIN clue_messages i ON i.clue_row = c.row "
            f"WHERE c.user_id = ? GROUP BY c.row ORDER BY n {'ASC' if rarest else 'DESC'}, c.norm LIMIT ?",
            (self._session.user_id, -1 if limit is None else limit),
        ).fetchall()

    def clue_messages(self, words: Iterable[str], most: int | None = None) -> dict[str, list[int]]:
        """For each of the words that is a clue: normalised word -> message rows, in file order. Words of more
        than `most` messages are left out."""
        found = {}
        for norm, clue in self._clue_rows(list(dict.fromkeys(map(matching_key, words)))).items():
            rows = self._column(
                "SELECT m.row FROM (SELECT message_row FROM clue_messages WHERE clue_row = ? LIMIT ?) i "
                "JOIN messages m ON m.row = i.message_row WHERE m.user_id = ? "
                "ORDER BY m.conversation_id, m.position",
                *(clue, -1 if most is None else most + 1),
            )
            if rows and (most is None or len(rows) <= most):
                found[norm] = rows
        return found

    def _clue_rows(self, norms: Sequence[str]) -> dict[str, int]:
        """Matching key -> row of those that are clues, in the given order."""
        known: dict[str, int] = {}
        for at in range(0, len(norms), _PIECES):
            part = norms[at : at + _PIECES]
            marks = ",".join("?" * len(part))
            known.update(
                self._conn.execute(
                    f"SELECT norm, row FROM clues WHERE user_id = ? AND norm IN ({marks})",
                    (self._session.user_id, *part),
                )
            )
        return {norm: known[norm] for norm in norms if norm in known}

    def message_clues(self, message_row: int) -> list[str]:
        """The clue words of a message."""
        return [
            word
            for (word,) in self._conn.execute(
                "SELECT c.word FROM clue_messages i JOIN clues c ON c.row = i.clue_row "
                "WHERE i.message_row = ? AND +c.user_id = ? ORDER BY c.norm",
                (message_row, self._session.user_id),
            )
        ]

    # ------------------------------------------------------------ understandings
    def understanding(self, message_row: int) -> Understanding | None:
        """How a message was understood, or None."""
        found = self._conn.execute(
            f"{_UNDERSTANDING} WHERE m.row = ? AND m.user_id = ?", (message_row, self._session.user_id)
        ).fetchone()
        return None if found is None else self._understanding(found)

    def gates(self, message_rows: Sequence[int]) -> dict[int, float]:
        """How likely each message tells of its writer, as noted when it was understood (0 where nothing was
        asked); those that were not understood are left out."""
        found: dict[int, float] = {}
        for at in range(0, len(message_rows), _PIECES):
            part = message_rows[at : at + _PIECES]
            found.update(
                self._conn.execute(
                    "SELECT message_row, coalesce(gate, 0.0) FROM understandings "
                    f"WHERE message_row IN ({','.join('?' * len(part))})",
                    part,
                )
            )
        return found

    def understood(self, person: str) -> Iterator[tuple[Message, Understanding]]:
        """A person's messages that claim something, with their claims, in file order."""
        found = self._conn.execute(
            f"{_UNDERSTANDING} WHERE m.person = ? AND m.user_id = ? AND u.claims IS NOT NULL "
            "ORDER BY m.conversation_id, m.position",
            (person, self._session.user_id),
        ).fetchall()
        messages = read_rows(self._session, [row[0] for row in found])
        for message, row in zip(messages, found, strict=True):
            yield message, self._understanding(row)

    def readings(self, person: str) -> Iterator[tuple[Message, Understanding]]:
        """A person's understood messages with how they were understood, without clues, in file order.
        Memories may be written while iterating."""
        found = self._conn.execute(
            f"{_UNDERSTANDING} WHERE m.person = ? AND m.user_id = ? ORDER BY m.conversation_id, m.position",
            (person, self._session.user_id),
        ).fetchall()
        for at in range(0, len(found), 500):
            part = found[at : at + 500]
            messages = read_rows(self._session, [row[0] for row in part])
            for message, row in zip(messages, part, strict=True):
                yield message, self._understanding(row, clues=False)

    def _understanding(self, found: Sequence[Any], *, clues: bool = True) -> Understanding:
        row, topic, skipped, gate, raw, model, ms, told = found
        u = Understanding(
            topic=topic, clues=tuple(self.message_clues(row)) if clues else (), skipped=skipped, gate=gate,
            raw=raw, model=model, milliseconds=ms,
        )  # fmt: skip
        return claims.from_text(u, told)

    def models(self) -> dict[str, int]:
        """Ids of the models that understood messages, and how many each; "" stands for none."""
        return dict(
            self._conn.execute(
                "SELECT u.model, count(*) FROM understandings u JOIN messages m ON m.row = u.message_row "
                "WHERE m.user_id = ? GROUP BY u.model ORDER BY u.model",
                (self._session.user_id,),
            )
        )

    def restore(self, message_row: int, u: Understanding, recorded: int | None = None) -> None:
        """Keeps an understanding; `recorded` in UTC microseconds, default now."""
        raw = None if u.raw is None else plain(u.raw)
        self._conn.execute(
            "INSERT OR REPLACE INTO understandings(message_row, model, topic, gate, skipped, raw, ms, "
            "recorded, claims) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(message_row, u.model, plain(u.topic), u.gate, u.skipped, raw, u.milliseconds),
                now() if recorded is None else recorded,
                claims.to_text(u),
            ),
        )

    def file(self, message_row: int, topics: Iterable[str], clues: Iterable[str]) -> None:
        """Puts a message under its topics and clues, making those that are missing."""
        for table, column, names in (("topic", "name", topics), ("clue", "word", clues)):
            for name in names:
                norm = matching_key(name)
                if not norm:
                    continue
                self._conn.execute(
                    f"INSERT OR IGNORE INTO {table}s(user_id, {column}, norm) VALUES (?, ?, ?)",
                    (self._session.user_id, plain(name).strip(), norm),
                )
                self._conn.execute(
                    f"INSERT OR IGNORE INTO {table}_messages "
                    f"SELECT row, ? FROM {table}s WHERE user_id = ? AND norm = ?",
                    (message_row, self._session.user_id, norm),
                )

    def unfile(self, message_rows: Iterable[int]) -> None:
        """Takes messages from their topics and clues."""
        for row in message_rows:
            for table in ("topic", "clue"):
                self._conn.execute(f"DELETE FROM {table}_messages WHERE message_row = ?", (row,))

    def tidy(self, kept_topics: Iterable[str] = ()) -> None:
        """Drops topics and clues that no message has any more, but for the topics of these names, with the
        topics' vectors."""
        kept = set(map(matching_key, kept_topics))
        user = self._session.user_id
        with self._session.transaction():
            empty = self._conn.execute(
                "SELECT row, norm FROM topics WHERE user_id = ? AND NOT EXISTS "
                "(SELECT 1 FROM topic_messages WHERE topic_row = topics.row)",
                (user,),
            ).fetchall()
            gone = [row for row, norm in empty if norm not in kept]
            self._conn.executemany("DELETE FROM topics WHERE row = ?", [(row,) for row in gone])
            self._conn.execute(
                "DELETE FROM clues WHERE user_id = ? AND NOT EXISTS "
                "(SELECT 1 FROM clue_messages WHERE clue_row = clues.row)",
                (user,),
            )
            if gone:
                Vectors(self._session).remove("topic", gone)

    def _column(self, query: str, *values: str | int) -> list[int]:
        return [row for (row,) in self._conn.execute(query, (*values, self._session.user_id))]
