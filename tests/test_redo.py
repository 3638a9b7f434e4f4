"""Understanding all messages again: what changes, what stays, and what happens when it is interrupted."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from fakes import ScriptedExtractor
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.errors import ModelError
from omem_cli.ingest import ingest, redo, understand
from omem_cli.memory import persona
from omem_cli.store import open_store
from omem_cli.transcripts import read
from omem_cli.understanding import Understander

Chat = Callable[..., Path]
Json = dict[str, Any]

NURSE = "Nursing is what I do: nurse in Porto by day, two dogs at home"
MOVED = "We got the keys in Ghent last week, so the dogs have a garden now"
HARP = "I can't run with that bad knee of mine, but I began the harp"
ASIDE = "What is the fastest train from Lyon to Turin?"
FIRST = {
    NURSE: "topic: work\noccupation: nurse\nclues: nurse; Porto\n",
    MOVED: "topic: moving\nevent: got the keys in Ghent\nclues: Ghent\n",
    HARP: "topic: health\nhealth: bad knee\nclues: knee\n",
    ASIDE: "topic: trains\nclues: Lyon; Turin\n",
}
SECOND = {
    NURSE: "topic: nursing\noccupation: nurse in Porto\npet: two dogs\nclues: nurse; dogs\n",
    MOVED: "topic: garden\nlocation: Ghent\nclues: Ghent; garden\n",
    HARP: "topic: harp\nhealth: that bad knee\nhobby: harp\nclues: harp\n",
    ASIDE: "topic: trains\nclues: Lyon; Turin\n",
}


def better(omem: Omem, replies: dict[str, str] | None = None, id: str = "second-1") -> ScriptedExtractor:
    """Another model is in use from now on."""
    omem.extractor = ScriptedExtractor(SECOND if replies is None else replies, id=id)
    return omem.extractor


@pytest.fixture
def known(omem: Omem, chat: Chat) -> Omem:
    """A memory that the first model understood."""
    omem.script(FIRST)
    texts = enumerate((NURSE, MOVED, HARP, ASIDE), 1)
    omem("ingest", chat(*(("user", f"2026-05-{day:02}", text) for day, text in texts)))
    return omem


def document(omem: Omem, *words: object) -> Json:
    found: Json = json.loads(omem(*words, "--json").stdout)
    return found


def values(omem: Omem, *options: str) -> set[tuple[str, str]]:
    return {(a["aspect"], a["value"]) for a in document(omem, "persona", "show", *options)["attributes"]}


def events(omem: Omem) -> set[str]:
    return {e["event"] for e in document(omem, "persona", "show")["events"]}


def memory(omem: Omem, user: str = "me") -> list[Json]:
    """The export without what a wall clock says, and without history."""

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: timeless(v) for k, v in value.items() if k not in ("recorded", "readings")}
        return [timeless(v) for v in value] if isinstance(value, list) else value

    return [timeless(json.loads(line)) for line in omem("export", "--user", user).stdout.splitlines()]


def of_kind(rows: list[Json], *kinds: str) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows if row["type"] in kinds)


# ---------------------------------------------------------------- what changes
def test_redo_shows_what_changes_and_makes_the_persona_anew(known: Omem) -> None:
    asked = better(known)
    report = document(known, "extract", "--redo")
    assert set(report) == {
        "redone", "changed", "attributes", "events", "remaining", "extracted", "pending",
    }  # fmt: skip
    assert (report["redone"], report["changed"]) == (4, 3)
    assert (report["remaining"], report["extracted"], report["pending"]) == (0, 0, 0)

    def told(kind: str, way: str, field: str) -> set[str]:
        return {entry[field] for entry in report[kind][way]}

    assert told("attributes", "added", "value") == {
        "nurse in Porto", "two dogs", "Ghent", "that bad knee", "harp",
    }  # fmt: skip
    assert told("attributes", "removed", "value") == {"nurse", "bad knee"}
    assert told("events", "removed", "event") == {"got the keys in Ghent"}
    assert report["events"]["added"] == []
    assert set(report["attributes"]["added"][0]) == {"message", "aspect", "value", "quote"}
    assert set(report["events"]["removed"][0]) == {"message", "event", "date", "quote"}
    assert [m.text for m in asked.asked] == [NURSE, MOVED, HARP]  # the last one tells nothing

    assert values(known) == {
        ("occupation", "nurse in Porto"), ("pet", "two dogs"), ("location", "Ghent"),
        ("health", "that bad knee"), ("hobby", "harp"),
    }  # fmt: skip
    assert events(known) == set()
    assert {t["topic"] for t in document(known, "topics")["topics"]} == {
        "nursing",
        "garden",
        "harp",
        "fastest turin",
    }
    clues = {c["clue"] for c in document(known, "clues")["clues"]}
    assert {"dogs", "garden", "harp"} <= clues
    assert "knee" not in clues


def test_the_table_says_what_is_gone_and_what_is_new(known: Omem) -> None:
    better(known)
    shown = " ".join(known("extract", "--redo").stdout.split())
    assert "occupation: nurse" in shown
    assert "4 understood again, 3 changed" in shown
    assert "attributes: 5 new, 2 gone; events: 0 new, 1 gone" in shown
    again = known("extract", "--redo").stdout
    assert "4 understood again, 0 changed" in again


def test_after_a_redo_the_memory_is_as_if_the_model_had_read_first(known: Omem, chat: Chat) -> None:
    better(known)
    known("extract", "--redo")
    redone = memory(known)
    known("ingest", known_chat(chat), "--user", "other")
    fresh = memory(known, "other")
    for kind in ("attribute", "event"):
        assert told(redone, kind) == told(fresh, kind)
    mine = [r for r in redone if r["type"] == "message"]
    theirs = [r for r in fresh if r["type"] == "message"]
    for field in ("topics", "clues", "understanding"):
        assert [r[field] for r in mine] == [r[field] for r in theirs]


def known_chat(chat: Chat) -> Path:
    texts = enumerate((NURSE, MOVED, HARP, ASIDE), 1)
    return chat(*(("user", f"2026-05-{day:02}", text) for day, text in texts), name="again.json")


def told(rows: list[Json], kind: str) -> list[str]:
    """What is known, without ids: they name the user."""
    left_out = ("id", "person", "superseded_by", "evidence")
    kept = []
    for row in rows:
        if row["type"] == kind:
            quotes = [e["quote"] for e in row["evidence"]]
            kept.append(json.dumps({k: v for k, v in row.items() if k not in left_out} | {"quotes": quotes}))
    return sorted(kept)


def test_a_redo_by_the_same_model_changes_nothing(known: Omem) -> None:
    before = memory(known)
    assert document(known, "extract", "--redo")["changed"] == 0
    kinds = ("message", "attribute", "event", "decision")
    assert of_kind(memory(known), *kinds) == of_kind(before, *kinds)


# ---------------------------------------------------------------- history
def test_the_earlier_reading_is_kept(known: Omem, tmp_path: Path) -> None:
    better(known)
    known("extract", "--redo")
    better(known, FIRST, id="third-1")
    known("extract", "--redo")
    message = next(m for m in document(known, "messages")["messages"] if m["text"] == NURSE)
    (evidence,) = document(known, "why", message["id"])["evidence"]
    assert evidence["model"] == "third-1"
    assert [(r["model"], r["raw"]) for r in evidence["readings"]] == [
        ("scripted-1", FIRST[NURSE]), ("second-1", SECOND[NURSE]),
    ]  # fmt: skip
    assert evidence["readings"][1]["attributes"][0]["value"] == "nurse in Porto"
    assert set(evidence["readings"][1]["clues"]) == {"nurse", "dogs"}
    known("export", "--out", tmp_path / "m.jsonl")
    known("import", tmp_path / "m.jsonl", "--db", tmp_path / "copy.db")
    copy = known("export", "--db", tmp_path / "copy.db").stdout
    assert copy == (tmp_path / "m.jsonl").read_text(encoding="utf-8")


# ---------------------------------------------------------------- the user's own decisions
def id_of(omem: Omem, value: str) -> str:
    rows = document(omem, "persona", "show")
    return str(
        next(
            r["id"]
            for r in [*rows["attributes"], *rows["events"]]
            if value in (r.get("value"), r.get("event"))
        )
    )


def test_what_the_user_set_pinned_and_forgot_stays(known: Omem, chat: Chat) -> None:
    known("persona", "set", "diet", "no sugar")
    pinned = id_of(known, "nurse")
    known("persona", "pin", pinned)
    known("persona", "forget", id_of(known, "bad knee"))
    known("persona", "forget", id_of(known, "got the keys in Ghent"))
    again = {**SECOND, MOVED: "topic: garden\nlocation: Ghent\nevent: We got the keys in Ghent last week\n"}
    better(known, again)
    for _ in range(2):
        known("extract", "--redo")
        assert ("diet", "no sugar") in values(known)
        attributes = document(known, "persona", "show")["attributes"]
        nurse = next(a for a in attributes if a["aspect"] == "occupation")
        assert (nurse["id"], nurse["value"], nurse["pinned"]) == (pinned, "nurse", True)
        assert nurse["evidence"][0]["quote"]
        assert not any("knee" in value for _, value in values(known))
        assert events(known) == set()
    # The next message is taken into the same profile.
    sold = "I sold the harp, it was too big for my flat"
    better(known, {sold: "topic: harp\nhobby: sold the harp\n"})
    known("ingest", chat(("user", "2026-06-01", sold), name="new.json"))
    assert ("hobby", "harp") not in values(known)
    assert {("diet", "no sugar"), ("occupation", "nurse")} <= values(known)


def test_a_pin_outlives_an_earlier_message_that_says_the_same(omem: Omem, chat: Chat) -> None:
    texts = ["Chess with my aunt, my whole Sunday went into it", "Tuesday means chess club for me"]
    path = chat(*(("user", f"2026-05-0{day}", text) for day, text in enumerate(texts, 1)))
    omem.script({texts[1]: "topic: chess\nhobby: chess club\nclues: chess\n"})
    omem("ingest", path)
    omem("persona", "pin", id_of(omem, "chess club"))
    better(omem, dict.fromkeys(texts, "topic: chess\nhobby: chess\nclues: chess\n"))
    for _ in range(2):
        omem("extract", "--redo")
        rows = [a for a in document(omem, "persona", "show")["attributes"] if a["aspect"] == "hobby"]
        assert [a["pinned"] for a in rows] == [True]


def test_what_the_user_stated_is_not_told_twice_after_a_message_confirms_it(omem: Omem, chat: Chat) -> None:
    omem("persona", "set", "hobby", "chess")
    omem.script({"I play chess on Sundays": "topic: chess\nhobby: chess\n"})
    omem("ingest", chat(("user", "2026-05-01", "I play chess on Sundays")))
    omem("persona", "set", "diet", "no sugar")
    assert [v for v in values(omem) if v[0] == "hobby"] == [("hobby", "chess")]
    omem("extract", "--redo")
    rows = [a for a in document(omem, "persona", "show")["attributes"] if a["aspect"] == "hobby"]
    assert [(a["value"], a["pinned"]) for a in rows] == [("chess", True)]


# ---------------------------------------------------------------- interruptions
class Stops(ScriptedExtractor):
    """Gets lost after some messages."""

    def __init__(self, after: int, replies: dict[str, str], id: str = "second-1") -> None:
        super().__init__(replies, id=id)
        self.left = after

    def extract(self, message: Any) -> str:
        self.left -= 1
        if self.left < 0:
            raise ModelError("the model is gone")
        return super().extract(message)


@pytest.mark.parametrize("words", [["extract", "--redo"], ["extract"]])
def test_an_interrupted_redo_changes_nothing_and_goes_on(known: Omem, words: list[str]) -> None:
    before = memory(known)
    known.extractor = Stops(2, SECOND)
    failed = known("extract", "--redo", code=1)
    assert failed.stderr == (
        "omem: the model is gone; 2 of 4 messages were understood before and stay; `omem extract` goes on\n"
    )
    assert memory(known) == before
    asked = better(known)
    report = document(known, *words)
    assert (report["redone"], report["changed"], report["remaining"]) == (4, 3, 0)
    assert len(asked.asked) == 1  # the last message passes no gate
    assert ("pet", "two dogs") in values(known)
    assert document(known, "extract") == {"extracted": 0, "pending": 0}


def test_a_limited_redo_waits_for_the_rest(known: Omem) -> None:
    before = memory(known)
    better(known)
    report = document(known, "extract", "--redo", "--limit", 3)
    assert (report["redone"], report["remaining"], report["changed"]) == (3, 1, 3)
    assert memory(known) == before
    shown = known("extract", "--redo", "--limit", 1).stdout
    assert "4 understood again" in shown
    assert "remain" not in shown
    assert ("hobby", "harp") in values(known)


def test_a_redo_that_was_begun_can_be_dropped(known: Omem) -> None:
    before = memory(known)
    better(known)
    known("extract", "--redo", "--limit", 3)
    assert document(known, "extract", "--no-redo") == {"extracted": 0, "pending": 0}
    assert document(known, "extract") == {"extracted": 0, "pending": 0}
    assert memory(known) == before


def test_another_model_begins_the_redo_again(known: Omem) -> None:
    better(known)
    known("extract", "--redo", "--limit", 3)
    asked = better(known, FIRST, id="third-1")
    assert document(known, "extract", "--redo")["redone"] == 4
    assert len(asked.asked) == 3
    assert ("occupation", "nurse") in values(known)


def test_messages_that_come_meanwhile_are_taken_too(known: Omem, chat: Chat) -> None:
    new = "I like rye bread in the morning"
    replies = {**SECOND, new: "topic: bread\nlike: rye bread\nclues: rye\n"}
    better(known, replies)
    known("extract", "--redo", "--limit", 2)
    known("ingest", chat(("user", "2026-06-01", new), name="new.json"), "--no-extract")
    report = document(known, "extract")
    assert (report["redone"], report["extracted"], report["pending"]) == (4, 1, 0)
    assert {("like", "rye bread"), ("hobby", "harp")} <= values(known)


def test_without_a_model_there_is_no_redo(known: Omem) -> None:
    before = memory(known)
    known.extractor = None
    assert "no language model" in known("extract", "--redo", code=1).stderr
    assert memory(known) == before


def test_without_a_memory_there_is_nothing_to_redo(omem: Omem, home: Path) -> None:
    omem.script({})
    omem("ingest", "-", input=b"[]", code=1)
    assert "there is no memory" in omem("extract", "--redo", code=1).stderr


# ---------------------------------------------------------------- read without a model first
def test_messages_read_without_a_model_are_understood_once_there_is_one(omem: Omem, chat: Chat) -> None:
    omem("ingest", known_chat(chat))
    assert document(omem, "stats")["pending"] == 0
    assert values(omem) == set()
    assert "4 messages" not in omem("extract").stdout  # none is in use still
    better(omem)
    report = document(omem, "extract")
    assert report["pending"] == 0
    assert report["extracted"] >= 3
    assert ("pet", "two dogs") in values(omem)
    assert {t["topic"] for t in document(omem, "topics")["topics"]} >= {"nursing", "garden", "harp"}
    assert "no model" not in document(omem, "stats")["skipped"]
    assert document(omem, "extract") == {"extracted": 0, "pending": 0}


def test_the_memory_is_then_as_if_there_had_been_a_model(omem: Omem, chat: Chat) -> None:
    omem("ingest", known_chat(chat), "--user", "late")
    better(omem)
    omem("extract", "--user", "late")
    omem("ingest", known_chat(chat), "--user", "soon")
    late, soon = memory(omem, "late"), memory(omem, "soon")
    for kind in ("attribute", "event"):
        assert told(late, kind) == told(soon, kind)
    for field in ("topics", "clues"):
        assert [r[field] for r in late if r["type"] == "message"] == [
            r[field] for r in soon if r["type"] == "message"
        ]


# ---------------------------------------------------------------- any order, any readings
FACTS = st.sampled_from(
    ["hobby: chess", "hobby: judo", "like: figs", "dislike: figs", "location: Oslo", "location: Lima", ""]
)


@settings(max_examples=30)
@given(first=st.lists(FACTS, min_size=1, max_size=6), second=st.lists(FACTS, min_size=6, max_size=6))
def test_a_redo_gives_what_a_fresh_memory_gives(
    tmp_path_factory: pytest.TempPathFactory, first: list[str], second: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("redo")
    texts = [f"({n}) chess, judo, figs, Oslo and Lima are what I think of" for n in range(len(first))]
    rows = [
        {"role": "user", "content": text, "timestamp": f"2026-05-{20 - n * 3 % 7:02}T10:00:00+00:00"}
        for n, text in enumerate(texts)
    ]
    path = folder / "chat.json"
    path.write_text(json.dumps(rows), encoding="utf-8")

    def model(facts: list[str], id: str) -> Understander:
        return Understander(
            ScriptedExtractor({t: f"topic: x\n{f}\n" for t, f in zip(texts, facts, strict=False)}, id=id)
        )

    def known(name: str, *facts: list[str]) -> tuple[list[Any], list[Any]]:
        with open_store(folder / name) as store:
            ingest(store, read(str(path)), understander=model(facts[0], "1"))
            for later in facts[1:]:
                redo(store, model(later, "2"), None)
            attributes, events = persona.profile(store, history=True)
            assert understand(store, model(facts[-1], "2"), None) == 0
            return attributes, events

    assert known("redone.db", first, second) == known("fresh.db", second)
