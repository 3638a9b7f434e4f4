"""A damaged memory written anew from what of it can still be read.

The old file is never written to: it is put aside, with its log, when the new one is complete and sound.
Indexes are made anew by SQLite; the text index and the vectors are left to be made from the messages.
"""

import contextlib
import json
import os
import secrets
import shutil
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from omem_cli.errors import StoreError
from omem_cli.records import ASPECTS, Role, Status
from omem_cli.store import cipher, schema
from omem_cli.store.cipher_pages import decoder
from omem_cli.store.database import plain_errors
from omem_cli.store.files import OWNER_ONLY, beside, damaged
from omem_cli.store.identity import OPENING
from omem_cli.store.ids import digest, matching_key, public_id
from omem_cli.store.keys import key_for
from omem_cli.store.pages import Decode, Pages
from omem_cli.store.salvage import Row, Salvage, Source, Table

_BATCH = 500
_LOCKED = (0x40000002, 510)  # the bytes that SQLite locks while a file is open (its "shared" range)
_PARENTS_FIRST = ("users", "sources", "conversations", "messages")


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)


@dataclass
class Repaired:
    """What came of it. `kept` and `lost` count rows by table: `lost` those that are known to have been there;
    `unsure` tables may have lost rows that nothing tells of. `lost_messages` are public ids."""

    path: Path
    aside: Path | None = None
    pages: int = 0
    unreadable: int = 0
    kept: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    unsure: list[str] = field(default_factory=list)
    lost_messages: list[str] = field(default_factory=list)
    vectors: bool = False
    """Whether there were vectors: they are left out, since messages give them again."""
    profiles: bool = False
    """Whether parts of profiles were lost that the messages give again: they are to be folded anew."""
    reopened: int = 0
    """Messages whose reading was lost: they are to be understood anew."""

    @property
    def whole(self) -> bool:
        """Whether nothing was lost."""
        return not self.lost and not self.unsure


def damage(path: Path) -> list[str]:
    """What is wrong with a memory file, the text index included; empty when sound. Raises StoreError for what
    is no damage: no such file, the wrong key, a lock."""
    try:
        if not path.is_file() or not path.stat().st_size:
            raise StoreError(f"there is no memory at {path}")
        if not cipher.is_plain(path) and _key(path)[1] is None:
            return ["its beginning is damaged"]
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from error
    with plain_errors(path):
        try:
            with contextlib.closing(cipher.connect(path)) as conn:
                return _checked(conn)
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", None) or 0
            if code & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            return [str(error)]
        except StoreError:  # the key: it opens other pages, or `_key` had said so
            return ["its first page is damaged"]


def _checked(conn: sqlite3.Connection) -> list[str]:
    wrong = [text for (text,) in conn.execute("PRAGMA integrity_check(20)") if text != "ok"]
    if wrong:
        return wrong
    wrong += [f"dangling reference: {row[0]}" for row in conn.execute("PRAGMA foreign_key_check")]
    for (table,) in conn.execute(
        "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
    ).fetchall():
        try:
            conn.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                raise
            wrong.append(f"the text index {table}: {error}")
        finally:
            conn.rollback()
    return wrong


def rebuild(path: Path, user: str = "me") -> Repaired:
    """Puts a sound memory in the place of a damaged one; `user` is whose it is if that was lost. Raises
    StoreError if nothing can be saved, or if the
    memory is in use or another program's; then nothing was changed."""
    report = Repaired(path)
    try:
        key, decode = _key(path)
        with _alone(path), Pages(path, decode) as pages, beside(path) as fresh:
            source = Source(pages)
            _check(source, path)
            with contextlib.closing(
                sqlite3.connect(fresh) if decode is None else cipher.connect(fresh, key=key)
            ) as conn:
                _write(conn, source, report, user)
            report.vectors = any(
                tree.cells for name in ("vectors", "vector_blocks") for tree in source.trees(name)
            )
            report.pages, report.unreadable = pages.count, len(pages.broken)
            report.aside = _put_aside(path)
        return report
    except OSError as error:
        raise StoreError(f"cannot repair {path}: {error.strerror or error}; nothing was changed") from error
    except sqlite3.Error as error:
        raise StoreError(f"cannot repair {path}: {error}; nothing was changed") from error


