"""Vectors of the messages: which are near, and how near is each candidate."""

import numpy as np
from numpy.typing import NDArray

from omem_cli.store import Store

RESIDENT = 60_000
"""Vectors kept in memory between questions (92 MB at 384 dimensions); beyond, blocks are read each time."""

Vector = NDArray[np.float32]


class Nearest:
    """Cosines of one fingerprint's message vectors. Usable for many questions."""

    def __init__(self, store: Store, fingerprint: str) -> None:
        self._store, self._fingerprint = store, fingerprint
        self._rows: NDArray[np.int64] | None = None
        self._last: tuple[Vector, NDArray[np.float32]] | None = None
        if store.vectors.fingerprints("message").get(fingerprint, 0) <= RESIDENT:
            rows, matrix = store.vectors.matrix("message", fingerprint)
            order = np.argsort(rows, kind="stable")
            self._rows = rows[order]
            self._matrix = matrix if np.array_equal(order, np.arange(len(order))) else matrix[order]

    def search(self, vector: Vector, limit: int) -> list[tuple[int, float]]:
        """(message row, cosine), nearest first."""
        if self._rows is None:
            return self._store.vectors.search("message", self._fingerprint, vector, limit)
        if not len(self._rows):
            return []
        cosines = self._all(vector)
        keep = np.argpartition(-cosines, limit)[:limit] if limit < len(cosines) else np.arange(len(cosines))
        keep = keep[np.lexsort((self._rows[keep], -cosines[keep]))]
        return [(int(self._rows[at]), float(cosines[at])) for at in keep]

    def cosines(
        self, rows: NDArray[np.int64], vector: Vector, known: dict[int, float]
    ) -> NDArray[np.float64]:
        """Cosine of each row, shape (n,). Rows without a vector get the smallest; where vectors stay on disk,
        rows not in `known` (found by `search`) do too."""
        if self._rows is not None and len(self._rows):
            at = np.minimum(np.searchsorted(self._rows, rows), len(self._rows) - 1)
            result = np.where(self._rows[at] == rows, self._all(vector)[at], np.nan).astype(np.float64)
        else:
            result = np.array([known.get(int(row), np.nan) for row in rows], np.float64)
        least = np.nanmin(result) if not np.isnan(result).all() else 0.0
        return np.where(np.isnan(result), least, result)

    def mean(self, rows: list[int]) -> Vector | None:
        """Mean vector of rows; None if it would have to be read from disk."""
        if self._rows is None or not len(self._rows):
            return None
        at = np.minimum(np.searchsorted(self._rows, rows), len(self._rows) - 1)
        at = at[self._rows[at] == np.array(rows)]
        return self._matrix[at].mean(axis=0) if len(at) else None

    def _all(self, vector: Vector) -> NDArray[np.float32]:
        # One product over everything beats gathering a thousand rows; a question needs it several times.
        if self._last is None or self._last[0] is not vector:
            self._last = (vector, self._matrix @ vector)
        return self._last[1]
