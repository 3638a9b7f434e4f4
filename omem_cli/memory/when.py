"""Dates that a question names, as spans of days. Small on purpose: a question is short and loading a date
parser costs more than answering it."""

import re
from contextlib import suppress
from datetime import datetime, timedelta

from omem_cli.store.moments import span

_MONTHS = {
    **{"jan": 1, "january": 1, "feb": 2, "february": 2, "mar": 3, "march": 3, "apr": 4, "april": 4, "may": 5},
    **{"jun": 6, "june": 6, "jul": 7, "july": 7, "aug": 8, "august": 8, "sep": 9, "sept": 9, "september": 9},
    **{"oct": 10, "october": 10, "nov": 11, "november": 11, "dec": 12, "december": 12},
}
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\d-])(?:19|20)\d\d-(?:W\d\d|\d\d(?:-\d\d)?)(?![\d-])")
_ENGLISH = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{_NAME})\b\.?"
    rf"(?:\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?,?(?:\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))?\b",
    re.I,
)
_CHINESE = re.compile(r"(?:(?P<year>(?:19|20)\d\d)年)?(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号號])?")
_YEAR = re.compile(r"(?<![\d-])((?:19|20)\d\d)(?![\d-])")
_RELATIVE = (
    (re.compile(r"\btoday\b|今天", re.I), 0, 1),
    (re.compile(r"\byesterday\b|昨天", re.I), 1, 1),
    (re.compile(r"\bthis week\b|这周|本周", re.I), 7, 8),
    (re.compile(r"\blast week\b|上周|上星期", re.I), 14, 14),
    (re.compile(r"\bthis month\b|这个?月|本月", re.I), 31, 32),
    (re.compile(r"\blast month\b|上个?月", re.I), 62, 62),
    (re.compile(r"\blast year\b|去年", re.I), 730, 730),
    (re.compile(r"\b(?:recently|lately)\b|最近", re.I), 30, 31),
)
"""Words for a time before now: days back to its first day, and its length in days."""
Span = tuple[datetime, datetime]


def spans(query: str, now: datetime) -> list[Span]:
    """(first moment, first moment after) of each date in the question, naive (wall clock). `now`: naive."""
    found: list[Span] = []
    rest = query[:2000]
    for match in _ISO.finditer(rest):
        _add(found, match[0])
    rest = _ISO.sub(" ", rest)
    for match in _ENGLISH.finditer(rest):
        day, month = match["day"] or match["day2"], _MONTHS[match["month"].lower()]
        # "may" alone is mostly no month.
        if (
            day
            or match["year"]
            or (match["month"][0].isupper() and match["month"].lower() not in ("may", "march"))
        ):
            _add(found, _iso(match["year"], month, day, now))
    rest = _ENGLISH.sub(" ", rest)
    for match in _CHINESE.finditer(rest):
        _add(found, _iso(match["year"], int(match["month"]), match["day"], now))
    for match in _YEAR.finditer(_CHINESE.sub(" ", rest)):
        _add(found, match[1])
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for pattern, back, days in _RELATIVE:
        if pattern.search(rest):
            first = midnight - timedelta(days=back)
            found.append((first, first + timedelta(days=days)))
    return found


def fit(time: datetime | None, found: list[Span]) -> float:
    """1 within a span, less in the two weeks after it (one tells what happened), 0 elsewhere."""
    if time is None or not found:
        return 0.0
    moment = time.replace(tzinfo=None)
    best = 0.0
    for first, after in found:
        if first <= moment < after:
            return 1.0
        late = (moment - after).total_seconds() / 86400
        if 0 <= late < 14:
            best = max(best, 0.5 * (1 - late / 14))
    return best


def _iso(year: str | None, month: int, day: str | None, now: datetime) -> str:
    # Without a year the latest such month is meant.
    chosen = int(year) if year else now.year - (month > now.month)
    return f"{chosen:04}-{month:02}" + (f"-{int(day):02}" if day else "")


def _add(found: list[Span], text: str) -> None:
    with suppress(ValueError, OverflowError):  # 31 February: no date after all
        found.append(span(text))
