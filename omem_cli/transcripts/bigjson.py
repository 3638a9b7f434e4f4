"""JSON values too large to hold. Their arrays, and objects with very many members, become stand-ins that are
read from the source again, piece by piece, each time somebody goes through them; the rest is as usual."""

import json
import re
from collections.abc import Callable, Generator, ItemsView, Iterator, KeysView, ValuesView
from contextlib import suppress
from itertools import islice
from typing import Any, SupportsIndex, cast, overload

from omem_cli.errors import UnknownFormatError
from omem_cli.transcripts.decode import CHUNK, TextReader

BIG = 4 << 20
"""Characters from which a value is not held."""
PART = 16 << 20
"""Characters of a large array that are held when it is gone through backwards."""
SMALL = 1 << 16
"""Characters up to which a damaged object is one record, in a source that has several."""
MAX_DEPTH = 400
"""Deeper nesting is refused: Python's parser would give up near 1,000."""
MAX_ITEM = 512 << 20
"""Characters of one record or string."""
MANY = 1 << 20
"""What `len` says of a stand-in: nobody has counted."""
SAMPLE = 50
"""Items of a large array that a sample holds."""
TRUNCATED = "truncated: the file ends in the middle of a record"
TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|("(?:[^"\\]++|\\.)*+\\?\Z)|[{}\[\]]', re.S)
_BLANK = re.compile(r"[\s\ufeff\x1e]*")
_END = re.compile(r"[,\]}\s]")
decoder = json.JSONDecoder(strict=False)
Reopen = Callable[[], TextReader]


class TooDeep(ValueError):
    """Nested deeper than `MAX_DEPTH`."""


class Buffer:
    """The part of a source's text that is being looked at; `base` is the place of its first character."""

    def __init__(self, reader: TextReader) -> None:
        self._reader, self.text, self.pos, self.line, self.ended = reader, "", 0, 1, False
        self.base = 0

    def fill(self) -> bool:
        """Drops what was consumed (`pos` becomes 0) and appends more; False at the end."""
        more = "" if self.ended else self._reader.read(max(CHUNK, len(self.text) - self.pos))
        self.ended = not more
        self.base += self.pos
        self.text, self.pos = self.text[self.pos :] + more, 0
        return bool(more)

    def close(self) -> None:
        """Closes the source."""
        self._reader.close()

    def advance(self, end: int) -> None:
        """Goes on to a place in `text`."""
        self.line += self.text.count("\n", self.pos, end)
        self.pos = end

    def peek(self) -> str | None:
        """The next character that isn't blank, or None at the end."""
        while True:
            blank = _BLANK.match(self.text, self.pos)
            self.advance(blank.end() if blank else self.pos)
            if self.pos < len(self.text):
                return self.text[self.pos]
            if not self.fill():
                return None

    def skip_to(self, place: int) -> None:
        """Goes on to a place counted from the start of the source."""
        while self.base + len(self.text) <= place and not self.ended:
            self.pos = len(self.text)
            self.fill()
        self.pos = place - self.base

    def skip_value(self) -> bool:
        """Goes past the bracketed value at `pos`; False if the source ends before."""
        depth = 0
        while True:
            scan = self.pos
            for token in TOKEN.finditer(self.text, scan):
                if token[1]:
                    break
                scan = token.end()
                bracket = self.text[token.start()]
                if bracket == '"':
                    continue
                depth += 1 if bracket in "{[" else -1
                if depth == 0:
                    self.advance(scan)
                    return True
            self.advance(scan)
            if not self.fill():
                self.advance(len(self.text))
                return False


class Streamed(list[Any]):
    """A large JSON array. What is damaged in it comes as None."""

    def __init__(self, start: Callable[[], Iterator[Any]], back: Callable[[], Iterator[Any]]) -> None:
        super().__init__()
        self._start, self._back = start, back

    def __iter__(self) -> Iterator[Any]:
        return self._start()

    def __reversed__(self) -> Iterator[Any]:
        return self._back()

    def __len__(self) -> int:
        return MANY

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, at: SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        if isinstance(at, slice):
            whole = any(n is not None and n < 0 for n in (at.start, at.stop, at.step))
            return list(self)[at] if whole else list(islice(self, at.start, at.stop, at.step))
        place = at.__index__()
        return list(self)[place] if place < 0 else next(islice(self, place, None))

    def __add__(self, more: list[Any]) -> list[Any]:
        return [*self, *more]


