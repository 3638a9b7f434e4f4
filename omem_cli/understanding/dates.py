# ruff: noqa: E501 - tables of rules read best with one rule a line
"""Resolves expressions of time against the time of a message: `last Friday`, `三周前`, `hace dos meses`.

Answers are ISO 8601 and only as fine as the words: a day (`2025-05-09`), an ISO week (`2025-W18`), a month
(`2025-04`) or a year (`2019`). "Last weekend" is its Saturday; "N weeks ago" is an ISO week; a season is its year.
omem's own rules read English, Chinese, German, Spanish, French and Japanese; `resolve` asks dateparser about the rest.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

_Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Found:
    """An expression at `text[start:end]` and its ISO value. `weak`: only a time of day, or a word like `just`."""

    start: int
    end: int
    iso: str
    weak: bool = False


# ------------------------------------------------------------------ calendar
def _day(d: date) -> str:
    return d.isoformat()


def _week(d: date) -> str:
    iso = d.isocalendar()
    return f"{iso.year:04d}-W{iso.week:02d}"


def _month(d: date, shift: int = 0) -> str:
    index = d.year * 12 + d.month - 1 + shift
    return f"{index // 12:04d}-{index % 12 + 1:02d}"


def _year(d: date, shift: int = 0) -> str:
    return f"{d.year + shift:04d}"


def _monday(d: date, weeks: int = 0) -> date:
    return d - timedelta(days=d.weekday()) + timedelta(weeks=weeks)


def _near(d: date, weekday: int, way: int) -> date:
    """The weekday before (`way` -1), at or after (+1), or nearest to (0) the day `d`."""
    ahead = (weekday - d.weekday()) % 7
    if way > 0:
        return d + timedelta(days=ahead)
    if way < 0:
        return d - timedelta(days=(d.weekday() - weekday) % 7)
    return d + timedelta(days=ahead if ahead <= 3 else ahead - 7)


def _weekend(d: date, weeks: int) -> date:
    return _monday(d, weeks) + timedelta(days=5)


def _valid(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None


def _yearless(d: date, month: int, day: int, way: int) -> date | None:
    """Day and month in the year that `way` asks for; the nearest one if it asks for none."""
    options = [x for y in (d.year - 1, d.year, d.year + 1) if (x := _valid(y, month, day))]
    if way > 0:
        options = [x for x in options if x >= d] or options
    elif way < 0:
        options = [x for x in options if x <= d] or options
    return min(options, key=lambda x: abs((x - d).days), default=None)


def _month_named(d: date, month: int, way: int) -> str:
    if way > 0:
        year = d.year + (month < d.month)
    elif way < 0:
        year = d.year - (month > d.month)
    else:
        year = min((d.year - 1, d.year, d.year + 1), key=lambda y: abs((y - d.year) * 12 + month - d.month))
    return f"{year:04d}-{month:02d}"


def _day_of_month(d: date, day: int, way: int) -> str | None:
    options = []
    for shift in (-1, 0, 1):
        year, month = map(int, _month(d, shift).split("-"))
        found = _valid(year, month, day)
        if found and (way == 0 or (found - d).days * way >= 0):
            options.append(found)
    best = min(options, key=lambda x: abs((x - d).days), default=None)
    return _day(best) if best else None


def _ago(d: date, n: float, unit: str) -> str | None:
    """`n` units from `d` (negative: before). Units D, W, M, Y."""
    try:
        if unit == "D":
            return _day(d + timedelta(days=round(n)))
        if unit == "W":
            return _week(d + timedelta(days=round(7 * n)))
        if unit == "M":
            return _month(d, round(n))
        return _month(d, round(12 * n)) if n % 1 else _year(d, int(n))
    except (OverflowError, ValueError):
        return None


def _easter(year: int) -> date:
    """Gregorian Easter Sunday (Meeus/Jones/Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    i = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, day = divmod(h + i - 7 * ((a + 11 * h + 22 * i) // 451) + 114, 31)
    return date(year, month, day + 1)


_LUNAR: dict[str, dict[int, tuple[int, int]]] = {
    "春节": {2019: (2, 5), 2020: (1, 25), 2021: (2, 12), 2022: (2, 1), 2023: (1, 22), 2024: (2, 10), 2025: (1, 29), 2026: (2, 17), 2027: (2, 6), 2028: (1, 26)},
    "端午": {2019: (6, 7), 2020: (6, 25), 2021: (6, 14), 2022: (6, 3), 2023: (6, 22), 2024: (6, 10), 2025: (5, 31), 2026: (6, 19), 2027: (6, 9), 2028: (5, 28)},
    "中秋": {2019: (9, 13), 2020: (10, 1), 2021: (9, 21), 2022: (9, 10), 2023: (9, 29), 2024: (9, 17), 2025: (10, 6), 2026: (9, 25), 2027: (9, 15), 2028: (10, 3)},
}  # fmt: skip


def _lunar(d: date, name: str, way: int, shift: int = 0) -> str | None:
    days = [date(y, *md) + timedelta(days=shift) for y, md in _LUNAR[name].items()]
    if way > 0:
        days = [x for x in days if x >= d]
    elif way < 0:
        days = [x for x in days if x <= d]
    best = min(days, key=lambda x: abs((x - d).days), default=None)
    return _day(best) if best and abs((best - d).days) < 400 else None


# ------------------------------------------------------------------ words
def _names(*groups: str) -> dict[str, int]:
    return {word: n for n, group in enumerate(groups) for word in group.split("|")}


def _either(words: object) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))  # type: ignore[call-overload]


_DAYS = {
    "en": _names("monday|mon", "tuesday|tues|tue", "wednesday|weds|wed", "thursday|thurs|thur|thu", "friday|fri", "saturday|sat", "sunday|sun"),
    "de": _names("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"),
    "es": _names("lunes", "martes", "miércoles|miercoles", "jueves", "viernes", "sábado|sabado", "domingo"),
    "fr": _names("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
}  # fmt: skip
_MONTHS = {
    "en": _names("", "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug", "september|sept|sep", "october|oct", "november|nov", "december|dec"),
    "de": _names("", "januar|jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"),
    "es": _names("", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre|setiembre", "octubre", "noviembre", "diciembre"),
    "fr": _names("", "janvier", "février|fevrier", "mars", "avril", "mai", "juin", "juillet", "août|aout", "septembre", "octobre", "novembre", "décembre|decembre"),
}  # fmt: skip
for _table in _MONTHS.values():
    _table.pop("", None)
_COUNTS = {
    "en": _names("", "a|an|one", "two|couple|couple of|a couple of|a couple", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "de": _names("", "ein|einem|einer|eine|einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    "es": _names("", "un|una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    "fr": _names("", "un|une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}  # fmt: skip
for _table in _COUNTS.values():
    _table.pop("", None)
_COUNTS["en"] |= {"half a": 0, "twenty": 20, "thirty": 30, "fifteen": 15, "eighteen": 18}
_UNITS = {
    "en": {"day": "D", "days": "D", "night": "D", "nights": "D", "week": "W", "weeks": "W", "wk": "W", "wks": "W", "fortnight": "F", "month": "M", "months": "M", "year": "Y", "years": "Y", "yr": "Y", "yrs": "Y", "decade": "T"},
    "de": {"tag": "D", "tage": "D", "tagen": "D", "woche": "W", "wochen": "W", "monat": "M", "monate": "M", "monaten": "M", "jahr": "Y", "jahre": "Y", "jahren": "Y"},
    "es": {"día": "D", "días": "D", "dia": "D", "dias": "D", "semana": "W", "semanas": "W", "mes": "M", "meses": "M", "año": "Y", "años": "Y"},
    "fr": {"jour": "D", "jours": "D", "semaine": "W", "semaines": "W", "mois": "M", "an": "Y", "ans": "Y", "année": "Y", "années": "Y"},
}  # fmt: skip
_FIXED = {
    "christmas eve": (12, 24), "xmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "new year's day": (1, 1), "new year's": (1, 1), "new years": (1, 1),
    "halloween": (10, 31), "valentine's day": (2, 14), "valentine's": (2, 14), "valentines": (2, 14), "bonfire night": (11, 5), "st patrick's day": (3, 17),
    "heiligabend": (12, 24), "silvester": (12, 31), "nochebuena": (12, 24), "nochevieja": (12, 31), "noël": (12, 25),
    "元旦": (1, 1), "国庆节": (10, 1), "国庆": (10, 1), "十一假期": (10, 1), "劳动节": (5, 1), "五一": (5, 1), "平安夜": (12, 24), "圣诞节": (12, 25),
    "圣诞": (12, 25), "情人节": (2, 14), "双十一": (11, 11), "儿童节": (6, 1), "跨年夜": (12, 31), "大晦日": (12, 31), "クリスマス": (12, 25),
}  # fmt: skip
_ZH_DIGIT = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "兩": 2, "俩": 2}
_ZH_DAY = {c: n for n, c in enumerate("一二三四五六")} | {
    "日": 6,
    "天": 6,
    "1": 0,
    "2": 1,
    "3": 2,
    "4": 3,
    "5": 4,
    "6": 5,
    "7": 6,
}
_JA_DAY = {c: n for n, c in enumerate("月火水木金土日")}
_N = r"(\d{1,4}|[零〇一二两兩俩三四五六七八九十百半]{1,4})"


def _chinese(text: str) -> float:
    """A number in digits or Chinese characters up to 999; 半 is a half."""
    if text.isdigit():
        return int(text)
    if text == "半":
        return 0.5
    total, current = 0, 0
    for c in text:
        if c == "百":
            total, current = total + (current or 1) * 100, 0
        elif c == "十":
            total, current = total + (current or 1) * 10, 0
        else:
            current = _ZH_DIGIT.get(c, 0)
    return total + current


# ------------------------------------------------------------------ rules
Value = Callable[[_Match, date, int], str | None]
Rule = tuple[re.Pattern[str], Value, bool]
_WEAK = True


def _rule(pattern: str, value: Callable[[_Match, date, int], str | None], weak: bool = False) -> Rule:
    return re.compile(pattern), value, weak


def _plus(days: int) -> Value:
    return lambda m, d, w: _day(d + timedelta(days))


def _weekend_plus(weeks: int) -> Value:
    return lambda m, d, w: _day(_weekend(d, weeks))


def _full_year(digits: str, d: date) -> int:
    n = int(digits)
    return n if n > 99 else (2000 + n if n <= d.year % 100 + 5 else 1900 + n)


def _dmy(m: _Match, d: date, way: int, day: str, month: int, year: str | None) -> str | None:
    found = _valid(_full_year(year, d), month, int(day)) if year else _yearless(d, month, int(day), way)
    return _day(found) if found else None


def _numeric(m: _Match, d: date, way: int) -> str | None:
    """`3/4/2024` is month first only where the day would not fit; `3.4.2024` is always day first."""
    a, b = int(m[1]), int(m[3])
    month, day = (a, b) if m[2] == "/" and (b > 12 or a <= 12 < b) else (b, a)
    if m[2] == "/" and a <= 12 and b <= 12 and not m[4]:
        month, day = a, b
    found = _valid(_full_year(m[4], d), month, day) if m[4] else _yearless(d, month, day, way)
    return _day(found) if found else None


def _iso(m: _Match, d: date, way: int) -> str | None:
    if m[3]:
        found = _valid(int(m[1]), int(m[2]), int(m[3]))
        return _day(found) if found else None
    return f"{m[1]}-{int(m[2]):02d}" if 1 <= int(m[2]) <= 12 else None


_COMMON: list[Rule] = [
    _rule(r"(?<![\d-])((?:19|20)\d\d)-(\d\d?)(?:-(\d\d?))?(?![\d-])", _iso),
    _rule(r"(?<![\d-])((?:19|20)\d\d)-?w(\d\d)(?!\d)", lambda m, d, w: f"{m[1]}-W{m[2]}"),
    _rule(r"(?<![\d./])((?:19|20)\d\d)[/.](\d\d?)[/.](\d\d?)(?![\d/])", _iso),
    _rule(r"(?<![\d./])(\d\d?)([/.])(\d\d?)[/.](\d{4}|\d\d)(?![\d/])", _numeric),
]


def _count(words: dict[str, int], text: str) -> float:
    return 0.5 if text == "half a" else int(text) if text.isdigit() else words[text]


def _scaled(d: date, n: float, unit: str) -> str | None:
    return _ago(d, n * {"F": 2, "T": 10}.get(unit, 1), {"F": "W", "T": "Y"}.get(unit, unit))


def _season_past(d: date, name: str) -> str:
    start = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[name]
    return _year(d, -1 if start + 2 >= d.month else 0)


def _english() -> list[Rule]:
    days, months, counts, units = _DAYS["en"], _MONTHS["en"], _COUNTS["en"], _UNITS["en"]
    day, month, unit = _either(days), _either(months), _either(units)
    long_day = _either(
        w for w in days if w not in ("mon", "sat", "sun", "wed", "fri", "thu", "tue") or w == "fri"
    )
    n = rf"(\d{{1,3}}|{_either(counts)})"
    part = r"(?: (?:morning|afternoon|evening|night|lunchtime))?"
    year = r"(?:,? (?:of )?((?:19|20)\d\d))?"

    def c(m: _Match, i: int = 1) -> float:
        return _count(counts, m[i])

    def weekday(m: _Match, d: date, way: int) -> str:
        which, index = (m[1] or "").strip(), days[m[2]]
        if which in ("last", "past", "this past"):
            return _day(_near(d - timedelta(days=1), index, -1))
        if which == "next":
            # From early in a week the next Friday is this week's for some, next week's for others: next week's
            # unless that is more than ten days off.
            found = _monday(d, 1) + timedelta(days=index)
            return _day(found if (found - d).days <= 10 else found - timedelta(days=7))
        if which in ("coming", "this coming"):
            return _day(_near(d + timedelta(days=1), index, 1))
        if which == "this":
            return _day(_near(d, index, way or 1))
        return _day(_near(d, index, way))

    def weeks_ago_on(m: _Match, d: date, way: int) -> str:
        return _day(_monday(d, -int(c(m))) + timedelta(days=days[m[3]]))

    return [
        _rule(r"\b(?:the )?day before yesterday\b|\bnight before last\b", lambda m, d, w: _day(d - timedelta(2))),
        _rule(r"\b(?:the )?day after tomorrow\b", lambda m, d, w: _day(d + timedelta(2))),
        _rule(r"\b(?:yesterday|yday|ytd|last night)" + part + r"\b", lambda m, d, w: _day(d - timedelta(1))),
        _rule(r"\b(?:tomorrow|tmrw?|tmw|tomoz|2moro)" + part + r"\b", lambda m, d, w: _day(d + timedelta(1))),
        _rule(r"\b(?:earlier |later )?(?:today|tonight|tonite|this (?:morning|afternoon|evening|arvo|lunchtime))\b", lambda m, d, w: _day(d)),
        _rule(rf"\b{n} (?:(weeks?) ago|weeks? back) (?:on |last )?({day})\b", weeks_ago_on),
        _rule(rf"\b({day}) {n} weeks ago\b", lambda m, d, w: _day(_monday(d, -int(c(m, 2))) + timedelta(days=days[m[1]]))),
        _rule(rf"\b{n} (years?|months?|weeks?) (?:ago )?today\b", lambda m, d, w: _same_day(d, -int(c(m)), units[m[2]])),
        _rule(rf"\b(?:about |around |like |over |almost |nearly |roughly |some )?{n} ({unit}) (?:ago|back|earlier|before)\b", lambda m, d, w: _scaled(d, -c(m), units[m[2]])),
        _rule(rf"\b{n} ({unit}) (?:in as|into|in at|in on|in and|sober|clean|postpartum|post[- ]op)\b", lambda m, d, w: _scaled(d, -c(m), units[m[2]])),
        _rule(rf"\b(?:in|within) (?:about |like |another )?{n} ({unit})(?:'|’)?(?: time)?\b(?! (?:in|of|ago))", lambda m, d, w: _scaled(d, c(m), units[m[2]])),
        _rule(rf"\b{n} ({unit}) (?:from now|from today|away|to go|left|out)\b", lambda m, d, w: _scaled(d, c(m), units[m[2]])),
        _rule(rf"\b(?:a )?week (?:on|from|this) ({day})\b|\b({day}) week\b", lambda m, d, w: _day(_near(d + timedelta(1), days[m[1] or m[2]], 1) + timedelta(7))),
        _rule(rf"\b(?:a )?week ago (?:on )?({day})\b", lambda m, d, w: _day(_monday(d, -1) + timedelta(days=days[m[1]]))),
        _rule(rf"\b(?:the )?({day}) before last\b", lambda m, d, w: _day(_near(d - timedelta(1), days[m[1]], -1) - timedelta(7))),
        _rule(rf"\b(?:the )?({day}) after next\b", lambda m, d, w: _day(_near(d + timedelta(1), days[m[1]], 1) + timedelta(7))),
        _rule(rf"\b({day}) (?:of )?last week\b|\blast week(?:'s|,| on)? ({day})\b", lambda m, d, w: _day(_monday(d, -1) + timedelta(days=days[m[1] or m[2]]))),
        _rule(rf"\b({day}) (?:of )?next week\b|\bnext week(?:'s|,| on)? ({day})\b", lambda m, d, w: _day(_monday(d, 1) + timedelta(days=days[m[1] or m[2]]))),
        _rule(rf"\b(last|this past|past|next|this coming|coming|this) ({day})\b{part}", weekday),
        _rule(rf"\b(on |since |by |until |till |from |for )?({day}) the (\d\d?)(?:st|nd|rd|th)\b", lambda m, d, w: _day_of_month(d, int(m[3]), w)),
        _rule(rf"()(?:\bon )({day})\b{part}", lambda m, d, w: _day(_near(d, days[m[2]], w))),
        _rule(rf"()\b({long_day})(?:'s)?\b{part}", lambda m, d, w: _day(_near(d, days[m[2]], w))),
        _rule(r"\b(?:the )?weekend before last\b", lambda m, d, w: _day(_weekend(d, -2))),
        _rule(r"\b(?:last|this past|past) weekend\b", lambda m, d, w: _day(_weekend(d, -1))),
        _rule(r"\bnext weekend\b", lambda m, d, w: _day(_weekend(d, 1))),
        _rule(r"\b(?:this|this coming) weekend\b", lambda m, d, w: _day(_weekend(d, 0))),
        _rule(r"\b(?:at|over|on|the) (?:the )?weekend\b", lambda m, d, w: _day(_weekend(d, -1 if w < 0 and d.weekday() < 5 else 0))),
        _rule(r"\b(?:the )?week before last\b", lambda m, d, w: _week(d - timedelta(14))),
        _rule(r"\b(?:the )?week after next\b", lambda m, d, w: _week(d + timedelta(14))),
        _rule(r"\b(?:last|past) week\b", lambda m, d, w: _week(d - timedelta(7))),
        _rule(r"\bnext week\b", lambda m, d, w: _week(d + timedelta(7))),
        _rule(r"\b(?:earlier |later )?this week\b", lambda m, d, w: _week(d)),
        _rule(r"\b(?:the )?month before last\b", lambda m, d, w: _month(d, -2)),
        _rule(r"\b(?:the )?month after next\b", lambda m, d, w: _month(d, 2)),
        _rule(r"\blast month\b", lambda m, d, w: _month(d, -1)),
        _rule(r"\bnext month\b", lambda m, d, w: _month(d, 1)),
        _rule(r"\b(?:earlier |later )?this month\b|\bend of (?:the )?month\b", lambda m, d, w: _month(d)),
        _rule(r"\b(?:the )?year before last\b", lambda m, d, w: _year(d, -2)),
        _rule(r"\blast (?:school |academic )?year\b", lambda m, d, w: _year(d, -1)),
        _rule(r"\bnext (?:school |academic )?year\b", lambda m, d, w: _year(d, 1)),
        _rule(r"\b(?:earlier |later )?this year\b", lambda m, d, w: _year(d)),
        _rule(r"\b(?:back )?(?:last) (spring|summer|autumn|fall|winter)\b", lambda m, d, w: _season_past(d, m[1])),
        _rule(r"\bthis (?:past )?(?:spring|summer|autumn|fall|winter)\b", lambda m, d, w: _year(d)),
        _rule(r"\bnext (spring|summer|autumn|fall|winter)\b", lambda m, d, w: _year(d, 1 if m[1] == "spring" or d.month > 5 else 0)),
        _rule(r"\b(?:spring|summer|autumn|fall|winter)(?: of)? ((?:19|20)\d\d)\b", lambda m, d, w: m[1]),
        _rule(r"\b(?:the )?fourth of july\b", lambda m, d, w: _day(_yearless(d, 7, 4, w) or d)),
        _rule(rf"\b(?:the )?(\d\d?)(?:st|nd|rd|th)? (?:of )?({month})\b\.?{year}", lambda m, d, w: _dmy(m, d, w, m[1], months[m[2]], m[3])),
        _rule(rf"\b({month})\.? (?:the )?(\d\d?)(?:st|nd|rd|th)?\b(?![:\d]){year}", lambda m, d, w: _dmy(m, d, w, m[2], months[m[1]], m[3])),
        _rule(rf"\b({month})\.?,? (?:of )?((?:19|20)\d\d)\b", lambda m, d, w: f"{m[2]}-{months[m[1]]:02d}"),
        _rule(rf"\b(?:last) ({month})\b", lambda m, d, w: _month_named(d - timedelta(28), months[m[1]], -1)),
        _rule(rf"\b(?:next) ({month})\b", lambda m, d, w: _month_named(d + timedelta(28), months[m[1]], 1)),
        _rule(rf"\b(?:in|since|from|until|till|by|for|back in|this|during|end of|start of|early|mid|late|around|beginning of)[ -]({month})\b(?!,? (?:of )?(?:19|20)\d\d)", lambda m, d, w: _month_named(d, months[m[1]], w)),
        _rule(rf"\b({_either(x for x in months if len(x) > 3 and x not in ('march', 'may', 'june'))})\b", lambda m, d, w: _month_named(d, months[m[1]], w)),
        _rule(r"\b(?:on |by |until |since |from )?the (\d\d?)(?:st|nd|rd|th)\b(?! (?:floor|time|grade|birthday|century|year|of|row|place|anniversary|person|street|avenue|hole|try|attempt|day|week|month))", lambda m, d, w: _day_of_month(d, int(m[1]), w)),
        _rule(r"\b(?:in|since|from|until|till|back in|around|about|by|of|circa|class of|early|mid|late)[ -]((?:19[3-9]|20[0-6])\d)\b(?!\s?(?:km|kg|m|g|ml|words|steps|euros|dollars|quid|rpm|people|fiesta))", lambda m, d, w: m[1]),
        _rule(r"\b(?:in|since|back in) ['’](\d\d)\b", lambda m, d, w: str(_full_year(m[1], d))),
        _rule(r"(?<![\w.,/$€£-])((?:19[5-9]|20[0-3])\d)(?![\w%/-])(?=$|[.,;!?)]|\s(?:and|but|when|after|because)\b)", lambda m, d, w: m[1]),
        _rule(r"\b(easter(?: sunday)?|good friday|easter monday|thanksgiving)\b", _movable),
        _rule(r"(?<![\d/.])(\d\d?)(/)(\d\d?)()(?![\d/%])(?= |$|[.,!?)])", _numeric),
        _rule(r"\bin (?:\d+|an?|a few|half an) ?(?:min|mins|minutes?|hours?|hrs?|h)\b|\b(?:\d+|an?|\w+|half an) (?:hours?|hrs?|mins?|minutes?) ago\b|\bsince midnight\b|\bjust (?=got|had|came|come|been|finished|heard|saw|found|let|landed|left|passed|failed|made|back|signed|stopped|said|told|sent|quit|lost|won|bought|\w+ed\b)|\b(?:\d+|\w+) hours now\b|\bjust now\b|\bright now\b|\bas we speak\b", lambda m, d, w: _day(d), _WEAK),
        _rule(r"\bat (?:\d\d?[:.]\d\d|\d\d?)(?: ?[ap]\.?m\.?)?(?= |$|[.,;!?)])(?! (?:years|months|weeks|percent))", lambda m, d, w: _day(d) if w >= 0 else None, _WEAK),
    ]  # fmt: skip


def _same_day(d: date, n: int, unit: str) -> str | None:
    if unit == "W":
        return _day(d + timedelta(weeks=n))
    year, month = map(int, _month(d, n * (12 if unit == "Y" else 1)).split("-"))
    found = _valid(year, month, d.day)
    return _day(found) if found else None


def _movable(m: _Match, d: date, way: int) -> str | None:
    def of(year: int) -> date:
        if m[1] == "thanksgiving":
            first = date(year, 11, 1)
            return first + timedelta(days=(3 - first.weekday()) % 7 + 21)
        return _easter(year) + timedelta(days={"good friday": -2, "easter monday": 1}.get(m[1], 0))

    options = [of(y) for y in (d.year - 1, d.year, d.year + 1)]
    options = [x for x in options if (x - d).days * way >= 0] or options
    return _day(min(options, key=lambda x: abs((x - d).days)))


def _holidays() -> Rule:
    latin, other = [x for x in _FIXED if x[0] < "\u3000"], [x for x in _FIXED if x[0] >= "\u3000"]

    def value(m: _Match, d: date, way: int) -> str | None:
        found = _yearless(d, *_FIXED[m[0].replace("’", "'")], way)
        return _day(found) if found else None

    return _rule(rf"\b(?:{_either(latin)})\b|(?:{_either(other)})".replace("'", "['’]"), value)


def _romance(language: str) -> list[Rule]:
    """German, Spanish and French: days, weeks, months, years, both ways, and dates by name."""
    days, months, counts, units = _DAYS[language], _MONTHS[language], _COUNTS[language], _UNITS[language]
    day, month, unit = _either(days), _either(months), _either(units)
    n = rf"(\d{{1,3}}|{_either(counts)})"

    def c(m: _Match, i: int = 1) -> float:
        return _count(counts, m[i])

    fixed: dict[str, dict[int, str]] = {
        "de": {-2: "vorgestern", -1: r"gestern(?: abend| morgen| nacht)?|letzte nacht", 0: r"heute(?: abend| morgen| früh)?", 2: "übermorgen", 1: r"morgen"},
        "es": {-2: r"anteayer|antes de ayer", -1: r"ayer|anoche", 0: r"hoy|esta (?:mañana|tarde|noche)", 2: "pasado mañana", 1: "mañana"},
        "fr": {-2: r"avant[- ]hier", -1: r"hier(?: soir| matin)?", 0: r"aujourd['’]hui|ce (?:matin|soir)|cet après-midi|cette nuit", 2: r"après[- ]demain", 1: "demain"},
    }  # fmt: skip
    last, this, following, before, after, weekend = {
        "de": (r"letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?", r"diese[nrsm]?", r"nächste[nrsm]?|kommende[nrsm]?", rf"\bvor {n} ({unit})\b", rf"\bin {n} ({unit})\b", "wochenende"),
        "es": ("", "est[ea]", "", rf"\bhace {n} ({unit})\b", rf"\b(?:en|dentro de) {n} ({unit})\b", "fin de semana|finde"),
        "fr": ("", "cette?|ce", "", rf"\bil y a {n} ({unit})\b", rf"\bdans {n} ({unit})\b", "week-end|weekend"),
    }[language]  # fmt: skip
    of = {"de": r"\.? ", "es": r" de ", "fr": r"(?:er)? "}[language]
    out = [_rule(rf"\b(?:{words})\b", _plus(shift)) for shift, words in fixed[language].items()]
    out += [
        _rule(before, lambda m, d, w: _scaled(d, -c(m), units[m[2]])),
        _rule(after, lambda m, d, w: _scaled(d, c(m), units[m[2]])),
        _rule(rf"\b(\d\d?){of}({month})\b(?:,?(?: de| del)? ((?:19|20)\d\d))?", lambda m, d, w: _dmy(m, d, w, m[1], months[m[2]], m[3])),
        _rule(rf"\b({month})(?: de| del)? ((?:19|20)\d\d)\b", lambda m, d, w: f"{m[2]}-{months[m[1]]:02d}"),
        _rule(rf"\b(?:im|seit|ab|bis|en|desde|hasta|depuis|jusqu['’]en|fin|ende|anfang|mitte|début|mi-|a finales de|a principios de)[ -]?({month})\b", lambda m, d, w: _month_named(d, months[m[1]], w)),
        _rule(r"\b(?:in|im jahr|seit|en|desde|depuis|del?)(?: el año)? ((?:19[3-9]|20[0-4])\d)\b|(?<![\w.,])((?:19[5-9]|20[0-3])\d)(?=[.,;!?)]|$| habe| bin| sind)", lambda m, d, w: m[1] or m[2]),
        _rule(r"(?<![\d.])(\d\d?)([./])(\d\d?)\.?()(?![\d])", _numeric),
    ]  # fmt: skip
    spans = {
        "de": ("woche", "monat|monats", "jahr|jahres"),
        "es": ("semana", "mes", "año"),
        "fr": ("semaine", "mois", "année"),
    }[language]

    def span(unit_index: int, shift: int) -> Callable[[_Match, date, int], str]:
        kinds = (
            lambda d: _week(d + timedelta(weeks=shift)),
            lambda d: _month(d, shift),
            lambda d: _year(d, shift),
        )
        return lambda m, d, w: kinds[unit_index](d)

    def named(shift: int) -> Callable[[_Match, date, int], str]:
        def value(m: _Match, d: date, way: int) -> str:
            index = days[next(g for g in m.groups() if g)]
            if shift < 0:
                return _day(_near(d - timedelta(1), index, -1))
            return _day(_near(d + timedelta(1), index, 1)) if shift > 0 else _day(_near(d, index, way))

        return value

    if language == "de":
        for k, which in ((-1, last), (0, this), (1, following)):
            out += [_rule(rf"\b(?:{which}) (?:{s})\b", span(i, k)) for i, s in enumerate(spans)]
            out += [
                _rule(rf"\b(?:{which}) {weekend}\b", _weekend_plus(k)),
                _rule(rf"\b(?:{which}) ({day})\b", named(k)),
            ]
        out += [
            _rule(r"\bam wochenende\b", lambda m, d, w: _day(_weekend(d, -1 if w < 0 else 0))),
            _rule(rf"\b(?:am |seit |bis )?({day})(?:abend|morgen|nachmittag)?\b", named(0)),
        ]
        return out
    past, coming = (
        (r"pasad[oa]", r"que viene|próxim[oa]")
        if language == "es"
        else (r"derni(?:er|ère)|passée?", r"prochaine?")
    )
    article = r"(?:el|la|le|l['’]) ?" if language == "es" else r"(?:la |le |l['’])?"
    for k, which in ((-1, past), (1, coming)):
        out += [_rule(rf"\b{article}(?:{s}) (?:{which})\b", span(i, k)) for i, s in enumerate(spans)]
        out += [
            _rule(rf"\b{article}(?:{weekend}) (?:{which})\b", _weekend_plus(k)),
            _rule(rf"\b(?:{article})?({day}) (?:{which})\b", named(k)),
        ]
        if language == "es":
            out += [_rule(rf"\b(?:el |la )?(?:{which}) (?:{s})\b", span(i, k)) for i, s in enumerate(spans)]
            out += [_rule(rf"\b(?:el )?(?:{which}) ({day})\b", named(k))]
    out += [_rule(rf"\b(?:{this}) (?:{s})\b", span(i, 0)) for i, s in enumerate(spans)]
    out += [
        _rule(rf"\b(?:{this}) (?:{weekend})\b", lambda m, d, w: _day(_weekend(d, 0))),
        _rule(rf"\b(?:el |este |mismo )*({day})\b", named(0)),
    ]
    if language == "es":
        out.append(_rule(r"\bel año pasado\b", lambda m, d, w: _year(d, -1)))
    else:
        out.append(
            _rule(r"\bl['’]an(?:née)? dernier\b|\bl['’]année dernière\b", lambda m, d, w: _year(d, -1))
        )
    return out


def _chinese_rules() -> list[Rule]:
    week = r"(?:个|個)?(?:周|週|星期|礼拜|禮拜)"
    shift = {"上上上": -3, "上上": -2, "上": -1, "这": 0, "這": 0, "本": 0, "这个": 0, "下": 1, "下下": 2}
    which = r"(上上上|上上|上|下下|下|这|這|本)"
    part = r"(?:早上|上午|中午|下午|晚上|傍晚|夜里|半夜|凌晨|早|晚)?"
    years = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2, "後年": 2}
    year = "|".join(years)
    fixed = {
        -3: "大前天",
        -2: "前天|前晚|前日",
        -1: "昨天|昨日|昨晚|昨夜|昨儿|昨早",
        3: "大后天|大後天",
        2: "后天|後天",
        1: "明天|明日|明晚|明早|明儿",
        0: "今天|今日|今晚|今早|今儿|今夜|今晨|今年今天",
    }

    def month_day(m: _Match, d: date, way: int, year_: int | None, month: str, day: str | None) -> str | None:
        mm = int(_chinese(month))
        if not 1 <= mm <= 12:
            return None
        if day:
            dd = int(_chinese(day))
            found = _valid(year_, mm, dd) if year_ else _yearless(d, mm, dd, way)
            return _day(found) if found else None
        return f"{year_:04d}-{mm:02d}" if year_ else _month_named(d, mm, way)

    def of_month(m: _Match, d: date, way: int) -> str | None:
        stamp = _month(d, shift[m[1]])
        if m[2]:
            year_, month_ = map(int, stamp.split("-"))
            found = _valid(year_, month_, int(_chinese(m[2])))
            return _day(found) if found else None
        return stamp

    out = [_rule(rf"(?:{words}){part}", _plus(k)) for k, words in fixed.items()]
    out += [
        _rule(rf"还有{_N}(?:个|個)?(天|周|星期|礼拜|月|年)", lambda m, d, w: _ago(d, _chinese(m[1]), {"天": "D", "月": "M", "年": "Y"}.get(m[2], "W"))),
        _rule(r"清明", lambda m, d, w: _day(_yearless(d, 4, 4 if d.year % 4 in (0, 1) else 5, w) or d)),
        _rule(rf"{which}{week}([一二三四五六日天1-7])(?![个個十]){part}", lambda m, d, w: _day(_monday(d, shift[m[1]]) + timedelta(_ZH_DAY[m[2]]))),
        _rule(rf"{which}{week}末", lambda m, d, w: _day(_weekend(d, shift[m[1]]))),
        _rule(rf"{which}{week}(?![一二三四五六日天末年岁])", lambda m, d, w: _week(d + timedelta(weeks=shift[m[1]]))),
        _rule(rf"(?<!每)(?<!每个)(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])(?![到至、一二三四五六]|都){part}", lambda m, d, w: _day(_near(d, _ZH_DAY[m[1]], w))),
        _rule(r"(?<!每)(?<!每个)(?:这个|這個)?(?:周|週)末(?!都)", lambda m, d, w: _day(_weekend(d, -1 if w < 0 and d.weekday() < 5 else 0))),
        _rule(rf"{which}(?:个|個)?月(?:{_N}(?:号|號|日)|底|初|中旬|末)?", of_month),
        _rule(rf"{_N}(?:多)?(?:天|日)(?:之|以)?前", lambda m, d, w: _ago(d, -_chinese(m[1]), "D")),
        _rule(rf"(?:再)?过{_N}天|{_N}天(?:之|以)?(?:后|後)", lambda m, d, w: _ago(d, _chinese(m[1] or m[2]), "D")),
        _rule(rf"{_N}(?:多)?(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?:之|以)?前(?:的)?(?:周|星期|礼拜)?([一二三四五六日天])?", lambda m, d, w: _day(_monday(d, -int(_chinese(m[1]))) + timedelta(_ZH_DAY[m[2]])) if m[2] else _ago(d, -_chinese(m[1]), "W")),
        _rule(rf"(?:再)?过{_N}(?:个)?(?:周|星期|礼拜)|{_N}(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?:之|以)?(?:后|後)", lambda m, d, w: _ago(d, _chinese(m[1] or m[2]), "W")),
        _rule(r"半个月(?:之|以)?前|半个月了", lambda m, d, w: _week(d - timedelta(15))),
        _rule(r"半个月(?:之|以)?后|再过半个月", lambda m, d, w: _week(d + timedelta(15))),
        _rule(rf"{_N}(?:多)?(?:个|個)(?:多)?月(?:之|以)?(?:前|了(?!没))", lambda m, d, w: _ago(d, -_chinese(m[1]), "M")),
        _rule(rf"(?:再)?过{_N}个月|{_N}(?:个|個)月(?:之|以)?(?:后|後)", lambda m, d, w: _ago(d, _chinese(m[1] or m[2]), "M")),
        _rule(rf"{_N}(?:多)?年(?:多)?(?:之|以)?(?:前|了(?!没))", lambda m, d, w: _ago(d, -_chinese(m[1]), "Y")),
        _rule(rf"{_N}年(?:之|以)?(?:后|後)", lambda m, d, w: _ago(d, _chinese(m[1]), "Y")),
        _rule(rf"({year})(?:的)?(?:{_N}月(?:份)?(?:{_N}(?:号|號|日))?)?", lambda m, d, w: month_day(m, d, w, d.year + years[m[1]], m[2], m[3]) if m[2] else _year(d, years[m[1]])),
        _rule(rf"((?:19|20)\d\d|[一二][零〇九][零〇一二三四五六七八九]{{2}}|[零〇九][零〇一二三四五六七八九])年(?:的)?(?:{_N}月(?:份)?(?:{_N}(?:号|號|日))?)?", lambda m, d, w: _zh_year(m, d, w, month_day)),
        _rule(rf"(?<!\d)(\d\d)年(?:{_N}月(?:份)?(?:{_N}(?:号|號|日))?)?(?![前后後了的多半级])", lambda m, d, w: _zh_year(m, d, w, month_day)),
        _rule(rf"(?<![\d个個]){_N}月(?:份)?{_N}(?:号|號|日)?(?![\d个個月])", lambda m, d, w: month_day(m, d, w, None, m[1], m[2])),
        _rule(rf"(?<![\d个個半]){_N}月(?:份|底|初|中旬|末)?", lambda m, d, w: month_day(m, d, w, None, m[1], None)),
        _rule(rf"(?<![\d月一二三四五六七八九十]){_N}(?:号|號)(?!线|楼|店|机|床|位|门|馆)", lambda m, d, w: _day_of_month(d, int(_chinese(m[1])), w) if 1 <= _chinese(m[1]) <= 31 else None),
        _rule(r"(年三十|除夕|大年三十)|(大年初一|春节|春節|过年)|(端午)|(中秋)", lambda m, d, w: _lunar(d, "春节", w, -1) if m[1] else _lunar(d, "春节" if m[2] else "端午" if m[3] else "中秋", w)),
        _rule(r"(?:这|本|這)?月底", lambda m, d, w: _month(d)),
        _rule(r"年底", lambda m, d, w: f"{d.year}-12"),
        _rule(r"刚刚|刚才|剛剛|剛才|方才|这会儿|此刻|现在|刚(?=[^好需性开始])|又是", lambda m, d, w: _day(d), _WEAK),
        _rule(rf"(?:早上|上午|中午|下午|晚上|凌晨){_N}点", lambda m, d, w: _day(d), _WEAK),
    ]  # fmt: skip
    return out


def _zh_year(m: _Match, d: date, way: int, month_day: Callable[..., str | None]) -> str | None:
    year = int(m[1]) if m[1].isdigit() else int("".join(str(_ZH_DIGIT[c]) for c in m[1]))
    year = _full_year(str(year), d)
    return month_day(m, d, way, year, m[2], m[3]) if m[2] else f"{year:04d}"


def _japanese_rules() -> list[Rule]:
    fixed = {
        -2: "一昨日|おととい|おとつい",
        -1: "昨日|きのう|昨夜|昨晩|ゆうべ",
        2: "明後日|あさって",
        1: "明日|あした|明朝",
        0: "今日|きょう|今朝|今夜|今晩|さっき",
    }
    spans = {"先々週": -2, "先週": -1, "今週": 0, "来週": 1, "再来週": 2}
    out = [_rule(rf"(?:{words})", _plus(k)) for k, words in fixed.items()]
    out += [
        _rule(r"(先々週|先週|今週|再来週|来週)(?:の)?([月火水木金土日])曜日?", lambda m, d, w: _day(_monday(d, spans[m[1]]) + timedelta(_JA_DAY[m[2]]))),
        _rule(r"(先々週|先週|今週|再来週|来週)(?:の)?(?:週)?末", lambda m, d, w: _day(_weekend(d, spans[m[1]]))),
        _rule(r"先週末", lambda m, d, w: _day(_weekend(d, -1))),
        _rule(r"(先々週|先週|今週|再来週|来週)", lambda m, d, w: _week(d + timedelta(weeks=spans[m[1]]))),
        _rule(r"([月火水木金土日])曜日?", lambda m, d, w: _day(_near(d, _JA_DAY[m[1]], w))),
        _rule(r"(先月|今月|来月)", lambda m, d, w: _month(d, {"先月": -1, "今月": 0, "来月": 1}[m[1]])),
        _rule(r"(一昨年|おととし|去年|昨年|今年|来年|再来年)", lambda m, d, w: _year(d, {"一昨年": -2, "おととし": -2, "去年": -1, "昨年": -1, "今年": 0, "来年": 1, "再来年": 2}[m[1]])),
        _rule(rf"{_N}日前", lambda m, d, w: _ago(d, -_chinese(m[1]), "D")),
        _rule(rf"{_N}日後", lambda m, d, w: _ago(d, _chinese(m[1]), "D")),
        _rule(rf"{_N}週間前", lambda m, d, w: _ago(d, -_chinese(m[1]), "W")),
        _rule(rf"{_N}週間後", lambda m, d, w: _ago(d, _chinese(m[1]), "W")),
        _rule(rf"{_N}(?:か|ヶ|カ|ケ|箇)月前", lambda m, d, w: _ago(d, -_chinese(m[1]), "M")),
        _rule(rf"{_N}(?:か|ヶ|カ|ケ|箇)月後", lambda m, d, w: _ago(d, _chinese(m[1]), "M")),
        _rule(rf"{_N}年前", lambda m, d, w: _ago(d, -_chinese(m[1]), "Y")),
    ]  # fmt: skip
    # Years, months and days are written as in Chinese.
    return out + [r for r in _chinese_rules() if "月(?:份)" in r[0].pattern and "今年" not in r[0].pattern]


@lru_cache(maxsize=8)
def _rules(language: str) -> tuple[Rule, ...]:
    own = {"zh": _chinese_rules, "ja": _japanese_rules, "en": _english}.get(language)
    if own is None and language in ("de", "es", "fr"):
        return (*_COMMON, *_romance(language), _holidays())
    return (*_COMMON, *(own() if own else ()), _holidays())


# ------------------------------------------------------------------ language and tense
_HINTS = {
    "de": re.compile(r"\b(ich|und|der|die|das|nicht|ist|mein|meine|wir|mit|auf|für|im|am|seit|vor|war|habe|hab|zu|den|letzte\w*|nächste\w*|gestern|heute|übermorgen|vorgestern|diese\w*|jahren?|tagen?|wochen?|monat\w*)\b"),
    "es": re.compile(r"\b(yo|que|el|la|los|las|una?|mi|mis|con|para|por|es|soy|estoy|de|en|del|hace|ayer|hoy|mañana|semana|pasad[oa]|próxim[oa]|anoche|anteayer|meses|años|viene)\b"),
    "fr": re.compile(r"\b(je|j['’]ai|le|la|les|des|une?|mon|ma|mes|est|suis|et|pas|dans|pour|avec|du|il y a|hier|demain|aujourd['’]hui|semaine|derni\w+|prochain\w*|avant-hier|mois|ans|année|ce|cette)\b"),
    "en": re.compile(r"\b(i|the|a|and|my|is|was|to|of|in|it|we|on|for|you|last|next|this|ago|yesterday|tomorrow|today|weeks?|months?|years?|days?)\b"),
}  # fmt: skip


def guess_language(text: str) -> str:
    """`zh`, `ja`, `de`, `es`, `fr` or `en`, from scripts and function words. Good enough to choose date rules."""
    if re.search(r"[\u3040-\u30ff]", text):
        return "ja"
    if re.search(r"[\u3400-\u9fff]", text):
        return "zh"
    low = text.lower()
    counts = {k: len(p.findall(low)) for k, p in _HINTS.items()}
    return max(("en", "de", "es", "fr"), key=lambda k: counts[k])


_FUTURE = {
    "en": re.compile(r"\b((?:i|we) (?:leave|fly|go|start|move|close|travel|drive|meet|sail|head)|will|won['’]?t|gonna|going to|gotta|shall|'ll|’ll|tomorrow|next|upcoming|coming|planned|planning|plan to|booked|book|scheduled|appointment|due|deadline|turns?|fly|for the \d+(?:th|st|nd|rd)|starts?|starting|begins?|arrives?|arriving|comes|coming|leaves|leaving|opens|ends?|flying|moving|seeing|is on|are on|interview['’]?s|have to|need to|i have an?|i['’]ve got|we['’]ve (?:got )?an?|got a|can['’]?t (?:come|make)|until|till|by|court date|expires?|runs out|close on|turning|hosting|vows|rsvp)\b"),
    "zh": re.compile(r"要|会|將|将|打算|准备|準備|计划|預約|预约|约了|订了|定了|下周|明|后天|等|就要|马上|快|去(?!了|过|年)|截止|到期|开始"),
}  # fmt: skip
_PAST = {
    "en": re.compile(r"\b(was|were|went|got|had|did|didn['’]?t|came|saw|told|said|made|took|broke|got back|lost|won|found|left|felt|fell|met|ran|bought|sold|quit|died|gave|ate|drove|flew|woke|slept|spent|hit|been|became|began|bit|brought|caught|cut|forgot|knew|passed|put|read|sent|slipped|started|stood|taught|thought|threw|wore|wrote|last|since|ago|finally|just|nicked|shot|split|rang|sang|swam|grew|built|chose|paid|sat|sent|shut|spoke|tore|threw|hurt|\w{3,}ed)\b"),
    "zh": re.compile(r"了|过(?!敏|年)|上周|昨|前天|刚|完|到手|查出|被|得了"),
}  # fmt: skip


def direction(text: str, language: str | None = None) -> int:
    """+1 if the clause looks ahead, -1 if it looks back, 0 if it does not say: for bare weekdays and dates."""
    language = language or guess_language(text)
    low = text.lower()
    future, past = _FUTURE.get(language), _PAST.get(language)
    if future is None or past is None:
        if re.search(
            r"\b(werde|wird|will|kommen|nächste|voy|va|vamos|llega|llego|será|cumplo|viene|vais?|serai|sera|aura|prochaine?)\b",
            low,
        ):
            return 1
        if re.search(
            r"\b(war|wurde|hatte|habe|hab|bin|fue|fui|era|pasad[oa]|ai|été|suis|opéré|m['’]a)\b|(た|ました)",
            low,
        ):
            return -1
        return 0
    score = len(future.findall(low)) - len(past.findall(future.sub(" ", low)))
    return (score > 0) - (score < 0)


_ASCII = str.maketrans("０１２３４５６７８９", "0123456789")


def find(text: str, anchor: datetime, language: str | None = None, way: int | None = None) -> list[Found]:
    """All expressions of time in `text`, in order, none overlapping; where two start alike the longer one wins."""
    language = language or guess_language(text)
    way = direction(text, language) if way is None else way
    today, low = anchor.date(), text.lower().translate(_ASCII)
    if len(low) != len(text):  # a few capitals (İ) grow when lowered
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    hits: list[tuple[int, int, int, str, bool]] = []
    for order, (pattern, value, weak) in enumerate(_rules(language)):
        for m in pattern.finditer(low):
            try:
                iso = value(m, today, way)
            except (ValueError, OverflowError, KeyError):
                iso = None
            if iso:
                hits.append((m.start(), -m.end(), order, iso, weak))
    out: list[Found] = []
    for start, minus_end, _, iso, weak in sorted(hits):
        if not out or start >= out[-1].end:
            out.append(Found(start, -minus_end, iso, weak))
    return out


def resolve(expression: str, anchor: datetime, language: str | None = None) -> str | None:
    """The ISO value of an expression of time relative to `anchor` (a message's time, in its own zone), or None.

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
    return {"year": _year, "month": _month, "week": _week}.get(str(data.period), _day)(moment.date())
