"""Claude.ai's data export, and conversations saved from its web interface."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, path_to_root, role_of, string, turn

NAME = "claude"
DESCRIPTION = (
    "Claude.ai data export; the text of attached files is kept beside the message, as no one's words"
)
HOW = "Settings > Privacy > Export data: the zip as it came, its folder, or `conversations.json`"

_UNSUPPORTED = re.compile(r"(?:```\s*)?This block is not supported on your current device yet\.\s*(?:```)?")


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and isinstance(v.get("chat_messages"), list) for v in sample.values)


def parse(document: Document) -> Iterator[Parsed]:
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        messages = item.value.get("chat_messages") if isinstance(item.value, dict) else None
        if not isinstance(messages, list):
            yield Broken(f"conversation {number}", "not a conversation: it has no `chat_messages`")
            continue
        native = string(item.value.get("uuid"))
        conversation = Conversation(str(number), native, string(item.value.get("name")))
        yield from _conversation(
            document, conversation, item.value, messages, item.line, f"conversation {number}"
        )


def _conversation(
    document: Document,
    conversation: Conversation,
    value: dict[str, Any],
    messages: list[Any],
    line: int | None,
    where: str,
) -> Iterator[Parsed]:
    shown = _shown(value, messages)
    for position, message in enumerate(messages, 1):
        place = f"{where}, message {position}"
        role = role_of(message.get("sender")) if isinstance(message, dict) else None
        if role is None:
            yield Broken(place, "not a message: nobody speaks")
            continue
        if shown is not None and message.get("uuid") not in shown:
            yield Skipped(place, "another version of a message, not the one last shown")
            continue
        time = document.clock.parse(message.get("created_at"))
        text = _text(message)
        files = list(_attachments(message))
        if text:
            yield turn(document, conversation, role.value, role, time, text, line)
        for content in files:
            yield turn(document, conversation, "attachment", Role.TOOL, time, content, line)
        if not text and not files:
            yield Skipped(place, "a message without text")


def _shown(value: dict[str, Any], messages: list[Any]) -> set[str] | None:
    """Ids of the branch last shown, None where nothing branches."""
    known = [m for m in messages if isinstance(m, dict) and isinstance(m.get("uuid"), str)]
    parents = {m["uuid"]: string(m.get("parent_message_uuid")) for m in known}
    inner = [p for p in parents.values() if p in parents]
    if not inner or len(set(inner)) == len(inner):
        return None
    leaf = string(value.get("current_leaf_message_uuid"))
    return set(path_to_root(parents, leaf if leaf in parents else known[-1]["uuid"]))


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
