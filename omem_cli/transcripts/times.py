"""Times as transcripts write them -> timezone-aware datetimes. What can't be read is None, never a guess."""

import os
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
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
        read with the offset before the switch, as PEP 495 does for fold=0. None for a year in which nobody
        chatted: zones had no offsets then."""
        if not _EARLIEST.year <= naive.year < _LATEST.year:
            return None
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
        if type(value) is str and value[4:5] == "-" and value[10:11] == "T" and value.isascii():
            try:  # as nearly all are
                return self._zoned(datetime.fromisoformat(value))
            except ValueError:
                pass
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


def gregorian(year: int) -> int | None:
    """The year as it is counted in most countries: of two digits it is of this century, from 2451 on of the
    Buddhist era. None where it can be none of a message (years of other calendars, or a slip)."""
    year = year + 2000 if year < 60 else year - 543 if 2450 < year < 2700 else year
    return year if _EARLIEST.year <= year < _LATEST.year else None


def hour12(hour: int, afternoon: bool) -> int:
    """12-hour clock -> 24-hour clock."""
    return hour % 12 + (12 if afternoon else 0) if hour <= 12 else hour


class DayOrder:
    """Which of the three numbers of a date is the day, judged over a whole file that is read once."""

    def __init__(self) -> None:
        self._count = self._years = self._day_first = self._month_first = 0
        self._same = True
        self._readings = (_Reading(), _Reading())

    def add(self, date: tuple[int, int, int], clock: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Takes the next date, with the time of day if it is known."""
        a, b, c = date
        self._count += 1
        self._years += a > 31
        self._day_first += a > 12 >= b
        self._month_first += b > 12 >= a
        self._same &= a == b
        for reading, key in zip(self._readings, ((c, b, a, clock), (c, a, b, clock)), strict=True):
            reading.add(key)

    def decide(self) -> tuple[str, bool]:
        """('ymd' | 'dmy' | 'mdy', certain).

        A number above 12 can't be a month; failing that, time doesn't run backwards in a chat. If both
        readings do equally well, day first is assumed and `certain` is False.
        """
        if self._years * 2 > self._count:
            return "ymd", True
        if self._day_first != self._month_first:
            return ("dmy" if self._day_first > self._month_first else "mdy"), True
        dmy, mdy = self._readings
        if dmy.back != mdy.back:
            return ("dmy" if dmy.back < mdy.back else "mdy"), True
        if self._same:
            return "dmy", True  # both readings are the same
        # Equally many steps back: the reading that keeps the chat together is the likelier one.
        if min(dmy.span, mdy.span) * 4 < max(dmy.span, mdy.span):
            return ("dmy" if dmy.span < mdy.span else "mdy"), False
        return "dmy", False


_Key = tuple[int, int, int, tuple[int, int, int]]


class _Reading:
    """Dates read in one order: how often they step `back`, and how far they reach."""

    def __init__(self) -> None:
        self.back = 0
        self._last: _Key | None = None
        self._first = self._latest = (0, 0, 0, (0, 0, 0))

    def add(self, key: _Key) -> None:
        if self._last is None:
            self._first = self._latest = key
        else:
            self.back += key < self._last
            self._first, self._latest = min(self._first, key), max(self._latest, key)
        self._last = key

    @property
    def span(self) -> int:
        return _days(self._latest) - _days(self._first)


def _days(key: _Key) -> int:
    return key[0] * 372 + key[1] * 31 + key[2]
