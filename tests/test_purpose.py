"""What a question is after: look-ups and open questions, also those that begin alike."""

import pytest

from omem_cli.embedding import load_embedder
from omem_cli.understanding.purpose import looks_up

PAIRS = [
    ("what is my sister's address", True),
    ("when did I start at the bakery", True),
    ("which bike did I buy", True),
    ("did we book the ferry", True),
    ("where to go for a birthday dinner", False),
    ("which bike should I buy", False),
    ("how do I get fitter", False),
    ("plants for the living room", False),
    ("我妈生日是哪天", True),
    ("上次买的药叫什么", True),
    ("周末带孩子去哪玩", False),
    ("送爸爸什么生日礼物好", False),
]


@pytest.mark.parametrize(("query", "fact"), PAIRS)
def test_with_its_embedding(query: str, fact: bool) -> None:
    embedder = load_embedder()
    assert looks_up(query, embedder.encode_query(query), embedder.fingerprint) is fact


@pytest.mark.parametrize("query", ["what is my sister's address", "我妈生日是哪天"])
def test_without_a_model(query: str) -> None:
    assert looks_up(query)


def test_vectors_of_another_model_are_not_looked_at() -> None:
    embedder = load_embedder()
    query = "plants for the living room"
    alone = looks_up(query)
    assert looks_up(query, 1000 * embedder.encode_query(query), "another@0") is alone


@pytest.mark.parametrize("query", ["", " ", "???", "🎉", "好" * 200_000, "what? " * 100_000])
def test_any_text_is_judged(query: str) -> None:
    assert looks_up(query) in (True, False)
