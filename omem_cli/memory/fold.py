"""A person's attributes as a fold of `decide` over what was said, in the order of the messages' times.

A message that is the newest so far costs one step; with a late one the statements are folded again, so the
order of arrival never shows, and the profile as of a past day is what the messages up to it give.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from omem_cli.memory import (
    amend,
    attained,
    changes,
    ending_clauses,
    message_cues,
    mistaken,
    shifts,
    value_reading,
    wording,
)
from omem_cli.memory.aspects import SINGLE, related
from omem_cli.memory.decide import decide
from omem_cli.memory.endings import end, take_back
from omem_cli.memory.operation import Operation, closing, day
from omem_cli.memory.relation import Similarity
from omem_cli.records import (
    ASPECTS,
    Attribute,
    AttributeClaim,
    EventClaim,
    Evidence,
    Message,
    Status,
    Understanding,
)
from omem_cli.store.ids import public_id
from omem_cli.text import normalise


@dataclass(frozen=True, slots=True)
class Statement:
    """A message with what it claims of its writer."""

    message: str
    conversation: str
    position: int
    time: datetime | None
    text: str
    claims: tuple[AttributeClaim, ...]
    events: tuple[EventClaim, ...] = ()
    stated: bool = False
    """Said by the user to omem itself (`persona set`): pinned, and no message."""
    replaces: tuple[str, ...] = ()
    """Ids of the attributes in whose place the user put this (`persona edit`, `distill`)."""
    evidence: tuple[Evidence, ...] = ()
    """What it stands on besides theirs."""
    corrects: bool = False
    """Whether what it replaces was never so."""

    @property
    def counts(self) -> bool:
        """Whether it can change a profile at all."""
        told = ending_clauses.endings(self.text) or message_cues.taken_back(self.text) or amend.may(self.text)
        return bool(self.claims or told)


def statement(message: Message, u: Understanding) -> Statement:
    """What `u` read in `message`."""
    return Statement(
        message.id, message.conversation, message.position, message.time, message.text, u.attributes, u.events
    )


RECENT = 40
"""How many attributes of an aspect, or with a word, a claim is compared with: the latest."""

SIMILAR = 64
"""The same where vectors can be compared."""

WORDINGS = 4
"""In how many other words an attribute is known; more would let it drift away from what it says."""

Key = tuple[float, str, int, str]


def place(s: Statement, latest: float) -> Key:
    """Where a statement belongs: by time, then by its place in the conversation. One of unknown time comes
    after all that arrived before it; `latest` is the newest time (seconds since 1970) among those."""
    if s.time is None:
        return (latest, "\uffff" + s.conversation, s.position, s.message)
    return (s.time.timestamp(), s.conversation, s.position, s.message)


def in_order(statements: Iterable[Statement]) -> list[Statement]:
    """The statements, given in order of arrival, in the order they count."""
    keyed: list[tuple[Key, Statement]] = []
    latest = float("-inf")
    for s in statements:
        latest = latest if s.time is None else max(latest, s.time.timestamp())
        keyed.append((place(s, latest), s))
    return [s for _, s in sorted(keyed, key=lambda pair: pair[0])]


@dataclass(frozen=True, slots=True)
class Rules:
    """The user's own decisions: ids that are pinned, and claims (`claim_key`) that are forgotten."""

    pinned: frozenset[str] = frozenset()
    forgotten: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """An operation that was applied: by which message, for which claim, on which attribute."""

    operation: Operation
    message: str
    aspect: str
    value: str
    target: str | None


class _Index:
    """Finds the few current attributes that a claim may concern, so that a step costs the same however much
    is known: those that share a word with it (the latest `RECENT` of each), the latest of each aspect."""

    def __init__(self) -> None:
        self._by: dict[str, dict[str, None]] = {}

    def put(self, a: Attribute) -> None:
        for place in (f"={a.aspect}", *wording.terms(a.value)):
            ids = self._by.setdefault(place, {})
            if a.status is not Status.CURRENT:
                ids.pop(a.id, None)
            else:
                ids[a.id] = None

    def know(self, a: Attribute, value: str) -> None:
        """Lets a current attribute be found by other words too."""
        for word in wording.terms(value):
            self._by.setdefault(word, {})[a.id] = None

    def near(self, texts: Iterable[str], among: Iterable[str], recent: int) -> list[str]:
        found: dict[str, None] = {}
        for aspect in among:
            found.update(dict.fromkeys(islice(reversed(self._by.get(f"={aspect}", {})), recent)))
        for word in sorted({t for text in texts for t in wording.terms(text)}):
            found.update(dict.fromkeys(islice(reversed(self._by.get(word, {})), RECENT)))
        return sorted(found)


