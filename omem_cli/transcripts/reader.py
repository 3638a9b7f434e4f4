"""From a path to parsed messages: container, decoding, recognition, cleaning. Every rule that holds for all
formats is applied here, once."""

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from omem_cli.counting import counted
from omem_cli.errors import OmemError, UnknownFormatError, UsageError
from omem_cli.records import Broken, Notice, Parsed, Skipped, Turn
from omem_cli.transcripts import clean
from omem_cli.transcripts.base import Document, Format, NoTranscript, Sample
from omem_cli.transcripts.decode import detect, kind_of_binary
from omem_cli.transcripts.formats import FORMATS, GENERAL, table
from omem_cli.transcripts.jsonstream import TOO_DEEP, Item, looks_like_json
from omem_cli.transcripts.sources import LeftOut, Refused, Source, find, is_container
from omem_cli.transcripts.times import Clock

_HEAD = 1 << 16
_UNHELD = "that no text can hold (NUL, half surrogates)"
_VALUES = 12
_ALIASES = {"generic-csv": "csv"}
_OTHERWISE = (
    "Name one with --format; a table: --format generic-csv --columns time=...,speaker=...,text=...; or write "
    '[{"role": "user", "content": "Hello", "timestamp": "2026-05-01T10:00:00Z"}]. `omem formats` tells more.'
)
_READING = (OSError, zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError, NotImplementedError)


@dataclass
class SourceFile:
    """One file of what was asked for. Either `error` says why it can't be read, or `format` names its format
    and `parsed` yields its messages once. Both None: remarks about a folder or archive, in `parsed`. `lines`,
    beside an error, are those of a text that is in no format."""

    path: str
    format: str | None = None
    error: str | None = None
    parsed: Iterator[Parsed] = field(default_factory=lambda: iter(()))
    lines: Callable[[], list[str]] | None = None
    marks_user: bool = False
    """Each message of the format says whether it is the user's own."""


def read(
    path: str, *, format: str | None = None, tz: str | None = None, columns: str | None = None
) -> Iterator[SourceFile]:
    """Every transcript behind `path` (a file, folder, zip archive or `-` for standard input).

    `format` forces a format by its name in `FORMATS`; `tz` is the zone of times written without one (default:
    the machine's); `columns` tells a table's columns, as in `time=Sent,speaker=From,text=Body`. Raises
    UsageError for a bad argument.
    """
    format = _ALIASES.get(format or "", format)
    told = table.columns_told(columns)
    if told and format not in (None, table.NAME):
        raise UsageError(f"--columns is for tables (--format generic-csv), not for the format '{format}'.")
    format = table.NAME if told else format
    if format is not None and format not in FORMATS:
        raise UsageError(f"'{format}' is no transcript format; there are: {', '.join(FORMATS)}.")
    clock = Clock(tz)
    container = is_container(path)
    left_out: list[str] = []
    hostile: list[str] = []
    readable = 0
    for found in find(path):
        if isinstance(found, LeftOut):
            (hostile if found.hostile else left_out).append(found.path.removeprefix(path).removeprefix("/"))
        elif isinstance(found, Refused):
            yield SourceFile(found.path, error=found.why)
            readable += found.path == path  # the container itself was refused: nothing to add
        else:
            try:
                file = _open(found, FORMATS[format] if format else None, clock, told)
            except NoTranscript as error:
                if not container:
                    yield SourceFile(found.path, error=str(error), lines=getattr(error, "lines", None))
                left_out.append(found.path.removeprefix(path).removeprefix("/"))
                continue
            except OmemError as error:
                file = SourceFile(found.path, error=str(error))
            except _READING as error:
                file = SourceFile(found.path, error=f"cannot be read: {error}")
            readable += 1
            yield file
    if not container:
        return
    notices = [Notice(f"left out, its name points outside the archive: {name}") for name in hostile]
    if not readable:
        yield SourceFile(path, error="no transcript in it; looked for: " + _known())
    elif left_out:
        shown = ", ".join(left_out[:5]) + (f" and {len(left_out) - 5} more" if len(left_out) > 5 else "")
        notices.append(Notice(f"left out, no transcript: {shown}"))
    if notices:
        yield SourceFile(path, parsed=iter(notices))


class _Unmarked(NoTranscript):
    """Text, but in no format: its lines may be wanted all the same."""

    def __init__(self, why: str, document: Document) -> None:
        super().__init__(why)
        self.lines = document.lines


def _known() -> str:
    other = {name: f"{name} (or {alias})" for alias, name in _ALIASES.items()}
    return ", ".join(other.get(name, name) for name in FORMATS)


