"""Stable ids: a hash of what a thing is, so that a second run, however interrupted, names it the same."""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from hashlib import blake2b

from omem_cli.text import normalise

_SURROGATES = re.compile("[\ud800-\udfff]")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def digest(*parts: str | int | None) -> bytes:
    """8 bytes of BLAKE2b over the parts; lengths go in too, so ("ab", "c") differs from ("a", "bc")."""
    return hashed(packed(*parts))


def packed(*parts: str | int | None) -> bytes:
    """The parts as bytes that tell them apart: what `hashed` takes, to put together from pieces."""
    pieces = []
    for part in parts:
        if part is None:
            pieces.append(b"-")
        else:
            data = str(part).encode("utf-8", "surrogatepass")
            pieces.append(b"%d:%b" % (len(data), data))
    return b"".join(pieces)


def packed_text(text: str) -> bytes:
    """`packed` of one text."""
    data = text.encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(data), data)


packed_name = lru_cache(1024)(packed_text)
"""`packed_text` of the few texts that come again and again: speakers."""


def packed_number(number: int | None) -> bytes:
    """`packed` of one number."""
    if number is None:
        return b"-"
    data = b"%d" % number
    return b"%d:%b" % (len(data), data)


def hashed(data: bytes) -> bytes:
    """8 bytes of BLAKE2b."""
    return blake2b(data, digest_size=8).digest()


def public_id(kind: str, *parts: str | int | None) -> str:
    """`kind` (a letter: message m, conversation c, attribute a, event e) and 16 hex digits."""
    return kind + digest(kind, *parts).hex()


def plain(text: str) -> str:
    """`text` without lone surrogates (file names that aren't UTF-8 have them; SQLite takes none)."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def matching_key(text: str) -> str:
    """What makes two topics, clue words or values the same."""
    return normalise(plain(text))


def to_stored(time: datetime | None) -> tuple[int | None, int | None]:
    """(UTC microseconds since 1970, offset from UTC in minutes) of an aware time; (None, None) if unknown."""
    if time is None:
        return None, None
    offset = time.utcoffset()
    if offset is None:
        raise ValueError("a message's time must say its offset from UTC")
    since = time - _EPOCH
    microseconds = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    return microseconds, round(offset.total_seconds() / 60) if offset else 0


def from_stored(microseconds: int | None, minutes: int | None) -> datetime | None:
    """The aware time of `to_stored`'s pair."""
    if microseconds is None:
        return None
    moment = _EPOCH + timedelta(microseconds=microseconds)
    if not minutes:
        return moment
    try:
        return moment.astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:  # year 1 or 9999, at the calendar's edge
        return moment


def now() -> int:
    """The wall clock in UTC microseconds."""
    return (datetime.now(UTC) - _EPOCH) // _MICROSECOND
