"""`docs/formats.md`, written from the registry so that it can't fall behind."""

from omem_cli.transcripts.formats import FORMATS

_INTRODUCTION = """\
# Transcript formats

`omem ingest PATH` recognises these by what is in the file, never by its name. Where the formats of two apps
fit a file equally well, nothing is guessed: the error names both, and `--format NAME` decides. (`messages`,
`sharegpt`, `csv` and `text`, which many apps write, are only asked where no other fits.) A path may be a
file, a folder, a zip archive as it was downloaded, or `-` for standard input. Files may be gzipped, and a zip
archive may lie inside another. `omem formats` prints this table.

| name | what | where it comes from |
|---|---|---|
"""
_RULES = """
## What holds for all of them

- Text is UTF-8 (with or without a byte order mark), UTF-16, UTF-32, or an older encoding that can be told for
  certain (GB18030, Big5, Shift_JIS and others): then it is said. What can't be told is refused, not garbled.
- Times with a zone or counted from 1970 are exact. Times without one are local: in `--tz ZONE`, else in `TZ`,
  else in the machine's zone, with its daylight saving of that day. A missing time stays unknown.
- Whether 03/04 is in March or April is judged over the whole file; where nothing tells, day first is
  assumed, and it is said.
- Only what people and assistants said is kept. System prompts, tool calls and their results, thoughts,
  hidden and superseded messages, joins and placeholders are counted as skipped. A forwarded text has the
  role `event`, the text of an attached file the role `tool`: they can be found, but are nobody's own words.
- In a chat between people everybody is a person of their own, and what they tell stays theirs. `--me NAME`
  says which of them is the user; it is remembered for the same file, the same chat and other chats of the
  format with the same people. Where the export itself marks the user (WeChat, Signal, iMessage), nothing
  need be said.
- A message edited in its app is the same message: where the source has ids of its own for messages
  (Telegram, Slack, Discord, ChatGPT, Claude.ai, DeepSeek, Google Chat, Perplexity, Le Chat) or marks edits
  (WhatsApp), the new text takes the place of the stored one on the next ingest. The earlier text is kept
  and shown by `omem why`. An older export that comes later changes nothing, and nothing is ever removed
  because an export lacks it.
- A role that nobody knows is kept as a participant of that name, and it is said.
- A damaged record is named with its place and never costs another one. A file that was cut off gives what is
  complete in it. JSON may be JSON Lines, several values in a row, or named `.txt`.
- Arrays of any length are read an item at a time, also inside one large object, and text line by line:
  neither takes memory for its length. What has to be known of a whole file first (the order of day and month,
  who speaks in a text, which end of a Messenger thread is the newest) is found out in an earlier pass. JSON
  nested deeper than 400 levels and lines of more than 32 million characters are refused.
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

## Tables

A CSV or TSV table whose columns have other names is read with `--columns`, one of `time`, `speaker`, `text`
and `thread` each, by heading or by number:

```text
omem ingest log.csv --columns time=Sent,speaker=From,text=Body
omem ingest bare.tsv --columns time=1,speaker=2,text=3
```

## Decided here

- Tool calls, their results and thoughts are not kept as messages; neither are placeholders of pictures and of
  deleted messages. All of them are counted as skipped.
- Of a chat with branches only the one last shown is kept; the others are counted as skipped.
- Passwords, keys, card numbers and the like are masked before anything is stored, so that no search shows
  them again; `omem config` says which, and may keep them. E-mail addresses and phone numbers are kept.
- `omem ask` and `omem search` bring messages as they were said, each with its speaker: also what an assistant
  supposed, what somebody quoted, and text that is written to steer a reader. In a small memory nearly all of
  it comes up. What is true of a person is said by the profile alone, which rests on that person's own words.
- "Yesterday" in a message stays as it was written, beside the message's date. The day itself is found when
  the message is understood, and stands with the event.
- Folders are read with their sub-folders; hidden files, and files of other kinds, are named and left out.
- An empty list of messages is an error (exit code 1): nothing was there to store.
- A JSON array that was cut off gives its complete records, names the cut, and ends with exit code 3.
- The text of an attached file is stored beside the message, with the role `tool`.

## Adding a format

A format is one module of `omem_cli/transcripts/formats/` and its name in the list of `formats/__init__.py`.
It says yes only to what no other app writes:

```python
NAME, DESCRIPTION, HOW = "my-app", "My App's export", "My App > Export"

def identify(sample: Sample) -> bool:            # `sample.head` is text, `sample.values` JSON records
    return sample.first("myAppVersion", "messages") is not None

def parse(document: Document) -> Iterator[Parsed]:
    for item in document.items():                # JSON records; `document.lines()` for text
        for m in [] if isinstance(item, Broken) else item.value["messages"]:
            yield turn(document, Conversation(m["chat"]), m["who"], Role.PARTICIPANT,
                       document.clock.parse(m["at"]), m["text"], item.line)
```

Decoding, cleaning, empty messages and errors are dealt with around it. A sample in `tests/samples/` and
`pytest tests/test_transcripts.py --update-golden` complete it.
"""


def render() -> str:
    """The whole page."""
    rows = "".join(f"| `{f.NAME}` | {f.DESCRIPTION} | {f.HOW} |\n" for f in FORMATS.values())
    return _INTRODUCTION + rows + _RULES
