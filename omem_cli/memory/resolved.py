"""Which days a message means by "yesterday" or `上周六`: told beside its text, which stays as written."""

import re
from datetime import datetime, timedelta

from omem_cli.store.moments import span

MOST = 3
"""Expressions that are told for a message: who names more days writes a timetable."""

_WORD = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"[0-9]{4}(?:-W?[0-9]{2}(?:-[0-9]{2})?)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TWO_DAYS = re.compile(r"week-?end|wochenende|fin de semana|finde|[周週]末", re.I)


def resolved(text: str, time: datetime | None) -> list[tuple[str, str]]:
    """(words, date) of the first expressions of time in a text that need the message's own time to be
    understood: `[("last week", "2026-05-04 to 2026-05-10")]`. A date is as fine as its words (`2026-05-09`,
    `2026-04`, `2025`). Nothing where that time is unknown; nothing for its own day, for a bare `3/4`, which
    is mostly no date, and for what names its year."""
    if time is None:
        return []
    # Loaded only here: only a prompt needs them, and their patterns take a cold start 40 ms.
    from omem_cli.understanding import dates

    own, told = time.date().isoformat(), dict[str, str]()
    for found in dates.find(text, time):
        words = text[found.start : found.end].strip()
        if found.weak or found.iso == own or not _WORD.search(words) or _YEAR.search(words):
            continue
        if not _DATE.fullmatch(found.iso):  # "999 decades ago"
            continue
        told.setdefault(words, _plain(found.iso, 2 if _TWO_DAYS.search(words) else 1))
        if len(told) == MOST:
            break
    return list(told.items())


def _plain(iso: str, days: int) -> str:
    """The date without week numbers, which few can read: a week by its first and last day, a weekend too."""
    if "W" in iso or (days > 1 and len(iso) == 10):
        first, after = span(iso)
        last = after - timedelta(days=1) if "W" in iso else first + timedelta(days=days - 1)
        return f"{first.date()} to {last.date()}"
    return iso
