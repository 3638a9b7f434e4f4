"""The text index and the vectors."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import Store, open_store


def fill(store: Store, texts: list[str]) -> list[int]:
    speakers = ["Ann", "Bo"]
    store.messages.ingest(
        [
            Turn(Conversation("1"), speakers[place % 2], Role.PARTICIPANT, None, text, Location("a"))
            for place, text in enumerate(texts)
        ],
        "x",
    )
    return [message.row for message in store.messages.iterate()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "omem.db") as opened:
        yield opened


def test_search_ranks_and_filters(store: Store) -> None:
    texts = ["red cat", "cat cat", "dog", "my 猫"]
    rows = fill(store, texts)
    assert [[row for row, _ in batch] for batch in store.text_index.missing(3)] == [
        rows[:3],
        rows[3:],
    ]
    store.text_index.add((row, text.split()) for row, text in zip(rows, texts, strict=True))
    assert list(store.text_index.missing()) == []
    assert [row for row, _ in store.text_index.search(["cat"], 9)] == [rows[1], rows[0]]
    assert [row for row, _ in store.text_index.search(["cat"], 9, person="Ann")] == [rows[0]]
    assert [row for row, _ in store.text_index.search(["猫", "nothing"], 9)] == [rows[3]]
    assert store.text_index.df(["cat", "dog", "none"]) == {"cat": 2, "dog": 1, "none": 0}
    scores = [score for _, score in store.text_index.search(["dog", "red"], 9)]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


def test_removed_terms_leave_the_file(store: Store) -> None:
    rows = fill(store, ["a", "b"])
    store.text_index.add([(rows[0], ["zanzibarine"]), (rows[1], ["plain"])])
    store.text_index.remove([rows[0]])
    store.session.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert store.text_index.search(["zanzibarine"], 3) == []
    assert b"zanzibarine" not in store.path.read_bytes()


terms = st.text(min_size=1, max_size=12)


@settings(max_examples=40, deadline=None)
@given(rows=st.lists(st.lists(terms, min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_text_can_be_a_term(rows: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_store(tmp_path_factory.mktemp("s") / "a.db") as store:
        numbers = fill(store, [f"text {place}" for place in range(len(rows))])
        store.text_index.add(zip(numbers, rows, strict=True))
        for number, wanted in zip(numbers, rows, strict=True):
            for term in wanted:
                assert number in [row for row, _ in store.text_index.search([term], 10)]


@pytest.mark.parametrize(
    "term",
    ['"', "'", "*", "NOT", "NEAR(", "a:b", "x OR", "-", "C++", "'; DROP TABLE messages;--", "\x00", ""],
)
def test_query_syntax_is_only_text(store: Store, term: str) -> None:
    rows = fill(store, ["a"])
    store.text_index.add([(rows[0], ["word"])])
    assert store.text_index.search([term], 5) == []
    assert store.text_index.search([term, "word"], 5) != []


def unit(matrix: np.ndarray) -> np.ndarray:
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)


def test_vectors_are_found_exactly_in_any_batches(store: Store) -> None:
    random = np.random.default_rng(1)
    matrix = unit(random.normal(size=(5000, 8)))
    at = 0
    for size in (1, 1, 64, 4096, 300, 300, 238):
        rows = np.arange(at, at + size)
        store.vectors.add("message", "f", rows, matrix[at : at + size])
        at += size
    assert store.vectors.fingerprints("message") == {"f": 5000}
    query = unit(random.normal(size=(1, 8)))[0]
    cosines = matrix @ query
    found = store.vectors.search("message", "f", query, 10)
    assert [row for row, _ in found] == np.argsort(-cosines, kind="stable")[:10].tolist()
    assert found[0][1] == pytest.approx(cosines.max(), abs=1e-6)
    only = store.vectors.search("message", "f", query, 10, allowed={3, 4999})
    assert sorted(row for row, _ in only) == [3, 4999]
    rows, whole = store.vectors.matrix("message", "f")
    assert np.array_equal(whole[np.argsort(rows)], matrix)
    assert store.vectors.search("message", "other model", query, 10) == []


def test_vectors_added_twice_or_removed(store: Store) -> None:
    ones = unit(np.ones((3, 4)))
    store.vectors.add("topic", "f", np.array([7, 8, 8]), ones)
    store.vectors.add("topic", "f", np.array([8, 9]), ones[:2])
    assert sorted(store.vectors.rows("topic", "f").tolist()) == [7, 8, 9]
    store.vectors.remove("topic", [8])
    assert sorted(store.vectors.rows("topic", "f").tolist()) == [7, 9]
    store.vectors.clear("topic")
    assert store.vectors.fingerprints("topic") == {}


def test_unembedded_goes_on_where_it_stopped(store: Store) -> None:
    rows = fill(store, ["a", "b", "c"])
    store.vectors.add("message", "f", np.array(rows[:1]), unit(np.ones((1, 4))))
    assert [[message.row for message in batch] for batch in store.messages.unembedded("f", 5)] == [rows[1:]]
    assert sum(map(len, store.messages.unembedded("g", 2))) == 3


def test_unembedded_puts_texts_of_like_length_together(store: Store) -> None:
    rows = fill(store, ["four words are here", "你好你好你", "one", "a", "你好"])
    found = [[message.row for message in batch] for batch in store.messages.unembedded("f", 2)]
    assert found == [[rows[3], rows[2]], [rows[4], rows[1]], [rows[0]]]


def test_unembedded_brings_fewer_of_long_texts(store: Store) -> None:
    rows = fill(store, ["x" * (200_000 + number) for number in range(3)] + ["y" * 400_000, "z"])
    found = [[message.row for message in batch] for batch in store.messages.unembedded("f", 4)]
    assert found == [[rows[4], rows[0]], [rows[1]], [rows[2]], [rows[3]]]
