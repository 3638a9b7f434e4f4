"""Full-text search (FTS5, BM25) over terms that `omem_cli.text.analyse` has made."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from omem_cli.store.database import Session
from omem_cli.store.ids import to_stored

_LOOKUP = 500
"""Rows a query."""
_UNSAFE = re.compile(r"[\x00-/:-@\[-`{-\x7f]")  # ASCII but letters and digits; "[^...]" compiles slowly
_UNSAFE_OR_SPACE = re.compile(r"[\x00-\x1f!-/:-@\[-`{-\x7f]")  # the same but for the space
_RANKED = 60_000
"""Messages that a question's terms may stand in, counted once a term, before frequent terms are left out."""


def _safe(term: str) -> str:
    """The term as one token of FTS5's `ascii` tokenizer: other characters become `_` and their code, so
    no text is ever query syntax and different terms stay different."""
    return _UNSAFE.sub(lambda match: f"_{ord(match[0]):02x}", term)


def _joined(terms: Sequence[str]) -> str:
    joined = " ".join(terms)
    if not _UNSAFE_OR_SPACE.search(joined) and joined.count(" ") == len(terms) - 1:
        return joined  # all of them safe, as nearly always
    return " ".join(_safe(term) for term in terms if term)


def _query(terms: Iterable[str]) -> str:
    return " OR ".join(f'"{_safe(term)}"' for term in dict.fromkeys(terms) if term)


class TextIndex:
    """One index a user: rarity, and so ranking, never depends on what another user wrote."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: str | None = None
        self._counted: tuple[tuple[int, int], dict[str, int]] = ((-1, -1), {})

    def _table(self) -> str | None:
        user = self._session.user_id
        if user == -1:
            return None
        name = f"terms_{user}"
        if name != self._found:  # once made, it stays
            query = "SELECT 1 FROM sqlite_master WHERE name = ?"
            if self._session.conn.execute(query, (name,)).fetchone() is None:
                return None
            self._found = name
        return name

    def add(self, rows_terms: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Indexes (message row, its terms) pairs, replacing what was indexed for the row; one transaction.

        A message without terms is to be added too (with none): it then counts as indexed.
        """
        pairs = [(row, _joined(terms)) for row, terms in rows_terms]
        with self._session.transaction():
            table = f"terms_{self._session.ensure_user()}"
            # `ascii` takes every character beyond ASCII as part of a word, whatever its Unicode version.
            self._session.conn.execute(
                f"CREATE VIRTUAL TABLE IF NOT EXISTS {table} "
                "USING fts5(terms, tokenize=\"ascii tokenchars '_'\")"
            )
            self._session.conn.executemany(
                f"INSERT OR REPLACE INTO {table}(rowid, terms) VALUES (?, ?)", pairs
            )

    def remove(self, rows: Iterable[int]) -> None:
        """Takes messages out; rewrites the index, since FTS5 would only mark their terms as deleted."""
        table = self._table()
        if table is not None:
            with self._session.transaction():
                self._session.conn.executemany(
                    f"DELETE FROM {table} WHERE rowid = ?", [(row,) for row in rows]
                )
                self._session.conn.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")

    def rebuild(self) -> None:
        """Makes the index anew from the terms of its messages: what was removed leaves no segment behind."""
        table = self._table()
        if table is not None:
            with self._session.transaction():
                self._session.conn.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")

    def clear(self) -> None:
        """Drops the index (to build it anew)."""
        table = self._table()
        if table is not None:
            with self._session.transaction():
                self._session.conn.execute(f"DROP TABLE {table}")
            self._found = None

    def behind(self) -> int:
        """How many stored messages are not indexed yet."""
        stored = self._session.conn.execute(
            "SELECT count(*) FROM messages WHERE user_id = ?", (self._session.user_id,)
        )
        return int(stored.fetchone()[0]) - self.count()

    def missing(self, batch: int = 2000) -> Iterator[list[tuple[int, str]]]:
        """(row, text) of stored messages that are not indexed yet, in file order, `batch` at a time."""
        table = self._table()
        having = f"AND NOT EXISTS (SELECT 1 FROM {table}_docsize d WHERE d.id = m.row)" if table else ""
        rows = self._session.conn.execute(
            f"SELECT m.row FROM messages m WHERE m.user_id = ? {having} "
            "ORDER BY m.conversation_id, m.position",
            (self._session.user_id,),
        ).fetchall()
        for at in range(0, len(rows), batch):
            part = [row for (row,) in rows[at : at + batch]]
            texts: dict[int, str] = {}
            for first in range(0, len(part), _LOOKUP):
                some = part[first : first + _LOOKUP]
                texts.update(
                    self._session.conn.execute(
                        f"SELECT row, text FROM messages WHERE row IN ({','.join('?' * len(some))})", some
                    )
                )
            yield [(row, texts[row]) for row in part if row in texts]

    def search(
        self,
        terms: Sequence[str],
        limit: int,
        person: str | None = None,
        before: datetime | None = None,
    ) -> list[tuple[int, float]]:
        """(message row, BM25 score, higher is better) of the messages with any of the terms, best first.

        `person` keeps that person's own messages, `before` those known to be from that time or earlier.
        """
        table, query = self._table(), _query(self._telling(terms))
        if table is None or not query or limit <= 0:
            return []
        where = ""
        values: list[str | int | None] = []
        if person is not None:
            where += " AND m.person = ?"
            values.append(person)
        if before is not None:
            where += " AND m.time_us <= ?"
            values.append(to_stored(before)[0])
        join = f"JOIN messages m ON m.row = {table}.rowid" if where else ""
        found = self._session.conn.execute(
            f"SELECT {table}.rowid, -bm25({table}) AS score FROM {table} {join} "
            f"WHERE {table} MATCH ? {where} ORDER BY score DESC, {table}.rowid LIMIT ?",
            (query, *values, limit),
        )
        return [(row, score) for row, score in found]

    def _telling(self, terms: Sequence[str]) -> Sequence[str]:
        """The terms without the most frequent ones, where all together stand in more messages than can be
        ranked quickly: what stands in a tenth of a million messages tells little, and costs the most."""
        if self.count() <= _RANKED:
            return terms
        counts, total = self.df(terms), 0
        kept: list[str] = []
        for term in sorted(counts, key=lambda term: (counts[term], term)):
            total += counts[term]
            if kept and total > _RANKED:
                break
            kept.append(term)
        return kept

    def df(self, terms: Iterable[str]) -> dict[str, int]:
        """For each term the number of messages that have it."""
        table, conn = self._table(), self._session.conn
        stamp = (int(conn.execute("PRAGMA data_version").fetchone()[0]), conn.total_changes)
        if self._counted[0] != stamp:
            self._counted = (stamp, {})
        known, counts = self._counted[1], {}
        for term in dict.fromkeys(terms):
            if table is None or not term:
                counts[term] = 0
                continue
            if term not in known:
                (known[term],) = conn.execute(
                    f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", (_query([term]),)
                ).fetchone()
            counts[term] = known[term]
        return counts

    def count(self) -> int:
        """Messages indexed."""
        table = self._table()
        return (
            self._session.conn.execute(f"SELECT count(*) FROM {table}_docsize").fetchone()[0] if table else 0
        )
