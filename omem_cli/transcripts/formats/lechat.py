"""Le Chat (Mistral): a file a chat."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Skipped
from omem_cli.transcripts.base import NOT_SPEECH, Document, Sample, listed, mapped, role_of, string, turn

NAME = "lechat"
DESCRIPTION = "Le Chat (Mistral) data export"
HOW = "Le Chat > Settings > Export: the zip as it came, or its `chat-….json`"


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and _is_message(v) for v in sample.values)


def _is_message(value: dict[str, Any]) -> bool:
    return "chatId" in value and "role" in value and ("contentChunks" in value or "createdAt" in value)


def parse(document: Document) -> Iterator[Parsed]:
    for number, item in enumerate(document.items(), 1):
        if isinstance(item, Broken):
            yield item
            continue
        value, where = mapped(item.value), f"message {number}"
        role = role_of(value.get("role"))
        if role is None:
            yield Broken(where, "not a message: nobody speaks")
            continue
        text = _text(value)
        if role in NOT_SPEECH or not text:
            yield Skipped(where, NOT_SPEECH.get(role, "a message without text"))
            continue
        chat, id = string(value.get("chatId")), string(value.get("id"))
        conversation = Conversation(chat or "0", chat)
        time = document.clock.parse(value.get("createdAt"))
        own = Native(id) if id and chat else None
        yield turn(document, conversation, role.value, role, time, text, item.line, native=own)


def _text(message: dict[str, Any]) -> str:
    """The content; its pieces hold the same words and count only where it is missing."""
    if found := string(message.get("content")):
        return found.strip()
    chunks = [mapped(c) for c in listed(message.get("contentChunks")) or listed(message.get("content"))]
    return "".join(
        c["text"] for c in chunks if c.get("type") in ("text", None) and string(c.get("text"))
    ).strip()
