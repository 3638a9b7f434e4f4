"""Transcripts of meetings as WebVTT or SRT (Teams, Zoom, Whisper)."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

from omem_cli.counting import counted
from omem_cli.records import Conversation, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, turn

NAME = "subtitles"
DESCRIPTION = "meeting transcript as WebVTT or SRT; times are offsets, unknown unless the file is dated"
HOW = "Teams or Zoom transcript (`.vtt`), Whisper output (`.srt`, `.vtt`)"

_CUE = re.compile(r"\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]*)>")
_TAG = re.compile(r"</?[a-z0-9][^>\n]*>", re.I)
_PREFIX = re.compile(r"\s*(?:[-–>]+\s*)?([^\W\d_][^:：\n]{0,39}?)\s*[:：]\s+(?=\S)")
_STARTED = re.compile(r"GMT(\d{8})-(\d{6})")


def identify(sample: Sample) -> bool:
    if sample.is_json:
        return False
    head = sample.head.lstrip("\ufeff \t\r\n")
    lines = [line for line in head.split("\n")[:6] if line.strip()]
    return head.startswith("WEBVTT") or (
        len(lines) > 1 and lines[0].strip().isdigit() and bool(_CUE.match(lines[1]))
    )


def parse(document: Document) -> Iterator[Parsed]:
    started = _STARTED.search(document.name)
    began = (
        datetime.strptime("".join(started.groups()), "%Y%m%d%H%M%S").replace(tzinfo=UTC) if started else None
    )
    conversation = Conversation("0", None, document.name.rsplit(".", 1)[0])
    speaker: str | None = None
    unknown = 0
    for number, offset, body in _cues(document.lines()):
        said = False
        for name, text in _voices(body):
            if not text:
                continue
            speaker = name or speaker
            unknown += speaker is None
            said = True
            time = began + offset if began else None
            yield turn(document, conversation, speaker or "unknown", Role.PARTICIPANT, time, text, number)
        if not said:
            yield Skipped(f"line {number}", "an empty message")
    if unknown:
        yield Notice(
            f"{counted(unknown, 'message has', 'messages have')} no speaker, standing before the first name"
        )


def _cues(lines: Iterable[str]) -> Iterator[tuple[int, timedelta, str]]:
    """(line from 1, offset of the start, text) of every cue; notes and styles are left out."""
    skipping = False
    cue: tuple[int, timedelta] | None = None
    body: list[str] = []
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        match = _CUE.match(raw if cue else line)
        if cue and line and match is None:
            body.append(line)
            continue
        if cue:
            if match and body and body[-1].isdigit():
                body.pop()  # the number of the next cue, where no blank line stands between
            yield *cue, "\n".join(body)
            cue = None
        if not line:
            skipping = False
        elif re.match(r"(?:NOTE|STYLE|REGION)\b", line) and match is None:
            skipping = True
        if match and not skipping:
            cue, body = (number, _offset(match[1])), []
    if cue:
        yield *cue, "\n".join(body)


def _offset(text: str) -> timedelta:
    whole, _, fraction = text.replace(",", ".").partition(".")
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return timedelta(seconds=seconds, milliseconds=int(fraction.ljust(3, "0")))


def _voices(body: str) -> Iterator[tuple[str | None, str]]:
    pieces = _VOICE.split(body)
    if len(pieces) == 1:
        text = unescape(_TAG.sub("", body)).strip()
        prefix = _PREFIX.match(text)
        if prefix and len(prefix[1].split()) <= 4 and prefix[1][:1] == prefix[1][:1].upper():
            yield prefix[1], text[prefix.end() :].strip()
        else:
            yield None, text
        return
    if before := unescape(_TAG.sub("", pieces[0])).strip():
        yield None, before
    for name, text in zip(pieces[1::2], pieces[2::2], strict=True):
        yield unescape(name).strip(), unescape(_TAG.sub("", text)).strip()
