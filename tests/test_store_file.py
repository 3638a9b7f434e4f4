"""The file itself: modes, locks, kills, full disks, foreign and read-only files."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from omem_cli.errors import StoreError
from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import open_store

LOCK = (
    "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
    "c.execute('BEGIN EXCLUSIVE'); print('locked', flush=True); time.sleep(float(sys.argv[2]))"
)
WRITE = """
import sys
from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import open_store
from omem_cli.errors import StoreError
def turns():
    for n in range(int(sys.argv[2])):
        role = Role.ASSISTANT if n % 2 else Role.USER
        text = f"message {n} " + "x" * 50
        yield Turn(Conversation(str(n // 2)), str(role), role, None, text, Location("a", n))
try:
    with open_store(sys.argv[1]) as store:
        print("open", flush=True)
        print(*store.messages.ingest(turns(), "x"))
except StoreError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
"""


def say(text: str) -> Turn:
    return Turn(Conversation("1"), "user", Role.USER, None, text, Location("a"))


def make(path: Path, *texts: str) -> None:
    with open_store(path) as store:
        store.messages.ingest(map(say, texts), "x")


def python(*arguments: str, **options: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,  # type: ignore[call-overload]
    )


def test_only_the_owner_can_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deeper" / "omem.db"
    with open_store(path) as store:
        store.messages.ingest([say("a")], "x")
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o777 == 0o600
    for folder in (path.parent, path.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_sound_after_opening_twice(tmp_path: Path) -> None:
    make(tmp_path / "a.db", "a")
    with open_store(tmp_path / "a.db") as store:
        assert store.integrity() == []
        assert store.session.conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert store.session.conn.execute("PRAGMA foreign_keys").fetchone()[0] == 1
        assert store.session.conn.execute("PRAGMA secure_delete").fetchone()[0] == 1


def test_short_lock_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, "a")
    holder = python(LOCK, str(path), "2")
    assert holder.stdout is not None
    holder.stdout.readline()
    make(path, "a", "b")
    holder.communicate()
    with open_store(path) as store:
        assert store.messages.count() == 2


def test_long_lock_is_told_and_readers_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, "a")
    holder = python(LOCK, str(path), "120")
    assert holder.stdout is not None
    holder.stdout.readline()
    try:
        with open_store(path) as store:
            assert store.messages.count() == 1
        begin = time.monotonic()
        with pytest.raises(StoreError, match="locked by another process"):
            make(path, "a", "b")
        assert time.monotonic() - begin < 30
    finally:
        holder.kill()
        holder.communicate()


def test_two_first_runs_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    runs = [python(WRITE, str(path), "1500") for _ in range(2)]
    for run in runs:
        _, errors = run.communicate()
        assert (run.returncode, errors) == (0, "")
    with open_store(path) as store:
        assert store.messages.count() == 1500
        assert store.messages.conversations_count() == 750


def test_killed_runs_leave_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for wait in (0.0, 0.05, 0.15, 0.3):
        run = python(WRITE, str(path), "12000")
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(wait)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        with open_store(path) as store:
            assert store.integrity() == []
    assert python(WRITE, str(path), "12000").wait() == 0
    whole = tmp_path / "whole.db"
    assert python(WRITE, str(whole), "12000").wait() == 0
    with open_store(path) as one, open_store(whole) as other:
        left, right = (
            [(m.id, m.conversation, m.position) for m in store.messages.iterate()] for store in (one, other)
        )
        assert len(left) == 12000
        assert left == right


def test_full_disk_is_told_and_mended_by_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "a.db"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    run = python(WRITE, str(path), "12000", preexec_fn=limit)
    _, errors = run.communicate()
    assert run.returncode == 1
    assert "disk" in errors
    assert "Traceback" not in errors
    with open_store(path) as store:
        assert store.integrity() == []
    assert python(WRITE, str(path), "12000").wait() == 0
    with open_store(path) as store:
        assert store.messages.count() == 12000


def test_foreign_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database, surely not one\n" * 50)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as conn:
        conn.execute("CREATE TABLE bookmarks(url)")
    conn.close()
    for path in (text, other, tmp_path):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(StoreError, match=path.name):
            open_store(path)
        assert (path.read_bytes() if path.is_file() else b"") == before


def test_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, *(f"message {number} {'y' * 200}" for number in range(300)))
    data = bytearray(path.read_bytes())
    data[4096 * 3 :] = os.urandom(len(data) - 4096 * 3)
    path.write_bytes(data)
    with pytest.raises(StoreError), open_store(path) as store:
        list(store.messages.iterate())


@pytest.mark.parametrize("where", ["afile/omem.db", "/proc/omem.db", "/dev/null/x/omem.db"])
def test_impossible_places_are_told(tmp_path: Path, where: str) -> None:
    (tmp_path / "afile").write_text("x")
    with pytest.raises(StoreError, match=r"(cannot|unable)"):
        open_store(tmp_path / where)


def test_missing_file_when_only_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no memory"):
        open_store(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, "a")
    with sqlite3.connect(path) as conn:
        conn.execute(
            "INSERT INTO _sqlite_migrations(migration_set, name, applied_at) "
            "VALUES ('omem', 'm999_later', '')"
        )
    conn.close()
    with pytest.raises(StoreError, match="newer omem"):
        open_store(path)


@pytest.mark.parametrize("log", [False, True])
def test_read_only_copies_can_be_read(tmp_path: Path, log: bool) -> None:
    """A file nobody may write, in a folder nobody may write; with `log`, part of it still in the WAL."""
    place = tmp_path / "ro"
    place.mkdir()
    make(tmp_path / "a.db", "first")
    with open_store(tmp_path / "a.db") as store:
        store.messages.ingest([say("first"), say("second")], "x")
        if log:
            for suffix in ("", "-wal"):
                (place / f"a.db{suffix}").write_bytes((tmp_path / f"a.db{suffix}").read_bytes())
    if not log:
        (place / "a.db").write_bytes((tmp_path / "a.db").read_bytes())
    for file in place.iterdir():
        file.chmod(0o444)
    place.chmod(0o555)
    code = (
        "import os, sys; os.getuid() or os.setuid(65534)\n"  # permissions mean nothing to root
        "from omem_cli.errors import StoreError\n"
        "from omem_cli.store import open_store\n"
        "with open_store(sys.argv[1]) as store:\n"
        "    print(store.readonly, [m.text for m in store.messages.iterate()])\n"
        "    try: store.messages.ingest([], 'x'); store.vectors.clear()\n"
        "    except StoreError as error: print('refused')\n"
    )
    for folder in [tmp_path, *tmp_path.parents][:4]:
        if os.getuid() == 0 and folder != Path("/tmp"):
            folder.chmod(0o755)
    preload = "import sqlite_utils, numpy, omem_cli.store, omem_cli.errors\n"
    run = python(preload + code, str(place / "a.db"))
    out, errors = run.communicate()
    place.chmod(0o755)
    assert (out, errors) == ("True ['first', 'second']\nrefused\n", "")
    assert sorted(file.name for file in place.iterdir()) == (["a.db", "a.db-wal"] if log else ["a.db"])
