"""Decides what a new claim does to a person's attributes. Pure: no model, no clock, no store.

O-Mem (arXiv 2511.13593, eq. 3-4) asks a language model to add, ignore or update. Here rules decide, so that
the same messages always give the same profile and every decision can name its reason. The claims must come
in the order of their messages' times; whoever has a late one folds them again (`persona.fold`).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from omem_cli.memory import (
    aspects,
    changes,
    displace,
    faiths,
    instead,
    intake,
    kinds,
    over,
    plausible,
    refine,
    shifts,
    trades,
    treatments,
    wording,
)
from omem_cli.memory.wording import Ending, numbers, terms
from omem_cli.patterns import late
from omem_cli.records import Attribute, AttributeClaim, Status

SAME = 0.85
"""Cosine from which two values of one aspect mean the same. all-MiniLM-L6-v2 gives siblings of a kind (cat
and dog, vegan and vegetarian) up to 0.8, so it is set above them."""

NEAREST = 8
"""How many attributes of a many-valued aspect a claim is compared with."""

Similarity = Callable[[str, str], float]
Also = Mapping[str, Sequence[str]]
NOTHING_ELSE: Also = {}


def wordings(a: Attribute, also: Also) -> list[str]:
    """The value of an attribute, and the other words it was told in (`also`: id -> values)."""
    return [a.value, *also.get(a.id, ())]


@dataclass(frozen=True, slots=True)
class Operation:
    """One step. `add` opens an attribute; `ignore` adds evidence to `target`; `close` ends `target`;
    `update` and `correct` end `target` and open another in its place, `correct` because it was never true;
    `hold` puts a claim aside. `since` and `until` are ISO dates of what is opened or ended. `opens` is False
    for the second and further attributes that one new value displaces."""

    action: str
    reason: str
    aspect: str
    value: str
    target: str | None = None
    status: Status = Status.CURRENT
    since: str | None = None
    until: str | None = None
    opens: bool = True


def day(time: datetime | None) -> str | None:
    """The ISO date of a time."""
    return None if time is None else time.date().isoformat()


def relation(new: str, old: str, similarity: Similarity | None = None, aspect: str = "") -> str | None:
    """How `new` stands to `old`: `same`, `coarser` (says less), `finer` (says more), `version` (the same
    thing with another number) or None."""
    no_new, no_old = denied(aspect, new), denied(aspect, old)
    if no_new is not None and no_old is not None:
        new, old = no_new, no_old  # what is denied counts: `no spicy food`, `can't eat spicy or sour food`
    a, b = terms(new), terms(old)
    if a != b and a & b:
        a, b = wording.spell_out(a, b)
    if a == b:
        return "same"
    if no_new is not None and no_old is not None and not new.isascii():
        han_a, han_b = wording.characters(new), wording.characters(old)
        if han_a and han_b and (han_a <= han_b or han_b <= han_a):
            return "coarser" if han_a <= han_b else "finer"
    if aspect == "schedule" and wording.same_hour_of(new, old):
        return "version"
    if aspect == "schedule" and shifts.other_days(new, old):
        return None
    na, nb = numbers(a), numbers(b)
    if na and nb and not (na <= nb or nb <= na):
        wa, wb = a - na, b - nb
        alike = wa <= wb or wb <= wa or _dice(wa, wb) >= 0.75
        return "version" if alike and (wa & wb) - wording.COUNTED else None
    if a <= b:
        return "coarser"
    if b <= a:
        return "finer"
    if (a - b) & wording.names(new) and (b - a) & wording.names(old):
        return None  # two different names: two things
    if na == nb and _dice(a, b) >= 0.75:
        return "same"
    if (
        similarity is not None
        and na == nb
        and new.isascii()
        and old.isascii()
        and similarity(new, old) >= SAME
    ):
        return "same"
    return None


def _dice(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _single_relation(aspect: str, new: str, old: str, similarity: Similarity | None) -> str | None:
    if aspect == "gender":
        one, other = aspects.gender_class(new), aspects.gender_class(old)
        return "same" if one == other and one is not None else None if one != other else relation(new, old)
    if aspect == "age":
        a, b = numbers(terms(new)), numbers(terms(old))
        return ("same" if a & b else None) if a and b else relation(new, old)
    if aspect == "relationship":
        return _partner_relation(new, old)
    if aspect == "occupation" and trades.says_no_more(new, old):
        return "same"
    found = relation(new, old, similarity)
    return None if found == "version" and aspect == "birthday" else found


def _partner_relation(new: str, old: str) -> str | None:
    a, b = (aspects.partner_names(v, wording.names(v)) for v in (new, old))
    role, was = aspects.partner_role(new), aspects.partner_role(old)
    if role is None or was is None or wording.read(new).ended or wording.STATES.search(old):
        return relation(new, old)
    if a and b and not a & b:
        return None
    if role == was or "partner" in (role, was):
        if a and not b:
            return "finer"
        return relation(new, old) or "same"
    steps = ("lover", "engaged", "spouse")
    if steps.index(role) > steps.index(was):
        return "finer"  # engaged, then married
    return "same" if role == "lover" and was == "engaged" else None  # None: a husband, then a boyfriend


def denied(aspect: str, value: str) -> str | None:
    """What a value says is not (any more) so, or None if it states something. An aim states something, even
    that of giving something up."""
    if aspect == "goal":
        return None
    reading = over.read(aspect, value)
    if reading.negated:
        return reading.core
    return " ".join(reading.ended) if reading.ended and not reading.holds else None


_SHORT = 60
"""Characters of a clause that can stand as a value."""

_DIVORCE = late(r"(?:(?:my|our|the) )?divorce (?:went|came|got|is|was|papers)\b", re.I)
"""The event that makes one divorced."""
_DIVORCED = ("divorced", "divorce", "离婚", "离异", "离了")
_TAKEN_BACK = frozenset({"diet", "family", "pet", "health", "relationship", "possession", "allergy"})
_HAD = frozenset({"family", "pet", "relationship", "possession"})
"""Aspects of whom or what one has: the opposite is to have none, not what one doesn't do with them."""
_TASTES = frozenset({"diet", "like", "hobby", "health"})


