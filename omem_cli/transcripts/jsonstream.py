"""JSON as it is found in the wild, read piece by piece: one value, an array of any length, JSON Lines, values
written one after the other, cut-off files. A damaged record is named and the others are kept.

Top-level arrays are split into their items by counting brackets outside strings, so only one item is in
memory at a time and an item that is no valid JSON doesn't hide the next.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from omem_cli.records import Broken
from omem_cli.transcripts.decode import CHUNK, TextReader

MAX_DEPTH = 400
"""Deeper nesting is refused: Python's parser would give up near 1,000."""
MAX_ITEM = 512 << 20
"""Characters of one record."""
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|("(?:[^"\\]++|\\.)*+\\?\Z)|[{}\[\]]', re.S)
_BLANK = re.compile(r"[\s\ufeff\x1e]*")
_SCALAR_END = re.compile(r"[,\]\s]")
_decoder = json.JSONDecoder(strict=False)
TRUNCATED = "truncated: the file ends in the middle of a record"
TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"


@dataclass(frozen=True, slots=True)
class Item:
    """A record: an element of the top-level array, a line of JSON Lines, or the one value of the file.
    `group` tells top-level arrays of one file apart; `line` is None inside one big object."""

    value: Any
    line: int | None
    group: int = 0


class _Cut(Exception):
    """The source ended inside a value; `salvage` is what was complete of it, closed properly."""

    def __init__(self, salvage: str) -> None:
        self.salvage = salvage


class _Buffer:
    def __init__(self, reader: TextReader) -> None:
        self._reader, self.text, self.pos, self.line, self.ended = reader, "", 0, 1, False

    def fill(self) -> bool:
        """Drops what was consumed (`pos` becomes 0) and appends more; False at the end."""
        more = "" if self.ended else self._reader.read(max(CHUNK, len(self.text) - self.pos))
        self.ended = not more
        self.text, self.pos = self.text[self.pos :] + more, 0
        return bool(more)

    def advance(self, end: int) -> None:
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


def looks_like_json(head: str) -> bool:
    """JSON or JSON Lines, judged by the start of a text."""
    start = head.lstrip("\ufeff \t\r\n\x00\x1e")[:2]
    if not start or start[0] not in "{[":
        return _mostly_records(head)
    # "[10:30] Ann:" and "[x] done" also begin with a bracket.
    return start[0] == "{" or bool(
        re.match(
            r"\[\s*(?:[\[{\]\"]|-?\d+(?:\.\d+)?\s*[,\]]\s*(?:[\d\]]|\Z)|null)",
            head.lstrip("\ufeff \t\r\n\x00"),
        )
    )


def _mostly_records(head: str) -> bool:
    lines = [line for line in head.split("\n")[:50] if line.strip()]
    return len(lines) >= 2 and 2 * sum(_is_record(line) for line in lines) >= len(lines)


def _is_record(line: str) -> bool:
    if not line.lstrip("\ufeff\x1e \t").startswith("{"):
        return False
    try:
        _decoder.decode(line.strip("\ufeff\x1e \t\r\n"))
        return True
    except (ValueError, RecursionError):
        return False


def read_items(reader: TextReader) -> Iterator[Item | Broken]:
    """Every record of a JSON source in order; damage comes as `Broken`."""
    buffer = _Buffer(reader)
    start = buffer.peek()
    if start is None:
        return
    if start != "[" and _by_lines(buffer):
        yield from _lines(buffer)
    else:
        yield from _values(buffer)


def _by_lines(buffer: _Buffer) -> bool:
    while "\n" not in buffer.text[buffer.pos :] and len(buffer.text) < (64 << 20) and buffer.fill():
        pass
    end = buffer.text.find("\n", buffer.pos)
    if end < 0:
        return buffer.text[buffer.pos] != "{"
    return _is_record(buffer.text[buffer.pos : end]) or _mostly_records(buffer.text[buffer.pos :])


def _lines(buffer: _Buffer) -> Iterator[Item | Broken]:
    while True:
        end = buffer.text.find("\n", buffer.pos)
        while end < 0 and len(buffer.text) - buffer.pos < MAX_ITEM and buffer.fill():
            end = buffer.text.find("\n", buffer.pos)
        last = end < 0
        line = buffer.text[buffer.pos : len(buffer.text) if last else end]
        yield from _line(line, buffer.line, last)
        if last:
            return
        buffer.advance(end + 1)


def _line(line: str, number: int, last: bool) -> Iterator[Item | Broken]:
    text, where = line.strip("\ufeff\x1e\x00 \t\r\n"), f"line {number}"
    if not text:
        if "\x00" in line:
            yield Broken(where, "unreadable: nothing but NUL bytes")
        return
    position = 0
    while position < len(text):
        try:
            value, position = _decoder.raw_decode(text, position)
        except RecursionError:
            yield Broken(where, TOO_DEEP)
            return
        except ValueError:
            yield Broken(where, "unreadable: truncated JSON" if last else "unreadable: not valid JSON")
            return
        yield Item(value, number)
        position = len(text) - len(text[position:].lstrip(", \t\r\x00\x1e"))


