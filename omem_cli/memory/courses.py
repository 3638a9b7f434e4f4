# ruff: noqa: E501 - one pattern a line
"""Where one stands in one's education: one is in one year of one main course at a time.

A degree that is finished stays, evening classes and lessons stand beside; a later course, or a later year, takes the
place of the one before.
"""

import re
from functools import lru_cache

from omem_cli.patterns import late

_SIDE = late(
    r"\b(?:evening|night|online|weekend|short|refresher|first aid|summer|driving|language) (?:class(?:es)?|course|school|lessons?)\b|\b(?:lessons?|workshop|webinar|mooc|coursera|certificates?|bootcamp|minor|licen[cs]e|first aid|self-?taught|teaching myself|night school|part[- ]time|open university|grade \d|class(?:es)?)\b"
    r"|网课|夜校|培训|辅修|二学位|驾照|学车|证(?!券)|兴趣班|自学|讲座|[一二三四五六七八]级",
    re.I,
)
_DONE = late(
    r"\b(?:graduated?|graduate of|alum\w*|finished|completed|passed|dropped out|failed|left school|(?:degree|phd|doctorate|masters|bsc|ba|ma|msc) (?:from|in \w+ (?:from|at|\d{4}))|studied|went to|got (?:a|my)(?! place\b)|has a|have a|holds?)\b|毕业|学过|肄业|退学|拿到|有.{0,6}学位|考上过",
    re.I,
)
_YEAR = late(
    r"\b(?:first|second|third|fourth|fifth|final|last|1st|2nd|3rd|4th|\d)[- ]year\b|\byear (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|\d{1,2})\b|\b(?:freshman|sophomore|junior|senior)(?: year)?\b|大[一二三四五]|研[一二三]|博[一二三四]|高[一二三]|初[一二三]",
    re.I,
)
_STUDIES = late(
    r"\b(?:student|stud(?:y|ying|ies)|undergrad\w*|postgrad\w*|degree|major(?:ing)?|course|uni(?:versity)?|college|gcses?|a[- ]levels?|sixth form|school|bachelor'?s?|masters?|master's|phd|doctora\w+|bsc|ba|ma|msc|mba|law school|med school|apprentice\w*|studiere|étudi\w+|estudi\w+|reading|doing|from (?:january|february|march|april|may|june|july|august|september|october|next))\b"
    r"|学生|在读|专业|本科|硕士|研究生|博士|大专|中专|技校|读(?:研|博|大学|书)|学院|大学|念",
    re.I,
)
_TURNS = late(
    r"\b(?:transfer\w*|switch\w*|swap\w*|chang\w*|instead|no more|dropped|drop|now|started|starting|starts|began|from (?:january|february|march|april|may|june|july|august|september|october|next)|accepted|got in(?:to)?|enrolled|this (?:autumn|fall|term|year)|new course|first (?:day|week|term|lecture|placement))\b"
    r"|转|改|换|考上|考进|录取|入学|开学|现在|今年|升|报到|刚",
    re.I,
)


@lru_cache(maxsize=4096)
def _main(value: str) -> bool:
    return bool(_STUDIES.search(value) or _YEAR.search(value)) and not _SIDE.search(value)


def ongoing(value: str) -> bool:
    """Whether a value tells of the main course that one is on."""
    return _main(value) and not _DONE.search(value) and bool(_YEAR.search(value) or not _bare_degree(value))


def _bare_degree(value: str) -> bool:
    return bool(
        re.match(
            r"(?:an? )?(?:bsc|ba|b\.?a\.?|ma|msc|mba|phd|degree|bachelor'?s?(?: degree)?|master'?s?(?: degree)?)\b",
            value,
            re.I,
        )
        or re.search(r"学位$|硕士$|博士$|本科$|学历", value)
    )


def takes_place(new: str, old: str, text: str) -> bool:
    """Whether the course `new`, told in `text`, takes the place of the course `old`."""
    if not ongoing(old) or _DONE.search(new) or _SIDE.search(new) or _SIDE.search(text):
        return False
    if year_only(new):
        return _later(new, old)
    turned = bool(_TURNS.search(text))
    return turned or (
        _main(new) and bool(_YEAR.search(new) or _YEAR.search(old)) and _level(new) > _level(old)
    )


_LEVELS: tuple[re.Pattern[str], ...] = (
    late(r"\bgcses?\b|初[一二三]|初中|secondary school", re.I),
    late(r"\ba[- ]levels?\b|sixth form|high school|高[一二三]|高中|\byear (?:12|13|twelve|thirteen)\b", re.I),
    late(r"\b(?:undergrad\w*|bachelor\w*|bsc|ba|freshman|sophomore|degree|uni(?:versity)?)\b|大[一二三四五]|本科|大专|大学", re.I),
    late(r"\b(?:postgrad\w*|masters?|master's|msc|ma|mba)\b|研[一二三]|硕士|研究生", re.I),
    late(r"\b(?:phd|doctora\w+)\b|博[一二三四士]", re.I),
)  # fmt: skip


def _level(value: str) -> int:
    return max((n for n, pattern in enumerate(_LEVELS) if pattern.search(value)), default=2)


def year_only(value: str) -> bool:
    """Whether a value tells the year and not of what."""
    left = _YEAR.sub("", value)
    return left != value and not re.sub(
        r"\b(?:an?|in|my|the|now|of|student|at|uni|studies|course)\b|学生|了|现在|[\W\d]",
        "",
        left,
        flags=re.I,
    )


_RANK = ("first", "second", "third", "fourth", "fifth", "sixth")
_HAN_RANK = "一二三四五六"


def _rank(value: str) -> int | None:
    found = _YEAR.search(value)
    if found is None:
        return None
    for n, word in enumerate(_RANK):
        if word in found[0].casefold() or _HAN_RANK[n] in found[0]:
            return n + 1
    digits = re.search(r"\d+", found[0])
    return int(digits[0]) if digits else 9 if re.search(r"final|last|senior", found[0], re.I) else None


def _later(new: str, old: str) -> bool:
    a, b = _rank(new), _rank(old)
    return a is not None and b is not None and a != b


def in_year(new: str, old: str) -> str:
    """The value for a bare year: the course of `old` in it, where that names one."""
    if not year_only(new):
        return new
    at, said = _YEAR.search(old), _YEAR.search(new)
    if at is None or said is None or year_only(old):
        return new
    return old[: at.start()] + said[0] + old[at.end() :]
