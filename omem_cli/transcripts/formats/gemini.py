"""Google Gemini: Takeout's My Activity (JSON or HTML) and the sessions of Gemini CLI."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, string, turn
from omem_cli.transcripts.formats.messages import text_of

NAME = "gemini"
DESCRIPTION = "Gemini: Takeout's My Activity as JSON or HTML, and Gemini CLI sessions"
HOW = "Google Takeout > My Activity > Gemini Apps; or `~/.gemini/tmp/*/chats/session-*.json`"

_HEADERS = (
    "Gemini Apps",
    "Bard",
    "Gemini",
)
_PROMPTED = re.compile(
    r"(?:Prompted|Said|Asked|Eingegebener Prompt:|Prompt:|A demandé|Has preguntado|Perguntou|已发送提示)\s+"
)
_NOT_PROMPTS = re.compile(
    r"(?:Gave feedback|Used|Created|Selected preferred draft|Added chat|Shared|Viewed|Deleted)\b"
)
_GAP = timedelta(hours=1)
"""Takeout knows no conversations: what follows within this time belongs together."""
_BREAK = re.compile(r"<\s*(?:br\s*/?|/p|/li|/div|/h\d|/tr)\s*>", re.I)
_TAG = re.compile(r"<[^>]+>")
_CELL = re.compile(r'<div class="content-cell[^"]*mdl-typography--body-1">(.*?)</div>', re.S)
_HTML_DATE = re.compile(
    r"([A-Z][a-z]{2,8} \d{1,2}, \d{4}, \d{1,2}:\d{2}:\d{2}\s?[AP]M)\s*(?:UTC|GMT)?([+-]\d{2}:\d{2})?"
)


def identify(sample: Sample) -> bool:
    if 'mdl-typography--title">Gemini' in sample.head or 'mdl-typography--title">Bard' in sample.head:
        return True
    return any(isinstance(v, dict) and (_is_activity(v) or _is_session(v)) for v in sample.values)


def _is_activity(value: dict[str, Any]) -> bool:
    return value.get("header") in _HEADERS and "title" in value and "time" in value


def _is_session(value: dict[str, Any]) -> bool:
    messages = value.get("messages")
    return "sessionId" in value and isinstance(messages, list) and any(
        isinstance(m, dict) and m.get("type") in ("gemini", "user") for m in messages
    )  # fmt: skip


def parse(document: Document) -> Iterator[Parsed]:
    entries: list[tuple[datetime | None, str, str, int | None]] = []
    reader = document.reader()
    start = reader.read(1 << 12).lstrip()
    reader.close()
    if start.startswith("<"):
        entries.extend(_from_html(document))
    else:
        for number, item in enumerate(document.items(), 1):
            if isinstance(item, Broken):
                yield item
            elif isinstance(item.value, dict) and _is_session(item.value):
                yield from _session(document, item.value)
            elif isinstance(item.value, dict) and _is_activity(item.value):
                prompt, reply = _prompt(item.value), _reply(item.value)
                if prompt:
                    entries.append((document.clock.parse(item.value["time"]), prompt, reply, item.line))
                else:
                    yield Skipped(f"entry {number}", "not a prompt")
            else:
                yield Broken(f"entry {number}", "not an entry of My Activity")
    yield from _turns(document, entries[::-1])  # the newest comes first in the file


def _turns(
    document: Document, entries: list[tuple[datetime | None, str, str, int | None]]
) -> Iterator[Parsed]:
    number, last = 0, None
    for time, prompt, reply, line in entries:
        if last is None or time is None or time - last > _GAP:
            number += 1
        last = time
        conversation = Conversation(str(number))
        yield turn(document, conversation, "user", Role.USER, time, prompt, line)
        if reply:
            yield turn(document, conversation, "assistant", Role.ASSISTANT, time, reply, line)


def _prompt(entry: dict[str, Any]) -> str:
    title = string(entry.get("title")) or ""
    if _PROMPTED.match(title):
        return _PROMPTED.sub("", title, count=1).strip()
    return title.strip() if entry.get("safeHtmlItem") and not _NOT_PROMPTS.match(title) else ""


def _reply(entry: dict[str, Any]) -> str:
    """The first draft; the others were generated anew."""
    items = entry.get("safeHtmlItem")
    first = items[0] if isinstance(items, list) and items and isinstance(items[0], dict) else {}
    return plain(str(first.get("html") or ""))


def plain(html: str) -> str:
    """HTML -> text with line breaks where blocks end."""
    return re.sub(r"\n{3,}", "\n\n", unescape(_TAG.sub("", _BREAK.sub("\n", html)))).strip()


def _from_html(document: Document) -> Iterator[tuple[datetime | None, str, str, int | None]]:
    for cell in _CELL.finditer(document.text()):
        parts = re.split(r"<br\s*/?>", cell[1], maxsplit=2)
        date = next(
            (n for n, p in enumerate(parts) if n and _HTML_DATE.search(plain(p).replace("\u202f", " "))), 1
        )
        prompt = plain("\n".join(parts[:date]))
        if len(parts) < 2 or not _PROMPTED.match(prompt):
            continue
        found = _HTML_DATE.search(plain(parts[date]).replace("\u202f", " "))
        time = (
            document.clock.parse(found[1].replace(", ", "@", 1).replace(", ", " ").replace("@", ", "))
            if found
            else None
        )
        if time and found and found[2]:
            time = datetime.fromisoformat(f"{time.replace(tzinfo=None).isoformat()}{found[2]}")
        yield time, _PROMPTED.sub("", prompt, count=1).strip(), plain("<br>".join(parts[date + 1 :])), None


def _session(document: Document, value: dict[str, Any]) -> Iterator[Parsed]:
    native = string(value.get("sessionId"))
    conversation = Conversation(native or "0", native)
    for number, message in enumerate(value["messages"], 1):
        kind = message.get("type") if isinstance(message, dict) else None
        text = text_of(message.get("content")) if isinstance(message, dict) else ""
        if kind not in ("user", "gemini") or not text.strip():
            yield Skipped(f"message {number}", "a note of the program or a message without text")
            continue
        role = Role.USER if kind == "user" else Role.ASSISTANT
        time, id = document.clock.parse(message.get("timestamp")), string(message.get("id"))
        own = Native(id) if id and native else None
        yield turn(document, conversation, role.value, role, time, text, native=own)
