"""Role/content messages: chat-completion requests, responses and logs, fine-tuning files, Anthropic blocks,
LangChain, Open WebUI, LibreChat, Gemini contents, and whatever else pairs a speaker with a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from omem_cli.counting import counted
from omem_cli.records import Broken, Conversation, Notice, Parsed, Role, Skipped, Turn
from omem_cli.transcripts.base import (
    NOT_SPEECH,
    Document,
    Sample,
    first_of,
    mapped,
    path_to_root,
    role_of,
    string,
    turn,
)
from omem_cli.transcripts.bigjson import Streamed
from omem_cli.transcripts.jsonstream import Item

NAME = "messages"
DESCRIPTION = "role/content messages as JSON or JSON Lines (OpenAI, Anthropic, LangChain, Open WebUI and kin)"
HOW = (
    "a list of messages, an object with `messages`, or either one a line; any of `role`, `from`, `sender`, "
    "`author`, `speaker` with any of `content`, `value`, `text`, `message`, `body`; times optional"
)

_WHO = (
    "role",
    "from",
    "sender",
    "author",
    "speaker",
    "sender_type",
    "senderType",
    "is_user",
    "isCreatedByUser",
)
_SAID = ("content", "value", "text", "message", "body", "mes", "parts", "utterance", "markdown")
_NAME = (
    "name",
    "speaker",
    "sender",
    "author",
    "from",
    "username",
    "display_name",
    "sender_name",
    "speaker_name",
)
_WHEN = (
    "timestamp", "created_at", "createdAt", "create_time", "createTime", "time", "date", "datetime", "ts",
    "sent_at", "sentAt", "send_date", "inserted_at", "created", "entry_created_datetime",
)  # fmt: skip
_THREAD = (
    "conversation_id",
    "conversationId",
    "thread_id",
    "threadId",
    "session_id",
    "sessionId",
    "chat_id",
    "chatId",
)
_LISTS = (
    "messages",
    "conversations",
    "conversation",
    "contents",
    "turns",
    "dialog",
    "dialogue",
    "history",
    "chat",
)
_PAIRS = (
    ("user", "assistant"), ("human", "assistant"), ("prompt", "completion"), ("prompt", "response"),
    ("user", "bot"), ("instruction", "output"), ("instruction", "response"), ("query", "response"),
)  # fmt: skip
_DATED = ("timestamp", "date", "datetime", "date_time", "time", "ts", "session_date")
"""Times of a conversation that hold for its messages; when it was created says nothing about them."""
_NESTING = 4
_TEXT_PARTS = (
    "text",
    "input_text",
    "output_text",
    "markdown",
    "refusal",
    "paragraph",
    None,
)
_TREE = ("children", "parentId", "parentMessageId", "parent_id")
_PLAIN = frozenset({"role", "content", "model", *_WHEN, *_THREAD})
"""A record of these fields alone is read without looking for what else it could be."""
_LASTING_ID = re.compile(r"(?=.*\d)[\w:.-]{16,}\Z")


@dataclass
class Thread:
    """The messages of one conversation as found, with what its container says about it."""

    messages: list[Any]
    native: str | None = None
    title: str | None = None
    time: Any = field(default=None)


def identify(sample: Sample) -> bool:
    if sample.values and all(_is_pair(v) and any(v) for v in sample.values):
        return True
    return any(is_message(v) or any(_any_message(t) for t in threads(v)) for v in sample.values)


def _any_message(thread: Thread) -> bool:
    return any(is_message(m) for m in thread.messages[:20])


def is_message(value: Any) -> bool:
    """A record with somebody who speaks and what is said (which may be null)."""
    record = _unwrapped(value)
    if record is None or not any(isinstance(record.get(k), str | dict | bool) for k in _WHO):
        return False
    said = [record[k] for k in _SAID if k in record]
    return any(s is None or isinstance(s, str | list | dict) for s in said) or "tool_calls" in record


def parse(document: Document) -> Iterator[Parsed]:
    yield from read_threads(document, threads)


def read_threads(document: Document, split: Any) -> Iterator[Parsed]:
    """Every conversation of a JSON document: records that are messages form one (or one for each id they
    carry); `split(record)` takes other records apart into threads."""
    unknown: dict[str, int] = {}
    number = 0
    last = Conversation("")
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        value = item.value
        role = _plain_role(value)
        if role or (is_message(value) and not isinstance(mapped(value).get("messages"), list)):
            record = value if role else _unwrapped(value) or {}
            # The commonest record has two or three fields, and there may be millions.
            bare = role is not None and len(record) == 2 + ("timestamp" in record)
            thread_id = None if bare else string(first_of(record, _THREAD))
            local = thread_id or f"#{item.group}"
            if last.local != local:
                last = Conversation(local, thread_id)
            if role:
                made = _plain(document, last, value, role, item.line, None)
                yield Skipped(_where(item, number), made) if isinstance(made, str) else made
            else:
                yield from _message(document, last, value, _where(item, number), item.line, None, unknown)
            continue
        where = _where(item, number)
        if _is_pair(value):
            conversation = Conversation(f"#{item.group}")
            for message in pair(*value):
                yield from _message(document, conversation, message, where, item.line, None, unknown)
            continue
        found = split(value)
        if not any(thread.messages for thread in found):
            yield (
                Skipped(where, "holds no messages")
                if isinstance(value, dict | list)
                else Broken(where, "not a message")
            )
            continue
        for part, thread in enumerate(found):
            conversation = Conversation(f"{number}.{part}", thread.native, thread.title)
            for position, message in enumerate(thread.messages, 1):
                inside = f"{where}, message {position}"
                yield from _message(document, conversation, message, inside, item.line, thread.time, unknown)
    for name, count in unknown.items():
        yield Notice(
            f"unknown role '{name}' ({counted(count, 'message')}): kept as a participant of that name"
        )


def _where(item: Item, number: int) -> str:
    return f"line {item.line}" if item.line else f"record {number}"


def _message(
    document: Document,
    conversation: Conversation,
    value: Any,
    where: str,
    line: int | None,
    time: Any,
    unknown: dict[str, int],
) -> Iterator[Parsed]:
    if plain := _plain_role(value):
        made = _plain(document, conversation, value, plain, line, time)
        yield Skipped(where, made) if isinstance(made, str) else made
        return
    record = _unwrapped(value)
    if record is None or not is_message(value):
        yield Broken(where, "not a message: nobody speaks or nothing is said")
        return
    role, speaker, odd = _speaker(record)
    if role in NOT_SPEECH:
        yield Skipped(where, NOT_SPEECH[role])
        return
    text = text_of(next((record[k] for k in _SAID if record.get(k) not in (None, "", [])), None))
    if record.get("isThought") or record.get("type") in (
        "reasoning",
        "thinking",
        "function_call",
        "function_call_output",
    ):
        yield Skipped(where, "a thought or a tool's call")
        return
    if not text.strip():
        yield Skipped(where, "a message without text")
        return
    if odd:
        unknown[odd] = unknown.get(odd, 0) + 1
    written = first_of(record, _WHEN)
    yield turn(
        document,
        conversation,
        speaker,
        role,
        document.clock.parse(time if written is None else written),
        text,
        line,
    )


def _plain_role(value: Any) -> Role | None:
    """The role in a record that holds a known one, a text, and at most a time and the conversation's id."""
    if isinstance(value, dict) and value.keys() <= _PLAIN and isinstance(value.get("content"), str):
        return role_of(value.get("role"))
    return None


