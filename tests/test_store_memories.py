"""The memories: one transaction a message, ids, validity, history, export and import."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.errors import StoreError
from omem_cli.records import (
    AttributeClaim,
    Conversation,
    Decision,
    EventClaim,
    Location,
    Message,
    Role,
    Status,
    Turn,
    Understanding,
)
from omem_cli.store import Store, open_store
from omem_cli.store.exchange import export, import_

START = datetime(2026, 1, 1, 22, tzinfo=timezone(timedelta(hours=8)))


def fill(store: Store, *texts: str) -> list[Message]:
    turns = [
        Turn(
            Conversation("1"),
            "user",
            Role.USER,
            START + timedelta(days=30 * place),
            text,
            Location("a", place),
        )
        for place, text in enumerate(texts)
    ]
    store.messages.ingest(turns, "x")
    return list(store.messages.iterate())


def understood(value: str) -> Understanding:
    return Understanding(
        "Home",
        attributes=(AttributeClaim("location", value, value),),
        events=(EventClaim(f"moved to {value}", value, "2026-01"),),
        clues=(value, value.upper()),
        gate=0.9,
        raw=f"location: {value}\n",
        model="m1",
        milliseconds=5.5,
    )


def remember(store: Store, message: Message, value: str) -> list[Decision]:
    """A persona of one aspect: a new place takes the old one's."""
    memories = store.memories

    def decide() -> list[Decision]:
        person, since = message.person or "", message.time and message.time.isoformat()
        old = memories.attributes(person, aspects=["location"])
        new = memories.add_attribute(person, "location", value, message=message, quote=value, since=since)
        for one in old:
            memories.close(one.id, since, new)
        memories.add_event(person, f"moved to {value}", message=message, quote=value, date="2026-01")
        return [memories.log("update", "moved", aspect="location", value=value, message=message, target=new)]

    return memories.record(message, understood(value), decide)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "omem.db") as opened:
        yield opened


def exported(store: Store) -> str:
    out = io.StringIO()
    assert export(store, out) == out.getvalue().count("\n")
    return out.getvalue()


def timeless(text: str) -> list[dict[str, object]]:
    def strip(line: dict[str, object]) -> dict[str, object]:
        return {
            key: strip(value) if isinstance(value, dict) else value
            for key, value in line.items()
            if key != "recorded"
        }

    return [strip(json.loads(line)) for line in text.splitlines()]


def test_replaced_value_keeps_its_history(store: Store) -> None:
    for message, value in zip(fill(store, "in Oslo", "in Rome"), ("Oslo", "Rome"), strict=True):
        assert len(remember(store, message, value)) == 1
    assert [one.value for one in store.memories.attributes("me")] == ["Rome"]
    old, new = store.memories.attributes("me", history=True)
    assert (old.status, old.until, old.superseded_by) == (Status.PAST, new.since, new.id)
    assert old.evidence[0].quote == "Oslo"
    assert store.memories.attributes("somebody else") == []


@pytest.mark.parametrize(
    ("as_of", "values"),
    [
        ("2025", []),
        ("2026-01-01", ["Oslo"]),  # written at 22:00 that day, by the writer's clock
        ("2026-01", ["Rome"]),
        ("2026-01-30", ["Oslo"]),
        (datetime(2026, 1, 1, 13, tzinfo=UTC), []),
        (datetime(2026, 1, 1, 15, tzinfo=UTC), ["Oslo"]),
        ("2026-W40", ["Rome"]),
    ],
)
def test_what_held_then(store: Store, as_of: str | datetime, values: list[str]) -> None:
    for message, value in zip(fill(store, "in Oslo", "in Rome"), ("Oslo", "Rome"), strict=True):
        remember(store, message, value)
    assert [one.value for one in store.memories.attributes("me", as_of=as_of)] == values


def test_events_by_partial_dates(store: Store) -> None:
    (message,) = fill(store, "x")
    for event, date in (("a", "2025-W18"), ("b", "2025"), ("c", "2025-05-09"), ("d", None)):
        store.memories.add_event("me", event, message=message, date=date)
    assert [one.event for one in store.memories.events("me")] == ["b", "a", "c", "d"]
    assert [one.event for one in store.memories.events("me", since="2025-05-05")] == ["b", "c"]
    assert [one.event for one in store.memories.events("me", until="2025-04")] == ["b", "a"]


def test_a_message_is_understood_once(store: Store) -> None:
    (message,) = fill(store, "in Oslo")
    assert [one.id for one in store.messages.pending()] == [message.id]
    remember(store, message, "Oslo")
    assert remember(store, message, "Rome") == []
    assert store.messages.pending_count() == 0
    assert [one.value for one in store.memories.attributes("me")] == ["Oslo"]
    assert store.memories.understanding(message.row) == replace(understood("Oslo"), clues=("Oslo",))
    assert [u.attributes for _, u in store.memories.understood("me")] == [understood("Oslo").attributes]


def test_failure_leaves_no_half(store: Store) -> None:
    (message,) = fill(store, "in Oslo")

    def decide() -> list[Decision]:
        store.memories.add_attribute("me", "location", "Oslo", message=message)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.memories.record(message, understood("Oslo"), decide)
    assert store.messages.pending_count() == 1
    assert store.memories.attributes("me", history=True) == []
    assert store.memories.topics() == []


