"""Slack's export: a folder or zip with one JSON file a channel and day."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import PurePath
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, string, turn

NAME = "slack"
DESCRIPTION = "Slack workspace export: names instead of ids, without bots and joins"
HOW = "Workspace settings > Import/Export data > Export: the zip as it came, or its folder"

_STAMP = re.compile(r"\d{9,10}\.\d{6}\Z")
_LINK = re.compile(r"<([^<>\n]+)>")
_RICH = ("rich_text_section", "rich_text_list", "rich_text_quote", "rich_text_preformatted")
_SPEECH = (
    None,
    "thread_broadcast",
    "me_message",
    "file_share",
    "file_comment",
    "reply_broadcast",
)


def identify(sample: Sample) -> bool:
    return any(
        isinstance(v, dict) and v.get("type") == "message" and _STAMP.match(str(v.get("ts")))
        for v in sample.values
    )


def parse(document: Document) -> Iterator[Parsed]:
    users = _names(document)
    channel = PurePath(document.path).parent.name or "channel"
    known = _records(document, "channels", "groups", "dms", "mpims")
    native = next((string(c.get("id")) for c in known if c.get("name") == channel), None)
    conversation = Conversation(channel, native or channel, channel)
    seen: set[tuple[str, str]] = set()
    for number, item in enumerate(document.items(), 1):
        if isinstance(item, Broken):
            yield item
            continue
        message = item.value
        where = f"message {number}"
        if not isinstance(message, dict) or "ts" not in message:
            yield Broken(where, "not a message")
            continue
        user = string(message.get("user")) or ""
        key = (str(message["ts"]), user)
        text = _text(str(message.get("text") or ""), users)
        if not text.strip():
            text = "\n".join(filter(str.strip, (_block(b, users) for b in listed(message.get("blocks")))))
        if (
            message.get("subtype") not in _SPEECH
            or user == "USLACKBOT"
            or (message.get("bot_id") and not user)
        ):
            yield Skipped(where, "an event or a program's message")
        elif key in seen or not text.strip():
            yield Skipped(where, "shown twice in the channel" if key in seen else "a message without text")
        else:
            seen.add(key)
            profile = message.get("user_profile")
            name = users.get(user) or (
                string(profile.get("real_name")) if isinstance(profile, dict) else None
            )
            speaker = name or user or string(message.get("username")) or "unknown"
            time = document.clock.parse(message["ts"])
            edited = document.clock.parse(mapped(message.get("edited")).get("ts"))
            own = Native("/".join(key), edited=edited)
            yield turn(document, conversation, speaker, Role.PARTICIPANT, time, text, item.line, native=own)


def _records(document: Document, *files: str) -> list[dict[str, Any]]:
    found = []
    for file in files:
        found += [r for r in document.sibling_values(f"../{file}.json") if isinstance(r, dict)]
    return found


def _names(document: Document) -> dict[str, str]:
    names = {}
    for user in _records(document, "users", "org_users"):
        profile = user.get("profile") if isinstance(user.get("profile"), dict) else {}
        known = (
            user.get("real_name"),
            (profile or {}).get("real_name"),
            (profile or {}).get("display_name"),
            user.get("name"),
        )
        if isinstance(user.get("id"), str) and (name := next((n for n in known if string(n)), None)):
            names[user["id"]] = name
    return names


def _block(block: Any, users: dict[str, str], depth: int = 0) -> str:
    """The words of a block: of its own text or of the elements in it, which may hold more."""
    if not isinstance(block, dict) or depth > 8:
        return ""
    text = block.get("text")
    if isinstance(text, dict):  # a section's
        return _block(text, users, depth + 1)
    kind = block.get("type")
    if isinstance(text, str) and kind in ("text", "link", "plain_text"):
        return text
    if kind == "mrkdwn" and isinstance(text, str):
        return _text(text, users)
    if kind == "link":
        return str(block.get("url") or "")
    if kind == "user":
        user = str(block.get("user_id") or "")
        return "@" + users.get(user, user)
    if kind not in ("rich_text", "section", *_RICH):
        return ""  # buttons, pictures
    parts = [_block(part, users, depth + 1) for part in listed(block.get("elements"))]
    return ("" if kind in ("rich_text_section", "rich_text_preformatted", "rich_text_quote") else "\n").join(
        parts
    )


def _text(text: str, users: dict[str, str]) -> str:
    def shown(match: "re.Match[str]") -> str:
        target, _, label = match[1].partition("|")
        if target.startswith("@"):
            return "@" + (users.get(target[1:]) or label or target[1:])
        if target.startswith(("#", "!")):
            return ("#" if target[0] == "#" else "@") + (label or target[1:])
        return f"{label} ({target})" if label and label != target else target

    return unescape(_LINK.sub(shown, text))
