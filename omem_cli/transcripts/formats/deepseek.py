"""DeepSeek's data export (its `conversations.json` is not ChatGPT's)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import (
    Document,
    Sample,
    listed,
    mapped,
    string,
    turn,
)
from omem_cli.transcripts.branches import OTHER_VERSION, Branches, each_conversation, in_order
from omem_cli.transcripts.jsonstream import Item

NAME = "deepseek"
DESCRIPTION = "DeepSeek data export, without thoughts and search results"
HOW = "Settings > Data > Export: the zip as it came, or `conversations.json`"

_SPEAKERS = {"REQUEST": Role.USER, "RESPONSE": Role.ASSISTANT}


def identify(sample: Sample) -> bool:
    return any(_is_conversation(v) for v in sample.values)


def _is_conversation(value: Any) -> bool:
    mapping = value.get("mapping") if isinstance(value, dict) else None
    return isinstance(mapping, dict) and any(
        isinstance(n, dict) and isinstance(n.get("message"), dict) and "fragments" in n["message"]
        for n in mapping.values()
    )


def parse(document: Document) -> Iterator[Parsed]:
    for found in each_conversation(document, "mapping", dict, ("id",), "title"):
        if isinstance(found, Broken):
            yield found
        else:
            yield from _conversation(document, *found)


def _conversation(
    document: Document, conversation: Conversation, value: dict[str, Any], item: Item
) -> Iterator[Parsed]:
    parents: dict[str, Any] = {}
    roles: dict[str, Role | None] = {}
    times: dict[str, float] = {}
    for key, node in value["mapping"].items():
        if isinstance(node, dict):
            parents[key], roles[key] = node.get("parent"), _role(node)
            time = _time(document, node)
            times[key] = time.timestamp() if time else 0.0
    inner = {p for p in parents.values() if isinstance(p, str)}
    leaf = max((k for k in parents if k not in inner), key=times.__getitem__, default=None)
    branches = Branches(parents, roles, leaf)
    where = f"conversation {conversation.local}"
    for _ in branches.others:
        yield Skipped(where, OTHER_VERSION)
    for key, node in in_order(value["mapping"], branches.shown):
        time = _time(document, node)
        for number, fragment in enumerate(_fragments(node)):
            role, text = _said(fragment)
            if role is None or text is None:
                yield Skipped(where, "a thought, a search or a file")
                continue
            native = None
            if conversation.native is not None:
                others = tuple(f"{k}/{number}" for k in branches.replaced_by(key))
                native = Native(f"{key}/{number}", replaces=others)
            yield turn(document, conversation, role.value, role, time, text, item.line, native=native)


def _time(document: Document, node: dict[str, Any]) -> datetime | None:
    return document.clock.parse(mapped(node.get("message")).get("inserted_at"))


def _fragments(node: dict[str, Any]) -> list[Any]:
    return listed(mapped(node.get("message")).get("fragments"))


def _said(fragment: Any) -> tuple[Role | None, str | None]:
    role = _SPEAKERS.get(str(fragment.get("type"))) if isinstance(fragment, dict) else None
    return role, string(fragment.get("content")) if role else None


def _role(node: dict[str, Any]) -> Role | None:
    return next((role for f in _fragments(node) if (role := _said(f)[0]) is not None), None)
