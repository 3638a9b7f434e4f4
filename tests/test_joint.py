"""The second reader, how it and the model check each other, and copies of a model side by side."""

import threading
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
import pytest
from fakes import HashEmbedder, ScriptedExtractor
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.records import MessageContext, Role
from omem_cli.understanding import Understander, joint, understood
from omem_cli.understanding.ground import Evidence
from omem_cli.understanding.pool import PooledExtractor
from omem_cli.understanding.tagger import LABELS, Tagged, clauses, load_tagger

WHEN = datetime(2025, 5, 10, 12, tzinfo=UTC)


class Tuned(ScriptedExtractor):
    """A scripted model that the second reader goes with."""

    tuned = True


def tagged(text: str, clause: str, **probabilities: float) -> Tagged:
    found = np.zeros(len(LABELS), np.float32)
    for label, value in probabilities.items():
        found[LABELS.index(label)] = value
    at = text.index(clause)
    return Tagged((at, at + len(clause)), found)


def told(text: str, reply: str) -> tuple[list[tuple[str, str]], list[str]]:
    u = Understander(Tuned({text: reply})).understand(MessageContext(text, None, WHEN), Role.USER)
    return (
        [(a.aspect, a.value) for a in u.attributes if a.quote],
        [e.event for e in u.events if e.quote],
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm a nurse, and I have 2.5 acres; so what? 3,000 steps", 4),
        ("我日语N1，英语也就点菜水平，想去大阪找工作", 3),
        ("", 0),
        ("...!?", 0),
    ],
)
def test_clauses(text: str, expected: int) -> None:
    assert len(clauses(text)) == expected


@settings(deadline=None)
@given(st.text(max_size=120))
def test_clauses_are_pieces_in_order_and_any_text_is_read(text: str) -> None:
    spans = clauses(text)
    assert all(0 <= a < b <= len(text) for a, b in spans)
    assert all(x[1] <= y[0] for x, y in pairwise(spans))
    read = load_tagger().read(text, None)
    assert [t.span for t in read] == spans
    assert all(((t.probabilities >= 0) & (t.probabilities <= 1)).all() for t in read)


def test_embeddings_of_another_model_are_not_used() -> None:
    tagger, text = load_tagger(), "I'm allergic to peanuts, and I work nights"
    plain = tagger.read(text, None)
    other = tagger.read(text, None, HashEmbedder())
    assert all((a.probabilities == b.probabilities).all() for a, b in zip(plain, other, strict=True))


def test_what_the_model_passes_over_is_noted_in_the_words_of_the_clause() -> None:
    attributes, _ = told("my cat is asleep, and i'm allergic to shellfish", "topic: cat\nclues: cat\n")
    assert ("allergy", "allergic to shellfish") in attributes


def test_the_aspect_of_a_clause_corrects_the_model() -> None:
    text = "尘螨过敏严重"
    tags = [tagged(text, text, allergy=0.8, pet=0.01)]
    assert joint.checked("pet", (0, len(text)), tags) == "allergy"
    assert joint.checked("allergy", (0, len(text)), tags) == "allergy"


def test_a_claim_that_the_second_reader_does_not_believe_is_held() -> None:
    text = "what a day it was"
    assert joint.checked("health", (0, 10), [tagged(text, text, health=0.001)]) is None


def test_a_few_words_of_a_clause_keep_their_own_aspect() -> None:
    text = "i'm a nurse on a ward in Leeds and they put me on three nights in a row"
    tags = [tagged(text, text, schedule=0.8, location=0.1)]
    at = text.index("Leeds")
    assert joint.checked("location", (at, at + 5), tags) == "location"


