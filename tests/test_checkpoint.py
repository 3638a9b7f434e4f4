"""States of tasks through the command line: a history that costs little and obeys its machine."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.memory import checkpoint, patch
from omem_cli.store import open_store

MACHINE = """\
state: /stage
states: [searching, chosen, paid]
start: [searching]
transitions: {searching: [chosen], chosen: [searching, paid]}
"""


@pytest.fixture
def save(omem: Any) -> Any:
    """Saves a state under the task `hotel`."""

    def run(state: Any, *options: object, code: int = 0) -> Any:
        text = state if isinstance(state, str) else json.dumps(state)
        return omem("checkpoint", "save", "hotel", "--state", "-", *options, input=text, code=code)

    return run


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    path = tmp_path / "hotel.yaml"
    path.write_text(MACHINE, encoding="utf-8")
    return path


def test_states_form_a_history(omem: Any, save: Any) -> None:
    first = json.loads(save({"city": "Lisbon", "offers": []}, "--json").stdout)
    assert first.keys() == {"task", "number", "saved", "stopped_at", "schema", "bytes", "changes"}
    assert (
        save({"city": "Lisbon", "offers": [{"name": "Rossio", "price": 121}]}).stdout
        == "hotel: save 2, 1 change\n"
    )
    shown = json.loads(omem("checkpoint", "show", "hotel", "--at", 1, "--json").stdout)
    assert shown["state"] == {"city": "Lisbon", "offers": []}
    assert (shown["number"], shown["of"], shown["next"]) == (1, 2, None)
    found = json.loads(omem("checkpoint", "diff", "hotel", "--json").stdout)
    assert found == {
        "task": "hotel", "from": 1, "to": 2,
        "changes": [{"change": "added", "path": "/offers/0", "before": None,
                     "after": {"name": "Rossio", "price": 121}}],
    }  # fmt: skip
    assert "/offers/0" in omem("checkpoint", "diff", "hotel", 2, 1).stdout
    tasks = json.loads(omem("checkpoint", "list", "--json").stdout)["tasks"]
    assert [(t["task"], t["saves"], t["machine"]) for t in tasks] == [("hotel", 2, None)]
    assert len(json.loads(omem("checkpoint", "list", "hotel", "--json").stdout)["saves"]) == 2


def test_a_machine_refuses_what_it_does_not_know(omem: Any, save: Any, machine: Path) -> None:
    omem("persona", "set", "hobby", "chess")
    assert "cannot begin" in save({"stage": "paid"}, "--machine", machine, code=1).stderr
    assert omem("checkpoint", "list").stderr.startswith("omem: no task was saved yet")
    assert save({"stage": "searching"}, "--machine", machine).stdout == "hotel: save 1 at searching\n"
    refused = save({"stage": "paid"}, code=1).stderr
    assert "'searching' cannot become 'paid'" in refused
    assert "comes chosen" in refused
    assert "allowed are searching, chosen, paid" in save({"stage": "eaten"}, code=1).stderr
    assert "/stage" in save({"city": "Lisbon"}, code=1).stderr
    save({"stage": "searching", "city": "Lisbon"})  # staying is no step
    save({"stage": "chosen"})
    shown = json.loads(omem("checkpoint", "show", "hotel", "--json").stdout)
    assert (shown["stopped_at"], shown["next"], shown["of"]) == ("chosen", ["searching", "paid"], 3)


def test_another_schema_asks(save: Any, machine: Path, tmp_path: Path) -> None:
    save({"schema_version": 1, "stage": "searching"}, "--machine", machine)
    assert "schema version was 1 and is 2" in save({"schema_version": 2, "stage": "searching"}, code=1).stderr
    save({"schema_version": 2, "stage": "searching"}, "--yes")
    other = tmp_path / "other.yaml"
    other.write_text(MACHINE.replace("start: [searching]\n", ""), encoding="utf-8")
    again = {"schema_version": 2, "stage": "searching"}
    assert "another" in save(again, "--machine", other, code=1).stderr
    save(again, "--machine", other, "--yes")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ('{"a": NaN}', "NaN"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_broken_state_is_refused(omem: Any, text: str | bytes, said: str) -> None:
    assert said in omem("checkpoint", "save", "x", "--state", "-", input=text, code=1).stderr
    assert json.loads(omem("checkpoint", "list", "--json", code=None).stdout or '{"tasks": []}') == {
        "tasks": []
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("states: [a, b", "no YAML"),
        ("[1]", "must be a mapping"),
        ("states: []", "at least one"),
        ("states: [a]\ntransitions: {a: [b]}", "'b' is not among"),
        ("states: [a]\nstate: 7", "JSON pointer"),
        ("states: [yes, no]", "quotes"),
        ("states: [a]\nsates: [b]", "no 'sates'"),
    ],
)
def test_a_broken_machine_is_refused(save: Any, machine: Path, text: str, said: str) -> None:
    machine.write_text(text, encoding="utf-8")
    result = save({"state": "a"}, "--machine", machine, code=1)
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_missing_tasks_and_saves_are_named(omem: Any, save: Any) -> None:
    save({})
    assert "there are hotel" in omem("checkpoint", "show", "flight", code=1).stderr
    assert "saves 1 to 1" in omem("checkpoint", "show", "hotel", "--at", 4, code=1).stderr
    assert "cannot read" in omem("checkpoint", "save", "hotel", "--state", "/nowhere.json", code=1).stderr
    assert "two saves" in omem("checkpoint", "diff", "hotel", 1, code=2).stderr


def test_restore_brings_the_memories_that_go_with_it(omem: Any, save: Any, machine: Path, chat: Any) -> None:
    path = chat(("user", "2026-05-01", "in a hotel I need a hard bed, my back is bad"),
                ("user", "2026-05-02", "the printer is out of toner"))  # fmt: skip
    omem("ingest", path)
    save(
        {"stage": "searching", "wish": "hotel with a hard bed", "note": "\x1b[31m ```"}, "--machine", machine
    )
    found = json.loads(omem("checkpoint", "restore", "hotel", "--json").stdout)
    assert found["stopped_at"] == "searching"
    assert "hard bed" in found["memories"]["messages"][0]["text"]
    plain = omem("checkpoint", "restore", "hotel").stdout
    assert "stopped at" in plain
    assert "\x1b" not in plain
    block = omem("checkpoint", "restore", "hotel", "--prompt").stdout
    assert block.startswith("````checkpoint\n")
    assert "It stopped at 'searching'" in block
    assert "````memory" in block or "```memory" in block
    asked = omem("ask", "which stage is the hotel search at", "--json").stdout
    assert "printer" in asked
    assert "stage" not in json.dumps(json.loads(asked)["messages"])


def test_deleting_and_moving_a_history(omem: Any, save: Any, tmp_path: Path, machine: Path) -> None:
    save({"stage": "searching"}, "--machine", machine)
    save({"stage": "chosen", "text": "\ud800 \u202e"})
    out = tmp_path / "all.jsonl"
    omem("export", "--out", out)
    other = tmp_path / "other.db"
    omem("import", out, "--db", other)
    omem("import", out, "--db", other)
    a, b = (omem("checkpoint", "show", "hotel", "--json", *db).stdout for db in ((), ("--db", other)))
    assert a == b
    omem("checkpoint", "delete", "hotel", code=2)
    assert omem("checkpoint", "delete", "hotel", "--yes").stdout == "2 saves deleted\n"
    omem("checkpoint", "show", "hotel", code=1)


def test_a_long_history_takes_little(tmp_path: Path) -> None:
    from benchmarks.checkpoints import measure

    got = measure(100, 100, tmp_path)  # a tenth of a thousand saves, of a tenth of 5 MB
    assert got["bytes"] < 500_000


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("ab/~€", max_size=4)
    | st.text("ab", min_size=70, max_size=90),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.text("ab/~", max_size=3), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(VALUES, VALUES)
def test_a_difference_leads_to_the_other(old: Any, new: Any) -> None:
    steps = json.loads(json.dumps(patch.diff(old, new)))
    assert patch.same(patch.apply(old, steps), new)
    assert (patch.diff(old, new) == []) == patch.same(old, new)
    assert bool(patch.changes(old, new)) == (not patch.same(old, new))


def test_any_save_can_be_read_again(tmp_path: Path) -> None:
    rng = random.Random(3)
    states: list[dict[str, Any]] = []
    with open_store(tmp_path / "o.db") as store:
        state: dict[str, Any] = {"items": [], "log": "x" * 100}
        for n in range(150):
            state["log"] += f"{n} "
            state["items"].insert(
                rng.randrange(len(state["items"]) + 1), {"n": n, "t": "y" * rng.randrange(40)}
            )
            states.append(json.loads(json.dumps(state)))
            checkpoint.save(store, "t", state)
        for n in rng.sample(range(150), 20):
            assert checkpoint.load(store, "t", n + 1).state == states[n]
    with sqlite3.connect(tmp_path / "o.db") as db:
        assert db.execute("SELECT count(*) FROM checkpoints WHERE full").fetchone()[0] <= 6
