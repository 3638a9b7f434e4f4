"""What a format is given and what it has to offer."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol

from omem_cli.counting import counted
from omem_cli.errors import UnknownFormatError
from omem_cli.records import Broken, Conversation, Location, Native, Notice, Parsed, Role, Turn
from omem_cli.transcripts.decode import TextReader
from omem_cli.transcripts.jsonstream import Item, read_items
from omem_cli.transcripts.sources import Source
from omem_cli.transcripts.times import Clock

MAX_TEXT = 512 << 20
"""Characters of a transcript that can only be read as a whole (a web page)."""
MAX_LINE = 32 << 20
"""Characters of a line of text."""


class NoTranscript(UnknownFormatError):
    """Readable, but no transcript: an error where the user named the file, a remark inside a folder."""


@dataclass(frozen=True)
class Document:
    """A decoded source: text or JSON records, read anew with every call."""

    source: Source
    encoding: str
    errors: str
    clock: Clock
    forced: bool = False
    """The user named the format: take what a cautious reader would refuse."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Meaning -> heading (or number from 1) of a table's columns, where the user told them."""

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def name(self) -> str:
        return self.source.name

    def reader(self) -> TextReader:
        return TextReader(self.source, self.encoding, self.errors)

    def items(self, *, sample: bool = False) -> Iterator[Item | Broken]:
        """The JSON records. Large arrays in them can be gone through, from the start and as often as needed,
        but are not held in memory. With `sample` they hold their first items only."""
        reader = self.reader()
        try:
            yield from read_items(reader, self.reader, sample=sample)
        finally:
            reader.close()

    def text(self) -> str:
        """All of it, with `\\n` between lines."""
        reader, parts, size = self.reader(), [], 0
        while part := reader.read():
            size += len(part)
            if size > MAX_TEXT:
                reader.close()
                raise UnknownFormatError(f"more than {MAX_TEXT >> 20} million characters of text in one file")
            parts.append(part)
        text = "".join(parts).replace("\r\n", "\n")
        return text if "\n" in text else text.replace("\r", "\n")

    def lines(self) -> Iterator[str]:
        """Its lines without their ends, read anew with every call and never all in memory. What ends them is
        `\\n` or `\\r\\n`, and `\\r` in a text that has no other."""
        end = "\n" if self._has("\n") else "\r"
        reader, rest = self.reader(), ""
        try:
            while part := reader.read():
                *whole, rest = (rest + part).split(end)
                yield from (line.removesuffix("\r") for line in whole)
                if len(rest) > MAX_LINE:
                    raise UnknownFormatError(f"a line of more than {MAX_LINE >> 20} million characters")
            yield rest
        finally:
            reader.close()

    def _has(self, sign: str) -> bool:
        reader = self.reader()
        try:
            return any(sign in part for part in iter(reader.read, ""))
        finally:
            reader.close()

    def location(self, line: int | None = None) -> Location:
        return Location(self.path, line)

    def sibling_values(self, name: str) -> list[Any]:
        """The JSON records of a neighbour file, [] if there is none."""
        if (source := self.source.sibling(name)) is None:
            return []
        reader = TextReader(source, "utf-8", "replace")
        try:
            return [i.value for i in read_items(reader) if isinstance(i, Item)]
        except (OSError, ValueError):
            return []
        finally:
            reader.close()


@dataclass(frozen=True)
class Sample:
    """The start of a document, for recognising its format: `head` is text, `values` the first JSON records
    (empty for text)."""

    document: Document
    head: str
    is_json: bool
    values: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        return self.document.name

    def first(self, *keys: str) -> Any:
        """The first record that is an object with all of `keys`, or None."""
        return next((v for v in self.values if isinstance(v, dict) and all(k in v for k in keys)), None)


class Format(Protocol):
    """A module of `formats/`."""

    NAME: str
    DESCRIPTION: str
    HOW: str
    """Where such a file comes from."""

    def identify(self, sample: Sample, /) -> bool:
        """Whether the sample is surely of this format."""

    def parse(self, document: Document, /) -> Iterator[Parsed]:
        """Messages in the order they were said, with everything worth knowing between them."""


