"""`omem forget`: nothing of what was erased is left, anywhere, and everything else is."""

import json
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

Chat = Callable[..., Path]

PILLS = "Zolpraxin, those tablets, that is because I have psoriasis."
BAKER = "I've worked as a baker in Porto for ten years now."
AGAIN = "As I said, psoriasis keeps me awake, it really is annoying for me."
TRIP = "Yesterday I visited the old Quillane bridge in Lyon."
REPLIES = {
    PILLS: "topic: zolpraxin\nhealth: have psoriasis\nclues: Zolpraxin; psoriasis\n",
    BAKER: "topic: work\noccupation: baker\nlocation: Porto\nclues: baker; Porto\n",
    AGAIN: "topic: sleep\nhealth: psoriasis\nclues: psoriasis\n",
    TRIP: "topic: day trip\nevent: visited the old Quillane bridge in Lyon\nclues: Quillane; Lyon\n",
}
KINDS = {
    *("messages", "conversations", "topics", "clues", "attributes", "events", "evidence", "decisions"),
    *(
        "forgotten",
        "told",
        "aliases",
        "shared",
        "understandings",
        "versions",
        "edits",
        "vectors",
        "text_index",
        "checkpoints",
    ),
}


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


def raw(home: Path) -> bytes:
    """Every byte of every file that lies in the memory's folder."""
    return b"".join(file.read_bytes() for file in sorted(home.rglob("*")) if file.is_file())


def messages(omem: Omem) -> dict[str, str]:
    return {m["text"]: m["id"] for m in document(omem, "messages")["messages"]}


def values(omem: Omem, *options: str) -> list[str]:
    return sorted(a["value"] for a in document(omem, "persona", "show", *options)["attributes"])


@pytest.fixture
def told(omem: Omem, chat: Chat) -> Path:
    """A chat of six messages, ingested."""
    omem.script(REPLIES)
    path = chat(
        ("user", "2026-05-09", BAKER),
        ("assistant", "2026-05-09T10:01:00+00:00", "What do you bake?"),
        ("user", "2026-05-10", PILLS),
        ("assistant", "2026-05-10T10:01:00+00:00", "I hope it gets better soon."),
        ("user", "2026-05-11", TRIP),
        ("user", "2026-05-12", "see you"),
    )
    omem("ingest", path)
    return path


def test_no_byte_is_left_and_the_rest_stands(omem: Omem, told: Path, home: Path) -> None:
    assert b"Zolpraxin" in raw(home)
    assert values(omem) == ["Porto", "baker", "psoriasis"]
    omem("ask", "What do I take for my psoriasis?")
    ids = [messages(omem)[PILLS], *(a["id"] for a in document(omem, "persona", "show")["attributes"])]
    report = document(omem, "forget", "--message", ids[0], "--yes")
    assert set(report) == {"dry_run", "erased", "reopened", "tombstones", "time", "wiped"}
    assert set(report["erased"]) == KINDS
    assert report["wiped"] is True
    assert report["erased"]["messages"] == report["erased"]["understandings"] == report["tombstones"] == 1
    assert report["erased"]["attributes"] == report["erased"]["topics"] == 1
    left = raw(home).lower()
    assert not any(word in left for word in (b"zolpraxin", b"psoriasis", b"zolpr", b"psorias"))
    assert ids[0].encode() not in left  # it is a hash of the words
    assert [id.encode() in left for id in ids[1:]].count(False) == 1
    assert "psoriasis" not in omem("export").stdout
    assert values(omem) == ["Porto", "baker"]
    assert PILLS not in omem("search", "tablets psoriasis", "--json").stdout
    assert b"quillane" in left
    assert omem("doctor", code=None).stdout.count("sound") == 1


def test_it_does_not_come_back_unless_allowed(omem: Omem, told: Path, home: Path) -> None:
    omem("forget", "--topic", "Zolpraxin", "--yes")
    again = omem("ingest", told)
    assert again.stdout == "6 seen, 0 new, 5 known, 1 skipped, 0 failed\n"
    assert "1 message was erased with `omem forget` and stays out" in again.stderr
    assert b"Zolpraxin" not in raw(home)
    assert document(omem, "forget", "--allow-return", "--yes") == {"dry_run": False, "lifted": 1}
    assert omem("ingest", told).stdout.startswith("6 seen, 1 new, 5 known")
    assert values(omem) == ["Porto", "baker", "psoriasis"]
    omem("forget", "--allow-return", "--yes", code=None)
    omem("forget", "--clue", "psoriasis", "--yes", "--allow-return")
    assert omem("ingest", told).stdout.startswith("6 seen, 1 new, 5 known")


