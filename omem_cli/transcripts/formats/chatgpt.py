"""ChatGPT's data export, and single conversations saved by browser extensions."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import (
    Document,
    Sample,
    mapped,
    turn,
)
from omem_cli.transcripts.branches import OTHER_VERSION, Branches, each_conversation, in_order
from omem_cli.transcripts.jsonstream import Item

NAME = "chatgpt"
DESCRIPTION = (
    "ChatGPT data export: the branch last shown of each conversation, without hidden, tool and thought nodes"
)
HOW = (
    "Settings > Data controls > Export: the zip as it came, its folder, `conversations.json` or "
    "`conversations-NNN.json`"
)

_CITATION = re.compile("\ue200[^\ue201]*\ue201|[\ue200-\ue206]|【\\d+(?::\\d+)?†[^】]*】")
_SPEECH = (
    "text",
    "multimodal_text",
    None,
)
_SPOKEN_PARTS = (
    "audio_transcription",
    "text",
    None,
)


def identify(sample: Sample) -> bool:
    return any(_is_conversation(v) for v in sample.values)


def _is_conversation(value: Any) -> bool:
    mapping = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(mapping, dict):
        return False
    messages = [n.get("message") for n in mapping.values() if isinstance(n, dict)]
    return not any(isinstance(m, dict) and "fragments" in m for m in messages)


def parse(document: Document) -> Iterator[Parsed]:
    for found in each_conversation(document, "mapping", dict, ("conversation_id", "id"), "title"):
        if isinstance(found, Broken):
            yield found
        else:
            yield from _conversation(document, *found)


def _conversation(
    document: Document, conversation: Conversation, value: dict[str, Any], item: Item
) -> Iterator[Parsed]:
    mapping: dict[str, Any] = value["mapping"]
    parents: dict[str, Any] = {}
    roles: dict[str, Role | None] = {}
    for key, node in mapping.items():
        if isinstance(node, dict):
            parents[key], roles[key] = node.get("parent"), _role(node.get("message"))
    branches = Branches(parents, roles, _leaf(document, value, parents))
    where = f"conversation {conversation.local}"
    for _ in branches.others:
        yield Skipped(where, OTHER_VERSION)
    for key, node in in_order(mapping, branches.shown):
        message, role = node.get("message"), roles[key]
        if not isinstance(message, dict):
            continue
        if role is None:
            if _text(message.get("content")):
                yield Skipped(where, "a hidden, tool or system message")
        elif text := _text(message["content"]):
            time = document.clock.parse(message.get("create_time"))
            native = None
            if conversation.native is not None:
                native = Native(key, replaces=tuple(branches.replaced_by(key)))
            yield turn(document, conversation, role.value, role, time, text, item.line, native=native)
        else:
            yield Skipped(where, "a message without text")


def _leaf(document: Document, value: dict[str, Any], parents: dict[str, Any]) -> str | None:
    current = value.get("current_node")
    if isinstance(current, str) and current in parents:
        return current
    # The pointer dangles: take the newest leaf, the last written of equally old ones.
    inner = {p for p in parents.values() if isinstance(p, str)}
    newest, best = None, -1.0
    for key, node in value["mapping"].items():
        if key in parents and key not in inner:
            time = document.clock.parse(mapped(node.get("message")).get("create_time"))
            if (age := time.timestamp() if time else 0.0) >= best:
                newest, best = key, age
    return newest


def _role(message: Any) -> Role | None:
    """Who says a message that the app shows as said by the user or the assistant to each other."""
    if not isinstance(message, dict) or not isinstance(message.get("content"), dict):
        return None
    author, metadata = mapped(message.get("author")), mapped(message.get("metadata"))
    spoken = (
        author.get("role") in ("user", "assistant")
        and message.get("recipient") in ("all", None, "")
        and message.get("channel") not in ("analysis",)
        and message.get("weight") not in (0, 0.0)
        and message["content"].get("content_type") in _SPEECH
        and not metadata.get("is_visually_hidden_from_conversation")
        and not metadata.get("is_user_system_message")
    )
    return Role(author["role"]) if spoken else None


def _text(content: Any) -> str:
    if not isinstance(content, dict):
        return ""
    parts = content.get("parts")
    found = []
    for part in parts if isinstance(parts, list) else [content.get("text")]:
        if isinstance(part, dict):
            part = part.get("text") if part.get("content_type") in _SPOKEN_PARTS else None
        if isinstance(part, str) and part.strip():
            found.append(part)
    return _CITATION.sub("", "\n".join(found)).strip()