def _at_odds(aspect: str, value: str, old: Attribute) -> bool:
    """Whether two values cannot both hold, though neither denies the other's words."""
    return intake.exclude(aspect, value, old.aspect, old.value) or treatments.recovered(
        aspect, value, old.aspect, old.value
    )


def _opposite(aspect: str, value: str, old: Attribute) -> bool:
    if _at_odds(aspect, value, old):
        return True
    no_new, no_old = denied(aspect, value), denied(old.aspect, old.value)
    if aspect == old.aspect == "belief" and no_new is None and faiths.exclude(value, old.value):
        return True
    if (no_new is None) != (no_old is None):
        if aspect != old.aspect and not {aspect, old.aspect} <= _TASTES:
            return False
        core, stated = (no_new, old.value) if no_new is not None else (no_old or "", value)
        if aspect in _TASTES and intake.limited(value if no_new is not None else old.value):
            return False  # no coffee after lunch
        if aspect in _HAD and not aspects.only_names(core, stated):
            return False  # haven't told the kids
        whole = aspect == old.aspect and aspects.names_all(aspect, core)
        return whole or wording.touches(core, stated) or aspects.of_kind(core, stated)
    if {aspect, old.aspect} == {"like", "dislike"} and no_new is None:
        return relation(value, old.value) in ("same", "coarser")
    return aspect == old.aspect and no_new is None and aspects.exclude(aspect, value, old.value)


def nearest(
    aspect: str, value: str, existing: Sequence[Attribute], similarity: Similarity | None,
    also: Also = NOTHING_ELSE,
) -> list[Attribute]:  # fmt: skip
    """The attributes worth comparing: all rivals of a single-valued aspect, else those that share a word or
    deny something, and the most similar ones, whatever of their aspects; at most `NEAREST`."""
    if aspect in aspects.SINGLE:
        return [a for a in existing if a.aspect == aspect]
    mine = terms(value)
    no_new = denied(aspect, value)

    def score(old: Attribute) -> float:
        no_old = denied(old.aspect, old.value)
        shared = _dice(mine, terms(old.value)) + (0.5 if (no_new is None) != (no_old is None) else 0.0)
        if no_new is not None and no_old is not None:
            shared += _dice(wording.characters(no_new), wording.characters(no_old))
        apart = aspects.exclude(aspect, value, old.value) or _at_odds(aspect, value, old)
        return shared + (0.2 if apart or kinds.one_thing(aspect, value, old.aspect, old.value) else 0.0)

    ranked = [(score(a), a) for a in existing]
    found = sorted((p for p in ranked if p[0] > 0), key=lambda p: (-p[0], p[1].id))[:NEAREST]
    if similarity is not None and value.isascii():
        alike = [a for s, a in ranked if s == 0 and aspects.interchangeable(aspect, a.aspect)]
        rest = [(max(similarity(value, v) for v in wordings(a, also)), a) for a in alike]
        found += sorted((p for p in rest if p[0] >= SAME), key=lambda p: (-p[0], p[1].id))[:3]
    return [a for _, a in found]


