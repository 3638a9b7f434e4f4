# ruff: noqa: E501 - one case a line
"""What takes back a statement made just before, in the same message or in the writer's message before it."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import HashEmbedder, ScriptedExtractor

from omem_cli.ingest import ingest
from omem_cli.records import MessageContext, Role, Status
from omem_cli.store import open_store
from omem_cli.transcripts import read
from omem_cli.understanding import Understander
from omem_cli.understanding.corrections import find


def understander() -> Understander:
    return Understander(ScriptedExtractor(default="topic: t\nclues: \n"))


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("I live in Galway, any bus?", "sorry i meant Ennis, Galway is where the office is", ("location", "Ennis")),
        ("on 40 mg propranolol", "looked at the box, it's not propranolol its pantoprazole", ("health", "pantoprazole")),
        ("9 years as a line cook", "i said line cook but the title was sous chef", ("occupation", "sous chef")),
        ("我老家是安徽宣城的", "打错了打错了，是宿州，不是宣城", ("origin", "宿州")),
        ("I'm from Slovakia", "autocorrect! Slovenia. not Slovakia", ("origin", "Slovenia")),
        ("I'm originally from Split", "Actually no, I meant Šibenik. Split is where I went to school", ("origin", "Šibenik")),
        ("my daughter Freya turns 8 on saturday", "sorry 7! not 8. I lost a year", ("family", "7")),
        ("my cat is called Nugget", "Nougat*", ("pet", "Nougat")),
        ("Ich wohne in Jena", "nicht in Jena, sondern in Gera", ("location", "Gera")),
        ("我是护士", "不对，不是护士，是药剂师", ("occupation", "药剂师")),
        (None, "I'm 34. wait no, it was my birthday on Tuesday, 35", ("age", "35")),
        (None, "i'm 41. ok 42 since yesterday", ("age", "42")),
        (None, "I don't drink. well, a beer at football, most weekends", ("diet", "a beer at football")),
    ],
)  # fmt: skip
def test_the_new_words_get_the_aspect_of_the_old(
    before: str | None, text: str, expected: tuple[str, str]
) -> None:
    u = understander().understand(MessageContext(text, own=before), Role.USER)
    assert expected in [(a.aspect, a.value) for a in u.attributes if a.quote is not None]
    assert all(a.quote is None or (a.quote in text and a.value in a.quote) for a in u.attributes)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (None, "sorry i meant Ennis"),
        ("what a day", "sorry i meant Ennis"),
        ("I live in Galway", "no, thanks, that's fine"),
        ("I live in Galway", "it's not the bus it's the train"),
        ("我老家是安徽宣城的", "不是这个意思"),
        ("I'm 34", "wait, no. at 10am"),
    ],
)
def test_without_an_earlier_statement_nothing_is_taken_back(before: str | None, text: str) -> None:
    assert find(text, before) == []


def test_a_correction_replaces_the_wrong_value(tmp_path: Path) -> None:
    said = [
        ("user", "I live in Galway, is there a bus to the airport"),
        ("assistant", "There is one at six."),
        ("user", "sorry i meant Ennis, Galway is where the office is"),
    ]
    path = tmp_path / "chat.jsonl"
    lines: list[dict[str, Any]] = [
        {"role": role, "content": text, "timestamp": f"2025-05-10T10:0{n}:00Z"} for n, (role, text) in enumerate(said)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with open_store(tmp_path / "omem.db") as store:
        ingest(store, read(str(path)), embedder=HashEmbedder(), understander=understander())
        known = store.memories.attributes("me", history=True)
    assert {(a.value, a.status) for a in known if a.aspect == "location"} == {
        ("Galway", Status.PAST),
        ("Ennis", Status.CURRENT),
    }
