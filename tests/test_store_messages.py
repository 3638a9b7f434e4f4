"""Messages: identity, re-reading, growth, order, separation of users."""

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import Store, open_store

START = datetime(2026, 1, 1, tzinfo=UTC)


def turn(
    text: str,
    *,
    local: str = "1",
    native: str | None = None,
    speaker: str = "user",
    role: Role = Role.USER,
    at: datetime | None = None,
    path: str = "a.json",
) -> Turn:
    return Turn(Conversation(local, native), speaker, role, at, text, Location(path))


def talk(*texts: str, local: str = "1", path: str = "a.json", native: str | None = None) -> list[Turn]:
    return [
        turn(text, local=local, path=path, native=native, at=START + timedelta(minutes=place))
        for place, text in enumerate(texts)
    ]


def texts(store: Store) -> list[tuple[str, str]]:
    return [(message.conversation, message.text) for message in store.messages.iterate()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "omem.db") as opened:
        yield opened


def test_same_file_again_adds_nothing(store: Store) -> None:
    assert store.messages.ingest(talk("hi", "I live in Oslo"), "x") == (2, 0)
    assert store.messages.ingest(talk("hi", "I live in Oslo"), "x") == (0, 2)
    assert store.messages.ingest(talk("hi", "I live in Oslo", path="copy.json"), "x") == (0, 2)


def test_grown_conversation_keeps_its_identity(store: Store) -> None:
    store.messages.ingest(talk("hi", "one"), "x")
    assert store.messages.ingest(talk("hi", "one", "two"), "x") == (1, 2)
    assert store.messages.ingest(talk("hi"), "x") == (0, 1)
    assert [message.position for message in store.messages.iterate()] == [0, 1, 2]
    assert len({conversation for conversation, _ in texts(store)}) == 1


def test_other_continuation_is_another_conversation(store: Store) -> None:
    store.messages.ingest(talk("hi", "one"), "x")
    assert store.messages.ingest(talk("hi", "other", path="b"), "x") == (2, 0)
    assert store.messages.conversations_count() == 2


def test_other_format_is_another_conversation(store: Store) -> None:
    store.messages.ingest(talk("hi"), "x")
    assert store.messages.ingest(talk("hi"), "y") == (1, 0)


def test_native_id_decides_whatever_the_opening(store: Store) -> None:
    store.messages.ingest(talk("a", "b", native="n"), "x")
    assert store.messages.ingest(talk("c", native="n"), "x") == (1, 0)
    assert store.messages.ingest(talk("a", native="m"), "x") == (1, 0)
    assert store.messages.conversations_count() == 2


def test_equal_conversations_of_one_file_stay_two(store: Store) -> None:
    both = [*talk("hi", "yes"), *talk("hi", "yes", local="2")]
    assert store.messages.ingest(both, "x") == (4, 0)
    assert store.messages.ingest(both, "x") == (0, 4)
    assert store.messages.conversations_count() == 2


def test_repeated_messages_count(store: Store) -> None:
    said = [turn("ok"), turn("ok"), turn("ok", speaker="b"), turn("ok")]
    assert store.messages.ingest(said, "x") == (4, 0)
    assert store.messages.ingest(said, "x") == (0, 4)


def test_naming_oneself_later_makes_no_double(store: Store) -> None:
    store.messages.ingest([turn("hi", speaker="Ann", role=Role.PARTICIPANT)], "x")
    assert store.messages.ingest([turn("hi", speaker="Ann", role=Role.USER)], "x") == (0, 1)