def decide(
    claim: AttributeClaim,
    time: datetime | None,
    existing: Sequence[Attribute],
    similarity: Similarity | None = None,
    *,
    message: str = "",
    text: str = "",
    since: str | None = None,
    also: Also = NOTHING_ELSE,
    trusted: bool = False,
) -> list[Operation]:
    """What `claim`, made at `time` in `message` (its id; `text` its words), does to the person's attributes.

    `existing` may hold any of the person's attributes; only current ones of related aspects count.
    `similarity` gives the cosine of two values; `since` is the date the message itself gives for the change;
    `also` has the other words that attributes were told in. A `trusted` claim need not have the form of its
    aspect (`plausible`).
    """
    at = since or day(time)
    aspect = claim.aspect
    why = "no words of the message prove it" if claim.quote is None else None
    if why is None and not trusted:
        why = plausible.refusal(aspect, claim.value)
    if why is not None:
        return [Operation("hold", why, aspect, claim.value, status=Status.HELD)]
    if aspect == "family" and not trusted and _of_a_stranger(claim.value, existing):
        why = "a birthday of nobody who is known as one of the family"
        return [Operation("hold", why, aspect, claim.value, status=Status.HELD)]
    current = [a for a in existing if a.status is Status.CURRENT and a.aspect in aspects.related(aspect)]
    reading = over.read(aspect, claim.value)
    if aspect == "goal":
        reading = wording.Reading(claim.value, (), False, claim.value)
        if (aim := instead.dropped_aim(claim.value) or instead.reached_aim(claim.value)) is not None:
            gone = _ended_by(aim, aspect, [a for a in current if a.aspect == aspect])
            gone = gone or instead.given_up(aim, current)
            just_now = [a for a in existing if a.aspect == aspect and _opened_or_ended(a, message)]
            if gone or any(a.status is Status.PAST for a in just_now):
                return _ending(claim, at, current, gone, aim, None, existing, message)
    if aspect == "health" and treatments.stopped(claim.value):
        taken = [a for a in current if a.aspect == aspect and treatments.is_medicine(a.value)]
        taken = [a for a in taken if denied(aspect, a.value) is None and not treatments.stopped(a.value)]
        return _ending(
            claim, at, current, taken if len(taken) == 1 else [], claim.value, None, existing, message
        )
    if reading.holds and (clause := _told_ended(claim, negated=reading.negated)) is not None:
        ended = _ended_by(claim.value, aspect, current)
        return _ending(
            claim,
            at,
            current,
            ended,
            claim.value,
            clause if len(clause) <= _SHORT else None,
            existing,
            message,
        )
    if reading.negated and aspect in aspects.ONLY_POSITIVE:
        return _only_denied(claim, reading.core, at, time, current)
    ended = [a for core in reading.ended for a in _ended_by(core, aspect, current)]
    if reading.ended and not reading.holds:
        ended += [
            a for a in current if a not in ended and intake.exclude(aspect, claim.value, a.aspect, a.value)
        ]
        return _ending(claim, at, current, ended, reading.ended[0], claim.value, existing, message)
    value = reading.holds if reading.holds and aspect in aspects.DROPS_ENDING else claim.value
    if aspect == "relationship" and _DIVORCE.match(value):
        value = "divorced"
    step = _Step(aspect, value, at)
    for old in ended:
        step.end(old, f"the message says that it is over ({claim.value})")
    near = [a for a in nearest(aspect, value, current, similarity, also) if a not in ended]
    fix = wording.correction(text) if text else None

    for old in current if fix is not None else ():
        # I don't drink. Well, a beer at football, actually: what was denied in the same breath is taken back.
        denial = old.aspect == aspect and _opened_by(old, message) and denied(aspect, old.value) is not None
        if denial and denied(aspect, value) is None and aspect in _TAKEN_BACK:
            step.replace(old, "takes back", "correct")
    near = [a for a in near if a.id not in step.gone]

    for old in near:
        if _opposite(aspect, value, old) and (fix is not None or not _opened_by(old, message)):
            taken_back = fix is not None and fresh(old, message, time)
            step.replace(old, "says the opposite of", "correct" if taken_back else "update")
    near = [a for a in near if a.id not in step.gone]
    known = _known(aspect, value, near, similarity, also)
    if known is not None:
        return [
            *step.closings(),
            Operation("ignore", f"says again: {known.value}", aspect, claim.value, known.id),
        ]

    if aspect == "relationship" and (other := _anothers_partner(claim, near)) is not None:
        reason = f"is said of somebody else, not of: {other.value}"
        return [Operation("hold", reason, aspect, claim.value, status=Status.HELD)]
    if aspect in aspects.SINGLE:
        _rivals(step, near, fix, message, time, text, similarity)
    else:
        _companions(step, near, current, fix, message, time, text, similarity)
    return step.operations()


