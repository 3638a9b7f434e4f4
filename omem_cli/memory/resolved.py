"""Which days a message means by "yesterday" or `上周六`: told beside its text, which stays as written."""

import re
from datetime import datetime, timedelta

from omem_cli.store.moments import span

MOST = 3
"""Expressions that are told for a message: who names more days writes a timetable."""

_WORD = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"[0-9]{4}(?:-W?[0-9]{2}(?:-[0-9]{2})?)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ON_THE_CALENDAR = re.compile(
    r"\d|[一二三四五六七八九十]月|\b(?:jan|feb|m[aä]r|apr|mai|may|jun|jul|aug|sep|o[ck]t|nov|de[cz])", re.I
)
"""Such a day may be of any year, a birthday is of every one, unless it is told from the message's day."""
_FROM_TODAY = re.compile(
    r"\b(?:ago|last|next|this|past|coming|before|since|vor|letzte\w*|n[aä]chste\w*|il y a|dernier\w*"
    r"|prochain\w*"
    r"|hace|pasad[oa]|pr[oó]xim[oa]|fa|scors[oa]|atr[aá]s)\b|前|后|後|上|下|去年|今年|明年",
    re.I,
)
_USUAL = re.compile(
    r"\b(?:usual(?:ly)?|always|every|each|often|most|never|sometimes|normally|immer|jede\w*|meistens"
    r"|normalerweise|oft|toujours|chaque|souvent|d'habitude|tous les|toutes les|siempre|cada|todos los"
    r"|todas las|normalmente|sempre|ogni)\b|一般|通常|每|经常|經常|总是|總是|平时|平時|有时|有時|从来|從來",
    re.I,
)
_CLAUSE_END = re.compile(r"[.!?;,。！？；，\n]")
_TWO_DAYS = re.compile(r"week-?end|wochenende|fin de semana|finde|[周週]末", re.I)


def resolved(text: str, time: datetime | None) -> list[tuple[str, str]]:
    """(words, date) of the first expressions of time in a text that need the message's own time to be
    understood: `[("last week", "2026-05-04 to 2026-05-10")]`. A date is as fine as its words (`2026-05-09`,
    `2026-04`, `2025`). Nothing where that time is unknown; nothing for its own day, for a day of the
    calendar (`8 March`, `3/4`), for what names its year, and for what is said of every such day."""
    if time is None:
        return []
    # Loaded only here: only a prompt needs them, and their patterns take a cold start 40 ms.
    from omem_cli.understanding import dates

    own, told = time.date().isoformat(), dict[str, str]()
    for found in dates.find(text, time):
        words = text[found.start : found.end].strip()
        if found.weak or found.iso == own or not _WORD.search(words) or _YEAR.search(words):
            continue
        if _ON_THE_CALENDAR.search(words) and not _FROM_TODAY.search(words):
            continue
        if _USUAL.search(_clause(text, found.start, found.end)):
            continue
        if not _DATE.fullmatch(found.iso):  # "999 decades ago"
            continue
        told.setdefault(words, _plain(found.iso, 2 if _TWO_DAYS.search(words) else 1))
        if len(told) == MOST:
            break
    return list(told.items())


def _clause(text: str, start: int, end: int) -> str:
    """The words around an expression, up to the next mark on either side."""
    before = max((m.end() for m in _CLAUSE_END.finditer(text, 0, start)), default=0)
    after = _CLAUSE_END.search(text, end)
    return text[before : after.start() if after else len(text)]


def _plain(iso: str, days: int) -> str:
    """The date without week numbers, which few can read: a week by its first and last day, a weekend too."""
    if "W" in iso or (days > 1 and len(iso) == 10):
        first, after = span(iso)
        last = after - timedelta(days=1) if "W" in iso else first + timedelta(days=days - 1)
        return f"{first.date()} to {last.date()}"
    return iso
