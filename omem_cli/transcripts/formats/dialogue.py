"""Plain text or Markdown in which every turn begins with its speaker: `Ann: …`, `**User:** …`,
`[2026-05-01 10:00] Ann: …`, or a heading that is a speaker's name."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from omem_cli.counting import counted
from omem_cli.errors import UnknownFormatError
from omem_cli.records import Conversation, Notice, Parsed, Role, Skipped, Turn
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
_DATE_HEADING = re.compile(
    r"#{1,6}[ ]+(?:\w+,?[ ]+)?(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日)"
    r"(?:[\W_]+\w{2,9})?[\W_]*\Z"
)
_FRONT_DATE = re.compile(
    r"(?:date|created|日期)[ ]*[:：][ ]*[\"']?(\d{4}-\d{1,2}-\d{1,2})(?:[T \"'].*)?\Z", re.I
)
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
    survey = _Survey(sample.head.replace("\r\n", "\n").split("\n"))
    if survey.speakers():
        return True
    if (only := survey.only()) is not None:
        raise NoTranscript(f"only '{only}' speaks in it: a document, not a conversation")
    return False


@dataclass
class _Open:
    """A turn whose text is still being read; `day` is that of the last line with a date before it, which is
    its time if it has none and that line is a `heading` (or stands in the front matter)."""

    line: int
    header: _Header
    day: str | None
    heading: bool
    body: list[str]


def parse(document: Document) -> Iterator[Parsed]:
    # Three times through the file: its code fences, who speaks, and what is said.
    fences = _fences(document.lines())
    speakers = _Survey(document.lines(), fences).speakers(forced=document.forced)
    if not speakers:
        raise UnknownFormatError("no two speakers take turns in it")
    conversation: Conversation | None = None
    title: str | None = None
    before = 0
    day: str | None = None
    heading = False
    front = False  # between the lines of dashes that a file may begin with
    open_turn: _Open | None = None
    untold: set[str] = set()
    for number, line, header in _headers(document.lines(), fences):
        if number == 0 or front:
            front = (line.strip() == "---") == (number == 0)
            if front and (dated := _FRONT_DATE.match(line.strip())):
                day, heading = _iso(dated[1]), True
        if header is None or header.name not in speakers:
            if open_turn is not None:
                open_turn.body.append(line)
            elif (found := _TITLE.match(line)) and not _is_date(line):
                title = title or found[1].strip()
            elif not _is_date(line):
                before += bool(line.strip())
            if dated := _DATE_HEADING.match(line):
                day, heading = _iso(dated[1]), True
            elif dated := _DATE_LINE.match(line):
                day, heading = dated[1], False
            continue
        if conversation is None:
            conversation = Conversation("0", None, title)
            if before:
                lines = counted(before, "line was", "lines were")
                yield Notice(f"{lines} left out before the first speaker")
        elif open_turn is not None:
            yield _said(document, conversation, open_turn, speakers, untold, last=False)
        open_turn = _Open(number + 1, header, day, heading, [header.text])
    if open_turn is not None and conversation is not None:
        yield _said(document, conversation, open_turn, speakers, untold, last=True)
    if untold:
        yield Notice(
            f"{counted(len(untold), 'time stays', 'times stay')} unknown: no date, or not to be read"
        )


def _said(
    document: Document,
    conversation: Conversation,
    found: _Open,
    speakers: dict[str, tuple[Role, str]],
    untold: set[str],
    *,
    last: bool,
) -> Turn | Skipped:
    role, speaker = speakers[found.header.name]
    where = f"line {found.line}"
    if role in NOT_SPEECH:
        return Skipped(where, NOT_SPEECH[role])
    body = found.body
    while body and (not body[-1].strip() or _is_rule(body[-1]) or (not last and _is_date(body[-1]))):
        body.pop()
    text = "\n".join(body).strip("\n").strip()
    if not text:
        return Skipped(where, "an empty message")
    written = found.header.time
    time = _time(document, written or (found.day if found.heading else None), found.day)
    if written and time is None:
        untold.add(written)
    return turn(document, conversation, speaker, role, time, text, found.line)


def _is_date(line: str) -> bool:
    return _DATE_LINE.match(line) is not None or _DATE_HEADING.match(line) is not None


def _iso(date: str) -> str:
    year, month, day = re.findall(r"\d+", date)
    return f"{year}-{int(month):02}-{int(day):02}"


def _is_rule(line: str) -> bool:
    return re.fullmatch(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*", line) is not None


def _time(document: Document, written: str | None, day: str | None) -> datetime | None:
    if not written:
        return None
    if day and _CLOCK.match(written.strip()):
        written = f"{day} {written.strip().zfill(5) if written.count(':') == 1 else written.strip()}"
    return document.clock.parse(written)


_Fences = Sequence[tuple[int, int]]


def _headers(lines: Iterable[str], fences: _Fences) -> Iterator[tuple[int, str, _Header | None]]:
    """(number from 0, line, what makes it the beginning of a turn, if anything) outside code fences."""
    closed = iter(fences)
    fence = next(closed, None)
    for number, line in enumerate(lines):
        while fence and number > fence[1]:
            fence = next(closed, None)
        yield number, line, None if fence and number >= fence[0] else _header(line)


def _header(line: str) -> _Header | None:
    if len(line) > 20_000 and ":" not in line[:200] and "：" not in line[:200]:
        return None
    head, rest = line[:300], line[300:]
    if m := _HEADER.match(head):
        name = m["name"].strip()
        if not _may_speak(name):
            return None
        time = m["t1"] or m["t2"] or m["t3"] or m["t4"]
        return _Header(name, time, (m["text"] + rest).lstrip(), bool(m["bold"] or m["mark"]))
    if m := _NICK.match(head):
        return _Header(m["name"], m["t1"], (m["text"] + rest).lstrip(), False)
    if (m := _HEADING.match(head)) and role_of(m["name"].removesuffix(" said")) is not None:
        return _Header(m["name"].removesuffix(" said").strip(), m["t4"], "", True)
    return None


def _fences(lines: Iterable[str]) -> list[tuple[int, int]]:
    """First and last line of every code fence, in order; a fence that is never closed is none."""
    found: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        if not (m := _FENCE.match(line)):
            continue
        if opened is None:
            opened = (number, m[1])
        elif m[1].startswith(opened[1]) and not line.strip().strip(opened[1][0]):
            found.append((opened[0], number))
            opened = None
    return found


def _may_speak(name: str) -> bool:
    words = name.split()
    # "Dr. Lee" is a name, "Buy milk. Note" is the end of a sentence.
    ends = any(w.endswith(".") and not (w[0].isupper() and len(w) <= 5) for w in words)
    return bool(words) and len(words) <= 5 and not ends and name.casefold() not in _SCHEMES


def _is_proper(name: str) -> bool:
    return all(not word[0].islower() for word in name.split())


class _Survey:
    """What the lines of a text say, counted, about who speaks in it."""

    def __init__(self, lines: Sequence[str] | Iterator[str], fences: _Fences | None = None) -> None:
        if fences is None:
            lines = list(lines)
            fences = _fences(lines)
        self._all: Counter[str] = Counter()
        self._timed: Counter[str] = Counter()
        self._bold: Counter[str] = Counter()
        self._sentences = self._body = self._blocks = 0
        self._begins = self._first = False  # the first line of the body, of all text, is the first header
        first_text, first_header = -1, -1
        blank = True
        for number, line, header in _headers(lines, fences):
            if header is not None:
                if first_header < 0:
                    first_header = number
                self._all[header.name] += 1
                self._timed[header.name] += bool(header.time)
                self._bold[header.name] += header.bold
                self._sentences += header.text.rstrip().endswith(_ENDS)
            written = bool(line.strip())
            if written and not _TITLE.match(line):
                if self._body == 0:
                    self._begins = header is not None
                    first_text = number
                self._body += 1
                self._blocks += blank or header is not None
            blank = not written
        self._first = 0 <= first_header == first_text

    def only(self) -> str | None:
        """The only one who seems to speak, several times."""
        counts = _unlabelled(self._all)
        return next(iter(counts)) if len(counts) == 1 and sum(counts.values()) >= 2 else None

    def speakers(self, *, forced: bool = False) -> dict[str, tuple[Role, str]]:
        """Header names that are speakers -> (role, name to show); {} if the text is no dialogue."""
        if not self._all:
            return {}
        roles = {name: role_of(name) for name in self._all}
        known = {name: (role, role.value) for name, role in roles.items() if role is not None}
        spoken = {role for role, _ in known.values() if role not in NOT_SPEECH}
        you = {n: (Role.USER, "user") for n in roles if n.casefold() in _YOU}
        if Role.ASSISTANT in spoken and (Role.USER in spoken or you):
            return known | ({} if Role.USER in spoken else you)
        others = self._names(forced=forced)
        if spoken and len(spoken | set(others)) >= 2 and others.keys() - known.keys():
            rest = {n: (Role.PARTICIPANT, n) for n in others if n not in known}
            return known | rest
        if others and len(others) >= 2:
            return {n: (Role.PARTICIPANT, n) for n in others} | {n: known[n] for n in known if n in others}
        # One question, or one answer, is still a conversation.
        return known if spoken and (forced or self._first) else {}

    def _names(self, *, forced: bool) -> dict[str, int]:
        """Names that take turns: said to be so by their times, their bold face or their return."""
        counts, timed, bold = _unlabelled(self._all), _unlabelled(self._timed), +self._bold
        if sum(timed.values()) >= 2:
            return dict(timed)
        if sum(bold.values()) * 2 >= sum(counts.values()) and len(bold) >= 2 and max(bold.values()) >= 2:
            counts = _unlabelled(bold)
        # Words that stand before a colon once, between names that return, are part of what is said.
        returning = {n: c for n, c in counts.items() if c >= 2}
        if not self._body or not counts:
            return {}
        heads = sum(self._all[name] for name in counts)
        dense = heads * 2 >= self._blocks and self._begins
        if forced or (dense and self._body == heads and returning):
            return dict(counts)
        if dense and len(returning) >= 2:
            return returning
        if (
            self._body == heads
            and len(counts) >= 2
            and self._sentences * 2 >= heads
            and all(_is_proper(n) for n in counts)
        ):
            return dict(counts)
        # Somebody who speaks once, after one who returns, is a speaker where every paragraph has one.
        if dense and returning and heads * 10 >= self._blocks * 9 and len(counts) >= 2:
            return dict(counts)
        return {}


def _unlabelled(counts: Counter[str]) -> Counter[str]:
    return Counter({n: c for n, c in counts.items() if c and n.casefold() not in _LABELS})
