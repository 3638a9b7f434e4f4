"""What was so from when to when, and why it ended."""

import json
from typing import Any

import pytest


def line(day: str, text: str, *claims: str) -> dict[str, Any]:
    pairs = [c.partition("=") for c in claims]
    return {"text": text, "date": day, "attributes": [{"aspect": a, "value": v} for a, _, v in pairs]}


LIFE = (
    line("2023-01-10", "I live in Leeds", "location=Leeds"),
    line("2023-06-01", "we moved to Hull", "location=Hull"),
    line("2024-02-01", "在杭州住了一阵子了，西湖边上", "location=杭州西湖边上"),
    line("2023-02-01", "I'm a nurse on a ward", "occupation=nurse on a ward"),
    line("2023-03-01", "nurse here", "occupation=nurse"),
    line("2024-05-01", "got laid off on Friday.", ""),
    line("2023-02-03", "我每天喝咖啡", "diet=每天喝咖啡"),
    line("2023-12-01", "戒了咖啡", "diet=戒了咖啡"),
    line("2024-03-03", "formerly a hiker", "hobby=formerly hiking"),
)


@pytest.fixture
def told(omem: Any, chat: Any) -> Any:
    """Stores labelled messages and decides them."""

    def run(*lines: dict[str, Any], name: str = "chat.json") -> None:
        lines = tuple({**x, "attributes": [a for a in x["attributes"] if a["aspect"]]} for x in lines)
        omem("ingest", chat(*(("user", x["date"], x["text"]) for x in lines), name=name), "--no-extract")
        text = "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in lines)
        omem("persona", "decide", "--candidates", "-", input=text)

    return run


def rows(omem: Any, *words: object) -> list[dict[str, Any]]:
    found = json.loads(omem("persona", "timeline", *words, "--json").stdout)
    assert found.keys() == {"person", "aspect", "timeline"}
    timeline: list[dict[str, Any]] = found["timeline"]
    return timeline


def test_each_span_says_why_it_ended(omem: Any, told: Any) -> None:
    told(*LIFE)
    leeds, hull, hangzhou = rows(omem, "location")
    assert leeds.keys() >= {"id", "value", "since", "until", "evidence", "told", "late", "ended"}
    assert (leeds["since"], leeds["until"]) == ("2023-01-10", "2023-06-01")
    assert leeds["ended"].keys() == {"action", "reason", "message", "time", "by"}
    assert (leeds["ended"]["reason"], leeds["ended"]["by"]) == ("is newer than: Leeds", "Hull")
    assert leeds["ended"]["time"].startswith("2023-06-01")
    assert (hull["until"], hull["ended"]["by"]) == ("2024-02-01", "杭州西湖边上")
    assert (hangzhou["until"], hangzhou["ended"]) == (None, None)
    (nurse,) = rows(omem, "occupation")
    assert (nurse["told"], len(nurse["evidence"])) == (2, 3)  # the third told the end
    assert (nurse["ended"]["action"], nurse["ended"]["reason"]) == ("close", "“got laid off on Friday”")
    assert [(r["value"], r["until"]) for r in rows(omem, "diet")] == [
        ("每天喝咖啡", "2023-12-01"),
        ("戒了咖啡", None),
    ]
    (hiking,) = rows(omem, "hobby")
    assert (hiking["since"], hiking["until"]) == (None, "2024-03-03")
    assert (hiking["told"], hiking["ended"]["reason"]) == (1, "told of the past")
    every = rows(omem)
    assert len(every) == 7
    assert not any(r["late"] for r in every)
    assert [r["aspect"] for r in every] == sorted(
        (r["aspect"] for r in every), key=["location", "occupation", "diet", "hobby"].index
    )


def test_late_news_stands_in_the_past_and_says_so(omem: Any, told: Any) -> None:
    told(*LIFE)
    told(line("2023-03-10", "I live in York", "location=York"), name="late.json")
    found = [(r["value"], r["since"], r["until"], r["late"]) for r in rows(omem, "location")]
    assert found == [
        ("Leeds", "2023-01-10", "2023-03-10", False),
        ("York", "2023-03-10", "2023-06-01", True),
        ("Hull", "2023-06-01", "2024-02-01", False),
        ("杭州西湖边上", "2024-02-01", None, False),
    ]
    assert rows(omem, "location")[0]["ended"]["by"] == "York"  # no longer Hull


def test_your_word_ends_too(omem: Any, told: Any) -> None:
    told(*LIFE[:1])
    omem("persona", "set", "location", "Bath")
    leeds, bath = rows(omem, "location")
    assert (leeds["ended"]["action"], leeds["ended"]["message"], leeds["ended"]["by"]) == (
        "set",
        None,
        "Bath",
    )
    assert bath["pinned"]
    assert "your word: Bath" in omem("persona", "timeline").stdout


@pytest.mark.parametrize("columns", [20, 60, 80, 120])
def test_it_fits_the_terminal(omem: Any, told: Any, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    from rich.cells import cell_len

    told(*LIFE)
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = omem("persona", "timeline").stdout
    assert max(map(cell_len, shown.splitlines())) <= columns
    if columns in (20, 120):  # a field a line, and all on a line: in between, cells are wrapped
        for words in ("Location of me", "杭州西湖边上", "newer: Hull", "2024-05-01", "told of the"):
            assert words in shown


def test_nothing_known_and_wrong_aspects(omem: Any, told: Any) -> None:
    told(LIFE[0])
    assert omem("persona", "timeline", "age").stdout == "No age of me is known.\n"
    assert rows(omem, "age") == []
    assert "no aspect 'shoe'" in omem("persona", "timeline", "shoe", code=2).stderr
    assert omem("persona", "timeline", "--person", "Bo").stdout == "Nothing is known of Bo yet.\n"
