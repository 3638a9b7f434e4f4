"""The persona memory in the store: what a message tells is decided and kept, and the user has the last word.

The tables show the fold (`fold.Profile`) of everything understood so far. While a store is open the fold is
kept beside it, so a message costs one step; it is made anew when the store was changed by somebody else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import OmemError
from omem_cli.memory import kin, wording
from omem_cli.memory.aspects import related
from omem_cli.memory.decide import Similarity
from omem_cli.memory.fold import (
    Key,
    Profile,
    Rules,
    Statement,
    attribute_id,
    claim_key,
    fold,
    place,
    replaced_by,
    statement,
)
from omem_cli.memory.told import split
from omem_cli.protocols import Embedder
from omem_cli.records import (
    ASPECTS,
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
from omem_cli.store.moments import as_of_moment, not_after, overlaps

Token = tuple[int, int]

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
    before = _token(store)
    state: _State | None = None
    if message.person is not None and (named := store.people.canonical(message.person)) != message.person:
        store.people.rename(message, named)
        message = replace(message, person=named)
        before = _carried(store, before)
    spoken, told = _split(store, message, understanding)
    if message.person is not None and (spoken.counts or spoken.events):
        state = _state(store, message.person, embedder)
        spoken = _allowed(spoken, state.rules)
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
        _STATES.pop(store, None)  # the fold has seen what the store has not kept
        raise
    if not done:  # another process was faster
        _STATES.pop(store, None)
    _carried(store, before)
    return decisions


def _carried(store: Store, before: Token) -> Token:
    """The token after a write of our own, which the folds that knew the state before have seen."""
    after = _token(store)
    for kept in _STATES.get(store, {}).values():
        if kept.token == before:
            kept.token = after
    return after


def _split(
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


def _allowed(s: Statement, rules: Rules) -> Statement:
    """Without the events that the user has taken back."""
    kept = tuple(e for e in s.events if claim_key("event", e.event, s.message) not in rules.forgotten)
    return s if len(kept) == len(s.events) else replace(s, events=kept)


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


def _events(store: Store, state: "_State", message: Message, claims: Sequence[EventClaim]) -> list[Decision]:
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


# ---------------------------------------------------------------- the fold beside an open store


class _State:
    """What was said of and by a person, its fold, and what of it the store shows."""

    def __init__(self, store: Store, person: str, like: Similarity | None) -> None:
        self.person, self.user, self.similarity = person, store.user, like
        self.statements: list[Statement] = []
        self.rules = Rules()
        self.profile = Profile(person, self.user)
        self.shown: dict[str, Attribute] = {}
        self.withdrawn: dict[str, Attribute] = {}
        self.token: Token = (-1, -1)
        self._events: dict[str | None, list[Event]] | None = None
        self._last: Key | None = None
        self._latest = float("-inf")
        self._anew = False
        self.messages: dict[str, Message] = {}
        """Those that are at hand while everything is written anew."""
        self.logged: set[tuple[str, str, str, str, str | None, str | None]] = set()

    def events_of(self, store: Store, date: str | None) -> list[Event]:
        """The person's events of one date (None: without a date)."""
        if self._events is None:
            self._events = {}
            for event in store.memories.events(self.person, status=None):
                self._events.setdefault(event.date, []).append(event)
        return self._events.setdefault(date, [])

    def start_events(self) -> None:
        """Forgets the events of the store: they are about to be told anew."""
        self._events = {}

    def take(self, s: Statement) -> None:
        """Adds a statement: one step if it is the newest, else everything anew."""
        self.statements.append(s)
        if s.time is not None:
            self._latest = max(self._latest, s.time.timestamp())
        key = place(s, self._latest)
        if self._last is None or key >= self._last:
            self._last = key
            self.profile.hear(s, self.similarity)
        else:
            self.refold()

    def refold(self) -> None:
        """Folds all statements again."""
        self._latest, self._last = float("-inf"), None
        for s in self.statements:
            self._latest = self._latest if s.time is None else max(self._latest, s.time.timestamp())
            key = place(s, self._latest)
            self._last = key if self._last is None else max(self._last, key)
        self._anew = True
        self.profile = fold(self.person, self.statements, self.similarity, user=self.user, rules=self.rules)

    def write(self, store: Store) -> list[Decision]:
        """Brings the store's tables in line with the fold; returns the decisions that are new."""
        now, memories = self.profile.attributes, store.memories
        for id in self.withdrawn.keys() & now.keys():  # late messages brought it back
            self.shown[id] = self.withdrawn.pop(id)
        changed = [now[id] for id in sorted(self.profile.changed) if self.shown.get(id) != now[id]]
        messages: dict[str, Message] = {}
        for a in changed:
            known = {e.message for e in self.shown[a.id].evidence} if a.id in self.shown else set()
            if known - {e.message for e in a.evidence}:  # a late message shows that some stands elsewhere
                memories.save_attribute(a)
                self.shown[a.id] = a
                continue
            for e in a.evidence:
                if e.message not in known and e.message not in messages:
                    message = self.message(store, e.message)
                    if message is not None:
                        messages[message.id] = message
            if a.id not in self.shown:
                first = a.evidence[0] if a.evidence else None
                memories.add_attribute(
                    a.person, a.aspect, a.value, message=messages[first.message] if first else None,
                    quote=first.quote if first else None, confidence=a.confidence, id=a.id,
                )  # fmt: skip
            for e in a.evidence:
                if e.message not in known:
                    memories.add_evidence(a.id, messages[e.message], e.quote)
            memories.change(
                a.id,
                {
                    "status": a.status, "since": a.since, "until": a.until, "confidence": a.confidence,
                    "pinned": a.pinned, "superseded_by": a.superseded_by,
                },
            )  # fmt: skip
            self.shown[a.id] = a
        if self._anew:
            for id in self.shown.keys() - now.keys():
                self.withdrawn[id] = self.shown.pop(id)
            for id in sorted(self.withdrawn):
                self._withdraw(store, self.withdrawn[id])
        self._anew = False
        self.profile.changed.clear()
        return self._log(store)

    def message(self, store: Store, id: str) -> Message | None:
        """The stored message with this id."""
        return self.messages.get(id) or store.messages.get(id)

    def _log(self, store: Store) -> list[Decision]:
        """Writes down the steps that are new; after a late message also those that now come out otherwise."""
        written = []
        for s in self.profile.log:
            entry = (s.operation.action, s.operation.reason, s.aspect, s.value, s.message, s.target)
            if entry in self.logged:
                continue
            self.logged.add(entry)
            message = self.message(store, s.message)
            if message is not None:
                action, reason, aspect, value, _, target = entry
                written.append(
                    store.memories.log(
                        action, reason, aspect=aspect, value=value, message=message, target=target
                    )
                )
        self.profile.log.clear()
        return written

    def _withdraw(self, store: Store, a: Attribute) -> None:
        # A late message showed that this is another attribute's evidence. Nothing is deleted: it stays as an
        # empty span of time that points to that one.
        origin = a.evidence[0].message if a.evidence else ""
        others = self.profile.attributes.values()
        heirs = [b for b in others if any(e.message == origin for e in b.evidence)]
        heir = next((b for b in heirs if b.aspect == a.aspect), heirs[0] if heirs else None)
        gone = replace(a, status=Status.PAST, until=a.since, superseded_by=heir.id if heir else None)
        if gone != a:  # with every late message the heir may be another
            store.memories.close(a.id, a.since, gone.superseded_by)
            self.withdrawn[a.id] = gone


