"""What a correcting message does to what its writer told just before (`amend` reads the words).

Before its claims: the parts of known values that it puts right, so that the claims find them mended.
After them: the number that the rest of a message puts right, and what is said to be somebody else's and
is taken back as a whole.
"""

from collections.abc import Sequence
from datetime import datetime

from omem_cli.memory import amend, wording
from omem_cli.memory.operation import Operation, fresh
from omem_cli.memory.relation import denied
from omem_cli.memory.wording import terms
from omem_cli.patterns import late
from omem_cli.records import Attribute, AttributeClaim

_TAKES_BACK = "takes back: "
_PLAIN = frozenset({"like", "dislike", "goal"})
"""Aspects of which a number or a day is rarely what was told wrong, but what is asked for anew."""


def mend(text: str, told: Sequence[Attribute]) -> list[Operation]:
    """The parts of `told`, the attributes that the writer's message before gave, that `text` puts right."""
    if not told or not amend.may(text):
        return []
    counted = [a for a in told if _one_number(a)]
    out = []
    for old in told:
        if old.pinned or (denied(old.aspect, old.value) is not None):
            continue
        alone = counted == [old] and old.aspect not in _PLAIN
        value = amend.mended(text, old.aspect, old.value, alone)
        if value is not None:
            out.append(_instead(old, value, _TAKES_BACK))
    return out


def _one_number(a: Attribute) -> bool:
    return len(wording.numbers(terms(a.value))) == 1


def recount(text: str, message: str, known: Sequence[Attribute]) -> list[Operation]:
    """The numbers that a message gives and puts right itself."""
    out = []
    for old in known:
        first = old.evidence[0] if old.evidence else None
        if first is None or first.message != message or first.quote is None or old.pinned:
            continue
        at = text.find(first.quote)
        rest = text[at + len(first.quote) :] if at >= 0 else ""
        if rest and (value := amend.recounted(rest, old.value)) is not None:
            out.append(_instead(old, value, _TAKES_BACK))
    return out


def disown(text: str, told: Sequence[Attribute], opened: Sequence[Attribute]) -> list[Operation]:
    """What of `told` falls when `text` says that it was another's, or is to be forgotten: what `opened`, the
    attributes that the message itself gives, takes the place of, or what it is called; else the only one."""
    if not told or not amend.anothers(text):
        return []
    own = {a.aspect for a in opened}
    gone = [a for a in told if a.aspect in own]
    if not gone:
        called = amend.of_what(text, sorted({a.aspect for a in told}))
        gone = [a for a in told if a.aspect in called]
    if not gone and len(told) == 1 and not amend.whole(text):
        gone = list(told)
    reason = "the message says that it was not so"
    return [
        Operation("close", reason, a.aspect, a.value, a.id, until=a.since)
        for a in gone
        if not a.pinned and denied(a.aspect, a.value) is None
    ]


def misnamed(claim: AttributeClaim, text: str, mended: Sequence[Operation]) -> str | None:
    """Why a claim of a correcting message is none: it names what the message only puts right, or the new
    part of a mended value under an aspect of its own."""
    mine = terms(claim.value)
    named = amend.displaces(claim.value) or any(mine <= terms(x) for x in amend.displaced(text))
    if named and amend.cued(text):
        return "named only as what it is instead"
    for o in mended:
        wrong, right = terms(o.reason.removeprefix(_TAKES_BACK)) - terms(o.value), terms(o.value)
        if mine & wrong and not mine & (right - terms(o.reason)):
            return "names what the message takes back"
    if mended and all(o.aspect != claim.aspect and mine <= terms(o.value) for o in mended):
        return "is part of what the message puts right"
    return None


def just_told(known: Sequence[Attribute], messages: Sequence[str], time: datetime | None) -> list[Attribute]:
    """What the latest of `messages` that told anything still known told, if not long before `time`."""
    for message in reversed(messages):
        found = [a for a in known if a.evidence and a.evidence[-1].message == message]
        if found:
            return [a for a in found if fresh(a, "", time)]
    return []


def quote(text: str, value: str) -> str:
    """The sentence of `text` that says most of `value`."""
    sentences = [m.span() for m in _SENTENCE.finditer(text)]
    wanted = terms(value)
    best = max(sentences, key=lambda s: len(terms(text[s[0] : s[1]]) & wanted), default=(0, len(text)))
    return text[best[0] : best[1]].strip()


_SENTENCE = late(r"[^.!?。！？\n]+[.!?。！？]*")


def _instead(old: Attribute, value: str, how: str) -> Operation:
    # What is taken back was never true: it ends where it began.
    return Operation(
        "correct", f"{how}{old.value}", old.aspect, value, old.id, since=old.since, until=old.since
    )
