"""A backup put back: only a whole one, the present file kept, nothing half done."""

import gzip
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

Chat = Callable[..., Path]
OLDER = Path(__file__).with_name("data") / "memory-m004.db.gz"


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


@pytest.fixture
def copy(omem: Omem, chat: Chat, tmp_path: Path) -> Path:
    """A backup of a memory that has changed since."""
    omem("ingest", chat(("user", "2026-05-09", "I like tea."), ("assistant", None, "Good.")))
    omem("backup", tmp_path / "copy.db")
    omem("ingest", chat(("user", "2026-05-11", "I like coffee now."), name="later.json"))
    return tmp_path / "copy.db"


def names(home: Path) -> list[str]:
    return sorted(file.name for file in home.iterdir() if file.name.startswith((".omem", "omem.db")))


def test_there_and_back(omem: Omem, copy: Path, home: Path) -> None:
    now, size, bytes_before = omem("export").stdout, copy.stat().st_size, copy.read_bytes()
    assert "coffee" in now
    report = document(omem, "restore", copy, "--yes")
    kept = Path(report["kept"])
    assert report == {"path": str(home / "omem.db"), "messages": 2, "bytes": size, "kept": str(kept)}
    assert kept.parent == home
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "coffee" not in omem("messages").stdout
    assert "I like tea." in omem("messages").stdout
    assert omem("export", "--db", kept).stdout == now
    assert copy.read_bytes() == bytes_before
    assert "sound" in omem("doctor", code=None).stdout
    omem("audit", "verify")
    last = document(omem, "audit", "log")["entries"][-1]
    assert (last["action"], last["detail"]) == ("restore", {"bytes": size, "messages": 2})
    assert names(home)[:2] == ["omem.db", kept.name]
    said = omem("restore", kept, "--yes")
    assert said.stdout.startswith("3 messages are back")
    assert "is in " in said.stderr
    assert omem("export").stdout == now