_STATES: WeakKeyDictionary[Store, dict[str, _State]] = WeakKeyDictionary()


def let_go(store: Store) -> None:
    """Forgets the folds kept beside a store, for who changes its tables in another way."""
    _STATES.pop(store, None)


def _token(store: Store) -> Token:
    # What this process writes otherwise changes it, too: then the fold is loaded once more than needed.
    return store.stamp()


def _state(store: Store, person: str, embedder: Embedder | None) -> _State:
    states = _STATES.setdefault(store, {})
    token = _token(store)
    state = states.get(person)
    if state is None or state.token != token:
        state = states[person] = load(store, person, similarity(embedder))
        state.token = token
    if state.similarity is None:
        state.similarity = similarity(embedder)
    return state


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


def _hand(store: Store, state: "_State") -> list[Attribute]:
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
        elif about and not _told(a, store.user):
            by = next(d for d in about if d.action in ("set", "distill"))
            state.statements.append(_stated(store, a, by))
    state.rules = Rules(frozenset(a.id for a in stored if a.pinned), frozenset(forgotten))
    return stored


def _told(a: Attribute, user: str) -> bool:
    """Whether a message told it first; what the user stated may have messages too, that confirmed it."""
    return any(attribute_id(user, a.person, a.aspect, a.value, e.message) == a.id for e in a.evidence)


def load(store: Store, person: str, like: Similarity | None) -> _State:
    """The fold of what the store knows of a person: its decisions name the claims of each message."""
    state, memories = _State(store, person, like), store.memories
    stored = _hand(store, state)
    pinned = [a for a in stored if a.pinned and _told(a, store.user)]
    for s in _spoken(store, state, stored):
        state.statements.append(_with_pinned(s, pinned, store.user))
        for d in memories.decisions(s.message):
            if d.message == s.message:
                state.logged.add((d.action, d.reason, d.aspect, d.value, d.message, d.target))
    state.refold()
    state.shown = {a.id: a for a in stored if a.id in state.profile.attributes}
    state.withdrawn = {
        a.id: a
        for a in stored
        if a.id not in state.shown and a.status is not Status.HELD and _told(a, store.user)
    }
    return state


