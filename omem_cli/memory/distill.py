"""Many similar events or likes become one preference that stands on all of their evidence.

Groups are the components of the nearest-neighbour graph (`clusters`) over the memories' vectors. A language
model may put a group into words, if they are the group's own; else what its members share and what each adds
does (`preference`). What is distilled is a decision: the likes are kept in the history, and `omem persona
undo` parts them again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from omem_cli.memory import clusters, persona, preference, wording
from omem_cli.memory.fold import IN_PLACE, replaced_by
from omem_cli.protocols import Embedder, Extractor
from omem_cli.records import Attribute, Event
from omem_cli.store import Store

FLOOR = 0.45
"""Cosine that joins two memories; all-MiniLM-L6-v2 puts nights in two hotels at 0.45 to 0.8, a hotel and a
choir below 0.3."""

COHERENT = 0.65
"""Cosine with the middle of its group that a member needs: a chain alone makes no group."""

LEAST = 3
"""Members of a group at least."""

_POOLS = (
    ("like", frozenset({"like", "hobby"})),
    ("dislike", frozenset({"dislike"})),
    ("diet", frozenset({"diet"})),
)
_ANSWER_TOKENS, _LONGEST = 24, 80


@dataclass(frozen=True, slots=True)
class Preference:
    """What a group becomes; `by` is model or words; `id` is None until it is kept."""

    person: str
    aspect: str
    value: str
    by: str
    members: tuple[Attribute | Event, ...]
    id: str | None = None


def propose(
    store: Store, embedder: Embedder, extractor: Extractor | None = None, *, person: str | None = None,
    least: int = LEAST, floor: float = FLOOR,
) -> list[Preference]:  # fmt: skip
    """What could be distilled of a person (default: the memory's user), largest group first."""
    who = person or store.user
    found = []
    for aspect, members in groups(store, embedder, who, least, floor):
        texts = [told(m) for m in members]
        words = _by_model(extractor, texts, aspect) if extractor is not None else None
        value, by = (words, "model") if words else (shared_words(texts, embedder, aspect), "words")
        found.append(Preference(who, aspect, value, by, tuple(members)))
    return sorted(found, key=lambda p: -len(p.members))


def groups(
    store: Store, embedder: Embedder, person: str, least: int = LEAST, floor: float = FLOOR
) -> list[tuple[str, list[Attribute | Event]]]:
    """Aspect and members of each group. Pinned attributes and events that were distilled before are left."""
    memories = store.memories
    done = {id for d in memories.all_decisions() if d.action == "distill" for id in replaced_by(d.reason)}
    made = memories.decided("distill")
    attributes = [a for a in memories.attributes(person) if not a.pinned and a.id not in made]
    events = [e for e in memories.events(person) if e.id not in done]
    found = []
    for aspect, pool in _POOLS:
        items: list[Attribute | Event] = [a for a in attributes if a.aspect in pool]
        items += events if aspect == "like" else []
        if len(items) < least:
            continue
        vectors = embedder.encode_documents([told(m) for m in items])
        for component in clusters.components(np.asarray(vectors), floor):
            near = _coherent(component, np.asarray(vectors), [told(m) for m in items])
            members = [items[near[n]] for n in preference.alike(aspect, [told(items[n]) for n in near])]
            if len(members) >= least:
                kinds = {m.aspect for m in members if isinstance(m, Attribute)}
                found.append((kinds.pop() if len(kinds) == 1 else aspect, members))
    return found


def _coherent(component: list[int], vectors: NDArray[np.float32], texts: Sequence[str]) -> list[int]:
    """The members that belong to the middle of their group. Small models find any two Chinese texts alike, so
    there they must share a word, too."""
    middle = vectors[component].mean(axis=0)
    middle /= np.linalg.norm(middle)
    near = [n for n in component if float(vectors[n] @ middle) >= COHERENT]
    shared = Counter(t for n in near for t in wording.terms(texts[n]))
    return [n for n in near if texts[n].isascii() or any(shared[t] > 1 for t in wording.terms(texts[n]))]


def told(memory: Attribute | Event) -> str:
    """The words of a memory."""
    return memory.value if isinstance(memory, Attribute) else memory.event


def shared_words(texts: Sequence[str], embedder: Embedder, aspect: str) -> str:
    """What most of the texts share, then what each adds (`preference.worded`)."""
    vectors = np.asarray(embedder.encode_documents(list(texts)))
    order = np.argsort(-(vectors @ vectors.T).sum(axis=0), kind="stable").tolist()
    return preference.worded(texts, order, aspect)


def _by_model(extractor: Extractor, texts: Sequence[str], aspect: str) -> str | None:
    """The model's words for a group; None if they are not the group's own (`preference.grounded`)."""
    listed = "\n".join(f"- {one}" for one in texts[:12])
    prompt = (
        f"Things somebody did or likes:\n{listed}\n\nIn at most eight words taken from this list, and in its "
        "language, what do they prefer?\nPreference:"
    )
    reply = extractor.answer(prompt, _ANSWER_TOKENS).strip().split("\n")[0].strip(' .。-"“”')
    if not reply or len(reply) > _LONGEST or ":" in reply or not preference.grounded(reply, texts, aspect):
        return None
    return reply


def keep(store: Store, found: Sequence[Preference], embedder: Embedder | None = None) -> list[Preference]:
    """Puts the preferences into the profile, in one transaction; returns them with their ids."""
    kept = []
    with store.transaction():
        for one in found:
            id = store.memories.add_attribute(one.person, one.aspect, one.value, message=None)
            reason = IN_PLACE + " ".join(m.id for m in one.members)
            store.memories.log("distill", reason, aspect=one.aspect, value=one.value, message=None, target=id)
            kept.append(replace(one, id=id))
        for person in sorted({one.person for one in found}):
            persona.refold(store, person, embedder)
        if kept:
            store.audit.add("distill", {"preferences": len(kept)})
    return kept
