"""Codex CLI's session logs ("rollouts") and the stream of `codex exec --json`."""

import re
from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, string, turn, unreadable_notice
from omem_cli.transcripts.formats.messages import text_of

NAME = "codex"
DESCRIPTION = "Codex CLI session log: what the user and the assistant said, once"
HOW = "`~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`"

_TYPES = (
    "session_meta",
    "response_item",
    "event_msg",
    "turn_context",
    "compacted",
)
_MACHINE = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skills|INSTRUCTIONS)"
    r"|# AGENTS\.md instructions)"
)


def identify(sample: Sample) -> bool:
    return any(
        isinstance(v, dict)
        and (
            (v.get("type") in _TYPES and "payload" in v)
            or v.get("record_type") == "state"
            or v.get("type") in ("thread.started", "item.completed")
        )
        for v in sample.values
    )


def parse(document: Document) -> Iterator[Parsed]:
    # Everything said stands in the log twice, as an event and as a response item: read one of the two.
    spoken = {s[:2] for item in document.items() if not isinstance(item, Broken) if (s := _said(item.value))}
    session: str | None = None
    unreadable: list[str] = []
    conversation: Conversation | None = None
    for item in document.items():
        if isinstance(item, Broken):
            unreadable.append(item.where)
            yield Skipped(item.where, item.why)
            continue
        session = session or _session(item.value)
        said = _said(item.value)
        if said is None:
            continue
        stream, role, text = said
        where = f"line {item.line}"
        if stream == "item" and ("event", role) in spoken:
            continue
        if role not in ("user", "assistant") or not text.strip() or _MACHINE.match(text):
            yield Skipped(
                where, "not speech but a note of the program" if text.strip() else "a message without text"
            )
            continue
        conversation = conversation or Conversation(session or document.name, session)
        time = document.clock.parse(item.value.get("timestamp"))
        yield turn(document, conversation, role, Role(role), time, text.strip(), item.line)
    yield from unreadable_notice(unreadable)


def _session(line: Any) -> str | None:
    if not isinstance(line, dict):
        return None
    payload = line.get("payload")
    if line.get("type") == "session_meta" and isinstance(payload, dict):
        return string(payload.get("id"))
    if line.get("type") == "thread.started":
        return string(line.get("thread_id"))
    return string(line.get("id")) if "instructions" in line and "type" not in line else None


def _said(line: Any) -> tuple[str, str, str] | None:
    """(stream, role, text) of a line that holds a message."""
    if not isinstance(line, dict):
        return None
    kind, payload = line.get("type"), line.get("payload")
    if kind == "event_msg" and isinstance(payload, dict):
        inner = payload.get("item") if payload.get("type") == "item_completed" else payload
        name = str(inner.get("type")) if isinstance(inner, dict) else ""
        role = {
            "user_message": "user",
            "UserMessage": "user",
            "agent_message": "assistant",
            "AgentMessage": "assistant",
        }
        if isinstance(inner, dict) and name in role:
            return (
                "event",
                role[name],
                text_of(inner.get("message") or inner.get("text") or inner.get("content")),
            )
        return None
    if kind == "item.completed" and isinstance(line.get("item"), dict):
        inner = line["item"]
        return (
            ("event", "assistant", text_of(inner.get("text")))
            if inner.get("type") == "agent_message"
            else None
        )
    message = payload if kind == "response_item" else line
    if isinstance(message, dict) and message.get("type") == "message":
        return "item", str(message.get("role")), text_of(message.get("content"))
    return None
