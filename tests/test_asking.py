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
    assert context["left_out"] == 4


def test_the_best_message_is_cut_before_a_worse_one_takes_its_place(office: Omem) -> None:
    best = []
    for budget in range(60, 130, 3):
        shown = document(office, "ask", QUESTION, "--budget", budget)["messages"]
        best += [shown[0]["text"]] if shown else []
    assert all("Theresa" in text for text in best)
    assert best[-1] == MANAGER
    assert any(text != MANAGER and "…" in text for text in best)


def test_what_is_left_out_is_counted_and_said(office: Omem) -> None:
    some = document(office, "ask", QUESTION, "--budget", 100)
    assert len(some["messages"]) + some["left_out"] == 4
    assert f"{some['left_out']} more left out" in office("ask", QUESTION, "--budget", 100).stdout
    assert "More is remembered" in office("ask", QUESTION, "--prompt", "--budget", 100).stdout
    assert document(office, "ask", QUESTION)["left_out"] == 0
    assert "left out" not in office("ask", QUESTION).stdout
    assert "More is remembered" not in office("ask", QUESTION, "--prompt").stdout


def test_an_empty_memory_holds_nothing_in_no_tokens(omem: Omem) -> None:
    omem("persona", "set", "diet", "vegan", "--user", "else")
    context = document(omem, "ask", "manager")
    assert (context["tokens"], context["left_out"]) == (0, 0)
    assert "The memory holds nothing about this." in omem("ask", "manager").stdout
    assert "Nothing is remembered" in omem("ask", "manager", "--prompt").stdout