def _plain(
    document: Document,
    conversation: Conversation,
    value: dict[str, Any],
    role: Role,
    line: int | None,
    time: Any,
) -> Turn | str:
    """The message of such a record, or why it is none."""
    text: str = value["content"]
    if role in NOT_SPEECH:
        return NOT_SPEECH[role]
    if not text or text.isspace():
        return "a message without text"
    written = None if len(value) == 2 else value.get("timestamp") or first_of(value, _WHEN)
    moment = document.clock.parse(time if written is None else written)
    return turn(document, conversation, role.value, role, moment, text, line)


def _unwrapped(value: Any) -> dict[str, Any] | None:
    """A message as one flat object with a `role`, whatever it was wrapped in."""
    if not isinstance(value, dict):
        return None
    inner = next((value[k] for k in ("data", "kwargs", "message") if isinstance(value.get(k), dict)), None)
    kind = value.get("type")
    if value.get("lc") and isinstance(value.get("id"), list) and value["id"] and isinstance(inner, dict):
        return {**inner, "role": str(value["id"][-1])}
    if inner is not None and "role" not in value and ("content" in inner or "text" in inner):
        outer = {k: v for k, v in value.items() if v is not inner}
        role = {} if any(k in inner for k in _WHO) or role_of(kind) is None else {"role": kind}
        return {**outer, **inner, **role}
    if not any(k in value for k in _WHO) and role_of(kind) is not None and any(k in value for k in _SAID):
        return {**value, "role": kind}
    return value


