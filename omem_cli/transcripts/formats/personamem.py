"""PersonaMem's shared contexts: long chats of a persona with an assistant."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Skipped
from omem_cli.transcripts.base import NOT_SPEECH, Document, Sample, listed, mapped, role_of, string, turn

NAME = "personamem"
DESCRIPTION = "PersonaMem contexts: what user and assistant say; the persona and the questions are never read"
HOW = "`shared_contexts_32k.jsonl`, `…_128k.jsonl` or `…_1M.jsonl` of the PersonaMem data set"

_ID = re.compile(r"[0-9a-f]{32,64}\Z")
_PREFIX = re.compile(r"\A(?:User|Assistant):\s+")


def identify(sample: Sample) -> bool:
    return any(_context(v) is not None for v in sample.values)


def _context(value: Any) -> tuple[str, list[Any]] | None:
    """(id, messages) of a record: its only key is the id."""
    if not isinstance(value, dict) or len(value) != 1:
        return None
    ((id, messages),) = value.items()
    is_chat = any(isinstance(m, dict) and "role" in m and "content" in m for m in listed(messages)[:5])
    return (id, messages) if _ID.match(id) and is_chat else None


def parse(document: Document) -> Iterator[Parsed]:
    for number, item in enumerate(document.items(), 1):
        if isinstance(item, Broken):
            yield item
            continue
        found = _context(item.value)
        if found is None:
            yield Broken(f"record {number}", "not a context with its messages")
            continue
        id, messages = found
        conversation = Conversation(id, id)
        for position, message in enumerate(messages, 1):
            where = f"record {number}, message {position}"
            role = role_of(mapped(message).get("role"))
            text = _PREFIX.sub("", string(mapped(message).get("content")) or "", count=1).strip()
            if role is None:
                yield Broken(where, "not a message: nobody speaks")
            elif role in NOT_SPEECH or not text:
                yield Skipped(where, NOT_SPEECH.get(role, "an empty message"))
            else:
                yield turn(document, conversation, role.value, role, None, text, item.line)
