"""Vectors: each one whole under its row, and all of them once more as codes in packed blocks.

A search reads the codes, a byte a dimension, and then the few whole vectors that may be nearest: it is exact,
and there is no index to keep in step.
"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import StoreError
from omem_cli.store.codes import (
    Block,
    Matrix,
    Rows,
    candidates,
    candidates_of_each,
    coded,
    joined,
    packed,
    unpacked,
)
from omem_cli.store.database import Session

BLOCK = 4096
"""Codes a full block holds: 1.5 MB at 384 dimensions."""
SPACE = 1 << 40
"""A vector's key is its space's number times this, plus its row: those of a space lie together."""
_CHUNK = 500  # keys a query
_ALIKE = 4000  # compared exactly, beside the wanted ones, at most


class Scan:
    """The codes of a kind and fingerprint in memory, for many searches of a store that doesn't change."""

    def __init__(self, vectors: "Vectors", kind: str, fingerprint: str) -> None:
        self._vectors, self._kind, self._fingerprint = vectors, kind, fingerprint
        self._blocks = vectors.blocks(kind, fingerprint)
        self._expected: dict[tuple[int, int], tuple[Matrix, Rows]] = {}  # by identity and limit

    def __len__(self) -> int:
        return sum(len(block.rows) for block in self._blocks)

    def expect(self, queries: Sequence[Matrix], limit: int) -> None:
        """Says what will be searched for next: to read the codes for several at once takes a fraction of the
        time."""
        found = candidates_of_each(self._blocks, np.stack(queries), limit, limit + _ALIKE)
        self._expected = {
            (id(query), limit): (query, rows) for query, rows in zip(queries, found, strict=True)
        }

    def candidates(self, query: Matrix, limit: int) -> Rows:
        """Rows among which the `limit` nearest are, and some more; in no order."""
        if (known := self._expected.get((id(query), limit))) is not None:
            return known[1]
        return candidates(self._blocks, query, limit, limit + _ALIKE)

    def search(self, query: Matrix, limit: int) -> list[tuple[int, float]]:
        """As `Vectors.search`."""
        found = self.candidates(query, limit)
        return nearest(*self._vectors.get(self._kind, self._fingerprint, found), query, limit)


