"""Working memory M_t: messages under the topics nearest to the question (O-Mem, section 3.3, eq. 8)."""

import sys
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.memory.nearest import Nearest
from omem_cli.protocols import Embedder
from omem_cli.store import Store

_TOPICS = 3
_NEAR = 0.4  # cosine, or share of words, from which a topic has to do with the question
_ALIKE = 3  # letters that a word shares with its stem
_BATCH = 256
_ALL, _OFTEN = 5000, 3  # topics up to which all are read and analysed once so many questions were asked
_MOST = 60  # messages taken of a topic, the latest


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, how near it is to the question (0..1), and the rows of its messages."""

    name: str
    score: float
    rows: tuple[int, ...]


def index_topics(store: Store, embedder: Embedder) -> int:
    """Stores the vectors of topics that have none yet; returns how many were made."""
    done = set(store.vectors.rows("topic", embedder.fingerprint).tolist())
    missing = {row: name for row, name, _ in store.memories.topics() if row not in done}
    rows = sorted(missing)
    for at in range(0, len(rows), _BATCH):
        part = rows[at : at + _BATCH]
        matrix = embedder.encode_documents([missing[row] for row in part])
        store.vectors.add("topic", embedder.fingerprint, np.array(part, np.int64), matrix)
    return len(rows)


class Topics:
    """The topics of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._near: dict[str, Nearest] = {}
        self._terms: dict[int, frozenset[str]] = {}
        self._names: dict[int, str] = {}
        self._with: dict[str, list[int]] | None = None  # term -> topics, once all were read
        self._questions = 0

    def nearest(
        self, terms: Collection[str], vector: NDArray[np.float32] | None, fingerprint: str | None
    ) -> list[Topic]:
        """The few topics nearest by cosine or shared words, nearest first."""
        memories, asked = self._store.memories, frozenset(terms)
        self._questions += 1
        names = self._sharing(asked)
        scores = {row: len(asked & self._terms[row]) / len(self._terms[row]) for row in names}
        if vector is not None and fingerprint is not None:
            near = dict(self._nearest(fingerprint).search(vector, 2 * _TOPICS))
            names.update(memories.topic_names(near))
            for row, cosine in near.items():
                scores[row] = max(scores.get(row, 0.0), cosine)
        best = sorted(
            ((score, row) for row, score in scores.items() if score >= _NEAR and row in names),
            key=lambda pair: (-pair[0], names[pair[1]]),
        )[:_TOPICS]
        messages = memories.topic_messages([row for _, row in best], _MOST)
        return [Topic(names[row], score, tuple(messages[row])) for score, row in best if messages[row]]

    def _sharing(self, asked: frozenset[str]) -> dict[int, str]:
        """Row and name of the topics that share a word with the question."""
        if self._with is not None:
            rows = {row for term in asked for row in self._with.get(term, ())}
            return {row: self._names[row] for row in rows}
        # A stem and its word begin alike: only names with such a beginning have to be analysed.
        names = self._store.memories.topics_with(term[:_ALIKE] for term in asked)
        for row in names.keys() - self._terms.keys():
            self._terms[row] = text.light_terms(names[row])
        if self._questions > _OFTEN:
            self._read_all()
        return {row: name for row, name in names.items() if not asked.isdisjoint(self._terms[row])}

    def _read_all(self) -> None:
        """For many questions it pays to analyse all topics once, where they aren't too many."""
        self._questions = -sys.maxsize  # not tried again
        names = self._store.memories.topics_with([""], _ALL + 1)
        if len(names) > _ALL:
            return
        self._names, self._with = names, {}
        for row, name in names.items():
            if row not in self._terms:
                self._terms[row] = text.light_terms(name)
            for term in self._terms[row]:
                self._with.setdefault(term, []).append(row)

    def _nearest(self, fingerprint: str) -> Nearest:
        if fingerprint not in self._near:
            self._near[fingerprint] = Nearest(self._store, fingerprint, "topic", _ALL)
        return self._near[fingerprint]