def test_a_whole_conversation_stays_out_and_a_grown_one_brings_only_the_new(
    omem: Omem, told: Path, chat: Chat, home: Path
) -> None:
    before = messages(omem)
    conversation = document(omem, "messages")["messages"][0]["conversation"]
    report = document(omem, "forget", "--conversation", conversation, "--yes")
    assert (report["erased"]["messages"], report["erased"]["conversations"]) == (6, 1)
    assert document(omem, "stats")["conversations"] == 0
    omem("ingest", told)
    assert messages(omem) == {}
    turns = [(m["role"], m["timestamp"], m["content"]) for m in json.loads(told.read_text())]
    grown = chat(*turns, ("user", "2026-05-13", "One more thing: tea."), name="grown.json")
    assert omem("ingest", grown).stdout == "7 seen, 1 new, 0 known, 6 skipped, 0 failed\n"
    omem("forget", "--allow-return", "--yes")
    omem("ingest", grown)
    assert {text: id for text, id in messages(omem).items() if text in before} == before


def test_what_others_also_say_stays_in_their_words(omem: Omem, chat: Chat, home: Path) -> None:
    omem.script(REPLIES)
    omem("ingest", chat(("user", "2026-05-10", PILLS), ("user", "2026-05-12", AGAIN)))
    (first,) = document(omem, "persona", "show")["attributes"]
    omem("persona", "pin", first["id"])
    omem("forget", "--message", messages(omem)[PILLS], "--yes")
    (left,) = document(omem, "persona", "show")["attributes"]
    assert (left["value"], left["pinned"], left["since"] or "2026-05-12") == ("psoriasis", True, "2026-05-12")
    assert [e["message"] for e in left["evidence"]] == [messages(omem)[AGAIN]]
    assert b"have psoriasis" not in raw(home)
    assert "have psoriasis" not in omem("why", left["id"]).stdout


def test_what_the_user_said_stays_and_what_they_put_away_does_not_return(omem: Omem, chat: Chat) -> None:
    omem.script(REPLIES)
    omem("ingest", chat(("user", "2026-05-09", BAKER), ("user", "2026-05-10", PILLS)))
    omem("persona", "set", "hobby", "chess")
    place = next(a for a in document(omem, "persona", "show")["attributes"] if a["value"] == "Porto")
    omem("persona", "forget", place["id"])
    assert values(omem) == ["baker", "chess", "psoriasis"]
    omem("forget", "--clue", "psoriasis", "--yes")
    assert values(omem) == ["baker", "chess"]
    omem("forget", "--all", "--yes")
    assert values(omem, "--history") == []


def test_stating_what_a_message_says_outlives_the_message(omem: Omem, chat: Chat) -> None:
    omem.script(REPLIES)
    omem("ingest", chat(("user", "2026-05-09", BAKER)))
    omem("persona", "set", "occupation", "baker")
    omem("forget", "--message", messages(omem)[BAKER], "--yes")
    assert values(omem) == ["baker"]


def test_replies_that_quote_the_turn_before_are_read_again(omem: Omem, chat: Chat, home: Path) -> None:
    yes = "Yes, I really do, and it has been like that for years in my family."
    question = "Do you suffer from xerotriptis?"
    script = omem.script({yes: "topic: xerotriptis\nhealth: xerotriptis\nclues: family\n"})
    omem("ingest", chat(("assistant", "2026-05-09", question), ("user", "2026-05-10", yes)))
    report = document(omem, "forget", "--message", messages(omem)[question], "--yes")
    assert report["reopened"] == 1
    assert b"xerotriptis" not in raw(home)
    asked = len(script.asked)
    omem("extract")
    assert script.asked[asked].previous is None


def test_everything_of_a_person(omem: Omem, tmp_path: Path, home: Path) -> None:
    rows = [
        {"speaker": name, "text": words, "time": f"2026-05-0{n}T10:00:00+00:00"}
        for n, (name, words) in enumerate(
            [("Ondrej", "I live in Vrbovec and work as a miller."), ("Tessa", "How lovely!")], 1
        )
    ]
    path = tmp_path / "chat.txt"
    path.write_text("\n".join(f"[{r['time'][:10]} 10:00:00] {r['speaker']}: {r['text']}" for r in rows))
    omem.script({rows[0]["text"]: "topic: home\nlocation: Vrbovec\noccupation: miller\nclues: Vrbovec"})
    omem("ingest", path, code=None)
    if "Ondrej" not in omem("persona", "list").stdout:
        pytest.skip("the chat was not recognised")
    omem("persona", "set", "hobby", "quilting", "--person", "Ondrej")
    omem("forget", "--person", "Ondrej", "--yes")
    assert not any(word in raw(home) for word in (b"Vrbovec", b"miller", b"quilting", b"Ondrej"))
    assert list(messages(omem)) == ["How lovely!"]


