"""What becomes of the values that a new one stands beside: it takes their place, or both are true."""

import re
from collections.abc import Sequence
from datetime import datetime

from omem_cli.memory import aspects, countries, displace, message_cues, refine, shifts, wording
from omem_cli.memory.operation import Step, fresh, opened_by, opened_or_ended
from omem_cli.memory.relation import Similarity, denied, relation, single_relation
from omem_cli.memory.wording import numbers, terms
from omem_cli.patterns import late
from omem_cli.records import Attribute

DIVORCED = ("divorced", "divorce", "离婚", "离异", "离了")


_STILL = late(
    r"\bstill\b|\bas (?:ever|usual|before|always)\b|仍|还在|照(?=常|旧|上|做|开|去)|依旧|一直在|老样子", re.I
)
"""That it goes on as it was."""


def rivals_of(
    step: "Step", rivals: Sequence[Attribute], fix: str | None, message: str, time: datetime | None,
    text: str, similarity: Similarity | None,
) -> None:  # fmt: skip
    """A single-valued aspect: the newer value takes the place of the older ones."""
    several = step.aspect in aspects.SEVERAL_AT_ONCE
    kinds = {a.id: single_relation(step.aspect, step.value, a.value, similarity) for a in rivals}
    finer = [a for a in rivals if kinds[a.id] in ("finer", "version")]
    if step.aspect == "relationship" and rivals and wording.fold(step.value) in DIVORCED:
        rivals = [a for a in rivals if aspects.partner_role(a.value) in ("spouse", None)]
        if not rivals:
            step.past = True
            return
    for old in finer or rivals:
        recent = fresh(old, message, time)
        if (fix == "strong" and (recent or message_cues.denies(text, old.value))) or (
            fix == "weak" and recent
        ):
            step.replace(old, "takes back", "correct")
        elif old in finer:
            step.replace(old, "says more than")
        elif (
            several
            and not _only_left(step.aspect, old)
            and (
                opened_or_ended(old, message)
                or message_cues.keeps_both(f"{text}\n{step.value}")
                or (step.aspect == "location" and _goes_home(old.value, text))
                or (step.aspect == "location" and _lies_in(step.value, old.value, text))
            )
        ):
            step.beside = old.value
        elif len(rivals) == 1 and _STILL.search(step.value) and not message_cues.moves(text):
            step.told = old
        else:
            step.replace(old, "is newer than")


def _only_left(aspect: str, old: Attribute) -> bool:
    """Whether an occupation only tells what one has left (`急诊不干了`): a new one takes its place."""
    return aspect == "occupation" and denied(aspect, old.value) is not None


def companions_of(
    step: "Step", near: Sequence[Attribute], current: Sequence[Attribute], fix: str | None, message: str,
    time: datetime | None, text: str, similarity: Similarity | None,
) -> None:  # fmt: skip
    """A many-valued aspect: only another version of the same thing takes a place."""
    own = [a for a in current if a.aspect == step.aspect and a.id not in step.gone]
    if fix == "strong":
        for old in own:
            mended = message_cues.corrected(text, old.value, step.value)
            if fresh(old, message, time) and (
                mended or message_cues.denies(text, old.value) or relation(step.value, old.value) == "version"
            ):
                step.value = mended or step.value
                step.replace(old, "takes back", "correct")
    if not step.gone and message_cues.corrects(text) and not message_cues.keeps_both(text):
        # Said to be wrong, without saying what: the only thing of its kind told just before.
        recent = [a for a in own if fresh(a, message, time) and not opened_by(a, message)]
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
        if not opened_by(a, message) and refine.sharpens(step.aspect, step.value, a.value, text)
    ]
    if len(vague) == 1:
        step.replace(vague[0], "says exactly")
        return
    for old in own if step.aspect == "family" else ():
        if not opened_by(old, message) and refine.grown(step.value, old.value):
            step.replace(old, "is a later stage of")
            return
    older = [a for a in own if not opened_by(a, message) and denied(a.aspect, a.value) is None]
    if here is None and not message_cues.keeps_both(f"{text}\n{step.value}"):
        for found_old in displace.displaced(step.aspect, step.value, text, older):
            step.value = found_old.value
            step.replace(found_old.old, found_old.how)
        if step.gone:
            return
    if step.aspect == "schedule" and message_cues.shifts(text):
        for old in own:
            if not opened_by(old, message) and _other_time(step.value, old.value):
                step.replace(old, "is at another time than")
        if step.gone:
            return
    if step.aspect == "possession" and message_cues.renews(text):
        for old in own:
            if not opened_by(old, message) and aspects.same_use(step.value, old.value):
                step.replace(old, "takes the place of")
        if step.gone:
            return
    if step.aspect in ("allergy", "diet") and len(own) == 1 and message_cues.narrows(text):
        step.replace(own[0], "narrows down")


_HOME = late(
    r"\b(?:home|back)\b[^.!?;]{0,12}$|\bweekends?\b[^.!?;]{0,20}$|(?:周末|放假|休息|周[五六日])[^，。！？]{0,6}[回在][^，。！？]{0,4}$",
    re.I,
)
_AT_TIMES = late(
    r"\b(?:weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:other )?(?:week|friday)\w*"
    r"|commut\w+|half the (?:week|month|year)|term[- ]?time|weeknights?|during the week)\b"
    r"|周末|周[一二三四五六日]|每[周月]|平时|工作日",
    re.I,
)


_FOR_GOOD = late(r"\b(?:for good|moved to|relocated|emigrated)\b|搬[到去]|定居|落户", re.I)


def _goes_home(old: str, text: str) -> bool:
    """Whether a text that tells of another home says that one goes home to the `old` one at times (`in Graz
    monday to thursday, home to Trieste for the weekend`)."""
    if not _AT_TIMES.search(text) or _FOR_GOOD.search(text):
        return False
    at = next(
        (text.find(n) for n in re.findall(r"[A-ZÀ-Þ][\w'’-]+|[\u4e00-\u9fff]{2,}", old) if n in text), -1
    )
    return at > 0 and bool(_HOME.search(text, max(0, at - 40), at))


def _lies_in(new: str, old: str, text: str) -> bool:
    """Whether one of two homes is only the other's street or quarter (`14 Chandos Road` after `Keynsham`),
    or the country around it."""
    if countries.is_country(new) and not countries.is_country(old):
        return not message_cues.moves(text)
    if message_cues.in_town(new) == message_cues.in_town(old):
        return False
    return message_cues.in_town(new) or not message_cues.moves(text)


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