def test_into_nothing(omem: Omem, copy: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "folder" / "omem.db"
    report = document(omem, "restore", copy, "--db", new)
    assert report["kept"] is None
    assert "I like tea." in omem("messages", "--db", new).stdout
    assert [path.stat().st_mode & 0o777 for path in (new, new.parent)] == [0o600, 0o700]


def test_through_a_link(omem: Omem, copy: Path, home: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(home / "omem.db")
    kept = Path(document(omem, "restore", copy, "--yes", "--db", link)["kept"])
    assert link.is_symlink()
    assert kept.parent == home
    assert "coffee" not in omem("messages").stdout


def test_what_it_keeps_is_named_when_forgetting(omem: Omem, copy: Path) -> None:
    kept = document(omem, "restore", copy, "--yes")["kept"]
    assert kept in omem("forget", "--all", "--yes").stderr.replace("\n", "")


def test_it_refuses_what_is_not_a_sound_backup(omem: Omem, copy: Path, home: Path, tmp_path: Path) -> None:
    before, listed = (home / "omem.db").read_bytes(), names(home)
    whole = copy.read_bytes()
    middle = len(whole) // 2
    for what, data in {
        "nothing": b"",
        "text": b"these are my notes\n" * 50,
        "cut": whole[: middle // 4096 * 4096],
        "holes": whole[:8192] + bytes(len(whole) - 8192),
        "other": None,
        "newer": None,
    }.items():
        bad = tmp_path / f"{what}.db"
        if data is not None:
            bad.write_bytes(data)
        else:
            if what == "newer":
                bad.write_bytes(whole)
            conn = sqlite3.connect(bad)
            conn.execute(
                "INSERT INTO _sqlite_migrations(migration_set, name, applied_at) "
                "VALUES ('omem', 'm999_more', '2030')"
                if what == "newer"
                else "CREATE TABLE notes (text)"
            )
            conn.commit()
            conn.close()
        said = omem("restore", bad, "--yes", code=1).stderr
        assert said.count("\n") == 1, said
        assert (home / "omem.db").read_bytes() == before
    assert "newer omem" in said
    assert "no backup at" in omem("restore", tmp_path / "none.db", "--yes", code=1).stderr
    assert "itself" in omem("restore", home / "omem.db", "--yes", code=1).stderr
    assert "--yes" in omem("restore", copy, code=2).stderr
    assert names(home) == listed


def test_what_was_erased_since_does_not_come_back_unnoticed(omem: Omem, copy: Path) -> None:
    omem("forget", "--before", "2026-05-10", "--yes")
    said = omem("restore", copy, "--yes", code=1).stderr
    assert "1 message that was erased" in said
    assert "I like tea." not in omem("messages").stdout
    omem("forget", "--allow-return", "--yes")
    omem("restore", copy, "--yes")
    assert "I like tea." in omem("messages").stdout


def test_a_damaged_memory_is_kept_as_it_is(omem: Omem, copy: Path, home: Path) -> None:
    path = home / "omem.db"
    for spoiled in (b"nothing of it is left", path.read_bytes()[:4096] + b"\x55" * 20_000, b""):
        path.write_bytes(spoiled)
        path.with_name("omem.db-wal").write_bytes(b"an old log")
        kept = Path(document(omem, "restore", copy, "--yes")["kept"])
        assert kept.read_bytes() == spoiled
        assert "I like tea." in omem("messages").stdout
        assert "sound" in omem("doctor", code=None).stdout


def test_a_memory_in_use_is_not_replaced(omem: Omem, copy: Path, home: Path) -> None:
    reader = sqlite3.connect(home / "omem.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    listed = names(home)
    assert "in use" in omem("restore", copy, "--yes", code=1).stderr
    assert [name for name in names(home) if name not in listed] == []
    reader.close()
    assert "coffee" in omem("messages").stdout


def test_an_older_backup_is_brought_up_to_date(omem: Omem, copy: Path, home: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(OLDER.read_bytes()))
    before = old.read_bytes()
    assert document(omem, "restore", old, "--yes")["messages"] == 5
    assert document(omem, "stats")["messages"] == 5
    assert "florist" in omem("persona", "show").stdout
    assert old.read_bytes() == before
    assert not old.with_name("old.db-wal").exists()


def test_a_backup_that_nobody_may_write_to(omem: Omem, copy: Path, tmp_path: Path) -> None:
    copy.chmod(0o400)
    omem("restore", copy, "--yes")
    assert "I like tea." in omem("messages").stdout
    omem("persona", "set", "hobby", "chess")


KILLED = """
import os, sys
from pathlib import Path
import omem_cli.store.restore
from omem_cli.store.restore import restore

backup, path, step = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
seen = 0
def watch(event, arguments):
    global seen
    if event in ("open", "os.link", "os.rename", "os.remove"):
        seen += 1
        if seen == step:
            os.kill(os.getpid(), 9)
sys.addaudithook(watch)
restore(backup, path, lambda messages: True)
print("done")
"""


def test_killed_at_any_step_there_is_a_whole_memory(omem: Omem, copy: Path, home: Path) -> None:
    path = home / "omem.db"
    now = path.read_bytes()
    outcomes = set()
    for step in range(1, 40):
        path.write_bytes(now)
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(copy), str(path), str(step)], capture_output=True, text=True
        )
        assert run.returncode in (0, -9), run.stderr
        text = omem("messages").stdout
        assert "I like tea." in text
        outcomes.add("coffee" in text)
        assert "sound" in omem("doctor", code=None).stdout
        if run.stdout:
            break
    assert run.stdout.strip() == "done"
    assert outcomes == {True, False}


# ---------------------------------------------------------------- encrypted ones
def test_encrypted_ones(
    omem: Omem, chat: Chat, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sqlcipher3")
    omem("ingest", chat(("user", "2026-05-09", "I take Zolpraxin.")))
    omem("backup", tmp_path / "plain.db")
    monkeypatch.setenv("OMEM_KEY", "right")
    omem("encrypt")
    omem("backup", tmp_path / "copy.db")
    omem("ingest", chat(("user", "2026-05-11", "I like coffee now."), name="later.json"))
    monkeypatch.setenv("OMEM_KEY", "wrong")
    assert "the key does not open" in omem("restore", tmp_path / "copy.db", "--yes", code=1).stderr
    monkeypatch.delenv("OMEM_KEY")
    assert "is encrypted" in omem("restore", tmp_path / "copy.db", "--yes", code=1).stderr
    monkeypatch.setenv("OMEM_KEY", "right")
    kept = Path(document(omem, "restore", tmp_path / "copy.db", "--yes")["kept"])
    assert "coffee" not in omem("messages").stdout
    assert "coffee" in omem("messages", "--db", kept).stdout
    assert b"Zolpraxin" not in (home / "omem.db").read_bytes() + kept.read_bytes()
    omem("audit", "verify")
    # A plain backup in an encrypted one's place, and back:
    kept = Path(document(omem, "restore", tmp_path / "plain.db", "--yes")["kept"])
    assert (home / "omem.db").read_bytes().startswith(b"SQLite")
    omem("restore", kept, "--yes")
    assert not (home / "omem.db").read_bytes().startswith(b"SQLite")
    assert "Zolpraxin" in omem("messages").stdout