def _of_a_stranger(value: str, existing: Sequence[Attribute]) -> bool:
    """Whether it is the birthday of somebody by whose name nobody of the household is known."""
    name = wording.birthday_of(value)
    if name is None:
        return False
    known = [a.value for a in existing if a.status is Status.CURRENT and a.aspect in _HOUSEHOLD]
    return not any(name in v if not name.isascii() else terms(name) & terms(v) for v in known)


_HOUSEHOLD = frozenset({"family", "relationship", "pet"})


def _anothers_partner(claim: AttributeClaim, near: Sequence[Attribute]) -> Attribute | None:
    """The partner known by another name than a clause about somebody else gives (`he's marrying Yusuf`);
    None where the clause speaks of the writer."""
    quote = claim.quote or ""
    if not wording.of_others(quote) or wording.FIRST.search(quote):
        return None
    return next(
        (a for a in near if wording.names(a.value) and not wording.names(a.value) & wording.names(quote)),
        None,
    )


_NO_AIM = frozenset({"over", "gone"})
_SMOKING = "smoking"


def _told_ended(claim: AttributeClaim, negated: bool = False) -> str | None:
    """The clause of the claim's quote that tells its end where the value leaves that out (`the van` of `sold
    the van`)."""
    if claim.quote is None or wording.STATES.search(claim.value):
        return None
    mine = terms(claim.value.split(",")[0]) - wording.GENERIC
    for told in _over(claim.value):
        # To quit something is an aim; that an aim is off is none.
        aims = claim.aspect == "goal" and told.kind not in _NO_AIM and claim.value.isascii()
        if told.kind in ("switch", "reached") or aims or (negated and told.kind not in ("gone", "habit")):
            continue
        if claim.aspect in aspects.ENDED_BY[told.kind]:
            return told.clause
    if claim.aspect == "goal" or negated:
        return None
    for told in _over(claim.quote):
        if claim.aspect in aspects.ENDED_BY[told.kind] and mine and mine <= terms(told.thing):
            return told.clause
    return None


def _over(text: str) -> list[Ending]:
    """The endings that a text tells, without those that only follow from a beginning (`started as a vet`)."""
    return [told for told in wording.endings(text) if not wording.BEGINS.search(told.clause)]


def _only_denied(
    claim: AttributeClaim, core: str, at: str | None, time: datetime | None, current: Sequence[Attribute]
) -> list[Operation]:
    """`not a milkman`: what says that one is goes; where nothing does, there is nothing to keep."""
    step = _Step(claim.aspect, claim.value, at)
    for old in _ended_by(core, claim.aspect, current):
        step.end(old, f"the message says that it is not so ({claim.value})")
    if step.gone:
        return step.closings()
    reason = "says only what is not so"
    return [Operation("hold", reason, claim.aspect, claim.value, status=Status.HELD)]


def _known(
    aspect: str, value: str, near: Iterable[Attribute], similarity: Similarity | None,
    also: Also = NOTHING_ELSE,
) -> Attribute | None:  # fmt: skip
    for old in near:
        if (denied(aspect, value) is None) != (denied(old.aspect, old.value) is None):
            continue
        if aspect in aspects.SINGLE and old.aspect == aspect:
            found = _single_relation(aspect, value, old.value, similarity)
        else:
            found = relation(value, old.value, similarity, aspect)
        if found == "same" and aspects.interchangeable(aspect, old.aspect):
            return old
        if found == "coarser" and aspect == old.aspect:
            return old
        if aspect == old.aspect and kinds.says_less(aspect, value, old.value):
            return old
        # Like one of the wordings is like the whole: the components of the paper's eq. 7.
        told = also.get(old.id, ()) if aspects.interchangeable(aspect, old.aspect) else ()
        if any(relation(value, words, similarity, aspect) == "same" for words in told):
            return old
    return None


def _rivals(
    step: "_Step", rivals: Sequence[Attribute], fix: str | None, message: str, time: datetime | None,
    text: str, similarity: Similarity | None,
) -> None:  # fmt: skip
    """A single-valued aspect: the newer value takes the place of the older ones."""
    several = step.aspect in aspects.SEVERAL_AT_ONCE
    kinds = {a.id: _single_relation(step.aspect, step.value, a.value, similarity) for a in rivals}
    finer = [a for a in rivals if kinds[a.id] in ("finer", "version")]
    if step.aspect == "relationship" and rivals and wording.fold(step.value) in _DIVORCED:
        rivals = [a for a in rivals if aspects.partner_role(a.value) in ("spouse", None)]
        if not rivals:
            step.past = True
            return
    for old in finer or rivals:
        recent = fresh(old, message, time)
        if (fix == "strong" and (recent or wording.denies(text, old.value))) or (fix == "weak" and recent):
            step.replace(old, "takes back", "correct")
        elif old in finer:
            step.replace(old, "says more than")
        elif several and (
            _opened_or_ended(old, message)
            or wording.keeps_both(f"{text}\n{step.value}")
            or (step.aspect == "location" and _lies_in(step.value, old.value, text))
        ):
            step.beside = old.value
        else:
            step.replace(old, "is newer than")