def test_options_together_mean_both(omem: Omem, told: Path) -> None:
    report = document(omem, "forget", "--before", "2026-05-10", "--clue", "Porto", "--dry-run")
    assert report["messages"] == [messages(omem)[BAKER]]
    omem("forget", "--before", "2026-05-10", "--clue", "psoriasis", "--yes", code=1)
    assert len(document(omem, "forget", "--before", "2026-05-11", "--dry-run")["messages"]) == 4


def test_dry_run_changes_nothing_and_matches_the_deed(omem: Omem, told: Path) -> None:
    before = omem("export").stdout
    plan = document(omem, "forget", "--clue", "psoriasis", "--dry-run")
    assert (plan["dry_run"], plan["time"], plan["wiped"]) == (True, None, None)
    assert omem("export").stdout == before
    done = document(omem, "forget", "--clue", "psoriasis", "--yes")
    assert done["erased"] == plan["erased"]


def test_it_refuses_to_guess(omem: Omem, told: Path) -> None:
    before = omem("export").stdout
    omem("forget", code=2)
    assert "--yes" in omem("forget", "--all", code=2).stderr
    omem("forget", "--all", "--person", "me", "--yes", code=2)
    omem("forget", "--all", "--wipe", code=2)
    for name, value in (
        *(("--message", "m0000"), ("--conversation", "nope"), ("--person", "Nobody")),
        *(("--topic", "nope"), ("--clue", "nope"), ("--before", "1999-01-01")),
    ):
        said = omem("forget", name, value, "--yes", code=1)
        assert said.stdout == ""
        assert said.stderr.count("\n") == 1
    omem("forget", "--before", "soon", "--yes", code=2)
    omem("forget", "--allow-return", "--yes", code=1)
    assert omem("export").stdout == before


def test_an_older_export_is_refused_while_it_holds_erased_messages(
    omem: Omem, told: Path, home: Path
) -> None:
    old = omem("export").stdout
    omem("forget", "--clue", "psoriasis", "--yes")
    said = omem("import", "-", input=old, code=1)
    assert "were erased from this memory" in said.stderr
    assert b"have psoriasis" not in raw(home)
    new = omem("export").stdout
    other = home / "copy" / "omem.db"
    omem("import", "-", "--db", other, input=new)
    assert omem("ingest", told, "--db", other).stdout.startswith("6 seen, 0 new, 5 known, 1 skipped")
    assert omem("export", "--db", other).stdout == new


def test_states_of_tasks_that_quote_go_too(omem: Omem, told: Path, home: Path) -> None:
    state = json.dumps({"note": "user said: Zolpraxin, those tablets, that is because of skin", "step": 1})
    omem("checkpoint", "save", "pharmacy", "--state", "-", input=state)
    omem("checkpoint", "save", "other", "--state", "-", input='{"step": 2}')
    report = document(omem, "forget", "--clue", "psoriasis", "--yes")
    assert report["erased"]["checkpoints"] == 1
    assert "pharmacy" not in omem("checkpoint", "list").stdout
    assert "other" in omem("checkpoint", "list").stdout


