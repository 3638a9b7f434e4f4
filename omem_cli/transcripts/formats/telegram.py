"""Telegram Desktop's JSON export of one chat or a whole account."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, string, turn

NAME = "telegram"
DESCRIPTION = "Telegram Desktop export (`result.json`), one chat or the whole account"
HOW = "Telegram Desktop > Export chat history (or Settings > Advanced > Export), format JSON"


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and any(_is_chat(c) for c in _chats(v)) for v in sample.values)


def _chats(value: dict[str, Any]) -> Iterator[Any]:
    if "messages" in value:
        yield value
    for key in ("chats", "left_chats"):
        yield from listed(mapped(value.get(key)).get("list"))


def _is_chat(value: Any) -> bool:
    messages = value.get("messages") if isinstance(value, dict) else None
    return isinstance(messages, list) and any(
        isinstance(m, dict) and m.get("type") in ("message", "service") and "date" in m for m in messages[:20]
    )


def parse(document: Document) -> Iterator[Parsed]:
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        for number, chat in enumerate(_chats(mapped(item.value))):
            if isinstance(chat, dict) and isinstance(chat.get("messages"), list):
                native = None if chat.get("id") is None else str(chat["id"])
                conversation = Conversation(native or str(number), native, string(chat.get("name")))
                for message in chat["messages"]:
                    yield from _message(document, conversation, message, chat)


def _message(
    document: Document, conversation: Conversation, message: Any, chat: dict[str, Any]
) -> Iterator[Parsed]:
    if not isinstance(message, dict):
        yield Broken(f"chat {conversation.local}", "not a message")
        return
    where = f"chat {conversation.local}, message {message.get('id')}"
    if message.get("type") != "message":
        yield Skipped(where, "an event, not a message")
        return
    text = _text(message.get("text")) or _text(message.get("text_entities"))
    if not text.strip():
        yield Skipped(where, "a picture, recording or file without words")
        return
    speaker = string(message.get("from")) or str(message.get("from_id") or "Deleted Account")
    time = document.clock.parse(message.get("date_unixtime")) or document.clock.parse(message.get("date"))
    # A forwarded text is not the sender's own statement.
    role = (
        Role.EVENT if message.get("forwarded_from") or message.get("forwarded_from_id") else Role.PARTICIPANT
    )
    native = None
    if isinstance(message.get("id"), int | str):
        edited = document.clock.parse(message.get("edited_unixtime")) or document.clock.parse(
            message.get("edited")
        )
        native = Native(str(message["id"]), edited=edited)
    yield turn(document, conversation, speaker, role, time, text, native=native)


def _text(value: Any) -> str:
    """Text is a string, or pieces of it with their formatting; the pieces join without blanks."""
    if isinstance(value, str):
        return value
    pieces = value if isinstance(value, list) else []
    return "".join(
        p if isinstance(p, str) else str(p.get("text") or "") for p in pieces if isinstance(p, str | dict)
    )
