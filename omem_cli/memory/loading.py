"""From the store to the folds: what messages are understood to claim, what the user set, pinned and forgot.

While a store is open the folds are kept beside it, so a message costs one step; they are made anew when the
store was changed by somebody else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from omem_cli.memory import kin, wording
from omem_cli.memory.aspects import related
from omem_cli.memory.fold import Rules, Statement, attribute_id, claim_key, replaced_by, statement
from omem_cli.memory.relation import Similarity
from omem_cli.memory.standing import State, Token
from omem_cli.memory.told import split
from omem_cli.protocols import Embedder
from omem_cli.records import (
    Attribute,
    AttributeClaim,
    Decision,
    Event,
    EventClaim,
    Message,
    Status,
    Understanding,
)
from omem_cli.store import Store

_STATES: WeakKeyDictionary[Store, dict[str, State]] = WeakKeyDictionary()


def let_go(store: Store) -> None:
    """Forgets the folds kept beside a store, for who changes its tables in another way."""
    _STATES.pop(store, None)


def let_go_of(store: Store, person: str) -> None:
    """Forgets the fold of one person."""
    _STATES.get(store, {}).pop(person, None)


def stamp_of(store: Store) -> Token:
    """Names what the store holds now."""
    # What this process writes otherwise changes it, too: then the fold is loaded once more than needed.
    return store.stamp()


def state_of(store: Store, person: str, embedder: Embedder | None) -> State:
    """The fold kept beside the store, made anew if the store was changed by somebody else."""
    states = _STATES.setdefault(store, {})
    token = stamp_of(store)
    state = states.get(person)
    if state is None or state.token != token:
        state = states[person] = load(store, person, similarity(embedder))
        state.token = token
    if state.similarity is None:
        state.similarity = similarity(embedder)
    return state


def carried(store: Store, before: Token) -> Token:
    """The token after a write of our own, which the folds that knew the state before have seen."""
    after = stamp_of(store)
    for kept in _STATES.get(store, {}).values():
        if kept.token == before:
            kept.token = after
    return after


def similarity(embedder: Embedder | None) -> Similarity | None:
    """Cosine of two texts, each encoded once; None without a model."""
    if embedder is None:
        return None
    vectors: dict[str, NDArray[np.float32]] = {}

    def cosine(one: str, other: str) -> float:
        for value in (one, other):
            if value not in vectors:
                vectors[value] = embedder.encode_documents([value])[0]
        return float(vectors[one] @ vectors[other])

    return cosine


def load(store: Store, person: str, like: Similarity | None) -> State:
    """The fold of what the store knows of a person: its decisions name the claims of each message."""
    state, memories = State(store, person, like), store.memories
    stored = by_hand(store, state)
    pinned = [a for a in stored if a.pinned and told_first(a, store.user)]
    for s in statements_of(store, state, stored):
        state.statements.append(with_pinned(s, pinned, store.user))
        for d in memories.decisions(s.message):
            if d.message == s.message:
                state.logged.add((d.action, d.reason, d.aspect, d.value, d.message, d.target))
    state.refold()
    state.shown = {a.id: a for a in stored if a.id in state.profile.attributes}
    state.withdrawn = {
        a.id: a
        for a in stored
        if a.id not in state.shown and a.status is not Status.HELD and told_first(a, store.user)
    }
    return state


def by_hand(store: Store, state: State) -> list[Attribute]:
    """Puts what the user set, pinned and forgot into the state; returns all stored attributes."""
    memories, person = store.memories, state.person
    stored = [*memories.attributes(person, history=True), *memories.attributes(person, status=Status.HELD)]
    put_away = memories.decided("forget")
    said = memories.decided("set") | memories.decided("distill")
    forgotten = set(memories.forgotten())
    for a in stored:
        about = memories.decisions(a.id) if a.id in put_away or a.id in said else []
        if a.id in put_away:
            forgotten |= {claim_key(d.aspect, d.value, d.message) for d in about if d.message}
        elif about and not told_first(a, store.user):
            by = next(d for d in about if d.action in ("set", "distill"))
            state.statements.append(stated_by(store, a, by))
    state.rules = Rules(frozenset(a.id for a in stored if a.pinned), frozenset(forgotten))
    return stored


def told_first(a: Attribute, user: str) -> bool:
    """Whether a message told it first; what the user stated may have messages too, that confirmed it."""
    return any(attribute_id(user, a.person, a.aspect, a.value, e.message) == a.id for e in a.evidence)


def stated_by(store: Store, a: Attribute, by: Decision) -> Statement:
    """What the user put into the profile by a decision, with what it took the place of."""
    claim = AttributeClaim(a.aspect, a.value, a.value, a.confidence)
    replaces = replaced_by(by.reason)
    events = [e for id in replaces if (e := store.memories.event(id)) is not None]
    evidence = tuple(one for event in events for one in event.evidence)
    return Statement(
        a.id, "", 0, by.recorded, "", (claim,), stated=True, replaces=replaces, evidence=evidence,
        corrects=by.action == "set",
    )  # fmt: skip


def own_and_told(
    store: Store, message: Message, understanding: Understanding
) -> tuple[Statement, tuple[AttributeClaim, ...]]:
    """What the message claims of its writer, and what of others."""
    spoken = statement(message, understanding)
    if not spoken.claims or message.person is None:
        return spoken, ()
    own, told = split(message.text, spoken.claims, message.person, _others(store, message.person))
    return replace(spoken, claims=kin.named(message.text, own)), told


def _others(store: Store, writer: str) -> frozenset[str]:
    """Names of all who speak in the memory, but for the writer's."""
    return frozenset(n for n in store.people.speakers() if store.people.canonical(n) != writer)


