"""Discord channels as DiscordChatExporter writes them."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, string, turn

NAME = "discord"
DESCRIPTION = "Discord channel exported as JSON by DiscordChatExporter, without bots and events"
HOW = "DiscordChatExporter, format JSON"


def identify(sample: Sample) -> bool:
    return sample.first("guild", "channel", "messages") is not None


def parse(document: Document) -> Iterator[Parsed]:
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        value = item.value if isinstance(item.value, dict) else {}
        channel = value.get("channel") if isinstance(value.get("channel"), dict) else {}
        native = string((channel or {}).get("id"))
        conversation = Conversation(native or "0", native, string((channel or {}).get("name")))
        names: dict[str, str] = {}
        for message in listed(value.get("messages")):
            yield from _message(document, conversation, message, names)


def _message(
    document: Document, conversation: Conversation, message: Any, names: dict[str, str]
) -> Iterator[Parsed]:
    author = message.get("author") if isinstance(message, dict) else None
    if not isinstance(author, dict):
        yield Broken(f"channel {conversation.local}", "not a message: nobody speaks")
        return
    where = f"message {message.get('id')}"
    text, role = message.get("content"), Role.PARTICIPANT
    if not string(text):  # what somebody else said, passed on
        text, role = mapped(message.get("forwardedMessage")).get("content"), Role.EVENT
    if message.get("type") not in (None, "Default", "Reply", 0, 19) or author.get("isBot"):
        yield Skipped(where, "an event or a program's message")
    elif not string(text):
        yield Skipped(where, "a picture, recording or file without words")
    else:
        name = (
            string(author.get("nickname")) or string(author.get("name")) or str(author.get("id") or "unknown")
        )
        # A person who changes the nickname stays the same speaker.
        speaker = names.setdefault(str(author.get("id") or name), name)
        time = document.clock.parse(message.get("timestamp"))
        native = None
        if id := string(message.get("id")):
            native = Native(id, edited=document.clock.parse(message.get("timestampEdited")))
        yield turn(document, conversation, speaker, role, time, text, native=native)
