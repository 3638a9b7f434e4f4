"""Which messages tell of circumstances: what bears on a plan or choice though it shares nothing with it."""

from collections.abc import Sequence

import numpy as np

from omem_cli.memory.arrays import Floats
from omem_cli.memory.nearest import Nearest
from omem_cli.records import Message, Role
from omem_cli.understanding.bearing import load_bearing

_KEPT = 50_000  # messages whose words' part is kept between questions


class Circumstances:
    """Judges messages by their words and, where the vectors are those it was trained with, their embedding.

    Nothing is stored for it: the vectors are there, and the words of the few candidates are read anyway.
    """

    def __init__(self, nearest: Nearest | None, fingerprint: str | None) -> None:
        self._bearing = load_bearing()
        self._nearest = nearest if fingerprint == self._bearing.fingerprint else None
        self._words: dict[int, float] = {}

    def told(self, messages: Sequence[Message]) -> Floats:
        """Probability of each message that it bears on what its writer can do, shape (n,); 0 for the
        assistant's."""
        if not messages:
            return np.zeros(0)
        if len(self._words) > _KEPT:
            self._words.clear()
        embedded = self._nearest is not None
        for m in messages:
            if m.row not in self._words:
                self._words[m.row] = self._bearing.words(m.text, embedded=embedded)
        near = None
        if self._nearest is not None:
            rows = np.array([m.row for m in messages], np.int64)
            near = self._nearest.cosines(rows, self._bearing.embedded.dense)
        told = self._bearing.probabilities([self._words[m.row] for m in messages], near)
        own = np.array([m.role in (Role.USER, Role.PARTICIPANT) for m in messages])
        return np.where(own, told, 0.0)
