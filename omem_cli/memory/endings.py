"""What clauses that say something is over, or not so, do to the attributes they speak of, whatever is
claimed."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from omem_cli.memory import (
    aspects,
    changes,
    ending_clauses,
    instead,
    kinds,
    losses,
    message_cues,
    shifts,
    value_reading,
    wording,
)
from omem_cli.memory.ending_clauses import Ending
from omem_cli.memory.operation import Operation, day, fresh
from omem_cli.memory.relation import GOODS, denied
from omem_cli.memory.wording import numbers, terms
from omem_cli.patterns import late
from omem_cli.records import Attribute, Status


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
            a
            for a in current
            if denied(a.aspect, a.value) is None and not value_reading.STATES.search(a.value)
        ]
        core = ending.core
        touched = [a for a in current if _speaks_of(ending, a) or aspects.of_kind(core, a.value)]
        if ending.kind == "dropped":
            touched = [a for a in current if _given_up(ending, a)] or instead.given_up(ending.core, current)
        if ending.kind == "shop":
            alone = len(current) == 1
            touched = [a for a in current if alone and losses.closed(ending.clause, a.value)]
        if ending.kind == "reached":
            touched = [a for a in touched if _reached(ending, a)]
        bare = ending.kind == "school" or not wording.names(core) - wording.GENERIC
        if not touched and ending.kind in ("job", "love", "left", "school") and bare:
            rivals = [a for a in current if a.aspect in aspects.SINGLE or ending.kind == "school"]
            touched = rivals if len(rivals) == 1 else []
        if ending.kind == "job" and ending_clauses.BEGINS.search(ending.clause):
            touched = [a for a in touched if not _announced(a, time)]
        for old in touched:
            step = Operation("close", f"“{ending.clause}”", old.aspect, ending.clause, old.id, until=at)
            left = message_cues.without(old.value, core) if ending.kind == "life" else None
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
            most = 2 * len(shared) >= len(theirs) or bool(shared & message_cues.heads(old.value))
            if not shared or len(shared) < len(wanted) or not most or value_reading.STATES.search(old.value):
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
    if told is None or told.quote is None or not ending_clauses.COMES.search(told.quote):
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
    if wording.abbreviates(ending.core, goal.value):
        return True
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
    if old.aspect == "schedule":  # when it is done is not what it is
        theirs = (terms(shifts.activity(old.value)) - wording.GENERIC) or theirs
    if old.aspect in GOODS and kinds.only_modifies(ending.thing, old.value):
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
    if ending.kind == "life" and old.aspect == "relationship":
        return losses.partner_died(ending.clause, named, bool(shared))
    if ending.kind == "life":
        return bool(named) or bool(shared and not message_cues.of_others(ending.clause))
    if any(len(u) == 2 and not u.isascii() for u in shared):
        return True
    # A clause is longer than a value, so one word in common is enough if it is the thing itself (a noun
    # that ends the value's first part or a name), or half of the value's words.
    return bool(named) or len(shared) * 2 >= len(theirs) or bool(shared & message_cues.heads(old.value))
