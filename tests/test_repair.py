"""`omem doctor --repair`: what can still be read comes back, and what was lost is told."""

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

from omem_cli.store.pages import Pages

Chat = Callable[..., Path]
PAGE = 4096
FIELDS = {
    *("repaired", "damage", "path", "kept_aside", "pages", "unreadable", "kept", "lost", "unsure"),
    *("lost_messages", "reopened", "vectors"),
}


def spoil(path: Path, *numbers: int, seed: int = 1) -> None:
    """Overwrites pages with random bytes."""
    data, chance = bytearray(path.read_bytes()), random.Random(seed)
    for number in numbers:
        data[(number - 1) * PAGE : number * PAGE] = chance.randbytes(PAGE)
    path.write_bytes(data)


def pages_of(path: Path, name: str) -> list[int]:
    """Pages of a table or index that hold its records."""
    root = _root(path, name)
    with Pages(path) as pages:
        return [tree.number for tree in pages.walk(root)]


def _root(path: Path, name: str) -> int:
    conn = sqlite3.connect(path)
    (root,) = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    conn.close()
    return int(root)


def report(omem: Omem, *words: object, code: int | None = 0) -> Any:
    return json.loads(omem("doctor", "--repair", "--json", *words, code=code).stdout)


def exported(omem: Omem, *words: object) -> list[str]:
    """The whole memory, without when things were recorded."""
    lines = omem("export", *words).stdout
    return sorted(re.sub(r'"recorded":(\{[^}]*\}|\d+)', "", line) for line in lines.splitlines())


@pytest.fixture
def memory(omem: Omem, chat: Chat, home: Path) -> Path:
    """A memory of some hundred messages, that fills several pages of every kind."""
    texts = [
        f"I bought {n} lamps in Porto and met friend{n} there, {'so it goes ' * (n % 9)}" for n in range(300)
    ]
    texts[7] = "A very long story: " + "word " * 4000  # lies in pages of its own
    script = omem.script(
        {
            text: f"topic: lamps {n}\nlocation: Porto{n % 7}\nevent: met friend{n} there\nclues: friend{n}\n"
            for n, text in enumerate(texts)
            if n % 3 == 0
        }
    )
    script.default = "topic: talk\nclues: talk"
    path = chat(*(("user", f"2026-0{1 + n // 100}-{1 + n % 28:02}", text) for n, text in enumerate(texts)))
    omem("ingest", path)
    omem("persona", "set", "hobby", "chess")
    state = path.with_name("state.json")
    state.write_text('{"step": 1}')
    omem("checkpoint", "save", "job", "--state", state)
    return home / "omem.db"


def test_a_sound_memory_is_left_alone(omem: Omem, memory: Path) -> None:
    before = memory.read_bytes()
    found = report(omem)
    assert set(found) == FIELDS
    assert (found["repaired"], found["damage"], found["kept_aside"]) == (False, [], None)
    assert memory.read_bytes() == before
    assert "nothing to repair" in omem("doctor", "--repair").stdout


@pytest.mark.parametrize(
    "name",
    [
        *("messages_order", "sqlite_autoindex_messages_1", "messages_time", "evidence_message"),
        *("users", "sources", "conversations", "topic_messages", "clue_messages", "openings"),
        *(
            "terms_1_data",
            "terms_1_content",
            "terms_1_docsize",
            "vectors",
            "codes",
            "sqlite_autoindex_users_1",
        ),
    ],
)
def test_what_is_written_twice_costs_nothing(omem: Omem, memory: Path, name: str) -> None:
    before, found_before = exported(omem), omem("search", "lamps", "--json").stdout
    spoil(memory, pages_of(memory, name)[0])
    omem("doctor", code=1)
    found = report(omem)
    assert (found["repaired"], found["lost"], found["unsure"], found["lost_messages"]) == (True, {}, [], [])
    assert set(found) == FIELDS
    assert exported(omem) == before
    omem("reindex")
    assert (
        json.loads(omem("search", "lamps", "--json").stdout)["messages"]
        == json.loads(found_before)["messages"]
    )
    assert omem("doctor", code=None).stdout.count("sound") == 1
    assert omem("audit", "verify").exit_code == 0


@pytest.mark.parametrize("page", [1, "schema", "inner"])
def test_pages_that_lead_to_others_cost_no_message(omem: Omem, memory: Path, page: int | str) -> None:
    before = exported(omem)
    if page == "inner":
        page = _root(memory, "messages")
    elif page == "schema":
        with Pages(memory) as pages:
            page = next(
                tree.number
                for tree in pages.walk(1)
                if b"CREATE TABLE messages" in (pages.page(tree.number) or b"")
            )
    assert isinstance(page, int)
    spoil(memory, page)
    found = report(omem, code=None)
    assert found["lost"].get("messages", 0) == 0
    assert found["lost_messages"] == []
    kinds = ('"type":"message"', '"type":"conversation"')
    wanted = [line for line in before if any(kind in line for kind in kinds)]
    assert [line for line in exported(omem) if any(kind in line for kind in kinds)] == wanted


