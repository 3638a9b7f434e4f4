"""Vectors as one byte a dimension: what a search reads of all of them before it looks at a few exactly.

A vector v is kept as whole numbers c with a factor s, so that s·c is near v. How far off that is, |v - s·c|,
is known when it is written, and a cosine from codes is off by no more (Cauchy-Schwarz). So a search can tell
which vectors may be among the nearest, and compare those exactly: the result is that of comparing all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Matrix = NDArray[np.float32]

_AT_ONCE = 512  # codes turned into numbers at a time: they then stay in the processor's cache
_SLACK = 1e-5  # of sums of rounded numbers


@dataclass(frozen=True, slots=True)
class Block:
    """Codes of n vectors, and by how much a cosine can be off. Shapes (n,), (n,), (n, dimension)."""

    rows: Rows
    scales: NDArray[np.float32]
    codes: NDArray[np.int8]
    error: float

    def cosines(self, query: Matrix) -> NDArray[np.float32]:
        """About the cosine of each vector with a unit vector, shape (n,)."""
        found = np.empty(len(self.rows), np.float32)
        space = np.empty((min(_AT_ONCE, len(self.rows)), self.codes.shape[1]), np.float32)
        for at in range(0, len(found), _AT_ONCE):
            part = self.codes[at : at + _AT_ONCE]
            numbers = space[: len(part)]
            np.copyto(numbers, part)
            np.dot(numbers, query, out=found[at : at + len(part)])
        found *= self.scales
        return found

    def cosines_of_each(self, queries: Matrix) -> NDArray[np.float32]:
        """The same for several, shape (m, n)."""
        found = np.empty((len(queries), len(self.rows)), np.float32)
        for at in range(0, len(self.rows), _AT_ONCE):
            found[:, at : at + _AT_ONCE] = queries @ self.codes[at : at + _AT_ONCE].astype(np.float32).T
        found *= self.scales
        return found


def coded(rows: Rows, matrix: Matrix) -> Block:
    """The block of unit vectors, matrix (len(rows), dimension)."""
    scales = np.abs(matrix).max(axis=1, initial=0.0).astype(np.float32) / np.float32(127)
    scales[scales == 0] = 1.0
    codes = np.rint(matrix / scales[:, None]).astype(np.int8)
    off = np.linalg.norm(matrix - codes * scales[:, None], axis=1)
    return Block(rows, scales, codes, float(off.max(initial=0.0)) + _SLACK)


def joined(first: Block, second: Block) -> Block:
    """Both as one."""
    return Block(
        np.concatenate([first.rows, second.rows]),
        np.concatenate([first.scales, second.scales]),
        np.concatenate([first.codes, second.codes]),
        max(first.error, second.error),
    )


def candidates(
    blocks: Iterable[Block], query: Matrix, limit: int, most: int, allowed: Rows | None = None
) -> Rows:
    """Rows among which the `limit` nearest are, at most `most`: where more might be (thousands are alike),
    those that seem nearest, the lower row first. `allowed`: no others."""
    rows, cosines, error = [], [], 0.0
    for block in blocks:
        own, near = block.rows, block.cosines(query)
        if allowed is not None:
            mask = np.isin(own, allowed)
            own, near = own[mask], near[mask]
        rows.append(own)
        cosines.append(near)
        error = max(error, block.error)
    if not rows or limit <= 0:
        return np.empty(0, np.int64)
    every, near = np.concatenate(rows), np.concatenate(cosines)
    if len(every) <= limit:
        return every
    least = np.partition(near, len(near) - limit)[len(near) - limit]
    length = max(1.0, float(np.linalg.norm(query)))
    kept = np.flatnonzero(near >= least - 2 * error * length)
    return _first(every[kept], near[kept], most)


def _first(rows: Rows, near: NDArray[np.float32], most: int) -> Rows:
    """At most `most` of the rows: those that seem nearest, of those that seem equal the lower ones."""
    if len(rows) <= most:
        return rows
    # Sums of the same numbers may differ in the last digit by where in a product they stand.
    return rows[np.lexsort((rows, -np.round(near, 5)))[:most]]


def candidates_of_each(blocks: Sequence[Block], queries: Matrix, limit: int, most: int) -> list[Rows]:
    """`candidates` for several queries, shape (m, dimension), `limit` at least 1: every code is turned into a
    number once for all of them, which takes longer than to compare it."""
    error = max((block.error for block in blocks), default=0.0)
    found = [_Nearest(limit, 2 * error * max(1.0, float(np.linalg.norm(query)))) for query in queries]
    for block in blocks:
        for one, near in zip(found, block.cosines_of_each(queries), strict=True):
            one.add(block.rows, near)
    return [one.rows(most) for one in found]


class _Nearest:
    """The rows that may be among the `limit` nearest of all that were added, where a cosine may be off by
    half of `slack`."""

    def __init__(self, limit: int, slack: float) -> None:
        self._limit, self._slack = limit, slack
        self._rows, self._near = np.empty(0, np.int64), np.empty(0, np.float32)
        self._more: list[tuple[Rows, NDArray[np.float32]]] = []
        self._count = 0
        self._least = -np.inf

    def add(self, rows: Rows, near: NDArray[np.float32]) -> None:
        kept = np.flatnonzero(near >= self._least)
        self._more.append((rows[kept], near[kept]))
        self._count += len(kept)
        if self._count > 4 * self._limit:
            self._sort_out()

    def rows(self, most: int) -> Rows:
        """At most `most` of them."""
        self._sort_out()
        return _first(self._rows, self._near, most)

    def _sort_out(self) -> None:
        rows = np.concatenate([self._rows, *(rows for rows, _ in self._more)])
        near = np.concatenate([self._near, *(near for _, near in self._more)])
        self._more, self._count = [], 0
        if len(rows) > self._limit > 0:
            least = np.partition(near, len(near) - self._limit)[len(near) - self._limit]
            self._least = float(least - np.float32(self._slack))
            kept = np.flatnonzero(near >= self._least)
            rows, near = rows[kept], near[kept]
        self._rows, self._near = rows, near


def packed(block: Block) -> tuple[int, float, bytes, bytes, bytes]:
    """(count, error, rows, scales, codes) as they are stored: little-endian."""
    return (
        len(block.rows),
        block.error,
        np.ascontiguousarray(block.rows, "<i8").tobytes(),
        np.ascontiguousarray(block.scales, "<f4").tobytes(),
        np.ascontiguousarray(block.codes).tobytes(),
    )


def unpacked(error: float, rows: bytes, scales: bytes, codes: bytes) -> Block:
    """The block that was packed."""
    numbers = np.frombuffer(rows, "<i8")
    return Block(
        numbers, np.frombuffer(scales, "<f4"), np.frombuffer(codes, np.int8).reshape(len(numbers), -1), error
    )