class Vectors:
    """`kind` is message, attribute, event or topic; rows are the internal rows of that kind."""

    def __init__(self, session: Session) -> None:
        self._session = session

    # ------------------------------------------------------------ writing
    def add(self, kind: str, fingerprint: str, rows: Rows, matrix: Matrix) -> None:
        """Stores unit vectors, matrix (len(rows), dimension); rows already stored are left as they are.

        Small blocks of codes are merged like digits of a binary counter: each is rewritten a few times only.
        """
        rows = np.asarray(rows, np.int64)
        if len(rows) == 0:
            return
        if matrix.ndim != 2 or len(matrix) != len(rows):
            raise ValueError(f"{len(rows)} rows but vectors of shape {matrix.shape}")
        with self._session.transaction():
            space = self._ensure_space(kind, fingerprint, matrix.shape[1])
            _, first = np.unique(rows, return_index=True)
            known = [key % SPACE for key, _ in self._fetch(space, np.sort(rows[first]), "NULL")]
            keep = np.sort(first[~np.isin(rows[first], np.array(known, np.int64))])
            for at in range(0, len(keep), BLOCK):
                part = keep[at : at + BLOCK]
                self._append(space, rows[part], np.ascontiguousarray(matrix[part], "<f4"))

    def _append(self, space: int, rows: Rows, matrix: Matrix) -> None:
        conn = self._session.conn
        conn.executemany(
            "INSERT INTO vectors(key, data) VALUES (?, ?)",
            [(space * SPACE + row, one.tobytes()) for row, one in zip(rows.tolist(), matrix, strict=True)],
        )
        block = coded(rows, matrix)
        while True:
            last = conn.execute(
                "SELECT id, count FROM codes WHERE space_id = ? ORDER BY id DESC LIMIT 1", (space,)
            ).fetchone()
            if last is None or last[1] > len(block.rows) or last[1] + len(block.rows) > BLOCK:
                break
            before = conn.execute("SELECT error, rows, scales, data FROM codes WHERE id = ?", (last[0],))
            block = joined(unpacked(*before.fetchone()), block)
            conn.execute("DELETE FROM codes WHERE id = ?", (last[0],))
        self._insert(space, block)

    def _insert(self, space: int, block: Block) -> None:
        self._session.conn.execute(
            "INSERT INTO codes(space_id, count, error, rows, scales, data) VALUES (?, ?, ?, ?, ?, ?)",
            (space, *packed(block)),
        )

    def remove(self, kind: str, rows: Collection[int]) -> None:
        """Takes the vectors of these rows out, under every fingerprint."""
        gone = np.fromiter(rows, np.int64, len(rows))
        conn = self._session.conn
        with self._session.transaction():
            for space, _, _ in self._spaces(kind):
                conn.executemany(
                    "DELETE FROM vectors WHERE key = ?", [(space * SPACE + row,) for row in gone.tolist()]
                )
                blocks = conn.execute("SELECT id, rows FROM codes WHERE space_id = ?", (space,)).fetchall()
                for number, held in blocks:
                    keep = ~np.isin(np.frombuffer(held, "<i8"), gone)
                    if keep.all():
                        continue
                    before = conn.execute(
                        "SELECT error, rows, scales, data FROM codes WHERE id = ?", (number,)
                    )
                    block = unpacked(*before.fetchone())
                    conn.execute("DELETE FROM codes WHERE id = ?", (number,))
                    if keep.any():
                        left = Block(block.rows[keep], block.scales[keep], block.codes[keep], block.error)
                        self._insert(space, left)

    def clear(self, kind: str | None = None, fingerprint: str | None = None) -> None:
        """Drops all vectors, or those of a kind, or those of a fingerprint."""
        with self._session.transaction():
            for space, _, named in self._spaces(kind):
                if fingerprint in (None, named):
                    ends = (space * SPACE, (space + 1) * SPACE)
                    self._session.conn.execute("DELETE FROM vectors WHERE key >= ? AND key < ?", ends)
                    self._session.conn.execute("DELETE FROM codes WHERE space_id = ?", (space,))
                    self._session.conn.execute("DELETE FROM spaces WHERE id = ?", (space,))

    # ------------------------------------------------------------ reading
    def rows(self, kind: str, fingerprint: str) -> Rows:
        """Rows that have a vector, in order of storing."""
        found = self._session.conn.execute(
            "SELECT rows FROM codes WHERE space_id = ? ORDER BY id", (self._space(kind, fingerprint),)
        )
        return np.concatenate([np.empty(0, np.int64), *(np.frombuffer(held, "<i8") for (held,) in found)])

    def fingerprints(self, kind: str | None = None) -> dict[str, int]:
        """The fingerprints of the stored vectors (of a kind, or of all) and how many each has."""
        return dict(
            self._session.conn.execute(
                "SELECT s.fingerprint, sum(c.count) FROM spaces s JOIN codes c ON c.space_id = s.id "
                "WHERE s.user_id = ? AND s.kind = coalesce(?, s.kind) "
                "GROUP BY s.fingerprint ORDER BY s.fingerprint",
                (self._session.user_id, kind),
            )
        )

    def scan(self, kind: str, fingerprint: str) -> Scan:
        """Reads the codes of a kind, 384 MB for a million of 384 dimensions, to search them often."""
        return Scan(self, kind, fingerprint)

    def search(
        self,
        kind: str,
        fingerprint: str,
        query: Matrix,
        limit: int,
        allowed: Collection[int] | NDArray[np.int64] | None = None,
    ) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest unit vectors, nearest first; equal ones by row. `allowed` keeps only
        these rows."""
        if allowed is not None and not isinstance(allowed, np.ndarray):
            allowed = np.fromiter(allowed, np.int64, len(allowed))
        blocks = self.blocks(kind, fingerprint)
        found = candidates(blocks, np.asarray(query, np.float32), limit, limit + _ALIKE, allowed)
        return nearest(*self.get(kind, fingerprint, found), query, limit)

    def get(self, kind: str, fingerprint: str, rows: Rows | Sequence[int]) -> tuple[Rows, Matrix]:
        """(rows, unit vectors) of those of these rows that have one, by row. Shapes (n,), (n, dimension)."""
        found = self._fetch(self._space(kind, fingerprint), _distinct(np.asarray(rows, np.int64)), "data")
        return _stacked(list(found))

    def matrix(self, kind: str, fingerprint: str) -> tuple[Rows, Matrix]:
        """All (rows, unit vectors) at once, by row: for small kinds. Shapes (n,), (n, dimension)."""
        space = self._space(kind, fingerprint)
        return _stacked(
            self._session.conn.execute(
                "SELECT key, data FROM vectors WHERE key >= ? AND key < ? ORDER BY key",
                (space * SPACE, (space + 1) * SPACE),
            ).fetchall()
        )

    def blocks(self, kind: str, fingerprint: str) -> list[Block]:
        """The codes, in order of storing."""
        conn, space = self._session.conn, self._space(kind, fingerprint)
        with self._session.snapshot():
            # The numbers first: sorting whole blocks would copy all of them.
            numbers = conn.execute("SELECT id FROM codes WHERE space_id = ? ORDER BY id", (space,)).fetchall()
            query = "SELECT error, rows, scales, data FROM codes WHERE id = ?"
            return [unpacked(*conn.execute(query, number).fetchone()) for number in numbers]

    def _fetch(self, space: int, rows: Rows, column: str) -> Iterator[tuple[int, bytes]]:
        """(key, `column`) of sorted rows."""
        keys = (space * SPACE + rows).tolist() if space >= 0 else []
        for at in range(0, len(keys), _CHUNK):
            part = keys[at : at + _CHUNK]
            marks = ",".join("?" * len(part))
            yield from self._session.conn.execute(
                f"SELECT key, {column} FROM vectors WHERE key IN ({marks}) ORDER BY key", part
            )

    # ------------------------------------------------------------ spaces
    def _spaces(self, kind: str | None) -> list[tuple[int, str, str]]:
        return self._session.conn.execute(
            "SELECT id, kind, fingerprint FROM spaces WHERE user_id = ? AND kind = coalesce(?, kind)",
            (self._session.user_id, kind),
        ).fetchall()

    def _space(self, kind: str, fingerprint: str) -> int:
        """The space's number, or -1 while there is none (then nothing is found)."""
        found = self._session.conn.execute(
            "SELECT id FROM spaces WHERE user_id = ? AND kind = ? AND fingerprint = ?",
            (self._session.user_id, kind, fingerprint),
        ).fetchone()
        return -1 if found is None else int(found[0])

    def _ensure_space(self, kind: str, fingerprint: str, dimension: int) -> int:
        user, conn = self._session.ensure_user(), self._session.conn
        conn.execute(
            "INSERT OR IGNORE INTO spaces(user_id, kind, fingerprint, dimension) VALUES (?, ?, ?, ?)",
            (user, kind, fingerprint, dimension),
        )
        space, known = conn.execute(
            "SELECT id, dimension FROM spaces WHERE user_id = ? AND kind = ? AND fingerprint = ?",
            (user, kind, fingerprint),
        ).fetchone()
        if known != dimension:
            raise StoreError(
                f"the stored vectors of {fingerprint} have {known} numbers and not {dimension}: "
                "run `omem reindex`"
            )
        return int(space)


def nearest(rows: Rows, matrix: Matrix, query: Matrix, limit: int) -> list[tuple[int, float]]:
    """(row, cosine), nearest first; equal ones by row."""
    if not len(rows):
        return []
    cosines = matrix @ np.asarray(query, np.float32)
    order = np.lexsort((rows, -cosines))[:limit]
    return [(int(rows[at]), float(cosines[at])) for at in order]


def _distinct(rows: Rows) -> Rows:
    """As np.unique, which would first load numpy's masked arrays: 8 ms of a question."""
    ordered = np.sort(rows)
    found: Rows = ordered[np.diff(ordered, prepend=-1) != 0]  # no row is below 0
    return found


def _stacked(found: list[tuple[int, bytes]]) -> tuple[Rows, Matrix]:
    if not found:
        return np.empty(0, np.int64), np.empty((0, 0), np.float32)
    rows = np.array([key % SPACE for key, _ in found], np.int64)
    return rows, np.frombuffer(b"".join([data for _, data in found]), "<f4").reshape(len(found), -1)
