"""`docs/formats.md`, written from the registry so that it can't fall behind."""

from omem_cli.transcripts.formats import FORMATS

_INTRODUCTION = """\
# Transcript formats

`omem ingest PATH` recognises these by what is in the file, never by its name. The first that fits reads it;
`--format NAME` decides otherwise. A path may be a file, a folder, a zip archive as it was downloaded, or `-`
for standard input.

| name | what | where it comes from |
|---|---|---|
"""
_RULES = """
## What holds for all of them

- Text is UTF-8 (with or without a byte order mark), UTF-16, UTF-32, or an older encoding that can be told for
  certain (GB18030, Big5, Shift_JIS and others): then it is said. What can't be told is refused, not garbled.
- Times with a zone or counted from 1970 are exact. Times without one are local: in `--tz ZONE`, else in `TZ`,
  else in the machine's zone, with its daylight saving of that day. A missing time stays unknown.
- Whether 03/04 is in March or April is judged over the whole file; where nothing tells, day first is assumed,
  and it is said.
- Only what people and assistants said is kept. System prompts, tool calls and their results, thoughts, hidden
  and superseded messages, joins and placeholders are counted as skipped. A forwarded text has the role
  `event`, the text of an attached file the role `tool`: they can be found, but are nobody's own words.
- A role that nobody knows is kept as a participant of that name, and it is said.
- A damaged record is named with its place and never costs another one. A file that was cut off gives what is
  complete in it. JSON may be JSON Lines, several values in a row, or named `.txt`.
- Arrays of any length are read an item at a time. JSON nested deeper than 400 levels is refused.
- Nothing is unpacked to disk. Members of an archive whose names lead out of it are left out, and so are those
  that unpack to suspiciously much. Hidden files are left out of folders.
- NUL and half surrogate pairs are removed or become U+FFFD, and are counted. Names lose control characters.

## Plain text

Every turn begins with its speaker. A time may stand before the name in brackets:

```text
[2026-05-01 10:00] Ann: Shall we go to the lake?
Still warm enough.
[2026-05-01 10:02] Ben: At four.
```

`User:`, `**Assistant:**`, `## User`, `用户：` and their like in other languages become the roles of a chat
with an AI. Other names have to return, or carry times: a text in which one person speaks is a document and
refused. Code fences belong to the turn around them.
"""


def render() -> str:
    """The whole page."""
    rows = "".join(f"| `{f.NAME}` | {f.DESCRIPTION} | {f.HOW} |\n" for f in FORMATS.values())
    return _INTRODUCTION + rows + _RULES
