"""`omem ask` and `omem search` as their user meets them: what was left out, who is asked about, what fits."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

Chat = Callable[..., Path]

MANAGER = (
    "first day at the new firm, my manager is called Theresa and she is strict but fair to everybody here"
)


@pytest.fixture
def office(omem: Omem, chat: Chat) -> Omem:
    """A memory of a few remarks, one of them about the manager."""
    path = chat(
        ("user", "2026-04-01", MANAGER),
        ("user", "2026-04-02", "so tired today"),
        ("user", "2026-04-03", "the manager of the shop was rude"),
        ("user", "2026-04-04", "rain again"),
    )
    omem("ingest", path, "--no-extract")
    return omem


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


QUESTION = "who is the strict manager Theresa"


def test_a_budget_that_holds_nothing_is_said_to(office: Omem) -> None:
    told = office("ask", QUESTION, "--budget", 1).stdout
    assert "does not fit into the budget" in told
    assert "holds nothing" not in told
    block = office("ask", QUESTION, "--prompt", "--budget", 60).stdout
    assert "longer than there is room for" in block
    assert "Nothing is remembered" not in block
    context = document(office, "ask", QUESTION, "--budget", 1)
    assert (context["messages"], context["tokens"]) == ([], 0)


def test_the_best_message_is_cut_before_a_worse_one_takes_its_place(office: Omem) -> None:
    best = []
    for budget in range(60, 130, 3):
        shown = document(office, "ask", QUESTION, "--budget", budget)["messages"]
        best += [shown[0]["text"]] if shown else []
    assert all("Theresa" in text for text in best)
    assert best[-1] == MANAGER
    assert any(text != MANAGER and "…" in text for text in best)


def test_what_is_left_out_is_counted_and_said(office: Omem) -> None:
    shown = document(office, "ask", QUESTION, "--budget", 100)["messages"]
    assert f"{4 - len(shown)} more left out" in office("ask", QUESTION, "--budget", 100).stdout
    assert "More is remembered" in office("ask", QUESTION, "--prompt", "--budget", 100).stdout
    assert "left out" not in office("ask", QUESTION).stdout
    assert "More is remembered" not in office("ask", QUESTION, "--prompt").stdout


def test_an_empty_memory_holds_nothing_in_no_tokens(omem: Omem) -> None:
    omem("persona", "set", "diet", "vegan", "--user", "else")
    assert document(omem, "ask", "manager")["tokens"] == 0
    assert "The memory holds nothing about this." in omem("ask", "manager").stdout
    assert "Nothing is remembered" in omem("ask", "manager", "--prompt").stdout


# ---------------------------------------------------------------- --person
@pytest.mark.parametrize(("me", "other", "alike"), [("王磊", "小敏", "王磊"), ("Jörg", "Ann", "JÖRG")])
def test_the_name_given_as_me_is_the_users(
    omem: Omem, tmp_path: Path, me: str, other: str, alike: str
) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(
        f"2025-03-01 10:00 - {me}: I play the cello\n2025-03-01 10:01 - {other}: I live in Leeds\n", "utf-8"
    )
    omem("ingest", path, "--me", me, "--no-extract")
    omem("persona", "set", "hobby", "cello")
    for name in (me, alike, "me"):
        for words in (["ask", "cello"], ["search", "cello"], ["messages"]):
            found = document(omem, *words, "--person", name)
            assert [m["text"] for m in found["messages"]] == ["I play the cello"]
        profile = document(omem, "persona", "show", "--person", name)
        assert (profile["person"], [a["value"] for a in profile["attributes"]]) == ("me", ["cello"])
        assert document(omem, "ask", "hobby", "--person", name)["person"] == "me"


@pytest.mark.parametrize(
    "words", [["ask", "rain"], ["ask", "rain", "--prompt"], ["search", "rain"], ["messages"]]
)
def test_an_unknown_person_is_an_expected_failure(office: Omem, words: list[str]) -> None:
    result = office(*words, "--person", "Anne", code=1)
    assert result.stdout == ""
    assert result.stderr == "omem: nobody is called Anne here; there are me\n"


def test_an_unknown_person_in_a_batch_is_that_lines_error(office: Omem) -> None:
    queries = '{"query": "rain", "person": "小敏"}\nrain\n'
    result = office("ask", "--batch", "-", input=queries, code=3)
    broken, fine = (json.loads(line) for line in result.stdout.splitlines())
    assert broken == {"line": 1, "query": "rain", "error": "nobody is called 小敏 here; there are me"}
    assert fine["messages"][0]["text"] == "rain again"
    assert "line 1" in result.stderr
    nothing = office("ask", "--batch", "-", "--person", "小敏", input="rain\n", code=1)
    assert nothing.stdout == ""