def _open(source: Source, forced: Format | None, clock: Clock, columns: Mapping[str, str]) -> SourceFile:
    with source.open() as file:
        head = file.read(64)
    if not head:
        raise NoTranscript("the file is empty")
    if what := kind_of_binary(head):
        raise NoTranscript(f"not a transcript but {what}")
    encoding, errors, notice = detect(source)
    document = Document(source, encoding, errors, clock, forced is not None, columns)
    sample, broken = _sample(document)
    chosen = forced or _recognise(sample, broken)
    remarks = [Notice(notice)] if notice else []
    parsed = _cleaned(_begun(chosen.parse(document)), remarks)
    return SourceFile(
        source.path, chosen.NAME, parsed=parsed, marks_user=getattr(chosen, "MARKS_USER", False)
    )


def _sample(document: Document) -> tuple[Sample, list[Broken]]:
    reader = document.reader()
    head = ""
    while len(head) < _HEAD and (more := reader.read(_HEAD)):
        head += more
    reader.close()
    if not looks_like_json(head):
        return Sample(document, head, False), []
    records = list(islice(document.items(sample=True), _VALUES))
    return (
        Sample(document, head, True, tuple(r.value for r in records if isinstance(r, Item))),
        [r for r in records if isinstance(r, Broken)],
    )


def _recognise(sample: Sample, broken: list[Broken]) -> Format:
    if not sample.head.strip(" \t\r\n\x00\ufeff"):
        raise NoTranscript("the file is empty: nothing but blanks")
    fitting = [f for name, f in FORMATS.items() if name not in GENERAL and f.identify(sample)]
    if len(fitting) > 1:
        fitting = _fitting_most(fitting, sample)
    if len(fitting) > 1:
        names = " or ".join(f"--format {f.NAME}" for f in fitting)
        raise UnknownFormatError(f"more than one format fits it: say which by {names}")
    for candidate in (*fitting, *(FORMATS[name] for name in GENERAL)):
        if candidate in fitting or candidate.identify(sample):
            return candidate
    if any(b.why == TOO_DEEP for b in broken):
        raise UnknownFormatError(f"not a transcript: the JSON is {TOO_DEEP}")
    if sample.is_json and broken and not any(isinstance(v, dict | list) for v in sample.values):
        raise UnknownFormatError(f"{broken[0].why} ({broken[0].where}); nothing before it was complete")
    if sample.is_json and all(_is_bare(v) for v in sample.values):
        raise NoTranscript("no messages in it: an empty list")
    if sample.head.lstrip()[:200].lower().startswith(("<!doctype html", "<html", "<?xml")):
        raise NoTranscript("not a transcript but a web page")
    unknown = f"not a transcript in any known format; looked for: {_known()}. {_OTHERWISE}"
    raise NoTranscript(unknown) if sample.is_json else _Unmarked(unknown, sample.document)


def _fitting_most(formats: list[Format], sample: Sample) -> list[Format]:
    """Those that fit most of the records: a stray record of another app doesn't make a file ambiguous."""
    counts = [sum(f.identify(replace(sample, values=(v,))) for v in sample.values) for f in formats]
    return [f for f, count in zip(formats, counts, strict=True) if count == max(counts)]


def _is_bare(value: object) -> bool:
    """Empty, or nothing but empty lists."""
    if isinstance(value, dict):
        return all(v in ([], {}) for v in value.values())
    return value == []


def _begun(parsed: Iterator[Parsed]) -> Iterator[Parsed]:
    """The same records, the first of them read at once: a reader that can't begin is an error of the file."""
    first = list(islice(parsed, 1))
    return chain(first, parsed)


def _cleaned(parsed: Iterator[Parsed], remarks: list[Notice]) -> Iterator[Parsed]:
    yield from remarks
    repaired = turns = 0
    try:
        for record in parsed:
            if isinstance(record, Turn):
                record, damage = _clean_turn(record)
                repaired += damage
                turns += isinstance(record, Turn)
            yield record
    except OmemError as error:
        yield Broken("the rest of the file", str(error))
    except _READING as error:
        yield Broken("the rest of the file", f"cannot be read: {error}")
    if repaired:
        yield Notice(
            counted(repaired, f"character {_UNHELD} was", f"characters {_UNHELD} were")
            + " removed or replaced"
        )
    if not turns:
        yield Notice("no messages in it")


def _clean_turn(record: Turn) -> tuple[Turn | Skipped, int]:
    text, damage = clean.text(record.text)
    if not text or text.isspace():
        line = record.location.line
        return Skipped(f"line {line}" if line else "a message", "an empty message"), damage
    conversation, ref = record.conversation, record.ref
    if conversation.title is not None:
        title = clean.name(conversation.title) or None
        if title != conversation.title:
            conversation = replace(conversation, title=title)
    if ref is not None:
        ref = clean.name(ref) or None
    speaker = clean.name(record.speaker) or "unknown"
    if text is record.text and speaker == record.speaker and conversation is record.conversation:
        return record if ref == record.ref else replace(record, ref=ref), damage
    return replace(record, text=text, speaker=speaker, conversation=conversation, ref=ref), damage
