"""A whole memory as JSON lines, and back: lossless, in an order that doesn't depend on how it came about.

Wall-clock values stand under "recorded" only; two runs over the same chats are equal without it. Vectors
and the text index aren't in it: they are made again from the messages.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import IO, Any

from omem_cli.errors import StoreError
from omem_cli.records import Message, Status, Understanding
from omem_cli.store import claims
from omem_cli.store.edits import Edits
from omem_cli.store.ids import from_stored, matching_key, plain, public_id, to_stored
from omem_cli.store.store import Store
from omem_cli.store.versions import Earlier

VERSION = 1
Line = dict[str, Any]


def export(store: Store, out: IO[str]) -> int:
    """Writes the user's memory; returns the number of lines. Sees one state, whatever others write."""
    written = 0

    def put(kind: str, fields: Line) -> None:
        nonlocal written
        out.write(json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":")) + "\n")
        written += 1

    with store.session.snapshot():
        put("omem-export", {"version": VERSION, "user": store.user})
        _put_conversations(store, put)
        for message in store.messages.iterate():
            put("message", _message(store, message))
        _put_persona(store, put)
        for claim in sorted(store.memories.forgotten()):
            put("forgotten", {"claim": claim})
        for alias, person in store.people.aliases().items():
            put("alias", {"alias": alias, "person": person})
        for told in store.people.told():
            fields = {
                "person": told.person,
                "teller": told.teller,
                "aspect": told.aspect,
                "value": told.value,
            }
            put("told", {**fields, "message": told.evidence.message, "quote": told.evidence.quote})
        _put_checkpoints(store, put)
        for line in store.tombstones.lines():
            put("erased", line)
        for line in store.shares.lines():
            put("share", line)
    return written


def _put_conversations(store: Store, put: Callable[[str, Line], None]) -> None:
    conn = store.session.conn
    for row, *fields, opening in conn.execute(
        "SELECT id, public, format, native, title, opening FROM conversations WHERE user_id = ? ORDER BY id",
        (store.session.user_id,),
    ):
        chain = conn.execute("SELECT chain FROM openings WHERE conversation_id = ? ORDER BY length", (row,))
        links = None if opening is None else [link.hex() for (link,) in chain]
        put(
            "conversation",
            {**dict(zip(("id", "format", "native", "title"), fields, strict=True)), "opening": links},
        )


def _put_checkpoints(store: Store, put: Callable[[str, Line], None]) -> None:
    for task in sorted(store.checkpoints.tasks(), key=lambda task: task.name):
        machine = None if task.machine is None else json.loads(task.machine)
        put("task", {"name": task.name, "machine": machine})
        for one in store.checkpoints.saves(task):
            _, text = store.checkpoints.own(task, one.number)
            fields = {"number": one.number, "full": one.full, "state": one.name, "schema": one.schema}
            at = to_stored(one.saved)[0]
            put("checkpoint", {"task": task.name, **fields, "contents": text, "recorded": {"at": at}})


def _message(store: Store, message: Message) -> Line:
    understood, native, edited, marked, recorded = store.session.conn.execute(
        "SELECT m.understood, m.native, m.edited_us, k.message_row, u.recorded FROM messages m "
        "LEFT JOIN understandings u ON u.message_row = m.row "
        "LEFT JOIN edit_marks k ON k.message_row = m.row "
        "WHERE m.row = ?",
        (message.row,),
    ).fetchone()
    line: Line = {
        "id": message.id,
        "conversation": message.conversation,
        "position": message.position,
        "speaker": message.speaker,
        "role": str(message.role),
        "person": message.person,
        "time": None if message.time is None else message.time.isoformat(),
        "text": message.text,
        "source": {"path": message.location.path, "line": message.location.line},
        "ref": message.ref,
        "native": native and native.hex(),
        "edited": None if edited is None else _iso(edited),
        "marked": marked is not None,
        "earlier": Edits(store.session).lines(message.row),
        "understood": bool(understood),
        "topics": store.memories.message_topics(message.row),
        "clues": store.memories.message_clues(message.row),
        "understanding": None,
        "readings": [
            {
                **_understanding(one.understanding, one.recorded, replaced=one.replaced),
                "clues": list(one.understanding.clues),
            }
            for one in store.versions.earlier(message.row)
        ],
    }
    u = store.memories.understanding(message.row)
    if u is not None:
        line["understanding"] = _understanding(u, recorded)
    return line


