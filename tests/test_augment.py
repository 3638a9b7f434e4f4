"""Words swapped in labelled messages: what is labelled still stands in the text."""

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TRAINING = Path(__file__).parent.parent / "training"


@pytest.fixture(scope="module")
def augment() -> ModuleType:
    spec = importlib.util.spec_from_file_location("augment", TRAINING / "augment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def message(text: str, language: str, *attributes: tuple[str, str]) -> dict[str, Any]:
    labels = [{"aspect": a, "value": v, "quote": v} for a, v in attributes]
    return {"lang": language, "prev": None, "text": text, "attributes": labels, "events": []}


def test_value_and_quote_get_the_words_of_the_text(augment: ModuleType) -> None:
    row = message("the cello is too big for my flat", "en", ("possession", "cello"))
    new = augment.swapped(row, 1.0, random.Random(0))
    value = new["attributes"][0]["value"]
    assert value != "cello"
    assert new["text"] == f"the {value} is too big for my flat"
    assert new["attributes"][0]["quote"] == value


def test_a_chinese_word_is_swapped_only_whole(augment: ModuleType) -> None:
    row = message("周末去上海看展，天文馆不错", "zh")
    new = augment.swapped(row, 1.0, random.Random(0))
    assert "上海" not in new["text"]
    assert new["text"].endswith("天文馆不错")


def test_other_languages_stay(augment: ModuleType) -> None:
    row = message("ich spiele Cello in Graz", "de", ("hobby", "Cello"))
    assert augment.swapped(row, 1.0, random.Random(0)) is row


def test_every_quote_stands_in_its_message(augment: ModuleType) -> None:
    draw, changed = random.Random(3), 0
    for line in (TRAINING / "data" / "passing.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        new = augment.swapped(row, 0.7, draw)
        changed += new is not row
        assert all(a["quote"] in new["text"] for a in (*new["attributes"], *new["events"]))
        assert [a["aspect"] for a in new["attributes"]] == [a["aspect"] for a in row["attributes"]]
    assert changed > 100
