"""What a question is after: something that was said, or help with a plan or choice.

"Where do I park at work" looks something up; "where do I take the kids on Sunday" is open, and everything
that binds or pleases the asker matters. The two share their first words and their grammar, so a linear model
tells them apart, trained by `training/train_purpose.py` on labelled questions.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.understanding import heads

BITS = 13
"""2^BITS columns for n-grams."""
_SURE = 0.6
"""Probability that makes a look-up: what an open question lacks costs more than what a look-up gets too
much, for the words it looks for come first in any case."""


@lru_cache(maxsize=1)
def load_purpose() -> heads.Heads:
    """The model that ships with omem."""
    return heads.load("purpose")


def is_foreign(query: str, fingerprint: str | None) -> bool:
    """Whether the model `fingerprint` is the bundled one, which knows English, and the question is in Chinese
    or the like: the vectors of such texts are nearly all alike, and tell less than the characters do."""
    return fingerprint == load_purpose().fingerprint and text.is_cjk(query)


def looks_up(query: str, vector: NDArray[np.float32] | None = None, fingerprint: str | None = None) -> bool:
    """Whether the question asks for something said. `vector`: its embedding by the model `fingerprint`."""
    model = load_purpose()
    if vector is None or fingerprint != model.fingerprint or is_foreign(query, fingerprint):
        head, near = model.plain, 0.0
    else:
        head, near = model.embedded, float(vector @ model.embedded.dense)
    return bool(head.probabilities(np.array([head.words(query) + near]))[0] >= _SURE)
