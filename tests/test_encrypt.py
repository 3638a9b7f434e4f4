"""Encrypted memories: every command works with the key, nothing without it, and no word is readable."""

import json
import os
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

pytest.importorskip("sqlcipher3")

Chat = Callable[..., Path]
WORD = "Zolpraxin"


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


def raw(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


@pytest.fixture
def plain(omem: Omem, chat: Chat) -> Path:
    """A plain memory, and the chat it was made of."""
    text = f"I take {WORD} every night, and I like tea."
    omem.script({text: f"topic: {WORD}\nlike: tea\nclues: {WORD}"})
    path = chat(("user", "2026-05-09", text), ("user", "2026-05-10", "good morning"))
    omem("ingest", path)
    return path


@pytest.mark.parametrize("key", ["a pass'phrase with spaces", secrets.token_hex(32)])
def test_there_and_back(
    omem: Omem, plain: Path, home: Path, monkeypatch: pytest.MonkeyPatch, key: str, tmp_path: Path
) -> None:
    before = omem("export").stdout
    monkeypatch.setenv("OMEM_KEY", key)
    assert document(omem, "encrypt") == {"path": str(home / "omem.db"), "encrypted": True}
    assert WORD.encode() not in raw(home)
    assert (home / "omem.db").read_bytes()[:6] != b"SQLite"
    assert (home / "omem.db").stat().st_mode & 0o777 == 0o600
    assert omem("export").stdout == before
    assert WORD in omem("search", "take", "--json").stdout
    assert "sound" in omem("doctor", code=None).stdout
    omem("audit", "verify")
    omem("persona", "set", "hobby", "chess")
    assert omem("ingest", plain).stdout.startswith("2 seen, 0 new, 2 known")
    omem("backup", tmp_path / "copy.db")
    assert WORD.encode() not in (tmp_path / "copy.db").read_bytes()
    assert "chess" in omem("persona", "show", "--db", tmp_path / "copy.db").stdout
    omem("forget", "--clue", WORD, "--yes")
    assert WORD not in omem("messages").stdout
    omem("decrypt")
    monkeypatch.delenv("OMEM_KEY")
    assert WORD.encode() not in raw(home)
    assert "good morning" in omem("messages").stdout
    omem("audit", "verify")
    actions = [e["action"] for e in document(omem, "audit", "log")["entries"]]
    assert actions[-6:] == ["encrypt", "export", "set", "backup", "forget", "decrypt"]


def test_a_wrong_key_and_none_are_one_clear_line(
    omem: Omem, plain: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "OMEM_KEY" in omem("encrypt", code=2).stderr
    monkeypatch.setenv("OMEM_KEY", "right")
    omem("encrypt")
    before = (home / "omem.db").read_bytes()
    monkeypatch.setenv("OMEM_KEY", "wrong")
    for words in (["stats"], ["ingest", plain], ["persona", "set", "hobby", "chess"], ["decrypt"]):
        said = omem(*words, code=1)
        assert "the key does not open" in said.stderr
        assert said.stderr.count("\n") == 1
    monkeypatch.delenv("OMEM_KEY")
    said = omem("stats", code=1).stderr
    assert "is encrypted" in said
    assert said.count("\n") == 1
    assert (home / "omem.db").read_bytes() == before
    monkeypatch.setenv("OMEM_KEY", "right")
    omem("encrypt", code=1)
    omem("stats")


def test_a_key_file_is_made_for_its_owner_only(
    omem: Omem, plain: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0)
    key = tmp_path / "key"
    try:
        said = omem("encrypt", "--key-file", key).stderr
    finally:
        os.umask(before)
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_text().strip() not in said
    monkeypatch.setenv("OMEM_KEY_FILE", str(key))
    assert document(omem, "stats")["messages"] == 2
    key.write_text("\n")
    assert "no key" in omem("stats", code=1).stderr


def test_a_new_memory_is_encrypted_from_the_first_byte(
    omem: Omem, chat: Chat, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMEM_KEY", "k")
    omem("ingest", chat(("user", None, f"I take {WORD}.")))
    assert WORD.encode() not in raw(home)
    assert WORD in omem("messages").stdout


def test_a_memory_in_use_is_not_converted(
    omem: Omem, plain: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = sqlite3.connect(home / "omem.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    monkeypatch.setenv("OMEM_KEY", "k")
    assert "in use" in omem("encrypt", code=1).stderr
    reader.close()
    assert (home / "omem.db").read_bytes()[:6] == b"SQLite"
    omem("stats")


def test_the_library_says_nothing_of_its_own(
    omem: Omem, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMEM_KEY", "right")
    omem("encrypt")
    monkeypatch.setenv("OMEM_KEY", "wrong")
    run = subprocess.run([sys.executable, "-m", "omem_cli", "stats"], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1, run.stderr
