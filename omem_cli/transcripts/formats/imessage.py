"""iMessage chats as imessage-exporter writes them to text."""

import re
from collections.abc import Iterator

from omem_cli.errors import UnknownFormatError
from omem_cli.records import Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, entries, turn

NAME = "imessage"
DESCRIPTION = "iMessage conversation as text by imessage-exporter"
HOW = "`imessage-exporter -f txt`"

_HEADER = re.compile(
    r"([A-Z][a-z]{2} \d{1,2}, \d{4}\s+\d{1,2}:\d{2}:\d{2} [AP]M)"
    r"(?:\s+\((?:Read|Delivered)[^)]*\))?(\s+\S.*)?\Z"
)
_NOTE = re.compile(
    r"(?:This message responded to an earlier message\.|Edited .{1,40} later:?|Tapbacks:|Sent with .{1,40})\Z"
)
_FILE = re.compile(r"(?:/|~/|attachments/)\S.*\.\w{2,5}\Z|Attachment missing!?\Z")


def identify(sample: Sample) -> bool:
    if sample.is_json:
        return False
    return sum(bool(_HEADER.match(line.rstrip())) for line in sample.head.split("\n")[:60]) >= 1 and bool(
        _HEADER.match(sample.head.lstrip().split("\n", 1)[0].rstrip())
    )


def parse(document: Document) -> Iterator[Parsed]:
    conversation = Conversation("0", None, document.name.rsplit(".", 1)[0])
    none = True
    for number, header, body in entries(document.lines(), _HEADER):
        none = False
        where = f"line {number}"
        if header[2] or not body or not body[0].strip():
            yield Skipped(where, "an event, not a message")
            continue
        # Reactions and quoted replies are indented.
        own = [
            x
            for x in body[1:]
            if not x.startswith("    ") and not _NOTE.match(x.strip()) and not _FILE.match(x.strip())
        ]
        text = "\n".join(own).strip()
        if not text:
            yield Skipped(where, "a picture, recording or file without words")
            continue
        time = document.clock.parse(re.sub(r"\s+", " ", header[1]))
        speaker = body[0].strip()
        role = Role.USER if speaker == "Me" else Role.PARTICIPANT
        yield turn(document, conversation, speaker, role, time, text, number)
    if none:
        raise UnknownFormatError("no line in it is the date and time of a message")