def _speaker(record: dict[str, Any]) -> tuple[Role, str, str | None]:
    """(role, name to show, the role's word if nobody knows it)."""
    for key in ("is_user", "isCreatedByUser"):
        if isinstance(record.get(key), bool):
            role = Role.USER if record[key] else Role.ASSISTANT
            name = string(record.get("name")) if key == "is_user" else None
            return role, name or role.value, None
    words = [(k, record[k]) for k in _WHO if record.get(k)]
    author = next((w for _, w in words if isinstance(w, dict)), {})
    words += [(k, author[k]) for k in ("role", "type") if isinstance(author.get(k), str)]
    names = [record.get(k) for k in _NAME] + [
        author.get(k) for k in ("name", "nickname", "display_name", "username")
    ]
    name = next((n for n in names if string(n) and role_of(n) is None), None)
    for _, word in words:
        if (known := role_of(word)) is not None:
            return known, name or known.value, None
    key, word = next(((k, w) for k, w in words if isinstance(w, str) and w.strip()), ("", ""))
    odd = word.strip() if key == "role" or (key == "from" and "value" in record) else None
    return (
        Role.PARTICIPANT,
        (record.get("name") if odd and string(record.get("name")) else name) or word or "unknown",
        odd,
    )


def _bare(kind: str) -> str:
    """`OutputText` and `output_text` are the same."""
    return kind.replace("_", "").lower()


_BARE_PARTS = {_bare(kind) for kind in _TEXT_PARTS if kind is not None}