def _companions(
    step: "_Step", near: Sequence[Attribute], current: Sequence[Attribute], fix: str | None, message: str,
    time: datetime | None, text: str, similarity: Similarity | None,
) -> None:  # fmt: skip
    """A many-valued aspect: only another version of the same thing takes a place."""
    own = [a for a in current if a.aspect == step.aspect and a.id not in step.gone]
    if fix == "strong":
        for old in own:
            mended = wording.corrected(text, old.value, step.value)
            if fresh(old, message, time) and (
                mended or wording.denies(text, old.value) or relation(step.value, old.value) == "version"
            ):
                step.value = mended or step.value
                step.replace(old, "takes back", "correct")
    if not step.gone and wording.corrects(text) and not wording.keeps_both(text):
        # Said to be wrong, without saying what: the only thing of its kind told just before.
        recent = [a for a in own if fresh(a, message, time) and not _opened_by(a, message)]
        if len(recent) == 1 and relation(step.value, recent[0].value) is None:
            step.replace(recent[0], "takes back", "correct")
    if step.gone:
        return
    here = denied(step.aspect, step.value)
    for old in near:
        if old.aspect != step.aspect or (here is None) != (denied(old.aspect, old.value) is None):
            continue
        found = relation(step.value, old.value, similarity, step.aspect)
        if found == "finer":
            step.replace(old, "says more than")
            return
        if found == "version" and _one_thing(step.aspect, step.value, old, time):
            step.replace(old, "is a newer state of")
            return
    vague = [
        a
        for a in own
        if not _opened_by(a, message) and refine.sharpens(step.aspect, step.value, a.value, text)
    ]
    if len(vague) == 1:
        step.replace(vague[0], "says exactly")
        return
    for old in own if step.aspect == "family" else ():
        if not _opened_by(old, message) and refine.grown(step.value, old.value):
            step.replace(old, "is a later stage of")
            return
    older = [a for a in own if not _opened_by(a, message) and denied(a.aspect, a.value) is None]
    if here is None and not wording.keeps_both(f"{text}\n{step.value}"):
        for found_old in displace.displaced(step.aspect, step.value, text, older):
            step.value = found_old.value
            step.replace(found_old.old, found_old.how)
        if step.gone:
            return
    if step.aspect == "schedule" and wording.shifts(text):
        for old in own:
            if not _opened_by(old, message) and _other_time(step.value, old.value):
                step.replace(old, "is at another time than")
        if step.gone:
            return
    if step.aspect == "possession" and wording.renews(text):
        for old in own:
            if not _opened_by(old, message) and aspects.same_use(step.value, old.value):
                step.replace(old, "takes the place of")
        if step.gone:
            return
    if step.aspect in ("allergy", "diet") and len(own) == 1 and wording.narrows(text):
        step.replace(own[0], "narrows down")


def _lies_in(new: str, old: str, text: str) -> bool:
    """Whether one of two homes is only the other's street or quarter: `14 Chandos Road` after `Keynsham`."""
    if wording.in_town(new) == wording.in_town(old):
        return False
    return wording.in_town(new) or not wording.moves(text)


_TIMES = terms(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays"
    " saturdays sundays morning evening afternoon night mornings evenings afternoons nights every weekly full"
    " time part shift"
)


def _other_time(new: str, old: str) -> bool:
    """Whether two routines are one at different times: `choir on thursdays`, `choir's on tuesdays`."""
    a, b = (terms(shifts.without_days(v)) for v in (new, old))
    if shifts.other_days(new, old):
        return bool((a & b) - wording.GENERIC)
    a, b = terms(new), terms(old)
    when = _TIMES | numbers(a) | numbers(b) | wording.GENERIC
    shared, differ = (a & b) - when, ((a & when) != (b & when))
    return bool(shared) and differ


def _one_thing(aspect: str, value: str, old: Attribute, time: datetime | None) -> bool:
    """Whether another number still means the same child or pet: the same name, or an age grown with the
    time between. Of tastes the number is part of the name (`Toy Story 2`); other aspects always mean the same
    thing."""
    if aspect in ("like", "dislike"):
        return False
    if aspect not in ("family", "pet"):
        return True
    if wording.names(value) & wording.names(old.value):
        return True
    then = old.evidence[-1].time if old.evidence else None
    ages = [sorted(int(n) for n in numbers(terms(v)) if n.isdigit()) for v in (value, old.value)]
    if time is None or then is None or not all(len(a) == 1 for a in ages):
        return False
    grown, passed = ages[0][0] - ages[1][0], (time - then).days / 365.25
    return grown > 0 and abs(grown - passed) <= 1.0


