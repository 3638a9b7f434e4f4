"""LongMemEval: the chat histories its questions are asked about."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, role_of, string, turn
from omem_cli.transcripts.formats.messages import text_of

NAME = "longmemeval"
DESCRIPTION = "LongMemEval benchmark: each question's own sessions in time order; answers are never read"
HOW = "`longmemeval_s`, `longmemeval_m` or `longmemeval_oracle`"


def identify(sample: Sample) -> bool:
    return sample.first("haystack_sessions") is not None


def parse(document: Document) -> Iterator[Parsed]:
    for number, item in enumerate(document.items(), 1):
        if isinstance(item, Broken):
            yield item
        elif isinstance(item.value, dict) and isinstance(item.value.get("haystack_sessions"), list):
            yield from _question(document, item.value, number, item.line)
        else:
            yield Broken(f"record {number}", "no `haystack_sessions`")


def _question(document: Document, value: dict[str, Any], number: int, line: int | None) -> Iterator[Parsed]:
    question = string(value.get("question_id")) or str(number)
    sessions = value["haystack_sessions"]
    names, dates = (
        [*listed(value.get(k)), *[None] * len(sessions)] for k in ("haystack_session_ids", "haystack_dates")
    )
    dated = [
        (document.clock.parse(d), n, str(i), s)
        for n, (s, i, d) in enumerate(zip(sessions, names, dates, strict=False))
    ]
    dated.sort(key=lambda x: (x[0] is None, x[0].timestamp() if x[0] else 0.0, x[1]))
    for time, position, name, messages in dated:
        conversation = Conversation(f"{number}.{position}", f"{question}/{name}", name)
        for count, message in enumerate(messages if isinstance(messages, list) else [], 1):
            where = f"{question}, session {name}, message {count}"
            role = role_of(message.get("role")) if isinstance(message, dict) else None
            text = text_of(message.get("content")) if isinstance(message, dict) else ""
            if role not in (Role.USER, Role.ASSISTANT) or not text.strip():
                yield Skipped(where, "an empty message")
            else:
                yield turn(document, conversation, role.value, role, time, text, line, f"{name}:{count}")
