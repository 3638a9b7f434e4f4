"""Decides what a new claim does to a person's attributes. Pure: no model, no clock, no store.

O-Mem (arXiv 2511.13593, eq. 3-4) asks a language model to add, ignore or update. Here rules decide, so that
the same messages always give the same profile and every decision can name its reason. The claims must come
in the order of their messages' times; whoever has a late one folds them again (`persona.fold`).
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from omem_cli.memory import (
    aspects,
    ending_clauses,
    faiths,
    instead,
    intake,
    kin,
    kinds,
    message_cues,
    over,
    plausible,
    treatments,
    turned,
    value_reading,
    wording,
)
from omem_cli.memory.beside import companions_of, rivals_of
from omem_cli.memory.ending_clauses import Ending
from omem_cli.memory.operation import Operation, Step, day, fresh, opened_by, opened_or_ended
from omem_cli.memory.relation import (
    NOTHING_ELSE,
    Also,
    Similarity,
    denied,
    ended_by,
    nearest,
    opposite,
    relation,
    single_relation,
)
from omem_cli.memory.wording import terms
from omem_cli.patterns import late
from omem_cli.records import Attribute, AttributeClaim, Status

_SHORT = 60
"""Characters of a clause that can stand as a value."""

_DIVORCE = late(r"(?:(?:my|our|the) )?divorce (?:went|came|got|is|was|papers)\b", re.I)
"""The event that makes one divorced."""

_DONE_AND_BEGUN_AGAIN = frozenset(
    {"hobby", "like", "schedule", "diet", "occupation", "skill", "education", "health"}
)
_TAKEN_BACK = frozenset({"diet", "family", "pet", "health", "relationship", "possession", "allergy"})


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
    if why is None and not trusted and aspect in _DONE_AND_BEGUN_AGAIN and over.for_the_moment(claim.value):
        why = "is over for the moment only"
    if aspect in ("family", "relationship") and not trusted and why is None:
        why = _of_somebody_else(claim, text, existing)
    if why is not None:
        return [Operation("hold", why, aspect, claim.value, status=Status.HELD)]
    current = [a for a in existing if a.status is Status.CURRENT and a.aspect in aspects.related(aspect)]
    reading = over.read(aspect, claim.value)
    if aspect == "goal":
        reading = value_reading.Reading(claim.value, (), False, claim.value)
        if (aim := instead.dropped_aim(claim.value) or instead.reached_aim(claim.value)) is not None:
            gone = ended_by(aim, aspect, [a for a in current if a.aspect == aspect])
            gone = gone or instead.given_up(aim, current)
            just_now = [a for a in existing if a.aspect == aspect and opened_or_ended(a, message)]
            if gone or any(a.status is Status.PAST for a in just_now):
                return _ending(claim, at, current, gone, aim, None, existing, message)
    if aspect == "health" and treatments.stopped(claim.value):
        taken = [a for a in current if a.aspect == aspect and treatments.is_medicine(a.value)]
        taken = [a for a in taken if denied(aspect, a.value) is None and not treatments.stopped(a.value)]
        return _ending(
            claim, at, current, taken if len(taken) == 1 else [], claim.value, None, existing, message
        )
    if reading.holds and (clause := _told_ended(claim, negated=reading.negated)) is not None:
        ended = ended_by(claim.value, aspect, current)
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
    ended = [a for core in reading.ended for a in ended_by(core, aspect, current)]
    if reading.ended and not reading.holds:
        ended += [
            a for a in current if a not in ended and intake.exclude(aspect, claim.value, a.aspect, a.value)
        ]
        return _ending(claim, at, current, ended, reading.ended[0], claim.value, existing, message)
    value = reading.holds if reading.holds and aspect in aspects.DROPS_ENDING else claim.value
    if aspect == "relationship" and _DIVORCE.match(value):
        value = "divorced"
    step = Step(aspect, value, at)
    for old in ended:
        step.end(old, f"the message says that it is over ({claim.value})")
    near = [a for a in nearest(aspect, value, current, similarity, also) if a not in ended]
    fix = message_cues.correction(text) if text else None

    for old in current if fix is not None else ():
        # I don't drink. Well, a beer at football, actually: what was denied in the same breath is taken back.
        denial = old.aspect == aspect and opened_by(old, message) and denied(aspect, old.value) is not None
        if denial and denied(aspect, value) is None and aspect in _TAKEN_BACK:
            step.replace(old, "takes back", "correct")
    near = [a for a in near if a.id not in step.gone]

    for old in near:
        granted = _granted(aspect, value, old, message)
        against = opposite(aspect, value, old) or (granted and aspect in _ANY_GRANTED)
        otherwise = against and turned.goes_on(claim, old, text)
        if against and (fix is not None or granted or otherwise or not opened_by(old, message)):
            taken_back = granted or (fix is not None and fresh(old, message, time))
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
        rivals_of(step, near, fix, message, time, text, similarity)
        if step.told is not None and not step.gone:
            reason = f"says that it goes on: {step.told.value}"
            return [Operation("ignore", reason, aspect, claim.value, step.told.id)]
    else:
        companions_of(step, near, current, fix, message, time, text, similarity)
    return step.operations()


def _granted(aspect: str, value: str, old: Attribute, message: str) -> bool:
    """Whether a message that first denied something now grants it: `not religious, ok, put Catholic`."""
    denial = denied(old.aspect, old.value) is not None or faiths.is_faith(old.value)
    mine = opened_by(old, message) and old.aspect == aspect
    return mine and denial and denied(aspect, value) is None and aspect in _GRANTED


_GRANTED = frozenset({"belief", "pet", "family", "relationship", "possession"})
_ANY_GRANTED = frozenset({"pet", "relationship"})
"""Where having any takes a denial back: `no cat, only the calico from downstairs, who sleeps here`."""


def _of_somebody_else(claim: AttributeClaim, text: str, existing: Sequence[Attribute]) -> str | None:
    """Why what is told of somebody is no fact of the writer's family, or of the partner, or None."""
    household = [a.value for a in existing if a.status is Status.CURRENT and a.aspect in _HOUSEHOLD]
    unknown = bool(text) and not household
    if claim.aspect == "relationship":
        nobody = unknown and kin.what_nobody_is(text, claim)
        return "told of somebody who is not named as the partner" if nobody else None
    if _of_a_stranger(claim.value, household):
        return "a birthday of nobody who is known as one of the family"
    if unknown and kin.of_nobody(text, claim):
        return "told of somebody who is not named as one of the family"
    if kin.passing(f"{claim.value} {claim.quote or ''}"):
        return "what a relative has just taken up"
    return None


