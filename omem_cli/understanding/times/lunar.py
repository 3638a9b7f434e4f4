"""Days of the Chinese lunisolar calendar."""

from datetime import date, timedelta

from omem_cli.data.lunar import FIRST_YEAR, YEARS

FESTIVALS = {
    "春节": (1, 1), "元宵": (1, 15), "端午": (5, 5), "七夕": (7, 7),
    "中秋": (8, 15), "重阳": (9, 9), "腊八": (12, 8),
}  # fmt: skip
"""Month and day."""


def common(year: int, month: int, day: int) -> date | None:
    """The common date of a day of lunar year `year`; None outside of the table, or if there is no such day.
    Leap months cannot be named: writers mean the ordinary ones."""
    if not FIRST_YEAR <= year < FIRST_YEAR + len(YEARS) or not 1 <= month <= 12 or not 1 <= day <= 30:
        return None
    first, leap, lengths = YEARS[year - FIRST_YEAR].split()
    place = month - 1 + (0 < int(leap) < month)
    days = [29 + int(long) for long in lengths]
    if day > days[place]:
        return None
    return date(year, int(first[:2]), int(first[2:])) + timedelta(days=sum(days[:place]) + day - 1)
