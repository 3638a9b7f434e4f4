"""Resolves expressions of time against the time of a message: `last Friday`, `三周前`, `hace dos meses`.

Answers are ISO 8601 and only as fine as the words: a day (`2025-05-09`), an ISO week (`2025-W18`), a month
(`2025-04`) or a year (`2019`). "Last weekend" is its Saturday; "N weeks ago" is an ISO week; a season is its
year, a week's holiday its month. omem's own rules (`times/`) read English, Chinese, German, Spanish, French
and Japanese; `resolve` asks dateparser about the rest.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from omem_cli import text as analyser
from omem_cli.understanding.times.calendar import iso_day, iso_month, iso_week, iso_year
from omem_cli.understanding.times.chinese import chinese
from omem_cli.understanding.times.english import english
from omem_cli.understanding.times.european import european
from omem_cli.understanding.times.japanese import japanese
from omem_cli.understanding.times.rules import COMMON, Rule
from omem_cli.understanding.times.tense import direction, guess_language, nearest

__all__ = ["Found", "direction", "find", "guess_language", "is_set", "resolve"]


@dataclass(frozen=True, slots=True)
class Found:
    """An expression at `text[start:end]` and its ISO value. `weak`: but a time of day, or just "just"."""

    start: int
    end: int
    iso: str
    weak: bool = False


@lru_cache(maxsize=8)
def _rules(language: str) -> tuple[Rule, ...]:
    if language in ("de", "es", "fr"):
        return (*COMMON, *european(language))
    own = {"en": english, "zh": chinese, "ja": japanese}.get(language)
    return (*COMMON, *(own() if own else ()))


_REPEATED = re.compile(
    r"(?:\b(?:every|each|most|any|alternate)(?: (?:other|second|single|few))?(?: on)? $"
    r"|\bjede[nrsm]? $|\b(?:todos los|todas las|cada|tous les|toutes les|chaque) $"
    r"|每个?$|每[年月周]的?$|毎[週月年]の?$)"
)
"""Stands before what happens again and again, which has no date."""
_FEAST = re.compile(
    r"christmas|x-?mas|easter|halloween|valentine|thanksgiving|bonfire night|new years?|patrick|black friday"
    r"|advent|weihnacht|silvester|ostern|navidad|noël"
    r"|圣诞|平安夜|元旦|国庆|中秋|端午|春节|元宵|情人节|七夕|万圣|双十一|劳动节|儿童节|教师节|跨年"
)
_NOUN = re.compile(
    r"(?:['’]s)? (?!(?:at|in|on|with|and|or|but|is|was|were|will|for|from|to|of|by|i|we|he|she|they|it|you|my"
    r"|our|the|then|so|because|when|after|before|since|until|this|last|next|day|eve|morning|evening|night)\b)[a-zà-ÿ]"
)
_NAMED = re.compile(r"(?![节那当的前后之时期假我去在和跟与是要回就])[\u4e00-\u9fff]")
_STOP = re.compile(r"[.!?;,\n，。！？；]")
_ASCII = str.maketrans("０１２３４５６７８９", "0123456789")


def find(text: str, anchor: datetime, language: str | None = None, way: int | None = None) -> list[Found]:
    """All expressions of time in `text`, in order, none overlapping; of two that start alike the longer one.

    Which Friday "on Friday" is hangs on the tense: that of the verb next to it, else `way` (+1 ahead, -1
    back, 0 unknown), else that of the whole text.
    """
    language = language or guess_language(text)
    way = direction(text, language) if way is None else way
    today, low = anchor.date(), text.lower().translate(_ASCII)
    if len(low) != len(text):  # a few capitals (İ) grow when lowered
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    if language == "zh" and len(folded := analyser.fold(low)) == len(low):
        low = folded
    hits: list[tuple[int, int, int, str, bool]] = []
    for order, (pattern, value, weak) in enumerate(_rules(language)):
        for m in pattern.finditer(low):
            if _REPEATED.search(low[max(0, m.start() - 24) : m.start()]):
                continue
            try:
                iso = value(m, today, nearest(low, m.start(), m.end(), language) or way)
            except (ValueError, OverflowError, KeyError):
                iso = None
            if iso:
                hits.append((m.start(), -m.end(), order, iso, weak))
    out: list[Found] = []
    for start, minus_end, _, iso, weak in sorted(hits):
        if not out or start >= out[-1].end:
            out.append(Found(start, -minus_end, iso, weak))
    return [f for f in out if not _in_a_name(f, out, low, language)]


_SET = re.compile(r"(?:是|到|[定排改约放]在|[改推延]到)(?=[\d一二三四五六七八九十下明后本这])")


def is_set(clause: str) -> bool:
    """Whether a Chinese clause says what date something has (`最后工作日是二月底`), which does not hang on
    what was done in the clause before."""
    return _SET.search(clause) is not None


def _in_a_name(found: Found, every: list[Found], low: str, language: str) -> bool:
    """Whether it is a holiday in the name of something that has a date of its own: the Christmas market on
    5 December."""
    if not _FEAST.search(low, found.start, found.end):
        return False
    follows = _NAMED if language == "zh" else _NOUN
    if not follows.match(low, found.end):
        return False
    return any(
        g is not found
        and len(g.iso) == len("2025-05-09")
        and not g.weak
        and not _FEAST.search(low, g.start, g.end)
        and not _STOP.search(low, *sorted((min(found.end, g.end), max(found.start, g.start))))
        for g in every
    )


def resolve(expression: str, anchor: datetime, language: str | None = None) -> str | None:
    """The ISO value of an expression of time relative to `anchor` (a message's time, in its zone), or None.

    omem's rules first; dateparser for what they don't know.
    """
    expression = expression.strip()
    found = find(expression, anchor, language)
    if found:
        strong = [f for f in found if not f.weak]
        return (strong or found)[0].iso
    return _dateparser(expression, anchor, language) if 2 < len(expression) <= 60 else None


def _dateparser(expression: str, anchor: datetime, language: str | None) -> str | None:
    import warnings

    from dateparser.date import DateDataParser

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dateparser warns about its own use of strptime without a year
        settings = {"RELATIVE_BASE": anchor.replace(tzinfo=None), "RETURN_AS_TIMEZONE_AWARE": False}
        try:
            data = DateDataParser(
                languages=[language] if language else None, settings=settings
            ).get_date_data(expression)
        except (ValueError, OverflowError):
            return None
    moment = data.date_obj
    if moment is None:
        return None
    kinds = {"year": iso_year, "month": iso_month, "week": iso_week}
    return kinds.get(str(data.period), iso_day)(moment.date())
