"""LoCoMo (long conversations between two people, with questions about them)."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.counting import counted
from omem_cli.records import Broken, Conversation, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, string, turn

NAME = "locomo"
DESCRIPTION = (
    "LoCoMo benchmark: sessions in numeric order, photo captions kept, questions and answers never read"
)
HOW = "`locomo10.json` of the LoCoMo data set, with or without the `conversation` wrapper"

_SESSION = re.compile(r"session_(\d+)\Z")


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and _sessions(v) and _holder(v) is not None for v in sample.values)


def _holder(sample: dict[str, Any]) -> dict[str, Any] | None:
    inner = sample.get("conversation")
    holder = inner if isinstance(inner, dict) else sample
    return holder if any(f"{k}_date_time" in holder for k in holder) or "speaker_a" in holder else None


def _sessions(sample: dict[str, Any]) -> list[tuple[int, str]]:
    inner = sample.get("conversation")
    keys = inner if isinstance(inner, dict) else sample
    return sorted((int(m[1]), k) for k in keys if (m := _SESSION.match(k)) and isinstance(keys[k], list))


def parse(document: Document) -> Iterator[Parsed]:
    for number, item in enumerate(document.items()):
        if isinstance(item, Broken):
            yield item
        elif isinstance(item.value, dict) and (holder := _holder(item.value)) is not None:
            yield from _sample(document, item.value, holder, number, item.line)
        else:
            yield Broken(f"sample {number + 1}", "not a LoCoMo sample")


def _sample(
    document: Document, sample: dict[str, Any], holder: dict[str, Any], number: int, line: int | None
) -> Iterator[Parsed]:
    native = string(sample.get("sample_id"))
    conversation = Conversation(str(number), native, native)
    untimed = 0
    for session, key in _sessions(sample):
        written = holder.get(f"{key}_date_time")
        time = document.clock.parse(written)
        untimed += time is None
        for position, record in enumerate(holder[key], 1):
            where = f"{native or number + 1}, session {session}, turn {position}"
            if not isinstance(record, dict) or string(record.get("speaker")) is None:
                yield Broken(where, "a turn without a speaker")
                continue
            text, caption = string(record.get("text")), string(record.get("blip_caption"))
            # The photo itself isn't in the file: what it shows is said only by its caption.
            whole = " ".join(
                p for p in (text and text.strip(), caption and f"[image: {caption.strip()}]") if p
            )
            if not whole:
                yield Skipped(where, "an empty message")
                continue
            ref = string(record.get("dia_id"))
            yield turn(document, conversation, record["speaker"], Role.PARTICIPANT, time, whole, line, ref)
    if untimed:
        yield Notice(f"{native or 'a sample'}: {counted(untimed, 'session')} without a readable date")