def _of_a_stranger(value: str, household: Sequence[str]) -> bool:
    """Whether it is the birthday of somebody by whose name nobody of the household is known."""
    name = message_cues.birthday_of(value)
    if name is None:
        return False
    return not any(name in v if not name.isascii() else terms(name) & terms(v) for v in household)


_HOUSEHOLD = frozenset({"family", "relationship", "pet"})


def _anothers_partner(claim: AttributeClaim, near: Sequence[Attribute]) -> Attribute | None:
    """The partner known by another name than a clause about somebody else gives (`he's marrying Yusuf`);
    None where the clause speaks of the writer."""
    quote = claim.quote or ""
    if not message_cues.of_others(quote) or ending_clauses.FIRST.search(quote):
        return None
    return next(
        (a for a in near if wording.names(a.value) and not wording.names(a.value) & wording.names(quote)),
        None,
    )


_NO_AIM = frozenset({"over", "gone"})

_SMOKING = "smoking"
_WORKPLACE = late(
    r"^(?:the |my |our )?(?:job|work|shop|store|stall|business|place|firm|company|salon|caf[eé]|restaurant"
    r"|practice|bakery|office|factory|studio|garage|workshop)"
    r"(?:(?: is|'s| was| has| have)? (?:closed|shut|gone|folded|sold|bust|went|over)\b.*)?$"
    r"|^[那这我家个的]*(?:店|铺子?|摊子?|厂子?|公司|工作|生意|门面|单位|工作室)"
    r"(?:也|都|已经|终于|早就)*(?:[关停倒黄转盘收散没]了?.{0,3})?$",
    re.I,
)
"""Where one works, not saying what is done there."""
_REGIME = late(
    r"\b(?:fast(?:ing)?|diet\w*|keto|paleo|calorie\w*|cleanse|detox"
    r"|16:8|5:2|atkins|low[- ]carb)\b|断食|减肥|减脂|轻食|生酮|控糖|代餐",
    re.I,
)


