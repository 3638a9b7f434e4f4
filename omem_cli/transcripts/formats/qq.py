"""QQ's chat history as text."""

import re
from collections.abc import Iterator
from itertools import islice

from omem_cli.errors import UnknownFormatError
from omem_cli.records import Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, entries, turn

NAME = "qq"
DESCRIPTION = "QQ chat history (text; UTF-8, GB18030 or UTF-16)"
HOW = "message manager > export, format text"

_HEADER = re.compile(
    r"(\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}:\d{2}) (.*?)(?:[(（](\d{4,12})[)）]|<([^<>\s]+)>)?\s*\Z"
)
_RANK = re.compile(r"【[^】]{1,12}】")
_PLACEHOLDER = re.compile(r"(?:\[(?:图片|表情|语音|视频|文件|动画表情)\]\s*)+\Z")


def identify(sample: Sample) -> bool:
    if sample.is_json:
        return False
    lines = sample.head.replace("\r", "").split("\n")[:80]
    found = [m for line in lines if (m := _HEADER.match(line))]
    return any(line.startswith("消息记录") for line in lines[:5]) or (
        len(found) >= 2 and any(m[3] or m[4] for m in found)
    )


def parse(document: Document) -> Iterator[Parsed]:
    head = islice(document.lines(), 30)
    title = next((line.partition(":")[2].strip() for line in head if line.startswith("消息对象:")), None)
    conversation = Conversation("0", None, title)
    names: dict[str, str] = {}
    none = True
    for number, header, body in entries(document.lines(), _HEADER):
        none = False
        text = "\n".join(body).strip()
        where = f"line {number}"
        account = header[3] or header[4] or ""
        name = _RANK.sub("", header[2]).strip() or account or "unknown"
        if account in ("10000", "1000000") or name == "系统消息":
            yield Skipped(where, "an event, not a message")
        elif not text or _PLACEHOLDER.match(text):
            yield Skipped(where, "a picture, recording or an empty message")
        else:
            # A person who changes the name keeps the account.
            speaker = names.setdefault(account, name) if account else name
            yield turn(
                document,
                conversation,
                speaker,
                Role.PARTICIPANT,
                document.clock.parse(header[1]),
                text,
                number,
            )
    if none:
        raise UnknownFormatError("no line in it begins with a date, a time and a name")
