"""Writes random conversations in each format, as its application would."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any

NAMES = ("Ann", "Ben Ñ.")
ROLES = ("user", "assistant")


@dataclass(frozen=True)
class Said:
    """A message: the first or the second one speaks."""

    who: int
    text: str
    time: datetime


Chat = Sequence[Said]
Writer = Callable[[Chat], str]


def _iso(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def _seconds(time: datetime) -> float:
    return (time - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(seconds=1)


def _stamp(time: datetime) -> str:
    whole = (time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    return f"{whole // 10**6}.{whole % 10**6:06}"


def _lines(rows: Sequence[Any]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


# ---------------------------------------------------------------- chats with an assistant
def chatgpt(chat: Chat) -> str:
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    last = "root"
    for n, m in enumerate(chat):
        content = {"content_type": "text", "parts": [m.text]}
        message = {"id": f"m{n}", "author": {"role": ROLES[m.who]}, "create_time": _seconds(m.time)}
        mapping[f"m{n}"] = {"parent": last, "message": message | {"content": content, "recipient": "all"}}
        last = f"m{n}"
    return json.dumps([{"title": None, "mapping": mapping, "current_node": last, "id": "c-1"}])


def claude(chat: Chat) -> str:
    said = [
        {"uuid": f"u{n}", "sender": ("human", "assistant")[m.who], "created_at": _iso(m.time), "text": m.text,
         "content": [{"type": "text", "text": m.text}], "attachments": []}
        for n, m in enumerate(chat)
    ]  # fmt: skip
    return json.dumps([{"uuid": "c-1", "name": "", "chat_messages": said}])


def deepseek(chat: Chat) -> str:
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    for n, m in enumerate(chat, 1):
        fragment = {"type": ("REQUEST", "RESPONSE")[m.who], "content": m.text}
        message = {"inserted_at": m.time.isoformat(), "fragments": [fragment]}
        mapping[str(n)] = {"parent": str(n - 1) if n > 1 else "root", "message": message}
    return json.dumps([{"id": "c-1", "title": "x", "mapping": mapping}])


def claude_code(chat: Chat) -> str:
    return _lines(
        [
            {"type": ROLES[m.who], "uuid": f"u{n}", "sessionId": "s", "timestamp": _iso(m.time),
             "message": {"role": ROLES[m.who], "content": [{"type": "text", "text": m.text}], "id": f"i{n}"}}
            for n, m in enumerate(chat)
        ]
    )  # fmt: skip


def codex(chat: Chat) -> str:
    def item(m: Said) -> dict[str, Any]:
        content = [{"type": ("input_text", "output_text")[m.who], "text": m.text}]
        return {"type": "message", "role": ROLES[m.who], "content": content}

    meta = {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s-1"}}
    rows = [{"timestamp": _iso(m.time), "type": "response_item", "payload": item(m)} for m in chat]
    return _lines([meta, *rows])


def gemini_cli(chat: Chat) -> str:
    said = [
        {"id": f"m{n}", "timestamp": _iso(m.time), "type": ("user", "gemini")[m.who], "content": m.text}
        for n, m in enumerate(chat)
    ]
    return json.dumps({"sessionId": "s-1", "projectHash": "0", "messages": said})


def grok(chat: Chat) -> str:
    said = [
        {
            "response": {
                "message": m.text,
                "sender": ("human", "ASSISTANT")[m.who],
                "create_time": _iso(m.time),
            }
        }
        for m in chat
    ]
    return json.dumps({"conversations": [{"conversation": {"id": "c-1", "title": "x"}, "responses": said}]})


def lechat(chat: Chat) -> str:
    return json.dumps(
        [
            {
                "id": f"m{n}",
                "chatId": "c-1",
                "role": ROLES[m.who],
                "content": m.text,
                "createdAt": _iso(m.time),
            }
            for n, m in enumerate(chat)
        ]
    )


def messages(chat: Chat) -> str:
    rows = [{"role": ROLES[m.who], "content": m.text, "timestamp": _iso(m.time)} for m in chat]
    return json.dumps({"messages": rows}, ensure_ascii=False)


def sharegpt(chat: Chat) -> str:
    said = [{"from": ("human", "gpt")[m.who], "value": m.text} for m in chat]
    return json.dumps([{"id": "c", "conversations": said}])


def longmemeval(chat: Chat) -> str:
    rows = [{"role": ROLES[m.who], "content": m.text} for m in chat]
    question = {"question_id": "q", "question": "never", "answer": "never", "answer_session_ids": []}
    sessions = {"haystack_sessions": [rows], "haystack_session_ids": ["s"]}
    return json.dumps([{**question, **sessions, "haystack_dates": ["2023/05/30 (Tue) 23:40"]}])


def personamem(chat: Chat) -> str:
    said = [{"role": ROLES[m.who], "content": f"{ROLES[m.who].title()}: {m.text}"} for m in chat]
    return json.dumps({"0123456789abcdef" * 4: said})


# ---------------------------------------------------------------- chats between people
def telegram(chat: Chat) -> str:
    said = [
        {"id": n, "type": "message", "date": "2001-01-01T00:00:00",
         "date_unixtime": str(int(_seconds(m.time))), "from": NAMES[m.who], "from_id": f"user{m.who}",
         "text": [m.text[:3], {"type": "bold", "text": m.text[3:]}]}
        for n, m in enumerate(chat)
    ]  # fmt: skip
    return json.dumps({"name": "x", "type": "private_group", "id": 1, "messages": said})


def slack(chat: Chat) -> str:
    said = [
        {"type": "message", "user": NAMES[m.who], "ts": _stamp(m.time), "text": escape(m.text, quote=False)}
        for m in chat
    ]
    return json.dumps(said)


def discord(chat: Chat) -> str:
    said = [
        {"id": str(n), "type": "Default", "timestamp": m.time.isoformat(), "content": m.text,
         "author": {"id": str(m.who), "name": NAMES[m.who], "isBot": False}}
        for n, m in enumerate(chat)
    ]  # fmt: skip
    return json.dumps({"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": said})


def messenger(chat: Chat) -> str:
    def spoilt(text: str) -> str:
        return text.encode().decode("latin-1")

    said = [
        {
            "sender_name": spoilt(NAMES[m.who]),
            "timestamp_ms": int(_seconds(m.time) * 1000),
            "content": spoilt(m.text),
        }
        for m in chat
    ]
    people = [{"name": spoilt(name)} for name in NAMES]
    return json.dumps({"participants": people, "messages": said[::-1], "thread_path": "inbox/x"})


def google_chat(chat: Chat) -> str:
    said = [
        {"creator": {"name": NAMES[m.who], "user_type": "Human"}, "text": m.text, "topic_id": "t",
         "message_id": f"{n}",
         "created_date": f"{m.time:%A, %B} {m.time.day}, {m.time:%Y at %I:%M:%S}\u202f{m.time:%p} UTC"}
        for n, m in enumerate(chat)
    ]  # fmt: skip
    return json.dumps({"messages": said})


def wechat(chat: Chat) -> str:
    said = [
        {"localId": n, "createTime": int(_seconds(m.time)), "type": "文本消息", "content": m.text,
         "isSend": 0,
         "senderUsername": str(m.who), "senderDisplayName": NAMES[m.who]}
        for n, m in enumerate(chat)
    ]  # fmt: skip
    return json.dumps({"weflow": {}, "session": {"wxid": "x", "type": "群聊"}, "messages": said})


def signal(chat: Chat) -> str:
    def item(m: Said) -> dict[str, Any]:
        head = {"chatId": "1", "authorId": str(m.who), "dateSent": str(int(_seconds(m.time) * 1000))}
        return {"chatItem": head | {"incoming": {}, "standardMessage": {"text": {"body": m.text}}}}

    people = [
        {"recipient": {"id": str(n), "contact": {"profileGivenName": name}}} for n, name in enumerate(NAMES)
    ]
    chats = [{"chat": {"id": "1", "recipientId": "1"}}]
    return _lines([{"version": 1, "backupTimeMs": "1"}, *people, *chats, *map(item, chat)])


def locomo(chat: Chat) -> str:
    turns = [{"speaker": NAMES[m.who], "dia_id": f"D1:{n}", "text": m.text} for n, m in enumerate(chat, 1)]
    talk = {"speaker_a": NAMES[0], "session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    return json.dumps([{"sample_id": "c", "conversation": talk, "qa": [{"answer": "never"}]}])


def whatsapp(chat: Chat) -> str:
    return "31/12/2020, 23:59 - Ann created the group\n" + "".join(
        f"{m.time:%d/%m/%Y, %H:%M} - {NAMES[m.who]}: {m.text}\n" for m in chat
    )


def whatsapp_ios(chat: Chat) -> str:
    return "[12/31/20, 11:59:00\u202fPM] Ann: start\n" + "".join(
        f"[{m.time.month}/{m.time.day}/{m.time:%y, %I:%M:%S\u202f%p}] {NAMES[m.who]}: {m.text}\n"
        for m in chat
    )


def line(chat: Chat) -> str:
    out, day = ["[LINE] Chat history with Ann", "Saved on: 2031/01/01 10:00", ""], ""
    for m in chat:
        if day != f"{m.time:%Y/%m/%d}":
            day = f"{m.time:%Y/%m/%d}"
            out.append(f"{day}({'月火水木金土日'[m.time.weekday()]})")
        text = f'"{m.text}"' if "\n" in m.text else m.text
        out.append(f"{m.time:%H:%M}\t{NAMES[m.who]}\t{text}")
    return "\n".join(out) + "\n"


def qq(chat: Chat) -> str:
    head = (
        "消息记录（此消息记录为文本格式，不支持重新导入）\n\n消息分组:我的好友\n消息对象:x\n"
        + "=" * 60
        + "\n\n"
    )
    return head + "".join(
        f"{m.time:%Y-%m-%d %H:%M:%S} {NAMES[m.who]}({23450 + m.who})\n{m.text}\n\n" for m in chat
    )


def imessage(chat: Chat) -> str:
    return "".join(
        f"{m.time:%b %d, %Y}  {int(f'{m.time:%I}'):>2}:{m.time:%M:%S %p}\n{NAMES[m.who]}\n{m.text}\n\n"
        for m in chat
    )


def vtt(chat: Chat) -> str:
    cues = (
        f"00:{n:02}:00.000 --> 00:{n:02}:30.000\n<v {NAMES[m.who]}>{escape(m.text)}</v>\n"
        for n, m in enumerate(chat)
    )
    return "WEBVTT\n\n" + "\n".join(cues)


def table(chat: Chat) -> str:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";")
    rows.writerow(["Timestamp", "Mood", "Sender", "Message"])
    rows.writerows([m.time.isoformat(), "", NAMES[m.who], m.text] for m in chat)
    return out.getvalue()


def text(chat: Chat) -> str:
    return "".join(f"[{m.time:%Y-%m-%d %H:%M:%S}] {NAMES[m.who]}: {m.text}\n" for m in chat)