def test_an_open_reader_is_told_and_wiped_later(omem: Omem, told: Path, home: Path) -> None:
    reader = sqlite3.connect(home / "omem.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    said = omem("forget", "--clue", "psoriasis", "--yes", code=3)
    assert "--wipe" in said.stderr
    reader.close()
    assert "omem forget --wipe" in " ".join(omem("doctor", "--json", code=1).stdout.split())
    assert document(omem, "forget", "--wipe") == {"wiped": True}
    assert b"have psoriasis" not in raw(home)


def test_two_users_do_not_touch_each_other(omem: Omem, told: Path) -> None:
    omem("ingest", told, "--user", "eva")
    omem("forget", "--all", "--yes")
    assert document(omem, "stats", "--user", "eva")["messages"] == 6
    assert document(omem, "stats")["messages"] == 0
    omem("ingest", told, "--user", "eva")
    assert document(omem, "stats", "--user", "eva")["messages"] == 6


KILLED = """
import sys
from omem_cli.memory.erase import erase
from omem_cli.store import open_store
from omem_cli.store.erasure import Selection
with open_store(sys.argv[1]) as store:
    print("open", flush=True)
    erase(store, Selection(clue="psoriasis"))
    store.erasure.wipe()
"""


def test_killed_at_any_moment_it_is_done_or_not(omem: Omem, told: Path, home: Path, tmp_path: Path) -> None:
    other = [(f"2025-01-{1 + n % 28:02d}T10:{n % 60:02d}:00+00:00", f"note {n} " * 9) for n in range(600)]
    rows = [{"role": "user", "content": text, "timestamp": at} for at, text in other]
    (tmp_path / "many.json").write_text(json.dumps(rows))
    omem("ingest", "--no-extract", tmp_path / "many.json")
    whole, outcomes = (home / "omem.db").read_bytes(), set()
    for wait in (0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4, None):
        for file in home.glob("omem.db*"):
            file.unlink()
        (home / "omem.db").write_bytes(whole)
        run = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(home / "omem.db")], stdout=subprocess.PIPE, text=True
        )
        assert run.stdout is not None
        run.stdout.readline()
        if wait is not None:
            time.sleep(wait)
            run.kill()
        run.communicate()
        left = messages(omem)
        outcomes.add(PILLS in left)
        assert len(left) == (606 if PILLS in left else 605)
        if PILLS in left:
            omem("forget", "--clue", "psoriasis", "--yes")
        elif b"psoriasis" in raw(home):
            assert "--wipe" in " ".join(omem("doctor", "--json", code=1).stdout.split())
            omem("forget", "--wipe")
        assert b"have psoriasis" not in raw(home)
        assert values(omem) == ["Porto", "baker"]
        omem("audit", "verify")
    assert outcomes == {True, False}


def test_a_full_disk_leaves_everything_as_it_was(omem: Omem, told: Path, home: Path) -> None:
    before = omem("export").stdout
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        said = omem("forget", "--clue", "psoriasis", "--yes", code=1).stderr
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert said.count("\n") == 1
    assert "disk" in said
    assert omem("export").stdout == before


def test_an_edit_outlives_what_it_stood_on_and_its_old_words_do_not(
    omem: Omem, chat: Chat, home: Path
) -> None:
    omem.script(REPLIES)
    omem("ingest", chat(("user", "2026-05-09", BAKER), ("user", "2026-05-10", PILLS)))
    health = next(a for a in document(omem, "persona", "show")["attributes"] if a["aspect"] == "health")
    omem("persona", "edit", health["id"], "sensitive", "skin")
    omem("forget", "--message", messages(omem)[PILLS], "--yes")
    assert values(omem) == ["Porto", "baker", "sensitive skin"]
    assert b"have psoriasis" not in raw(home)


def test_names_that_were_joined_go_with_the_person(omem: Omem, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "chat.txt"
    lines = [("Ondrej", "I live in Vrbovec."), ("Tessa", "How lovely!"), ("Ondrej P", "I said it before.")]
    path.write_text(
        "\n".join(f"[2026-05-01 10:0{n}:00] {name}: {said}" for n, (name, said) in enumerate(lines))
    )
    omem("ingest", "--no-extract", path)
    omem("persona", "merge", "Ondrej", "Ondrej P")
    report = document(omem, "forget", "--person", "Ondrej P", "--yes")
    assert report["erased"]["messages"] == 2
    assert report["erased"]["aliases"] == 1
    assert b"Ondrej" not in raw(home)


def test_every_table_is_thought_of(omem: Omem, told: Path, home: Path) -> None:
    """A new table must be dealt with in `Erasure`, then be named here."""
    conn = sqlite3.connect(home / "omem.db")
    names = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    conn.close()
    assert {name for name in names if not name.startswith(("terms_", "sqlite_", "_sqlite"))} == {
        *("users", "sources", "conversations", "openings", "messages", "edits"),
        *("edit_marks", "spaces", "vectors", "codes"),
        *("understandings", "versions", "topics", "topic_messages", "clues", "clue_messages"),
        *("attributes", "events", "evidence", "decisions", "forgotten", "told", "aliases", "usage", "asks"),
        *("checkpoint_tasks", "checkpoints", "erasure_keys", "tombstones", "erased_openings"),
        *("audit", "audit_head", "share_keys", "shares_given", "shares_taken", "shared"),
    }
