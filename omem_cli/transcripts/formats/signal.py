"""Signal's plain-text export (`main.jsonl`)."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, string, turn

NAME = "signal"
DESCRIPTION = "Signal's plain-text export"
HOW = "Signal > Settings > Backups > export as plain text: `main.jsonl`"

_NAMES = (
    ("nickname",), ("systemGivenName", "systemFamilyName"), ("profileGivenName", "profileFamilyName"),
    ("username",), ("e164",),
)  # fmt: skip
_FRAMES = frozenset({"recipient", "chat", "chatItem", "account"})


def identify(sample: Sample) -> bool:
    return any(
        isinstance(v, dict)
        and (("backupTimeMs" in v and "version" in v) or (len(v) == 1 and _FRAMES & set(v)))
        for v in sample.values
    )


def parse(document: Document) -> Iterator[Parsed]:
    people: dict[str, str] = {}
    chats: dict[str, str] = {}
    own: set[str] = set()
    seen: set[tuple[Any, ...]] = set()
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        frame = item.value if isinstance(item.value, dict) else {}
        where = f"line {item.line}"
        if isinstance(recipient := frame.get("recipient"), dict):
            people[str(recipient.get("id"))] = _name(recipient)
            if "self" in recipient:
                own.add(str(recipient.get("id")))
        elif isinstance(chat := frame.get("chat"), dict):
            chats[str(chat.get("id"))] = str(chat.get("recipientId"))
        elif isinstance(message := frame.get("chatItem"), dict):
            body = message.get("standardMessage")
            text = body.get("text") if isinstance(body, dict) else None
            said = string(text.get("body")) if isinstance(text, dict) else None
            chat_id, author = str(message.get("chatId")), str(message.get("authorId"))
            key = (chat_id, author, str(message.get("dateSent")), said)
            if said is None or key in seen:
                yield Skipped(
                    where, "the same record once more" if said else "an event or a message without text"
                )
                continue
            seen.add(key)
            conversation = Conversation(chat_id, None, people.get(chats.get(chat_id, "")))
            time = document.clock.parse(message.get("dateSent"))
            speaker = people.get(author, "unknown")
            role = Role.USER if author in own or "outgoing" in message else Role.PARTICIPANT
            yield turn(document, conversation, speaker, role, time, said, item.line)


def _name(recipient: dict[str, Any]) -> str:
    if "self" in recipient:
        return "Me"
    contact = recipient.get("contact")
    if isinstance(contact, dict):
        for keys in _NAMES:
            if name := " ".join(
                str(contact[k]) for k in keys if string(contact.get(k)) or isinstance(contact.get(k), int)
            ):
                return name
    group = recipient.get("group")
    title = group.get("title") if isinstance(group, dict) else None
    return string(title) or str(recipient.get("id"))
