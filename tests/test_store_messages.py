"""Messages: identity, re-reading, growth, order, separation of users."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.records import Conversation, Location, Native, Role, Turn
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


def test_long_messages_wait_in_memory_no_more_than_short_ones(store: Store) -> None:
    long = [turn(f"{number} " + "a long reply " * 200_000, native="n") for number in range(12)]
    commits: list[tuple[int, int]] = []
    store.messages.ingest(long, "x", lambda new, known: commits.append((new, known)))
    assert len(commits) > 2
    assert commits[-1] == (12, 0)


def test_a_message_that_its_export_has_twice_is_known(store: Store) -> None:
    once = [
        Turn(Conversation("1", "n"), "user", Role.USER, START, text, Location("a.json"), native=Native(text))
        for text in ("hi", "I live in Oslo")
    ]
    assert store.messages.ingest([*once, once[0]], "x") == (2, 1)
    assert store.messages.ingest([*once, once[0]], "x") == (0, 3)
    assert [text for _, text in texts(store)] == ["hi", "I live in Oslo"]


def test_messages_with_and_without_more_columns_keep_their_order(store: Store) -> None:
    mixed = [
        replace(plain, ref=ref, native=native)
        for plain, ref, native in zip(
            talk("a", "b", "c", "d", "e", native="n"),
            (None, "D1:2", None, None, None),
            (None, None, None, Native("d"), None),
            strict=True,
        )
    ]
    assert store.messages.ingest(mixed, "x") == (5, 0)
    stored = list(store.messages.iterate())
    assert [(message.text, message.ref) for message in stored] == [
        ("a", None), ("b", "D1:2"), ("c", None), ("d", None), ("e", None)
    ]  # fmt: skip
    assert [message.row for message in stored] == sorted(message.row for message in stored)
    assert store.messages.ingest(mixed, "x") == (0, 5)


@pytest.mark.parametrize("before", [(), ("something else",)])
def test_who_reads_the_same_file_at_the_same_time_makes_no_double(
    tmp_path: Path, before: tuple[str, ...]
) -> None:
    file = talk(*map(str, range(12_000)), native="n")
    path = tmp_path / "omem.db"
    with open_store(path) as store, open_store(path) as other:
        store.messages.ingest(talk(*before, native="other"), "x")

        def read() -> Iterator[Turn]:
            for place, one in enumerate(file):
                if place == 6_000:  # the first batch is stored by now
                    assert store.messages.count() < 6_000
                    other.messages.ingest(file[:9_000], "x")
                yield one

        new, known = store.messages.ingest(read(), "x")
        assert (new + known, known > 0) == (12_000, True)
        assert store.messages.count() == 12_000 + len(before)


@pytest.mark.parametrize("between", [0, 6_000])  # in one batch, in two
@pytest.mark.parametrize("ids", [False, True])
def test_a_log_that_has_a_conversation_anew_with_each_answer(store: Store, between: int, ids: bool) -> None:
    first, grown = (
        [
            replace(one, native=Native(f"{place}") if ids else None)
            for place, one in enumerate(talk(*said, local=str(len(said)), native="n"))
        ]
        for said in (("hi", "ok", "ok"), ("hi", "ok", "ok", "I live in Oslo", "ok"))
    )
    log = [*first, *talk(*map(str, range(between)), local="other", native="other"), *grown]
    assert store.messages.ingest(log, "x") == (between + 5, 3)
    assert store.messages.ingest(log, "x") == (0, between + 8)
    stored = [
        message.text for message in store.messages.iterate() if message.text.isalpha() or " " in message.text
    ]
    assert stored == ["hi", "ok", "ok", "I live in Oslo", "ok"]


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