_RECENT = timedelta(days=2)


def _opened_by(old: Attribute, message: str) -> bool:
    return bool(message) and bool(old.evidence) and old.evidence[0].message == message


def _opened_or_ended(old: Attribute, message: str) -> bool:
    return bool(message) and any(e.message == message for e in old.evidence)


def fresh(old: Attribute, message: str, time: datetime | None) -> bool:
    """Whether the old value was said just now, so that a correction can mean it."""
    if _opened_by(old, message) or not old.evidence:
        return True
    then = old.evidence[-1].time
    return time is None or then is None or abs(time - then) <= _RECENT


def closing(o: Operation) -> Operation:
    """The same step, which only ends its target."""
    return Operation("close", o.reason, o.aspect, o.value, o.target, until=o.until)


class _Step:
    """Gathers what one claim does."""

    def __init__(self, aspect: str, value: str, at: str | None) -> None:
        self.aspect, self.value, self.at = aspect, value, at
        self.gone: dict[str, Operation] = {}
        self.beside: str | None = None
        self.past = False
        self._pinned: Attribute | None = None

    def end(self, old: Attribute, reason: str) -> None:
        if old.pinned:
            self._pinned = old
        else:
            self.gone[old.id] = Operation("close", reason, old.aspect, self.value, old.id, until=self.at)

    def replace(self, old: Attribute, how: str, action: str = "update") -> None:
        if old.pinned:
            self._pinned = old
            return
        # What is taken back was never true: it ends where it began.
        until = old.since if action == "correct" else self.at
        self.gone[old.id] = Operation(
            action, f"{how}: {old.value}", self.aspect, self.value, old.id, since=self.at, until=until
        )

    def closings(self) -> list[Operation]:
        return [closing(o) for o in self.gone.values()]

    def operations(self) -> list[Operation]:
        if self._pinned is not None:
            reason = f"contradicts what you pinned: {self._pinned.value}"
            return [Operation("hold", reason, self.aspect, self.value, status=Status.HELD)]
        steps = list(self.gone.values())
        opening = [o for o in steps if o.action != "close"]
        if not opening:
            reason = "new" if self.beside is None else f"true beside: {self.beside}"
            if self.past:
                past = Operation(
                    "add", "told of the past", self.aspect, self.value, None, Status.PAST, None, self.at
                )
                return [*steps, past]
            return [*steps, Operation("add", reason, self.aspect, self.value, since=self.at)]
        first, *others = opening
        ends = [o for o in steps if o.action == "close"]
        return [*ends, first, *(replace(o, opens=False) for o in others)]


_GOODS = frozenset({"possession", "pet"})


def _ended_by(core: str, aspect: str, current: Sequence[Attribute]) -> list[Attribute]:
    standing = [a for a in current if denied(a.aspect, a.value) is None]
    standing = [a for a in standing if a.aspect not in _GOODS or not kinds.only_modifies(core, a.value)]
    touched = [a for a in standing if wording.touches(core, a.value) or kinds.names_by_kind(core, a.value)]
    full = [
        a
        for a in touched
        if terms(core) - wording.GENERIC <= terms(a.value) or kinds.names_by_kind(core, a.value)
    ]
    own = [a for a in full or touched if a.aspect == aspect]
    return own if aspect not in ("diet", "health") and own else full or touched