def _told_ended(claim: AttributeClaim, negated: bool = False) -> str | None:
    """The clause of the claim's quote that tells its end where the value leaves that out (`the van` of `sold
    the van`)."""
    if claim.quote is None or value_reading.STATES.search(claim.value):
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
    return [told for told in ending_clauses.endings(text) if not ending_clauses.BEGINS.search(told.clause)]


def _only_denied(
    claim: AttributeClaim, core: str, at: str | None, time: datetime | None, current: Sequence[Attribute]
) -> list[Operation]:
    """`not a milkman`: what says that one is goes; where nothing does, there is nothing to keep."""
    step = Step(claim.aspect, claim.value, at)
    for old in ended_by(core, claim.aspect, current):
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
            found = single_relation(aspect, value, old.value, similarity)
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


def _ending(
    claim: AttributeClaim, at: str | None, current: Sequence[Attribute], ended: Sequence[Attribute],
    core: str, state: str | None, existing: Sequence[Attribute], message: str,
) -> list[Operation]:  # fmt: skip
    """A claim that only says that `core` is over; `state` is what may be kept of it as a fact of its own."""
    step = Step(claim.aspect, state or claim.value, at)
    gone = list(ended)
    others = [a for a in current if a.aspect == claim.aspect and a not in gone]
    again = next((a for a in others if relation(step.value, a.value) in ("same", "coarser")), None)
    if again is not None:
        return [Operation("ignore", f"says again: {again.value}", claim.aspect, claim.value, again.id)]
    rivals = [a for a in others if claim.aspect in aspects.SINGLE]
    if claim.aspect == "relationship" and not gone and rivals and not wording.names(core):
        gone, rivals = rivals, []  # "split up", without saying with whom
    if claim.aspect == "occupation" and not gone and len(rivals) == 1 and _WORKPLACE.search(core):
        gone, rivals = rivals, []  # "the shop is closed", whatever it sold
    if claim.aspect == "belief" and not gone:
        gone = [a for a in others if faiths.is_faith(a.value)]  # "stopped believing"
    # What is over and was never told before is at least told of now: `ex cabin crew`.
    before = [a for a in existing if a.aspect == claim.aspect and a.status is Status.PAST]
    just_now = any(opened_or_ended(a, message) for a in before)
    former = claim.aspect in aspects.KEEPS_FORMER and not gone and not just_now
    lasting = claim.aspect in aspects.KEEPS_ENDING or former
    if claim.aspect == "relationship" and state is not None and not value_reading.STATES.search(state):
        # `Sam and I called it a day` would keep Sam.
        lasting = lasting and not wording.names(state) - wording.GENERIC
        lasting = lasting and (state.isascii() or aspects.partner_role(state) is None)  # 跟女朋友掰了
    if claim.aspect == "diet" and _REGIME.search(core):
        lasting = False  # a way of eating that is over says nothing; to have quit coffee does
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
        if old.status is Status.PAST and opened_or_ended(old, message) and wording.touches(core, old.value):
            return [Operation("ignore", f"ended just now: {old.value}", claim.aspect, claim.value, old.id)]
    return [Operation("add", "told of the past", claim.aspect, core, None, Status.PAST, None, at)]
