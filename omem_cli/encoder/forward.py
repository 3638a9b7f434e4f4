"""The network: twelve layers of self-attention (BERT, Devlin et al. 2019), one text at a time.

Written out in numpy: a text is some fifty tokens, so that it takes as long as in a framework, which would
take two seconds to import.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
MATRICES = ("q", "k", "v", "ao", "fi", "fo")
"""Names of a layer's matrices: query, key, value, attention's output, into the wide layer, and out of it."""
NORMS = ("aln", "oln")


@dataclass(frozen=True, slots=True)
class Layer:
    """Matrices (in, out) with biases, and scale and shift of the two normalisations, by name."""

    matrices: dict[str, tuple[Array, Array]]
    norms: dict[str, tuple[Array, Array]]


def run(x: Array, layers: list[Layer], heads: int, epsilon: float) -> Array:
    """Vectors of tokens (T, width) with places added and normalised -> what the last layer makes of them."""
    count, width = x.shape
    size = width // heads
    for layer in layers:
        q, k, v = (
            _times(x, layer.matrices[name]).reshape(count, heads, size).transpose(1, 0, 2) for name in "qkv"
        )
        scores = q @ k.transpose(0, 2, 1) / np.float32(size**0.5)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        seen = (scores @ v).transpose(1, 0, 2).reshape(count, width)
        x = normalised(x + _times(seen, layer.matrices["ao"]), layer.norms["aln"], epsilon)
        wide = _gelu(_times(x, layer.matrices["fi"]))
        x = normalised(x + _times(wide, layer.matrices["fo"]), layer.norms["oln"], epsilon)
    return x


def _times(x: Array, matrix: tuple[Array, Array]) -> Array:
    return x @ matrix[0] + matrix[1]


def normalised(x: Array, norm: tuple[Array, Array], epsilon: float) -> Array:
    """Layer normalisation (Ba et al. 2016)."""
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(epsilon))
    out: Array = centred / spread * norm[0] + norm[1]
    return out


def _gelu(x: Array) -> Array:
    out: Array = x * (0.5 * (1 + _erf(x * np.float32(0.5**0.5))))
    return out


def _erf(x: Array) -> Array:
    """Abramowitz & Stegun 7.1.26, exact to 1.5e-7."""
    sign, x = np.sign(x), np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * x)
    series = t * (
        0.254829592
        + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * np.float32(1.061405429))))
    )
    out: Array = sign * (1 - series * np.exp(-x * x))
    return out