def test_lost_messages_are_named_and_come_back_with_their_export(
    omem: Omem, memory: Path, tmp_path: Path
) -> None:
    before = {m["id"]: m for m in json.loads(omem("messages", "--json").stdout)["messages"]}
    spoil(memory, pages_of(memory, "messages")[1])
    found = report(omem, code=3)
    after = {m["id"]: m for m in json.loads(omem("messages", "--json").stdout)["messages"]}
    assert after.items() <= before.items()
    assert sorted(before.keys() - after.keys()) == found["lost_messages"]
    assert 0 < found["lost"]["messages"] == len(found["lost_messages"]) < 60
    assert found["kept"]["messages"] == len(after)
    assert found["unreadable"] == 1
    aside = Path(found["kept_aside"])
    assert aside.parent == memory.parent
    assert aside.stat().st_mode & 0o077 == 0
    assert str(aside) in omem("forget", "--message", next(iter(after)), "--dry-run").stderr.replace("\n", "")
    assert omem("audit", "verify").exit_code == 0
    assert "repair" in omem("audit", "log").stdout
    again = omem("ingest", tmp_path / "chat.json").stdout
    assert again.startswith(f"300 seen, {len(found['lost_messages'])} new, {len(after)} known")
    assert {m["id"] for m in json.loads(omem("messages", "--json").stdout)["messages"]} == before.keys()


def test_a_story_over_many_pages_is_whole_or_lost(omem: Omem, memory: Path) -> None:
    conn = sqlite3.connect(memory)
    (id,) = conn.execute("SELECT id FROM messages WHERE text LIKE 'A very long story%'").fetchone()
    conn.close()
    with Pages(memory) as pages:
        long = [n for n in range(1, pages.count + 1) if b"word word word word" in (pages.page(n) or b"")]
        trees = {tree.number for tree in pages.walk(_root(memory, "messages"))}
    spoil(memory, *(n for n in long if n not in trees))  # the text index has some of them
    found = report(omem, code=3)
    assert found["lost_messages"] == [id]
    assert found["kept"]["messages"] == 299


def test_lost_readings_wait_to_be_read_again(omem: Omem, memory: Path) -> None:
    before = omem("persona", "show", "--json").stdout
    spoil(memory, pages_of(memory, "understandings")[1])
    found = report(omem, code=3)
    assert found["reopened"] == found["lost"]["understandings"] > 0
    assert json.loads(omem("stats", "--json").stdout)["pending"] == found["reopened"]
    omem("extract")
    assert [a["value"] for a in json.loads(omem("persona", "show", "--json").stdout)["attributes"]] == [
        a["value"] for a in json.loads(before)["attributes"]
    ]


@pytest.mark.parametrize("table", ["attributes", "events", "evidence"])
def test_profiles_are_folded_anew(omem: Omem, memory: Path, table: str) -> None:
    before = exported(omem)
    spoil(memory, *pages_of(memory, table))
    found = report(omem, code=None)
    kinds = ('"type":"attribute"', '"type":"event"')
    stated = '"value":"chess"'  # what was stated stands in its own row only
    assert [x for x in exported(omem) if any(k in x for k in kinds) and stated not in x] == [
        x for x in before if any(k in x for k in kinds) and stated not in x
    ]
    assert found["lost"].keys() <= {table, "decisions"}


def test_what_the_user_decided_outlives_its_decision(omem: Omem, memory: Path) -> None:
    porto = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    put_away = next(a["id"] for a in porto if a["value"].startswith("Porto"))
    omem("persona", "forget", put_away)
    before = [a["value"] for a in json.loads(omem("persona", "show", "--json").stdout)["attributes"]]
    spoil(memory, pages_of(memory, "decisions")[-1])
    report(omem, code=3)
    omem("persona", "set", "pet", "a cat")
    profile = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    omem("persona", "undo", next(a["id"] for a in profile if a["value"] == "a cat"))
    after = [a["value"] for a in json.loads(omem("persona", "show", "--json").stdout)["attributes"]]
    assert "chess" in after
    assert set(after) == set(before)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_file_cut_short(omem: Omem, memory: Path, share: float) -> None:
    before = {m["id"]: m for m in json.loads(omem("messages", "--json").stdout)["messages"]}
    data = memory.read_bytes()
    memory.write_bytes(data[: int(len(data) * share)])
    omem("doctor", code=1)
    found = report(omem, code=3)
    after = {m["id"]: m for m in json.loads(omem("messages", "--json").stdout)["messages"]}
    assert after.items() <= before.items()
    assert found["kept"].get("messages", 0) == len(after)
    assert omem("doctor", code=None).stdout.count("sound") == 1