def test_persons(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db", user="eva") as store:
        said = [
            turn("a"),
            turn("b", speaker="Ann", role=Role.PARTICIPANT),
            turn("c", speaker="bot", role=Role.ASSISTANT),
        ]
        store.messages.ingest(said, "x")
        assert [message.person for message in store.messages.iterate()] == ["eva", "Ann", None]


def test_users_never_see_each_other(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with open_store(path, user="eva") as eva:
        eva.messages.ingest(talk("secret word"), "x")
        message = next(eva.messages.iterate())
        eva.text_index.add([(message.row, ["secret"])])
        eva.vectors.add("message", "f", np.array([message.row]), np.ones((1, 2), np.float32))
    with open_store(path, user="adam") as adam:
        assert adam.messages.count() == 0
        assert adam.messages.get(message.id) is None
        assert adam.messages.by_rows([message.row]) == []
        assert adam.text_index.search(["secret"], 5) == []
        assert adam.vectors.search("message", "f", np.ones(2, np.float32), 5) == []
        assert adam.messages.ingest(talk("secret word"), "x") == (1, 0)
        assert adam.text_index.df(["secret"]) == {"secret": 0}


def test_times_keep_instant_and_offset(store: Store) -> None:
    time = datetime(2026, 5, 1, 23, 30, 15, 123456, timezone(timedelta(hours=-9, minutes=-30)))
    store.messages.ingest([turn("a", at=time), turn("b")], "x")
    first, second = store.messages.iterate()
    assert first.time is not None
    assert first.time.isoformat() == time.isoformat()
    assert second.time is None


def test_lone_surrogates_do_no_harm(store: Store) -> None:
    store.messages.ingest([turn("\ud83d x", path="\udcff.txt")], "x")
    assert [message.text for message in store.messages.iterate()] == ["\ufffd x"]
    assert store.messages.ingest([turn("\ud83d x", path="\udcff.txt")], "x") == (0, 1)


def test_previous_is_the_other_side(store: Store) -> None:
    said = [turn("q", speaker="bot", role=Role.ASSISTANT), turn("a"), turn("b")]
    store.messages.ingest(said, "x")
    first, second, third = store.messages.iterate()
    assert store.messages.previous(third) == first
    assert store.messages.previous(second) == first
    assert store.messages.previous(first) is None


def test_recent_neighbours_and_filters(store: Store) -> None:
    store.messages.ingest([*talk("a", "b", "c"), turn("undated", local="2")], "x")
    assert [message.text for message in store.messages.recent(2)] == ["c", "b"]
    rows = {message.text: message.row for message in store.messages.iterate()}
    assert store.messages.neighbours([rows["b"], rows["undated"]]) == {
        rows["b"]: [rows["a"], rows["c"]],
        rows["undated"]: [],
    }
    late = store.messages.iterate(since=START + timedelta(minutes=1), limit=1)
    assert [message.text for message in late] == ["b"]


@pytest.mark.parametrize("beginning", ["", "c", "%", "_", "C", "👍", "\U0010ffff"])
def test_conversations_by_the_beginning_of_their_id(store: Store, beginning: str) -> None:
    for name in ("n1", "n2", "n3"):
        store.messages.ingest(talk(name, local=name, native=name), "chat")
    every = sorted({conversation for conversation, _ in texts(store)})
    assert store.messages.conversations(beginning) == [id for id in every if id.startswith(beginning)]
    assert store.messages.conversations(every[1]) == [every[1]]


def test_ten_thousand_small_conversations_are_fast(store: Store) -> None:
    # All begin alike, without times: the worst there is for recognising them.
    said = [
        turn(text, local=str(number))
        for number in range(10_000)
        for text in ("hi", f"my number is {number // 2}")
    ]
    for expected in ((20_000, 0), (0, 20_000)):
        begin = time.perf_counter()
        assert store.messages.ingest(said, "x") == expected
        assert time.perf_counter() - begin < 20
    assert store.messages.conversations_count() == 10_000


conversations = st.lists(
    st.lists(st.sampled_from(["hi", "ok", "a", "b"]), min_size=1, max_size=24), min_size=1, max_size=5
)


def interleave(lists: Sequence[Sequence[str]], order: st.DataObject) -> list[Turn]:
    left = {place: list(said) for place, said in enumerate(lists)}
    turns = []
    while left:
        place = order.draw(st.sampled_from(sorted(left)))
        turns.append(turn(left[place].pop(0), local=str(place)))
        if not left[place]:
            del left[place]
    return turns


@settings(max_examples=60, deadline=None)
@given(lists=conversations, data=st.data())
def test_any_file_is_stored_whole_and_once(
    lists: list[list[str]], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    turns = interleave(lists, data)
    with open_store(tmp_path_factory.mktemp("s") / "a.db") as store:
        assert store.messages.ingest(turns, "x") == (len(turns), 0)
        found: dict[str, list[str]] = {}
        for message in store.messages.iterate():
            found.setdefault(message.conversation, []).append(message.text)
        assert sorted(found.values()) == sorted(lists)
        assert store.messages.ingest(turns, "x") == (0, len(turns))
