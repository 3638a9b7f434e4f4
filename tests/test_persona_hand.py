"""The user's hand: edits, people with two names, decisions taken back; and what always holds of a profile."""

import json
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.ingest import ingest
from omem_cli.memory import candidates, hand, persona
from omem_cli.memory.persona import profile
from omem_cli.records import Status
from omem_cli.store import Store, open_store
from omem_cli.transcripts import read


def line(day: str, text: str, *claims: str, event: str | None = None) -> dict[str, Any]:
    """A labelled message; claims are written `aspect=value`."""
    pairs = [c.partition("=") for c in claims]
    return {
        "text": text, "date": day, "attributes": [{"aspect": a, "value": v} for a, _, v in pairs],
        "events": [{"event": event, "date": None}] if event else [],
    }  # fmt: skip


@pytest.fixture
def told(omem: Any, chat: Any) -> Callable[..., None]:
    """Stores labelled messages and decides them."""

    def run(*lines: dict[str, Any]) -> None:
        omem("ingest", chat(*(("user", one["date"], one["text"]) for one in lines)), "--no-extract")
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)
        omem("persona", "decide", "--candidates", "-", input=text)

    return run


def shown(omem: Any, *options: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(omem("persona", "show", "--history", "--json", *options).stdout)
    return found


def values(omem: Any, status: str = "current") -> list[str]:
    return [a["value"] for a in shown(omem)["attributes"] if a["status"] == status]


def decisions(omem: Any, id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(omem("why", id, "--json").stdout)["decisions"]
    return found


MOVES = (line("2025-01-01", "I live in Leeds", "location=Leeds"),
         line("2025-06-01", "we moved to Hull", "location=Hull", event="moved to Hull"))  # fmt: skip


def test_an_update_is_taken_back_and_brought_again(omem: Any, told: Any) -> None:
    told(*MOVES)
    moved = shown(omem)
    hull = next(a for a in moved["attributes"] if a["value"] == "Hull")
    (update,) = [d for d in decisions(omem, hull["evidence"][0]["message"]) if d["action"] == "update"]
    taken = json.loads(omem("persona", "undo", update["id"], "--json").stdout)
    assert taken["undone"]["value"] == "Hull"
    assert values(omem) == ["Leeds"]
    assert values(omem, "past") == []
    (undone,) = [d for d in decisions(omem, hull["evidence"][0]["message"]) if d["action"] == "undo"]
    omem("persona", "undo", undone["id"])
    assert shown(omem) == moved


def test_the_update_that_brought_a_value_is_shown_under_both(omem: Any, told: Any) -> None:
    told(*MOVES)
    moved = shown(omem)
    leeds, hull = (next(a for a in moved["attributes"] if a["value"] == v) for v in ("Leeds", "Hull"))
    (update,) = decisions(omem, hull["id"])
    assert update["action"] == "update"
    assert update in decisions(omem, leeds["id"])
    assert "History" in omem("why", hull["id"]).stdout
    taken = json.loads(omem("persona", "undo", hull["id"], "--json").stdout)
    assert taken.keys() == {"undone", "undo"}
    assert taken["undone"] == update
    assert values(omem) == ["Leeds"]
    for one in (hull, leeds):  # neither digs up what told of Leeds
        assert taken["undo"] in omem("persona", "undo", one["id"], code=1).stderr
    assert json.loads(omem("persona", "undo", taken["undo"], "--json").stdout)["undo"] is None
    assert shown(omem) == moved


def test_undoing_twice_takes_back_one_decision(omem: Any, told: Any) -> None:
    told(*MOVES, line("2025-07-01", "I play chess", "hobby=chess"))
    before = shown(omem)
    hull = next(a for a in before["attributes"] if a["value"] == "Hull")
    omem("persona", "pin", hull["id"])
    pinned = shown(omem)
    omem("persona", "forget", hull["id"])
    said = omem("persona", "undo", hull["id"]).stdout
    assert said.startswith("taken back: forget location: Hull; `omem persona undo d")
    again = said.split("`")[1].split()[-1]
    refused = omem("persona", "undo", hull["id"], code=1).stderr
    assert refused.count("\n") == 1
    assert again in refused
    assert shown(omem) == pinned
    pin = next(d for d in decisions(omem, hull["id"]) if d["action"] == "pin")
    omem("persona", "undo", pin["id"])
    assert shown(omem) == before
    chess = next(a for a in before["attributes"] if a["value"] == "chess")  # untouched by all this
    assert json.loads(omem("persona", "undo", chess["id"], "--json").stdout)["undone"]["action"] == "add"
    assert "taken back already" in omem("persona", "undo", chess["id"], code=1).stderr
    omem("persona", "pin", hull["id"])  # a new decision can be taken back by the memory's id again
    omem("persona", "undo", hull["id"])
    assert "hobby" not in [a["aspect"] for a in shown(omem)["attributes"]]


def test_what_changes_nothing_is_no_decision(omem: Any, told: Any) -> None:
    told(*MOVES)
    before = shown(omem)
    hull = next(a for a in before["attributes"] if a["value"] == "Hull")["id"]
    for _ in range(2):
        omem("persona", "pin", hull)
    assert [d["action"] for d in decisions(omem, hull)].count("pin") == 1
    omem("persona", "undo", hull)
    assert shown(omem) == before
    omem("persona", "pin", hull, "--off")
    assert "unpin" not in [d["action"] for d in decisions(omem, hull)]


def test_stating_what_a_message_told_is_taken_back_as_one(omem: Any, told: Any) -> None:
    told(*MOVES)
    before = shown(omem)
    hull = next(a for a in before["attributes"] if a["value"] == "Hull")["id"]
    omem("persona", "set", "location", "Hull")
    omem("persona", "undo", hull)
    assert shown(omem) == before


def test_a_pinned_past_value_says_what_it_does(omem: Any, told: Any) -> None:
    told(*MOVES)
    leeds, hull = (
        next(a for a in shown(omem)["attributes"] if a["value"] == value) for value in ("Leeds", "Hull")
    )
    assert omem("persona", "pin", hull["id"]).stderr == ""  # it held, and nothing contradicts it
    omem("persona", "pin", hull["id"], "--off")
    pinned = omem("persona", "pin", leeds["id"])
    assert pinned.stderr.count("\n") == 1
    assert f"Leeds had ended {leeds['until']} and holds again" in pinned.stderr
    assert "put aside while it is pinned: Hull" in pinned.stderr
    assert values(omem) == ["Leeds"]
    assert "pinned already" in omem("persona", "pin", leeds["id"]).stderr
    off = omem("persona", "pin", leeds["id"], "--off")
    assert "Leeds is past again; this holds: Hull" in off.stderr
    assert leeds["until"] in off.stdout
    assert "was not pinned" in omem("persona", "pin", leeds["id"], "--off").stderr
    assert values(omem) == ["Hull"]
    found = json.loads(omem("persona", "pin", leeds["id"], "--json").stdout)
    assert (found["value"], found["status"], found["pinned"]) == ("Leeds", "current", True)


@pytest.mark.parametrize(
    "change",
    [
        lambda omem, id: omem("persona", "pin", id),
        lambda omem, id: omem("persona", "forget", id),
        lambda omem, id: omem("persona", "edit", id, "Kingston", "upon", "Hull"),
        lambda omem, id: omem("persona", "set", "location", "York"),
        lambda omem, id: omem("persona", "set", "location", "Hull"),
        lambda omem, id: omem("persona", "set", "hobby", "chess"),
    ],
    ids=["pin", "forget", "edit", "set another", "set the same", "set anew"],
)
def test_your_own_decisions_are_taken_back_exactly(omem: Any, told: Any, change: Any) -> None:
    told(*MOVES)
    before = shown(omem)
    hull = next(a for a in before["attributes"] if a["value"] == "Hull")
    change(omem, hull["id"])
    after = shown(omem)
    assert after != before
    with open_store_of(omem) as store:
        mine = [d for d in store.memories.all_decisions() if d.message is None]
        first = next(d for d in mine if d.action in ("pin", "forget", "set"))
    omem("persona", "undo", first.id)
    assert shown(omem) == before
    assert "taken back already" in omem("persona", "undo", first.id, code=1).stderr
    with open_store_of(omem) as store:
        undo = next(d for d in store.memories.all_decisions() if d.action == "undo")
    omem("persona", "undo", undo.id)
    assert [(a["value"], a["status"]) for a in shown(omem)["attributes"]] == [
        (a["value"], a["status"]) for a in after["attributes"]
    ]


@contextmanager
def open_store_of(omem: Any) -> Any:
    with open_store(json.loads(omem("stats", "--json").stdout)["path"]) as store:
        yield store


def test_an_event_and_an_ending_are_taken_back(omem: Any, told: Any) -> None:
    told(line("2025-01-01", "got a Yamaha piano", "possession=Yamaha piano"),
         line("2025-02-01", "sold the piano", event="sold the piano"))  # fmt: skip
    before = shown(omem)
    assert values(omem, "past") == ["Yamaha piano"]
    piano = before["attributes"][0]
    close = next(d for d in decisions(omem, piano["id"]) if d["action"] == "close")
    omem("persona", "undo", close["id"])
    assert values(omem) == ["Yamaha piano"]
    event = before["events"][0]
    omem("persona", "forget", event["id"])
    assert shown(omem)["events"] == []
    omem("persona", "undo", event["id"])
    assert [e["event"] for e in shown(omem)["events"]] == ["sold the piano"]
    assert values(omem) == ["Yamaha piano"]


def test_an_edit_keeps_the_evidence_and_stands(omem: Any, told: Any) -> None:
    told(line("2025-01-01", "night shift nurse here", "occupation=night nurse"))
    (nurse,) = shown(omem)["attributes"]
    edited = json.loads(omem("persona", "edit", nurse["id"], "paediatric nurse", "--json").stdout)
    assert (edited["value"], edited["pinned"], edited["since"]) == ("paediatric nurse", True, nurse["since"])
    assert edited["evidence"] == nurse["evidence"]
    assert values(omem) == ["paediatric nurse"]
    assert "took its place" in omem("persona", "edit", nurse["id"], "x", code=1).stderr
    omem("persona", "edit", edited["id"], "ward manager")
    assert values(omem) == ["ward manager"]
    omem("persona", "edit", edited["id"], " ", code=2)


def test_undo_of_what_was_edited_takes_the_edit_back(omem: Any, told: Any) -> None:
    told(line("2025-01-01", "our cat Mochi", "pet=cat Mochi"))
    before = shown(omem)["attributes"]
    omem("persona", "edit", before[0]["id"], "kitten Mochi")
    omem("persona", "undo", before[0]["id"])
    assert shown(omem)["attributes"] == before


GROUP = """\
2025-03-01 10:00 - Mum: I live in Leeds
2025-03-02 10:00 - 妈妈: 我对花生过敏
2025-03-03 10:00 - Ann: Ben is allergic to nuts
2025-03-04 10:00 - Ben: I play the cello
"""
GROUP_CLAIMS = (
    {"text": "I live in Leeds", "attributes": [{"aspect": "location", "value": "Leeds"}]},
    {"text": "我对花生过敏", "attributes": [{"aspect": "allergy", "value": "花生"}]},
    {"text": "Ben is allergic to nuts", "attributes": [{"aspect": "allergy", "value": "nuts"}]},
    {"text": "I play the cello", "attributes": [{"aspect": "hobby", "value": "cello"}]},
)


@pytest.fixture
def group(omem: Any, tmp_path: Path) -> Path:
    path = tmp_path / "group.json"
    rows = [row.partition(" - ") for row in GROUP.splitlines()]
    path.write_text(json.dumps([
        {"speaker": said.partition(": ")[0], "text": said.partition(": ")[2],
         "time": when.replace(" ", "T") + ":00+00:00"} for when, _, said in rows
    ], ensure_ascii=False), encoding="utf-8")  # fmt: skip
    with open_store(omem_path(omem)) as store:
        from omem_cli.records import Conversation, Location, Role, Turn

        def turns() -> Any:
            from datetime import datetime

            for number, (when, _, said) in enumerate(rows, 1):
                name, _, text = said.partition(": ")
                yield Turn(Conversation("g"), name, Role.PARTICIPANT,
                           datetime.fromisoformat(when.replace(" ", "T") + ":00+00:00"), text,
                           Location("group.txt", number))  # fmt: skip

        store.messages.ingest(turns(), "whatsapp")
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in GROUP_CLAIMS)
    omem("persona", "decide", "--candidates", "-", input=text)
    return path


def omem_path(omem: Any) -> str:
    path: str = json.loads(omem("stats", "--json").stdout)["path"]
    return path


def test_what_one_tells_of_another_is_kept_apart(omem: Any, group: Path, tmp_path: Path) -> None:
    ben = shown(omem, "--person", "Ben")
    assert [a["value"] for a in ben["attributes"]] == ["cello"]
    (told,) = ben["told"]
    assert (told["aspect"], told["value"], told["told_by"]) == ("allergy", "nuts", "Ann")
    assert told.keys() == {"id", "person", "told_by", "aspect", "value", "message", "quote", "time"}
    assert shown(omem, "--person", "Ann")["attributes"] == []
    assert "Told by others" in omem("persona", "show", "--person", "Ben").stdout
    out = tmp_path / "out.jsonl"
    omem("export", "--out", out)
    omem("import", out, "--db", tmp_path / "other.db")
    assert shown(omem, "--person", "Ben", "--db", tmp_path / "other.db")["told"] == [told]


@pytest.mark.parametrize(
    ("text", "quote", "about"),
    [
        ("Ben is allergic to nuts", "allergic to nuts", "Ben"),
        ("lovely day. my friend Ben's vegan and tall", "vegan", "Ben"),
        ("听说小李对花生过敏", "对花生过敏", "小李"),
        ("Ben is my brother, I love chess", "love chess", None),
        ("Ben and I play chess", "play chess", None),
        ("I met Ben at chess", "met Ben at chess", None),
        ("thanks Ben, allergic to nuts too", "allergic to nuts", None),
    ],
)
def test_whom_a_sentence_is_about(text: str, quote: str, about: str | None) -> None:
    from omem_cli.memory.told import subject
    from omem_cli.records import AttributeClaim

    assert subject(text, AttributeClaim("allergy", "x", quote), ["Ben", "小李"]) == about


def test_two_names_become_one_person_and_part_again(omem: Any, group: Path, tmp_path: Path) -> None:
    people = json.loads(omem("persona", "list", "--json").stdout)
    mums = shown(omem, "--person", "Mum"), shown(omem, "--person", "妈妈")
    merged = json.loads(omem("persona", "merge", "Mum", "妈妈", "--json").stdout)
    assert merged == {"person": "Mum", "alias": "妈妈"}
    one = shown(omem, "--person", "妈妈")
    assert one == shown(omem, "--person", "Mum")
    assert {a["value"] for a in one["attributes"]} == {"Leeds", "花生"}
    rows = json.loads(omem("persona", "list", "--json").stdout)["persons"]
    assert [r["aliases"] for r in rows if r["person"] == "Mum"] == [["妈妈"]]
    assert "妈妈" not in [r["person"] for r in rows]
    asked = json.loads(omem("ask", "妈妈 住在 哪", "--json").stdout)
    assert asked["person"] == "Mum"
    assert "one person already" in omem("persona", "merge", "妈妈", "Mum", code=1).stderr
    assert "nobody is called" in omem("persona", "merge", "Mum", "Dad", code=1).stderr
    with open_store_of(omem) as store:
        merge = next(d for d in store.memories.all_decisions() if d.action == "merge")
    omem("persona", "undo", merge.id)
    assert (shown(omem, "--person", "Mum"), shown(omem, "--person", "妈妈")) == mums
    assert json.loads(omem("persona", "list", "--json").stdout) == people


def test_wrong_ids_are_named(omem: Any, told: Any) -> None:
    told(*MOVES)
    assert "no decision" in omem("persona", "undo", "d123", code=1).stderr
    assert "no decision" in omem("persona", "undo", "", code=1).stderr
    assert "nothing has the id" in omem("persona", "edit", "a123", "x", code=1).stderr


# ---------------------------------------------------------------- what always holds
CLAIMS = ("location=Leeds", "location=Hull", "occupation=nurse", "occupation=sales rep", "diet=vegan",
          "diet=no longer vegan", "hobby=climbing", "hobby=choir", "like=climbing", "family=daughter Wren, 6",
          "family=daughter Wren, 7", "pet=dog Rex", "possession=Skoda", "relationship=wife Ewa",
          "relationship=divorced")  # fmt: skip
TEXTS = ("fine.", "sold the Skoda", "Rex passed away", "I quit climbing", "actually no, I meant that",
         "got laid off")  # fmt: skip
SAID = st.lists(
    st.tuples(st.sampled_from(TEXTS), st.lists(st.sampled_from(CLAIMS), max_size=2, unique=True)),
    min_size=1, max_size=6,
)  # fmt: skip


def story(said: list[tuple[str, list[str]]]) -> list[dict[str, Any]]:
    """A message a month, so that each has its day."""
    return [line(f"2025-{n:02d}-01", f"{n}. {text}", *claims) for n, (text, claims) in enumerate(said, 1)]


def take(store: Store, lines: list[dict[str, Any]], folder: str, name: str = "chat") -> None:
    path = Path(folder) / f"{name}.json"
    rows = [
        {"role": "user", "content": one["text"], "timestamp": f"{one['date']}T10:00:00+00:00"}
        for one in lines
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    ingest(store, read(str(path)))
    candidates.decide(store, candidates.read(map(json.dumps, lines)))


def known(store: Store, **options: Any) -> list[tuple[Any, ...]]:
    """The profile without ids, which name the first message's conversation."""
    found = profile(store, **options)[0]
    return sorted(
        (a.aspect, a.value, str(a.status), a.since or "", a.until or "", len(a.evidence)) for a in found
    )


@contextmanager
def stores() -> Any:
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        yield folder, *(stack.enter_context(open_store(f"{folder}/{name}.db")) for name in "ab")


@settings(max_examples=20)
@given(SAID, st.randoms(use_true_random=False))
def test_the_order_of_ingest_never_shows(said: list[tuple[str, list[str]]], rng: Any) -> None:
    lines = story(said)
    shuffled = rng.sample(lines, len(lines))
    with stores() as (folder, a, b):
        for n, one in enumerate(lines):
            take(a, [one], folder, f"a{n}")
        for n, one in enumerate(shuffled):
            take(b, [one], folder, f"b{n}")
        assert known(a, history=True) == known(b, history=True)


@settings(max_examples=20)
@given(SAID, st.integers(0, 1000))
def test_undo_restores_exactly(said: list[tuple[str, list[str]]], pick: int) -> None:
    with TemporaryDirectory() as folder, open_store(f"{folder}/o.db") as store:
        take(store, story(said), folder)
        before = profile(store, history=True)
        every = store.memories.all_decisions()
        if not every:
            return
        chosen = every[pick % len(every)]
        hand.undo(store, chosen.id)
        without = story(said)
        message = store.messages.get(chosen.message or "")
        taken = {"aspect": chosen.aspect, "value": chosen.value}
        for one in without:
            if message is not None and one["text"] == message.text:
                one["attributes"] = [c for c in one["attributes"] if c != taken]
        ending = not any(c.endswith(f"={chosen.value}") for c in CLAIMS)
        with open_store(f"{folder}/p.db") as other:
            take(other, without, folder, "other")
            if not ending:  # a claim: as if it had never been made
                assert known(store, history=True) == known(other, history=True)
        undo = next(d for d in store.memories.all_decisions() if d.action == "undo")
        hand.undo(store, undo.id)
        assert profile(store, history=True) == before


@settings(max_examples=20)
@given(SAID)
def test_closing_never_deletes(said: list[tuple[str, list[str]]]) -> None:
    with TemporaryDirectory() as folder, open_store(f"{folder}/o.db") as store:
        seen: dict[str, str] = {}
        for n, one in enumerate(story(said)):
            take(store, [one], folder, f"c{n}")
            found, _ = profile(store, history=True)
            assert seen.keys() <= {a.id for a in found}
            seen |= {a.id: a.value for a in found}
            for a in found:
                assert a.evidence
                assert a.status is Status.CURRENT or a.superseded_by is None or a.superseded_by in seen


@settings(max_examples=20)
@given(SAID, st.integers(1, 6))
def test_as_of_the_past_is_the_profile_of_then(said: list[tuple[str, list[str]]], month: int) -> None:
    lines = story(said)
    with stores() as (folder, a, b):
        take(a, lines, folder, "a")
        take(b, [one for one in lines if int(one["date"][5:7]) <= month], folder, "b")
        then = [(x[0], x[1]) for x in known(a, as_of=f"2025-{month:02d}-02")]
        assert then == [(x[0], x[1]) for x in known(b)]


def test_a_profile_made_anew_is_the_same(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        take(store, list(MOVES), str(tmp_path))
        persona.set_(store, "diet", "vegan")
        before = profile(store, history=True)
        with store.transaction():
            persona.refold(store, store.user)
        assert profile(store, history=True) == before
