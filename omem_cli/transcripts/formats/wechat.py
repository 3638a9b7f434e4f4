"""WeChat, as third-party tools export it: MemoTrace/WeChatMsg CSV, WeFlow and EchoTrace JSON."""

import csv
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from omem_cli.errors import UnknownFormatError
from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, string, turn

NAME = "wechat"
DESCRIPTION = "WeChat chats exported by MemoTrace (CSV), WeFlow or EchoTrace (JSON)"
HOW = "MemoTrace/WeChatMsg > CSV; WeFlow or EchoTrace > JSON"

_EMBEDDED = re.compile(r"([\w@.-]{3,40}):\n")
_TITLE = re.compile(r"<title>(.*?)</title>", re.S)
_TEXT_TYPES = (
    "文本消息",
    "引用消息",
    "text",
    1,
    "1",
)


def identify(sample: Sample) -> bool:
    if not sample.is_json:
        return "StrContent" in sample.head.split("\n", 1)[0]
    return any(isinstance(v, dict) and _session(v) is not None for v in sample.values)


def _session(value: dict[str, Any]) -> dict[str, Any] | None:
    session = value.get("session")
    return session if isinstance(session, dict) and "wxid" in session and "messages" in value else None


def parse(document: Document) -> Iterator[Parsed]:
    reader = document.reader()
    head = reader.read(4096).lstrip()
    reader.close()
    yield from _json(document) if head.startswith("{") else _csv(document)


def _json(document: Document) -> Iterator[Parsed]:
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        session = _session(item.value) if isinstance(item.value, dict) else None
        if session is None:
            yield Broken("the file", "not a WeChat export: it has no `session`")
            continue
        native = string(session.get("wxid"))
        title = (
            string(session.get("displayName"))
            or string(session.get("remark"))
            or string(session.get("nickname"))
        )
        conversation = Conversation(native or "0", native, title)
        for number, message in enumerate(listed(item.value.get("messages")), 1):
            if not isinstance(message, dict):
                yield Broken(f"message {number}", "not a message")
            elif message.get("type") not in _TEXT_TYPES or not string(message.get("content")):
                yield Skipped(f"message {number}", "a picture, recording or event")
            else:
                mine = message.get("isSend") in (1, True)
                name = string(message.get("senderDisplayName")) or string(message.get("senderUsername"))
                speaker = name or ("我" if mine else title or "unknown")
                time = document.clock.parse(message.get("createTime"))
                role = Role.USER if mine else Role.PARTICIPANT
                yield turn(document, conversation, speaker, role, time, message["content"])


def _csv(document: Document) -> Iterator[Parsed]:
    csv.field_size_limit(1 << 30)
    reader = csv.DictReader(line.replace("\r", " ") + "\n" for line in document.lines())
    if "StrContent" not in (reader.fieldnames or []):
        raise UnknownFormatError("no column StrContent")
    for row in reader:
        where, line = f"line {reader.line_num}", reader.line_num
        text, kind = (row.get("StrContent") or "").strip(), (row.get("Type") or "").strip()
        if kind == "49" and (title := _TITLE.search(text)):
            text = unescape(title[1]).strip()
        elif kind != "1":
            text = ""
        if not text:
            yield Skipped(where, "a picture, recording or event")
            continue
        mine = (row.get("IsSender") or "").strip() == "1"
        name = next((n for k in ("Remark", "NickName") if (n := string(row.get(k)))), None)
        if embedded := _EMBEDDED.match(text):  # old group exports write the sender into the text
            text, name = text[embedded.end() :], name or embedded[1]
        speaker = name or ("我" if mine else string(row.get("Sender")) or "unknown")
        native = string(row.get("StrTalker"))
        time = document.clock.parse(row.get("CreateTime")) or document.clock.parse(row.get("StrTime"))
        yield turn(
            document,
            Conversation(native or row.get("TalkerId") or "0", native),
            speaker,
            Role.USER if mine else Role.PARTICIPANT,
            time,
            text,
            line,
        )
