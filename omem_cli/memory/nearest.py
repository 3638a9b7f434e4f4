"""Vectors of a kind, such as messages: which are near a question, and how near is each candidate."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omem_cli.memory.arrays import Places
from omem_cli.store import Store
from omem_cli.store.vectors import nearest

WHOLE = 20_000
"""Vectors up to which all are read (31 MB at 384 dimensions) once some questions were asked."""
_OFTEN = 3  # questions after which that pays
_RESIDENT = 3  # times as many whole vectors are kept in memory between questions, where there are more
RESIDENT = _RESIDENT * WHOLE
"""Those of messages (92 MB at 384 dimensions)."""

Vector = NDArray[np.float32]
_AT_ONCE = 256  # vectors
_WITHOUT = -2  # the place of a row that has no vector


class Nearest:
    """Cosines of one fingerprint's vectors of a kind, exact. Usable for many questions; `whole`: how many are
    kept all together at most."""

    def __init__(self, store: Store, fingerprint: str, kind: str = "message", whole: int = WHOLE) -> None:
        self._store, self._fingerprint = store, fingerprint
        self._kind, self._most = kind, whole
        self._scan = store.vectors.scan(kind, fingerprint)
        self._places = Places()  # in the matrix
        self._matrix, self._used = np.empty((0, 0), np.float32), 0
        self._searches = 0
        self._all: tuple[NDArray[np.int64], Vector] | None = None
        self._found: tuple[Vector, Vector] | None = None  # what was searched for last, and the cosines of all
        self._last: tuple[NDArray[np.int64], NDArray[np.int64], Vector] | None = None
        self._expected: dict[int, tuple[Vector, Vector]] = {}  # by identity: a vector, and the cosines of all

    def expect(self, vectors: Sequence[Vector], limit: int) -> None:
        """Says what will be searched for next: comparing all with several at once takes a fraction of the
        time, for it is reading them that takes it."""
        self._expected = {}
        if self._all is None and len(vectors) > _OFTEN:
            self._read_all()
        if self._all is not None:
            near = np.stack(vectors) @ self._all[1].T
            self._expected = {id(one): (one, own) for one, own in zip(vectors, near, strict=True)}
        elif len(vectors) > 1:
            self._scan.expect(vectors, limit)

    def search(self, vector: Vector, limit: int) -> list[tuple[int, float]]:
        """(message row, cosine), nearest first."""
        self._searches += 1
        if self._all is None and self._searches > _OFTEN:
            self._read_all()
        if self._all is not None:
            rows, near = self._all[0], self._near(self._all[1], vector)
            self._found = (vector, near)
            if 0 < limit < len(near):
                kept = np.flatnonzero(near >= np.partition(near, len(near) - limit)[len(near) - limit])
                rows, near = rows[kept], near[kept]
            order = np.lexsort((rows, -near))[: max(0, limit)]
            return list(zip(rows[order].tolist(), near[order].tolist(), strict=True))
        rows, matrix = self._whole(np.sort(self._scan.candidates(vector, limit)))
        return nearest(rows, matrix, vector, limit)

    def _near(self, matrix: Vector, vector: Vector) -> Vector:
        known = self._expected.get(id(vector))
        found: Vector = matrix @ vector if known is None else known[1]
        return found

    def cosines(self, rows: NDArray[np.int64], vector: Vector) -> NDArray[np.float64]:
        """Cosine of each row, shape (n,). Rows without a vector get the smallest."""
        if self._all is not None:
            places = self._places.of(rows)
            there = places >= 0
            if not there.any():
                return np.zeros(len(rows))
            if self._found is not None and self._found[0] is vector:
                those = self._found[1][places[there]]
            else:
                those = _products(self._all[1], places[there], vector)
            found: NDArray[np.float64] = np.full(len(rows), float(those.min()))
            found[there] = those
            return found
        known, matrix = self._whole(rows)
        if not len(known):
            return np.zeros(len(rows))
        near = (matrix @ vector).astype(np.float64)
        if len(known) == len(rows):
            return near
        result = np.full(len(rows), near.min())
        result[np.isin(rows, known)] = near
        return result

    def mean(self, rows: list[int]) -> Vector | None:
        """Mean vector of rows; None if none of them has one."""
        if self._all is not None:
            places = self._places.of(np.array(rows, np.int64))
            return self._all[1][places[places >= 0]].mean(axis=0) if (places >= 0).any() else None
        last = self._last  # a few rows between two questions about many
        known, matrix = self._whole(np.array(rows, np.int64))
        self._last = last
        return matrix.mean(axis=0) if len(known) else None

    def _read_all(self) -> None:
        if not 0 < len(self._scan) <= self._most:
            return
        rows, matrix = self._store.vectors.matrix(self._kind, self._fingerprint)
        self._all = (rows, matrix)
        self._places, self._last = Places(), None
        self._places.put(rows, np.arange(len(rows)))
        self._matrix, self._used = np.empty((0, 0), np.float32), 0

    def _whole(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
        """(rows, vectors) of those of these rows that have one, in their order."""
        if self._last is not None and self._last[0] is rows:
            return self._last[1:]
        places = self._places.of(rows)
        if (unknown := places == Places.UNKNOWN).any():
            if self._used > _RESIDENT * self._most:
                self._places, self._used, unknown = Places(), 0, np.ones(len(rows), np.bool_)
            self._fetch(rows[unknown])
            places = self._places.of(rows)
        there = places != _WITHOUT
        self._last = (rows, rows[there], self._matrix[places[there]])
        return self._last[1:]

    def _fetch(self, missing: NDArray[np.int64]) -> None:
        found, vectors = self._store.vectors.get(self._kind, self._fingerprint, missing)
        self._places.put(missing, np.full(len(missing), _WITHOUT, np.int64))
        if not len(found):
            return
        start, end = self._used, self._used + len(found)
        if end > len(self._matrix):
            larger = np.empty((2 * end, vectors.shape[1]), np.float32)
            if start:
                larger[:start] = self._matrix[:start]
            self._matrix = larger
        self._matrix[start:end] = vectors
        self._places.put(found, np.arange(start, end))
        self._used = end


def _products(matrix: Vector, places: NDArray[np.int64], vector: Vector) -> Vector:
    """`matrix[places] @ vector`, some at a time: the processor's cache still has them."""
    found = np.empty(len(places), np.float32)
    for at in range(0, len(places), _AT_ONCE):
        np.dot(matrix[places[at : at + _AT_ONCE]], vector, out=found[at : at + _AT_ONCE])
    return found
