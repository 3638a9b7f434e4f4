"""The persona memory in the store: what a message tells is decided and kept, and the user has the last word.

The tables show the fold (`fold.Profile`) of all that was understood; `loading` keeps it beside an open store.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import OmemError
from omem_cli.memory import loading, wording
from omem_cli.memory.loading import let_go, similarity
from omem_cli.memory.standing import State
from omem_cli.memory.view import profile, timeline
from omem_cli.protocols import Embedder
from omem_cli.records import ASPECTS, Attribute, Decision, Event, EventClaim, Message, Status, Understanding
from omem_cli.store import Store

__all__ = [
    "forget",
    "forget_claims",
    "let_go",
    "pin",
    "profile",
    "refold",
    "remember",
    "set_",
    "similarity",
    "timeline",
    "topic_for",
]

SAME_TOPIC = 0.85
"""Cosine from which two topics are one."""


# ---------------------------------------------------------------- taking in
def remember(
    store: Store, message: Message, understanding: Understanding, embedder: Embedder | None = None
) -> list[Decision]:
    """Keeps what was understood of a message, in one transaction: topics, clues, and (where the message has a
    person) the persona. Does nothing for a message already understood. Returns the decisions taken.

    The result does not depend on the order in which messages with a time arrive.
    """
    topic, vector = topic_for(store, understanding.topic, embedder)
    before = loading.stamp_of(store)
    state: State | None = None
    if message.person is not None and (named := store.people.canonical(message.person)) != message.person:
        store.people.rename(message, named)
        message = replace(message, person=named)
        before = loading.carried(store, before)
    spoken, told = loading.own_and_told(store, message, understanding)
    if message.person is not None and (spoken.counts or spoken.events):
        state = loading.state_of(store, message.person, embedder)
        spoken = loading.allowed(spoken, state.rules)
        state.take(spoken)
    done = False

    def write() -> list[Decision]:
        nonlocal done
        done = True
        if embedder is not None and vector is not None and (row := store.memories.topic_row(topic)):
            store.vectors.add("topic", embedder.fingerprint, np.array([row], np.int64), vector)
        if told and message.person is not None:
            store.people.tell(message, message.person, told)
        if state is None:
            return []
        return [*state.write(store), *_events(store, state, message, spoken.events)]

    try:
        decisions = store.memories.record(message, understanding, write, topics=[topic] if topic else [])
    except BaseException:
        let_go(store)  # the fold has seen what the store has not kept
        raise
    if not done:  # another process was faster
        let_go(store)
    loading.carried(store, before)
    return decisions


def topic_for(store: Store, name: str, embedder: Embedder | None) -> tuple[str, NDArray[np.float32] | None]:
    """The topic to file under: a known one that is nearly equal, else the new one with its vector (1, d)."""
    if not name.strip() or embedder is None or store.memories.topic_row(name) is not None:
        return name.strip(), None
    vector = embedder.encode_documents([name])
    if name.isascii():  # small English models find any two Chinese words alike
        near = store.vectors.search("topic", embedder.fingerprint, vector[0], 3)
        names = store.memories.topic_names(row for row, _ in near)
        for row, cosine in near:
            known = names.get(row)
            if cosine >= SAME_TOPIC and known is not None and known.isascii():
                return known, None
    return name, vector


def _events(store: Store, state: State, message: Message, claims: Sequence[EventClaim]) -> list[Decision]:
    """O-Mem eq. 3 by rules: an event told again, on the same day, is evidence; else it is added."""
    decisions = []
    for claim in claims:
        known = state.events_of(store, claim.date)
        same = next((e for e in known if _same_event(e, claim)), None) if claim.quote is not None else None
        if same is not None:
            id, action, reason = same.id, "ignore", f"told before: {same.event}"
            store.memories.add_evidence(id, message, claim.quote)
        else:
            status = Status.HELD if claim.quote is None else Status.CURRENT
            id = store.memories.add_event(
                state.person, claim.event, message=message, quote=claim.quote, date=claim.date,
                status=status, confidence=claim.confidence,
            )  # fmt: skip
            held = status is Status.HELD
            action, reason = ("hold", "no words of the message prove it") if held else ("add", "new")
            known.append(Event(id, state.person, claim.event, claim.date, status, claim.confidence, ()))
        decisions.append(
            store.memories.log(action, reason, aspect="event", value=claim.event, message=message, target=id)
        )
    return decisions


def _same_event(known: Event, claim: EventClaim) -> bool:
    if known.status is Status.HELD:
        return False
    a, b = wording.terms(known.event), wording.terms(claim.event)
    return a == b or (known.date is not None and len(a & b) * 4 >= 3 * max(len(a), len(b)))


# ---------------------------------------------------------------- making anew
def refold(store: Store, person: str, embedder: Embedder | None = None) -> None:
    """Makes a person's attributes and events anew from what all messages are now understood to claim. What
    the user set, pinned or forgot stays, however the messages are read. Call it in a transaction."""
    let_go(store)
    memories, state = store.memories, State(store, person, similarity(embedder))
    stored = loading.by_hand(store, state)
    pinned = [a for a in stored if a.pinned and loading.told_first(a, store.user)]
    put_away = memories.decided("forget")
    gone = [e for e in memories.events(person, status=None) if e.id in put_away]
    kept = {a.id for a in stored if a.id in put_away} | {e.id for e in gone}
    spoken = [
        loading.with_pinned(s, pinned, store.user)
        for s in loading.statements_of(store, state, stored, retell=True)
    ]
    state.statements += spoken
    state.refold()
    lost = [a for a in pinned if a.id not in state.profile.attributes]
    memories.release(person, kept)
    for a in lost:  # an earlier message says the same now: so it stands on the user's word
        decision = memories.log(
            "set", "you had pinned it", aspect=a.aspect, value=a.value, message=None, target=a.id
        )
        state.statements.insert(0, loading.stated_by(store, a, decision))
    if lost:
        state.refold()
    state.write(store)
    state.start_events()
    for s in spoken:
        message = state.message(store, s.message) if s.events else None
        if message is not None:
            events = [c for c in s.events if not any(loading.of_forgotten(c, e, s.message) for e in gone)]
            _events(store, state, message, events)
    memories.drop_unsupported(person, kept)
    let_go(store)


# ---------------------------------------------------------------- the user's hand
def set_(
    store: Store, aspect: str, value: str, person: str | None = None, embedder: Embedder | None = None
) -> Attribute:
    """The user says what is so: stronger than anything read in messages, and pinned."""
    who, value = person or store.user, value.strip()
    if aspect not in ASPECTS:
        raise OmemError(f"there is no aspect {aspect!r}: choose one of {', '.join(ASPECTS)}")
    if not value:
        raise OmemError("an attribute needs a value")
    with store.transaction():
        known = store.memories.attributes(who)
        same = next(
            (a for a in known if a.aspect == aspect and wording.key(a.value) == wording.key(value)), None
        )
        if same is not None:
            # Noted, so that it stays when the messages that also say it are erased.
            store.memories.log("set", "you said so", aspect=aspect, value=value, message=None, target=same.id)
            return pin(store, same.id, embedder=embedder)
        id = store.memories.add_attribute(who, aspect, value, message=None, pinned=True)
        store.memories.log("set", "you said so", aspect=aspect, value=value, message=None, target=id)
        store.audit.add("set", {"id": id})
        _rewrite(store, who, embedder)
    return _attribute(store, id)


def pin(store: Store, id: str, pinned: bool = True, embedder: Embedder | None = None) -> Attribute:
    """A pinned attribute stays as it is: what contradicts it is put aside."""
    a = _attribute(store, id)
    if a.pinned == pinned and (a.status is Status.CURRENT or not pinned):
        return a  # nothing to decide, so nothing that could be taken back
    with store.transaction():
        store.memories.pin(id, pinned)
        action = "pin" if pinned else "unpin"
        store.memories.log(action, "your decision", aspect=a.aspect, value=a.value, message=None, target=id)
        store.audit.add(action, {"id": id})
        _rewrite(store, a.person, embedder)
    return _attribute(store, id)


def forget(store: Store, id: str, embedder: Embedder | None = None) -> Attribute:
    """Puts an attribute away for good: it is not shown, and the same messages do not bring it back."""
    a = _attribute(store, id)
    with store.transaction():
        store.memories.change(id, {"status": Status.HELD, "pinned": False})
        store.memories.log("forget", "your decision", aspect=a.aspect, value=a.value, message=None, target=id)
        store.audit.add("put away", {"id": id})
        forget_claims(store, id)
        _rewrite(store, a.person, embedder)
    return _attribute(store, id)


def forget_claims(store: Store, id: str) -> None:
    """Notes which claims opened a forgotten attribute in another's place: those decisions name the other."""
    memories, a = store.memories, _attribute(store, id)
    said = {e.message for e in a.evidence}
    for old in memories.attributes(a.person, history=True):
        if old.superseded_by != id:
            continue
        for d in memories.decisions(old.id):
            if d.action in ("update", "correct") and d.message in said:
                memories.log(
                    "forget", "your decision", aspect=d.aspect, value=d.value, message=d.message, target=id
                )


def _attribute(store: Store, id: str) -> Attribute:
    found = store.memories.attribute(id)
    if found is None:
        raise OmemError(f"no attribute {id!r}: `omem persona show --history --json` lists the ids")
    return found


def _rewrite(store: Store, person: str, embedder: Embedder | None) -> None:
    loading.let_go_of(store, person)
    state = loading.load(store, person, similarity(embedder))
    state.write(store)