class Profile:
    """A person's attributes while they are being folded; records every operation with its message.

    `changed` gathers the ids that were touched since its owner last emptied it.
    """

    def __init__(self, person: str, user: str = "me", rules: Rules | None = None) -> None:
        self.person, self.user = person, user
        self.rules = rules or Rules()
        self.attributes: dict[str, Attribute] = {}
        self.log: list[Step] = []
        self.changed: set[str] = set()
        self._open_ids = _Index()
        self._waiting: list[Statement] = []
        self._told: list[str] = []  # the messages that claimed something, the latest last
        self._also: dict[str, list[str]] = {}  # other words in which an attribute was told

    def current(self) -> list[Attribute]:
        """What holds now."""
        return [a for a in self.attributes.values() if a.status is Status.CURRENT]

    def _near(self, texts: Iterable[str], among: Iterable[str], recent: int) -> list[Attribute]:
        ids = self._open_ids.near(texts, among, recent)
        return [a for id in ids if (a := self.attributes[id]).status is Status.CURRENT]

    def _put(self, a: Attribute) -> None:
        self.attributes[a.id] = a
        self.changed.add(a.id)
        self._open_ids.put(a)

    def hear(self, s: Statement, similarity: Similarity | None = None) -> None:
        """Takes in one statement, which must be the newest so far."""
        if s.replaces or s.evidence:
            self._waiting.append(s)
        else:
            self._hear(s, similarity)
        for waiting in self._waiting[:]:  # what an edit replaces may be told by a message that comes late
            if self._take_place(waiting):
                self._waiting.remove(waiting)

    def _take_place(self, s: Statement) -> bool:
        olds = [self.attributes[id] for id in s.replaces if id in self.attributes]
        if not olds and not s.evidence:
            return False
        claim, today = s.claims[0], day(s.time)
        said = {e.message: e for a in olds for e in a.evidence} | {e.message: e for e in s.evidence}
        evidence = tuple(sorted(said.values(), key=lambda e: (e.time is None, e.time and e.time.timestamp())))
        since = min((a.since for a in olds if a.since), default=None) if s.corrects else today
        self._put(
            Attribute(
                s.message, self.person, claim.aspect, claim.value, Status.CURRENT, since, None,
                claim.confidence, s.message in self.rules.pinned, evidence,
            )
        )  # fmt: skip
        for old in olds:
            until = old.since if s.corrects else today
            self._put(replace(old, status=Status.PAST, until=until, superseded_by=s.message))
        return True

    def _hear(self, s: Statement, similarity: Similarity | None = None) -> None:
        told = ending_clauses.endings(s.text)
        for event in s.events:
            if event.quote is not None and not message_cues.unreal(event.quote):
                told += ending_clauses.endings(event.event)
        over: list[str] = []
        if told:
            among = {*SINGLE, "education", "health", "goal"}
            among.update(*(e.change.aspects for e in told if e.change))
            near = self._near([e.core for e in told], sorted(among), RECENT)
            ends = [_when(o, s) for o in end(told, s.time, near) if not self._vetoed(o, s)]
            if any(c.aspect == "occupation" and c.quote and changes.is_retired(c.value) for c in s.claims):
                ends = [
                    closing(o) for o in ends if o.target is not None
                ]  # the claim says it in its own words
            self._apply(ends, s, None)
            over = [o.target for o in ends if o.target is not None]
        denials = message_cues.taken_back(s.text)
        told_before, mended = self._mend(s)
        for claim in sorted(s.claims, key=lambda c: _place(c, s.text)):
            if claim_key(claim.aspect, claim.value, s.message) in self.rules.forgotten:
                continue
            if told_before and (why := mistaken.misnamed(claim, s.text, mended)) is not None:
                held = Operation("hold", why, claim.aspect, claim.value, status=Status.HELD)
                self._apply([held], s, claim)
                continue
            recent = RECENT if similarity is None else SIMILAR
            known = self._near(
                [claim.value], sorted(related(claim.aspect) | attained.aspects_of(claim.aspect)), recent
            )
            known += [self.attributes[id] for id in over]
            if s.stated:  # the user is taken at their word, even against what is pinned
                known = [replace(a, pinned=False) for a in known]
            operations = decide(
                claim, s.time, known, similarity, message=s.message, text=s.text, since=_dated(claim, s),
                also=self._also, trusted=s.stated,
            )  # fmt: skip
            operations += attained.attain(claim, operations, known, s.time, s.message, s.text)
            if s.stated:
                operations = [_instead(o, day(s.time)) for o in operations]
            self._apply(operations, s, claim)
        if denials:  # after the claims, which say better what takes the place of what is denied
            near = [
                a
                for a in self._near(denials, (), RECENT)
                if a.evidence and a.evidence[-1].message != s.message
            ]
            self._apply([o for o in take_back(denials, s.time, near) if not self._vetoed(o, s)], s, None)
        self._settle(s, told_before)

    def _mend(self, s: Statement) -> tuple[list[str], list[Operation]]:
        """Puts right what `s` corrects of the message before: the ids of what that told, and the steps."""
        if s.stated or not self._told or not amend.may(s.text):
            return [], []
        told = mistaken.just_told(self._near((), ASPECTS, RECENT), self._told, s.time)
        return [a.id for a in told], self._put_right(mistaken.mend(s.text, told), s)

    def _put_right(self, steps: Iterable[Operation], s: Statement) -> list[Operation]:
        done = [o for o in steps if not self._vetoed(o, s)]
        for o in done:
            self._apply([o], s, AttributeClaim(o.aspect, o.value, mistaken.quote(s.text, o.value)))
        return done

    def _settle(self, s: Statement, told_before: Sequence[str]) -> None:
        """What a message puts right of itself, and what it takes back as a whole."""
        if s.stated:
            return
        if s.claims and amend.recounts(s.text):
            near = self._near([c.value for c in s.claims], (), RECENT)
            self._put_right(mistaken.recount(s.text, s.message, near), s)
        if told_before and amend.anothers(s.text):
            told = [a for i in told_before if (a := self.attributes[i]).status is Status.CURRENT]
            near = self._near([c.value for c in s.claims], (), RECENT)
            opened = [a for a in near if a.evidence and a.evidence[0].message == s.message]
            steps = mistaken.disown(s.text, [a for a in told if a not in opened], opened)
            self._apply([o for o in steps if not self._vetoed(o, s)], s, None)
        if s.claims:
            self._told = [*self._told[-1:], s.message]

    def _vetoed(self, o: Operation, s: Statement) -> bool:
        return claim_key(o.aspect, _quote(o, s) or o.value, s.message) in self.rules.forgotten

    def _apply(self, operations: Sequence[Operation], s: Statement, claim: AttributeClaim | None) -> None:
        opened: str | None = None
        for o in operations:
            if o.action in ("add", "hold") or (o.action in ("update", "correct") and o.opens):
                opened = self._open(o, s, claim or AttributeClaim(o.aspect, o.value, _quote(o, s)))
        for o in operations:
            if o.target is not None:
                o = _not_before(o, self.attributes[o.target], s)
            aspect, value = (claim.aspect, claim.value) if claim else (o.aspect, _quote(o, s) or o.value)
            self.log.append(Step(o, s.message, aspect, value, opened if o.target is None else o.target))
            if o.target is None:
                continue
            old = self.attributes[o.target]
            if o.action == "ignore" and claim is not None and old.aspect not in SINGLE:
                self._tell_again(old, claim.value)
            if o.action != "ignore":
                successor = opened if o.action in ("update", "correct") else None
                old = replace(old, status=Status.PAST, until=o.until, superseded_by=successor)
            if o.action != "ignore":
                self._close_twins(old, o, s)
            # What ends an attribute is evidence too: of the end.
            if o.action != "update" and o.action != "correct" and not s.stated:
                old = _with_evidence(old, s, claim)
            self._put(old)

    def _close_twins(self, ended: Attribute, o: Operation, s: Statement) -> None:
        """What the same words told under another aspect ends with it (`two packs a day`: health, routine)."""
        told = {e.message for e in ended.evidence}
        words = wording.terms(ended.value)
        hours = ended.aspect == "schedule" and shifts.is_hours(ended.value)
        for a in self._near([ended.value], ["schedule"] if hours else (), RECENT):
            same = a.id != ended.id and (wording.terms(a.value) == words or _when_of(a, words))
            if hours and a.id != ended.id and a.aspect == "schedule":  # late shift, 2 till 10
                same = same or shifts.is_hours(a.value)
            if not same or a.pinned or not a.evidence or a.evidence[0].message not in told:
                continue
            step = replace(o, action="close", target=a.id, aspect=a.aspect, opens=False)
            step = _not_before(step, a, s)
            self.log.append(Step(step, s.message, a.aspect, a.value, a.id))
            self._put(replace(a, status=Status.PAST, until=step.until))

    def _tell_again(self, a: Attribute, value: str) -> None:
        told = self._also.setdefault(a.id, [])
        words = wording.terms(value)
        fresh = all(words != wording.terms(v) for v in (a.value, *told)) and not words <= wording.terms(
            a.value
        )
        if fresh and len(told) < WORDINGS:
            told.append(value)
            self._open_ids.know(a, value)

    def _open(self, o: Operation, s: Statement, claim: AttributeClaim) -> str:
        new = s.message if s.stated else attribute_id(self.user, self.person, o.aspect, o.value, s.message)
        past = o.status is Status.PAST
        evidence = () if s.stated else (Evidence(s.message, claim.quote, s.time),)
        self._put(
            Attribute(
                new, self.person, o.aspect, o.value, o.status, o.since, o.until if past else None,
                claim.confidence, new in self.rules.pinned, evidence,
            )
        )  # fmt: skip
        return new


