"""Faults that were found in use; each must not come back."""

import json
from collections.abc import Callable
from pathlib import Path

from conftest import Omem

from omem_cli.understanding import statements
from omem_cli.understanding.ground import Evidence

Chat = Callable[..., Path]


def test_clues_and_topics_show_nothing_that_the_question_may_not_see(omem: Omem, chat: Chat) -> None:
    omem.script({"I bought a bike": "topic: bike\nclues: bike", "my bike is red": "topic: bike\nclues: bike"})
    turns = (("user", "2026-09-01", "hello there"), ("user", "2026-09-05", "I bought a bike"))
    omem("ingest", chat(*turns, ("user", "2026-09-09", "my bike is red")))

    def found(*options: str) -> tuple[list[int], list[str]]:
        document = json.loads(omem("ask", "bike", "--json", *options).stdout)
        return [clue["df"] for clue in document["clues"]], [topic["topic"] for topic in document["topics"]]

    assert found() == ([2], ["bike"])
    assert found("--as-of", "2026-09-06") == ([1], ["bike"])
    assert found("--as-of", "2026-09-02") == ([], [])
    assert (
        "nobody is called nobody here" in omem("ask", "bike", "--json", "--person", "nobody", code=1).stderr
    )


def test_the_title_of_a_record_is_not_wrapped_at_the_width_of_its_table(omem: Omem) -> None:
    omem("persona", "set", "occupation", "carpenter in a small workshop in the old harbour")
    id = json.loads(omem("persona", "show", "--json").stdout)["attributes"][0]["id"]
    first = omem("why", id).stdout.split("\n")[0]
    assert first == "occupation: carpenter in a small workshop in the old harbour"


def test_import_counts_and_complains_in_plain_words(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("ingest", chat(("user", "2026-09-01", "hello there"), ("user", "2026-09-05", "good morning")))
    text, other = omem("export").stdout, tmp_path / "other.db"
    assert omem("import", "-", "--db", other, input=text).stdout == "1 conversation, 2 messages added\n"
    header = text.split("\n")[0] + "\n"
    for line, why in (
        ("rubbish", "it is no JSON"),
        ('{"type":"x"}', "unknown type 'x'"),
        ("{}", "'type' is missing"),
    ):
        said = omem("import", "-", "--db", other, input=header + line, code=1).stderr
        assert said == f"omem: line 2 is not part of an omem export ({why})\n"


def test_an_illness_of_the_mother_is_no_plain_statement_about_the_writer() -> None:
    def found(text: str) -> list[str]:
        return [s.aspect for s in statements.find(Evidence.of(text))]

    assert found("我妈妈有糖尿病，她不能吃甜的。") == ["family"]
    assert found("我最近失眠") == ["health"]
    assert "health" in found("我老婆是护士，我有糖尿病")


def test_a_place_or_dish_that_begins_like_an_ending_is_not_over(omem: Omem, chat: Chat) -> None:
    said = {"I live in Quito since spring": "location: Quito", "I love leftovers": "like: leftovers"}
    omem.script({text: f"topic: x\n{reply}\n" for text, reply in said.items()})
    omem("ingest", chat(*(("user", f"2026-09-0{n}", text) for n, text in enumerate(said, 1))))
    known = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    assert {(a["value"], a["status"]) for a in known} == {("Quito", "current"), ("leftovers", "current")}
