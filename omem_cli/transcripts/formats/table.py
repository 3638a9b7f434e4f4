"""A table of messages: CSV or TSV with a heading."""

import csv
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice

from omem_cli.errors import UnknownFormatError, UsageError
from omem_cli.records import Broken, Conversation, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import NOT_SPEECH, Document, Sample, role_of, turn
from omem_cli.transcripts.times import Clock, DayOrder, gregorian, hour12

NAME = "csv"
DESCRIPTION = "CSV or TSV table with a heading, one message a row"
HOW = (
    "columns named like `speaker` (sender, from, author, role) and `text` (message, …), maybe `timestamp`; "
    "others by `--columns time=Sent,speaker=From,text=Body` (heading, or number from 1 where there is none)"
)

_COLUMNS = {
    "speaker": "speaker sender from author name user role username sender_name from_name "
    "发送人 发送者 说话人 昵称 姓名",
    "text": "text message content body msg utterance 内容 消息 消息内容 文本",
    "time": "timestamp datetime date_time created_at sent_at time createtime strtime 时间 時間 发送时间 "
    "time_sent sent_time message_time",
    "date": "date 日期 day date_sent sent_date message_date",
    "thread": "conversation_id conversation thread_id thread chat_id chat channel session_id session 会话",
}
_MEANINGS = {name: column for column, names in _COLUMNS.items() for name in names.split()}
_DATE = re.compile(
    r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})"
    r"(?:,?\s+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([AaPp])?\.?\s?(?:[Mm]\.?)?)?\Z"
)
_MIDNIGHT = re.compile(r"(?<=\d)[T\s]+0?0:00(?::00(?:\.0+)?)?\Z")
"""What spreadsheets write behind a day."""


def columns_told(text: str | None) -> dict[str, str]:
    """`time=Sent,speaker=From,text=Body` -> meaning: heading. Raises UsageError for anything else."""
    told = {}
    for part in (text or "").split(",") if text is not None else ():
        meaning, _, heading = part.partition("=")
        if meaning.strip() not in _COLUMNS or not heading.strip():
            raise UsageError(
                f"--columns wants names such as time=Sent,speaker=From,text=Body (of {', '.join(_COLUMNS)}), "
                f"not {part!r}."
            )
        told[meaning.strip()] = heading.strip()
    return told


def identify(sample: Sample) -> bool:
    if sample.is_json:
        return False
    layout = _layout(sample.head, {})
    return layout is not None and {"speaker", "text"} <= layout.columns.keys()


@dataclass(frozen=True)
class _Layout:
    """How a table is written; `first` is the line of its first row of data, counted from 0."""

    delimiter: str
    first: int
    columns: dict[str, int]
    heading: list[str]

    @cached_property
    def named(self) -> int:
        """How many columns there are, without nameless ones at the end."""
        known = self.columns.values()
        return max(n for n, name in enumerate(self.heading) if name or n in known) + 1


def _layout(text: str, told: Mapping[str, str]) -> _Layout | None:
    """The reading of the table that explains most of its columns; None if it has no columns at all."""
    csv.field_size_limit(1 << 30)
    lines = text.replace("\r", "").split("\n", 12)[:12]
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return None
    delimiters = ",;\t|"
    if declared := re.fullmatch(r'"?sep=(.)"?\s*', lines[first], re.I):
        delimiters, first = declared[1], first + 1
    numbered = bool(told) and all(heading.isdecimal() for heading in told.values())
    best: _Layout | None = None
    for delimiter in delimiters:
        heading = next(csv.reader([lines[first] if first < len(lines) else ""], delimiter=delimiter), [])
        heading = [name.strip() for name in heading]
        columns = {} if numbered else _recognised(heading)
        for meaning, name in told.items():
            at = _column(heading, name)
            if at is not None:
                columns[meaning] = at
        found = _Layout(delimiter, first if numbered else first + 1, columns, heading)
        if best is None or (len(columns), len(heading)) > (len(best.columns), len(best.heading)):
            best = found
    return best


