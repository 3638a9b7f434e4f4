"""LINE's talk history as text."""

import re
from collections import deque
from collections.abc import Iterator
from datetime import date, datetime, time

from omem_cli.records import Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, turn
from omem_cli.transcripts.times import gregorian, hour12

NAME = "line"
DESCRIPTION = "LINE chat history (text), in any of the app's languages"
HOW = "chat menu > Settings > Export chat history"

_FIRST = re.compile(
    r"\ufeff?\[LINE\]|.{1,60}(?:とのトーク履歴|的聊天記錄|的聊天记录)\s*\Z|Chat history (?:with|in) "
)
_DATE = re.compile(r"(?:\w{2,9},?\s+)?(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:\s*\(?\S{0,9}\)?)?\s*\Z")
_US_DATE = re.compile(r"\w{2,9},?\s+(\d{1,2})/(\d{1,2})/(\d{4})\s*\Z")
_HALF = r"午前|午後|上午|下午|오전|오후|[AaPp]\.?[Mm]\.?"
_MESSAGE = re.compile(rf"({_HALF})?\s?(\d{{1,2}}):(\d{{2}})\s?({_HALF})?\t([^\t]*)\t(.*)", re.S)
_SPACED = re.compile(rf"({_HALF})?\s?(\d{{1,2}}):(\d{{2}})\s?({_HALF})? (\S+) (.+)", re.S)
_UNSENT = (
    r"(?:unsent a message|メッセージの送信を取り消しました|已?收回了?(?:一則)?訊息|"
    r"已?撤回了?(?:一条)?消息|메시지 ?(?:전송|보내기)?를? ?취소했\S*|"
    r"(?:ได้)?ยกเลิกข้อความ\S*|(?:telah )?membatalkan pengiriman pesan)[.。]?"
)
"""What the app says of a message that was taken back."""
_EVENT = re.compile(rf"(?:{_HALF})?\s?\d{{1,2}}:\d{{2}}\s?(?:{_HALF})?\t")
_SPACED_EVENT = re.compile(
    rf"(?:{_HALF})?\s?\d{{1,2}}:\d{{2}}\s?(?:{_HALF})? [^\n]{{0,60}}{_UNSENT}\s*\Z", re.I
)
"""Lines that say what happened: they begin as a message does, but have nobody's name before a text."""
_TAKEN_BACK = re.compile(_UNSENT, re.I)
_PLACEHOLDER = re.compile(
    r"\[(?:写真|スタンプ|動画|ボイスメッセージ|ファイル|アルバム|ノート|連絡先|位置情報|"
    r"Photo|Sticker|Video|Voice message|File|Album|"
    r"Contact|Location|照片|圖片|貼圖|影片|語音訊息|檔案|"
    r"사진|스티커|동영상|음성메시지|파일|รูป|สติกเกอร์|วิดีโอ|Foto|Stiker)\]\Z|☎.*\Z"
)


def identify(sample: Sample) -> bool:
    if sample.is_json:
        return False
    lines = sample.head.replace("\r", "").split("\n")[:60]
    first = next((line for line in lines if line.strip()), "")
    dated = any(_date(line) for line in lines)
    rows = sum(bool(_MESSAGE.match(line)) for line in lines)
    return dated and (
        rows >= 2 or (bool(_FIRST.match(first)) and (rows > 0 or any(map(_SPACED.match, lines))))
    )


def _date(line: str) -> date | None:
    try:
        if m := _DATE.match(line.strip()):
            return date(gregorian(int(m[1])) or int(m[1]), int(m[2]), int(m[3]))
        if m := _US_DATE.match(line.strip()):
            return date(gregorian(int(m[3])) or int(m[3]), int(m[1]), int(m[2]))
    except ValueError:
        pass
    return None


def parse(document: Document) -> Iterator[Parsed]:
    title = re.sub(r"^\[LINE\]\s*", "", next(filter(str.strip, document.lines()), "").strip())
    conversation = Conversation("0", None, title or None)
    tabbed = any(map(_MESSAGE.match, document.lines()))
    header, event = (_MESSAGE, _EVENT) if tabbed else (_SPACED, _SPACED_EVENT)
    day: date | None = None
    entry: tuple[int, date | None, list[str]] | None = None
    for number, (line, quoted) in enumerate(_quoted(document.lines(), header, event), 1):
        found = _date(line)
        if not quoted and (found or header.match(line) or event.match(line)):
            if entry:
                yield from _entry(document, conversation, entry, header)
            entry = None if found else (number, day, [line])
            day = found or day
        elif entry:
            entry[2].append(line)
    if entry:
        yield from _entry(document, conversation, entry, header)


_LONGEST_QUOTE = 2000
"""Lines of a message in which its closing quote is looked for."""


def _quoted(
    lines: Iterator[str], header: "re.Pattern[str]", event: "re.Pattern[str]"
) -> Iterator[tuple[str, bool]]:
    """Every line, and whether it goes on with a message of several lines, which stands in quotes."""
    ahead: deque[str] = deque()
    while True:
        line = ahead.popleft() if ahead else next(lines, None)
        if line is None:
            return
        yield line, False
        row = None if _date(line) else header.match(line)
        if row is None or not row[6].startswith('"') or row[6].count('"') % 2 == 0:
            continue
        for length in range(1, _LONGEST_QUOTE):
            if len(ahead) < length:
                if (later := next(lines, None)) is None:
                    break
                ahead.append(later)
            later = ahead[length - 1]
            if header.match(later) or event.match(later):
                break
            if later.rstrip().endswith('"'):
                yield from ((ahead.popleft(), True) for _ in range(length))
                break


def _entry(
    document: Document,
    conversation: Conversation,
    entry: tuple[int, date | None, list[str]],
    header: "re.Pattern[str]",
) -> Iterator[Parsed]:
    number, day, lines = entry
    where = f"line {number}"
    match = header.match("\n".join(lines).rstrip())
    if match is None or not match[5].strip():
        yield Skipped(where, "an event, not a message")
        return
    text = match[6].strip()
    if len(lines) > 1 and text.startswith('"') and text.endswith('"') and len(text) > 1:
        text = text[1:-1].replace('""', '"')
    if _TAKEN_BACK.fullmatch(text):
        yield Skipped(where, "a message that was taken back")
        return
    if not text or _PLACEHOLDER.match(text):
        yield Skipped(where, "a picture, sticker or call")
        return
    half = match[1] or match[4]
    hour = int(match[2])
    if half:
        hour = hour12(hour, half.lower().startswith(("午後", "下午", "오후", "p")))
    when = document.clock.local(datetime.combine(day, time(hour % 24, int(match[3])))) if day else None
    yield turn(document, conversation, match[5], Role.PARTICIPANT, when, text, number)