def _key(path: Path) -> tuple[str | None, Decode | None]:
    """The memory's key and what reads its pages with it; (None, None) if it isn't encrypted."""
    if cipher.is_plain(path):
        return None, None
    key = key_for(path)
    if key is None:
        return None, None
    decode = decoder(path, key)
    if decode is None:
        raise StoreError(
            f"the key does not open {path}, or its first bytes are damaged: without them no key does; "
            "restore it from a backup"
        )
    return key, decode


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While nobody else has the memory open, as far as the system tells."""
    try:
        import fcntl
    except ImportError:  # Windows: there a file in use can't be replaced
        yield
        return
    with path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKED[1], _LOCKED[0])
        except OSError as error:
            raise StoreError(f"{path} is open in another process; try again when it is done") from error
        yield


def _check(source: Source, path: Path) -> None:
    header = source.pages.header
    if source.pages.whole_header:
        application = int.from_bytes(header[68:72], "big")
        if application != schema.APPLICATION_ID:
            raise StoreError(f"{path} is another program's database, not an omem memory")
    if set(source.applied) - set(schema.names()):
        raise StoreError(f"{path} was written by a newer omem: upgrade omem to repair it")


def _write(conn: sqlite3.Connection, source: Source, report: Repaired, user: str) -> None:
    conn.isolation_level = None
    conn.execute("PRAGMA secure_delete = ON")
    conn.execute("PRAGMA temp_store = MEMORY")
    conn.execute("BEGIN IMMEDIATE")
    schema.migrate(conn)
    conn.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    # An erasure may have been under way: its mark stands in the header.
    unwiped = int.from_bytes(source.pages.header[60:64], "big") if source.pages.whole_header else 0
    conn.execute(f"PRAGMA user_version = {unwiped if unwiped in (0, 1) else 0}")
    parts = {
        name: _copy(conn, source, source.known[name])
        for name in [*_PARENTS_FIRST, *(n for n in sorted(source.known) if n not in _PARENTS_FIRST)]
    }
    if not parts["messages"].found and not parts["attributes"].found and not parts["users"].found:
        raise StoreError(f"nothing of a memory can be read in {report.path}; nothing was changed")
    report.lost_messages = sorted(
        str(hint["id"]) for hint in parts["messages"].hints.values() if hint.get("id")
    )
    lost = Counter({name: len(part.missing) for name, part in parts.items()})
    report.profiles = any(
        (part := parts[name]).missing or part.unsure or part.partly
        for name in ("attributes", "events", "evidence")
    )
    _stand_in(conn, user)
    lost.update(_drop_nonsense(conn))
    if parts["decisions"].missing or parts["decisions"].unsure:
        _restate(conn, parts["decisions"].hints.values())
        _keep_away(conn)
    lost.update(_drop_dangling(conn, source))
    lost.update(_drop_unreadable_saves(conn))
    if _extend_openings(conn):
        parts["openings"].unsure = False
    report.reopened = conn.execute(
        "UPDATE messages SET understood = 0 WHERE understood = 1 "
        "AND row NOT IN (SELECT message_row FROM understandings)"
    ).rowcount
    conn.execute(
        "UPDATE attributes SET superseded_by = NULL WHERE superseded_by IS NOT NULL "
        "AND (user_id, superseded_by) NOT IN (SELECT user_id, id FROM attributes)"
    )
    conn.execute(
        "INSERT INTO audit_head SELECT 1, number, hash FROM audit "
        "WHERE NOT EXISTS (SELECT 1 FROM audit_head) ORDER BY number DESC LIMIT 1"
    )
    conn.execute("COMMIT")
    wrong = [text for (text,) in conn.execute("PRAGMA integrity_check(3)") if text != "ok"]
    wrong += [f"dangling {row[0]}" for row in conn.execute("PRAGMA foreign_key_check")]
    if wrong:
        raise StoreError(f"the repaired memory would be damaged ({wrong[0]}); nothing was changed")
    report.kept = {
        name: count
        for name in source.known
        if (count := conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
    }
    lost["understandings"] = max(lost["understandings"], report.reopened)
    report.lost = {name: count for name, count in sorted(lost.items()) if count}
    known = {"understandings", *report.lost}  # messages tell which of them had been understood
    report.unsure = sorted(name for name, part in parts.items() if part.unsure and name not in known)


def _copy(conn: sqlite3.Connection, source: Source, table: Table) -> Salvage:
    part = Salvage(table)
    names = [column.name for column in table.columns]
    rows = source.rows(table, part)
    query = f"INSERT OR IGNORE INTO {table.name}({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    while batch := list(islice(rows, _BATCH)):
        defaults = _defaults(conn, table) if any(len(row) < len(names) for row in batch) else {}
        conn.executemany(query, [_values(names, row, defaults) for row in batch])
    return part


def _defaults(conn: sqlite3.Connection, table: Table) -> Row:
    # Old rows lack the columns that came later; SQLite has their defaults as SQL.
    found = conn.execute(f"PRAGMA table_info({table.name})").fetchall()
    return {row[1]: conn.execute(f"SELECT {row[4]}").fetchone()[0] for row in found if row[4] is not None}


def _values(names: list[str], row: Row, defaults: Row) -> list[object]:
    return [row[name] if name in row else defaults.get(name) for name in names]


_NONSENSE = {
    "attributes": f"status NOT IN ({_listed(Status)}) OR aspect NOT IN ({_listed(ASPECTS)})",
    "events": f"status NOT IN ({_listed(Status)})",
    "understandings": "claims IS NOT NULL AND NOT json_valid(claims)",
    "versions": "NOT json_valid(clues) OR (claims IS NOT NULL AND NOT json_valid(claims))",
    "audit": "NOT json_valid(detail)",
    "checkpoint_tasks": "machine IS NOT NULL AND NOT json_valid(machine)",
}
"""What a row can't say that came from omem: a page may be damaged and still look like one."""


