"""Dates that a question names, as spans of days. Small on purpose: a question is short and loading a date
parser costs more than answering it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from omem_cli.store.moments import microseconds, span

_SHORT = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october")
_MONTHS = {
    name: at + 1 for names in (_SHORT, (*_LONG, "november", "december")) for at, name in enumerate(names)
}
_MONTHS["sept"] = 9
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\d-])(?:19|20)\d\d-(?:W\d\d|\d\d(?:-\d\d)?)(?![\d-])")
_ENGLISH = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{_NAME})\b\.?"
    rf"(?:\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?,?(?:\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))?\b",
    re.I,
)
_CHINESE = re.compile(
    r"(?:(?P<year>(?:19|20)\d\d|去|今)年)?(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号號])?"
)
_YEAR = re.compile(r"(?<![\d-])((?:19|20)\d\d)(?![\d-])")
_RELATIVE = (
    (re.compile(r"\btoday\b|今天", re.I), "day", 0),
    (re.compile(r"\byesterday\b|昨天", re.I), "day", 1),
    (re.compile(r"\bthis week\b|这周|本周", re.I), "week", 0),
    (re.compile(r"\blast week\b|上周|上个?星期", re.I), "week", 1),
    (re.compile(r"\bthis month\b|这个月|本月", re.I), "month", 0),
    (re.compile(r"\blast month\b|上个?月", re.I), "month", 1),
    (re.compile(r"\bthis year\b|今年(?!\d)", re.I), "year", 0),
    (re.compile(r"\blast year\b|去年(?!\d)", re.I), "year", 1),
)
"""Words for a calendar unit, and how many of them ago it was."""
Span = tuple[datetime, datetime]


def without_dates(query: str) -> str:
    """The question without its ISO dates: the numbers of a date are no words to look for ("2026-01-10" would
    bring whatever has 2026 in it)."""
    return _ISO.sub(" ", query)


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
        _add(found, _iso(_year(match["year"], now), int(match["month"]), match["day"], now))
    for match in _YEAR.finditer(_CHINESE.sub(" ", rest)):
        _add(found, match[1])
    for pattern, unit, ago in _RELATIVE:
        if pattern.search(rest):
            _add(found, _calendar(now, unit, ago))
    return found


def _calendar(now: datetime, unit: str, ago: int) -> str:
    """The day, ISO week, month or year that was `ago` units before `now`."""
    if unit == "day":
        return (now - timedelta(days=ago)).date().isoformat()
    if unit == "week":
        year, week, _ = (now - timedelta(weeks=ago)).isocalendar()
        return f"{year:04}-W{week:02}"
    if unit == "year":
        return f"{now.year - ago:04}"
    months = now.year * 12 + now.month - 1 - ago
    return f"{months // 12:04}-{months % 12 + 1:02}"


def _year(written: str | None, now: datetime) -> str | None:
    return str(now.year - (written == "去")) if written in ("去", "今") else written


def fits(wall: NDArray[np.int64], found: Sequence[Span]) -> NDArray[np.float64]:
    """For each moment (microseconds of a wall clock since 1970) 1 within a span, less in the two weeks after
    it (one tells what happened), 0 elsewhere."""
    best = np.zeros(len(wall))
    for first, after in found:
        start, end = microseconds(first), microseconds(after)
        late = (wall - end) / 1e6 / 86400
        soon = np.where((late >= 0) & (late < 14), 0.5 * (1 - late / 14), 0.0)
        best = np.maximum(best, np.where((start <= wall) & (wall < end), 1.0, soon))
    return best


def freshness(
    times: Sequence[datetime | None], now: datetime | None, half_life: float
) -> NDArray[np.float64]:
    """What is left of each message's worth, shape (n,): 1 for the newest, half of it `half_life` days before
    (exponential decay). Measured from `now`, else from the newest of them, so that an old export fades
    within itself and not as a whole; unknown times count as the oldest."""
    seconds = np.array([t.timestamp() if t else np.nan for t in times])
    if np.isnan(seconds).all():
        return np.ones(len(times))
    newest = now.replace(tzinfo=now.tzinfo or UTC).timestamp() if now else float(np.nanmax(seconds))
    days = np.clip((newest - np.nan_to_num(seconds, nan=np.nanmin(seconds))) / 86400, 0.0, None)
    return np.asarray(0.5 ** (days / half_life), np.float64)


def _iso(year: str | None, month: int, day: str | None, now: datetime) -> str:
    # Without a year the latest such month is meant.
    chosen = int(year) if year else now.year - (month > now.month)
    return f"{chosen:04}-{month:02}" + (f"-{int(day):02}" if day else "")


def _add(found: list[Span], text: str) -> None:
    with suppress(ValueError, OverflowError):  # 31 February: no date after all
        found.append(span(text))