@pytest.mark.parametrize(
    ("text", "clause", "label"),
    [
        ("how do I sleep in the daytime?", "how do I sleep in the daytime", "schedule"),
        ("你家那只胖橘呢", "你家那只胖橘呢", "pet"),
        ("my friend is vegan", "my friend is vegan", "diet"),
        ("我妹妹要来，她对花生过敏", "她对花生过敏", "allergy"),
        ("Draft a resignation", "Draft a resignation", "occupation"),
        ("card message for a daughter, no fuss", "card message for a daughter", "family"),
        ("帮我写个辞职信", "帮我写个辞职信", "occupation"),
        ("Formuliere mir bitte eine Vorstellung", "Formuliere mir bitte eine Vorstellung", "occupation"),
        ("the dob? it lives in the shed", "it lives in the shed", "location"),
        ("three, and mum says we do", "and mum says we do", "family"),
        ("I am not in Kyiv anymore", "I am not in Kyiv anymore", "location"),
    ],
)
def test_questions_and_others_are_not_noted(text: str, clause: str, label: str) -> None:
    tags = [tagged(text, clause, **{label: 0.9})]
    assert joint.missed(Evidence.of(text), tags, [], True) == []


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("so i'm a night nurse", "occupation", "night nurse"),
        ("no caffeine tricks please", "diet", "no caffeine tricks"),
        ("I don't eat meat btw", "diet", "don't eat meat"),
        ("我是一名软件工程师", "occupation", "软件工程师"),
        ("I grew up in Porto Alegre mostly", "origin", "Porto Alegre"),
        ("I'm 34 years old now", "age", "34 years old"),
    ],
)
def test_the_words_of_a_clause_that_make_the_value(text: str, label: str, expected: str) -> None:
    start, end = joint.narrowed(text, (0, len(text)), label)
    assert text[start:end] == expected


def test_copies_of_a_model_answer_in_order_and_as_one() -> None:
    texts = [f"I have {n} cats and a dog" for n in range(40)]
    replies = {t: f"topic: cats\npet: {t.split()[2]} cats\nclues: cats\n" for t in texts}
    made: list[Tuned] = []
    lock = threading.Lock()

    def load() -> Tuned:
        with lock:
            made.append(Tuned(replies))
        return made[-1]

    pool = PooledExtractor(load, 3)
    assert (pool.jobs, pool.tuned, pool.id) == (3, True, made[0].id)
    asked = [(t, MessageContext(t, None, WHEN), Role.USER) for t in texts]
    alone = [(t, Understander(Tuned(replies)).understand(m, r)) for t, m, r in asked]
    shared = list(understood(Understander(pool), asked))
    assert [t for t, _ in shared] == texts
    assert [u.attributes for _, u in shared] == [u.attributes for _, u in alone]
    assert len(made) <= 3


def test_what_is_under_way_is_finished_before_more_is_awaited() -> None:
    text = "I have two cats"
    pool = PooledExtractor(lambda: Tuned({text: "topic: cats\npet: two cats\nclues: cats\n"}), 2)
    got: list[str] = []

    def messages() -> object:
        yield text, MessageContext(text, None, WHEN), Role.USER
        yield None  # nothing more is there yet
        assert got == [text]

    for item, _ in understood(Understander(pool), messages()):  # type: ignore[arg-type]
        got.append(item)
    assert got == [text]


@pytest.mark.parametrize(
    ("text", "run", "aspect", "value"),
    [
        ("她对花生过敏，餐厅怎么选", "过敏", "family", "对花生过敏"),
        ("I am allergic to walnuts", "allergic", "allergy", "allergic to walnuts"),
        ("I keep bees in", "keep bees in", "hobby", "keep bees"),
        ("我这人脸皮薄", "这人脸皮薄", "personality", "脸皮薄"),
        ("媳妇也抹上了", "媳妇也抹上了", "relationship", "媳妇"),
    ],
)
def test_the_words_of_a_value_are_whole_and_no_more(text: str, run: str, aspect: str, value: str) -> None:
    at = text.index(run)
    runs = tuple((at, at + len(run)) if label == aspect else None for label in LABELS)
    odds = np.array([0.9 if label == aspect else 0.0 for label in LABELS], np.float32)
    tag = Tagged((0, len(text)), odds, runs)
    (found,) = joint.missed(Evidence.of(text), [tag], [], True, joint.TOGETHER)
    assert (found[0], text[found[1][0] : found[1][1]]) == (aspect, value)


def test_an_event_has_its_verb() -> None:
    text = "和女朋友租了房，刚领养了一只橘猫"
    model = ScriptedExtractor({text: "topic: 猫\nevent: 了一只橘猫\n"})
    (event,) = Understander(model).understand(MessageContext(text, None, WHEN), Role.USER).events
    assert event.event == "领养了一只橘猫"


def test_a_value_of_the_model_has_no_loose_word_at_its_end() -> None:
    text = "night shift again at the bakery, how do I sleep"
    model = ScriptedExtractor({text: "topic: sleep\nschedule: night shift again at\n"})
    u = Understander(model).understand(MessageContext(text, None, WHEN), Role.USER)
    assert "night shift again" in [a.value for a in u.attributes if a.quote]