# ------------------------------------------------------------------ shared by the formats
_ROLES = {
    Role.USER: "user human 用户 用戶 使用者 人类 人類 customer client prompter question usuario utilisateur "
    "benutzer nutzer utente usuário ユーザー 사용자 пользователь user_message end_user request",
    Role.ASSISTANT: "assistant ai gpt chatgpt chatbot bot model claude gemini bard bing copilot grok "
    "deepseek llm agent 助手 助理 机器人 機器人 ai助手 ai助理 asistente assistente assistent アシスタント "
    "어시스턴트 ассистент "
    "agent_message response qwen kimi 豆包 文心一言 通义千问 mistral llama perplexity "
    "gpt-4 gpt-4o gpt-5 chatgpt-4",
    Role.SYSTEM: "system developer instructions 系统 系統 sistema système システム",
    Role.TOOL: "tool function function_call function_response observation tool_call tool_calls tool_result "
    "tool_response tool_use ipython 工具 execution",
}
ROLE_NAMES: dict[str, Role] = {name: role for role, names in _ROLES.items() for name in names.split()}
NOT_SPEECH = {Role.SYSTEM: "a system prompt", Role.TOOL: "a tool's call or result"}


def role_of(name: Any) -> Role | None:
    """The role a word stands for, whatever its case and language; None if it is no role."""
    return _role_of(name) if isinstance(name, str) and len(name) < 100 else None


@lru_cache(1024)
def _role_of(name: str) -> Role | None:
    key = re.sub(r"(?:message(?:chunk)?)\Z", "", name.strip().casefold()) or name.strip().casefold()
    return ROLE_NAMES.get(name.strip().casefold(), ROLE_NAMES.get(key))


def string(value: Any) -> str | None:
    """A non-blank string, or None."""
    return value if isinstance(value, str) and value.strip() else None


def listed(value: Any) -> list[Any]:
    """The value if it is a list, else []."""
    return value if isinstance(value, list) else []


def mapped(value: Any) -> dict[str, Any]:
    """The value if it is an object, else {}."""
    return value if isinstance(value, dict) else {}


def first_of(record: dict[str, Any], keys: Sequence[str]) -> Any:
    """The value of the first key that has one."""
    for key in keys:
        value = record.get(key)
        if value is not None and value != "":
            return value
    return None


def path_to_root(parents: dict[str, Any], leaf: Any) -> list[str]:
    """Ids from root to leaf of a message tree, walked without recursion; a cycle ends the walk."""
    path: list[str] = []
    seen: set[str] = set()
    node = leaf
    while isinstance(node, str) and node in parents and node not in seen:
        seen.add(node)
        path.append(node)
        node = parents[node]
    return path[::-1]


def turn(
    document: Document,
    conversation: Conversation,
    speaker: str,
    role: Role,
    time: datetime | None,
    text: str,
    line: int | None = None,
    ref: str | None = None,
    native: Native | None = None,
) -> Turn:
    """A `Turn` at a line of a document."""
    return Turn(conversation, speaker, role, time, text, Location(document.source.path, line), ref, native)


def entries(
    lines: Iterable[str], header: "re.Pattern[str]"
) -> Iterator[tuple[int, "re.Match[str]", list[str]]]:
    """(line from 1, match, lines up to the next) of every line that is a header, blanks at its end aside."""
    found: tuple[int, re.Match[str]] | None = None
    body: list[str] = []
    for number, line in enumerate(lines, 1):
        if match := header.match(line.rstrip()):
            if found:
                yield *found, body
            found, body = (number, match), []
        elif found:
            body.append(line)
    if found:
        yield *found, body


def unreadable_notice(places: Sequence[str]) -> Iterator[Notice]:
    """One notice about the damaged lines of a log, which is read while it is written and after crashes."""
    if places:
        shown = ", ".join(p.removeprefix("line ") for p in places[:10]) + (" and more" if places[10:] else "")
        yield Notice(f"skipped {counted(len(places), 'unreadable line')} (truncated or corrupt): {shown}")
