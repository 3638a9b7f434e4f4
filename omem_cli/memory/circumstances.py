"""Which messages tell of circumstances: what bears on a plan or choice though it shares nothing with it."""

from collections.abc import Sequence

import numpy as np

from omem_cli.memory.arrays import Floats
from omem_cli.memory.nearest import Nearest
from omem_cli.records import Message, Role
from omem_cli.understanding.bearing import load_bearing, signs

_KEPT = 50_000  # messages whose probability is kept between questions


class Circumstances:
    """Judges messages by their words and, where the vectors are those it was trained with, their embedding;
    each once.

    Nothing is stored for it: the vectors are there, and the words of the few candidates are read anyway.
    """

    def __init__(self, nearest: Nearest | None, fingerprint: str | None) -> None:
        self._bearing = load_bearing()
        self._nearest = nearest if fingerprint == self._bearing.fingerprint else None
        self._told: dict[int, float] = {}

    def told(self, messages: Sequence[Message]) -> Floats:
        """Probability of each message that it bears on what its writer can do, shape (n,); 0 for the
        assistant's."""
        if len(self._told) > _KEPT:
            self._told.clear()
        if new := [m for m in messages if m.row not in self._told]:
            self._judge(new)
        return np.array([self._told[m.row] for m in messages], np.float64)

    def _judge(self, messages: list[Message]) -> None:
        self._told.update((m.row, 0.0) for m in messages)
        own = [m for m in messages if m.role in (Role.USER, Role.PARTICIPANT)]
        if not own:
            return
        near = None
        if self._nearest is not None:
            rows = np.array([m.row for m in own], np.int64)
            near = self._nearest.cosines(rows, self._bearing.embedded.dense)
        head = self._bearing.plain if near is None else self._bearing.embedded
        sums = np.array([head.words(m.text, signs(m.text)) for m in own], np.float64)
        told = head.probabilities(sums if near is None else sums + near)
        self._told.update(zip((m.row for m in own), told.tolist(), strict=True))
