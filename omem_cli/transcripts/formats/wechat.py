"""WeChat, as third-party tools export it: MemoTrace/WeChatMsg CSV, WeFlow and EchoTrace JSON."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from omem_cli.errors import UnknownFormatError
from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, string, turn

NAME = "wechat"
DESCRIPTION = "WeChat chats exported by MemoTrace (CSV), WeFlow or EchoTrace (JSON)"
HOW = "MemoTrace/WeChatMsg > CSV; WeFlow or EchoTrace > JSON"
MARKS_USER = True

_ROOM = "@chatroom"
_EMBEDDED = re.compile(r"([A-Za-z0-9][\w@.-]{2,40}):\n", re.ASCII)
_OWN = "我"
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
        group = (native or "").endswith(_ROOM) or session.get("type") == "群聊"
        for number, message in enumerate(listed(item.value.get("messages")), 1):
            if not isinstance(message, dict):
                yield Broken(f"message {number}", "not a message")
            elif message.get("type") not in _TEXT_TYPES or not string(message.get("content")):
                yield Skipped(f"message {number}", "a picture, recording or event")
            else:
                mine = message.get("isSend") in (1, True)
                name = string(message.get("senderDisplayName")) or string(message.get("senderUsername"))
                speaker = name or (_OWN if mine else (None if group else title) or "unknown")
                time = document.clock.parse(message.get("createTime"))
                role = Role.USER if mine else Role.PARTICIPANT
                yield turn(document, conversation, speaker, role, time, message["content"])


@dataclass
class _Chat:
    """What its rows tell of a conversation: whether it is a group, who its names stand beside."""

    group: bool = False
    own: set[str] = field(default_factory=set)
    """Names in the user's own rows, where many exports write that of the chat."""
    senders: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Name -> accounts of others in whose rows it stands."""

    def is_person(self, name: str) -> bool:
        """Whether a name can be that of one member, not of the group."""
        return len(self.senders[name]) < 2 and not (self.group and name in self.own)


_Row = dict[str | None, Any]


def _csv(document: Document) -> Iterator[Parsed]:
    # Twice through the file: what the names in it stand for is decided over all of it.
    chats: defaultdict[str, _Chat] = defaultdict(_Chat)
    for _, row in _rows(document):
        chat, name = chats[_chat(row)], _name(row)
        written = _EMBEDDED.match(_cell(row, "StrContent"))
        if _is_own(row):
            chat.own |= {name} if name else set()
        elif written and written[1].startswith("wxid_"):
            chat.group = True
        chat.group |= any(_cell(row, k).endswith(_ROOM) for k in ("Sender", "StrTalker", "TalkerId"))
        if name and not _is_own(row) and (account := _account(row) or (written[1] if written else "")):
            chat.senders[name].add(account)
    for line, row in _rows(document):
        where = f"line {line}"
        if None in row:
            yield Broken(where, "too many columns")
            continue
        chat, mine = chats[_chat(row)], _is_own(row)
        text, kind = _cell(row, "StrContent"), _cell(row, "Type")
        written = None if mine or not chat.group else _EMBEDDED.match(text)
        if written and _account(row) not in ("", written[1]):
            written = None  # the sender stands in a column: this is the text's own
        text = text[written.end() :] if written else text
        if kind == "49" and (title := _TITLE.search(text)):
            text = unescape(title[1]).strip()
        elif kind != "1":
            text = ""
        if not text:
            yield Skipped(where, "a picture, recording or event")
            continue
        native = string(row.get("StrTalker"))
        time = document.clock.parse(row.get("CreateTime")) or document.clock.parse(row.get("StrTime"))
        yield turn(
            document,
            Conversation(native or row.get("TalkerId") or "0", native),
            _OWN if mine else _speaker(row, chat, written[1] if written else ""),
            Role.USER if mine else Role.PARTICIPANT,
            time,
            text,
            line,
        )


def _speaker(row: _Row, chat: _Chat, written: str) -> str:
    """Who wrote another's row. In a group exported in the old way every row bears the name of the group, and
    the member's account stands before the text."""
    name, account = _name(row), _account(row)
    if name and chat.is_person(name) and (account or not written):
        return name
    return account or written or "unknown"


def _rows(document: Document) -> Iterator[tuple[int, _Row]]:
    csv.field_size_limit(1 << 30)
    reader = csv.DictReader(line.replace("\r", " ") + "\n" for line in document.lines())
    if "StrContent" not in (reader.fieldnames or []):
        raise UnknownFormatError("no column StrContent")
    for row in reader:
        yield reader.line_num, dict(row)


def _cell(row: _Row, column: str) -> str:
    return (row.get(column) or "").strip()


def _chat(row: _Row) -> str:
    return _cell(row, "StrTalker") or _cell(row, "TalkerId")


def _is_own(row: _Row) -> bool:
    """`Remark` and `NickName` are no sign of it: in a chat of two they name the other one in every row."""
    return _cell(row, "IsSender") == "1"


def _name(row: _Row) -> str:
    return _cell(row, "Remark") or _cell(row, "NickName")


def _account(row: _Row) -> str:
    account = _cell(row, "Sender")
    return "" if account.endswith(_ROOM) else account
