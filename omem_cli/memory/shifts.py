# ruff: noqa: E501 - one pattern a line
"""The hours of work: one has one shift at a time, however it is called (`nights, 10pm to 6am`, `earlies`, `6 till 2`)."""

import re
from functools import lru_cache

from omem_cli.patterns import late

_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?"
_CALLED: tuple[re.Pattern[str], ...] = (
    late(
        r"\bnight[- ]shifts?\b|(?:^|\b(?:on|do|doing|works?|worked|working|permanent|to|me|got|office|straight|only|of|my) )nights\b|\bnights(?=,? \d| at\b| in\b| on (?:the|a)\b)|\bgraveyard\b|\bnachtschicht|\bde nuit\b|夜班|大夜|通宵班",
        re.I,
    ),
    late(r"\bearlies\b|\b(?:early|morning) shifts?\b|\bfrühschicht|\bdu matin\b|早班|早晚?市", re.I),
    late(
        r"\blates\b|\b(?:late|evening|afternoon|back|twilight) shifts?\b|\bspätschicht|晚班|中班|小夜", re.I
    ),
    late(
        r"\bdays?\b(?= ?(?:shifts?\b|$|[,;.]))|^days\b|\bdays(?= (?:finally|now|again|at|in)\b)|\bday shifts?\b|\bon days\b|\b(?:nine to five|9 (?:to|till|-) 5|9-5|office hours)\b|\btagschicht|早八晚五|早九晚六|白班|日班|朝九晚五|长白班|行政班",
        re.I,
    ),
    late(r"\bsplit shifts?\b|\brotating\b|两班倒|三班倒|倒班|四班三倒", re.I),
)
_WORKING = late(
    r"\b(?:shifts?|nights|earlies|lates|rota|roster|on days|graveyard|schicht|office hours|nine to five|9-5)\b|班(?!级|主任|会|车|里|长|上)|倒班|朝九晚五|早八晚五|通宵",
    re.I,
)
_CLOCK = r"(?:(?:half|quarter) (?:past |to )?)?(?:\d{1,2}(?:[:.]\d\d)?|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?(?:[ap]\.?m\.?|o'?clock|uhr|h)?"
_HAN_CLOCK = r"(?:早上?|上午|中午|下午|晚上?|夜里|凌晨)?(?:\d{1,2}|[零一二两三四五六七八九十]{1,3})点(?:半|\d{1,2}分?)?"
_RANGE = late(
    rf"\b{_CLOCK} ?(?:to|till?|until|til|-|–|bis|à|a) ?{_CLOCK}\b|{_HAN_CLOCK}(?:到|至|-|～|~){_HAN_CLOCK}",
    re.I,
)
_FILLER = late(
    rf"\b(?:from|on|off|it'?s|its|is|now|my|i'?m|the|a|an|and|work\w*|hours?|shifts?|start\w*|finish\w*|until|till?|to|every|days?|nights?|week\w*|{_DAY}|four|five|three|two|am|pm|\d+)\b|{_DAY}|[\W\d]|从|周[一二三四五六日末]|每天|上班|我|的|到|下班|是|改|现在|上",
    re.I,
)


@lru_cache(maxsize=4096)
def _shift(value: str) -> frozenset[int]:
    return frozenset(n for n, pattern in enumerate(_CALLED) if pattern.search(value))


_COUNT = r"(?:one|two|three|four|five|six|seven|[1-7])"
_WORKDAYS = late(
    rf"\b(?:work\w* )?(?P<n>{_COUNT})[- ]days?(?:[- ](?:a|per)[- ]week|[- ]weeks?\b|(?= (?:at|in) (?:the|my|work)\b)| on\b)"
    rf"|(?:一周|每周|一个?星期|一礼拜)?(?:上|干|做|开工)(?P<han>[一二两三四五六七1-7])天?班?(?:休|歇|$|[，。])|(?P<rest>单休|双休|大小周)",
    re.I,
)
_ONLY_WORK = late(
    rf"\b(?:at|in) (?:the|my|an?) \w+\b|\b(?:i|work\w*|now|only|still|just|on|off|free|full|part|time|and|with|as|is|are|my)\b"
    rf"|\b{_DAY}s?\b|[周星期礼拜一二三四五六日天末休歇息上班现在改成是\W]",
    re.I,
)
"""What may stand beside the number of working days."""


def _workdays(value: str) -> str | None:
    """How many days a week are worked, in the words of a routine that tells nothing else."""
    found = _WORKDAYS.search(value)
    if found is None or _NOT_ALL_WORK.search(value) or len(_ONLY_WORK.sub("", _WORKDAYS.sub(" ", value))) > 1:
        return None
    said = found["n"] or found["han"] or found["rest"]
    return _IN_FIGURES.get(said.casefold(), said)


_NOT_ALL_WORK = late(
    r"\b(?:in|at) (?:the |an? |my )?(?:office|home|nursery|school|gym|pool|hospital|clinic|uni\w*)\b|\b(?:swim\w*|train\w*|gym|kids?|husband|wife|partner|this week)\b|[这本]周|这个月|老公|老婆|孩子|累",
    re.I,
)
"""Days in one of several places, of another thing or person, or of one week."""
_IN_FIGURES = {
    word: str(n)
    for n, words in enumerate(
        ("one 一", "two 二 两", "three 三", "four 四", "five 五", "six 六", "seven 七"), 1
    )
    for word in words.split()
} | {"双休": "5", "单休": "6"}


def is_hours(value: str) -> bool:
    """Whether a routine tells the hours of work: a shift by its name, or a span of hours and nothing that is done in it."""
    if _shift(value):
        return True
    span = _RANGE.search(value)
    return span is not None and len(_FILLER.sub("", _RANGE.sub("", value))) <= 3


def exclude(one: str, other: str) -> bool:
    """Whether two routines are the hours of work in two ways, so that the later one takes the place of the other."""
    days = _workdays(one), _workdays(other)
    if all(days):
        return days[0] != days[1]
    if not (is_hours(one) and is_hours(other)):
        return False
    a, b = _shift(one), _shift(other)
    if a and b:
        return not a & b
    spans = [_RANGE.search(v) for v in (one, other)]
    if all(spans):
        return spans[0] is not None and spans[1] is not None and spans[0][0] != spans[1][0]
    return False


def changed(text: str) -> bool:
    """Whether a text tells of a shift at all: hours that stand in it are then those of work."""
    return bool(_WORKING.search(text))


_DAYS = late(rf"\b{_DAY}s?\b|(?:周|星期|礼拜)[一二三四五六日天末]", re.I)


def without_days(value: str) -> str:
    """A value less the days of the week in it."""
    return _DAYS.sub(" ", value)


def activity(value: str) -> str:
    """What a routine says is done, without when."""
    return " ".join(_FILLER.sub(" ", _RANGE.sub(" ", without_days(value))).split())


def other_days(one: str, other: str) -> bool:
    """Whether both name days of the week, and none in common."""
    a, b = (
        {m[0].casefold()[-1:] if m[0][0] in "周星礼" else m[0].casefold()[:3] for m in _DAYS.finditer(v)}
        for v in (one, other)
    )
    return bool(a and b) and not a & b
