"""Plain text or Markdown in which every turn begins with its speaker: `Ann: …`, `**User:** …`,
`[2026-05-01 10:00] Ann: …`, or a heading that is a speaker's name."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from omem_cli.counting import counted
from omem_cli.errors import UnknownFormatError
from omem_cli.records import Conversation, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import NOT_SPEECH, Document, NoTranscript, Sample, role_of, turn

NAME = "text"
DESCRIPTION = (
    "plain text or Markdown dialogue, each turn beginning with its speaker's name (and a time, if known)"
)
HOW = "`User: …` / `Assistant: …`, `Ann: …` / `Ben: …`, `[time] Ann: …`, `**Ann:** …` or `## Ann` headings"

_TIME = r"[^\]\)\n]{3,40}\d[^\]\)\n]{0,20}|\d[^\]\)\n]{2,60}"
_NOT_IN_NAMES = r":：*\[\](){}<>|`#=/\\;!?。，；！？、\"“”"
_NAME = rf"[^\s{_NOT_IN_NAMES}_~.,'’\d-][^\n{_NOT_IN_NAMES}]{{0,39}}"
_HEADER = re.compile(
    rf"(?P<indent>[ ]{{0,3}})(?:[-*+][ ]+(?=[\[*_]))?(?P<mark>#{{1,6}}[ ]+)?"
    rf"(?:\[(?P<t1>{_TIME})\][ ]*(?:[-–—][ ]*)?|\((?P<t2>{_TIME})\)[ ]*|"
    rf"(?P<t3>\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)[ ]*[-–—|,]?[ ]*)?"
    rf"(?P<bold>\*\*|__)?(?P<name>{_NAME}?)(?P<said>[ ]said|[ ]?说|[ ]?說)?"
    rf"(?P<b2>\*\*|__)?[ ]*(?:[\[(](?P<t4>{_TIME})[\])])?(?P<b3>\*\*|__)?[ ]*"
    r"[:：](?P<b4>\*\*|__)?(?P<text>(?:[ \t].*|[^/\s].*)?)\Z"
)
_HEADING = re.compile(
    r"(?:#{1,6}[ ]+|\*\*)(?P<name>[^\n:：*#]{1,40}?)[ ]*"
    r"(?:[\[(](?P<t4>[^\])]*\d[^\])]*)[\])])?[ ]*(?:\*\*)?[ ]*\Z"
)
_NICK = re.compile(rf"(?:\[?(?P<t1>{_TIME})\]?[ ]+)?<[ @+~&%]?(?P<name>[^<>\s/|]{{1,32}})>[ ](?P<text>.*)\Z")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_TITLE = re.compile(r"#{1,6}[ ]+(\S.*)")
_DATE_LINE = re.compile(r"[\W_]*(\d{4}-\d{2}-\d{2})[\W_]*\Z")
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\Z")
# Words before a colon that label a field of a document, not a speaker.
_LABEL_WORDS = (
    "note notes todo warning tip tips summary date time subject from to cc bcc re title author "
    "version example ps p.s important hint question answer name age email phone address url "
    "link source tags tag status description ingredients instructions attention remark nb fyi "
    "update edit step steps usage install license copyright location place topic agenda "
    "attendees participants output input result error info debug warn fatal critical trace notice see "
    "注意 备注 備註 提示 日期 时间 時間 主题 主題 "
    "标题 標題 姓名 年龄 地址 电话 邮箱 来源 例如 总结 摘要 地点 说明 注 "
)
_LABELS = frozenset(_LABEL_WORDS.split())
_SCHEMES = frozenset(["http", "https", "ftp", "mailto", "file"])
_ENDS = (".", "!", "?", "…", "。", "！", "？", "~", "～", ")", "）")
_YOU = frozenset(["you", "me", "i", "我", "你", "您"])


@dataclass(frozen=True)
class _Header:
    name: str
    time: str | None
    text: str
    bold: bool


def identify(sample: Sample) -> bool:
    if sample.is_json or sample.head.lstrip()[:1] == "<":
        return False
    lines = sample.head.replace("\r\n", "\n").split("\n")
    headers = _headers(lines)
    if _speakers(lines, headers):
        return True
    if (only := _single(headers)) is not None:
        raise NoTranscript(f"only '{only}' speaks in it: a document, not a conversation")
    return False


def _single(headers: "dict[int, _Header]") -> str | None:
    """The only one who seems to speak, several times."""
    counts = Counter(h.name for h in headers.values() if h.name.casefold() not in _LABELS)
    return next(iter(counts)) if len(counts) == 1 and sum(counts.values()) >= 2 else None


def parse(document: Document) -> Iterator[Parsed]:
    lines = document.lines()
    headers = _headers(lines)
    speakers = _speakers(lines, headers, forced=document.forced)
    if not speakers:
        raise UnknownFormatError("no two speakers take turns in it")
    starts = [n for n in sorted(headers) if headers[n].name in speakers]
    title = next((m[1].strip() for n in range(starts[0]) if (m := _TITLE.match(lines[n]))), None)
    conversation = Conversation("0", None, title)
    before = [n for n in range(starts[0]) if lines[n].strip() and not _TITLE.match(lines[n])]
    if before:
        yield Notice(f"{counted(len(before), 'line was', 'lines were')} left out before the first speaker")
    day: str | None = None
    scanned = 0
    untold = set()
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        for line in lines[scanned:start]:
            if found := _DATE_LINE.match(line):
                day = found[1]
        scanned = start
        header = headers[start]
        role, speaker = speakers[header.name]
        if role in NOT_SPEECH:
            yield Skipped(f"line {start + 1}", NOT_SPEECH[role])
            continue
        body = [header.text, *lines[start + 1 : end]]
        while body and (
            not body[-1].strip() or _is_rule(body[-1]) or (end < len(lines) and _DATE_LINE.match(body[-1]))
        ):
            body.pop()
        text = "\n".join(body).strip("\n").strip()
        if not text:
            yield Skipped(f"line {start + 1}", "an empty message")
            continue
        time, untimed = _time(document, header.time, day)
        if untimed:
            untold.add(header.time)
        yield turn(document, conversation, speaker, role, time, text, start + 1)
    if untold:
        yield Notice(
            f"{counted(len(untold), 'time stays', 'times stay')} unknown: no date, or not to be read"
        )


def _is_rule(line: str) -> bool:
    return re.fullmatch(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*", line) is not None


def _time(document: Document, written: str | None, day: str | None) -> tuple[datetime | None, bool]:
    if not written:
        return None, False
    if day and _CLOCK.match(written.strip()):
        written = f"{day} {written.strip().zfill(5) if written.count(':') == 1 else written.strip()}"
    time = document.clock.parse(written)
    return time, time is None


def _headers(lines: list[str]) -> "dict[int, _Header]":
    """Line number (from 0) -> what may be the beginning of a turn, outside code fences."""
    found = {}
    fenced = _fenced(lines)
    for number, line in enumerate(lines):
        if number in fenced or (len(line) > 20_000 and ":" not in line[:200] and "：" not in line[:200]):
            continue
        head, rest = line[:300], line[300:]
        if m := _HEADER.match(head):
            name = m["name"].strip()
            time = m["t1"] or m["t2"] or m["t3"] or m["t4"]
            if _may_speak(name):
                text = (m["text"] + rest).lstrip()
                found[number] = _Header(name, time, text, bool(m["bold"] or m["mark"]))
        elif m := _NICK.match(head):
            found[number] = _Header(m["name"], m["t1"], (m["text"] + rest).lstrip(), False)
        elif (m := _HEADING.match(head)) and role_of(m["name"].removesuffix(" said")) is not None:
            found[number] = _Header(m["name"].removesuffix(" said").strip(), m["t4"], "", True)
    return found


def _fenced(lines: list[str]) -> set[int]:
    """Lines inside code fences; a fence that is never closed is none."""
    inside: set[int] = set()
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        if not (m := _FENCE.match(line)):
            continue
        if opened is None:
            opened = (number, m[1])
        elif m[1].startswith(opened[1]) and not line.strip().strip(opened[1][0]):
            inside.update(range(opened[0], number + 1))
            opened = None
    return inside


def _may_speak(name: str) -> bool:
    words = name.split()
    # "Dr. Lee" is a name, "Buy milk. Note" is the end of a sentence.
    ends = any(w.endswith(".") and not (w[0].isupper() and len(w) <= 5) for w in words)
    return bool(words) and len(words) <= 5 and not ends and name.casefold() not in _SCHEMES


def _speakers(
    lines: list[str], headers: "dict[int, _Header]", *, forced: bool = False
) -> dict[str, tuple[Role, str]]:
    """Header names that are speakers -> (role, name to show); {} if the text is no dialogue."""
    if not headers:
        return {}
    roles = {h.name: role_of(h.name) for h in headers.values()}
    known = {name: (role, role.value) for name, role in roles.items() if role is not None}
    spoken = {role for role, _ in known.values() if role not in NOT_SPEECH}
    you = {n: (Role.USER, "user") for n in roles if n.casefold() in _YOU}
    if Role.ASSISTANT in spoken and (Role.USER in spoken or you):
        return known | ({} if Role.USER in spoken else you)
    others = _names(lines, headers, forced=forced)
    if spoken and len(spoken | set(others)) >= 2 and others.keys() - known.keys():
        rest = {n: (Role.PARTICIPANT, n) for n in others if n not in known}
        return known | rest
    if others and len(others) >= 2:
        return {n: (Role.PARTICIPANT, n) for n in others} | {n: known[n] for n in known if n in others}
    # One question, or one answer, is still a conversation.
    return (
        known
        if spoken and (forced or next(iter(sorted(headers))) in _first_text(lines)) and len(known) >= 1
        else {}
    )


def _first_text(lines: list[str]) -> set[int]:
    return {next((n for n, line in enumerate(lines) if line.strip() and not _TITLE.match(line)), -1)}


def _is_proper(name: str) -> bool:
    return all(not word[0].islower() for word in name.split())


def _names(lines: list[str], headers: "dict[int, _Header]", *, forced: bool) -> dict[str, int]:
    """Names that take turns: said to be so by their times, their bold face or their return."""
    counts = Counter(h.name for h in headers.values() if h.name.casefold() not in _LABELS)
    timed = Counter(h.name for h in headers.values() if h.time and h.name.casefold() not in _LABELS)
    bold = Counter(h.name for h in headers.values() if h.bold)
    if sum(timed.values()) >= 2:
        return dict(timed)
    if sum(bold.values()) * 2 >= sum(counts.values()) and len(bold) >= 2 and max(bold.values()) >= 2:
        counts = Counter({n: c for n, c in bold.items() if n.casefold() not in _LABELS})
    # Words that stand before a colon once, between names that return, are part of what is said.
    returning = {n: c for n, c in counts.items() if c >= 2}
    body = [n for n, line in enumerate(lines) if line.strip() and not _TITLE.match(line)]
    if not body or not counts:
        return {}
    blocks = sum(1 for n in body if n == 0 or not lines[n - 1].strip() or n in headers)
    heads = sum(1 for n in headers if headers[n].name in counts)
    dense = heads * 2 >= blocks and body[0] in headers
    if forced or (dense and len(body) == heads and returning):
        return dict(counts)
    if dense and len(returning) >= 2:
        return returning
    sentences = sum(headers[n].text.rstrip().endswith(_ENDS) for n in headers)
    if (
        len(body) == heads
        and len(counts) >= 2
        and sentences * 2 >= heads
        and all(_is_proper(n) for n in counts)
    ):
        return dict(counts)
    # Somebody who speaks once, after one who returns, is a speaker where every paragraph has one.
    if dense and returning and heads * 10 >= blocks * 9 and len(counts) >= 2:
        return dict(counts)
    return {}
