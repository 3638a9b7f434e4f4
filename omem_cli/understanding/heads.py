"""Linear models on a text: hashed n-grams and, where the bundled embedding model is at hand, its embedding.

Each comes as two heads, one for n-grams alone and one for both, as `training/linear.py` writes them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from omem_cli.understanding.gate import TEXT_CHARS, bare, coded, codes, hashed

_SIGN = 2.0  # times as much does a sign count as a word


def features(
    text: str, bits: int, signs: Sequence[str] = ()
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed n-grams and `signs`, what else shows of the text, as (columns below 2^bits, values): sublinear
    counts, unit length."""
    return hashed([(codes(bare(text)[:TEXT_CHARS]), 1.0), (coded(Counter(signs)), _SIGN)], bits)


@dataclass(frozen=True)
class Head:
    """Weights for one set of features: 8-bit n-gram weights (2^bits,) with one scale, `dense` (d,) for the
    embedding (d = 0: none), bias, and the calibration (slope, offset) of the sum to a probability."""

    weights: NDArray[np.int8]
    scale: float
    dense: NDArray[np.float32]
    bias: float
    platt: tuple[float, float]

    def words(self, text: str, signs: Sequence[str] = ()) -> float:
        """The part of the sum that n-grams and signs give, bias included."""
        columns, values = features(text, len(self.weights).bit_length() - 1, signs)
        return float(self.weights[columns].astype(np.float32) @ values) * self.scale + self.bias

    def probabilities(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probability for each whole sum, shape (n,)."""
        slope, offset = self.platt
        return np.asarray(1.0 / (1.0 + np.exp(-(slope * sums + offset))), np.float64)


@dataclass(frozen=True)
class Heads:
    """`plain`: n-grams alone; `embedded`: with embeddings of the model named by `fingerprint`."""

    plain: Head
    embedded: Head
    fingerprint: str


def load(name: str) -> Heads:
    """The heads in `omem_cli/data/NAME.npz`."""
    with (files("omem_cli") / "data" / f"{name}.npz").open("rb") as file, np.load(file) as data:
        plain, embedded = (_head(data.__getitem__, kind) for kind in ("plain", "embedded"))
        return Heads(plain, embedded, str(data["fingerprint"]))


def _head(part: Callable[[str], NDArray[np.float32]], kind: str) -> Head:
    slope, offset = part(f"{kind}_platt")
    return Head(
        part(f"{kind}_weights").astype(np.int8, copy=False),
        float(part(f"{kind}_scale")),
        part(f"{kind}_dense"),
        float(part(f"{kind}_bias")),
        (float(slope), float(offset)),
    )
