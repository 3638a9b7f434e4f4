"""What cannot be a value of its aspect is held with the reason, and displaces nothing."""

import json
from typing import Any

import pytest

from omem_cli.memory.plausible import refusal

RIGHT = {
    "age": "34; turning thirty-seven; 快奔四; big six-oh; in my twenties; 90后; 67 ans",
    "birthday": "9th of november; 农历八月十五; 29/02/1988; Christmas Eve; 86年,属虎; 平安夜",
    "name": "Tomasz Wilk; Wren Holloway, formerly Kayleigh; emeka; 欧阳岚; 老周; José Manuel",
    "gender": "woman; they/them, Mx; 男; nonbinary; grandad; 大老爷们儿",
    "language": "tagalog; German B1; 温州话; learning te reo, two years in; Klingon; BSL",
    "location": "Leeds; moved to Hull; 武汉; staying with my parents; near saskatoon",
    "hobby": "number 3",
}
WRONG = {
    "age": "old enough; 300; my age; 很高",
    "birthday": "a new bike; 蛋糕; with friends",
    "name": "works at a bank; I am tired; 在银行上班的; 12345; a@b.c",
    "gender": "software engineer; 很忙; vegan",
    "language": "works at a bank; very well; 慢慢来",
    "location": "moved last week; booked a room; going out",
}


def pairs(values: dict[str, str]) -> list[tuple[str, str]]:
    return [(aspect, value) for aspect, every in values.items() for value in every.split("; ")]


@pytest.mark.parametrize(("aspect", "value"), pairs(RIGHT))
def test_what_can_be_right_passes(aspect: str, value: str) -> None:
    assert refusal(aspect, value) is None


@pytest.mark.parametrize(("aspect", "value"), pairs(WRONG))
def test_what_cannot_is_refused(aspect: str, value: str) -> None:
    assert refusal(aspect, value)


def test_a_refused_value_is_held_with_its_reason_and_displaces_nothing(omem: Any, chat: Any) -> None:
    lines = [
        {"text": "I'm 34", "attributes": [{"aspect": "age", "value": "34"}]},
        {"text": "I'm old enough for this", "attributes": [{"aspect": "age", "value": "old enough"}]},
    ]
    turns = [("user", f"2026-05-0{n}", line["text"]) for n, line in enumerate(lines, 1)]
    omem("ingest", chat(*turns), "--no-extract")
    omem("persona", "decide", "--candidates", "-", input="\n".join(map(json.dumps, lines)))
    known = json.loads(omem("persona", "show", "--history", "--json").stdout)["attributes"]
    assert [(a["value"], a["status"]) for a in known] == [("34", "current")]
    (held,) = json.loads(omem("persona", "show", "--status", "held", "--json").stdout)["attributes"]
    assert (held["value"], held["evidence"][0]["quote"]) == ("old enough", "I'm old enough for this")
    (decision,) = json.loads(omem("why", held["id"], "--json").stdout)["decisions"]
    assert decision["action"] == "hold"
    assert decision["reason"] == "an age has a number, or names a stage of life"
    # The user is taken at their word.
    omem("persona", "set", "age", "old enough")
    known = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    assert [a["value"] for a in known] == ["old enough"]


def test_what_is_only_numbered_stands_side_by_side(omem: Any, chat: Any) -> None:
    values = (("hobby", "number 1"), ("hobby", "number 2"), ("like", "Toy Story 2"), ("like", "Toy Story 3"),
              ("hobby", "running 5 km"), ("hobby", "running 10 km"))  # fmt: skip
    lines = [{"text": f"{v}!", "attributes": [{"aspect": a, "value": v}]} for a, v in values]
    turns = [("user", f"2026-05-0{n}", line["text"]) for n, line in enumerate(lines, 1)]
    omem("ingest", chat(*turns), "--no-extract")
    omem("persona", "decide", "--candidates", "-", input="\n".join(map(json.dumps, lines)))
    known = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    assert {a["value"] for a in known} == {v for _, v in values} - {"running 5 km"}
