"""Which of a person's attributes and events go with a question (O-Mem, section 3.3, eq. 11, and beyond).

Cosine alone can't know that a bad back matters for the weekend. So every current attribute is offered, and
the order is by relevance (cosine, shared words), by aspect (what binds somebody comes first) and by how
recent the evidence is; the budget cuts the tail.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.memory import when
from omem_cli.protocols import Embedder
from omem_cli.records import Attribute, AttributeHit, Event, EventHit
from omem_cli.store import Store
from omem_cli.store.moments import as_of_moment, overlaps, span

_BINDING = {
    "health": 0.35, "allergy": 0.35, "diet": 0.3, "family": 0.25, "schedule": 0.25, "pet": 0.15,
    "relationship": 0.15, "location": 0.15, "goal": 0.15, "occupation": 0.15, "dislike": 0.1,
}  # fmt: skip
"""How much an aspect limits what somebody can do, whatever the question."""
BODY_AND_TASTE = frozenset(
    {"health", "allergy", "diet", "schedule", "belief", "like", "dislike", "hobby", "goal"}
)
"""What goes with every open question, whatever the words it was told in."""
FORBIDS_FOOD = frozenset({"allergy", "diet"})
"""What comes first where food is chosen."""
_WORDS, _RECENT, _PINNED, _DATED = 0.5, 0.05, 1.0, 0.5
_EVENT_NEAR = 0.25  # what an event must score to come along; attributes come regardless
_KINDS: tuple[Literal["attribute", "event"], ...] = ("attribute", "event")
_UNSTORED = 64  # memories without a stored vector that are encoded on the spot


def attribute_text(a: Attribute) -> str:
    """What is embedded of an attribute."""
    return f"{a.aspect}: {a.value}"


def index_persona(store: Store, embedder: Embedder) -> int:
    """Stores the vectors of attributes and events that have none yet; returns how many were made."""
    memories, made = store.memories, 0
    for kind in _KINDS:
        done = set(store.vectors.rows(kind, embedder.fingerprint).tolist())
        missing = [row for row in memories.rows_ids(kind) if row not in done]
        for at in range(0, len(missing), 64):
            part = missing[at : at + 64]
            if kind == "attribute":
                texts = {row: attribute_text(a) for row, a in memories.attributes_by_rows(part).items()}
            else:
                texts = {row: e.event for row, e in memories.events_by_rows(part).items()}
            if texts:
                rows = np.array(list(texts), np.int64)
                store.vectors.add(
                    kind, embedder.fingerprint, rows, embedder.encode_documents(list(texts.values()))
                )
                made += len(texts)
    return made


class Profile:
    """What is known of some people at a time, with the vectors of it; made once for many questions."""

    def __init__(
        self, store: Store, embedder: Embedder | None, persons: Sequence[str], as_of: str | None
    ) -> None:
        self.attributes = [a for p in persons for a in store.memories.attributes(p, as_of=as_of)]
        limit = None if as_of is None else as_of_moment(as_of)
        self.events = [
            e
            for p in persons
            for e in store.memories.events(p)
            if limit is None or e.date is None or overlaps(e.date, None, limit)
        ]
        if limit is not None:  # and what was said of it had been said by then
            self.events = [e for e in self.events if _told_by(e, limit)]
        self._texts = {a.id: a.value for a in self.attributes} | {e.id: e.event for e in self.events}
        self._words: _Words | None = None
        vectors = self._load(store, embedder) if embedder is not None else {}
        self._places = {id: place for place, id in enumerate(self._texts)}
        self._events_at = np.array([self._places[e.id] for e in self.events], np.int64)
        embedded = [id for id in self._texts if id in vectors]
        self._embedded = np.array([self._places[id] for id in embedded], np.int64)
        self._matrix = np.array([vectors[id] for id in embedded], np.float32)
        self._order = {id: place for place, id in enumerate(self._by_time())}
        total = max(1, len(self._order))
        self._priors = [
            _BINDING.get(a.aspect, 0.0) + _RECENT * self._order[a.id] / total + _PINNED * a.pinned
            for a in self.attributes
        ]

    def _load(self, store: Store, embedder: Embedder) -> dict[str, NDArray[np.float32]]:
        found: dict[str, NDArray[np.float32]] = {}
        for kind in _KINDS:
            ids = store.memories.rows_ids(kind)
            rows, matrix = store.vectors.matrix(kind, embedder.fingerprint)
            found.update(
                (ids[row], vector) for row, vector in zip(rows.tolist(), matrix, strict=True) if row in ids
            )
        texts = {a.id: attribute_text(a) for a in self.attributes} | {e.id: e.event for e in self.events}
        missing = [id for id in texts if id not in found][:_UNSTORED]
        if missing:
            made = embedder.encode_documents([texts[id] for id in missing])
            found.update(zip(missing, made, strict=True))
        return found

    def _by_time(self) -> list[str]:
        """Ids, those with the latest evidence last."""
        entries: list[Attribute | Event] = [*self.attributes, *self.events]
        return [one.id for one in sorted(entries, key=lambda one: (_latest(one), one.id))]

    def _near(self, terms: Collection[str], vector: NDArray[np.float32] | None) -> NDArray[np.float64]:
        """Relevance of each, by place: cosine (0..1) plus the share of the memory's words that the question
        has."""
        near = np.zeros(len(self._texts))
        if vector is not None and len(self._embedded):
            near[self._embedded] = np.maximum(self._matrix @ vector, 0.0)
        if self._words is None:
            self._words = _Words(self._texts)
        for id, share in self._words.shares(terms).items():
            near[self._places[id]] += _WORDS * share
        return near

    def ranked(
        self,
        terms: Collection[str],
        vector: NDArray[np.float32] | None,
        spans: list[when.Span],
        *,
        food: bool = False,
    ) -> tuple[list[tuple[AttributeHit, float]], list[tuple[EventHit, float]]]:
        """Attributes and events best first, each with its relevance alone (without aspect and recency);
        `food`: what its owner must not eat before all else."""
        every = self._near(terms, vector)
        attributes = []
        for a, prior in zip(self.attributes, self._priors, strict=True):
            near = float(every[self._places[a.id]])
            attributes.append((AttributeHit(a, near + prior + (food and a.aspect in FORBIDS_FOOD)), near))
        told, total = every[self._events_at], max(1, len(self._order))
        if spans:
            told += [_DATED * _meets(e.date, spans) for e in self.events]
        events = []
        for at in np.flatnonzero(told >= _EVENT_NEAR).tolist():
            e, near = self.events[at], float(told[at])
            events.append((EventHit(e, near + _RECENT * self._order[e.id] / total), near))
        attributes.sort(key=lambda pair: (-pair[0].score, pair[0].attribute.id))
        events.sort(key=lambda pair: (-pair[0].score, pair[0].event.id))
        return attributes, events


class _Words:
    """Which memories have which terms."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._sizes: dict[str, int] = {}
        self._with: dict[str, list[str]] = {}
        for id, words in texts.items():
            own = text.light_terms(words)
            self._sizes[id] = len(own)
            for term in own:
                self._with.setdefault(term, []).append(id)

    def shares(self, terms: Collection[str]) -> dict[str, float]:
        """Id -> share of its terms that are among these, for those that have any of them."""
        counts = Counter(id for term in set(terms) for id in self._with.get(term, ()))
        return {id: count / self._sizes[id] for id, count in counts.items()}


def _latest(one: Attribute | Event) -> str:
    return max((e.time.isoformat() for e in one.evidence if e.time), default="")


def _told_by(e: Event, limit: datetime) -> bool:
    times = [x.time.replace(tzinfo=None) for x in e.evidence if x.time is not None]
    return not times or min(times) <= limit.replace(tzinfo=None)


def _meets(date: str | None, spans: list[when.Span]) -> bool:
    if date is None or not spans:
        return False
    try:
        first, after = (moment.replace(tzinfo=None) for moment in span(date))
    except (ValueError, OverflowError):
        return False
    return any(first < end and start <= after for start, end in spans)