def _values(buffer: _Buffer) -> Iterator[Item | Broken]:
    group = 0
    while (start := buffer.peek()) is not None:
        line = buffer.line
        if start == "[":
            yield from _array(buffer, group)
            group += 1
        elif start == "{":
            yield from _record(buffer, group, whole=True)
        else:
            end = buffer.text.find("\n", buffer.pos)
            while end < 0 and buffer.fill():
                end = buffer.text.find("\n", buffer.pos)
            end = len(buffer.text) if end < 0 else end
            text = buffer.text[buffer.pos : end].strip()
            buffer.advance(end)
            try:
                yield Item(_decoder.decode(text), line, group)
            except (ValueError, RecursionError):
                yield Broken(f"line {line}", "unreadable: not valid JSON")
                return  # what follows an array or object and isn't JSON has no records to find


def _array(buffer: _Buffer, group: int) -> Iterator[Item | Broken]:
    buffer.advance(buffer.pos + 1)
    cut = False
    while True:
        start = buffer.peek()
        if start is None:
            if not cut:
                yield Broken(f"line {buffer.line}", TRUNCATED)
            return
        if start == "]":
            buffer.advance(buffer.pos + 1)
            return
        if start == ",":
            buffer.advance(buffer.pos + 1)
        elif start in "{[":
            for found in _record(buffer, group, whole=False):
                cut = isinstance(found, Broken) and found.why == TRUNCATED
                yield found
        else:
            yield from _scalar(buffer, group)


def _scalar(buffer: _Buffer, group: int) -> Iterator[Item | Broken]:
    line = buffer.line
    while True:
        found = _TOKEN.match(buffer.text, buffer.pos) if buffer.text[buffer.pos] == '"' else None
        end = found if found and not found[1] else _SCALAR_END.search(buffer.text, buffer.pos)
        if end and (found is None or not found[1]):
            break
        if not buffer.fill():
            yield Broken(f"line {line}", TRUNCATED)
            buffer.advance(len(buffer.text))
            return
    stop = end.end() if found else end.start()
    stop = max(stop, buffer.pos + 1)
    text = buffer.text[buffer.pos : stop]
    buffer.advance(stop)
    try:
        yield Item(_decoder.decode(text), line, group)
    except (ValueError, RecursionError):
        yield Broken(f"line {line}", "unreadable: not valid JSON")


def _record(buffer: _Buffer, group: int, *, whole: bool) -> Iterator[Item | Broken]:
    """The bracketed value at the buffer's position. `whole`: it is the file's one value, so what is complete
    inside it is salvaged if the file is cut off."""
    line = buffer.line
    try:
        end, depth = _balanced(buffer)
    except _Cut as cut:
        buffer.advance(len(buffer.text))
        if whole and cut.salvage:
            with suppress(ValueError, RecursionError):
                yield Item(_decoder.decode(cut.salvage), None, group)
        yield Broken(f"line {line}", TRUNCATED)
        return
    if depth > MAX_DEPTH:
        buffer.advance(end)
        yield Broken(f"line {line}", TOO_DEEP)
        return
    text = buffer.text[buffer.pos : end]
    buffer.advance(end)
    try:
        yield Item(_decoder.decode(text), None if whole and "\n" in text else line, group)
    except (ValueError, RecursionError) as error:
        inner = line + getattr(error, "lineno", 1) - 1
        yield Broken(
            f"line {inner}", f"unreadable: not valid JSON ({getattr(error, 'msg', 'nested too deeply')})"
        )


def _balanced(buffer: _Buffer) -> tuple[int, int]:
    """End of the bracketed value at `buffer.pos`, and how deep it is nested."""
    open_brackets: list[str] = []
    deepest, kept_depth, closed_at, scan = 0, 0, buffer.pos, buffer.pos
    while True:
        for token in _TOKEN.finditer(buffer.text, scan):
            if token[1]:
                scan = token.start()
                break
            scan = token.end()
            bracket = buffer.text[token.start()]
            if bracket == '"':
                continue
            if bracket in "{[":
                open_brackets.append(bracket)
                deepest = max(deepest, len(open_brackets))
            else:
                open_brackets.pop()
                closed_at, kept_depth = scan, len(open_brackets)
                if not open_brackets:
                    return scan, deepest
        if len(buffer.text) - buffer.pos > MAX_ITEM:
            raise _Cut("")
        before = buffer.pos
        more = buffer.fill()
        scan, closed_at = scan - before, closed_at - before
        if not more:
            closers = "".join("}" if b == "{" else "]" for b in reversed(open_brackets[:kept_depth]))
            raise _Cut(buffer.text[:closed_at] + closers if closed_at and deepest <= MAX_DEPTH else "")
