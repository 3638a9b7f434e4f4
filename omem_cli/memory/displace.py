# ruff: noqa: E501 - one pattern a line
"""What a new value of a many-valued aspect takes the place of, where neither words in common nor an ending tell it: the
course before, the medicine before, the level of the same language, the pet that had no name yet, what a text says
something is done instead of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from omem_cli.memory import changes, courses, instead, kinds, treatments
from omem_cli.patterns import late
from omem_cli.records import Attribute


@dataclass(frozen=True, slots=True)
class Displaced:
    """An attribute, how the new value stands to it, and the new value as it is then known."""

    old: Attribute
    how: str
    value: str


_SCALES: tuple[re.Pattern[str], ...] = (
    late(r"(?<![A-Za-z])[ABC][12](?![A-Za-z\d])", re.I),
    late(r"(?<![A-Za-z])(?:JLPT ?)?N[1-5](?!\d)", re.I),
    late(r"(?<![A-Za-z])HSK ?[1-9](?!\d)|HSK[一二三四五六]级", re.I),
    late(r"\b(?:IELTS|雅思) ?\d(?:\.\d)?", re.I),
    late(r"\b(?:TOPIK) ?[1-6]", re.I),
)
_ONLY_LEVEL = late(
    r"\b(?:passed|pass|got|have|certificate|cert|level|exam|test|now|the|my|a|finally|at|in)\b|到手|过了|通过了?|考过了?|拿到了?|证书?|水平|级|终于|考下来了?|了|[\W_]",
    re.I,
)
_NO_LEVEL = late(r"\b(?:aim\w*|want\w*|by|next|studying for|working towards)\b|想|准备|备考|目标", re.I)


def _level(value: str) -> tuple[int, re.Match[str]] | None:
    for n, scale in enumerate(_SCALES):
        found = scale.search(value)
        if found is not None:
            return n, found
    return None


def _of_level(new: str, own: Sequence[Attribute]) -> Displaced | None:
    level = _level(new)
    if level is None or _NO_LEVEL.search(new):
        return None
    scale, said = level
    rest = _ONLY_LEVEL.sub("", new[: said.start()] + new[said.end() :])
    graded = [(a, found) for a in own if (found := _level(a.value)) is not None]
    alike = [(a, words) for a, (of, words) in graded if of == scale]
    if len(alike) != 1:
        return None
    old, at = alike[0]
    if at[0].casefold() == said[0].casefold():
        return None
    if not rest:
        return Displaced(
            old, "is a newer state of", old.value[: at.start()] + said[0] + old.value[at.end() :]
        )
    bare = not _ONLY_LEVEL.sub("", old.value[: at.start()] + old.value[at.end() :])
    return Displaced(old, "is a newer state of", new) if bare else None


_NAME = late(r"(?:my |our |the )?(?P<name>[A-ZÀ-Þ][\w'’-]+)")
_NAMED = late(r"(?-i:\b[A-ZÀ-Þ][\w'’-]+)|[“\"'「]|叫|名")
_MORE = late(
    r"\b(?:another|second|third|also|too|as well|new|both|two|three|other|joined|companion|friend for|next to|and now)\b|又(?=[来买养有添领抱捡])|再[来买养领]|另|还有|第二|第三|两[只条]|多了|新来",
    re.I,
)


def _named_now(new: str, text: str, own: Sequence[Attribute]) -> Displaced | None:
    """A pet told of without its name, which a later message calls by it."""
    name = _NAME.fullmatch(new.strip())
    han = re.fullmatch(r"[\u4e00-\u9fff]{2,3}", new.strip())
    if _MORE.search(text) or (name is None and (han is None or kinds.is_species(new))):
        return None
    nameless = [a for a in own if not _NAMED.search(a.value) and kinds.nameless(a.value)]
    if len(nameless) != 1:
        return None
    old = nameless[0]
    known = f"{old.value}{new.strip()}" if han else f"{old.value}, {name['name'] if name else new}"
    return Displaced(old, "names", known)


_WHO = late(
    r"\b(?:(?:older|elder|eldest|oldest|younger|youngest|middle|big|little|twin|half|step)[ -]?)?(?:mum|mom|mother|dad|father|gran|nan|nana|grandma|grandmother|granny|grandad|grandpa|grandfather|wife|husband|son|daughter|brother|sister|aunt|uncle|nephew|niece|cousin)(?:['’]s)?\b|妈|爸|爷爷|奶奶|姥姥|姥爷|外公|外婆|公公|婆婆|[大二三小]?[哥姐弟妹]|[大二三小]?(?:儿子|女儿|闺女)|老[大二三]",
    re.I,
)
_OF_WHOM: tuple[re.Pattern[str], ...] = (
    late(r"\b(?:lives?|living|moved|(?:care|nursing) home|stays? with|sheltered)\b|住|养老院|护理院|搬", re.I),
    late(r"\b(?:year \d+|grade \d+|nursery|reception|kindergarten|primary|secondary|(?:high|middle) school|sixth form|at uni\w*|college|freshman|\w+ grade)\b|[小中大]班|[一二三四五六]年级|初[一二三]|高[一二三]|大[一二三四]|幼儿园|小学|初中|高中", re.I),
    late(r"\b(?:works? (?:at|as|in|for)|retired|unemployed|training as)\b|上班|退休|工作", re.I),
)  # fmt: skip
_NAMES = late(r"(?-i:\b[A-ZÀ-Þ][a-zà-ÿ]+)")


def _of_the_same(new: str, own: Sequence[Attribute]) -> list[Displaced]:
    """What was told of one of the family in the respect in which something else is told now: where they live, which
    class they are in, what they do."""
    who = {m[0].casefold() for m in _WHO.finditer(new)}
    what = {n for n, p in enumerate(_OF_WHOM) if p.search(new)}
    if len(who) != 1 or not what:
        return []
    names = set(_NAMES.findall(new.split(" in ")[0])) - {w.title() for w in who}
    found = []
    for a in own:
        theirs = {m[0].casefold() for m in _WHO.finditer(a.value)}
        other = set(_NAMES.findall(a.value.split(" in ")[0])) - {w.title() for w in theirs}
        alike = theirs == who and not (names and other and not names & other)
        if alike and what & {n for n, p in enumerate(_OF_WHOM) if p.search(a.value)}:
            found.append(Displaced(a, "is newer than", new))
    return found if len(found) == 1 else []


def displaced(aspect: str, value: str, text: str, own: Sequence[Attribute]) -> list[Displaced]:
    """Which of the current values `own` of an aspect `value`, told in `text`, takes the place of."""
    if not own:
        return []
    if aspect == "language" and (found := _of_level(value, own)) is not None:
        return [found]
    if aspect == "pet" and (found := _named_now(value, text, own)) is not None:
        return [found]
    if aspect == "family":
        return _of_the_same(value, own)
    if aspect == "education":
        return [
            Displaced(a, "takes the place of", courses.in_year(value, a.value))
            for a in own
            if courses.takes_place(value, a.value, text)
        ]
    if aspect == "health":
        # A pregnancy is told of by its weeks, then by the days to its end.
        earlier = [a for a in own if changes.is_pregnancy(value) and changes.is_pregnancy(a.value)]
        if earlier:
            return [Displaced(a, "is newer than", value) for a in earlier]
        if gone := [a for a in own if treatments.removed(value, a.value)]:
            return [Displaced(a, "took out what was ill in", value) for a in gone]
        before = [a for a in own if treatments.takes_place(value, a.value, text)]
        return [Displaced(a, "takes the place of", value) for a in before] if len(before) == 1 else []
    return [Displaced(a, "is done instead of", value) for a in instead.displaced(aspect, value, text, own)]