def _when_of(a: Attribute, words: frozenset[str]) -> bool:
    """Whether a routine only says when the thing of these words is done (`physio every Tuesday 7:15`)."""
    if a.aspect != "schedule":
        return False
    done = wording.terms(shifts.activity(a.value))
    return bool(done) and done <= words


def _quote(o: Operation, s: Statement) -> str | None:
    """The clause that an ending's reason cites."""
    clause = o.reason.strip("“”")
    return clause if clause in s.text else None


def _when(o: Operation, s: Statement) -> Operation:
    """An ending, on the date that the message gives for it."""
    date = _dated(AttributeClaim(o.aspect, o.value, _quote(o, s)), s)
    return o if date is None else replace(o, until=date)


def _not_before(o: Operation, old: Attribute, s: Statement) -> Operation:
    """An ending that would lie before the beginning: known is only that it was told on this day."""
    if o.until is None or old.since is None:
        return o
    known = min(len(o.until), len(old.since))  # a year, a month or a day
    if o.until[:known] >= old.since[:known]:
        return o
    return replace(o, until=max(day(s.time) or old.since, old.since))


def _instead(o: Operation, today: str | None) -> Operation:
    """What the user states takes the place even of what says the same."""
    return replace(o, action="update", until=today, since=today) if o.action == "ignore" else o