def _ending(
    claim: AttributeClaim, at: str | None, current: Sequence[Attribute], ended: Sequence[Attribute],
    core: str, state: str | None, existing: Sequence[Attribute], message: str,
) -> list[Operation]:  # fmt: skip
    """A claim that only says that `core` is over; `state` is what may be kept of it as a fact of its own."""
    step = _Step(claim.aspect, state or claim.value, at)
    gone = list(ended)
    others = [a for a in current if a.aspect == claim.aspect and a not in gone]
    again = next((a for a in others if relation(step.value, a.value) in ("same", "coarser")), None)
    if again is not None:
        return [Operation("ignore", f"says again: {again.value}", claim.aspect, claim.value, again.id)]
    rivals = [a for a in others if claim.aspect in aspects.SINGLE]
    if claim.aspect == "relationship" and not gone and rivals and not wording.names(core):
        gone, rivals = rivals, []  # "split up", without saying with whom
    if claim.aspect == "belief" and not gone:
        gone = [a for a in others if faiths.is_faith(a.value)]  # "stopped believing"
    # What is over and was never told before is at least told of now: `ex cabin crew`.
    before = [a for a in existing if a.aspect == claim.aspect and a.status is Status.PAST]
    just_now = any(_opened_or_ended(a, message) for a in before)
    former = claim.aspect in aspects.KEEPS_FORMER and not gone and not just_now
    lasting = claim.aspect in aspects.KEEPS_ENDING or former
    if claim.aspect == "relationship" and state is not None and not wording.STATES.search(state):
        # `Sam and I called it a day` would keep Sam.
        lasting = lasting and not wording.names(state) - wording.GENERIC
        lasting = lasting and (state.isascii() or aspects.partner_role(state) is None)  # 跟女朋友掰了
    if claim.aspect == "health":  # an illness that is gone is none; not to smoke any more is worth knowing
        lasting = aspects.of_kind(_SMOKING, claim.value)
    keep = state is not None and lasting and not rivals
    for old in gone:
        if keep:
            step.replace(old, "ends")
        else:
            step.end(old, f"the message says that it is over ({claim.value})")
    if keep:
        return step.operations()
    if gone:
        return step.closings() if step.gone else step.operations()
    for old in existing:
        if old.status is Status.PAST and _opened_or_ended(old, message) and wording.touches(core, old.value):
            return [Operation("ignore", f"ended just now: {old.value}", claim.aspect, claim.value, old.id)]
    return [Operation("add", "told of the past", claim.aspect, core, None, Status.PAST, None, at)]


def end(
    endings: Sequence[Ending],
    time: datetime | None,
    existing: Sequence[Attribute],
    *,
    since: str | None = None,
) -> list[Operation]:
    """What clauses that say something is over do to the attributes they speak of."""
    at = since or day(time)
    found: dict[str, Operation] = {}
    for ending in endings:
        if ending.change is not None:
            for step in _reached_stage(ending, ending.change, at, existing):
                found.setdefault(step.target or step.aspect, step)
            continue
        reach = aspects.ENDED_BY[ending.kind]
        current = [a for a in existing if a.status is Status.CURRENT and a.aspect in reach and not a.pinned]
        current = [
            a for a in current if denied(a.aspect, a.value) is None and not wording.STATES.search(a.value)
        ]
        core = ending.core
        touched = [a for a in current if _speaks_of(ending, a) or aspects.of_kind(core, a.value)]
        if ending.kind == "dropped":
            touched = [a for a in current if _given_up(ending, a)] or instead.given_up(ending.core, current)
        if ending.kind == "reached":
            touched = [a for a in touched if _reached(ending, a)]
        bare = ending.kind == "school" or not wording.names(core) - wording.GENERIC
        if not touched and ending.kind in ("job", "love", "left", "school") and bare:
            rivals = [a for a in current if a.aspect in aspects.SINGLE or ending.kind == "school"]
            touched = rivals if len(rivals) == 1 else []
        if ending.kind == "job" and wording.BEGINS.search(ending.clause):
            touched = [a for a in touched if not _announced(a, time)]
        for old in touched:
            step = Operation("close", f"“{ending.clause}”", old.aspect, ending.clause, old.id, until=at)
            left = wording.without(old.value, core) if ending.kind == "life" else None
            if left is not None:
                step = replace(step, action="update", value=left, since=old.since)
            found.setdefault(old.id, step)
    return list(found.values())


def _reached_stage(
    ending: Ending, change: changes.Change, at: str | None, existing: Sequence[Attribute]
) -> list[Operation]:
    """What a new stage leaves behind; where it has a name of its own, that takes its place."""
    reason = f"“{ending.clause}”"

    def over(a: Attribute) -> Operation:
        rest = _without_stage(a, change)
        if rest is not None:
            return Operation("update", reason, a.aspect, rest, a.id, since=a.since, until=at)
        return Operation("close", reason, a.aspect, ending.clause, a.id, until=at)

    current = [a for a in existing if a.status is Status.CURRENT and a.aspect in change.aspects]
    left = [a for a in current if change.over.search(a.value) and denied(a.aspect, a.value) is None]
    left = [a for a in left if not a.pinned]
    if change.becomes is None:
        return [over(a) for a in left]
    if any(changes.is_retired(a.value) for a in current) or (current and not left):
        return []
    if not left:
        if not changes.is_retired(ending.clause):
            return []
        return [Operation("add", reason, "occupation", change.becomes, since=at)]
    return [
        Operation("update", reason, a.aspect, change.becomes, a.id, since=at, until=at, opens=n == 0)
        for n, a in enumerate(left)
    ]


