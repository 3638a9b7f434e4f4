"""Google Chat (and Hangouts) in Google Takeout: a folder a group."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, string, turn

NAME = "google-chat"
DESCRIPTION = "Google Chat messages, without bots"
HOW = "Google Takeout > Google Chat: the zip as it came, or `Groups/…/messages.json`"


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and any(_is_message(m) for m in _messages(v)[:20]) for v in sample.values)


def _messages(value: dict[str, Any]) -> list[Any]:
    return listed(value.get("messages"))


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("creator"), dict)
        and ("created_date" in value or "topic_id" in value)
    )


def parse(document: Document) -> Iterator[Parsed]:
    group = PurePath(document.path).parent.name
    native = group if group.startswith(("DM ", "Space ", "Group ")) else None
    info = next((i for i in document.sibling_values("group_info.json") if isinstance(i, dict)), {})
    conversation = Conversation("0", native, string(info.get("name")) or native)
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        for message in _messages(mapped(item.value)):
            number += 1
            yield from _message(document, conversation, message, f"message {number}")


def _message(document: Document, conversation: Conversation, message: Any, where: str) -> Iterator[Parsed]:
    creator = message.get("creator") if isinstance(message, dict) else None
    if not isinstance(creator, dict):
        yield (
            Skipped(where, "a deleted message")
            if mapped(message).get("message_state")
            else Broken(where, "not a message: nobody speaks")
        )
        return
    text = string(message.get("text"))
    if str(creator.get("user_type")).casefold() == "bot":
        yield Skipped(where, "a program's message")
    elif text is None or message.get("message_state") == "DELETED":
        yield Skipped(where, "a picture, file or deleted message")
    else:
        speaker = string(creator.get("name")) or string(creator.get("email")) or "unknown"
        id = string(message.get("message_id"))
        edited = document.clock.parse(message.get("updated_date") or message.get("edited_date"))
        own = Native(id, edited=edited) if id else None
        time = document.clock.parse(message.get("created_date"))
        yield turn(document, conversation, speaker, Role.PARTICIPANT, time, text, native=own)
