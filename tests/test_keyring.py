"""The key of an encrypted memory in the system's keyring: found by itself, told clearly when it is not there.

The keyring is one in memory, put in place through the library's own door.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from conftest import Omem
from keyring import errors
from keyring.backend import KeyringBackend
from keyring.backends import fail, null

pytest.importorskip("sqlcipher3")

Chat = Callable[..., Path]
WORD = "Zolpraxin"


class InMemory(KeyringBackend):
    """Keeps entries in a dictionary, and can be locked."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise errors.KeyringLocked("locked")
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.entries[service, username]


@pytest.fixture
def ring() -> Iterator[InMemory]:
    before, mine = keyring.get_keyring(), InMemory()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def plain(omem: Omem, chat: Chat) -> Path:
    path = chat(("user", "2026-05-09", f"I take {WORD} every night."))
    omem("ingest", path)
    return path


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


def test_the_key_is_made_kept_and_found(
    omem: Omem, plain: Path, home: Path, ring: InMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = omem("encrypt", "--keyring", "--json")
    assert json.loads(said.stdout) == {"path": str(home / "omem.db"), "encrypted": True}
    (((service, account), key),) = ring.entries.items()
    assert (service, len(key)) == ("omem", 64)
    assert account in said.stderr
    assert key not in said.stdout + said.stderr
    marker = home / "omem.db.keyring"
    assert marker.read_text() == f"{account}\n"
    assert marker.stat().st_mode & 0o777 == 0o600
    assert WORD.encode() not in (home / "omem.db").read_bytes()
    assert omem("ask", "what do I take", "--json").exit_code == 0
    assert WORD in omem("messages").stdout
    assert omem("ingest", plain).stdout.startswith("1 seen, 0 new, 1 known")
    omem("forget", "--all", "--yes", "--allow-return")
    omem("ingest", plain)
    # A copy finds the same entry; one whose name was lost opens with the key in the environment.
    omem("backup", tmp_path / "copy.db")
    assert WORD in omem("messages", "--db", tmp_path / "copy.db").stdout
    (tmp_path / "copy.db.keyring").unlink()
    assert "is encrypted" in omem("messages", "--db", tmp_path / "copy.db", code=1).stderr
    monkeypatch.setenv("OMEM_KEY", key)
    assert WORD in omem("messages", "--db", tmp_path / "copy.db").stdout
    monkeypatch.delenv("OMEM_KEY")
    assert "stays in the keyring" in omem("decrypt").stderr
    assert not marker.exists()
    assert WORD in omem("messages").stdout


def test_restored_copies_find_their_key(
    omem: Omem, plain: Path, home: Path, ring: InMemory, tmp_path: Path
) -> None:
    omem("encrypt", "--keyring")
    omem("backup", tmp_path / "copy.db")
    kept = Path(document(omem, "restore", tmp_path / "copy.db", "--yes")["kept"])
    for path in (home / "omem.db", kept):
        assert WORD in omem("messages", "--db", path).stdout
    # Under another key since: the backup's own entry opens it, and then the memory.
    omem("decrypt")
    omem("encrypt", "--keyring")
    omem("restore", tmp_path / "copy.db", "--yes")
    assert WORD in omem("messages").stdout
    # A copy that lost its mark opens with the memory's entry; into a new place it brings that along.
    (tmp_path / "copy.db.keyring").unlink()
    omem("restore", tmp_path / "copy.db", "--yes")
    assert WORD in omem("messages").stdout
    assert len(ring.entries) == 2


def test_a_key_of_ones_own_is_put_there(
    omem: Omem, plain: Path, home: Path, ring: InMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key").write_text("a pass'phrase\n")
    omem("encrypt", "--keyring", "--key-file", tmp_path / "key")
    assert list(ring.entries.values()) == ["a pass'phrase"]
    omem("stats")
    omem("decrypt")
    # Of a memory that is encrypted already:
    monkeypatch.setenv("OMEM_KEY", "another")
    omem("encrypt")
    monkeypatch.setenv("OMEM_KEY", "wrong")
    assert "does not open" in omem("encrypt", "--keyring", code=1).stderr
    assert not (home / "omem.db.keyring").exists()
    monkeypatch.setenv("OMEM_KEY", "another")
    assert document(omem, "encrypt", "--keyring")["encrypted"] is True
    monkeypatch.delenv("OMEM_KEY")
    omem("stats")
    assert document(omem, "audit", "log")["entries"][-1]["action"] == "keyring"


def test_what_is_set_comes_before_the_keyring(
    omem: Omem, plain: Path, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    omem("encrypt", "--keyring")
    monkeypatch.setenv("OMEM_KEY", "wrong")
    assert "the key does not open" in omem("stats", code=1).stderr


def test_a_keyring_without_the_key_is_one_clear_line(
    omem: Omem, plain: Path, home: Path, ring: InMemory
) -> None:
    omem("encrypt", "--keyring")
    before = (home / "omem.db").read_bytes()
    ring.locked = True
    said = [omem("stats", code=1).stderr]
    ring.locked = False
    ring.entries.clear()
    said.append(omem("stats", code=1).stderr)
    keyring.set_keyring(fail.Keyring())
    said.append(omem("stats", code=1).stderr)
    assert ["does not answer" in said[0], "no key for" in said[1], "no keyring" in said[2]] == [True] * 3
    assert all(text.count("\n") == 1 for text in said)
    assert (home / "omem.db").read_bytes() == before


@pytest.mark.parametrize("backend", [fail.Keyring, null.Keyring])
def test_a_system_without_a_keyring_changes_nothing(
    omem: Omem, plain: Path, home: Path, ring: InMemory, backend: type
) -> None:
    keyring.set_keyring(backend())
    said = omem("encrypt", "--keyring", code=1).stderr
    assert "keyring" in said
    assert said.count("\n") == 1
    assert (home / "omem.db").read_bytes().startswith(b"SQLite")
    assert not (home / "omem.db.keyring").exists()
    omem("stats")


def test_a_memory_in_use_leaves_nothing_in_the_keyring(
    omem: Omem, plain: Path, home: Path, ring: InMemory
) -> None:
    import sqlite3

    reader = sqlite3.connect(home / "omem.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    assert "in use" in omem("encrypt", "--keyring", code=1).stderr
    reader.close()
    assert ring.entries == {}
    assert not (home / "omem.db.keyring").exists()


def test_the_library_is_not_loaded_without_need(omem: Omem, plain: Path) -> None:
    import subprocess
    import sys

    script = (
        "import sys\nfrom omem_cli.cli import main\nsys.argv = ['omem', 'stats']\n"
        "try: main()\nexcept SystemExit as end: assert not end.code, end.code\n"
        "print([name for name in ('keyring', 'cryptography') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