def test_indexes(store: Store) -> None:
    first, second = fill(store, "in Oslo", "in Rome")
    remember(store, first, "Oslo")
    remember(store, second, "Rome")
    ((row, name, count),) = store.memories.topics()
    assert (name, count) == ("Home", 2)
    assert store.memories.topic_row("HOME") == row
    assert store.memories.topic_messages([row]) == {row: [first.row, second.row]}
    assert store.memories.clues() == [("Oslo", 1), ("Rome", 1)]
    assert store.memories.clue_messages(["oslo", "nothing"]) == {"oslo": [first.row]}
    assert store.memories.persons() == [("me", 1, 2)]


def test_why(store: Store) -> None:
    (message,) = fill(store, "in Oslo")
    remember(store, message, "Oslo")
    attribute = store.memories.attributes("me")[0]
    why = store.memories.why(attribute.id)
    assert why is not None
    assert (why.subject, why.messages) == (attribute, (message,))
    assert [one.action for one in why.decisions] == ["update"]
    assert why.understandings[0] is not None
    assert why.understandings[0].raw == "location: Oslo\n"
    of_message = store.memories.why(message.id)
    assert of_message is not None
    assert of_message.attributes == (attribute,)
    assert store.memories.why("a0") is None


def test_saved_or_deleted_attribute(store: Store) -> None:
    first, second = fill(store, "in Oslo", "still")
    remember(store, first, "Oslo")
    one = store.memories.attributes("me")[0]
    row = store.memories.row_of(one.id)
    more = replace(one.evidence[0], message=second.id, quote=None, time=second.time)
    changed = replace(one, value="Oslo, Norway", pinned=True, evidence=(*one.evidence, more))
    store.memories.save_attribute(changed)
    assert store.memories.attributes_by_rows([row]) == {row: changed}
    store.vectors.add("attribute", "f", np.array([row]), np.ones((1, 2), np.float32))
    store.memories.delete(one.id)
    assert store.memories.attribute(one.id) is None
    assert store.memories.decisions(one.id) == []
    assert store.vectors.fingerprints("attribute") == {}
    with pytest.raises(KeyError):
        store.memories.delete(one.id)


def test_changes_are_checked(store: Store) -> None:
    id = store.memories.add_attribute("me", "name", "Eva", message=None)
    store.memories.change(id, {"pinned": True, "confidence": 0.5})
    one = store.memories.attribute(id)
    assert one is not None
    assert (one.pinned, one.confidence, one.evidence) == (True, 0.5, ())
    with pytest.raises(ValueError, match="value"):
        store.memories.change(id, {"value": "x"})
    with pytest.raises(ValueError, match="aspect"):
        store.memories.add_attribute("me", "shoe size", "40", message=None)


def test_two_runs_export_the_same(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        with open_store(tmp_path / name) as store:
            for message, value in zip(fill(store, "in Oslo", "in Rome"), ("Oslo", "Rome"), strict=True):
                remember(store, message, value)
            store.memories.forget_claim("k")
            texts.append(timeless(exported(store)))
    assert texts[0] == texts[1]


anything = st.text(max_size=20)
times = st.none() | st.datetimes(
    timezones=st.integers(-1400, 1400).map(lambda minutes: timezone(timedelta(minutes=minutes))),
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 1, 1),
)


@settings(max_examples=40, deadline=None)
@given(
    said=st.lists(st.tuples(anything, anything, times, st.sampled_from(Role)), max_size=6),
    value=anything,
    told=anything,
)
def test_import_gives_back_what_was_exported(
    said: list[tuple[str, str, datetime | None, Role]],
    value: str,
    told: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("s")
    with open_store(folder / "a.db") as store:
        turns = [
            Turn(Conversation(speaker, speaker or None, told), speaker, role, time, text, Location("p"), told)
            for speaker, text, time, role in said
        ]
        store.messages.ingest(turns, "x")
        for message in store.messages.pending():
            if message.person is not None:
                remember(store, message, value)
        store.memories.add_attribute("me", "goal", told, message=None)
        text = exported(store)
    with open_store(folder / "b.db") as other:
        import_(other, io.StringIO(text))
        assert exported(other) == text
        assert sum(import_(other, text.split("\n")).values()) == 0
        assert exported(other) == text


def test_import_under_another_name(store: Store, tmp_path: Path) -> None:
    (message,) = fill(store, "in Oslo")
    remember(store, message, "Oslo")
    with open_store(tmp_path / "b.db", user="eva") as other:
        import_(other, exported(store).splitlines())
        assert [one.value for one in other.memories.attributes("eva")] == ["Oslo"]
        assert [one.person for one in other.messages.iterate()] == ["eva"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [],
        lambda lines: lines[1:],
        lambda lines: [*lines[:2], "{"],
        lambda lines: [lines[0], lines[2]],
        lambda lines: [*lines, '{"type":"spell"}'],
        lambda lines: [lines[0].replace('"version":1', '"version":99'), *lines[1:]],
        lambda lines: [*lines, "[]"],
    ],
)
def test_broken_import_leaves_nothing(store: Store, tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    (message,) = fill(store, "in Oslo")
    remember(store, message, "Oslo")
    lines = damage(exported(store).splitlines())
    with open_store(tmp_path / "b.db") as other:
        with pytest.raises(StoreError):
            import_(other, lines)
        assert other.messages.count() == 0
