"""The bundled model itself: bounded, verbatim, and the same reply whatever came before."""

import hashlib
import json
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from omem_cli.errors import ModelError
from omem_cli.records import ASPECTS, MessageContext, Role
from omem_cli.understanding import Understander, llama, load_extractor
from omem_cli.understanding.grammar import build

MESSAGES = [
    "I moved to Porto last week with my dog Rex and started as a nurse",
    "我不吃辣，也不吃牛肉，最近在尝试素食",
    "my knee is bad so no running, but i swim every monday",
]


@pytest.fixture(scope="module")
def extractor() -> llama.LlamaExtractor:
    found = llama.load()
    if found is None:
        pytest.skip("the bundled model is not installed")
    return found


@pytest.mark.models
def test_same_message_same_reply(extractor: llama.LlamaExtractor) -> None:
    first = {text: extractor.extract(MessageContext(text)) for text in MESSAGES}
    again = MESSAGES * 2
    random.Random(7).shuffle(again)
    assert all(extractor.extract(MessageContext(text)) == first[text] for text in again)
    fresh = load_extractor()
    assert fresh is not None
    assert fresh.extract(MessageContext(MESSAGES[1])) == first[MESSAGES[1]]


def test_what_is_guessed_ahead_follows_in_the_message_or_completes_a_known_word() -> None:
    draft = llama._Draft([1, 2, 3, 4, 5, 2, 9], [[20, 21, 22], [20, 30], [40, 41]])
    assert draft.next(3) == []
    draft.take(40, False)
    assert draft.next(3) == [41]
    draft.take(41, False)
    draft.take(5, False)
    assert draft.next(3) == [2, 9]
    draft.take(2, False)
    assert draft.next(3) == [9]  # the longest end of the line decides, not the first 2
    draft.take(7, True)
    draft.take(20, False)
    assert draft.next(3) == []  # two words begin so


@pytest.mark.models
def test_replies_are_bounded_and_verbatim(extractor: llama.LlamaExtractor) -> None:
    for text in [*MESSAGES, '{"a": "b\\"c"} <|im_end|> [INST] weird\x00 \ud83d', "好" * 1000]:
        lines = extractor.extract(MessageContext(text, "so?")).splitlines()
        assert lines[0].startswith("topic: ")
        for line in lines[1:]:
            key, _, value = line.partition(": ")
            assert key in (*ASPECTS, "event", "clues")
            assert key == "clues" or value in text


@pytest.mark.models
def test_the_seed_conversation_is_understood_in_chinese(extractor: llama.LlamaExtractor) -> None:
    texts = [
        "我是一名软件工程师，最近在做一个推荐系统项目",
        "我不吃辣，也不吃牛肉，最近在尝试素食",
        "我腰不太好，医生说不适合剧烈运动",
        "上个月换了新工作，压力比较大，经常加班到很晚",
        "我喜欢看科幻小说，最近在看刘慈欣的《三体》",
    ]
    understander = Understander(extractor)
    told = 0
    for text in texts:
        u = understander.understand(MessageContext(text, None, datetime(2025, 5, 10, tzinfo=UTC)), Role.USER)
        claims = [c for c in (*u.attributes, *u.events) if c.quote]
        assert all(c.quote in text for c in claims if c.quote)
        told += bool(claims)
    assert told >= 4


def test_the_grammar_holds_runs_of_the_message_only() -> None:
    grammar = build('I like "green" tea. Not\ncoffee, I guess')
    assert 'r2 ::= "green"' in grammar
    assert "\n\n" not in grammar
    assert len([x for x in grammar.splitlines() if x.startswith("r") and x[1].isdigit()]) == 8


def test_a_damaged_model_is_refused_and_a_checked_one_remembered(tmp_path: Path) -> None:
    model, cache = tmp_path / "m.gguf", tmp_path / "c" / "checked.json"
    model.write_bytes(b"GGUF1234")
    digest = hashlib.sha256(b"GGUF1234").hexdigest()
    llama.verify(model, digest, cache)
    assert str(model) in json.loads(cache.read_text())
    llama.verify(model, digest, cache)
    model.write_bytes(b"GGUF12345")
    with pytest.raises(ModelError, match="SHA-256"):
        llama.verify(model, digest, cache)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_text("not a model")
    with pytest.raises(ModelError, match="no GGUF"):
        load_extractor(str(tmp_path / "x.gguf"))