def _without_stage(a: Attribute, change: changes.Change) -> str | None:
    """Who is left of a partner of whom a stage was told that is over: `老婆怀孕七个月` is `老婆`."""
    found = change.over.search(a.value) if a.aspect == "relationship" else None
    rest = a.value[: found.start()].rstrip(" ,，、") if found is not None else ""
    rest = re.sub(r"\s+(?:is|was|who is|and)$", "", rest)
    return rest if rest and aspects.partner_role(rest) is not None else None


def take_back(cores: Sequence[str], time: datetime | None, existing: Sequence[Attribute]) -> list[Operation]:
    """What saying that something is not so does to the attributes that say it is: they end, as never true
    where they were told just before."""
    found: dict[str, Operation] = {}
    for core in cores:
        wanted = terms(core) - wording.GENERIC
        for old in existing:
            if old.status is not Status.CURRENT or old.pinned or denied(old.aspect, old.value) is not None:
                continue
            theirs = terms(old.value) - wording.GENERIC
            shared = wanted & theirs
            # All of what is denied must be in the value, and make up what it is about.
            most = 2 * len(shared) >= len(theirs) or bool(shared & wording.heads(old.value))
            if not shared or len(shared) < len(wanted) or not most or wording.STATES.search(old.value):
                continue
            until = old.since if fresh(old, "", time) else day(time)
            reason = f"the message says that it is not so ({core})"
            found.setdefault(old.id, Operation("close", reason, old.aspect, old.value, old.id, until=until))
    return list(found.values())


_SOON = timedelta(days=183)
"""How long after it was told of a new job may begin."""


def _announced(job: Attribute, time: datetime | None) -> bool:
    """Whether a job was told of lately as one that begins: a first day is then its own and ends it not."""
    told = job.evidence[0] if job.evidence else None
    if told is None or told.quote is None or not wording.COMES.search(told.quote):
        return False
    return time is None or told.time is None or time - told.time <= _SOON


def _reached(ending: Ending, goal: Attribute) -> bool:
    """Whether the clause names the goal itself, with its numbers (a 10k is no 5k)."""
    said, wanted = terms(ending.core), terms(goal.value) - wording.GENERIC - _STRIVING
    cjk = any(len(u) == 2 and not u.isascii() for u in said & wanted)
    most = bool(wanted) and 3 * len(said & wanted) >= 2 * len(wanted)
    return numbers(wanted) <= said and (cjk or most)


_STRIVING = terms("run pass get reach finish complete win learn become do make read write")


def _given_up(ending: Ending, goal: Attribute) -> bool:
    """Whether what nothing comes of is this goal: a word in common, not one of any plan, or its verb."""
    said = terms(ending.core) - wording.GENERIC - _STRIVING
    if said & (terms(goal.value) - wording.GENERIC - _STRIVING):
        return True
    return not ending.core.isascii() and len(ending.core) <= 2 and set(ending.core) <= set(goal.value)


_CARED_FOR = terms(
    "mum mom mother dad father gran nan nana grandma grandmother grandad grandpa wife husband partner son"
    " daughter brother sister aunt auntie uncle dog cat horse pony mare"
)


_PLAYED = late(r"\b(?:play\w*|rid(?:e|es|ing)|sail\w*|row\w*)\b|[弹拉吹骑]", re.I)
"""A pastime that needs the thing it names."""


def _speaks_of(ending: Ending, old: Attribute) -> bool:
    wanted = terms(ending.core) - wording.GENERIC
    theirs = terms(old.value) - wording.GENERIC
    if old.aspect in _GOODS and kinds.only_modifies(ending.thing, old.value):
        return False
    shared = wanted & theirs
    named = {n for n in wording.names(old.value) if n in shared}
    if ending.kind == "goods" and old.aspect == "hobby" and not _PLAYED.search(old.value):
        return False  # who sold two blankets still knits
    thing = terms(ending.thing) - wording.GENERIC
    if old.aspect == "health" and thing and thing <= theirs:
        return True
    if ending.kind == "life" and old.aspect == "schedule":  # who was looked after is gone
        kin = {t for t in shared if t in _CARED_FOR or (len(t) == 2 and not t.isascii())}
        return bool(kin) and not re.search(r"\w['’]s? (?:\w+ )?\w+ (?:died|passed|was put)", ending.clause)
    if ending.kind == "life":
        return bool(named) or bool(shared and not wording.of_others(ending.clause))
    if any(len(u) == 2 and not u.isascii() for u in shared):
        return True
    # A clause is longer than a value, so one word in common is enough if it is the thing itself (a noun
    # that ends the value's first part or a name), or half of the value's words.
    return bool(named) or len(shared) * 2 >= len(theirs) or bool(shared & wording.heads(old.value))
