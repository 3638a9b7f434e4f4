"""Does a message tell of something that bears on what its writer can do or would choose?

"She's on the machine Monday, Wednesday and Friday" decides a holiday and shares no word with the question;
"my boss's holiday was a disaster" shares one and decides nothing. One linear model on the text alone: hashed
n-grams of the message and, where the bundled embedding model is at hand, its embedding; trained by
`training/train_bearing.py` on invented chats whose messages are marked as bearing on an open question,
related to it, misleading or neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from omem_cli.understanding.gate import TEXT_CHARS, bare, grams, hashed

BITS = 14


def features(text: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed n-grams as (columns, values): sublinear counts, unit length."""
    return hashed([(grams(bare(text)[:TEXT_CHARS], ""), 1.0)], BITS)


@dataclass(frozen=True)
class Head:
    """Weights for one set of features: 8-bit n-gram weights (2^BITS,) with one scale, `dense` (d,) for the
    embedding (d = 0: none), bias, and the calibration (slope, offset) of the sum to a probability."""

    weights: NDArray[np.int8]
    scale: float
    dense: NDArray[np.float32]
    bias: float
    platt: tuple[float, float]


@dataclass(frozen=True)
class Bearing:
    """Two heads: n-grams alone, and with the embeddings of the model named by `fingerprint`."""

    plain: Head
    embedded: Head
    fingerprint: str

    def words(self, text: str, *, embedded: bool) -> float:
        """The part of the sum that the n-grams give, for the head that will be used."""
        head = self.embedded if embedded else self.plain
        columns, values = features(text)
        return float(head.weights[columns].astype(np.float32) @ values) * head.scale + head.bias

    def probabilities(
        self, words: Sequence[float], nearness: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """Probability of each message, shape (n,). `nearness`: products of the messages' embeddings with
        `embedded.dense`, shape (n,); None: the words alone."""
        raw = np.array(words, np.float64) + (0.0 if nearness is None else nearness)
        slope, offset = (self.plain if nearness is None else self.embedded).platt
        return np.asarray(1.0 / (1.0 + np.exp(-(slope * raw + offset))), np.float64)


@lru_cache(maxsize=1)
def load_bearing() -> Bearing:
    """The model that ships with omem."""
    with (files("omem_cli") / "data" / "bearing.npz").open("rb") as file, np.load(file) as data:
        plain, embedded = (
            Head(
                data[f"{kind}_weights"],
                float(data[f"{kind}_scale"]),
                data[f"{kind}_dense"],
                float(data[f"{kind}_bias"]),
                (float(data[f"{kind}_platt"][0]), float(data[f"{kind}_platt"][1])),
            )
            for kind in ("plain", "embedded")
        )
        return Bearing(plain, embedded, str(data["fingerprint"]))
