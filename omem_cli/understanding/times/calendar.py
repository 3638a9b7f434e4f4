"""Days, weeks, months and years as ISO 8601, and which one of several a writer means.

`d` is always the day of the message, `way` +1 where its words look ahead, -1 where they look back, else 0."""

from calendar import monthrange
from datetime import date, timedelta


def iso_day(d: date) -> str:
    """A day."""
    return d.isoformat()


def iso_week(d: date) -> str:
    """The ISO week of a day."""
    iso = d.isocalendar()
    return f"{iso.year:04d}-W{iso.week:02d}"


def iso_month(d: date, shift: int = 0) -> str:
    """The month `shift` months from that of `d`."""
    index = d.year * 12 + d.month - 1 + shift
    return f"{index // 12:04d}-{index % 12 + 1:02d}"


def iso_year(d: date, shift: int = 0) -> str:
    """The year `shift` years from that of `d`."""
    return f"{d.year + shift:04d}"


def monday(d: date, weeks: int = 0) -> date:
    """The Monday of the week `weeks` weeks from that of `d`."""
    return d - timedelta(days=d.weekday()) + timedelta(weeks=weeks)


def near(d: date, weekday: int, way: int) -> date:
    """The weekday before (`way` -1), at or after (+1), or nearest to (0) the day `d`."""
    ahead = (weekday - d.weekday()) % 7
    if way > 0:
        return d + timedelta(days=ahead)
    if way < 0:
        return d - timedelta(days=(d.weekday() - weekday) % 7)
    return d + timedelta(days=ahead if ahead <= 3 else ahead - 7)


def saturday(d: date, weeks: int) -> date:
    """The Saturday of that week: a weekend goes by its name."""
    return monday(d, weeks) + timedelta(days=5)


def valid(year: int, month: int, day: int) -> date | None:
    """The date, None if there is none such."""
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None


JUST_OVER, FAR_OFF = 45, 300
"""Days. What was so lately is meant even by words that look ahead, if the next time is as far off as that."""


def choose(options: list[date], d: date, way: int, *, soon: int = 0) -> date | None:
    """The one that is meant: the next (`way` +1), the latest (-1) or the nearest to the day `d`. One within
    `soon` days is meant even by words that look back."""
    nearest = min(options, key=lambda x: abs((x - d).days), default=None)
    fitting = [x for x in options if (x - d).days * way >= 0]
    best = min(fitting, key=lambda x: abs((x - d).days), default=nearest)
    if best is None or nearest is None:
        return None
    barely_over = way > 0 and (d - nearest).days <= JUST_OVER and (best - d).days >= FAR_OFF
    barely_off = way < 0 and (nearest - d).days <= soon and (d - best).days >= FAR_OFF
    return nearest if barely_over or barely_off else best


def yearless(d: date, month: int, day: int, way: int) -> date | None:
    """Day and month in the year that `way` asks for; the nearest one if it asks for none."""
    return choose([x for y in (d.year - 1, d.year, d.year + 1) if (x := valid(y, month, day))], d, way)


def month_named(d: date, month: int, way: int) -> str:
    """A month by name, in the year that `way` asks for."""
    if way > 0:
        year = d.year + (month < d.month - 1)
    elif way < 0:
        year = d.year - (month > d.month)
    else:
        year = min((d.year - 1, d.year, d.year + 1), key=lambda y: abs((y - d.year) * 12 + month - d.month))
    return f"{year:04d}-{month:02d}"


def day_of_month(d: date, day: int, way: int) -> str | None:
    """The 14th: of this month or the one before or after it, as `way` asks."""
    options = []
    for shift in (-1, 0, 1):
        year, month = map(int, iso_month(d, shift).split("-"))
        found = valid(year, month, day)
        if found and (way == 0 or (found - d).days * way >= 0):
            options.append(found)
    best = min(options, key=lambda x: abs((x - d).days), default=None)
    return iso_day(best) if best else None


def ago(d: date, n: float, unit: str) -> str | None:
    """`n` units from `d` (negative: before). Units D, W, M, Y."""
    try:
        if unit == "D":
            return iso_day(d + timedelta(days=round(n)))
        if unit == "W":
            return iso_week(d + timedelta(days=round(7 * n)))
        if unit == "M":
            return iso_month(d, round(n))
        return iso_month(d, round(12 * n)) if n % 1 else iso_year(d, int(n))
    except (OverflowError, ValueError):
        return None


def easter(year: int) -> date:
    """Gregorian Easter Sunday (Meeus/Jones/Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    i = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, day = divmod(h + i - 7 * ((a + 11 * h + 22 * i) // 451) + 114, 31)
    return date(year, month, day + 1)


def weekday_of_month(year: int, month: int, weekday: int, number: int) -> date | None:
    """The `number`th such weekday of a month; -1 is the last one."""
    if number < 0:
        last = date(year, month, monthrange(year, month)[1])
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return valid(year, month, 1 + (weekday - first.weekday()) % 7 + 7 * (number - 1))