def text_of(content: Any) -> str:
    """The text of a message's content: a string, a list of parts or blocks, or an object around either.
    Thoughts, tool blocks and media are left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        kind = content.get("type")
        if kind not in _TEXT_PARTS and not (isinstance(kind, str) and _bare(kind) in _BARE_PARTS):
            return ""
        return text_of(
            next(
                (content[k] for k in ("text", "parts", "content", "refusal", "value") if content.get(k)), None
            )
        )
    if isinstance(content, list):
        return "\n".join(t for part in content if not isinstance(part, list) and (t := text_of(part)).strip())
    return ""


def lasting_id(record: dict[str, Any]) -> str | None:
    """A conversation's id if it is one that no other file uses for something else: a number or a short word
    counts the conversations of its own file only."""
    if found := string(first_of(record, (*_THREAD, "uuid"))):
        return found
    own = record.get("id")
    return own if isinstance(own, str) and _LASTING_ID.match(own) else None


def threads(value: Any, nesting: int = _NESTING) -> list[Thread]:
    """The conversations inside a record, [] if there are none."""
    if isinstance(value, list):
        return [Thread(value)] if any(is_message(m) for m in value[:20]) else _pairs(value)
    if not isinstance(value, dict):
        return []
    if found := answered(value):
        return found
    native, title = lasting_id(value), string(first_of(value, ("title", "name", "topic", "subject")))
    time = first_of(value, _DATED)
    return [
        Thread(t.messages, t.native or native, t.title or title, t.time or time)
        for t in _inside(value, nesting)
    ]


def _inside(value: dict[str, Any], nesting: int) -> list[Thread]:
    history = value.get("history")
    if isinstance(history, dict) and isinstance(history.get("messages"), dict):
        return [Thread(_branch(list(history["messages"].values()), history.get("currentId")))]
    for key in ("chat", "request", "body", "chunkedPrompt"):
        inner = value.get(key)
        if isinstance(inner, dict) and nesting and (found := threads(inner, nesting - 1) or _chunks(inner)):
            return [_with_reply(t, value.get("response"), value) for t in found]
    for key in _LISTS:
        inner = value.get(key)
        if isinstance(inner, list) and inner:
            if any(is_message(m) for m in inner[:20]):
                return [_with_reply(Thread(_branch(inner, None)), value)]
            if found := _pairs(inner):
                return found
    if isinstance(value.get("input"), list) and any(is_message(m) for m in value["input"]):
        reply = value.get("output")
        return [Thread(value["input"] + (reply if isinstance(reply, list) else []))]
    if isinstance(value.get("prompt"), dict) and "replies" in value["prompt"]:
        return [Thread(_first_replies(value["prompt"]))]
    if reply := _replies(value):
        return [Thread(reply)]
    lists = [
        (k, v) for k, v in value.items() if isinstance(v, list) and v and all(is_message(m) for m in v[:20])
    ]
    if lists or not nesting:
        return [Thread(v, k if _LASTING_ID.match(k) else None, k) for k, v in lists]
    held = [v for v in value.values() if isinstance(v, list) and any(isinstance(x, dict) for x in v)]
    return [
        t for items in held for item in items if isinstance(item, dict) for t in threads(item, nesting - 1)
    ]


def _chunks(value: dict[str, Any]) -> list[Thread]:
    chunks = value.get("chunks")
    return [Thread(chunks)] if isinstance(chunks, list) and any(is_message(c) for c in chunks) else []


def _with_reply(thread: Thread, *holders: Any) -> Thread:
    """The answer that a log keeps beside the request."""
    extra = next((r for h in holders if isinstance(h, dict) and (r := _replies(h))), [])
    return Thread(thread.messages + extra, thread.native, thread.title, thread.time) if extra else thread


def _replies(value: dict[str, Any]) -> list[Any]:
    choices = value.get("choices")
    if isinstance(choices, list):
        first = next(
            (c["message"] for c in choices if isinstance(c, dict) and isinstance(c.get("message"), dict)),
            None,
        )
        return [first] if first else []
    output = value.get("output")
    if isinstance(output, list):
        return [m for m in output if is_message(m)]
    return []


def _branch(messages: list[Any], current: Any) -> list[Any]:
    """The messages of a tree on the way to its current (else its newest) leaf; a list stays as it is."""
    if isinstance(messages, Streamed) and not any(k in mapped(m) for m in messages[:50] for k in _TREE):
        return messages
    flat: list[dict[str, Any]] = []
    waiting = list(reversed(messages))
    while waiting:
        message = waiting.pop()
        if not isinstance(message, dict):
            return messages
        flat.append(message)
        children = message.get("children")
        if isinstance(children, list):
            waiting.extend(reversed([c for c in children if isinstance(c, dict)]))
    up = next((k for k in _TREE[1:] if any(k in m for m in flat)), None)
    own = next((k for k in ("id", "messageId", "message_id") if any(k in m for m in flat)), None)
    if up is None or own is None or any(not isinstance(m.get(own), str) for m in flat):
        return flat if len(flat) != len(messages) else messages
    by_id = {m[own]: m for m in flat}
    if not any(string(m.get(up)) in by_id for m in flat):
        return flat
    leaf = current if string(current) in by_id else flat[-1][own]
    return [by_id[k] for k in path_to_root({m[own]: m.get(up) for m in flat}, leaf)]


def _first_replies(node: Any) -> list[Any]:
    """The best ranked answer at every step of a reply tree."""
    path = []
    while isinstance(node, dict):
        path.append({k: v for k, v in node.items() if k != "replies"})
        replies = [r for r in node.get("replies") or [] if isinstance(r, dict)]
        node = min(replies, key=lambda r: r.get("rank") or 0, default=None)
    return path


def _pairs(value: list[Any]) -> list[Thread]:
    """`[[question, answer], …]`, or the same as objects."""
    if value and all(answered(p) for p in value):
        return [Thread([m for p in value for t in answered(p) for m in t.messages])]
    if not value or not all(_is_pair(p) for p in value):
        return []
    return [Thread([m for question, answer in value for m in pair(question, answer)])]


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(x, str | None) for x in value)


def answered(value: Any) -> list[Thread]:
    """The conversation of a record with a question and its answer, [] if it is none."""
    if (
        not isinstance(value, dict)
        or is_message(value)
        or any(isinstance(value.get(k), list) for k in _LISTS[:2])
    ):
        return []
    for asks, answers in _PAIRS:
        question, answer = string(value.get(asks)), string(value.get(answers))
        if question and answer:
            extra = string(value.get("input")) or string(value.get("context"))
            asked = f"{question}\n\n{extra}" if extra and asks == "instruction" else question
            history = value.get("history")
            earlier = [m for t in _pairs(history) for m in t.messages] if isinstance(history, list) else []
            when, title = first_of(value, _WHEN), string(value.get("title"))
            messages = [{"timestamp": when, **m} for m in pair(asked, answer)]
            return [Thread([*earlier, *messages], lasting_id(value), title)]
    return []


def pair(question: Any, answer: Any) -> list[dict[str, Any]]:
    """A question and its answer as two messages; a missing one is left out."""
    both = (("user", question), ("assistant", answer))
    return [{"role": role, "content": text} for role, text in both if isinstance(text, str) and text.strip()]
