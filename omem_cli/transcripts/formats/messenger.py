"""Facebook Messenger and Instagram, of the data download and of the end-to-end encrypted export."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, string, turn

NAME = "messenger"
DESCRIPTION = "Facebook Messenger and Instagram messages, their wrongly encoded letters repaired"
HOW = "Accounts Center > Download your information, format JSON: `message_1.json` and its neighbours"

_AUTOMATIC = re.compile(
    r".{0,80}(?:sent an attachment|sent a (?:photo|video|voice message|sticker|link|live location)"
    r"|(?:liked|unsent) a message|started a (?:video )?(?:call|chat)|missed your (?:video )?call|joined the "
    r"video chat"
    r"|changed the (?:theme|chat theme|group photo)|set the "
    r"(?:nickname|quick reaction).*|named the group.*)\.?\Z"
    r"|Reacted .{1,12} to your message\s*\Z"
)


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and _is_thread(v) for v in sample.values)


def _is_thread(value: dict[str, Any]) -> bool:
    messages = value.get("messages")
    if "participants" not in value or not isinstance(messages, list):
        return False
    return any(isinstance(m, dict) and ("sender_name" in m or "senderName" in m) for m in messages[:20])


def repaired(text: str) -> str:
    """UTF-8 that was written as Latin-1, turned back; text that isn't so stays as it is."""
    if text.isascii() or max(text) > "\xff":
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return text


def parse(document: Document) -> Iterator[Parsed]:
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        value = item.value if isinstance(item.value, dict) else {}
        native = string(value.get("thread_path")) or string(value.get("threadName"))
        title = string(value.get("title")) or string(value.get("threadName"))
        conversation = Conversation(native or "0", native, repaired(title) if title else None)
        messages = listed(value.get("messages"))
        number = 0
        for message in reversed(messages) if _newest_first(messages) else messages:
            if isinstance(message, dict):
                number += 1
                yield from _message(document, conversation, message, f"message {number}")


def _newest_first(messages: Iterable[Any]) -> bool:
    own = (m for m in messages if isinstance(m, dict))
    first = next(own, None)
    if first is None:
        return False
    last = deque(own, maxlen=1)
    begin, end = _stamp(first), _stamp(last[0] if last else first)
    return begin > end or ("sender_name" in first and begin == end)


def _stamp(message: dict[str, Any]) -> float:
    value = message.get("timestamp_ms", message.get("timestamp"))
    return float(value) if isinstance(value, int | float) and abs(value) < 1e30 else 0.0


def _message(
    document: Document, conversation: Conversation, message: dict[str, Any], where: str
) -> Iterator[Parsed]:
    sender = string(message.get("sender_name")) or string(message.get("senderName")) or "unknown"
    text = repaired(str(message.get("content") or message.get("text") or ""))
    if message.get("is_unsent") or message.get("isUnsent") or not text.strip():
        yield Skipped(where, "a picture, recording or deleted message")
    elif _AUTOMATIC.match(text) or message.get("type") in ("placeholder", "Subscribe", "Unsubscribe"):
        yield Skipped(where, "an event, not a message")
    else:
        time = document.clock.parse(_stamp(message) or None)
        yield turn(document, conversation, repaired(sender), Role.PARTICIPANT, time, text)
