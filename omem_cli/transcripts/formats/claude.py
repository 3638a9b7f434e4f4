"""Claude.ai's data export, and conversations saved from its web interface."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import (
    Document,
    Sample,
    role_of,
    string,
    turn,
)
from omem_cli.transcripts.branches import OTHER_VERSION, Branches, each_conversation
from omem_cli.transcripts.jsonstream import Item

NAME = "claude"
DESCRIPTION = (
    "Claude.ai data export; the text of attached files is kept beside the message, as no one's words"
)
HOW = "Settings > Privacy > Export data: the zip as it came, its folder, or `conversations.json`"

_UNSUPPORTED = re.compile(r"(?:```\s*)?This block is not supported on your current device yet\.\s*(?:```)?")


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and isinstance(v.get("chat_messages"), list) for v in sample.values)


def parse(document: Document) -> Iterator[Parsed]:
    for found in each_conversation(document, "chat_messages", list, ("uuid",), "name"):
        if isinstance(found, Broken):
            yield found
        else:
            yield from _conversation(document, *found)


def _conversation(
    document: Document, conversation: Conversation, value: dict[str, Any], item: Item
) -> Iterator[Parsed]:
    messages = value["chat_messages"]
    branches = _branches(value, messages)
    shown = None if branches is None else set(branches.shown)
    for position, message in enumerate(messages, 1):
        place = f"conversation {conversation.local}, message {position}"
        role = role_of(message.get("sender")) if isinstance(message, dict) else None
        if role is None:
            yield Broken(place, "not a message: nobody speaks")
            continue
        uuid = string(message.get("uuid"))
        if shown is not None and uuid not in shown:
            yield Skipped(place, OTHER_VERSION)
            continue
        time = document.clock.parse(message.get("created_at"))
        text = _text(message)
        files = list(_attachments(message))
        if text:
            native = None
            if uuid is not None and conversation.native is not None:
                native = Native(uuid, replaces=tuple(branches.replaced_by(uuid)) if branches else ())
            yield turn(document, conversation, role.value, role, time, text, item.line, native=native)
        for content in files:
            yield turn(document, conversation, "attachment", Role.TOOL, time, content, item.line)
        if not text and not files:
            yield Skipped(place, "a message without text")


def _branches(value: dict[str, Any], messages: list[Any]) -> Branches | None:
    """None where nothing branches, and where the messages don't say what they answer."""
    parents: dict[str, Any] = {}
    roles: dict[str, Role | None] = {}
    for message in messages:
        if isinstance(message, dict) and isinstance(uuid := message.get("uuid"), str):
            parents[uuid] = string(message.get("parent_message_uuid"))
            roles[uuid] = role_of(message.get("sender"))
    inner = [p for p in parents.values() if p in parents]
    # Editing the first message begins anew below a root that is in no list.
    roots = [p for p in parents.values() if p is not None and p not in parents]
    if not inner or (len(set(inner)) == len(inner) and len(set(roots)) == len(roots)):
        return None
    leaf = string(value.get("current_leaf_message_uuid"))
    return Branches(parents, roles, leaf if leaf in parents else list(parents)[-1])


def _text(message: dict[str, Any]) -> str:
    """The blocks' words; the flat `text` holds the same ones and counts only where there are none."""
    blocks = message.get("content")
    texts = [
        b["text"]
        for b in (blocks if isinstance(blocks, list) else [])
        if isinstance(b, dict) and b.get("type") in ("text", "voice_note") and string(b.get("text"))
    ]
    if isinstance(blocks, str):
        texts = [blocks]
    has_tools = isinstance(blocks, list) and any(
        isinstance(b, dict) and b.get("type") == "tool_use" for b in blocks
    )
    whole = "\n\n".join(texts) or ("" if has_tools else string(message.get("text")) or "")
    return _UNSUPPORTED.sub("", whole).strip()


def _attachments(message: dict[str, Any]) -> Iterator[str]:
    found = message.get("attachments")
    for attachment in found if isinstance(found, list) else []:
        if isinstance(attachment, dict) and (content := string(attachment.get("extracted_content"))):
            name = string(attachment.get("file_name"))
            yield f"{name}\n{content}" if name else content
