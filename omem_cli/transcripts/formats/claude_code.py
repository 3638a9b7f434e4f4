"""Claude Code's session logs."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped, Turn
from omem_cli.transcripts.base import Document, Sample, mapped, string, turn, unreadable_notice

NAME = "claude-code"
DESCRIPTION = (
    "Claude Code session log: what the user and the assistant said, without tools, thoughts and sub-agents"
)
HOW = "`~/.claude/projects/**/*.jsonl`"

_REMINDER = re.compile(r"<(system-reminder|ide_opened_file|ide_selection)>.*?</\1>", re.S)
_MACHINE = re.compile(
    r"\s*(?:<(?:command-|local-command-|bash-|user-prompt-submit-hook|task-notification|tool_use_error)"
    r"|Caveat: The messages below|\[Request interrupted by user|This session is being "
    r"continued from a previous)"
)


def identify(sample: Sample) -> bool:
    return any(
        isinstance(v, dict)
        and isinstance(v.get("type"), str)
        and (
            ("sessionId" in v and ("message" in v or "uuid" in v))
            or "leafUuid" in v
            or v["type"] == "file-history-snapshot"
        )
        for v in sample.values
    )


def parse(document: Document) -> Iterator[Parsed]:
    unreadable: list[str] = []
    seen: set[str] = set()
    title: str | None = None
    conversations: dict[str, Conversation] = {}
    held: tuple[str, Turn] | None = None
    for item in document.items():
        if isinstance(item, Broken):
            # A log is read while it is written and after crashes: damaged lines are its ordinary state.
            unreadable.append(item.where)
            yield Skipped(item.where, item.why)
            continue
        line = item.value if isinstance(item.value, dict) else {}
        title = title or string(line.get("summary") or line.get("customTitle") or line.get("aiTitle"))
        if line.get("type") not in ("user", "assistant"):
            continue
        where = f"line {item.line}"
        text, why = _said(line)
        uuid = string(line.get("uuid"))
        if uuid and uuid in seen:
            text, why = "", "the same message once more"
        if not text:
            yield Skipped(where, why)
            continue
        if uuid:
            seen.add(uuid)
        session = string(line.get("sessionId")) or document.name.removesuffix(".jsonl")
        conversation = conversations.setdefault(session, Conversation(session, session, title))
        role = Role(line["type"])
        time = document.clock.parse(line.get("timestamp"))
        # Resumed and forked sessions begin with copies of the earlier session's messages.
        source = string(mapped(line.get("forkedFrom")).get("messageUuid")) or uuid
        native = Native(source, everywhere=True) if source else None
        found = turn(document, conversation, role.value, role, time, text, item.line, native=native)
        own = string(line["message"].get("id")) or f"#{item.line}"
        if held and held[0] == own and text.startswith(held[1].text):
            yield Skipped(
                f"line {held[1].location.line}", "an unfinished copy of a message"
            )  # streamed twice
        elif held:
            yield held[1]
        held = (own, found)
    if held:
        yield held[1]
    yield from unreadable_notice(unreadable)


def _said(line: dict[str, Any]) -> tuple[str, str]:
    """(text, '') or ('', why there is none)."""
    message = line.get("message")
    if not isinstance(message, dict):
        return "", "a message without text"
    for flag, why in (
        ("isSidechain", "a sub-agent's message"),
        ("isMeta", "not speech but a note of the program"),
        ("isCompactSummary", "a summary made by the program"),
        ("isVisibleInTranscriptOnly", "not speech but a note of the program"),
        ("isApiErrorMessage", "an error message"),
    ):
        if line.get(flag):
            return "", why
    if message.get("model") == "<synthetic>":
        return "", "an error message"
    content = message.get("content")
    blocks = [content] if isinstance(content, str) else [
        b.get("text") for b in content if isinstance(b, dict) and b.get("type") == "text"
    ] if isinstance(content, list) else []  # fmt: skip
    texts = [_REMINDER.sub("", b).strip() for b in blocks if isinstance(b, str) and not _MACHINE.match(b)]
    whole = "\n\n".join(t for t in texts if t)
    if whole:
        return whole, ""
    return "", "a tool's call or result, a thought or a command"