def allowed(s: Statement, rules: Rules) -> Statement:
    """Without the events that the user has taken back."""
    kept = tuple(e for e in s.events if claim_key("event", e.event, s.message) not in rules.forgotten)
    return s if len(kept) == len(s.events) else replace(s, events=kept)


def statements_of(
    store: Store, state: State, stored: Sequence[Attribute], *, retell: bool = False
) -> list[Statement]:
    """What each message is understood to claim, without what the user has forgotten in other words. With
    `retell`, what it says of others is kept anew."""
    memories, found = store.memories, []
    told: dict[str, list[Decision]] = {}
    for id in memories.decided("forget").intersection(a.id for a in stored):
        for d in memories.decisions(id):
            told.setdefault(d.message or "", []).append(d)
    telling = store.people.telling() if retell else frozenset()
    for message, understanding in memories.readings(state.person):
        s, about_others = own_and_told(store, message, understanding)
        if retell and state.person == message.person and (about_others or message.row in telling):
            store.people.tell(message, state.person, about_others)
        s = allowed(s, state.rules)
        for d in told.get(message.id, ()):
            for c in s.claims:
                same = claim_key(c.aspect, c.value, s.message) in state.rules.forgotten
                if not same and _alike(c, d.aspect, d.value):
                    memories.log(
                        "forget", "your decision, in other words",
                        aspect=c.aspect, value=c.value, message=message, target=d.target,
                    )  # fmt: skip
                    s = replace(s, claims=tuple(other for other in s.claims if other != c))
        if s.counts or s.events:
            found.append(s)
            if retell:
                state.messages[message.id] = message
    return found


def with_pinned(s: Statement, pinned: Iterable[Attribute], user: str) -> Statement:
    """A message goes on claiming what it told of a pinned attribute, in the words that were pinned."""
    for a in pinned:
        quote = next((e.quote for e in a.evidence if e.message == s.message), None)
        if attribute_id(user, a.person, a.aspect, a.value, s.message) == a.id:
            others = (c for c in s.claims if not _alike(c, a.aspect, a.value))
            s = replace(s, claims=(*others, AttributeClaim(a.aspect, a.value, quote, a.confidence)))
    return s


def _alike(claim: AttributeClaim, aspect: str, value: str) -> bool:
    """Whether two readings of one message say much the same."""
    return claim.aspect in related(aspect) and _overlap(claim.value, value)


def of_forgotten(claim: EventClaim, event: Event, message: str) -> bool:
    return _overlap(claim.event, event.event) and any(e.message == message for e in event.evidence)


def _overlap(one: str, other: str) -> bool:
    a, b = wording.terms(one), wording.terms(other)
    return one == other or 2 * len(a & b) >= max(1, min(len(a), len(b)))
