"""Working memory M_t: messages under the topics nearest to the question (O-Mem, section 3.3, eq. 8)."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.store import Store

_TOPICS = 3
_NEAR = 0.4  # cosine, or share of words, from which a topic has to do with the question
_MOST = 60  # messages taken of a topic, the latest


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, how near it is to the question (0..1), and the rows of its messages."""

    name: str
    score: float
    rows: tuple[int, ...]


class Topics:
    """The topics of a store, analysed once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = {row: (name, text.light_terms(name)) for row, name, _ in store.memories.topics()}

    def nearest(
        self, terms: Collection[str], vector: NDArray[np.float32] | None, fingerprint: str | None
    ) -> list[Topic]:
        """The few topics nearest by cosine or shared words, nearest first."""
        if not self._known:
            return []
        asked = frozenset(terms)
        scores = {
            row: len(asked & own) / len(own) for row, (_, own) in self._known.items() if own and asked & own
        }
        if vector is not None and fingerprint is not None:
            for row, cosine in self._store.vectors.search("topic", fingerprint, vector, 2 * _TOPICS):
                scores[row] = max(scores.get(row, 0.0), cosine)
        near = sorted(
            ((score, row) for row, score in scores.items() if score >= _NEAR and row in self._known),
            key=lambda pair: (-pair[0], self._known[pair[1]][0]),
        )[:_TOPICS]
        messages = self._store.memories.topic_messages([row for _, row in near])
        return [Topic(self._known[row][0], score, tuple(messages[row][-_MOST:])) for score, row in near]
