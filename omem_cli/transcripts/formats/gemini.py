"""Google Gemini: Takeout's My Activity (JSON or HTML) and the sessions of Gemini CLI."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import unescape
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, string, turn
from omem_cli.transcripts.formats.messages import text_of

NAME = "gemini"
DESCRIPTION = "Gemini: Takeout's My Activity as JSON or HTML, and Gemini CLI sessions"
HOW = "Google Takeout > My Activity > Gemini Apps; or `~/.gemini/tmp/*/chats/session-*.json`"

_HEADER = re.compile(r"(?:\b|_)(?:Gemini|Bard)\b")
_TITLE = re.compile(r'mdl-typography--title">([^<]{1,80})')
_PROMPTED = re.compile(
    r"(?:Prompted|Said|Asked|Eingegebener Prompt:?|Prompt:|A demandé|Has preguntado|Perguntou|已发送提示)\s+"
    r"|已?(?:输入|发送|輸入|傳送|提交)的?提示(?:词|詞)?\s*[:：]\s*"
)
_NOT_PROMPTS = re.compile(
    r"(?:Gave feedback|Used|Created|Selected preferred draft|Added chat|Shared|Viewed|Deleted)\b"
)
_DOING = re.compile(r"[^\u00a0]{1,40}\u00a0")
_DONE = re.compile(r"\u00a0[^\u00a0]{1,40}(?:した|ます|니다)[.。]?\Z")
_GAP = timedelta(hours=1)
"""Takeout knows no conversations: what follows within this time belongs together."""
_BREAK = re.compile(r"<\s*(?:br\s*/?|/p|/li|/div|/h\d|/tr|/pre)\s*>", re.I)
_OPENS = re.compile(r"<\s*(?:ul|ol|pre|table)\b[^>]*>", re.I)
_NEXT_CELL = re.compile(r"</\s*t[dh]\s*>(?=\s*<\s*t[dh]\b)", re.I)
_TAG = re.compile(r"<[^>]+>")
_CELL_BEGINS = '<div class="content-cell'
_CELL = re.compile(
    rf'{_CELL_BEGINS}[^"]*mdl-typography--body-1">(.*?)</div>\s*(?={_CELL_BEGINS}|\Z)',
    re.S,
)
_LONGEST_CELL = 16 << 20  # characters: what goes on longer is no cell
_LINE_END = re.compile("\r\n?")


@dataclass(frozen=True)
class _Entry:
    """A prompt with its reply. `verb`: the prompt may still begin or end with a word for what was done."""

    time: datetime | None
    prompt: str
    reply: str
    line: int | None
    verb: bool = False


def identify(sample: Sample) -> bool:
    if (title := _TITLE.search(sample.head)) is not None:
        return _HEADER.search(title[1]) is not None
    return any(isinstance(v, dict) and (_is_activity(v) or _is_session(v)) for v in sample.values)


def _is_activity(value: dict[str, Any]) -> bool:
    header = value.get("header")
    named = isinstance(header, str) and len(header) < 60 and _HEADER.search(header) is not None
    return named and "title" in value and "time" in value


def _is_session(value: dict[str, Any]) -> bool:
    messages = value.get("messages")
    return "sessionId" in value and isinstance(messages, list) and any(
        isinstance(m, dict) and m.get("type") in ("gemini", "user") for m in messages
    )  # fmt: skip


def parse(document: Document) -> Iterator[Parsed]:
    entries: list[_Entry] = []
    reader = document.reader()
    start = reader.read(1 << 12).lstrip()
    reader.close()
    if start.startswith("<"):
        for number, found in enumerate(_from_html(document), 1):
            if found is None:
                yield Skipped(f"entry {number}", "not a prompt")
            else:
                entries.append(found)
    else:
        for number, item in enumerate(document.items(), 1):
            if isinstance(item, Broken):
                yield item
            elif isinstance(item.value, dict) and _is_session(item.value):
                yield from _session(document, item.value)
            elif isinstance(item.value, dict) and _is_activity(item.value):
                time, reply = document.clock.parse(item.value["time"]), _reply(item.value)
                found = _entry(time, string(item.value.get("title")) or "", reply, item.line)
                if found is None:
                    yield Skipped(f"entry {number}", "not a prompt")
                else:
                    entries.append(found)
            else:
                yield Broken(f"entry {number}", "not an entry of My Activity")
    yield from _turns(document, _without_verbs(entries)[::-1])  # the newest comes first in the file


def _entry(time: datetime | None, title: str, reply: str, line: int | None) -> _Entry | None:
    """The prompt of an entry; None if it tells of something else that was done."""
    if _PROMPTED.match(title):
        return _Entry(time, _PROMPTED.sub("", title, count=1).strip(), reply, line)
    if not reply or not title.strip() or _NOT_PROMPTS.match(title):
        return None
    return _Entry(time, title.strip(), reply, line, verb=True)


def _without_verbs(entries: list[_Entry]) -> list[_Entry]:
    """The entries without the words for "prompted" of a language that isn't known: what all of them begin or
    end with."""
    titles = [e.prompt for e in entries if e.verb]
    if len(titles) < 3:
        return entries
    begin = re.match(r"(?:[^\W\d]+:?\s+){0,3}", _common(titles))
    ends = _common([t[::-1] for t in titles])[::-1]
    end = re.search(r"(?:(?:\s[^\W\d]{2,}){1,3}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2,})[.。]?\Z", ends)
    first, last = begin.end() if begin else 0, len(end[0]) if end else 0
    if any(len(t) <= first + last for t in titles):
        return entries
    return [
        replace(e, prompt=e.prompt[first : len(e.prompt) - last].strip(' 「」„“”"')) if e.verb else e
        for e in entries
    ]


def _common(texts: list[str]) -> str:
    """What all texts begin with: what the first and the last in order do."""
    low, high = min(texts), max(texts)
    return low[: next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))]


def _turns(document: Document, entries: list[_Entry]) -> Iterator[Parsed]:
    number, last = 0, None
    for entry in entries:
        if last is None or entry.time is None or entry.time - last > _GAP:
            number += 1
        last = entry.time
        conversation = Conversation(str(number))
        for role, text in ((Role.USER, entry.prompt), (Role.ASSISTANT, entry.reply)):
            if text:
                yield turn(document, conversation, role.value, role, entry.time, text, entry.line)


def _reply(entry: dict[str, Any]) -> str:
    """The first draft; the others were generated anew."""
    items = entry.get("safeHtmlItem")
    first = items[0] if isinstance(items, list) and items and isinstance(items[0], dict) else {}
    return plain(str(first.get("html") or ""))


def plain(html: str) -> str:
    """HTML -> text with line breaks where blocks end, and where a list, table or code begins in a line."""
    html = _OPENS.sub("\0", _NEXT_CELL.sub(" | ", _BREAK.sub("\n", html.replace("\0", ""))))
    lines = re.sub(r"\n?\0[\s\0]*", "\n", _TAG.sub("", html))
    return re.sub(r"\n{3,}", "\n\n", unescape(lines)).strip()


def _cells(document: Document) -> Iterator[str]:
    """What the cells of a page hold. It is read piece by piece: only prompts and replies are kept, for the
    newest come first."""
    reader, text = document.reader(), ""
    try:
        while piece := reader.read():
            text += piece
            end, done = text.rfind(_CELL_BEGINS), 0  # the last one may go on in the next piece
            for cell in _CELL.finditer(text, 0, max(end, 0)):
                yield _LINE_END.sub("\n", cell[1])
                done = cell.end()
            text = text[done if len(text) - done < _LONGEST_CELL else max(end, 0) :]
    finally:
        reader.close()
    for cell in _CELL.finditer(text):
        yield _LINE_END.sub("\n", cell[1])


def _from_html(document: Document) -> Iterator[_Entry | None]:
    for cell in _cells(document):
        parts = re.split(r"<br\s*/?>", cell)
        times = ((n, document.clock.worded(plain(p), numbers=True)) for n, p in enumerate(parts) if n)
        date, time = next(((n, t) for n, t in times if t is not None), (1, None))
        if len(parts) < 2:
            continue  # a caption
        reply = plain("<br>".join(parts[date + 1 :]))
        title = plain("<br>".join(parts[:date]))
        entry = _entry(time, title, reply, None)
        # The word for what was done is set off by a blank that can't break; some languages put it last.
        if entry and entry.verb and (verb := _DONE.search(title) or _DOING.match(title)):
            entry = replace(entry, prompt=(title[: verb.start()] or title[verb.end() :]).strip(), verb=False)
        yield entry


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
