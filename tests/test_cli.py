"""The commands as scripts see them: exit codes, streams, summary lines and JSON shapes."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

from omem_cli.errors import ModelError

Chat = Callable[..., Path]

BAKER = "I've worked as a baker in Porto for ten years now, and I don't eat meat because of my health."
TRIP = "Yesterday I visited my sister Ines in Lyon."
REPLIES = {
    BAKER: "topic: work\noccupation: baker\nlocation: Porto\ndiet: don't eat meat\nclues: baker; Porto\n",
    TRIP: "topic: family trip\nevent: visited my sister Ines in Lyon\nclues: Ines; Lyon\n",
}


@pytest.fixture
def baker(omem: Omem, chat: Chat) -> Omem:
    """A memory of four messages."""
    omem.script(REPLIES)
    path = chat(
        ("user", "2026-05-09", BAKER),
        ("assistant", "2026-05-09T10:01:00+00:00", "What do you bake?"),
        ("user", "2026-05-10", TRIP),
        ("assistant", "2026-05-10T10:01:00+00:00", "How nice!"),
    )
    omem("ingest", path)
    return omem


def document(omem: Omem, *words: object, **options: Any) -> Any:
    """The one JSON document a command prints; nothing else stands on stdout."""
    return json.loads(omem(*words, "--json", **options).stdout)


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.split("\n") if line]


def keys(record: Iterable[str]) -> set[str]:
    return set(record)


ATTRIBUTE = keys(
    ["id", "aspect", "value", "status", "since", "until", "confidence", "pinned", "evidence", "superseded_by"]
)
EVENT = {"id", "event", "date", "evidence"}
EVIDENCE = {"message", "quote", "time"}
MESSAGE = {"id", "conversation", "speaker", "role", "time", "text", "source", "ref"}
HIT = {"id", "ref", "conversation", "speaker", "role", "time", "text", "score", "via"}
CONTEXT = keys(
    ["query", "person", "tier", "topics", "clues", "persona", "events", "messages", "tokens", "took_ms"]
)


# ---------------------------------------------------------------- ingest
def test_ingest_ends_with_its_summary(omem: Omem, chat: Chat) -> None:
    path = chat(("user", None, "I like tea."), ("assistant", None, "Good."), ("user", None, " "))
    first = omem("ingest", path)
    assert first.stdout == "3 seen, 2 new, 0 known, 1 skipped, 0 failed\n"
    assert omem("ingest", path).stdout == "3 seen, 0 new, 2 known, 1 skipped, 0 failed\n"


def test_ingest_json(omem: Omem, chat: Chat) -> None:
    omem.script(REPLIES)
    report = document(omem, "ingest", chat(("user", None, BAKER), ("assistant", None, "Good.")))
    assert keys(report) == keys(
        [
            *("seen", "new", "known", "edited", "skipped", "failed"),
            *("extracted", "pending", "unembedded", "redacted", "files"),
        ]
    )
    assert {name: report[name] for name in report if name != "files"} == {
        "seen": 2, "new": 2, "known": 0, "edited": 0, "skipped": 0, "failed": 0, "extracted": 2, "pending": 0,
        "unembedded": 0, "redacted": {},
    }  # fmt: skip
    (file,) = report["files"]
    assert keys(file) == keys(
        [
            *("path", "format", "conversations", "seen", "new", "known"),
            *("edited", "skipped", "failed", "warnings", "erased", "redacted"),
        ]
    )
    assert (file["conversations"], file["seen"], file["new"], file["failed"]) == (1, 2, 2, [])


def test_partly_broken_input_is_exit_3_and_says_where(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(
        '{"role": "user", "content": "I like tea."}\n{broken\n{"role": "user", "content": "And jam."}\n'
    )
    result = omem("ingest", path, code=3)
    assert result.stdout == "3 seen, 2 new, 0 known, 0 skipped, 1 failed\n"
    assert str(path) in result.stderr
    assert "2" in result.stderr
    report = document(omem, "ingest", path, code=3)
    assert keys(report["files"][0]["failed"][0]) == {"where", "why"}


def test_nothing_usable_is_exit_1(omem: Omem, tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    result = omem("ingest", tmp_path / "empty.json", code=1)
    assert "empty.json" in result.stderr
    assert "Traceback" not in result.stderr
    omem("ingest", tmp_path / "missing.json", code=1)


def test_usage_errors_are_exit_2(omem: Omem, chat: Chat) -> None:
    path = chat(("user", None, BAKER))
    omem("ingest", path, "--format", "nonsense", code=2)
    omem("ingest", code=2)
    omem("ingest", path)
    omem("ask", code=2)
    omem("ask", "tea", "--as-of", "yesterday", code=2)
    omem("ask", "tea", "--batch", path, code=2)
    omem("persona", "show", "--status", "odd", code=2)
    omem("persona", "set", "odd", "value", code=2)
    omem("config", "set", "odd", "value", code=2)


def test_a_missing_memory_is_one_clear_line(omem: Omem) -> None:
    result = omem("ask", "tea", code=1)
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert "omem ingest" in result.stderr


def test_dry_run_leaves_everything_as_it_was(omem: Omem, chat: Chat, home: Path) -> None:
    first, second = chat(("user", None, BAKER)), chat(("user", None, TRIP), name="other.json")
    assert omem("ingest", first, "--dry-run").stdout == "1 seen, 1 new, 0 known, 0 skipped, 0 failed\n"
    assert not (home / "omem.db").exists()
    omem("ingest", first, "--no-extract")
    before = omem("export").stdout
    assert (
        omem("ingest", first, second, "--dry-run").stdout == "2 seen, 1 new, 1 known, 0 skipped, 0 failed\n"
    )
    assert omem("export").stdout == before


def test_standard_input(omem: Omem) -> None:
    text = json.dumps([{"role": "user", "content": "I like tea."}])
    assert omem("ingest", "-", input=text).stdout.startswith("1 seen, 1 new")


def test_extract_goes_on(omem: Omem, chat: Chat) -> None:
    omem.script(REPLIES)
    path = chat(("user", "2026-05-09", BAKER), ("user", "2026-05-10", TRIP))
    report = document(omem, "ingest", path, "--no-extract")
    assert (report["extracted"], report["pending"]) == (0, 2)
    assert document(omem, "extract", "--limit", 1) == {"extracted": 1, "pending": 1}
    assert omem("extract").stdout == "1 understood, 0 pending\n"
    assert document(omem, "persona", "show")["attributes"]


def test_ctrl_c_is_exit_130_and_loses_one_message_at_most(omem: Omem, chat: Chat) -> None:
    class Interrupted:
        id = "interrupted"

        def extract(self, message: Any) -> str:
            if message.text == TRIP:
                raise KeyboardInterrupt
            return REPLIES[message.text]

        def answer(self, prompt: str, max_tokens: int) -> str:
            raise NotImplementedError

    omem.extractor = Interrupted()
    path = chat(("user", "2026-05-09", BAKER), ("user", "2026-05-10", TRIP))
    result = omem("ingest", path, code=130)
    assert "Traceback" not in result.stderr
    omem.script(REPLIES)
    assert document(omem, "stats")["pending"] == 1
    report = document(omem, "ingest", path)
    assert (report["known"], report["extracted"], report["pending"]) == (2, 1, 0)


def test_users_never_see_each_other(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("ingest", chat(("user", None, "I like tea.")), "--user", "ann")
    omem("--user", "bob", "ingest", chat(("user", None, "I like jam."), name="b.json"))
    assert [m["text"] for m in lines(omem("messages", "--jsonl", "--user", "ann").stdout)] == ["I like tea."]
    assert [m["text"] for m in lines(omem("--user", "bob", "messages", "--jsonl").stdout)] == ["I like jam."]
    assert omem("ask", "tea", "--json", "--user", "bob").stdout.count("I like tea.") == 0
    assert omem("messages", "--jsonl").stdout == ""
    other = tmp_path / "other.db"
    omem("ingest", tmp_path / "chat.json", "--db", other)
    assert lines(omem("--db", other, "messages", "--jsonl").stdout)[0]["text"] == "I like tea."


# ---------------------------------------------------------------- ask
def test_ask_json(baker: Omem) -> None:
    context = document(baker, "ask", "Which baker lives in Porto?")
    assert keys(context) == CONTEXT
    assert context["tier"] == "hybrid"
    assert context["messages"][0]["text"] == BAKER
    assert all(keys(hit) == HIT and hit["via"] for hit in context["messages"])
    assert all(keys(a) == ATTRIBUTE | {"score"} for a in context["persona"])
    assert all(keys(e) == EVENT | {"score"} for e in context["events"])
    assert all(keys(t) == {"topic", "score"} for t in context["topics"])
    assert all(keys(c) == {"clue", "df"} for c in context["clues"])
    # A fact is looked up: of the persona, what is near it. A plan is told what binds as well.
    assert {a["value"] for a in context["persona"]} == {"baker", "Porto"}
    plan = document(baker, "ask", "ideas for dinner")
    assert "don't eat meat" in {a["value"] for a in plan["persona"]}
    assert isinstance(context["tokens"], int)
    assert isinstance(context["took_ms"], int)


def test_ask_shows_tables(baker: Omem) -> None:
    text = baker("ask", "baker", "Porto").stdout
    for title in ("Persona", "Clues", "Messages"):
        assert title in text
    assert "hybrid" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_ask_batch(baker: Omem, tmp_path: Path) -> None:
    path = tmp_path / "queries"
    path.write_text('baker\n\n{"query": "sister", "as_of": "2026-05-09"}\n[odd] {x}\n', encoding="utf-8")
    found = lines(baker("ask", "--batch", path).stdout)
    assert [context["query"] for context in found] == ["baker", "sister", "[odd] {x}"]
    assert all(keys(context) == CONTEXT for context in found)
    assert lines(baker("ask", "--json", "--batch", "-", input="baker\n").stdout)[0]["query"] == "baker"


def test_a_batch_answers_as_each_question_alone(baker: Omem, chat: Chat, tmp_path: Path) -> None:
    baker("ingest", chat(*[("user", None, f"We saw {n} boats near Porto.") for n in range(30)], name="boats"))
    baker("persona", "set", "hobby", 'rugs \u2028 "persona": [], "events": []')
    queries = [
        *("baker", "What did I do with my sister?", "dinner plans", 'what is "persona": [], "events": []?'),
        *("when was I in Lyon?", "boats near Porto", "[odd] {x}", "dinner plans", "我的姐姐"),
        *('{"query": "sister", "as_of": "2026-05-09"}', '{"query": "sister", "person": "me"}', "rugs"),
    ]
    path = tmp_path / "queries"
    path.write_text("\n".join(queries), encoding="utf-8")
    found = baker("ask", "--batch", path).stdout.splitlines()
    for query, line in zip(queries, found, strict=True):
        (alone,) = baker("ask", "--batch", "-", input=query).stdout.splitlines()
        one, own = json.loads(line), json.loads(alone)
        if not query.startswith("{"):
            assert own | {"took_ms": 0} == document(baker, "ask", query) | {"took_ms": 0}
        assert list(one) == list(own)
        assert one | {"took_ms": 0} == own | {"took_ms": 0}
        assert line == json.dumps(one, ensure_ascii=False).replace("\u2028", "\\u2028")
    assert sum(bool(json.loads(line)["persona"]) for line in found) > 1
    assert any(json.loads(line)["events"] for line in found)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"query": "sister", ', "no JSON"),
        ("{not json}", "no JSON"),
        ('{"query": 5}', "no text"),
        ('{"query": "tea", "person": ["me"]}', "no text"),
        ('{"q": "tea"}', 'no "query"'),
        ('{"query": " "}', 'no "query"'),
        ('{"query": "tea", "as_of": "soon"}', "as_of"),
        ('{"query": ' + "[" * 100_000, "deep"),
    ],
)
def test_a_line_of_a_batch_that_cannot_be_asked(baker: Omem, line: str, why: str) -> None:
    result = baker("ask", "--batch", "-", input=f"baker\n\n{line}\nIns\n", code=3)
    first, broken, last = lines(result.stdout)
    assert (first["query"], last["query"]) == ("baker", "Ins")
    assert keys(broken) == {"line", "query", "error"}
    assert broken["line"] == 3
    assert why in broken["error"]
    assert result.stderr.count("\n") == 1
    assert "line 3" in result.stderr


def test_ask_prompt_is_a_fenced_block_within_the_budget(baker: Omem) -> None:
    text = baker("ask", "baker", "--prompt").stdout.rstrip("\n")
    assert text.splitlines()[0] == "```memory"
    assert text.splitlines()[-1] == "```"
    assert "not instructions" in text
    assert BAKER in text
    for budget in (60, 90, 120):
        text = baker("ask", "baker", "--prompt", "--budget", budget).stdout.rstrip("\n")
        assert baker.embedder.count_tokens(text) <= budget
    baker("ask", "baker", "--prompt", "--budget", 3, code=2)


def test_answer_names_messages_and_admits_ignorance(omem: Omem, chat: Chat) -> None:
    class Answering:
        id = "answering"

        def __init__(self) -> None:
            self.prompts: list[str] = []

        def extract(self, message: Any) -> str:
            return REPLIES[message.text]

        def answer(self, prompt: str, max_tokens: int) -> str:
            self.prompts.append(prompt)
            return f"A baker [{first['id']}]."

    omem.extractor = Answering()
    omem("ingest", chat(("user", None, BAKER)))
    first = document(omem, "ask", "baker")["messages"][0]
    reply = document(omem, "ask", "What is my job?", "--answer")
    assert reply == {
        "query": "What is my job?",
        "answer": f"A baker [{first['id']}].",
        "sources": [first["id"]],
        "model": "answering",
        "withheld": None,
        "memories": None,
    }
    assert first["id"] in omem("ask", "What is my job?", "--answer").stdout
    assert "memory\n" in omem.extractor.prompts[0]


def test_answer_of_an_empty_memory_asks_no_model(omem: Omem, chat: Chat) -> None:
    omem.script({})
    omem("ingest", chat(("user", "2026-05-09", "tea")), "--user", "other")
    assert document(omem, "ask", "What is my job?", "--answer")["answer"] is None
    assert "holds nothing" in omem("ask", "What is my job?", "--answer").stdout


def test_answer_without_a_model_is_exit_1(baker: Omem) -> None:
    baker.extractor = None
    assert "omem models use" in baker("ask", "job", "--answer", code=1).stderr


def test_ask_writes_nothing(baker: Omem) -> None:
    before = baker("export").stdout
    baker("ask", "baker")
    assert baker("export").stdout == before


def test_search(baker: Omem) -> None:
    found = document(baker, "search", "Ines")
    assert keys(found) == {"query", "messages"}
    assert found["messages"][0]["text"] == TRIP
    assert keys(found["messages"][0]) == HIT
    assert "Lyon" in baker("search", "Ines").stdout


# ---------------------------------------------------------------- persona
def test_persona_show(baker: Omem) -> None:
    shown = document(baker, "persona", "show")
    assert keys(shown) == {"person", "as_of", "attributes", "events", "told", "shared"}
    assert (shown["person"], shown["as_of"]) == ("me", None)
    told = [a for a in shown["attributes"] if a["evidence"][0]["quote"] in BAKER]
    wanted = {"occupation": "baker", "diet": "don't eat meat", "location": "Porto"}
    assert {a["aspect"]: a["value"] for a in told} == wanted
    for attribute in told:
        assert keys(attribute) == ATTRIBUTE
        assert attribute["status"] == "current"
        (evidence,) = attribute["evidence"]
        assert keys(evidence) == EVIDENCE
        assert evidence["quote"] in BAKER
        assert evidence["time"] == "2026-05-09T10:00:00+00:00"
    (event,) = shown["events"]
    assert keys(event) == EVENT
    assert event["date"] == "2026-05-09"
    rows = lines(baker("persona", "show", "--jsonl").stdout)
    assert [r for r in rows if "aspect" in r] == shown["attributes"]
    assert [r for r in rows if "event" in r] == shown["events"]
    text = baker("persona", "show").stdout
    assert "occupation" in text
    assert "“" in text


def test_persona_as_of_and_history(omem: Omem, chat: Chat) -> None:
    vet = "I quit the bakery last week and just started my new job as a vet, I'm so happy about it."
    omem.script(REPLIES | {vet: "topic: work\noccupation: vet\nclues: vet\n"})
    omem("ingest", chat(("user", "2026-05-09", BAKER), ("user", "2026-08-01", vet)))

    def jobs(*options: str) -> dict[str, str]:
        attributes = document(omem, "persona", "show", *options)["attributes"]
        return {a["value"]: a["status"] for a in attributes if a["aspect"] == "occupation"}

    assert jobs() == {"vet": "current"}
    assert jobs("--history") == {"baker": "past", "vet": "current"}
    assert set(jobs("--as-of", "2026-06")) == {"baker"}
    assert set(jobs("--status", "past")) == {"baker"}
    assert (
        "past" in omem("persona", "show", "--history").stdout
        or "2026-08-01" in omem("persona", "show", "--history").stdout
    )


def test_persona_set_pin_forget(baker: Omem) -> None:
    stated = document(baker, "persona", "set", "hobby", "playing", "the", "harp")
    assert keys(stated) == ATTRIBUTE
    assert (stated["value"], stated["pinned"]) == ("playing the harp", True)
    diet = next(a for a in document(baker, "persona", "show")["attributes"] if a["aspect"] == "diet")
    assert document(baker, "persona", "pin", diet["id"])["pinned"] is True
    assert document(baker, "persona", "pin", diet["id"][:9], "--off")["pinned"] is False
    assert document(baker, "persona", "forget", diet["id"]) == {"forgotten": diet["id"]}
    assert "diet" not in {a["aspect"] for a in document(baker, "persona", "show")["attributes"]}
    baker("persona", "forget", "a0000", code=1)


def test_persona_list(baker: Omem) -> None:
    shown = document(baker, "persona", "show")
    (row,) = document(baker, "persona", "list")["persons"]
    counts = {"attributes": len(shown["attributes"]), "events": len(shown["events"])}
    assert row == {"person": "me", "messages": 2, **counts, "aliases": []}
    assert "me" in baker("persona", "list").stdout


def test_why(baker: Omem) -> None:
    shown = document(baker, "persona", "show")
    for kind, thing in (("attribute", shown["attributes"][0]), ("event", shown["events"][0])):
        why = document(baker, "why", thing["id"])
        assert keys(why) == keys(["id", "kind", "evidence", "decisions", "attributes", "events"]) | {kind}
        assert why["kind"] == kind
        (evidence,) = why["evidence"]
        assert keys(evidence) == keys(
            ["message", "quote", "time", "speaker", "text", "source", "model", "topic", "clues", "skipped"]
        ) | {"earlier", "readings"}
        assert evidence["quote"] in evidence["text"]
        assert evidence["model"]
        assert keys(why["decisions"][0]) == keys(
            ["id", "action", "reason", "aspect", "value", "message", "target", "recorded"]
        )
        assert thing["id"] in baker("why", thing["id"][:9]).stdout
    message = document(baker, "ask", "baker")["messages"][0]
    why = document(baker, "why", message["id"])
    assert keys(why["message"]) == MESSAGE
    assert {a["value"] for a in why["attributes"]} == {"baker", "don't eat meat", "Porto"}
    baker("why", "nothing", code=1)


# ---------------------------------------------------------------- indexes
def test_messages(baker: Omem, tmp_path: Path) -> None:
    rows = lines(baker("messages", "--jsonl").stdout)
    assert all(keys(row) == MESSAGE for row in rows)
    assert [row["role"] for row in rows] == ["user", "assistant", "user", "assistant"]
    assert rows[0]["time"] == "2026-05-09T10:00:00+00:00"
    assert rows[0]["source"]["path"] == str(tmp_path / "chat.json")
    assert document(baker, "messages") == {"messages": rows}
    assert [
        r["id"] for r in lines(baker("messages", "--jsonl", "--since", "2026-05-10", "--role", "user").stdout)
    ] == [rows[2]["id"]]
    assert [r["id"] for r in lines(baker("messages", "--jsonl", "--before", "2026-05-10").stdout)] == [
        r["id"] for r in rows[:2]
    ]
    assert "baker" in baker("messages").stdout


def test_topics_clues_events(baker: Omem) -> None:
    assert {"topic": "work", "messages": 1} in document(baker, "topics")["topics"]
    clues = document(baker, "clues")["clues"]
    assert all(keys(clue) == {"clue", "df"} for clue in clues)
    assert {"baker", "Ines"} <= {clue["clue"] for clue in clues}
    assert [c["clue"] for c in document(baker, "clues", "ines")["clues"]] == ["Ines"]
    (event,) = document(baker, "events")["events"]
    assert keys(event) == EVENT | {"person"}
    assert document(baker, "events", "--since", "2026-06-01") == {"events": []}
    for command in ("topics", "clues", "events"):
        assert baker(command).stdout


# ---------------------------------------------------------------- preview
def test_preview_jsonl(omem: Omem, home: Path) -> None:
    omem.script(REPLIES)
    given = [
        {"text": BAKER},
        {"text": TRIP, "date": "2026-05-10", "prev": "Where were you?", "speaker": "me"},
        {"text": "thanks!"},
    ]
    text = "".join(json.dumps(row) + "\n" for row in given)
    first, second, third = lines(omem("preview", "--jsonl", "-", input=text).stdout)
    assert keys(first) == keys(["topic", "attributes", "events", "clues", "skipped", "ms"])
    assert {"aspect": "occupation", "value": "baker", "quote": "baker"} in [
        a | {"quote": "baker"} for a in first["attributes"]
    ]
    assert all(a["quote"] in BAKER for a in first["attributes"])
    assert keys(second["events"][0]) == {"event", "quote", "date"}
    assert second["events"][0]["date"] == "2026-05-09"
    assert third["skipped"]
    assert not (home / "omem.db").exists()


def test_preview_names_a_broken_line_and_goes_on(omem: Omem) -> None:
    omem.script(REPLIES)
    text = 'no json\n{"text": 5}\n{"text": "hi", "date": "last May"}\n' + json.dumps({"text": BAKER}) + "\n"
    result = omem("preview", "--jsonl", "-", input=text, code=3)
    first, second, third, good = lines(result.stdout)
    assert [x["line"] for x in (first, second, third)] == [1, 2, 3]
    assert "last May" in third["error"]
    assert good["attributes"]
    assert "line 2" in result.stderr


def test_preview_of_a_transcript(omem: Omem, chat: Chat) -> None:
    omem.script(REPLIES)
    path = chat(("user", "2026-05-09", BAKER), ("assistant", None, "Good."))
    assert "baker" in omem("preview", path).stdout
    found = document(omem, "preview", path)["messages"]
    assert keys(found[0]) == keys(
        ["text", "prev", "date", "speaker", "topic", "attributes", "events", "clues", "skipped", "ms"]
    )


# ---------------------------------------------------------------- upkeep
def test_export_and_import_are_lossless(baker: Omem, tmp_path: Path) -> None:
    text = baker("export").stdout
    other = tmp_path / "other.db"
    assert "new" not in baker("import", "-", "--db", other, input=text).stdout
    assert baker("export", "--db", other).stdout == text
    assert baker("import", "-", "--db", other, input=text).stdout == "nothing new\n"
    baker("export", "--out", tmp_path / "memory.jsonl")
    assert (tmp_path / "memory.jsonl").read_text(encoding="utf-8") == text
    assert document(baker, "ask", "baker", "--db", other)["messages"]
    baker("import", "-", "--db", other, input="rubbish\n", code=1)


def test_a_batch_goes_on_after_a_line_that_cannot_be_asked(baker: Omem) -> None:
    text = '{"query": "baker", "as_of": "some day"}\n{"query": 5}\nbaker\n'
    found = lines(baker("ask", "--batch", "-", input=text, code=3).stdout)
    assert ["error" in row for row in found] == [True, True, False]
    assert found[2]["messages"]


def test_stats_of_a_mistyped_path_make_no_file(omem: Omem, tmp_path: Path) -> None:
    missing = tmp_path / "no" / "such.db"
    result = omem("stats", "--json", "--db", missing)
    assert json.loads(result.stdout)["messages"] == 0
    assert "no memory" in result.stderr
    assert not missing.parent.exists()


def test_stats_and_doctor(baker: Omem) -> None:
    stats = document(baker, "stats")
    assert keys(
        [
            "path",
            "user",
            "bytes",
            "messages",
            "conversations",
            "pending",
            "skipped",
            "topics",
            "clues",
            "attributes",
            "events",
            "persons",
            "decisions",
            "vectors",
            "models",
        ]
    ) <= keys(stats)
    assert stats["messages"] == 4
    assert "messages" in baker("stats").stdout
    health = document(baker, "doctor")
    assert keys(health) == {"ok", "checks"}
    assert health["ok"]
    assert all(keys(check) == {"name", "ok", "detail"} for check in health["checks"])
    baker.extractor = None
    assert not document(baker, "doctor", code=1)["ok"]


def test_another_embedding_model_is_refused_until_reindex(baker: Omem, home: Path) -> None:
    from omem_cli.store import open_store

    class Other:
        fingerprint = "other-1"

        def __getattr__(self, name: str) -> Any:
            return getattr(first, name)

    first = baker.embedder
    baker.embedder = Other()
    result = baker("ask", "baker", code=1)
    assert "omem reindex" in result.stderr
    assert result.stdout == ""
    assert baker("reindex").stdout.startswith("4 messages indexed")
    assert document(baker, "ask", "baker")["tier"] == "hybrid"
    with open_store(home / "omem.db") as store:
        assert store.vectors.fingerprints("topic") == {"other-1": len(store.memories.topics())}


def test_missing_models_degrade_with_one_note_each(omem: Omem, chat: Chat) -> None:
    def missing() -> None:
        raise ModelError("the model file is gone")

    from typer.testing import CliRunner

    from omem_cli.cli import app
    from omem_cli.cli.app import Models

    models = Models(load_embedder=missing, load_extractor=missing)
    result = CliRunner().invoke(app, ["ingest", str(chat(("user", None, BAKER)))], obj=models)
    assert result.exit_code == 0
    assert result.stdout == "1 seen, 1 new, 0 known, 0 skipped, 0 failed\n"
    assert result.stderr.count("the model file is gone") == 2
    asked = CliRunner().invoke(app, ["ask", "baker", "--json"], obj=models)
    assert json.loads(asked.stdout)["tier"] == "keyword"
    assert asked.stderr.count("omem:") == 1
    assert document(omem, "clues")["clues"]
    assert document(omem, "topics")["topics"]


def test_models_and_config(omem: Omem, tmp_path: Path) -> None:
    rows = document(omem, "models", "list")["models"]
    assert [row["kind"] for row in rows] == ["embedder", "extractor"]
    assert all(keys(row) == {"kind", "name", "id", "problem"} for row in rows)
    model = tmp_path / "model.gguf"
    omem("models", "use", model, code=1)
    model.touch()
    omem("models", "use", model)
    assert document(omem, "config", "get")["extractor"] == str(model)
    omem("models", "use", "none")
    assert omem("config", "get", "extractor").stdout == "none\n"
    omem("models", "use", "default")
    assert document(omem, "config", "get", "extractor") == {"extractor": None}
    omem("config", "set", "budget", 700)
    assert omem("config", "get", "budget").stdout == "700\n"
    omem("config", "set", "budget", "many", code=2)
    omem("config", "set", "budget", "default")
    assert omem("config", "get", "budget").stdout == "1500\n"
    assert "budget" in omem("config", "get").stdout
    assert "embedder" in omem("models", "list").stdout
