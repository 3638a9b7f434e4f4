"""Clusters of texts by their vectors: the 1-nearest-neighbour graph and its connected components.

O-Mem (arXiv 2511.13593), eq. 5-7: each attribute is joined to the one most like it, and each component of
that graph becomes one. Without a floor that pairs what has nothing in common; here an edge needs a cosine of
`floor`, so one that is like no other stays alone.
"""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Clusters:
    """Grows by one vector at a time; the components are those of the whole graph, whatever the order."""

    def __init__(self, dimension: int, floor: float) -> None:
        self.floor = floor
        self._room = np.empty((16, dimension), np.float32)
        self._nearest: list[int] = []  # of each: its nearest neighbour, -1 without one
        self._cosine: list[float] = []

    def __len__(self) -> int:
        return len(self._nearest)

    def add(self, vector: Vectors) -> int:
        """Adds a unit vector, shape (d,); returns its number. One product with those that are there."""
        number = len(self)
        if number == len(self._room):
            self._room = np.concatenate([self._room, np.empty_like(self._room)])
        cosines = self._room[:number] @ vector
        self._room[number] = vector
        if number:
            best = int(np.argmax(cosines))
            self._nearest.append(best)
            self._cosine.append(float(cosines[best]))
            for other in np.flatnonzero(cosines > np.array(self._cosine[:number])).tolist():
                self._nearest[other], self._cosine[other] = number, float(cosines[other])
        else:
            self._nearest.append(-1)
            self._cosine.append(-2.0)
        return number

    def components(self) -> list[list[int]]:
        """Numbers of the members of each component, smallest first, components by their first member."""
        root = list(range(len(self)))

        def find(n: int) -> int:
            while root[n] != n:
                root[n] = root[root[n]]
                n = root[n]
            return n

        for n, (near, cosine) in enumerate(zip(self._nearest, self._cosine, strict=True)):
            if near >= 0 and cosine >= self.floor:
                a, b = sorted((find(n), find(near)))
                root[b] = a
        found: dict[int, list[int]] = {}
        for n in range(len(self)):
            found.setdefault(find(n), []).append(n)
        return list(found.values())


def components(vectors: Vectors, floor: float) -> list[list[int]]:
    """The components of unit vectors, shape (n, d)."""
    clusters = Clusters(vectors.shape[1], floor)
    for vector in vectors:
        clusters.add(vector)
    return clusters.components()