def _understanding(u: Understanding, at: int, **more: int) -> Line:
    return {
        "model": u.model,
        "topic": u.topic,
        "gate": u.gate,
        "skipped": u.skipped,
        "raw": u.raw,
        **claims.dump(u),
        "recorded": {"at": at, "ms": u.milliseconds, **more},
    }


def _read(u: Line) -> Understanding:
    read = Understanding(
        topic=u["topic"], clues=tuple(u.get("clues", ())), skipped=u["skipped"], gate=u["gate"], raw=u["raw"],
        model=u["model"], milliseconds=u["recorded"]["ms"],
    )  # fmt: skip
    return claims.with_claims(read, {key: u.get(key, []) for key in ("attributes", "events")})


def _iso(microseconds: int) -> str | None:
    time = from_stored(microseconds, None)
    return None if time is None else time.isoformat()


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _put_persona(store: Store, put: Callable[[str, Line], None]) -> None:
    conn, user = store.session.conn, store.session.user_id
    for table, columns in _PERSONA.items():
        for *fields, recorded in conn.execute(
            f"SELECT {', '.join(columns)}, recorded FROM {table}s WHERE user_id = ? ORDER BY id", (user,)
        ):
            line = dict(zip(columns, fields, strict=True))
            if "pinned" in line:
                line["pinned"] = bool(line["pinned"])
            evidence = conn.execute(
                "SELECT m.id, e.quote FROM evidence e JOIN messages m ON m.row = e.message_row "
                "WHERE e.user_id = ? AND e.memory = ? ORDER BY m.conversation_id, m.position",
                (user, line["id"]),
            )
            line["evidence"] = [{"message": id, "quote": quote} for id, quote in evidence]
            put(table, {**line, "recorded": {"at": recorded}})
    for *fields, recorded in conn.execute(
        "SELECT d.action, d.reason, d.aspect, d.value, m.id, d.target, d.recorded FROM decisions d "
        "LEFT JOIN messages m ON m.row = d.message_row WHERE d.user_id = ? ORDER BY d.row",
        (user,),
    ):
        put("decision", {**dict(zip(_DECISION, fields, strict=True)), "recorded": {"at": recorded}})


_PERSONA = {
    "attribute": (
        *("id", "person", "aspect", "value", "status", "since", "until", "confidence", "pinned"),
        "superseded_by",
    ),
    "event": ("id", "person", "event", "date", "status", "confidence"),
}
_DECISION = ("action", "reason", "aspect", "value", "message", "target")


def import_(store: Store, lines: Iterable[str], clean: Callable[[str], str] | None = None) -> dict[str, int]:
    """Adds an export to the user's memory, all or nothing; what is known already is left alone.

    `clean` gives every text as it may be kept. Returns how many of each kind of line were added. Raises
    StoreError naming the line that is wrong. Index and embed the messages afterwards (`text_index.missing`,
    `messages.unembedded`).
    """
    added: Counter[str] = Counter()
    with store.transaction():
        store.session.ensure_user()
        run: _Import | None = None
        for number, text in enumerate(lines, 1):
            if not text.strip():
                continue
            try:
                line = json.loads(text)
                if clean is not None and run is not None:
                    line = _cleaned(line, clean)
                if run is None:
                    run = _Import(store, line)
                else:
                    added[line["type"]] += run.take(line)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise StoreError(f"line {number} is not part of an omem export ({_why(error)})") from error
        if run is None:
            raise StoreError("nothing to import: the file is empty")
        if any(added.values()):
            store.audit.add("import", dict(added), added=added["message"])
    return dict(added)


_WORDS = frozenset(
    {
        *("text", "speaker", "person", "teller", "alias", "title", "path", "topic", "topics", "clues", "raw"),
        *("value", "event", "quote", "reason", "about", "claim", "task", "name"),
    }
)
"""Fields of an export's lines that hold words of people; the others are ids, times and the like."""


