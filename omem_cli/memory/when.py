"""Dates that a question names, as spans of days. Small on purpose: a question is short and loading a date
parser costs more than answering it."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.memory import feasts
from omem_cli.patterns import late
from omem_cli.store.moments import microseconds, span
from omem_cli.understanding.times.chinese import chinese_number

_SHORT = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october")
_MONTHS = {
    name: at + 1 for names in (_SHORT, (*_LONG, "november", "december")) for at, name in enumerate(names)
}
_MONTHS["sept"] = 9
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\d-])(?:19|20)\d\d-(?:W\d\d|\d\d(?:-\d\d)?)(?![\d-])")
_WHICH = r"(?P<year>(?:19|20)\d\d|last year|this year|next year|the year before last)"
_ENGLISH = re.compile(
    rf"\b(?:(?P<before>last|this|next) year,? )?(?:back )?"
    r"(?:(?P<lead>in|during|since|until|till|last|this|next|early|late|mid|throughout|of|for|by)[ -]+)?"
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{_NAME})\b\.?"
    rf"(?:\s+(?:the\s+)?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d))?,?(?:\s+(?:of\s+)?{_WHICH})?\b",
    re.I,
)
_CHINESE_YEAR = r"(?:(?P<year>(?:19|20)\d\d|大前|前|去|今|明|后)年的?)?"
_CHINESE = late(
    rf"{_CHINESE_YEAR}(?<![\d几个半双每上下两十])(?P<month>\d{{1,2}}|十[一二]?|[一二三四五六七八九])月(?:份|初|底|末|中旬)?"
    r"(?![前后内])(?:(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?"
)
_YEAR = re.compile(r"(?<![\d-])((?:19|20)\d\d)(?![\d-])年?")
_SEASON = re.compile(
    rf"(?:\b(?P<lead>last|this|next|past|in the|in|over the|during the|during|of the|the)\s+)?"
    rf"\b(?P<name>spring|summer|autumn|fall|winter)\b(?:,?\s+(?:of\s+)?{_WHICH}\b)?",
    re.I,
)
_CHINESE_SEASON = late(
    r"(?:(?P<year>(?:19|20)\d\d|大前|前|去|今|明|后)年的?|(?P<lead>上|这|下)个)?"
    r"(?P<name>[春夏秋冬](?=[天季])[天季]|暑假|寒假|[上下]半年|年[初底末]|(?<=年)[初底末])"
)
_FEAST_NAMES = "|".join(sorted(map(re.escape, feasts.FEASTS), key=len, reverse=True))
_FEAST = re.compile(
    rf"(?:\b(?P<lead>last|this|next|past)\s+|(?P<own>(?:19|20)\d\d|大前|前|去|今|明|后)年的?)?"
    rf"(?<![a-z一二三四五六七八九双第过])(?P<name>{_FEAST_NAMES})(?![a-z月个点岁块号日次])(?:节|假期|长假|期间)?"
    rf"(?:,?\s+(?:of\s+)?{_WHICH}\b)?",
    re.I,
)
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "couple": 2,
    "three": 3,
    "few": 3,
    "four": 4,
    "five": 5,
    "six": 6,
}
_COUNTS |= {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})(?: of)?"
_HAN = r"(?P<count>\d{1,3}|[一二两三四五六七八九十半]{1,3}|几)"
_UNIT = r"(?P<unit>day|week|month|year)"
_SHIFTS = {"last": -1, "past": -1, "this": 0, "next": 1, "上": -1, "这": 0, "本": 0, "下": 1}
_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
_DAYS = {
    "day before yesterday": -2, "day after tomorrow": 2, "yesterday": -1, "last night": -1, "today": 0,
    "tonight": 0, "tomorrow": 1, "大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "昨日": -1, "今天": 0,
    "今晚": 0, "今日": 0, "今早": 0, "大后天": 3, "后天": 2, "明天": 1, "明晚": 1, "明早": 1,
}  # fmt: skip
_CHINESE_YEARS = {"大前": -3, "前": -2, "去": -1, "今": 0, "明": 1, "后": 2}
_ENGLISH_YEARS = {"the year before last": -2, "last year": -1, "this year": 0, "next year": 1}
_BACK = re.compile(
    r"\b(?:did|didn't|was|were|had|happened|went|got|said|told|saw|made|bought|been|ago|last|since)\b"
    r"|了|过(?!敏|年)|[去前]年|上个?(?:周|月|星期)|干嘛|干什么",
    re.I,
)
_AHEAD = re.compile(
    r"\b(?:will|going to|plans?|planned|planning|next|upcoming|coming|schedule[ds]?|should|shall|could|ideas?"
    r"|gifts?|presents?|prepare|book|do (?:i|we) (?:have|need)|am i|are we|'ll|tomorrow)\b"
    r"|打算|计划|准备|安排|将要|要(?!是)|下个|明年|明天",
    re.I,
)
_ALL_THERE_WAS = frozenset(
    "happen happens happened happening do did done go went gone going been anything everything "  # noqa: SIM905
    "something things thing stuff events event news new interesting important special else tell "
    "remember recall summary summarize summarise recap overview take took place plan plans "
    "planned planning schedule scheduled calendar appointments life time much list show see talk "
    "talked said say discuss discussed chat chatted ever back around early late beginning end "
    "middle mid lately everybody everyone people".split()
)
"""English words with which one asks for whatever there was, beside function words."""
_CHINESE_ALL = late(
    "有没有|怎么样|什么样|什么|哪里|哪儿|哪些|如何|怎样|我们|咱们|大家|发生|事情|事儿|时候|期间|时间|重要|安排|计划|打算|回顾|总结|一下"
    "|[我你咱都有啥哪事干做嘛过去玩了吗呢吧的得地在是那时里些这段和又还给说聊讲大到份间]"
)
_SET = late(
    r"\b(?:plans|planned|schedule[ds]?|calendar|appointments?|happen\w*|events|what's (?:up|on))\b"
    r"|安排|计划|有[什啥]么?事",
    re.I,
)
"""What asks for what is set for a time ahead."""
_GO = re.compile(r"\bgo\b|[去玩]", re.I)
_WHEN = re.compile(r"\bwhen\b|什么时候|何时|哪[天日年]|几[号月点]|多久|多少", re.I)
_WORDS = re.compile(r"[^\W\d_][\w'’]*")
Span = tuple[datetime, datetime]


def without_dates(query: str) -> str:
    """The question without its ISO dates: the numbers of a date are no words to look for ("2026-01-10" would
    bring whatever has 2026 in it)."""
    return _ISO.sub(" ", query)


def spans(query: str, now: datetime) -> list[Span]:
    """(first moment, first moment after) of each date in the question, naive (wall clock). `now`: naive.

    Without a year the latest such month, season or holiday is meant that is over or running; the next one
    where the question looks ahead."""
    return _Reading(query, now).found


def whole_time(query: str, now: datetime, names: Iterable[str] = ()) -> bool:
    """Whether it asks for nothing but what there was at a time ("what happened in May"), `names` (of people)
    aside."""
    reading = _Reading(query, now)
    rest = reading.rest
    if not reading.found or _WHEN.search(rest):
        return False
    over = _BACK.search(query) or (
        all(after <= now for _, after in reading.found) and (not _GO.search(rest) or _YEAR.search(query))
    )
    if not over and _WORDS.search(rest) and not _SET.search(rest):
        return False  # "where shall we go this weekend" asks for advice
    for name in names:
        rest = re.sub(re.escape(name), " ", rest, flags=re.I)
        rest = re.sub(
            rf"(?<!\w){re.escape(name.split()[0] if name.split() else name)}(?!\w)", " ", rest, flags=re.I
        )
    rest = _CHINESE_ALL.sub(" ", rest) if text.is_cjk(rest) else rest
    if text.is_cjk(rest):
        return False
    left = [word.lower().replace("’", "'").split("'")[0] for word in _WORDS.findall(rest)]
    return all(word in _ALL_THERE_WAS or not text.content_words(word) for word in left)


class _Reading:
    """The dates of a question (`found`), and what is left of it (`rest`)."""

    def __init__(self, query: str, now: datetime) -> None:
        self.found: list[Span] = []
        self._now, self._today = now, now.date()
        cut = query[:2000].replace("’", "'")
        # Folding loses capitals, by which English tells months from verbs.
        chinese = text.is_cjk(cut)
        self.rest = text.fold(cut) if chinese else cut
        self._ahead = _AHEAD.search(self.rest) is not None
        self._back = _BACK.search(self.rest) is not None
        self._take(_ISO, lambda m: self._written(m[0]))
        self._take(_FEAST, self._feast)
        self._take(_SEASON, self._season)
        if chinese:
            self._take(_CHINESE_SEASON, self._season)
        self._take(_ENGLISH, self._english)
        if chinese:
            self._take(_CHINESE, self._chinese)
        for pattern, read in (
            (_NEAR_DAYS, self._day), (_WEEKDAY, self._weekday), (_AGO, self._ago), (_LATELY, self._lately),
            (_CALENDAR, self._calendar), (_BARE_YEAR, self._bare_year),
        ):  # fmt: skip
            self._take(pattern, read)
        self._take(_YEAR, lambda m: self._written(m[1]))

    def _take(self, pattern: re.Pattern[str], read: Callable[[re.Match[str]], Span | None]) -> None:
        """Reads every match; what was read is taken out of the rest."""

        def taken(match: re.Match[str]) -> str:
            found = None
            with suppress(ValueError, OverflowError):  # 31 February: no date after all
                found = read(match)
            if found is None:
                return match[0]
            self.found.append(found)
            return " "

        self.rest = pattern.sub(taken, self.rest)

    @staticmethod
    def _written(iso: str) -> Span:
        first, after = span(iso)
        return first, after

    def _year(self, written: str | None) -> int | None:
        """The year that is written, in figures or as `last year`, `去`."""
        if not written:
            return None
        if written.isdigit():
            return int(written)
        return self._now.year + {**_CHINESE_YEARS, **_ENGLISH_YEARS}[written.lower()]

    def _english(self, m: re.Match[str]) -> Span | None:
        day, name, lead = m["day"] or m["day2"], m["month"], (m["lead"] or "").lower()
        # "may" alone is mostly no month.
        doubtful = name.lower() in ("may", "march")
        named = lead and not (doubtful and lead in ("for", "by", "till", "next"))
        if not (day or m["year"] or m["before"] or named or (name[0].isupper() and not doubtful)):
            return None
        written = m["year"] or (m["before"] and f"{m['before']} year")
        return self._month(self._year(written), _MONTHS[name.lower()], day, lead)

    def _chinese(self, m: re.Match[str]) -> Span | None:
        day = m["day"] and str(int(chinese_number(m["day"])))
        return self._month(self._year(m["year"]), int(chinese_number(m["month"])), day, "")

    def _month(self, year: int | None, month: int, day: str | None, lead: str) -> Span:
        written = f"-{month:02}" + (f"-{int(day):02}" if day else "")
        if year is not None:
            return self._written(f"{year:04}{written}")
        options = []
        for y in range(self._now.year - 4, self._now.year + 5):
            with suppress(ValueError):  # 29 February
                options.append(self._written(f"{y:04}{written}"))
        # A day that isn't said to be over or ahead is the nearest.
        if day and not lead and not self._back and not self._ahead:
            return min(options, key=lambda x: abs(x[0] - self._now))
        return self._meant(options, lead)

    def _meant(self, options: list[Span], lead: str) -> Span:
        """Of spans in order, the one that is meant. Raises ValueError if there is none."""
        if lead == "last":
            return max(x for x in options if x[1] <= self._now)
        if lead == "next" or (self._ahead and not self._back and lead != "past"):
            return min(x for x in options if (x[0] if lead == "next" else x[1]) > self._now)
        return max(x for x in options if x[0] <= self._now)

    def _season(self, m: re.Match[str]) -> Span | None:
        name, groups = m["name"].lower(), m.groupdict()
        name = name[0] if name[0] in "春夏秋冬" else f"年{name}" if name in "初底末" else name
        lead = {"上": "last", "这": "this", "下": "next"}.get(m["lead"], (m["lead"] or "").lower())
        year = self._year(groups["year"])
        if (
            year is None
            and lead not in ("last", "this", "next", "past")
            and not self._back
            and not self._only(m)
        ):
            return None  # "a trip for the summer" is no time that was
        if name == "fall" and year is None and not lead:
            return None
        return self._named(lambda y: feasts.season(name, y), year, lead)

    def _feast(self, m: re.Match[str]) -> Span | None:
        name, lead = m["name"].lower(), (m["lead"] or "").lower()
        year = self._year(m["own"] or m["year"])
        if year is None and lead not in ("last", "past") and not self._back and not self._only(m):
            return None  # "presents for Christmas", "过年送什么"
        if name == "十一" and year is None and not re.match("[去干做玩放回假长期]", self.rest[m.end() :]):
            return None  # mostly a number
        return self._named(lambda y: feasts.feast(name, y), year, lead)

    def _only(self, m: re.Match[str]) -> bool:
        """Whether there is nothing else in the question."""
        return not _WORDS.search(self.rest[: m.start()] + " " + self.rest[m.end() :])

    def _named(
        self, days_of: Callable[[int], feasts.Days | None], year: int | None, lead: str
    ) -> Span | None:
        if lead == "this" and year is None:
            year = self._now.year
            days = days_of(year - 1)
            if days and days[0] <= self._today <= days[1]:  # a winter that began last year
                year -= 1
        if year is not None:
            days = days_of(year)
            return days and _between(*days)
        around = (days_of(y) for y in range(self._now.year - 2, self._now.year + 3))
        return self._meant([_between(*days) for days in around if days], lead)

    def _day(self, m: re.Match[str]) -> Span:
        day = self._today + timedelta(days=_DAYS[m[0].lower()])
        return _between(day, day)

    def _weekday(self, m: re.Match[str]) -> Span | None:
        """`last Friday`; `on Friday` too, where the question looks back; `上周五`."""
        if m["han"]:
            shift = _SHIFTS[m["han"][0]] * len(m["han"])
            day = _monday(self._today, shift) + timedelta(days="一二三四五六日天".index(m["zh"]) % 7)
            return (
                _between(day, day)
                if m["zh"] != "天"
                else _between(*[_monday(self._today, shift + 1) - timedelta(1)] * 2)
            )
        if m["lead"].lower() == "on" and not self._back:
            return None
        back = (self._today.weekday() - _WEEKDAYS.index(m["name"].lower())) % 7 or 7
        day = self._today - timedelta(days=back)
        return _between(day, day)

    def _ago(self, m: re.Match[str]) -> Span:
        unit = _UNITS.get(m["unit"] or m["zh"] or "", (m["unit"] or "").lower())
        return self._unit(unit, -_count(m["count"] or m["number"]))

    def _lately(self, m: re.Match[str]) -> Span:
        """`in the last three weeks`, up to now."""
        unit = _UNITS.get(m["zh"] or "", (m["unit"] or "").lower())
        days = (
            _count(m["count"] or m["number"] or "1")
            * {"day": 1, "week": 7, "month": 30.5, "year": 365.25}[unit]
        )
        return _between(self._today - timedelta(days=round(days)), self._today)

    def _calendar(self, m: re.Match[str]) -> Span:
        if m["unit"]:
            return self._unit(m["unit"].lower(), _SHIFTS[m["lead"].lower()])
        shift = _SHIFTS[m["han"][0]] * len(m["han"])
        return self._unit("weekend" if m["end"] else _UNITS[m["zh"]], shift)

    def _bare_year(self, m: re.Match[str]) -> Span:
        return self._written(f"{self._year(m[1]):04}")

    def _unit(self, unit: str, shift: float) -> Span:
        """The day, week, weekend, month or year that lies `shift` units from now."""
        whole = round(shift)
        if unit == "day":
            return _between(*[self._today + timedelta(days=whole)] * 2)
        if unit in ("week", "weekend"):
            first = _monday(self._today, whole)
            return _between(first + timedelta(days=5 * (unit == "weekend")), first + timedelta(days=6))
        if unit == "year":
            return self._written(f"{self._now.year + whole:04}")
        months = self._now.year * 12 + self._now.month - 1 + whole
        return self._written(f"{months // 12:04}-{months % 12 + 1:02}")


_NEAR_DAYS = re.compile(
    "|".join(rf"\b{name}\b" if name.isascii() else name for name in sorted(_DAYS, key=len, reverse=True)),
    re.I,
)
_WEEKDAY = re.compile(
    rf"\b(?P<lead>last|on)\s+(?P<name>{'|'.join(_WEEKDAYS)})\b"
    r"|(?P<han>上+|[这本]|下+)个?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])",
    re.I,
)
_AGO = re.compile(
    rf"\b{_COUNT}\s+{_UNIT}s?\s+ago\b"
    rf"|{_HAN.replace('count', 'number')}个?多?(?P<zh>天|周|星期|礼拜|月|年)(?:之|以)?前",
    re.I,
)
_LATELY = re.compile(
    rf"\b(?:in|over|during|within|for)\s+the\s+(?:last|past)\s+(?:{_COUNT}\s+)?{_UNIT}s?\b"
    rf"|(?:最近|过去|近|这){_HAN.replace('count', 'number')}个?(?P<zh>天|周|星期|礼拜|月|年)",
    re.I,
)
_CALENDAR = re.compile(
    r"\b(?P<lead>last|this|next|past)\s+(?P<unit>weekend|week|month|year)\b"
    r"|(?P<han>上+|[这本]|下+)一?个?(?P<zh>周|星期|礼拜|月)(?P<end>末)?",
    re.I,
)
_BARE_YEAR = re.compile(r"(大前|前|去|今|明|后)年")


def _monday(day: date, weeks: int) -> date:
    return day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)


def _between(first: date, last: date) -> Span:
    """From the first day up to the end of the last."""
    return datetime.combine(first, time()), datetime.combine(last, time()) + timedelta(days=1)


def _count(written: str) -> float:
    if written.isascii():
        return float(written) if written.isdigit() else _COUNTS[written.lower()]
    return 3 if written == "几" else chinese_number(written)


_A_DAY = 86400e6  # microseconds
_NARROW = timedelta(days=8)  # what lasts no longer may reach beyond a span


def dated_in(when: str | None, found: Sequence[Span]) -> bool:
    """Whether a date (ISO, as fine as it was told) lies within a span; weeks may reach beyond it, a year is
    not within its months."""
    if when is None:
        return False
    try:
        first, after = (moment.replace(tzinfo=None) for moment in span(when))
    except (ValueError, OverflowError):
        return False
    meets = (first < end and start < max(after, first + timedelta(microseconds=1)) for start, end in found)
    inside = (start <= first and after <= end for start, end in found)
    return any(inside) or (after - first <= _NARROW and any(meets))


def fits(wall: NDArray[np.int64], found: Sequence[Span]) -> NDArray[np.float64]:
    """For each moment (microseconds of a wall clock since 1970) 1 within a span, less in the two weeks after
    it (one tells what happened) and in the week before a short one (one tells one's plans), 0 elsewhere."""
    best = np.zeros(len(wall))
    for first, after in found:
        start, end = microseconds(first), microseconds(after)
        late, early = (wall - end) / _A_DAY, (start - wall) / _A_DAY
        near = np.where((late >= 0) & (late < 14), 0.5 * (1 - late / 14), 0.0)
        if after - first <= _NARROW:
            near = np.maximum(near, np.where((early > 0) & (early < 7), 0.4 * (1 - early / 7), 0.0))
        best = np.maximum(best, np.where((start <= wall) & (wall < end), 1.0, near))
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