def _with_evidence(a: Attribute, s: Statement, claim: AttributeClaim | None) -> Attribute:
    if any(e.message == s.message for e in a.evidence):
        return a
    evidence = (*a.evidence, Evidence(s.message, claim.quote if claim else None, s.time))
    return replace(a, evidence=evidence, confidence=max(a.confidence, claim.confidence if claim else 0.0))


def fold(
    person: str,
    statements: Iterable[Statement],
    similarity: Similarity | None = None,
    *,
    user: str = "me",
    rules: Rules | None = None,
) -> Profile:
    """The profile that these statements, in order of arrival, give."""
    profile = Profile(person, user, rules)
    for s in in_order(statements):
        profile.hear(s, similarity)
    return profile


def attribute_id(user: str, person: str, aspect: str, value: str, message: str) -> str:
    """The id that the store gives to an attribute which `message` told first."""
    return public_id("a", user, person, aspect, normalise(value), message)


IN_PLACE = "in place of "
"""How the reason of a decision begins that puts the user's words in place of memories; their ids follow."""


def replaced_by(reason: str) -> tuple[str, ...]:
    """The ids in such a reason."""
    return tuple(reason.removeprefix(IN_PLACE).split()) if reason.startswith(IN_PLACE) else ()


def claim_key(aspect: str, value: str, message: str) -> str:
    """Names one claim of one message."""
    return "\x1f".join((aspect, normalise(value), message))


def _place(claim: AttributeClaim, text: str) -> tuple[int, int, str, str]:
    """Endings first, then by the place of the words: `sold the van, bought a bike`."""
    reading = value_reading.read(claim.value)
    quote = text.find(claim.quote) if claim.quote else len(text)
    value = text.find(claim.value, max(quote, 0))
    at = quote if value < 0 else value
    return (0 if reading.ended and not reading.holds else 1, at, claim.aspect, claim.value)


def _dated(claim: AttributeClaim, s: Statement) -> str | None:
    """The date that the message itself gives for the claim: of an event told in the same words, if past."""
    if claim.quote is None or s.time is None:
        return None
    today = s.time.date().isoformat()
    for event in s.events:
        if event.quote and event.date and "W" not in event.date and event.date <= today:
            overlap = event.quote in claim.quote or claim.quote in event.quote
            if overlap:
                return event.date
    return None
