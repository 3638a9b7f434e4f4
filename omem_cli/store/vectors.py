"""Vectors in packed blocks, compared by plain matrix products: exact, no index to keep in step."""

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from omem_cli.store.database import Session

BLOCK = 4096
"""Rows a full block holds: 6 MB at 384 dimensions."""

Rows = NDArray[np.int64]
Matrix = NDArray[np.float32]


class Vectors:
    """`kind` is message, attribute, event or topic; rows are the internal rows of that kind."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, kind: str, fingerprint: str, rows: Rows, matrix: Matrix) -> None:
        """Stores unit vectors, matrix (len(rows), dimension); rows already stored are left as they are.

        Small blocks are merged like digits of a binary counter: every vector is rewritten a few times only.
        """
        rows = np.asarray(rows, np.int64)
        if len(rows) == 0:
            return
        if matrix.ndim != 2 or len(matrix) != len(rows):
            raise ValueError(f"{len(rows)} rows but vectors of shape {matrix.shape}")
        with self._session.transaction():
            user = self._session.ensure_user()
            known = self.rows(kind, fingerprint)
            _, first = np.unique(rows, return_index=True)
            keep = np.sort(first[~np.isin(rows[first], known)])
            for at in range(0, len(keep), BLOCK):
                part = keep[at : at + BLOCK]
                self._append(user, kind, fingerprint, rows[part], np.asarray(matrix[part], np.float32))

    def _append(self, user: int, kind: str, fingerprint: str, rows: Rows, matrix: Matrix) -> None:
        conn = self._session.conn
        while True:
            last = conn.execute(
                "SELECT id, count, dimension, rows, data FROM vector_blocks "
                "WHERE user_id = ? AND kind = ? AND fingerprint = ? ORDER BY id DESC LIMIT 1",
                (user, kind, fingerprint),
            ).fetchone()
            if last is None or last[1] > len(rows) or last[1] + len(rows) > BLOCK:
                break
            old_rows, old_matrix = _unpack(last[2], last[3], last[4])
            rows, matrix = np.concatenate([old_rows, rows]), np.concatenate([old_matrix, matrix])
            conn.execute("DELETE FROM vector_blocks WHERE id = ?", (last[0],))
        self._insert(user, kind, fingerprint, rows, matrix)

    def _insert(self, user: int, kind: str, fingerprint: str, rows: Rows, matrix: Matrix) -> None:
        self._session.conn.execute(
            "INSERT INTO vector_blocks(user_id, kind, fingerprint, dimension, count, rows, data) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(user, kind, fingerprint, matrix.shape[1], len(rows)),
                np.ascontiguousarray(rows, "<i8").tobytes(),
                np.ascontiguousarray(matrix, "<f4").tobytes(),
            ),
        )

    def remove(self, kind: str, rows: Collection[int]) -> None:
        """Takes the vectors of these rows out, under every fingerprint."""
        gone = np.fromiter(rows, np.int64, len(rows))
        with self._session.transaction():
            user = self._session.user_id
            found = self._session.conn.execute(
                "SELECT id, fingerprint, rows FROM vector_blocks WHERE user_id = ? AND kind = ?", (user, kind)
            ).fetchall()
            for block, fingerprint, packed in found:
                keep = ~np.isin(np.frombuffer(packed, "<i8"), gone)
                if keep.all():
                    continue
                dimension, data = self._session.conn.execute(
                    "SELECT dimension, data FROM vector_blocks WHERE id = ?", (block,)
                ).fetchone()
                self._session.conn.execute("DELETE FROM vector_blocks WHERE id = ?", (block,))
                if keep.any():
                    old_rows, matrix = _unpack(dimension, packed, data)
                    self._insert(user, kind, fingerprint, old_rows[keep], matrix[keep])

    def clear(self, kind: str | None = None, fingerprint: str | None = None) -> None:
        """Drops all vectors, or those of a kind, or those of a fingerprint."""
        with self._session.transaction():
            self._session.conn.execute(
                "DELETE FROM vector_blocks WHERE user_id = ? AND kind = coalesce(?, kind) "
                "AND fingerprint = coalesce(?, fingerprint)",
                (self._session.user_id, kind, fingerprint),
            )

    def rows(self, kind: str, fingerprint: str) -> Rows:
        """Rows that have a vector, in order of storing."""
        found = self._session.conn.execute(
            "SELECT rows FROM vector_blocks WHERE user_id = ? AND kind = ? AND fingerprint = ? ORDER BY id",
            (self._session.user_id, kind, fingerprint),
        )
        return np.concatenate([np.empty(0, np.int64), *(np.frombuffer(packed, "<i8") for (packed,) in found)])

    def fingerprints(self, kind: str | None = None) -> dict[str, int]:
        """The fingerprints of the stored vectors (of a kind, or of all) and how many each has."""
        return dict(
            self._session.conn.execute(
                "SELECT fingerprint, sum(count) FROM vector_blocks WHERE user_id = ? "
                "AND kind = coalesce(?, kind) GROUP BY fingerprint ORDER BY fingerprint",
                (self._session.user_id, kind),
            )
        )

    def search(
        self,
        kind: str,
        fingerprint: str,
        query: Matrix,
        limit: int,
        allowed: Collection[int] | NDArray[np.int64] | None = None,
    ) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest unit vectors, nearest first; equal ones by row. `allowed` keeps only
        these rows. Reads block by block: memory stays flat however many there are."""
        if limit <= 0:
            return []
        only = None
        if allowed is not None:
            only = (
                allowed if isinstance(allowed, np.ndarray) else np.fromiter(allowed, np.int64, len(allowed))
            )
        best_rows, best = np.empty(0, np.int64), np.empty(0, np.float32)
        for rows, matrix in self._blocks(kind, fingerprint):
            scores = matrix @ np.asarray(query, np.float32)
            if only is not None:
                mask = np.isin(rows, only)
                rows, scores = rows[mask], scores[mask]
            rows, scores = np.concatenate([best_rows, rows]), np.concatenate([best, scores])
            order = np.lexsort((rows, -scores))[:limit]
            best_rows, best = rows[order], scores[order]
        return [(int(row), float(score)) for row, score in zip(best_rows, best, strict=True)]

    def matrix(self, kind: str, fingerprint: str) -> tuple[Rows, Matrix]:
        """All (rows, unit vectors) at once: for small kinds. Shapes (n,), (n, dimension)."""
        blocks = list(self._blocks(kind, fingerprint))
        if not blocks:
            return np.empty(0, np.int64), np.empty((0, 0), np.float32)
        return np.concatenate([rows for rows, _ in blocks]), np.concatenate([matrix for _, matrix in blocks])

    def _blocks(self, kind: str, fingerprint: str) -> Iterator[tuple[Rows, Matrix]]:
        found = self._session.conn.execute(
            "SELECT dimension, rows, data FROM vector_blocks "
            "WHERE user_id = ? AND kind = ? AND fingerprint = ? ORDER BY id",
            (self._session.user_id, kind, fingerprint),
        )
        for dimension, rows, data in found:
            yield _unpack(dimension, rows, data)


def _unpack(dimension: int, rows: bytes, data: bytes) -> tuple[Rows, Matrix]:
    return np.frombuffer(rows, "<i8"), np.frombuffer(data, "<f4").reshape(-1, dimension)