def _cleaned(line: Any, clean: Callable[[str], str], words: bool = False) -> Any:
    """A line with its words as they may be kept."""
    if isinstance(line, dict):
        return {
            key: _cleaned_state(inner, clean)
            if key == "contents" and isinstance(inner, str)
            else _cleaned(inner, clean, key in _WORDS)
            for key, inner in line.items()
        }
    if isinstance(line, list):
        return [_cleaned(inner, clean, words) for inner in line]
    return clean(line) if words and isinstance(line, str) else line


def _cleaned_state(contents: str, clean: Callable[[str], str]) -> str:
    def each(value: Any) -> Any:
        if isinstance(value, dict):
            return {clean(key): each(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [each(inner) for inner in value]
        return clean(value) if isinstance(value, str) else value

    return json.dumps(each(json.loads(contents)), ensure_ascii=True, separators=(",", ":"))


def _why(error: Exception) -> str:
    """What is wrong with a line, in words for people."""
    if isinstance(error, json.JSONDecodeError):
        return "it is no JSON"
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


class _Import:
    def __init__(self, store: Store, header: Line) -> None:
        if header["type"] != "omem-export":
            raise ValueError("the first line must be the header")
        if header["version"] > VERSION:
            raise StoreError("this export was written by a newer omem: upgrade omem to import it")
        self._store, self._conn, self._user = store, store.session.conn, store.session.user_id
        self._owner: str = header["user"]
        self._conversations: dict[str, int] = {}
        self._sources: dict[str, int] = {}
        self._tasks: set[str] = set()

    def take(self, line: Line) -> int:
        """Adds one line; 1 if it was new."""
        take = {
            "conversation": self._conversation,
            "message": self._message,
            "attribute": self._memory,
            "event": self._memory,
            "decision": self._decision,
            "forgotten": self._forgotten,
            "alias": self._alias,
            "told": self._told,
            "task": self._task,
            "checkpoint": self._checkpoint,
            "erased": self._erased,
            "share": self._store.shares.restore,
        }.get(line["type"])
        if take is None:
            raise ValueError(f"unknown type {line['type']!r}")
        return int(take(line))

    def _person(self, name: str | None) -> str | None:
        # The memory's owner stays its owner, whatever the user is called here.
        return self._store.user if name == self._owner else name

    def _insert(self, table: str, values: Line) -> bool:
        columns, marks = ", ".join(values), ", ".join("?" * len(values))
        cleaned = [plain(value) if isinstance(value, str) else value for value in values.values()]
        query = f"INSERT OR IGNORE INTO {table}({columns}) VALUES ({marks})"
        return self._conn.execute(query, cleaned).rowcount > 0

    def _conversation(self, line: Line) -> bool:
        chain = [bytes.fromhex(link) for link in line["opening"] or []]
        new = self._insert(
            "conversations",
            {
                "user_id": self._user,
                "public": line["id"],
                "format": line["format"],
                "native": line["native"],
                "title": line["title"],
                "opening": chain[0] if chain else None,
            },
        )
        query = "SELECT id FROM conversations WHERE user_id = ? AND public = ?"
        row = self._conn.execute(query, (self._user, line["id"])).fetchone()[0]
        self._conversations[line["id"]] = row
        for length, link in enumerate(chain, 1):
            self._insert("openings", {"conversation_id": row, "length": length, "chain": link})
        return new

    def _message(self, line: Line) -> bool:
        if self._store.messages.get(line["id"]) is not None:
            return False
        if self._store.tombstones.erased([line["id"]]):
            raise StoreError(
                "this export holds messages that were erased from this memory since; nothing was imported "
                "(`omem forget --allow-return` lets them return)"
            )
        conversation, position = self._conversations[line["conversation"]], int(line["position"])
        taken, after = self._conn.execute(
            "SELECT coalesce(sum(position = ?), 0), coalesce(max(position) + 1, 0) FROM messages "
            "WHERE conversation_id = ?",
            (position, conversation),
        ).fetchone()
        time, offset = to_stored(None if line["time"] is None else datetime.fromisoformat(line["time"]))
        path = line["source"]["path"]
        if path not in self._sources:
            self._insert("sources", {"path": path})
            query = "SELECT id FROM sources WHERE path = ?"
            self._sources[path] = self._conn.execute(query, (plain(path),)).fetchone()[0]
        self._insert(
            "messages",
            {
                "user_id": self._user,
                "id": line["id"],
                "conversation_id": conversation,
                "position": after if taken else position,
                "speaker": line["speaker"],
                "role": line["role"],
                "person": self._person(line["person"]),
                "time_us": time,
                "offset_min": offset,
                "text": line["text"],
                "source_id": self._sources[path],
                "line": line["source"]["line"],
                "ref": line["ref"],
                "native": line.get("native") and bytes.fromhex(line["native"]),
                "edited_us": to_stored(_time(line.get("edited")))[0],
                "understood": int(line["understood"]),
            },
        )
        message = self._store.messages.get(line["id"])
        assert message is not None
        for one in line.get("earlier", ()):
            Edits(self._store.session).restore(message.row, one)
        if line.get("marked"):
            Edits(self._store.session).mark(message.row)
        memories, u = self._store.memories, line["understanding"]
        if u is not None:
            memories.restore(message.row, _read(u), u["recorded"]["at"])
        for one in line.get("readings", ()):
            at = one["recorded"]
            self._store.versions.restore_earlier(message.row, Earlier(_read(one), at["at"], at["replaced"]))
        memories.file(message.row, line["topics"], line["clues"])
        return True

    def _memory(self, line: Line) -> bool:
        kind = line["type"]
        values = {column: line[column] for column in _PERSONA[kind]}
        values["person"], values["status"] = self._person(line["person"]), str(Status(line["status"]))
        new = self._insert(f"{kind}s", {"user_id": self._user, **values, "recorded": line["recorded"]["at"]})
        for one in line["evidence"]:
            message = self._store.messages.get(one["message"])
            if message is None:
                raise ValueError(f"evidence {one['message']!r} is not among the messages")
            self._store.memories.add_evidence(line["id"], message, one["quote"])
        return new

    def _forgotten(self, line: Line) -> bool:
        return self._insert("forgotten", {"user_id": self._user, "claim": line["claim"]})

    def _erased(self, line: Line) -> bool:
        return self._store.tombstones.restore(line)

    def _alias(self, line: Line) -> bool:
        names = {"alias": line["alias"], "person": self._person(line["person"])}
        return self._insert("aliases", {"user_id": self._user, **names})

    def _told(self, line: Line) -> bool:
        message = self._store.messages.get(line["message"])
        if message is None:
            raise ValueError(f"what was told in {line['message']!r} is not among the messages")
        values = {key: line[key] for key in ("person", "teller", "aspect", "value")}
        for key in ("person", "teller"):
            values[key] = self._person(values[key])
        id = public_id(
            "t", self._store.user, values["person"], values["teller"], values["aspect"],
            matching_key(values["value"]), message.id,
        )  # fmt: skip
        row = {"user_id": self._user, "id": id, **values, "message_row": message.row, "quote": line["quote"]}
        return self._insert("told", row)

    def _task(self, line: Line) -> bool:
        # A task of the same name stays as it is: two histories can't be told apart.
        new = self._store.checkpoints.task(line["name"]) is None
        if new:
            machine = line["machine"]
            self._store.checkpoints.make(line["name"], None if machine is None else json.dumps(machine))
            self._tasks.add(line["name"])
        return new

    def _checkpoint(self, line: Line) -> bool:
        task = self._store.checkpoints.task(line["task"])
        if task is None or line["task"] not in self._tasks:
            return False
        json.loads(line["contents"])
        self._store.checkpoints.add(
            task, line["contents"], full=line["full"], name=line["state"], schema=line["schema"],
            number=line["number"], saved=line["recorded"]["at"],
        )  # fmt: skip
        return True

    def _decision(self, line: Line) -> bool:
        message = None if line["message"] is None else self._store.messages.get(line["message"])
        values = {
            "user_id": self._user,
            "action": line["action"],
            "reason": line["reason"],
            "aspect": line["aspect"],
            "value": line["value"],
            "message_row": message.row if message else None,
            "target": line["target"],
            "recorded": line["recorded"]["at"],
        }
        same = " AND ".join(f"{column} IS ?" for column in values)
        if self._conn.execute(f"SELECT 1 FROM decisions WHERE {same}", list(values.values())).fetchone():
            return False
        return self._insert("decisions", values)
