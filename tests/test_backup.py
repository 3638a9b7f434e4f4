"""Copies of a memory, files that only their owner can read, and memories of an older omem."""

import gzip
import json
import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

Chat = Callable[..., Path]

OLDER = Path(__file__).with_name("data") / "memory-m004.db.gz"
"""Made by an omem whose last migration was m004."""


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Nothing takes rights away but omem itself."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_backup_is_a_memory(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("ingest", chat(("user", "2026-05-09", "I like tea."), ("assistant", None, "Good.")))
    before, copy = omem("export").stdout, tmp_path / "copy.db"
    report = document(omem, "backup", copy)
    assert report == {"path": str(copy), "bytes": copy.stat().st_size}
    assert sorted(tmp_path.iterdir()) == [tmp_path / "chat.json", copy]
    assert omem("export", "--db", copy).stdout == before
    assert "sound" in omem("doctor", "--db", copy, code=None).stdout
    assert document(omem, "audit", "log")["entries"][-1]["action"] == "backup"


def test_a_backup_while_somebody_writes(omem: Omem, chat: Chat, home: Path, tmp_path: Path) -> None:
    omem("ingest", chat(("user", "2026-05-09", "I like tea.")))
    writer = sqlite3.connect(home / "omem.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE messages SET text = 'half'")
    from omem_cli.store.backup import copy_database

    reader = sqlite3.connect(home / "omem.db")
    copy_database(reader, tmp_path / "copy.db")
    reader.close()
    writer.rollback()
    assert "I like tea." in omem("messages", "--db", tmp_path / "copy.db").stdout


def test_a_backup_refuses_what_it_can_not_do(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    omem("backup", copy, code=1)
    assert not copy.exists()
    omem("ingest", chat(("user", None, "I like tea.")))
    copy.write_text("something else")
    assert "is there already" in omem("backup", copy, code=1).stderr
    assert copy.read_text() == "something else"
    said = omem("backup", tmp_path / "no" / "folder.db", code=1).stderr
    assert said.count("\n") == 1
    omem("backup", code=2)


def test_only_the_owner_can_read_any_file(
    omem: Omem, chat: Chat, home: Path, tmp_path: Path, open_umask: None
) -> None:
    deep = home / "deep" / "er" / "omem.db"
    for words in (
        ["ingest", chat(("user", None, "I like tea."))],
        ["persona", "set", "hobby", "chess"],
        ["export", "--out", home / "deep" / "export.jsonl"],
        ["backup", home / "deep" / "backup.db"],
    ):
        omem(*words, "--db", deep)
    omem("config", "set", "budget", "100")
    open_connection = sqlite3.connect(deep)  # keeps -wal and -shm there
    open_connection.execute("SELECT count(*) FROM messages").fetchone()
    omem("persona", "set", "hobby", "go", "--db", deep)
    folders = [deep.parent, deep.parent.parent, home / "config" / "omem"]
    modes = {
        file.name: oct(file.stat().st_mode & 0o777)
        for folder in folders
        for file in folder.iterdir()
        if file.is_file()
    }
    open_connection.close()
    assert modes.keys() >= {
        "omem.db",
        "omem.db-wal",
        "omem.db-shm",
        "export.jsonl",
        "backup.db",
        "config.json",
    }
    assert set(modes.values()) == {"0o600"}
    assert {oct(folder.stat().st_mode & 0o777) for folder in folders} == {"0o700"}


def test_doctor_tells_of_files_that_others_can_read(omem: Omem, chat: Chat, home: Path) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))

    def permissions() -> Any:
        checks = document(omem, "doctor", code=None)["checks"]
        return next(check for check in checks if check["name"] == "permissions")

    assert permissions()["ok"]
    (home / "omem.db").chmod(0o644)
    assert not permissions()["ok"]
    assert "chmod 600" in permissions()["detail"]


def test_an_export_replaces_a_file_only_when_it_is_whole(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    from omem_cli.store.files import private_text

    out = tmp_path / "out.jsonl"
    out.write_text("old")

    def fails() -> None:
        with private_text(out) as file:
            file.write("new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]
    omem("ingest", chat(("user", None, "I like tea.")))
    omem("export", "--out", out)
    assert "I like tea." in out.read_text()
    omem("export", "--out", "/dev/null")


# ---------------------------------------------------------------- an older omem's memory
@pytest.fixture
def older(home: Path) -> Path:
    """A memory as an older omem left it."""
    path = home / "omem.db"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    path.chmod(0o600)
    return path


def test_an_older_memory_is_copied_then_brought_up_to_date(omem: Omem, older: Path, open_umask: None) -> None:
    before = older.read_bytes()
    shown = document(omem, "persona", "show", "--history")
    told = [(a["aspect"], a["value"], a["status"]) for a in shown["attributes"]]
    assert told == [
        ("language", "Portuguese", "current"), ("location", "Porto", "past"), ("location", "Lyon", "current"),
        ("occupation", "baker", "past"), ("occupation", "florist", "current"), ("hobby", "chess", "current"),
    ]  # fmt: skip
    assert [e["event"] for e in shown["events"]] == ["visited the old bridge in Lyon"]
    assert document(omem, "stats")["messages"] == 5
    copy = older.with_name("omem.db.before-upgrade")
    assert copy.stat().st_mode & 0o777 == 0o600

    def rows(path: Path) -> list[Any]:
        conn = sqlite3.connect(path)
        found = conn.execute("SELECT id, text FROM messages").fetchall()
        names = conn.execute("SELECT name FROM sqlite_master WHERE name = 'audit'").fetchall()
        conn.close()
        return [found, names]

    assert rows(copy)[1] == []
    assert rows(copy)[0] == rows(older)[0]
    assert "sound" in omem("doctor", code=None).stdout
    omem("audit", "verify")
    made = copy.stat().st_mtime_ns
    omem("stats")
    assert copy.stat().st_mtime_ns == made
    older.write_bytes(before)
    assert document(omem, "stats")["messages"] == 5


def test_without_room_for_the_copy_nothing_is_changed(omem: Omem, older: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        said = omem("stats", code=1).stderr
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert said.count("\n") == 1
    assert document(omem, "stats")["messages"] == 5
    assert not [file for file in older.parent.iterdir() if file.name.startswith(".omem.db.")]


def test_forgetting_takes_the_copy_of_the_upgrade_too(omem: Omem, older: Path, home: Path) -> None:
    omem("stats")
    assert older.with_name("omem.db.before-upgrade").exists()
    omem("reindex")  # its vectors were made by a model of the same name and another size
    omem("forget", "--clue", "florist", "--yes")
    left = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    assert b"florist" not in left
    shown = document(omem, "persona", "show", "--history")["attributes"]
    assert [(a["value"], a["status"]) for a in shown] == [
        ("Portuguese", "current"), ("Porto", "current"), ("baker", "current"), ("chess", "current"),
    ]  # fmt: skip


def test_a_newer_memory_is_refused_with_advice(omem: Omem, chat: Chat, home: Path) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))
    conn = sqlite3.connect(home / "omem.db")
    table = conn.execute("SELECT name FROM sqlite_master WHERE name LIKE '%migrations'").fetchone()[0]
    conn.execute(f"INSERT INTO {table}(migration_set, name, applied_at) VALUES ('omem', 'm999_more', '2030')")
    conn.commit()
    conn.close()
    assert "newer omem" in omem("stats", code=1).stderr
