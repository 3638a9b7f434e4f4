"""Times as transcripts write them -> timezone-aware datetimes. What can't be read is None, never a guess."""

import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from omem_cli.errors import UsageError
from omem_cli.transcripts import worded

_EARLIEST, _LATEST = datetime(1971, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_FIRST_SECOND, _LAST_SECOND = _EARLIEST.timestamp(), _LATEST.timestamp()
_NUMBER = re.compile(r"\s*-?\d+(?:\.\d+)?(?:e\d+)?\s*\Z", re.I)
_FRACTION = re.compile(r"([.,])(\d+)")
_WEEKDAY = re.compile(r"\s*\((?:\w{2,9}|[\u4e00-\u9fff]{1,3})\)")
_CJK_DATE = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?")
_ISO_LIKE = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?\s*([AaPp]\.?[Mm]\.?)?"
    r"\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?\Z"
)
_WORDED = (
    "%B %d, %Y %I:%M:%S %p", "%B %d, %Y %I:%M %p", "%b %d, %Y %I:%M:%S %p", "%b %d, %Y %I:%M %p",
    "%B %d, %Y at %I:%M %p", "%B %d, %Y at %I:%M:%S %p", "%I:%M %p on %d %B, %Y", "%d %B %Y %H:%M",
    "%d %B %Y %H:%M:%S", "%d %b %Y %H:%M", "%d %b %Y %H:%M:%S", "%b %d %Y %H:%M", "%B %d, %Y", "%d %B %Y",
    "%d %B, %Y", "%b %d, %Y", "%d %b %Y", "%a, %d %b %Y %H:%M:%S %z", "%a %b %d %H:%M:%S %Y",
)  # fmt: skip


def zone(name: str | None) -> tzinfo:
    """The zone that times without one are in: `name`, else TZ of the environment, else the machine's."""
    wanted = name or os.environ.get("TZ", "").lstrip(":")
    if wanted:
        try:
            return ZoneInfo(wanted)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            offset = re.fullmatch(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?", wanted, re.I)
            if name and offset:
                minutes = int(offset[2]) * 60 + int(offset[3] or 0)
                return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
            if name:
                raise UsageError(
                    f"'{name}' is no time zone; name one like Europe/Berlin, or +02:00."
                ) from error
    from tzlocal import get_localzone

    try:
        return get_localzone()
    except (ZoneInfoNotFoundError, ValueError, LookupError):
        return UTC


class Clock:
    """Reads times; those without a zone are taken as local in `tz`."""

    def __init__(self, tz: str | None = None) -> None:
        self.zone = zone(tz)

    def local(self, naive: datetime) -> datetime | None:
        """Wall-clock time -> with its UTC offset. A time that never was (spring) or was twice (autumn) is
        read with the offset before the switch, as PEP 495 does for fold=0."""
        try:
            offset = naive.replace(tzinfo=self.zone).utcoffset()
            return naive.replace(tzinfo=timezone(offset or timedelta()))
        except (OverflowError, ValueError):
            return None

    def epoch(self, value: float) -> datetime | None:
        """Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by size."""
        for unit in (1.0, 1e3, 1e6, 1e9):
            seconds = value / unit
            if _FIRST_SECOND <= seconds < _LAST_SECOND:
                return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=round(seconds * 1e6))
        return None

    def parse(self, value: Any) -> datetime | None:
        """A number, ISO text, numeric text, `{"$date": …}` or a common written form."""
        if isinstance(value, dict):
            inner = next(
                (value[k] for k in ("$date", "$numberLong", "seconds", "_seconds") if k in value), None
            )
            return self.parse(inner) if not isinstance(inner, dict) or "$numberLong" in inner else None
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            return self.epoch(float(value)) if abs(value) < 1e30 else None
        if not isinstance(value, str) or not value.strip() or len(value) > 80:
            return None
        if value[4:5] == "-" and value[10:11] == "T" and value.isascii():  # as nearly all are
            try:
                return self._zoned(datetime.fromisoformat(value))
            except ValueError:
                pass
        if _NUMBER.match(value):
            try:
                return self.epoch(float(value))
            except (ValueError, OverflowError):
                return None
        return self._written(value)

    def _written(self, value: str) -> datetime | None:
        if value[4:5] == "-" and value[10:11] in ("T", " ") and value.isascii():  # as nearly all are
            try:
                return self._zoned(datetime.fromisoformat(value))
            except ValueError:
                pass
        plain = re.sub(r"[\s\u00a0\u202f\u2009]+", " ", _WEEKDAY.sub("", value)).strip()
        plain = _CJK_DATE.sub(lambda m: f"{m[1]}-{int(m[2]):02}-{int(m[3]):02} ", plain).strip()
        plain = re.sub(r"^(\d{4}-\d{2}-\d{2})  +", r"\1 ", plain)
        iso = (
            _FRACTION.sub(lambda m: "." + m[2][:6].ljust(6, "0"), plain, count=1)
            if "." in plain[10:]
            else plain
        )
        if re.match(r"\d{4}-\d{2}-\d{2}", iso):
            try:
                return self._zoned(datetime.fromisoformat(iso.replace(" UTC", "+00:00")))
            except ValueError:
                pass
        if like := _ISO_LIKE.match(iso):
            try:
                return self._zoned(_from_match(like))
            except ValueError:
                return None
        for form in _WORDED:
            try:
                return self._zoned(datetime.strptime(plain.upper() if "%p" in form else plain, form))
            except ValueError:
                continue
        return self.worded(value)

    def worded(self, text: str, *, numbers: bool = False) -> datetime | None:
        """A time as it is written for people in some language; `numbers`: also as numbers, day first."""
        time = worded.read(text, numbers=numbers)
        return None if time is None else self._zoned(time)

    def _zoned(self, time: datetime) -> datetime | None:
        aware = time if time.tzinfo else self.local(time)
        try:
            return aware if aware and _EARLIEST <= aware < _LATEST else None
        except (OverflowError, ValueError):
            return None


