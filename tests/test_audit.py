"""The audit log: every change has its entry, and no entry can be changed, taken out or moved unseen."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

from omem_cli.ingest import take_in
from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import open_store
from omem_cli.transcripts import SourceFile

Chat = Callable[..., Path]
TALK = Conversation("1", "one")
OTHER = Turn(Conversation("2", "two"), "me", Role.USER, None, "hello", Location("b.json"))


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


@contextmanager
def tampering(home: Path) -> Iterator[sqlite3.Connection]:
    """The file behind omem's back, without the triggers."""
    conn = sqlite3.connect(home / "omem.db", isolation_level=None)
    conn.execute("DROP TRIGGER audit_update")
    conn.execute("DROP TRIGGER audit_delete")
    yield conn
    conn.close()


@pytest.fixture
def busy(omem: Omem, chat: Chat) -> Omem:
    """A memory with a life behind it."""
    omem.script({"I like tea and Zolpraxin.": "topic: tea\nlike: tea\nclues: tea"})
    omem("ingest", chat(("user", "2026-05-09", "I like tea and Zolpraxin."), ("user", "2026-05-10", "bye")))
    omem("persona", "set", "hobby", "origami")
    omem("export")
    omem("reindex")
    omem("forget", "--before", "2026-05-10", "--yes")
    return omem


def actions(omem: Omem) -> list[str]:
    return [e["action"] for e in document(omem, "audit", "log")["entries"]]


def test_every_change_has_an_entry_without_text(busy: Omem, chat: Chat) -> None:
    entries = document(busy, "audit", "log")["entries"]
    assert set(entries[0]) == {"number", "time", "action", "detail", "hash"}
    kinds = [e["action"] for e in entries]
    assert kinds == ["ingest", "policy", "models", "extract", "set", "export", "reindex", "forget"]
    assert entries[0]["detail"]["new"] == 2
    assert entries[-1]["detail"]["messages"] == 1
    told = json.dumps(entries)
    assert not any(word in told for word in ("tea", "Zolpraxin", "origami", "bye"))
    assert document(busy, "audit", "verify")["ok"]
    busy("ingest", chat(("user", "2026-05-10", "bye")), code=None)
    busy("config", "set", "redact.email", "mask")
    busy("ingest", chat(("user", "2026-05-11", "good morning"), name="b.json"))
    busy("forget", "--allow-return", "--yes")
    assert actions(busy)[-4:] == ["ingest", "policy", "extract", "allow return"]
    assert "ingest" in busy("audit", "log").stdout
    assert len(document(busy, "audit", "log", "--limit", "2")["entries"]) == 2


def test_reading_leaves_no_entry(busy: Omem, chat: Chat) -> None:
    before = actions(busy)
    for words in (["ask", "tea"], ["search", "tea"], ["persona", "show"], ["stats"], ["audit", "verify"]):
        busy(*words)
    busy("forget", "--all", "--dry-run")
    busy("ingest", "--dry-run", chat(("user", None, "hello"), name="c.json"))
    assert actions(busy) == before


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("UPDATE audit SET detail = '{}' WHERE number = 4", 4),
        ("UPDATE audit SET action = 'import' WHERE number = 1", 1),
        ("UPDATE audit SET at = at + 1 WHERE number = 8", 8),
        ("UPDATE audit SET hash = zeroblob(32) WHERE number = 5", 5),
        ("DELETE FROM audit WHERE number = 3", 3),
        ("DELETE FROM audit WHERE number IN (3, 4)", 3),
        ("DELETE FROM audit WHERE number = 1", 1),
        ("DELETE FROM audit WHERE number = 8", 8),
        ("DELETE FROM audit", 1),
        ("UPDATE audit SET number = number + 100 WHERE number > 5", 6),
        ("UPDATE audit SET number = CASE number WHEN 2 THEN -3 ELSE -2 END WHERE number IN (2, 3); "
         "UPDATE audit SET number = -number WHERE number < 0", 2),
        ("INSERT INTO audit VALUES (9, 1, 0, 'ingest', '{}', 1, zeroblob(32))", 9),
        ("DELETE FROM audit_head", 8),
    ],
)  # fmt: skip
def test_whatever_is_done_to_the_log_is_found(busy: Omem, home: Path, change: str, number: int) -> None:
    with tampering(home) as conn:
        for statement in change.split(";"):
            conn.execute(statement)
    report = document(busy, "audit", "verify", code=1)
    assert set(report) == {"ok", "entries", "head", "problems"}
    assert report["ok"] is False
    assert set(report["problems"][0]) == {"number", "problem"}
    assert report["problems"][0]["number"] == number
    said = busy("audit", "verify", code=1).stderr
    assert f"entry {number} " in said
    assert said.count("\n") == 1


def test_the_log_is_only_added_to(busy: Omem, home: Path) -> None:
    conn = sqlite3.connect(home / "omem.db")
    for statement in ("UPDATE audit SET at = 0", "DELETE FROM audit"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            conn.execute(statement)
    conn.close()


def test_a_change_past_the_log_shows(busy: Omem, home: Path, chat: Chat) -> None:
    with tampering(home) as conn:
        conn.execute("DELETE FROM messages")
    assert "not logged" in busy("audit", "verify", code=1).stderr
    busy("ingest", chat(("user", "2026-05-11", "good morning"), name="b.json"))
    assert actions(busy)[-3:] == ["unlogged", "ingest", "extract"]
    busy("audit", "verify")


def test_an_import_that_stops_is_logged_with_what_it_stored(tmp_path: Path) -> None:
    class Stopped(Exception):
        """The disk is full, the user has enough, ..."""

    def turns(count: int) -> Iterator[Turn]:
        for number in range(count):
            yield Turn(TALK, "me", Role.USER, None, f"text {number}", Location("a.json"))
        raise Stopped

    with open_store(tmp_path / "omem.db") as store:
        for count in (3, 12_000):
            with pytest.raises(Stopped):
                take_in(store, [SourceFile("a.json", "messages", parsed=turns(count))])
        stored = store.messages.count()
        assert 0 < stored < 12_000
        (entry,) = store.audit.details("ingest")
        assert (entry["new"], entry["interrupted"]) == (stored, True)
        take_in(store, [SourceFile("b.json", "messages", parsed=iter([OTHER]))])
        assert store.audit.details("unlogged") == []


def test_a_noted_head_finds_a_log_that_was_written_anew(busy: Omem, home: Path) -> None:
    head = document(busy, "audit", "verify")["head"]
    busy("persona", "set", "hobby", "chess")
    busy("audit", "verify", "--head", head[:12])
    with tampering(home) as conn:
        conn.execute("DELETE FROM audit")
        conn.execute("DELETE FROM audit_head")
    busy("persona", "set", "hobby", "sailing")
    busy("audit", "verify")
    assert "written anew" in busy("audit", "verify", "--head", head, code=1).stderr


def test_users_see_their_own_entries_of_one_chain(busy: Omem, chat: Chat) -> None:
    busy("ingest", chat(("user", None, "hi"), name="e.json"), "--user", "eva")
    assert {e["action"] for e in document(busy, "audit", "log", "--user", "eva")["entries"]} >= {"ingest"}
    assert len(actions(busy)) == 8
    busy("audit", "verify", "--user", "eva")
