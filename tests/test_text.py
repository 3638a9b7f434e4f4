"""The analyser: what is indexed and what is asked meet."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omem_cli import text


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("I was running with the dogs", "run dog"),
        ("Caroline's counselling", "caroline counselled"),
        ("order HRN-2207 for C++ and snake_case", "HRN 2207 c++ snake"),
        ("Ich laufe gerne mit meinem Hund in München", "Hunde munchen"),
        ("l’école de ma fille", "écoles"),
        ("I live in Barcelona and like café", "vivo en Barcelona cafe"),
        ("Vivo en Barcelona desde hace años", "who lives in Barcelona?"),
        ("我對花生過敏", "花生过敏"),
        ("我对花生过敏", "過敏"),
        ("我有一只猫", "我的猫叫什么"),
        ("昨日カラオケに行きました", "カラオケ"),
        ("저는 학생입니다", "학생"),
        ("ｆｕｌｌｗｉｄｔｈ text", "FULLWIDTH"),
        ("done 🎉", "🎉"),
        ("я люблю собак", "собака"),
    ],
)
def test_a_question_finds_what_was_said(stored: str, asked: str) -> None:
    assert set(text.analyse(stored)) & set(text.analyse(asked, query=True))


def test_function_words_are_no_terms() -> None:
    assert text.analyse("What is it that you have been doing?") == []
    assert text.analyse("的 了 吗 我们") == []


def test_repeats_are_kept_for_counting() -> None:
    assert text.analyse("tea, tea and tea") == ["tea"] * 3


@given(st.text(max_size=60))
def test_any_text_can_be_analysed(anything: str) -> None:
    for terms in (text.analyse(anything), text.analyse(anything, query=True), text.content_words(anything)):
        assert all(terms)
    assert text.normalise(text.normalise(anything)) == text.normalise(anything)
    for word, start, end in text.words(anything):
        assert anything[start:end] == word


@given(st.text(alphabet="花生过敏我对今天去公园的了", min_size=2, max_size=12))
def test_a_chinese_question_holds_every_pair_that_is_indexed(run: str) -> None:
    indexed = {term for term in text.analyse(run) if len(term) <= 4}
    assert indexed <= set(text.analyse(run, query=True)) | {term for term in indexed if len(term) == 1}


def test_the_same_value_has_one_key() -> None:
    assert text.normalise("  Café—Zürich!") == text.normalise("cafe zurich")
    assert text.normalise("電腦") == text.normalise("电脑")
    assert text.normalise("C++") != text.normalise("C#")


def test_content_words_are_what_one_remembers_by() -> None:
    assert text.content_words("The doctor said I have a cataract in 2024") == ["doctor", "said", "cataract"]
    assert "花生" in text.content_words("我对花生过敏")


def test_a_cut_keeps_the_match_and_says_that_it_cut() -> None:
    long = "filler words here " * 50 + "the quick brown fox jumped " + "more filler there " * 50
    cut = text.cut_around(long, text.analyse("fox jumping"), 80)
    assert "fox jumped" in cut
    assert len(cut) <= 80
    assert cut.startswith("…")
    assert cut.endswith("…")
    assert "花生过敏" in text.cut_around(
        "今天天气很好" * 40 + "我对花生过敏" + "今天天气很好" * 40, ["花生"], 30
    )
    assert text.cut_around("short", ["x"], 80) == "short"


@given(st.text(max_size=200), st.integers(min_value=5, max_value=60))
def test_a_cut_is_never_longer_than_asked(anything: str, width: int) -> None:
    assert len(text.cut_around(anything, text.analyse(anything[:20]), width)) <= width


def test_short_english_messages_are_analysed_fast() -> None:
    texts = [f"I went to the market number {n} with my sister and bought apples" for n in range(2000)]
    start = time.process_time()
    for one in texts:
        text.analyse(one)
    assert len(texts) / (time.process_time() - start) > 5000
