"""Times that a question names, and what a question for a time brings."""

from datetime import datetime
from pathlib import Path

import pytest
from fakes import HashEmbedder

from omem_cli.ingest import index
from omem_cli.memory import when
from omem_cli.memory.retrieve import Retriever
from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import open_store

NOW = datetime(2026, 11, 30, 19)  # a Monday


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what happened in October", "2026-10-01", "2026-10-31"),
        ("what happened last month", "2026-10-01", "2026-10-31"),
        ("what did we do in may", "2026-05-01", "2026-05-31"),
        ("how was it in March", "2026-03-01", "2026-03-31"),
        ("what happened in December", "2025-12-01", "2025-12-31"),
        ("what's planned for December", "2026-12-01", "2026-12-31"),
        ("October last year", "2025-10-01", "2025-10-31"),
        ("last year in May", "2025-05-01", "2025-05-31"),
        ("on 12 December", "2026-12-12", "2026-12-12"),
        ("what happened on 12 December", "2025-12-12", "2025-12-12"),
        ("what did we do last summer", "2026-06-01", "2026-08-31"),
        ("where did we go last winter", "2025-12-01", "2026-02-28"),
        ("summer of 2024", "2024-06-01", "2024-08-31"),
        ("what did we do last Christmas", "2025-12-24", "2025-12-28"),
        ("what did we do at Easter", "2026-04-03", "2026-04-06"),
        ("who came to Thanksgiving 2025", "2025-11-27", "2025-11-27"),
        ("three weeks ago", "2026-11-09", "2026-11-15"),
        ("what did I do last Friday", "2026-11-27", "2026-11-27"),
        ("tomorrow", "2026-12-01", "2026-12-01"),
        ("上个月发生了什么", "2026-10-01", "2026-10-31"),
        ("十月份我做了什么", "2026-10-01", "2026-10-31"),
        ("十二月发生了什么", "2025-12-01", "2025-12-31"),
        ("去年三月", "2025-03-01", "2025-03-31"),
        ("一月三十号", "2027-01-30", "2027-01-30"),
        ("去年夏天去哪里玩了", "2025-06-01", "2025-08-31"),
        ("今年春天", "2026-03-01", "2026-05-31"),
        ("去年國慶做了什麼", "2025-10-01", "2025-10-07"),
        ("今年国庆", "2026-10-01", "2026-10-07"),
        ("五一去了哪", "2026-05-01", "2026-05-05"),
        ("春节去了哪里", "2026-02-15", "2026-02-24"),
        ("去年中秋", "2025-10-06", "2025-10-08"),
        ("上上周做了什么", "2026-11-16", "2026-11-22"),
        ("上周日", "2026-11-29", "2026-11-29"),
        ("三个月前", "2026-08-01", "2026-08-31"),
        ("去年年底", "2025-11-01", "2025-12-31"),
    ],
)
def test_a_time_without_a_year_is_the_latest_that_is_over(query: str, first: str, last: str) -> None:
    [(start, after)] = when.spans(query, NOW)
    assert (start.date().isoformat(), after.date().toordinal()) == (
        first,
        datetime.fromisoformat(last).toordinal() + 1,
    )


@pytest.mark.parametrize(
    "query",
    [
        "may I ask you something", "we march on", "a trip for the summer", "presents for Christmas",
        "did I fall", "一个月多少钱", "我十一点做了什么", "面试了三个月嫂", "过年送什么", "端午去哪儿玩",
        "what happened on 31 February",
    ],
)  # fmt: skip
def test_what_names_no_time(query: str) -> None:
    assert when.spans(query, NOW) == []


@pytest.mark.parametrize(
    ("query", "whole"),
    [
        ("what happened last month", True), ("What did Ann Lee do in July?", True), ("yesterday", True),
        ("where did we go last summer", True), ("what's planned for December", True),
        ("what did I buy in October", False), ("where shall we go next weekend", False),
        ("when did we go last summer", False), ("holiday in August", False), ("what happened", False),
        ("上个月发生了什么", True), ("去年夏天去哪里玩了", True), ("下个月有什么安排", True),
        ("十月我做了什么", True),
        ("双十一买了什么", False), ("这个周末去哪玩", False), ("端午去哪儿玩", False), ("十月去哪玩", False),
        ("去年十月我住在哪", False),
    ],
)  # fmt: skip
def test_whether_it_asks_for_whatever_there_was(query: str, whole: bool) -> None:
    assert when.whole_time(query, NOW, ["Ann Lee"]) is whole


@pytest.mark.parametrize(
    ("date", "inside"),
    [
        ("2026-05-09", True), ("2026-W18", True), ("2026-05", True), ("2026", False), ("2026-06-01", False),
        (None, False), ("soon", False),
    ],
)  # fmt: skip
def test_which_dates_lie_in_a_month(date: str | None, inside: bool) -> None:
    assert when.dated_in(date, when.spans("in May 2026", NOW)) is inside


def turn(at: int, moment: str, words: str) -> Turn:
    time = datetime.fromisoformat(moment)
    return Turn(Conversation("c", "c"), "me", Role.USER, time, words, Location("f", at))


SAID = [
    ("2025-07-19", "we spent last week in Cornwall, it rained every day"),
    ("2025-12-06", "Secret santa at work, I drew Olga"),
    ("2025-12-28", "the bread machine has a gluten free programme"),
    ("2026-05-09", "We moved to Keynsham, boxes everywhere"),
    ("2026-10-17", "Dad walks with a stick now"),
    ("2026-10-24", "car failed the test, brake pads"),
    ("2026-11-05", "Priya is pregnant! Due in May, what happened last month was worth it"),
]


@pytest.mark.parametrize("n", [2, 7])
@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("what happened in October?", {"2026-10-17", "2026-10-24"}),
        ("what happened last month", {"2026-10-17", "2026-10-24"}),
        ("上个月发生了什么", {"2026-10-17", "2026-10-24"}),
        ("what happened in December 2025?", {"2025-12-06", "2025-12-28"}),
        ("what did we do in May", {"2026-05-09"}),
    ],
)
def test_what_was_said_then_comes_before_all_else(tmp_path: Path, query: str, days: set[str], n: int) -> None:
    with open_store(tmp_path / "o.db") as store:
        store.messages.ingest(
            (turn(at, f"{day}T10:00:00+00:00", words) for at, (day, words) in enumerate(SAID)), "test"
        )
        index(store, HashEmbedder())
        hits = Retriever(store, HashEmbedder()).ask(query, n=n, as_of="2026-11-30").messages
        assert {hit.message.time.date().isoformat() for hit in hits[: len(days)] if hit.message.time} == days
        assert all("time" in hit.via for hit in hits[: len(days)])
        assert all(0 <= hit.score <= 1 for hit in hits)


def test_the_messages_of_a_span_go_by_the_writers_clock(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        moments = ["2026-04-30T23:30:00-04:00", "2026-05-01T00:30:00+08:00", "2026-05-31T23:59:00-04:00"]
        store.messages.ingest((turn(at, moment, moment) for at, moment in enumerate(moments)), "test")
        [(first, after)] = when.spans("2026-05", NOW)
        rows = store.messages.said_between(first, after, 10)
        assert [m.text for m in store.messages.by_rows(rows)] == moments[1:]
        assert len(store.messages.said_between(first, after, 1)) == 1
        assert store.messages.said_between(first.replace(year=2020), after.replace(year=2020), 9) == []
