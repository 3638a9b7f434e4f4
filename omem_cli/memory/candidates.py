"""Claims that somebody labelled, in place of a model's: so that deciding is measured apart from reading.

JSON lines, one a message: `{"text", "date", "attributes": [{"aspect", "value", "quote"}], "events":
[{"event", "quote", "date"}], "topic", "clues"}`; all but `text` may be left out. A line belongs to the stored
messages with this text (and, if given, of this day).
"""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from omem_cli.errors import OmemError
from omem_cli.memory import persona
from omem_cli.memory.profile import index_persona
from omem_cli.protocols import Embedder
from omem_cli.records import ASPECTS, AttributeClaim, EventClaim, Message, Understanding
from omem_cli.store import Store

MODEL = "labelled"
"""Stands where a model's id would."""

NONE = "no candidates"
"""Why a message without a line tells nothing."""

Candidates = dict[str, dict[str | None, Understanding]]


def read(lines: Iterable[str]) -> Candidates:
    """Text -> day -> what was labelled. Raises OmemError naming the line that is wrong."""
    found: Candidates = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            found.setdefault(record["text"], {})[record.get("date")] = _understanding(record)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise OmemError(f"line {number} of the candidates is wrong: {why}") from error
    return found


def _understanding(record: dict[str, Any]) -> Understanding:
    text = record["text"]

    def quote(one: dict[str, Any]) -> str:
        words: str = one.get("quote") or text
        if words not in text:
            raise ValueError(f"the quote {words[:40]!r} is not in the text")
        return words

    def claim(one: dict[str, Any]) -> AttributeClaim:
        if one["aspect"] not in ASPECTS:
            raise ValueError(f"there is no aspect {one['aspect']!r}")
        return AttributeClaim(one["aspect"], str(one["value"]), quote(one))

    return Understanding(
        topic=record.get("topic") or "",
        attributes=tuple(map(claim, record.get("attributes") or ())),
        events=tuple(
            EventClaim(str(e["event"]), quote(e), e.get("date")) for e in record.get("events") or ()
        ),
        clues=tuple(record.get("clues") or ()),
        model=MODEL,
    )


def decide(
    store: Store, candidates: Candidates, embedder: Embedder | None = None, limit: int | None = None
) -> Counter[str]:
    """Takes every pending message as labelled, in file order; returns how often each action was taken."""
    taken: Counter[str] = Counter()
    for message in store.messages.pending(limit):
        understanding = _of(candidates, message)
        taken.update(d.action for d in persona.remember(store, message, understanding, embedder))
    if embedder is not None:
        index_persona(store, embedder)
    return taken


def _of(candidates: Candidates, message: Message) -> Understanding:
    days = candidates.get(message.text, {})
    day = None if message.time is None else message.time.date().isoformat()
    return days.get(day) or days.get(None) or Understanding("", skipped=NONE, model=MODEL)