class StreamedObject(dict[str, Any]):
    """A JSON object with very many members: go through `items()`; looking one up reads all before it."""

    def __init__(self, start: Callable[[], Iterator[tuple[str, Any]]]) -> None:
        super().__init__()
        self._start = start

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._start())

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        return cast("ItemsView[str, Any]", self._start())

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        return cast("KeysView[str]", iter(self))

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        return cast("ValuesView[Any]", (value for _, value in self._start()))

    def get(self, key: str, default: Any = None) -> Any:
        return next((value for name, value in self._start() if name == key), default)

    def __getitem__(self, key: str) -> Any:
        for name, value in self._start():
            if name == key:
                return value
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(name == key for name in self)

    def __len__(self) -> int:
        return MANY

    def __bool__(self) -> bool:
        return True


_MISSING = object()


class Walk:
    """Reads one large value. `sample`: only its beginning, with the first items of large arrays; `enough`
    says then that it was left there. `cut`: the source ended inside of it."""

    def __init__(self, buffer: Buffer, reopen: Reopen, *, sample: bool = False, limit: int = BIG) -> None:
        self._buffer, self._reopen, self._sample, self._limit = buffer, reopen, sample, limit
        self.enough = self.cut = self.cut_later = False
        self._left_out = 0  # characters of what is not held

    def value(self, depth: int = 0) -> Any:
        """The value at the buffer's position. Raises ValueError where it is no JSON."""
        first = self._buffer.peek()
        if first is None:
            self.cut = True
            return None
        found = self._small(first)
        if found is not _MISSING:
            return found
        if depth > MAX_DEPTH:
            raise TooDeep
        if first == "[":
            return self._array(depth)
        if first == "{":
            return self._object(depth)
        raise ValueError("no JSON value")

    def _small(self, first: str) -> Any:
        """The value if it ends within `BIG` characters (a string within `MAX_ITEM`)."""
        buffer = self._buffer
        limit = MAX_ITEM if first == '"' else self._limit
        while True:
            try:
                value, end = decoder.raw_decode(buffer.text, buffer.pos)
                if end < len(buffer.text) or buffer.ended or first in '"{[':
                    buffer.advance(end)
                    return value
            except (ValueError, RecursionError):
                pass
            if len(buffer.text) - buffer.pos >= limit or buffer.ended:
                if first == "{" and 0 < self._length() <= self._limit:
                    raise ValueError("not valid JSON")
                break
            while not buffer.ended and len(buffer.text) - buffer.pos < min(limit, BIG):
                buffer.fill()
            if first == '"' and not buffer.ended:
                buffer.fill()
        return _MISSING

    def _length(self) -> int:
        """Characters of the bracketed value at the buffer's position; 0 if its end isn't there yet."""
        depth, start = 0, self._buffer.pos
        for token in TOKEN.finditer(self._buffer.text, start):
            bracket = self._buffer.text[token.start()]
            if bracket != '"':
                depth += 1 if bracket in "{[" else -1
                if depth == 0:
                    return token.end() - start
        return 0

    def _array(self, depth: int) -> Any:
        start = self._buffer.base + self._buffer.pos
        if self._sample:
            items = list(islice(self._items(depth), SAMPLE))
            self.enough = True
            return items
        self.cut_later |= not self._buffer.skip_value()
        self._left_out += self._buffer.base + self._buffer.pos - start
        return Streamed(
            lambda: self._again(start)._closing(lambda walk: walk._items(depth)),
            lambda: self._backwards(start, depth),
        )

    def _backwards(self, start: int, depth: int) -> Iterator[Any]:
        """The items of an array, last first: gone through once to note places in it, then from one place to
        the next, the last part first, so that only a part is held."""
        marks: list[int] = []
        error: UnknownFormatError | None = None
        try:
            for place, _ in self._again(start)._closing(lambda walk: walk._placed(depth)):
                if not marks or place - marks[-1] >= PART:
                    marks.append(place)
        except UnknownFormatError as found:
            error = found  # what came before it is given first
        end: int | None = None
        for mark in reversed(marks):
            part: list[Any] = []
            placed = self._again(mark)._closing(lambda walk: walk._placed(depth, inside=True))
            with suppress(UnknownFormatError):
                for place, item in placed:
                    if end is not None and place >= end:
                        break
                    part.append(item)
            placed.close()
            end = mark
            yield from reversed(part)
        if error:
            raise error

    def _again(self, start: int) -> "Walk":
        buffer = Buffer(self._reopen())
        buffer.skip_to(start)
        return Walk(buffer, self._reopen, limit=self._limit)

    def _closing(self, read: "Callable[[Walk], Iterator[Any]]") -> Generator[Any, None, None]:
        try:
            yield from read(self)
        finally:
            self._buffer.close()

    def _items(self, depth: int) -> Iterator[Any]:
        return (item for _, item in self._placed(depth))

    def _placed(self, depth: int, *, inside: bool = False) -> Iterator[tuple[int, Any]]:
        """(place in the source, item) of the array at the buffer's position; `inside`: of the rest of it."""
        buffer = self._buffer
        if not inside:
            buffer.advance(buffer.pos + 1)
        while True:
            start = buffer.peek()
            if start is None:
                raise UnknownFormatError(TRUNCATED)
            if start == "]":
                buffer.advance(buffer.pos + 1)
                return
            if start == ",":
                buffer.advance(buffer.pos + 1)
                continue
            before = buffer.base + buffer.pos
            try:
                item = self.value(depth + 1)
            except ValueError as error:
                if buffer.base + buffer.pos != before:
                    raise UnknownFormatError(f"unreadable: not valid JSON ({error})") from error
                self._past_damage()
                item = None
            if self.cut:
                raise UnknownFormatError(TRUNCATED)
            yield before, item
            if self.enough:
                return

    def _past_damage(self) -> None:
        buffer = self._buffer
        if buffer.text[buffer.pos : buffer.pos + 1] in ("{", "["):
            if not buffer.skip_value():
                raise UnknownFormatError(TRUNCATED)
            return
        end = _END.search(buffer.text, buffer.pos + 1)
        buffer.advance(end.start() if end else len(buffer.text))

    def _object(self, depth: int) -> Any:
        buffer, found, kept = self._buffer, {}, 0
        start, before = buffer.base + buffer.pos, self._left_out
        for key, value, size in self._members(depth):
            found[key] = value
            kept += size
            if self.enough or self.cut:
                break
            if kept > BIG:
                found.clear()
                if self._sample:
                    self.enough = True
                    return dict(islice(self._again(start)._pairs(depth), SAMPLE))
                whole = self._again(start)
                self.cut_later |= not whole._buffer.skip_value()
                buffer.skip_to(whole._buffer.base + whole._buffer.pos)
                whole._buffer.close()
                self._left_out = before + buffer.base + buffer.pos - start
                return StreamedObject(lambda: self._again(start)._closing(lambda walk: walk._pairs(depth)))
        return found

    def _pairs(self, depth: int) -> Iterator[tuple[str, Any]]:
        for key, value, _ in self._members(depth):
            if self.cut:
                raise UnknownFormatError(TRUNCATED)
            yield key, value

    def _members(self, depth: int) -> Iterator[tuple[str, Any, int]]:
        """(key, value, characters of it that are held) of the object at the buffer's position."""
        buffer = self._buffer
        buffer.advance(buffer.pos + 1)
        while True:
            start = buffer.peek()
            if start == "}":
                buffer.advance(buffer.pos + 1)
                return
            if start == ",":
                buffer.advance(buffer.pos + 1)
                continue
            if start is None:
                self.cut = True
                return
            key = self._small(start) if start == '"' else _MISSING
            if not isinstance(key, str):
                if buffer.ended and start == '"':
                    self.cut = True
                    return
                raise ValueError("no member of an object")
            if buffer.peek() != ":":
                self.cut = buffer.peek() is None
                if self.cut:
                    return
                raise ValueError("no value after a key")
            buffer.advance(buffer.pos + 1)
            before = buffer.base + buffer.pos - self._left_out
            try:
                value = self.value(depth + 1)
            except ValueError:
                if not buffer.ended or self._length():
                    raise
                self.cut = True  # the source ends in it: what came before stays
                return
            yield key, value, buffer.base + buffer.pos - self._left_out - before
            if self.enough or self.cut:
                return


def mended(start: int, reopen: Reopen, *, sample: bool) -> dict[str, Any] | None:
    """The object at a place of the source, which isn't valid JSON: what is damaged in its arrays is left out.
    None if the damage is elsewhere."""
    buffer = Buffer(reopen())
    buffer.skip_to(start)
    walk = Walk(buffer, reopen, sample=sample, limit=SMALL)
    try:
        found = walk._object(0)
    except ValueError:
        return None
    finally:
        buffer.close()
    return found if isinstance(found, dict) and found else None
