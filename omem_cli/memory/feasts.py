"""Seasons and public holidays that a question names, as (first day, last day) in a year."""

from calendar import monthrange
from datetime import date, timedelta

from omem_cli.understanding.times.calendar import easter, weekday_of_month
from omem_cli.understanding.times.lunar import common

Days = tuple[date, date]

_SEASONS = {
    "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 2),
    "春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (12, 2), "暑假": (7, 8), "寒假": (1, 2),
    "上半年": (1, 6), "下半年": (7, 12), "年初": (1, 2), "年底": (11, 12), "年末": (11, 12),
}  # fmt: skip
"""First and last month, in the north; a winter is that of the year in which it begins."""
SEASONS = tuple(_SEASONS)
_FIXED = {
    "new year's eve": (12, 31, 12, 31), "new years eve": (12, 31, 12, 31), "new year's": (12, 31, 1, 1),
    "new year": (12, 31, 1, 1), "valentine's day": (2, 14, 2, 14), "valentine's": (2, 14, 2, 14),
    "st patrick's day": (3, 17, 3, 17), "halloween": (10, 31, 10, 31), "bonfire night": (11, 5, 11, 5),
    "christmas eve": (12, 24, 12, 24), "christmas day": (12, 25, 12, 25), "christmas": (12, 24, 12, 28),
    "xmas": (12, 24, 12, 28), "boxing day": (12, 26, 12, 26), "fourth of july": (7, 4, 7, 4),
    "元旦": (1, 1, 1, 3), "情人节": (2, 14, 2, 14), "妇女节": (3, 8, 3, 8), "三八节": (3, 8, 3, 8),
    "愚人节": (4, 1, 4, 1), "五一": (5, 1, 5, 5), "劳动节": (5, 1, 5, 5), "五四": (5, 4, 5, 4),
    "儿童节": (6, 1, 6, 1), "六一": (6, 1, 6, 1), "教师节": (9, 10, 9, 10), "国庆": (10, 1, 10, 7),
    "十一": (10, 1, 10, 7), "万圣节": (10, 31, 10, 31), "双十一": (11, 11, 11, 11),
    "双11": (11, 11, 11, 11), "双十二": (12, 12, 12, 12), "平安夜": (12, 24, 12, 24),
    "圣诞": (12, 24, 12, 26), "跨年": (12, 31, 1, 1),
}  # fmt: skip
"""Month and day of the first and the last day; what goes with a few days off has them all."""
_LUNAR = {
    "除夕": (1, 1, -1, -1), "大年三十": (1, 1, -1, -1), "春节": (1, 1, -2, 7), "过年": (1, 1, -7, 15),
    "chinese new year": (1, 1, -2, 7), "lunar new year": (1, 1, -2, 7), "元宵": (1, 15, 0, 0),
    "端午": (5, 5, 0, 2), "七夕": (7, 7, 0, 0), "中秋": (8, 15, 0, 2), "重阳": (9, 9, 0, 0),
    "腊八": (12, 8, 0, 0),
}  # fmt: skip
"""Lunar month and day, and days around it."""
_MOVABLE = (
    "easter", "good friday", "thanksgiving", "mother's day", "father's day",
    "清明", "冬至", "母亲节", "父亲节",
)  # fmt: skip
FEASTS = (*_FIXED, *_LUNAR, *_MOVABLE)


def season(name: str, year: int) -> Days:
    """The season or part of the year `name` (one of SEASONS) that begins in `year`."""
    first, last = _SEASONS[name]
    ends = year + (last < first)
    return date(year, first, 1), date(ends, last, monthrange(ends, last)[1])


def feast(name: str, year: int) -> Days | None:
    """The holiday `name` (one of FEASTS) of `year`; None where it isn't known."""
    if name in _FIXED:
        month, day, last_month, last_day = _FIXED[name]
        first = date(year, month, day)
        return first, date(year + (last_month < month), last_month, last_day)
    if name in _LUNAR:
        month, day, before, after = _LUNAR[name]
        found = common(year, month, day)
        return (found + timedelta(days=before), found + timedelta(days=after)) if found else None
    return _movable(name, year)


def _movable(name: str, year: int) -> Days | None:
    if name == "easter":
        return easter(year) - timedelta(days=2), easter(year) + timedelta(days=1)
    if name == "good friday":
        return (easter(year) - timedelta(days=2),) * 2
    if name == "清明":  # the sun's, so it moves by the leap years only
        first = date(year, 4, 4 if year % 4 in (0, 1) else 5)
        return first, first + timedelta(days=2)
    if name == "冬至":
        return (date(year, 12, 21 if year % 4 in (0, 1) else 22),) * 2
    month, weekday, number = {
        "thanksgiving": (11, 3, 4), "mother's day": (5, 6, 2), "母亲节": (5, 6, 2),
        "father's day": (6, 6, 3), "父亲节": (6, 6, 3),
    }[name]  # fmt: skip
    found = weekday_of_month(year, month, weekday, number)
    return (found, found) if found else None
