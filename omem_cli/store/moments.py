"""Partial dates (`2019`, `2025-04`, `2025-W18`, `2025-05-09`, full times) as points on one line.

A date without an offset means the calendar of whoever wrote: it is compared with wall clocks, so that
"as of 1 May" covers what was said on the evening of 1 May, in whatever time zone.
"""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta

_WEEK = re.compile(r"(\d{4})-W(\d{2})")
_PARTIAL = re.compile(r"(\d{4})(?:-(\d{2}))?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST, _LAST = datetime(2, 1, 1), datetime(9999, 12, 30)
"""What "as of" is held between: nothing was said before or after, and other zones and earlier days can still
be reckoned from there."""


def span(text: str) -> tuple[datetime, datetime]:
    """First moment of the date, and of what follows it (a full time: that moment twice). Naive unless the
    text has an offset. Raises ValueError."""
    if match := _WEEK.fullmatch(text):
        return _days(date.fromisocalendar(int(match[1]), int(match[2]), 1), 7)
    if match := _PARTIAL.fullmatch(text):
        year, month = int(match[1]), int(match[2] or 12)
        first = date(year, int(match[2] or 1), 1)
        return _days(first, (date(year, month, monthrange(year, month)[1]) - first).days + 1)
    if len(text) == 10:
        return _days(date.fromisoformat(text), 1)
    moment = datetime.fromisoformat(text)
    return moment, moment


def as_of_moment(when: datetime | str) -> datetime:
    """The moment "as of" means: a date counts up to its end; the ends of the calendar are the beginning
    and the end of time. Raises ValueError."""
    if isinstance(when, datetime):
        return when
    first, after = span(when)
    moment = first if first == after else after - timedelta(microseconds=1)
    return min(max(moment, _FIRST.replace(tzinfo=moment.tzinfo)), _LAST.replace(tzinfo=moment.tzinfo))


def not_after(a: datetime, b: datetime) -> bool:
    """a <= b; on wall clocks if either has no offset."""
    if a.tzinfo is None or b.tzinfo is None:
        return a.replace(tzinfo=None) <= b.replace(tzinfo=None)
    return a <= b


def microseconds(moment: datetime) -> int:
    """Since 1970; without an offset, on the wall clock that shows it."""
    return (moment.replace(tzinfo=moment.tzinfo or UTC) - _EPOCH) // timedelta(microseconds=1)


def valid_at(moment: datetime, since: str | None, until: str | None) -> tuple[bool, bool]:
    """(had begun by then, had ended by then); an unknown or unreadable bound never excludes."""
    return _reached(moment, since, True), _reached(moment, until, False)


def overlaps(text: str | None, low: datetime | None, high: datetime | None) -> bool:
    """Whether any of the date lies between the two, ends included; an unknown date doesn't."""
    if text is None:
        return False
    try:
        first, after = span(text)
    except (ValueError, OverflowError):
        return False
    last = after if first == after else after - timedelta(microseconds=1)
    return (low is None or not_after(low, last)) and (high is None or not_after(first, high))


def _reached(moment: datetime, bound: str | None, unknown: bool) -> bool:
    if bound is None:
        return unknown
    try:
        return not_after(span(bound)[0], moment)
    except (ValueError, OverflowError):
        return unknown


def _days(first: date, count: int) -> tuple[datetime, datetime]:
    start = datetime.combine(first, time())
    try:
        return start, start + timedelta(days=count)
    except OverflowError:  # the year 9999 has no day after it
        return start, datetime.max
