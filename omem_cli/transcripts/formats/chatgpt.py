"""ChatGPT's data export, and single conversations saved by browser extensions."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, first_of, path_to_root, string, turn

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
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        if _is_conversation(item.value):
            yield from _conversation(document, item.value, number, item.line)
        else:
            yield Broken(f"conversation {number}", "not a conversation: it has no `mapping`")


def _conversation(
    document: Document, value: dict[str, Any], number: int, line: int | None
) -> Iterator[Parsed]:
    native = string(first_of(value, ("conversation_id", "id")))
    conversation = Conversation(str(number), native, string(value.get("title")))
    nodes = {k: n for k, n in value["mapping"].items() if isinstance(n, dict)}
    path = path_to_root({k: n.get("parent") for k, n in nodes.items()}, _leaf(document, value, nodes))
    where = f"conversation {number}"
    on_path = set(path)
    for _ in range(sum(k not in on_path and _spoken(n.get("message")) for k, n in nodes.items())):
        yield Skipped(where, "another version of a message, not the one last shown")
    for key in path:
        message = nodes[key].get("message")
        if not isinstance(message, dict):
            continue
        if _spoken(message):
            role = Role(message["author"]["role"])
            text = _text(message["content"])
            if text:
                yield turn(
                    document,
                    conversation,
                    role.value,
                    role,
                    document.clock.parse(message.get("create_time")),
                    text,
                    line,
                )
            else:
                yield Skipped(where, "a message without text")
        elif _text(message.get("content")):
            yield Skipped(where, "a hidden, tool or system message")


def _leaf(document: Document, value: dict[str, Any], nodes: dict[str, Any]) -> str | None:
    current = value.get("current_node")
    if isinstance(current, str) and current in nodes:
        return current
    # The pointer dangles: take the newest leaf, the last written of equally old ones.
    parents = {p for n in nodes.values() if isinstance(p := n.get("parent"), str)}
    leaves = [k for k in nodes if k not in parents]
    newest, best = None, -1.0
    for key in leaves:
        message = nodes[key].get("message")
        time = document.clock.parse(message.get("create_time")) if isinstance(message, dict) else None
        if (age := time.timestamp() if time else 0.0) >= best:
            newest, best = key, age
    return newest


def _spoken(message: Any) -> bool:
    """A message the app shows as said by the user or the assistant to each other."""
    if not isinstance(message, dict) or not isinstance(message.get("content"), dict):
        return False
    author = message.get("author")
    metadata = message.get("metadata")
    hidden = isinstance(metadata, dict) and (
        metadata.get("is_visually_hidden_from_conversation") or metadata.get("is_user_system_message")
    )
    return (
        isinstance(author, dict)
        and author.get("role") in ("user", "assistant")
        and message.get("recipient") in ("all", None, "")
        and message.get("channel") not in ("analysis",)
        and message.get("weight") not in (0, 0.0)
        and message["content"].get("content_type") in _SPEECH
        and not hidden
    )


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
