"""A prompt says which day a message means by "yesterday", and an answer may say so too."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.memory.resolved import MOST, resolved

Chat = Callable[..., Path]
WEDNESDAY = datetime(2026, 5, 13, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Finished the loft yesterday, at last.", [("yesterday", "2026-05-12")]),
        ("Met last Saturday, and on Monday", [("last Saturday", "2026-05-09"), ("on Monday", "2026-05-11")]),
        ("Back in school since last month", [("last month", "2026-04")]),
        ("I broke it two years ago", [("two years ago", "2024")]),
        ("Sold the boat last week!", [("last week", "2026-05-04 to 2026-05-10")]),
        ("hiking next weekend", [("next weekend", "2026-05-23 to 2026-05-24")]),
        ("上周六我去爬山了", [("上周六", "2026-05-09")]),
        ("三周前搬的家", [("三周前", "2026-04-20 to 2026-04-26")]),
        ("Ich war vorgestern beim Arzt", [("vorgestern", "2026-05-11")]),
        ("J'ai commencé il y a deux mois", [("il y a deux mois", "2026-03")]),
        ("Me mudé ayer a un piso en la playa", [("ayer", "2026-05-12")]),
        ("Three weeks ago, on 3 March", [("Three weeks ago", "2026-04-20 to 2026-04-26")]),
        ("去年三月搬来的", [("去年三月", "2025-03")]),
        # Of every such day, or of a day of the calendar, which may be of any year.
        ("I'm usually at the library on Saturday", []),
        ("周末一般陪女儿去图书馆", []),
        ("we meet every Monday", []),
        ("Ich bin am Montag immer im Büro", []),
        ("我女儿三月八号过生日", []),
        ("Priya turns 40 on 9 February", []),
        # Nothing to say: no time, the message's own day, a date that says its year, mostly no date at all.
        ("I like tea", []),
        ("Slept badly today", []),
        ("Born in May 1987, moved on 3 March 2019", []),
        ("add 3/4 of a cup, then 1/2 more", []),
        ("A thousand years from now", []),
    ],
)  # fmt: skip
def test_what_is_told(text: str, told: list[tuple[str, str]]) -> None:
    assert resolved(text, WEDNESDAY) == told
    assert resolved(text, None) == []


def test_a_timetable_is_not_told_in_full() -> None:
    text = (
        "yesterday, tomorrow, last week, next week, last month, next month, last year, next year; yesterday"
    )
    assert len(resolved(text, WEDNESDAY)) == MOST


@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            ["99", "999", "decades ago", "years", "weeks from now", "last", "friday", "去年", "0月"]
        )
    ).map(" ".join),
    st.datetimes(timezones=st.just(UTC)),
)
def test_any_text_and_any_time(text: str, time: datetime) -> None:
    for words, date in resolved(text, time):
        assert words in text
        datetime.fromisoformat(f"{date}-01-01"[:10])  # a year, a month or a day


@pytest.fixture
def sailor(omem: Omem, chat: Chat) -> Omem:
    said = ("user", "2026-05-13", "Passed my skipper exam last Saturday.")
    omem("ingest", chat(said, ("assistant", "2026-05-13", "Bravo!")))
    return omem


def test_a_prompt_tells_the_day_beside_the_words(sailor: Omem) -> None:
    text = sailor("ask", "skipper exam", "--prompt").stdout
    assert "user: Passed my skipper exam last Saturday. (last Saturday = 2026-05-09)\n" in text
    for budget in range(40, 110, 10):
        text = sailor("ask", "skipper exam", "--prompt", "--budget", budget, code=None).stdout.rstrip("\n")
        assert not text or sailor.embedder.count_tokens(text) <= budget
        assert "(last" not in text or "= 2026-05-09)" in text


@pytest.mark.parametrize(
    ("said", "stands"),
    [("On 9 May 2026", True), ("On 2026-05-09", True), ("Saturday, May 9", True), ("On 10 May 2026", False)],
)
def test_an_answer_may_name_the_day(sailor: Omem, said: str, stands: bool) -> None:
    import json

    row = json.loads(sailor("messages", "--jsonl").stdout.splitlines()[0])

    class Answering:
        id = "answering"

        def extract(self, message: Any) -> str:
            return ""

        def answer(self, prompt: str, max_tokens: int) -> str:
            return f"{said}, the skipper exam was passed [{row['id']}]."

    sailor.extractor = Answering()
    reply = json.loads(sailor("ask", "When did I pass?", "--answer", "--json").stdout)
    assert (reply["answer"] is not None) is stands, reply