def _drop_nonsense(conn: sqlite3.Connection) -> Counter[str]:
    """Takes out rows that could not be used; a message is kept, and its role guessed from whose it is."""
    conn.execute(
        "UPDATE messages SET role = CASE WHEN person IS NULL THEN 'assistant' "
        "WHEN person = (SELECT name FROM users WHERE id = user_id) THEN 'user' ELSE 'participant' END "
        f"WHERE role NOT IN ({_listed(Role)})"
    )
    (trigger,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'audit_delete'").fetchone()
    conn.execute("DROP TRIGGER audit_delete")
    gone = Counter(
        {name: conn.execute(f"DELETE FROM {name} WHERE {what}").rowcount for name, what in _NONSENSE.items()}
    )
    conn.execute(trigger)
    return gone


def _stand_in(conn: sqlite3.Connection, user: str) -> None:
    """Makes what messages need and that was lost: a message without its conversation is still a message."""
    if conn.execute("SELECT count(*) FROM users").fetchone()[0] == 0:
        for (only,) in conn.execute("SELECT min(user_id) FROM messages HAVING count(DISTINCT user_id) = 1"):
            conn.execute("INSERT INTO users(id, name) VALUES (?, ?)", (only, user))
    for table, column in (
        ("conversations", "user_id"), ("messages", "user_id"), ("attributes", "user_id"),
        ("events", "user_id"), ("checkpoint_tasks", "user_id"),
    ):  # fmt: skip
        for (user,) in conn.execute(
            f"SELECT DISTINCT {column} FROM {table} WHERE {column} NOT IN (SELECT id FROM users)"
        ).fetchall():
            conn.execute("INSERT INTO users(id, name) VALUES (?, ?)", (user, f"recovered-{user}"))
    for user, conversation in conn.execute(
        "SELECT user_id, conversation_id FROM messages "
        "WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id"
    ).fetchall():
        conn.execute(
            "INSERT INTO conversations(id, user_id, public, format) VALUES (?, ?, ?, 'recovered')",
            (conversation, user, public_id("c", "recovered", conversation)),
        )
    for (one,) in conn.execute(
        "SELECT DISTINCT source_id FROM messages WHERE source_id NOT IN (SELECT id FROM sources)"
    ).fetchall():
        conn.execute("INSERT INTO sources(id, path) VALUES (?, ?)", (one, f"recovered-{one}"))
    for task, user in conn.execute(
        "SELECT DISTINCT c.task_id, u.id FROM checkpoints c JOIN users u "
        "WHERE c.task_id NOT IN (SELECT id FROM checkpoint_tasks) "
        "AND (SELECT count(*) FROM users) = 1"
    ).fetchall():
        conn.execute(
            "INSERT INTO checkpoint_tasks(id, user_id, name) VALUES (?, ?, ?)",
            (task, user, f"recovered {task}"),
        )


def _restate(conn: sqlite3.Connection, lost: Iterable[Row]) -> None:
    """What the user decided shows in what it was about, also if the decision itself is lost: without one,
    the next fold would undo it."""
    for hint in lost:
        if hint.get("message_row") is not None or hint.get("target") is None:
            continue
        conn.execute(
            """
            INSERT INTO decisions(user_id, action, reason, aspect, value, target, recorded)
            SELECT user_id, CASE WHEN status = 'held' THEN 'forget'
                WHEN id IN (SELECT memory FROM evidence) THEN 'pin' ELSE 'set' END,
                'recovered', aspect, value, id, recorded
            FROM attributes WHERE user_id = ?1 AND id = ?2 AND (pinned OR status = 'held')
            AND NOT EXISTS (SELECT 1 FROM decisions d
                WHERE d.user_id = ?1 AND d.target = ?2 AND d.message_row IS NULL)
            """,
            (hint.get("user_id"), hint["target"]),
        )


def _keep_away(conn: sqlite3.Connection) -> None:
    """What the user put away must not return because it is no longer written which claims it came from: all
    claims of its kind in its evidence count as it."""
    for user, aspect, message, told in conn.execute(
        """
        SELECT a.user_id, a.aspect, m.id, u.claims FROM attributes a
        JOIN evidence e ON e.user_id = a.user_id AND e.memory = a.id
        JOIN messages m ON m.row = e.message_row JOIN understandings u ON u.message_row = m.row
        WHERE u.claims IS NOT NULL AND (a.user_id, a.id) IN
            (SELECT user_id, target FROM decisions WHERE action = 'forget' AND message_row IS NULL)
        """
    ).fetchall():
        for claim in json.loads(told).get("attributes", ()):
            if claim["aspect"] == aspect:
                key = "\x1f".join((aspect, matching_key(claim["value"]), message))
                conn.execute("INSERT OR IGNORE INTO forgotten VALUES (?, ?)", (user, key))


_SHORT = (
    "SELECT id, opening FROM conversations c WHERE opening IS NOT NULL AND "
    "(SELECT count(*) FROM openings WHERE conversation_id = c.id) < "
    "min(?, (SELECT count(*) FROM messages WHERE conversation_id = c.id))"
)


def _extend_openings(conn: sqlite3.Connection) -> bool:
    """Makes lost links of conversations' openings anew from their messages, so that an export that is read
    again is recognised. Whether all are there then."""
    for conversation, opening in conn.execute(_SHORT, (OPENING,)).fetchall():
        said = conn.execute(
            "SELECT position, speaker, time_us, text FROM messages WHERE conversation_id = ? "
            "AND position < ? ORDER BY position",
            (conversation, OPENING),
        ).fetchall()
        before = ""
        for length, (position, *words) in enumerate(said, 1):
            link = digest(before, *words)
            if position != length - 1 or (length == 1 and link != opening):
                break  # one was lost, or was edited
            conn.execute("INSERT OR IGNORE INTO openings VALUES (?, ?, ?)", (conversation, length, link))
            before = link.hex()
    return conn.execute(_SHORT, (OPENING,)).fetchone() is None


def _drop_dangling(conn: sqlite3.Connection, source: Source) -> Counter[str]:
    """Takes out what is about something that was lost; counts it."""
    gone: Counter[str] = Counter()
    for name in sorted(source.known):
        for _, _, parent, column, key, *_ in conn.execute(f"PRAGMA foreign_key_list({name})").fetchall():
            gone[name] += conn.execute(
                f"DELETE FROM {name} WHERE {column} IS NOT NULL AND {column} NOT IN "
                f"(SELECT {key} FROM {parent})"
            ).rowcount
    return gone


def _drop_unreadable_saves(conn: sqlite3.Connection) -> Counter[str]:
    """A save of a task that is kept as a difference needs those before it, back to a whole one."""
    gone: Counter[str] = Counter()
    for (task,) in conn.execute("SELECT id FROM checkpoint_tasks").fetchall():
        last, stands = 0, False
        saves = conn.execute(
            "SELECT number, full, data FROM checkpoints WHERE task_id = ? ORDER BY number", (task,)
        ).fetchall()
        for number, full, data in saves:
            stands = (bool(full) or (stands and number == last + 1)) and _is_json(data)
            last = number
            if not stands:
                conn.execute("DELETE FROM checkpoints WHERE task_id = ? AND number = ?", (task, number))
                gone["checkpoints"] += 1
    gone["checkpoint_tasks"] += conn.execute(
        "DELETE FROM checkpoint_tasks WHERE id NOT IN (SELECT task_id FROM checkpoints)"
    ).rowcount
    return gone


def _is_json(data: bytes) -> bool:
    try:
        json.loads(zlib.decompress(data))
    except (zlib.error, ValueError):
        return False
    return True


def _put_aside(path: Path) -> Path:
    """Gives the damaged file and its log another name; returns it."""
    aside = first = damaged(path, datetime.now(UTC))
    while aside.exists():
        aside = first.with_name(f"{first.name}-{secrets.token_hex(2)}")
    ends = ("-wal", "-shm")
    for end in ("-wal", ""):  # the file last: whoever has it has its log
        old = path.with_name(path.name + end)
        if old.exists():
            _second_name(old, aside.with_name(aside.name + end))
    for end in ends:  # the new file must not meet the old log
        path.with_name(path.name + end).unlink(missing_ok=True)
    return aside


def _second_name(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # a file system without links
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
        shutil.copyfile(old, new)
