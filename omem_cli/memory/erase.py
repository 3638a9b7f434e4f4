"""Erasure of messages with all that stood on them: what remains is made anew from what remains.

The persona is folded again from the messages that are left, so no value survives in words that were erased.
What the user decided (set, pinned, forgot) stays where something is left for it to be about.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from omem_cli.memory import persona
from omem_cli.protocols import Embedder
from omem_cli.store import Store
from omem_cli.store.erasure import Selection
from omem_cli.text import normalise

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")
_RUN = 5  # words (Chinese: characters) in a row that make a quotation


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure took, by kind; `reopened` messages are to be understood anew since the model had seen
    an erased one beside them; `tombstones` keep messages out."""

    counts: dict[str, int]
    reopened: int
    tombstones: int
    time: datetime


def erase(
    store: Store, chosen: Selection, embedder: Embedder | None = None, *, tombstones: bool = True
) -> Erased | None:
    """Erases the chosen messages in one transaction; None (and nothing changed) if none fits. Afterwards
    `store.erasure.wipe()` clears what SQLite leaves in the file.

    A selection by person alone takes all that is known of them, an empty one the user's whole memory.
    """
    erasure, everything = store.erasure, chosen == Selection()
    person = chosen.person if chosen == Selection(person=chosen.person) else None
    with store.transaction():
        before, kept_out = _counts(store), store.tombstones.count()
        rows = erasure.rows(chosen)
        known = person is not None and (
            any(name == person for name, _, _ in store.memories.persons())
            or any(store.people.canonical(t.person or "") == person for t in store.shares.taken())
        )
        if not rows and not known and not (everything and any(before.values())):
            return None
        for task in store.checkpoints.tasks():
            if everything or _quoted(store, task.name, rows):
                store.checkpoints.delete(task)
        reopened: list[int] = []
        if everything:
            erasure.delete(rows, tombstones=tombstones)
            erasure.drop_all()
        else:
            reopened = erasure.quoting(rows)
            persons, memories = erasure.touched([*rows, *reopened])
            erasure.delete(rows, tombstones=tombstones)
            erasure.reopen(reopened)
            if person is not None:
                erasure.drop_person(person)
            for id in memories:
                _stand_anew(store, id)
            for name in persons:
                if name != person:
                    persona.refold(store, name, embedder)
            erasure.tidy_topics()
            erasure.drop_dangling()
        persona.let_go(store)
        after = _counts(store)
        counts = {kind: before[kind] - after[kind] for kind in before}
        kept_out = store.tombstones.count() - kept_out
        told = {kind: count for kind, count in counts.items() if count}
        store.audit.add("forget", {**told, "tombstones": kept_out}, added=-counts["messages"])
        return Erased(counts, len(reopened), kept_out, datetime.now(UTC))


def _counts(store: Store) -> dict[str, int]:
    return {**store.erasure.counts(), "checkpoints": len(store.checkpoints.tasks())}


def _stand_anew(store: Store, id: str) -> None:
    """What lost evidence: gone if none is left; if the user has decided about it, it takes the words of what
    is left. Everything else is made anew by the fold."""
    memories = store.memories
    one = memories.attribute(id) or memories.event(id)
    if one is None:
        return
    decided = {d.action for d in memories.decisions(id) if d.message is None}
    stands = store.erasure.stands_on(id)
    if "set" in decided:
        return  # in the user's own words
    if not stands or "distill" in decided:
        memories.delete(id)
    elif decided & {"pin", "unpin", "forget"}:
        message, words = stands[0]
        store.erasure.reword(id, words, message)


# ---------------------------------------------------------------- states of tasks
def _quoted(store: Store, task: str, rows: Iterable[int]) -> bool:
    """Whether a save of a task names one of the messages or has some words in a row from it."""
    found = store.checkpoints.task(task)
    assert found is not None
    saves = [store.checkpoints.own(found, save.number)[1] for save in store.checkpoints.saves(found)]
    texts = [text for save in saves for text in _strings(json.loads(save))]
    runs = {run for text in texts for size in range(1, _RUN + 1) for run in _runs(text, size)}
    for message in store.messages.by_rows(rows):
        if (message.id,) in runs:
            return True
        size = min(_RUN, len(_TOKEN.findall(message.text)))
        if any(len("".join(run)) > _RUN and run in runs for run in _runs(message.text, size)):
            return True
    return False


def _runs(text: str, size: int) -> Iterator[tuple[str, ...]]:
    tokens = _TOKEN.findall(normalise(text))
    for at in range(len(tokens) - size + 1 if size else 0):
        yield tuple(tokens[at : at + size])


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
