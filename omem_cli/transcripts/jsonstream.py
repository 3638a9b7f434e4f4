"""JSON as it is found in the wild, read piece by piece: one value, an array of any length, JSON Lines, values
written one after the other, cut-off files. A damaged record is named and the others are kept.

Top-level arrays are split into their items by counting brackets outside strings, so only one item is in
memory at a time and an item that is no valid JSON doesn't hide the next.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from omem_cli.records import Broken
from omem_cli.transcripts.bigjson import (
    BIG,
    MAX_DEPTH,
    MAX_ITEM,
    TOKEN,
    TRUNCATED,
    Buffer,
    Reopen,
    TooDeep,
    Walk,
    decoder,
    mended,
)
from omem_cli.transcripts.decode import TextReader

_SCALAR_END = re.compile(r"[,\]\s]")
TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"


@dataclass(slots=True)  # not frozen: making a frozen one takes three times as long
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
        decoder.decode(line.strip("\ufeff\x1e \t\r\n"))
        return True
    except (ValueError, RecursionError):
        return False


def read_items(
    reader: TextReader, reopen: Reopen | None = None, *, sample: bool = False
) -> Iterator[Item | Broken]:
    """Every record of a JSON source in order; damage comes as `Broken`. With `reopen`, which gives the source
    from its start again, large arrays and objects inside of a record are not held but read when they are gone
    through; with `sample` only their beginnings."""
    buffer = Buffer(reader)
    start = buffer.peek()
    if start is None:
        return
    if start != "[" and _by_lines(buffer):
        yield from _lines(buffer)
    else:
        yield from _values(buffer, reopen, sample)


def _by_lines(buffer: Buffer) -> bool:
    while "\n" not in buffer.text[buffer.pos :] and len(buffer.text) < 2 * BIG and buffer.fill():
        pass
    end = buffer.text.find("\n", buffer.pos)
    if end < 0:
        return buffer.text[buffer.pos] != "{"
    return _is_record(buffer.text[buffer.pos : end]) or _mostly_records(buffer.text[buffer.pos :])


def _lines(buffer: Buffer) -> Iterator[Item | Broken]:
    while True:
        end = buffer.text.find("\n", buffer.pos)
        while end < 0 and len(buffer.text) - buffer.pos < MAX_ITEM and buffer.fill():
            end = buffer.text.find("\n", buffer.pos)
        last = end < 0
        line = buffer.text[buffer.pos : len(buffer.text) if last else end]
        try:
            value, stop = decoder.raw_decode(line)
        except (ValueError, RecursionError):
            stop = -1
        if stop == len(line):  # as nearly all are
            yield Item(value, buffer.line)
        else:
            yield from _line(line, buffer.line, last)
        if last:
            return
        buffer.line += 1
        buffer.pos = end + 1


def _line(line: str, number: int, last: bool) -> Iterator[Item | Broken]:
    text, where = line.strip("\ufeff\x1e\x00 \t\r\n"), f"line {number}"
    if not text:
        if "\x00" in line:
            yield Broken(where, "unreadable: nothing but NUL bytes")
        return
    position = 0
    while position < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
        except RecursionError:
            yield Broken(where, TOO_DEEP)
            return
        except ValueError:
            yield Broken(where, "unreadable: truncated JSON" if last else "unreadable: not valid JSON")
            return
        yield Item(value, number)
        position = len(text) - len(text[position:].lstrip(", \t\r\x00\x1e"))


def _values(buffer: Buffer, reopen: Reopen | None, sample: bool) -> Iterator[Item | Broken]:
    group = 0
    while (start := buffer.peek()) is not None:
        line = buffer.line
        if start == "[":
            yield from _array(buffer, group, reopen, sample)
            group += 1
        elif start == "{":
            yield from _record(buffer, group, reopen, sample, whole=True)
        else:
            end = buffer.text.find("\n", buffer.pos)
            while end < 0 and buffer.fill():
                end = buffer.text.find("\n", buffer.pos)
            end = len(buffer.text) if end < 0 else end
            text = buffer.text[buffer.pos : end].strip()
            buffer.advance(end)
            try:
                yield Item(decoder.decode(text), line, group)
            except (ValueError, RecursionError):
                yield Broken(f"line {line}", "unreadable: not valid JSON")
                return  # what follows an array or object and isn't JSON has no records to find


def _array(buffer: Buffer, group: int, reopen: Reopen | None, sample: bool) -> Iterator[Item | Broken]:
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
            for found in _record(buffer, group, reopen, sample, whole=False):
                cut = isinstance(found, Broken) and found.why == TRUNCATED
                yield found
        else:
            yield from _scalar(buffer, group)


def _scalar(buffer: Buffer, group: int) -> Iterator[Item | Broken]:
    line = buffer.line
    while True:
        found = TOKEN.match(buffer.text, buffer.pos) if buffer.text[buffer.pos] == '"' else None
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
        yield Item(decoder.decode(text), line, group)
    except (ValueError, RecursionError):
        yield Broken(f"line {line}", "unreadable: not valid JSON")


def _quick(buffer: Buffer) -> tuple[Any, int] | None:
    """The value at the buffer's position and its end, if it is all there and its nesting no question."""
    try:
        value, end = decoder.raw_decode(buffer.text, buffer.pos)
    except (ValueError, RecursionError):
        return None
    brackets = buffer.text.count("{", buffer.pos, end) + buffer.text.count("[", buffer.pos, end)
    return (value, end) if brackets <= MAX_DEPTH else None


