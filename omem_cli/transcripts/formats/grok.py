"""Grok's data export."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, role_of, string, turn

NAME = "grok"
DESCRIPTION = "Grok data export (`prod-grok-backend.json`)"
HOW = "accounts.x.ai > Download account data"


def identify(sample: Sample) -> bool:
    return any(any(_conversations(mapped(v))) for v in sample.values)


def _conversations(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (c for c in listed(value.get("conversations")) if isinstance(c, dict) and "responses" in c)


def parse(document: Document) -> Iterator[Parsed]:
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        for number, value in enumerate(_conversations(mapped(item.value)), 1):
            about = value.get("conversation") if isinstance(value.get("conversation"), dict) else {}
            native = string((about or {}).get("id"))
            conversation = Conversation(str(number), native, string((about or {}).get("title")))
            for position, wrapped in enumerate(listed(value.get("responses")), 1):
                response = wrapped.get("response") if isinstance(wrapped, dict) else None
                role = role_of(response.get("sender")) if isinstance(response, dict) else None
                text = string(response.get("message")) if isinstance(response, dict) else None
                if role not in (Role.USER, Role.ASSISTANT) or text is None or response is None:
                    yield Skipped(f"conversation {number}, message {position}", "a message without text")
                else:
                    time = document.clock.parse(response.get("create_time"))
                    yield turn(document, conversation, role.value, role, time, text)