def _from_match(m: "re.Match[str]") -> datetime:
    hour = int(m[4] or 0)
    if m[8]:
        hour = hour12(hour, "p" in m[8].lower())
    microsecond = int(float("0" + m[7]) * 1e6) if m[7] else 0
    time = datetime(int(m[1]), int(m[2]), int(m[3]), hour, int(m[5] or 0), int(m[6] or 0), microsecond)
    if not m[9]:
        return time
    if m[9] in ("Z", "UTC", "GMT"):
        return time.replace(tzinfo=UTC)
    return datetime.fromisoformat(f"{time.isoformat()}{m[9][:3]}:{m[9][-2:]}")


def hour12(hour: int, afternoon: bool) -> int:
    """12-hour clock -> 24-hour clock."""
    return hour % 12 + (12 if afternoon else 0) if hour <= 12 else hour


def day_order(
    dates: Sequence[tuple[int, int, int]], clocks: Sequence[tuple[int, int, int]] = ()
) -> tuple[str, bool]:
    """Which of three numbers is the day, judged over a whole file: ('ymd' | 'dmy' | 'mdy', certain).

    A number above 12 can't be a month; failing that, time doesn't run backwards in a chat. If both readings
    do equally well, day first is assumed and `certain` is False.
    """
    if dates and sum(a > 31 for a, _, _ in dates) * 2 > len(dates):
        return "ymd", True
    day_first = sum(a > 12 >= b for a, b, _ in dates)
    month_first = sum(b > 12 >= a for a, b, _ in dates)
    if day_first != month_first:
        return ("dmy" if day_first > month_first else "mdy"), True
    times = [*clocks, *[(0, 0, 0)] * (len(dates) - len(clocks))]
    as_dmy = [(c, b, a, t) for (a, b, c), t in zip(dates, times, strict=False)]
    as_mdy = [(c, a, b, t) for (a, b, c), t in zip(dates, times, strict=False)]
    back_dmy, back_mdy = (sum(y < x for x, y in pairwise(run)) for run in (as_dmy, as_mdy))
    if back_dmy != back_mdy:
        return ("dmy" if back_dmy < back_mdy else "mdy"), True
    if all(a == b for a, b, _ in dates):
        return "dmy", True  # both readings are the same
    # Equally many steps back: the reading that keeps the chat together is the likelier one.
    span_dmy, span_mdy = (_days(max(run)) - _days(min(run)) for run in (as_dmy, as_mdy))
    if min(span_dmy, span_mdy) * 4 < max(span_dmy, span_mdy):
        return ("dmy" if span_dmy < span_mdy else "mdy"), False
    return "dmy", False


def _days(key: tuple[int, int, int, tuple[int, int, int]]) -> int:
    return key[0] * 372 + key[1] * 31 + key[2]