# ---------------------------------------------------------------- making anew
def refold(store: Store, person: str, embedder: Embedder | None = None) -> None:
    """Makes a person's attributes and events anew from what all messages are now understood to claim. What
    the user set, pinned or forgot stays, however the messages are read. Call it in a transaction."""
    _STATES.pop(store, None)
    memories, state = store.memories, _State(store, person, similarity(embedder))
    stored = _hand(store, state)
    pinned = [a for a in stored if a.pinned and _told(a, store.user)]
    put_away = memories.decided("forget")
    gone = [e for e in memories.events(person, status=None) if e.id in put_away]
    kept = {a.id for a in stored if a.id in put_away} | {e.id for e in gone}
    spoken = [_with_pinned(s, pinned, store.user) for s in _spoken(store, state, stored, retell=True)]
    state.statements += spoken
    state.refold()
    lost = [a for a in pinned if a.id not in state.profile.attributes]
    memories.release(person, kept)
    for a in lost:  # an earlier message says the same now: so it stands on the user's word
        decision = memories.log(
            "set", "you had pinned it", aspect=a.aspect, value=a.value, message=None, target=a.id
        )
        state.statements.insert(0, _stated(store, a, decision))
    if lost:
        state.refold()
    state.write(store)
    state.start_events()
    for s in spoken:
        message = state.message(store, s.message) if s.events else None
        if message is not None:
            events = [c for c in s.events if not any(_of_forgotten(c, e, s.message) for e in gone)]
            _events(store, state, message, events)
    memories.drop_unsupported(person, kept)
    _STATES.pop(store, None)


def _spoken(
    store: Store, state: "_State", stored: Sequence[Attribute], *, retell: bool = False
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
        s, about_others = _split(store, message, understanding)
        if retell and state.person == message.person and (about_others or message.row in telling):
            store.people.tell(message, state.person, about_others)
        s = _allowed(s, state.rules)
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


def _with_pinned(s: Statement, pinned: Iterable[Attribute], user: str) -> Statement:
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


def _of_forgotten(claim: EventClaim, event: Event, message: str) -> bool:
    return _overlap(claim.event, event.event) and any(e.message == message for e in event.evidence)


def _overlap(one: str, other: str) -> bool:
    a, b = wording.terms(one), wording.terms(other)
    return one == other or 2 * len(a & b) >= max(1, min(len(a), len(b)))


# ---------------------------------------------------------------- looking
def profile(
    store: Store,
    person: str | None = None,
    *,
    history: bool = False,
    as_of: datetime | str | None = None,
    status: Status | None = None,
) -> tuple[list[Attribute], list[Event]]:
    """What is known of a person (default: the memory's user): attributes and events, as they are or, with
    `as_of`, as they were then. `history` brings past attributes too, `status` picks one status."""
    who = person or store.user
    found = store.memories.attributes(who, history=history, as_of=as_of, status=status)
    attributes = [a for a in found if not _absorbed(store, a)]
    events = store.memories.events(who, status=status or Status.CURRENT)
    if as_of is not None:
        moment = as_of_moment(as_of)
        events = [e for e in events if _by(e, moment)]
    return attributes, events


def _by(e: Event, moment: datetime) -> bool:
    """Whether an event had happened, and been told, by a moment."""
    told = min((x.time for x in e.evidence if x.time is not None), default=None)
    return (e.date is None or overlaps(e.date, None, moment)) and (told is None or not_after(told, moment))


def _absorbed(store: Store, a: Attribute) -> bool:
    """Whether `a` was withdrawn: a late message showed that its evidence belongs to its successor."""
    if a.status is not Status.PAST or a.superseded_by is None or a.since != a.until or not a.evidence:
        return False
    heir = store.memories.attribute(a.superseded_by)
    return heir is not None and any(e.message == a.evidence[0].message for e in heir.evidence)


def timeline(store: Store, aspect: str, person: str | None = None) -> list[Attribute]:
    """All that was ever true under one aspect, oldest first."""
    found, _ = profile(store, person, history=True)
    return sorted(
        (a for a in found if a.aspect == aspect), key=lambda a: (a.since or "", a.until or "~", a.id)
    )


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


def _stated(store: Store, a: Attribute, by: Decision) -> Statement:
    """What the user put into the profile by a decision, with what it took the place of."""
    claim = AttributeClaim(a.aspect, a.value, a.value, a.confidence)
    replaces = replaced_by(by.reason)
    events = [e for id in replaces if (e := store.memories.event(id)) is not None]
    evidence = tuple(one for event in events for one in event.evidence)
    return Statement(
        a.id, "", 0, by.recorded, "", (claim,), stated=True, replaces=replaces, evidence=evidence,
        corrects=by.action == "set",
    )  # fmt: skip


def _rewrite(store: Store, person: str, embedder: Embedder | None) -> None:
    _STATES.get(store, {}).pop(person, None)
    state = load(store, person, similarity(embedder))
    state.write(store)