def _recognised(heading: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for number, name in enumerate(heading):
        if meaning := _MEANINGS.get(re.sub(r"[\s-]+", "_", name.casefold())):
            columns.setdefault(meaning, number)
    return columns


def _column(heading: Sequence[str], name: str) -> int | None:
    exact = [n for n, found in enumerate(heading) if found.casefold() == name.casefold()]
    if exact:
        return exact[0]
    return int(name) - 1 if name.isdecimal() and 0 < int(name) <= len(heading) else None


def parse(document: Document) -> Iterator[Parsed]:
    layout = _layout("\n".join(islice(_lines(document), 12)), document.columns)
    if layout is None:
        raise UnknownFormatError("an empty table")
    heading = f"its heading is: {', '.join(layout.heading)[:300]}"
    for name in document.columns.values():
        if _column(layout.heading, name) is None:
            raise UnknownFormatError(f"there is no column {name!r}; {heading}")
    if missing := [meaning for meaning in ("speaker", "text") if meaning not in layout.columns]:
        example = ",".join(f"{meaning}=NAME" for meaning in missing)
        raise UnknownFormatError(
            f"no column is known to hold the {' and the '.join(missing)}: say it by --columns {example}; "
            f"{heading}"
        )
    columns = layout.columns
    width = max(columns.values()) + 1
    dates = DayOrder()
    written = False
    for _, row in _rows(document, layout) if {"time", "date"} & columns.keys() else ():
        if isinstance(row, list) and len(row) >= width and (m := _numbers(_times(row, columns))):
            written = True
            dates.add((int(m[1]), int(m[2]), int(m[3])))
    order, sure = dates.decide()
    if written and not sure:
        yield Notice("ambiguous dates: nothing tells day from month; assumed day first (D/M)")
    for number, row in _rows(document, layout):
        where = f"line {number}"
        if isinstance(row, csv.Error):
            yield Broken(where, f"not a row of the table ({row})")
            continue
        if not any(cell.strip() for cell in row):
            continue
        if len(row) < width:
            yield Broken(where, f"too few columns: {len(row)} instead of {width}")
            continue
        whole = _fitted(row, layout)
        if whole is None:
            yield Broken(
                where,
                f"too many columns: {len(row)} instead of {len(layout.heading)} (a text without quotes?)",
            )
            continue
        row = whole
        name = _cell(row, columns, "speaker")
        role = role_of(name) or Role.PARTICIPANT
        said = _cell(row, columns, "text")
        if role in NOT_SPEECH or not said:
            yield Skipped(where, NOT_SPEECH.get(role, "an empty message"))
            continue
        thread = _cell(row, columns, "thread")
        time = _time(document.clock, _times(row, columns), order)
        speaker = name if role is Role.PARTICIPANT else role.value
        yield turn(
            document, Conversation(thread or "0", None, thread or None), speaker, role, time, said, number
        )


def _lines(document: Document) -> Iterator[str]:
    return (part for line in document.lines() for part in line.split("\r"))


_LONG = 20_000
"""Lines of one row from which it is asked whether its quotation mark was ever closed."""


class _Lines:
    """Physical lines for the CSV reader, which can be given back when it read on for a closing quote that
    belongs to another row."""

    def __init__(self, lines: Iterator[str], holds_rows: Callable[[Sequence[str]], bool]) -> None:
        self._lines, self._holds_rows = lines, holds_rows
        self._again: deque[str] = deque()
        self.row: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if len(self.row) == _LONG and self._holds_rows(self.row[1:]):
            raise StopIteration
        line = self._again.popleft() if self._again else next(self._lines) + "\n"
        self.row.append(line)
        return line

    def give_back(self, kept: int) -> None:
        """Of the row so many lines are left; those after them are read again."""
        self._again.extendleft(reversed(self.row[kept:]))
        del self.row[kept:]


def _rows(document: Document, layout: _Layout) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """(line from 1, cells) of every row of data, or why it is none."""

    def holds_rows(lines: Sequence[str]) -> bool:
        return any(_is_row(document.clock, line, layout) for line in lines)

    lines = _Lines(islice(_lines(document), layout.first, None), holds_rows)
    number = layout.first + 1
    reader = csv.reader(lines, delimiter=layout.delimiter)
    while True:
        row: list[str] | csv.Error
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            row = error
        short = isinstance(row, list) and 0 < len(row) < layout.named
        if any('"' in line for line in lines.row) and not _closed(lines.row, layout.delimiter):
            rest = lines.row[1:]
            own = next((n for n, line in enumerate(rest) if _is_row(document.clock, line, layout)), None)
            if own is not None or (short and not any(line.strip() for line in rest)):
                row = _open_row(lines.row[0].rstrip("\n"), layout.delimiter)
                if own:  # a text of several lines
                    row[-1] = "\n".join([row[-1], *(line.rstrip("\n") for line in rest[:own])])
                lines.give_back(1 + (own or 0))
                reader = csv.reader(lines, delimiter=layout.delimiter)  # the old one stopped inside a quote
        yield number, row
        number += len(lines.row)
        lines.row = []


def _closed(lines: Sequence[str], delimiter: str) -> bool:
    """Whether every quoted cell of a row ends with its quotation mark, blanks behind it aside."""
    blanks = re.compile(rf'" +(?={re.escape(delimiter)}|\n|\Z)')
    try:
        list(csv.reader([blanks.sub('"', line) for line in lines], delimiter=delimiter, strict=True))
    except csv.Error:
        return False
    return True


def _open_row(line: str, delimiter: str) -> list[str]:
    """The cells of a line in which one begins with a quotation mark that is a part of its text."""
    cell = re.compile(rf' *"((?:[^"]|"")*)" *(?={re.escape(delimiter)}|\Z)|[^{re.escape(delimiter)}]*')
    cells, at = [], 0
    while (m := cell.match(line, at)) is not None:
        cells.append(m[0] if m[1] is None else m[1].replace('""', '"'))
        at = m.end() + 1
        if m.end() >= len(line):
            break
    return cells


def _is_row(clock: Clock, line: str, layout: _Layout) -> bool:
    """Whether a line is a row by itself: as many cells as the heading names, with a date and time where there
    is a column for it, else a known role."""
    if line.count(layout.delimiter) < layout.named - 1:
        return False
    cells = next(csv.reader([line], delimiter=layout.delimiter), [])
    if not layout.named <= len(cells) <= len(layout.heading):
        return False
    if {"time", "date"} & layout.columns.keys():
        return any(
            clock.parse(time) is not None or _DATE.match(time) for time in _times(cells, layout.columns)
        )
    return role_of(_cell(cells, layout.columns, "speaker")) is not None


def _cell(row: list[str], columns: dict[str, int], name: str) -> str:
    return row[columns[name]].strip() if name in columns else ""


def _fitted(row: list[str], layout: _Layout) -> list[str] | None:
    """A row without more cells than the heading names: a text at its end that has the delimiter in it, and no
    quotes around it, is put together again. None where nothing tells which cell is what."""
    named = layout.named
    if len(row) <= named or not any(cell.strip() for cell in row[named:]):
        return row
    if layout.columns["text"] == named - 1:
        text = layout.delimiter.join(row[named - 1 :])
        return [*row[: named - 1], text]
    return row if len(row) <= len(layout.heading) else None


def _times(row: list[str], columns: dict[str, int]) -> list[str]:
    """The readings of a row's time, the best first: as it is, the day with the time, the day alone."""
    time, date = _cell(row, columns, "time"), _cell(row, columns, "date")
    return [t for t in (time, f"{_MIDNIGHT.sub('', date)} {time}" if date and time else "", date) if t]


def _numbers(times: Sequence[str]) -> "re.Match[str] | None":
    """The first reading that is a date of three numbers with the year last."""
    return next((m for time in times if (m := _DATE.match(time))), None)


def _time(clock: Clock, times: Sequence[str], order: str) -> datetime | None:
    for written in times:
        if (time := clock.parse(written)) is not None:
            return time
        if m := _DATE.match(written):
            naive = _date(m, order)
            return clock.local(naive) if naive else None
        if written[:4].isdecimal() and (time := clock.worded(written, numbers=True)) is not None:
            return time
    return None


def _date(m: "re.Match[str]", order: str) -> datetime | None:
    day, month = (int(m[2]), int(m[1])) if order == "mdy" else (int(m[1]), int(m[2]))
    hour = hour12(int(m[4]), m[7] in "Pp") if m[7] else int(m[4] or 0)
    if (year := gregorian(int(m[3]))) is None:
        return None
    try:
        return datetime(year, month, day, hour, int(m[5] or 0), int(m[6] or 0))
    except ValueError:
        return None