def _large(buffer: Buffer) -> bool:
    """Whether the bracketed value at the buffer's position is too large to hold."""
    while not buffer.ended and len(buffer.text) - buffer.pos < BIG:
        buffer.fill()
    if buffer.ended:
        return False
    try:
        decoder.raw_decode(buffer.text, buffer.pos)
    except ValueError:
        return True
    except RecursionError:
        return False
    return False


def _record(
    buffer: Buffer, group: int, reopen: Reopen | None, sample: bool, *, whole: bool
) -> Iterator[Item | Broken]:
    """The bracketed value at the buffer's position. `whole`: it is the file's one value, so what is complete
    inside it is salvaged if the file is cut off."""
    line = buffer.line
    if (quick := _quick(buffer)) is not None:
        several = whole and "\n" in buffer.text[buffer.pos : quick[1]]
        buffer.advance(quick[1])
        yield Item(quick[0], None if several else line, group)
        return
    if reopen is not None and _large(buffer):
        yield from _walked(buffer, group, reopen, sample, line)
        return
    try:
        end, depth = _balanced(buffer)
    except _Cut as cut:
        buffer.advance(len(buffer.text))
        if whole and cut.salvage:
            with suppress(ValueError, RecursionError):
                yield Item(decoder.decode(cut.salvage), None, group)
        yield Broken(f"line {line}", TRUNCATED)
        return
    if depth > MAX_DEPTH:
        buffer.advance(end)
        yield Broken(f"line {line}", TOO_DEEP)
        return
    text, start = buffer.text[buffer.pos : end], buffer.base + buffer.pos
    buffer.advance(end)
    try:
        yield Item(decoder.decode(text), None if whole and "\n" in text else line, group)
    except (ValueError, RecursionError) as error:
        if whole and reopen is not None and (rest := mended(start, reopen, sample=sample)) is not None:
            yield Item(rest, None, group)
            return
        inner = line + getattr(error, "lineno", 1) - 1
        yield Broken(
            f"line {inner}", f"unreadable: not valid JSON ({getattr(error, 'msg', 'nested too deeply')})"
        )


def _walked(buffer: Buffer, group: int, reopen: Reopen, sample: bool, line: int) -> Iterator[Item | Broken]:
    walk = Walk(buffer, reopen, sample=sample)
    try:
        value = walk.value()
    except TooDeep:
        yield Broken(f"line {line}", TOO_DEEP)
    except ValueError as error:
        yield Broken(f"line {line}", f"unreadable: not valid JSON ({error})")
    else:
        yield Item(value, None, group)
        if walk.enough:
            buffer.ended = True
            buffer.advance(len(buffer.text))
            return
        if walk.cut and not walk.cut_later:
            yield Broken(f"line {line}", TRUNCATED)
        return
    buffer.ended = True  # where the value would have ended can't be told
    buffer.advance(len(buffer.text))


def _balanced(buffer: Buffer) -> tuple[int, int]:
    """End of the bracketed value at `buffer.pos`, and how deep it is nested."""
    open_brackets: list[str] = []
    deepest, kept_depth, closed_at, scan = 0, 0, buffer.pos, buffer.pos
    while True:
        for token in TOKEN.finditer(buffer.text, scan):
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
