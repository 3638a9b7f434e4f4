"""`omem bench`: what is counted, the JSON shapes, and what is said of broken files."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.bench.matching import near_aspects, pairs, same_value, units
from omem_cli.errors import ModelError

PRF = {"p", "r", "f1"}
SCORES = {"n", "gate", "attributes", "attributes_strict", "events", "event_dates", "clues", "ungrounded"}
EXTRACTION = SCORES | {
    "file", "model", "messages_per_s", "languages", "aspects", "confusion", "stages", "read_by_model",
}  # fmt: skip
LOCOMO = {"file", "conversations", "messages", "questions", "embedder", "extractor", "budget", "rows"}

DAY_BEFORE = "2025-05-09"
NURSE = "I've been a night nurse in Leeds for six years and Sundays with raku keep me sane."
TRIP = "Yesterday I took a colleague to the station in Turin, he was late as ever."
CHAT = "Can you sort this list for me?"
TEA = "我不喝咖啡了，医生说我有高血压，绿茶倒是可以。"
LABELS: list[dict[str, Any]] = [
    {
        "id": "a-1", "lang": "en", "date": "2025-05-10", "prev": None, "text": NURSE, "topic": "work",
        "attributes": [
            {"aspect": "occupation", "value": "night nurse", "quote": "a night nurse in Leeds"},
            {"aspect": "location", "value": "Leeds", "quote": "in Leeds"},
            {"aspect": "hobby", "value": "raku", "quote": "Sundays with raku"},
        ],
        "events": [], "clues": ["raku", "night nurse"],
    },
    {
        "id": "a-2", "lang": "en", "date": "2025-05-10", "prev": "How was your day?", "text": TRIP,
        "topic": "family", "attributes": [],
        "events": [{"event": "took a colleague to the station", "quote": "I took a", "date": DAY_BEFORE}],
        "clues": ["Turin"],
    },
    {"id": "a-3", "lang": "en", "text": CHAT, "attributes": [], "events": [], "clues": []},
    {
        "id": "a-4", "lang": "zh", "date": "2025-05-10", "text": TEA, "topic": "饮食",
        "attributes": [
            {"aspect": "health", "value": "高血压", "quote": "医生说我有高血压"},
            {"aspect": "diet", "value": "不喝咖啡", "quote": "我不喝咖啡了"},
        ],
        "events": [], "clues": ["绿茶"],
    },
]  # fmt: skip
REPLIES = {
    NURSE: "topic: work\noccupation: night nurse\nlike: Sundays with raku\nclues: raku; night nurse\n",
    TRIP: "topic: family\nevent: took a colleague to the station\nclues: Turin; colleague\n",
    TEA: "topic: 饮食\nhealth: 高血压\ndiet: 不喝咖啡\nclues: 绿茶\n",
}


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in LABELS), encoding="utf-8")
    return path


def measured(omem: Omem, *words: object) -> Any:
    return json.loads(omem("bench", *words, "--json").stdout)


# ---------------------------------------------------------------- when values are the same
@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("software engineer", "Software Engineer at a bank", True),
        ("two cats", "cat", True),
        ("the night shift", "night shifts", True),
        ("nurse", "teacher", False),
        ("green tea", "black coffee", False),
        ("tea", "steak dinner", False),
        ("素食", "素食主义者", True),
        ("高血压", "低血压", True),  # two characters of three
        ("猫", "狗", False),
        ("my", "the", False),  # no word is left
        ("ＴＥＡ", "tea", True),
    ],
)
def test_soft_match(a: str, b: str, same: bool) -> None:
    assert same_value(a, b) is same
    assert same_value(b, a) is same


@given(st.text(max_size=40), st.text(max_size=40))
def test_soft_match_is_symmetric_and_knows_itself(a: str, b: str) -> None:
    assert same_value(a, b) == same_value(b, a)
    assert same_value(a, a) == bool(units(a))


def test_near_aspects() -> None:
    assert near_aspects("pet", "possession")
    assert near_aspects("name", "name")
    assert not near_aspects("name", "age")


def test_a_guess_is_right_once_only() -> None:
    assert pairs(["tea", "tea"], ["tea"], same_value) == [("tea", "tea")]


# ---------------------------------------------------------------- bench extraction
def test_extraction_json(omem: Omem, labels: Path) -> None:
    omem.script(REPLIES)
    report = measured(omem, "extraction", labels)
    assert set(report) == EXTRACTION
    assert all(set(report[name]) == PRF for name in SCORES if isinstance(report[name], dict))
    assert (report["n"], report["model"], report["file"]) == (4, "scripted-1", str(labels))
    assert report["gate"] == {"p": 1.0, "r": 1.0, "f1": 1.0}
    # Five labelled attributes; four found, one of them under an aspect of the same group.
    assert report["attributes"] == {"p": 1.0, "r": 0.8, "f1": 0.889}
    assert report["attributes_strict"] == {"p": 0.75, "r": 0.6, "f1": 0.667}
    assert report["events"] == {"p": 1.0, "r": 1.0, "f1": 1.0}
    assert (report["event_dates"], report["ungrounded"]) == (1.0, 0)
    assert list(report["languages"]) == ["en", "zh"]
    assert set(report["languages"]["zh"]) == SCORES
    assert report["languages"]["zh"]["attributes_strict"]["f1"] == 1.0
    assert report["aspects"]["hobby"] == {"p": 0.0, "r": 0.0, "f1": 0.0, "gold": 1, "predicted": 0}
    assert report["aspects"]["occupation"]["f1"] == 1.0


def test_confusion_tells_what_was_taken_for_what(omem: Omem, labels: Path) -> None:
    omem.script(REPLIES | {TRIP: "topic: family\nlocation: Turin\nclues: Turin\n"})
    counted = {
        (c["gold"], c["predicted"]): c["count"] for c in measured(omem, "extraction", labels)["confusion"]
    }
    assert counted[("hobby", "like")] == 1
    assert counted[("location", None)] == 1  # missed
    assert counted[("occupation", "occupation")] == 1
    assert sum(n for (gold, _), n in counted.items() if gold is not None) == 5


def test_stages_and_the_rate_of_what_the_model_reads(omem: Omem, labels: Path) -> None:
    omem.script(REPLIES)
    report = measured(omem, "extraction", labels)
    stages = {stage["stage"]: stage for stage in report["stages"]}
    assert all(set(s) == {"stage", "messages", "s", "ms_per_message"} for s in report["stages"])
    read = report["read_by_model"]["messages"]
    assert stages["write filter"]["messages"] == 4
    assert stages["model"]["messages"] == stages["grounding"]["messages"] == read >= 3
    assert stages["words alone"]["messages"] == 4 - read
    assert report["messages_per_s"] > 0


def test_extraction_as_tables(omem: Omem, labels: Path) -> None:
    omem.script(REPLIES)
    out = omem("bench", "extraction", labels).stdout
    assert "attributes, strict" in out
    assert "like 1" in out
    assert "write filter" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_another_model_leaves_the_setting_alone(omem: Omem, labels: Path) -> None:
    asked = omem.script(REPLIES)
    report = measured(omem, "extraction", labels, "--model", "none")
    assert (report["model"], report["read_by_model"]) == ("none", {"messages": 0, "messages_per_s": None})
    assert report["clues"]["f1"] > 0
    assert not asked.asked
    gone = omem("bench", "extraction", labels, "--model", labels.parent / "gone.gguf", code=1)
    assert "no model file" in gone.stderr
    assert json.loads(omem("config", "get", "extractor", "--json").stdout) == {"extractor": None}


def test_limit_takes_the_first_lines(omem: Omem, labels: Path) -> None:
    assert measured(omem, "extraction", labels, "--model", "none", "--limit", 2)["n"] == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{broken", "line 2: no JSON"),
        ("[1]", "line 2: no JSON object"),
        ('{"lang": "en"}', 'line 2: "text" must be a string'),
        ('{"text": "Hi", "attributes": [{"aspect": "mood", "value": "x"}]}', 'line 2: "mood" is no aspect'),
        ('{"text": "Hi", "attributes": ["tea"]}', 'line 2: "attributes" must be a list of objects'),
        ('{"text": "Hi", "events": [{"event": "x"}]}', 'line 2: "quote" must be a string'),
        ('{"text": "Hi", "clues": [1]}', 'line 2: "clues" must be a list of strings'),
        ('{"text": "Hi", "date": "May"}', 'line 2: "May" is no ISO date'),
    ],
)
def test_a_broken_line_is_named(omem: Omem, tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(f"{json.dumps(LABELS[0])}\n{line}\n", encoding="utf-8")
    result = omem("bench", "extraction", path, code=1)
    assert why in result.stderr
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_nothing_to_measure(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n", encoding="utf-8")
    assert "no labelled messages" in omem("bench", "extraction", path, code=1).stderr
    assert "cannot read" in omem("bench", "extraction", tmp_path / "gone.jsonl", code=1).stderr


# ---------------------------------------------------------------- bench locomo
SAMPLE: dict[str, Any] = {
    "sample_id": "talk-1",
    "conversation": {
        "speaker_a": "Ottilie",
        "speaker_b": "Ravi",
        "session_1_date_time": "1:56 pm on 8 May, 2024",
        "session_1": [
            {"speaker": "Ottilie", "dia_id": "D1:1", "text": "I adopted a greyhound called Pistachio!"},
            {"speaker": "Ravi", "dia_id": "D1:2", "text": "Lovely. My sourdough failed again, flat."},
            {"speaker": "Ottilie", "dia_id": "D1:3", "text": "Try a warmer kitchen, my oven light does it."},
        ],
        "session_2_date_time": "10:20 am on 2 June, 2024",
        "session_2": [
            {"speaker": "Ravi", "dia_id": "D2:1", "text": "I signed up for a sailing course in Split."},
            {"speaker": "Ottilie", "dia_id": "D2:2", "text": "Pistachio chewed my tax forms this morning."},
        ],
    },
    "qa": [
        {"question": "What is Ottilie's greyhound called?", "evidence": ["D1:1"], "category": 4},
        {"question": "Where does Ravi learn sailing?", "evidence": ["D2:1"], "category": 4},
        {"question": "What did Pistachio do?", "evidence": ["D2:2", "D1:1"], "category": 1},
        {"question": "Which bread does Ottilie bake?", "evidence": ["D1:2"], "category": 5},
        {"question": "What colour is the sea?", "evidence": ["D9:9"], "category": 4},
    ],
}  # fmt: skip


def talk(tmp_path: Path, document: Any) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return path


def test_locomo_json(omem: Omem, tmp_path: Path) -> None:
    path = talk(tmp_path, [SAMPLE])
    report = measured(omem, "locomo", path)
    assert set(report) == LOCOMO
    assert [row["way"] for row in report["rows"]] == ["grep", "BM25", "vector", "omem"]
    # The fourth question has no answer in the talk, the fifth no evidence.
    assert (report["conversations"], report["messages"], report["questions"]) == (1, 5, 3)
    assert (report["embedder"], report["extractor"], report["budget"]) == ("hash-1", None, 1500)
    for row in report["rows"]:
        assert set(row) == {"way", "@5", "@10", "@20", "tokens", "max_tokens", "ms_per_question"}
        assert all(set(row[k]) == {"turn", "any", "session"} for k in ("@5", "@10", "@20"))
        assert 0 < row["tokens"] <= row["max_tokens"] <= 1500
    grep = report["rows"][0]
    assert grep["@10"] == {"turn": 1.0, "any": 1.0, "session": 1.0}
    assert report["rows"][3]["@10"]["turn"] == 1.0


def test_locomo_touches_no_memory(omem: Omem, home: Path, tmp_path: Path) -> None:
    omem("bench", "locomo", talk(tmp_path, [SAMPLE]))
    assert not (home / "omem.db").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["talk.json"]


def test_locomo_as_a_table(omem: Omem, tmp_path: Path) -> None:
    out = omem("bench", "locomo", talk(tmp_path, SAMPLE)).stdout
    assert "3 questions, 1 conversation of 5 messages" in out
    assert [line.split()[0] for line in out.splitlines()[3:7]] == ["grep", "BM25", "vector", "omem"]
    assert all(len(line) <= 80 for line in out.splitlines())


def test_locomo_keeps_to_the_budget(omem: Omem, tmp_path: Path) -> None:
    long = json.loads(json.dumps(SAMPLE))
    for turn in long["conversation"]["session_1"]:
        turn["text"] += " and so on and on" * 200
    report = measured(omem, "locomo", talk(tmp_path, [long]), "--budget", 300)
    assert all(row["max_tokens"] <= 300 for row in report["rows"])


def test_locomo_without_an_embedder_has_no_vector_row(omem: Omem, tmp_path: Path) -> None:
    omem.embedder = None
    result = omem("bench", "locomo", talk(tmp_path, [SAMPLE]), "--json")
    assert [row["way"] for row in json.loads(result.stdout)["rows"]] == ["grep", "BM25", "omem"]
    assert "no embedding model" in result.stderr


def test_locomo_understands_first_if_asked(omem: Omem, tmp_path: Path) -> None:
    extractor = omem.script({})
    report = measured(omem, "locomo", talk(tmp_path, [SAMPLE]), "--extract")
    assert report["extractor"] == "scripted-1"
    assert extractor.asked


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('[\n{"qa": [\n}', "line 3: no JSON"),
        ("[{}]", "conversation 1: no LoCoMo sample"),
        ('[{"qa": [{"question": 7}]}]', "conversation 1, question 1: no"),
        ('[{"qa": []}]', "no question whose evidence"),
    ],
)
def test_a_broken_talk_is_named(omem: Omem, tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "talk.json"
    path.write_text(content, encoding="utf-8")
    result = omem("bench", "locomo", path, code=1)
    assert why in result.stderr
    assert result.stdout == ""


def test_a_turn_that_cannot_be_read_is_an_error(omem: Omem, tmp_path: Path) -> None:
    broken = json.loads(json.dumps(SAMPLE))
    del broken["conversation"]["session_2"][0]["speaker"]
    result = omem("bench", "locomo", talk(tmp_path, [broken]), code=1)
    assert "session 2, turn 1" in result.stderr


def test_a_model_that_does_not_load_is_not_measured(tmp_path: Path, labels: Path) -> None:
    from typer.testing import CliRunner

    from omem_cli.cli import app
    from omem_cli.cli.app import Models

    def broken() -> Any:
        raise ModelError("the model is damaged")

    models = Models(load_embedder=broken, load_extractor=broken)
    for words in (["extraction", str(labels)], ["locomo", str(talk(tmp_path, [SAMPLE]))]):
        result = CliRunner().invoke(app, ["bench", *words], obj=models)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "damaged" in result.stderr
