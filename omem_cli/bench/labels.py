"""Reads labelled messages: a JSON object a line, with what a perfect reader would note.

training/data/GUIDE.md describes the fields.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from omem_cli.errors import OmemError
from omem_cli.records import ASPECTS, MessageContext


@dataclass(frozen=True, slots=True)
class GoldEvent:
    """A labelled event; `date` is ISO, partial where the message is vague, or None."""

    event: str
    quote: str
    date: str | None


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message and what it reveals; `attributes` are (aspect, value)."""

    message: MessageContext
    language: str
    attributes: tuple[tuple[str, str], ...]
    events: tuple[GoldEvent, ...]
    clues: tuple[str, ...]

    @property
    def telling(self) -> bool:
        """Whether the message reveals anything about its writer."""
        return bool(self.attributes or self.events)


def read(lines: Iterable[str], path: str) -> Iterator[Labelled]:
    """The labelled messages of a file's lines; empty lines are passed over.

    Only `text` must be there; labels that are missing mean that there is nothing to find. Raises OmemError
    with the line's number for what is no such record.
    """
    for number, line in enumerate(lines, 1):
        line = line.strip("\ufeff \t\r\n")
        if not line:
            continue
        try:
            yield _labelled(json.loads(line))
        except json.JSONDecodeError as error:
            raise OmemError(f"{path}, line {number}: no JSON ({error.msg})") from None
        except _Wrong as wrong:
            raise OmemError(f"{path}, line {number}: {wrong}") from None


class _Wrong(Exception):
    """What a record lacks."""


def _labelled(record: Any) -> Labelled:
    if not isinstance(record, dict):
        raise _Wrong("no JSON object")
    text = _string(record, "text")
    previous = record.get("prev")
    if previous is not None and not isinstance(previous, str):
        raise _Wrong('"prev" must be a string or null')
    attributes = [(_aspect(a), _string(a, "value")) for a in _objects(record, "attributes")]
    events = [
        GoldEvent(_string(e, "event"), _string(e, "quote"), e.get("date")) for e in _objects(record, "events")
    ]
    clues = record.get("clues") or []
    if not isinstance(clues, list) or not all(isinstance(clue, str) for clue in clues):
        raise _Wrong('"clues" must be a list of strings')
    language = record.get("lang")
    return Labelled(
        MessageContext(text, previous, _noon(record.get("date"))),
        language if isinstance(language, str) and language else "unknown",
        tuple(attributes),
        tuple(events),
        tuple(clues),
    )


def _string(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise _Wrong(f'"{name}" must be a string')
    return value


def _objects(record: dict[str, Any], name: str) -> list[dict[str, Any]]:
    rows = record.get(name) or []
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _Wrong(f'"{name}" must be a list of objects')
    return rows


def _aspect(record: dict[str, Any]) -> str:
    aspect = record.get("aspect")
    if aspect not in ASPECTS:
        raise _Wrong(f"{json.dumps(aspect, ensure_ascii=False)} is no aspect")
    return str(aspect)


def _noon(day: Any) -> datetime | None:
    """The day's noon in UTC, as `omem preview --jsonl` takes it; a full time as it is."""
    if day is None or day == "":
        return None
    try:
        moment = datetime.fromisoformat(f"{day}T12:00" if len(str(day)) == 10 else str(day))
    except ValueError:
        raise _Wrong(f"{json.dumps(day, ensure_ascii=False)} is no ISO date") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
