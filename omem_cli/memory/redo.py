"""Understanding everything again: what would change, and how it takes the place of what was.

The new understandings wait as drafts beside the memories (store/versions.py). They are put in force together,
in one transaction: until then, and if anything goes wrong, the memory is as it was.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omem_cli.memory import persona
from omem_cli.protocols import Embedder
from omem_cli.records import AttributeClaim, EventClaim, Message, Understanding
from omem_cli.store import Store


@dataclass(frozen=True, slots=True)
class Change:
    """What a message is understood to tell now and was not before, and the other way round. Claims that no
    words of the message prove are left out."""

    message: Message
    attributes_added: tuple[AttributeClaim, ...]
    attributes_removed: tuple[AttributeClaim, ...]
    events_added: tuple[EventClaim, ...]
    events_removed: tuple[EventClaim, ...]


def changes(store: Store) -> Iterator[Change]:
    """Messages whose draft tells something else than what is in force, in file order."""
    for message, new in store.versions.drafts():
        old = store.memories.understanding(message.row) or Understanding("")
        before, after = _attributes(old), _attributes(new)
        happened, happens = _events(old), _events(new)
        change = Change(
            message,
            tuple(c for key, c in after.items() if key not in before),
            tuple(c for key, c in before.items() if key not in after),
            tuple(c for key, c in happens.items() if key not in happened),
            tuple(c for key, c in happened.items() if key not in happens),
        )
        if before.keys() != after.keys() or happened.keys() != happens.keys():
            yield change


def _attributes(u: Understanding) -> dict[tuple[str, str], AttributeClaim]:
    return {(c.aspect, c.value): c for c in u.attributes if c.quote is not None}


def _events(u: Understanding) -> dict[tuple[str, str | None], EventClaim]:
    return {(c.event, c.date): c for c in u.events if c.quote is not None}


def put_in_force(store: Store, embedder: Embedder | None) -> None:
    """The drafts take the place of what was understood before, which is kept as history; topics, clues and
    the personas are made anew from them."""
    known = None if embedder is None else _Encoded(embedder, _compared(store))
    with store.transaction():
        drafts = list(store.versions.drafts())
        store.versions.put_in_force()
        store.memories.tidy(u.topic for _, u in drafts)
        for message, u in drafts:
            topic, vector = persona.topic_for(store, u.topic, known)
            store.memories.file(message.row, [topic] if topic else [], u.clues)
            if known is not None and vector is not None and (row := store.memories.topic_row(topic)):
                store.vectors.add("topic", known.fingerprint, np.array([row], np.int64), vector)
        store.memories.tidy()
        for person in _persons(store):
            persona.refold(store, person, known)


def _compared(store: Store) -> set[str]:
    """The texts of the drafts whose vectors will be asked for."""
    texts: set[str] = set()
    for _, u in store.versions.drafts():
        texts.update([u.topic.strip(), *(c.value for c in u.attributes)])
    return texts - {""}


def _persons(store: Store) -> Iterable[str]:
    told = [person for person, *_ in store.memories.persons()]
    return sorted({*told, *(person for person, _ in store.messages.persons())})


class _Encoded:
    """An embedder that has encoded some texts before: a model should not run while the file is locked. One by
    one, as when a message is remembered: in a batch the last digits differ."""

    def __init__(self, embedder: Embedder, texts: Iterable[str]) -> None:
        self._embedder = embedder
        self._known = {text: embedder.encode_documents([text])[0] for text in sorted(texts)}

    @property
    def fingerprint(self) -> str:
        return self._embedder.fingerprint

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if all(text in self._known for text in texts):
            return np.stack([self._known[text] for text in texts])
        return self._embedder.encode_documents(texts)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self._embedder.encode_query(text)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._embedder.encode_queries(texts)

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)