def test_random_damage_never_makes_up_anything(omem: Omem, memory: Path, tmp_path: Path) -> None:
    original = tmp_path / "original.db"
    shutil.copy(memory, original)
    before = {m["id"]: m["text"] for m in json.loads(omem("messages", "--json").stdout)["messages"]}
    values = {
        a["value"] for a in json.loads(omem("persona", "show", "--history", "--json").stdout)["attributes"]
    }
    count = original.stat().st_size // PAGE
    for seed in range(8):
        for file in memory.parent.glob("omem.db*"):
            file.unlink()
        shutil.copy(original, memory)
        chance = random.Random(seed)
        spoil(memory, *(chance.randint(1, count) for _ in range(1 + 3 * seed)), seed=seed)
        found = report(omem, code=None)
        after = {m["id"]: m["text"] for m in json.loads(omem("messages", "--json").stdout)["messages"]}
        assert after.items() <= before.items(), seed
        shown = json.loads(omem("persona", "show", "--history", "--json").stdout)["attributes"]
        assert {a["value"] for a in shown} <= values, seed
        assert len(before) - len(after) >= found["lost"].get("messages", 0)
        assert omem("doctor", code=None).stdout.count("sound") == 1


def test_what_lies_in_the_log_only_is_saved_too(omem: Omem, memory: Path, chat: Chat) -> None:
    keep = sqlite3.connect(memory)  # while somebody reads, the log isn't taken over
    keep.execute("SELECT count(*) FROM messages").fetchone()
    keep.execute("BEGIN")
    keep.execute("SELECT count(*) FROM messages").fetchone()
    omem("ingest", chat(("user", "2026-08-01", "Only in the log."), name="late.json"))
    copies = {end: memory.with_name(memory.name + end).read_bytes() for end in ("", "-wal")}
    keep.close()
    for end, data in copies.items():
        memory.with_name(memory.name + end).write_bytes(data)
    memory.with_name(memory.name + "-shm").unlink(missing_ok=True)
    spoil(memory, 1)
    found = report(omem, code=None)
    assert found["kept"]["messages"] == 301
    assert "Only in the log." in omem("messages", "--json").stdout


def test_every_user_keeps_their_own(omem: Omem, memory: Path, chat: Chat) -> None:
    omem("ingest", chat(("user", "2026-08-01", "I keep bees."), name="other.json"), "--user", "ada")
    before = exported(omem, "--user", "ada")
    spoil(memory, pages_of(memory, "users")[0], pages_of(memory, "terms_2_data")[0])
    assert report(omem)["lost"] == {}
    assert exported(omem, "--user", "ada") == before
    assert "bees" in omem("search", "bees", "--user", "ada", "--json").stdout


def test_what_cannot_be_repaired_is_one_line(omem: Omem, home: Path, tmp_path: Path) -> None:
    assert "no memory" in omem("doctor", "--repair", code=1).stderr
    path = home / "omem.db"
    path.write_bytes(random.Random(3).randbytes(40_000))
    before = path.read_bytes()
    assert "nothing of a memory can be read" in omem("doctor", "--repair", code=1).stderr
    assert path.read_bytes() == before
    assert [file.name for file in home.iterdir() if "omem.db" in file.name] == ["omem.db"]
    other = tmp_path / "other.db"
    conn = sqlite3.connect(other)
    conn.execute("CREATE TABLE bookmarks(url)")
    conn.executemany(
        "INSERT INTO bookmarks VALUES (?)", [(f"https://example.org/{n}" * 9,) for n in range(500)]
    )
    conn.commit()
    conn.close()
    spoil(other, 5)
    assert "another program's" in omem("--db", other, "doctor", "--repair", code=1).stderr


def test_a_memory_in_use_is_not_touched(omem: Omem, memory: Path) -> None:
    spoil(memory, pages_of(memory, "messages_order")[0])
    before = memory.read_bytes()
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
        "c.execute('SELECT count(*) FROM users').fetchone(); print('open', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(memory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    assert "open in another process" in omem("doctor", "--repair", code=1).stderr
    other.communicate("")
    assert memory.read_bytes() == before
    assert report(omem)["lost"] == {}


def test_an_encrypted_memory(omem: Omem, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = exported(omem)
    monkeypatch.setenv("OMEM_KEY", "correct horse battery staple")
    omem("encrypt")
    data = bytearray(memory.read_bytes())
    data[100:200] = bytes(100)
    memory.write_bytes(data)
    assert report(omem)["lost"] == {}
    assert exported(omem) == before
    spoil(memory, memory.stat().st_size // PAGE // 2)
    assert report(omem, code=None)["kept"]["messages"] >= 240
    assert not memory.read_bytes().startswith(b"SQLite format 3")
    monkeypatch.setenv("OMEM_KEY", "wrong")
    assert "key does not open" in omem("doctor", "--repair", code=1).stderr
