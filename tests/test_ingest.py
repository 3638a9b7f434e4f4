"""What `omem ingest` does beyond storing: formats, edits, names, columns, embedding later."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from fakes import HashEmbedder

from omem_cli.transcripts import FORMATS


def put(path: Path, content: Any) -> Path:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def messages(omem: Omem, *words: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in omem("messages", "--jsonl", *words).stdout.splitlines()]


# ---------------------------------------------------------------- formats
def test_all_formats_are_listed_with_a_line_each(omem: Omem) -> None:
    shown = omem("formats").stdout
    assert all(name in shown for name in FORMATS)
    listed = json.loads(omem("formats", "--json").stdout)
    assert set(listed) == {"formats"}
    assert [f["name"] for f in listed["formats"]] == list(FORMATS)
    assert all(set(f) == {"name", "what", "how"} and f["what"] and f["how"] for f in listed["formats"])


def test_a_file_that_no_format_takes_says_what_would_work(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "odd.json", {"shopping": ["oats", "figs"]})
    said = omem("ingest", "--no-extract", path, code=1).stderr
    assert len(said.splitlines()) == 1
    for word in (
        "looked for",
        "whatsapp",
        "csv (or generic-csv)",
        "--format generic-csv",
        '"role": "user"',
        "omem formats",
    ):
        assert word in said


@pytest.mark.parametrize("name", ["csv", "generic-csv"])
def test_generic_csv_names_the_table_format(omem: Omem, tmp_path: Path, name: str) -> None:
    path = put(tmp_path / "a.csv", "speaker,text\nAnn,I moved to Oslo\nBen,When?\n")
    omem("ingest", path, "--format", name)
    assert [m["speaker"] for m in messages(omem)] == ["Ann", "Ben"]


# ---------------------------------------------------------------- edited messages
BAKER = "I've worked as a baker in Porto for ten years now."
COOK = "I've worked as a cook in Porto for ten years now."
REPLIES = {
    BAKER: "topic: work\noccupation: baker\nlocation: Porto\nclues: baker; Porto\n",
    COOK: "topic: work\noccupation: cook\nlocation: Porto\nclues: cook; Porto\n",
}


def telegram(text: str, edited: int | None = None) -> dict[str, Any]:
    said = {"id": 7, "type": "message", "date": "2026-03-01T10:00:00", "date_unixtime": "1772355600"}
    message = {**said, "from": "Ann", "from_id": "user1", "text": text}
    if edited:
        message["edited_unixtime"] = str(edited)
    other = {**said, "id": 8, "from": "Ben", "from_id": "user2", "text": "And you?"}
    return {"name": "Ben", "type": "personal_chat", "id": 99, "messages": [message, other]}


def discord(text: str, edited: int | None = None) -> dict[str, Any]:
    def one(id: str, name: str, said: str, at: str | None) -> dict[str, Any]:
        return {"id": id, "type": "Default", "timestamp": "2026-03-01T10:00:00+00:00", "timestampEdited": at,
                "content": said, "author": {"id": name, "name": name, "isBot": False}}  # fmt: skip

    at = f"2026-03-01T11:00:{edited % 60:02}+00:00" if edited else None
    messages = [one("7", "Ann", text, at), one("8", "Ben", "And you?", None)]
    return {"guild": {"id": "1"}, "channel": {"id": "99", "name": "x"}, "messages": messages}


def slack(text: str, edited: int | None = None) -> list[dict[str, Any]]:
    first: dict[str, Any] = {"type": "message", "user": "Ann", "ts": "1772355600.000100", "text": text}
    if edited:
        first["edited"] = {"user": "Ann", "ts": f"{edited}.000000"}
    return [first, {"type": "message", "user": "Ben", "ts": "1772355601.000100", "text": "And you?"}]


def chatgpt(text: str, edited: int | None = None) -> list[dict[str, Any]]:
    def node(parent: str | None, role: str, said: str) -> dict[str, Any]:
        content = {"content_type": "text", "parts": [said]}
        return {"parent": parent, "message": {"author": {"role": role}, "content": content}}

    mapping: dict[str, Any] = {
        "root": {"parent": None, "message": None},
        "u1": node("root", "user", text if not edited else BAKER),
        "a1": node("u1", "assistant", "Nice."),
    }
    if edited:
        mapping |= {"u2": node("root", "user", text), "a2": node("u2", "assistant", "Good.")}
    return [{"conversation_id": "c-1", "mapping": mapping, "current_node": "a2" if edited else "a1"}]


def whatsapp(text: str, edited: int | None = None) -> str:
    mark = "\u200e<This message was edited>" if edited else ""
    return (
        "01/03/2026, 10:00 - Ann: Hi\n01/03/2026, 10:00 - Ann: And hello\n"
        + "".join(f"01/03/2026, 10:01 - Ben: number {n}\n" for n in range(20))
        + f"01/03/2026, 10:00 - Ann: {text}{mark}\n25/03/2026, 10:00 - Ben: And you?\n"
    )


WRITERS = [telegram, discord, slack, chatgpt, whatsapp]


def name(writer: Any) -> str:
    return str(writer.__name__)


@pytest.mark.parametrize("writer", WRITERS, ids=name)
def test_an_edited_message_takes_the_place_of_its_earlier_text(
    omem: Omem, tmp_path: Path, writer: Any
) -> None:
    omem.script(REPLIES)
    old = put(tmp_path / "old.json", writer(BAKER))
    new = put(tmp_path / "new.json", writer(COOK, 1772359200))
    omem("ingest", old)
    before = messages(omem)
    report = json.loads(omem("ingest", new, "--json").stdout)
    assert (report["new"], report["failed"], report["edited"] >= 1) == (0, 0, True)
    after = messages(omem)
    assert [m["id"] for m in after] == [m["id"] for m in before]
    (edited,) = [m for m in after if m["text"] == COOK]
    assert not [m for m in after if m["text"] == BAKER]
    assert COOK in omem("search", "cook", "--json").stdout
    found = omem("search", "Porto", "--json").stdout + omem("ask", "--prompt", "baker Porto").stdout
    assert BAKER not in found
    person = [] if edited["role"] == "user" else ["--person", "Ann"]
    shown = json.loads(omem("persona", "show", "--history", "--json", *person).stdout)["attributes"]
    assert sorted(a["value"] for a in shown) == ["Porto", "cook"]
    why = json.loads(omem("why", edited["id"], "--json").stdout)
    assert [e["text"] for e in why["evidence"][0]["earlier"]] == [BAKER]
    assert "before its edit" in omem("why", edited["id"]).stdout
    # The same again, and the older export again, change nothing.
    for path in (new, old, new):
        again = json.loads(omem("ingest", path, "--json").stdout)
        assert (again["new"], again["edited"]) == (0, 0)
    assert messages(omem) == after


def test_edits_are_exported_and_come_back(omem: Omem, tmp_path: Path) -> None:
    omem("ingest", "--no-extract", put(tmp_path / "a.json", telegram(BAKER)))
    omem("ingest", "--no-extract", put(tmp_path / "b.json", telegram(COOK, 1772359200)))
    whole = omem("export").stdout
    omem("--db", tmp_path / "copy.db", "import", put(tmp_path / "all.jsonl", whole))
    assert omem("--db", tmp_path / "copy.db", "export").stdout == whole
    again = json.loads(omem("--db", tmp_path / "copy.db", "ingest", tmp_path / "b.json", "--json").stdout)
    assert (again["new"], again["edited"]) == (0, 0)


def test_an_export_from_before_the_edit_that_comes_later_is_only_kept(omem: Omem, tmp_path: Path) -> None:
    omem("ingest", "--no-extract", put(tmp_path / "b.json", telegram(COOK, 1772359200)))
    report = json.loads(
        omem("ingest", "--no-extract", put(tmp_path / "a.json", telegram(BAKER)), "--json").stdout
    )
    assert (report["new"], report["edited"]) == (0, 0)
    (message,) = [m for m in messages(omem) if m["speaker"] == "Ann"]
    assert message["text"] == COOK
    assert "before its edit" in omem("why", message["id"]).stdout


def test_one_id_of_two_messages_makes_no_edit(omem: Omem, tmp_path: Path) -> None:
    chat = telegram("one")
    chat["messages"][1]["id"] = 7
    path = put(tmp_path / "a.json", chat)
    omem("ingest", "--no-extract", path)
    assert [m["text"] for m in messages(omem)] == ["one", "And you?"]
    assert "0 new, 2 known" in omem("ingest", "--no-extract", path).stdout


def test_copies_in_resumed_sessions_are_stored_once(omem: Omem, tmp_path: Path) -> None:
    def line(session: str, uuid: str, text: str, **more: Any) -> str:
        said = {"type": "user", "sessionId": session, "uuid": uuid, "timestamp": "2026-03-01T10:00:00.000Z"}
        return json.dumps({**said, "message": {"role": "user", "content": text}, **more})

    put(tmp_path / "a.jsonl", "\n".join([line("a", "1", "first"), line("a", "2", "second")]))
    put(
        tmp_path / "b.jsonl",
        "\n".join([line("b", "1", "first"), line("b", "2", "second"), line("b", "3", "new")]),
    )
    fork = {"forkedFrom": {"sessionId": "b", "messageUuid": "3"}}
    put(tmp_path / "c.jsonl", "\n".join([line("c", "9", "new", **fork), line("c", "10", "newer")]))
    assert "4 new, 3 known" in omem("ingest", "--no-extract", tmp_path).stdout
    assert [m["text"] for m in messages(omem)] == ["first", "second", "new", "newer"]


@pytest.mark.parametrize(
    ("records", "stored"),
    [
        # A record a turn: what is said again is new.
        (["I moved to Oslo|ok", "yes|ok", "yes|ok"], "I moved to Oslo|ok|yes|ok|yes|ok"),
        (["I moved to Oslo|ok", "yes|ok", "yes|no|ok"], "I moved to Oslo|ok|yes|ok|yes|no|ok"),
        (["I moved to Oslo", "ok", "yes", "ok", "yes", "ok"], "I moved to Oslo|ok|yes|ok|yes|ok"),
        # A log that has the conversation anew with each answer.
        (["hi|ok", "hi|ok|more|ok", "hi|ok|more|ok"], "hi|ok|more|ok"),
        (["hi|ok", "hi|ok|more|ok", "yes|ok"], "hi|ok|more|ok|yes|ok"),
        (["hi|ok", "yes|ok", "hi|ok|yes|ok|more|ok"], "hi|ok|yes|ok|more|ok"),
        (["hi|no", "yes|good", "yes|good|more|fine"], "hi|no|yes|good|more|fine"),
    ],
)
@pytest.mark.parametrize("between", [False, True])
def test_records_of_one_session_without_times(
    omem: Omem, tmp_path: Path, records: list[str], stored: str, between: bool
) -> None:
    def record(id: str, said: str) -> str:
        turns = [
            {"role": "assistant" if text in ("ok", "no", "good", "fine") else "user", "content": text}
            for text in said.split("|")
        ]
        return json.dumps({"conversation_id": id, "messages": turns})

    lines = [record("S", said) for said in records]
    if between:
        lines = [line for n, one in enumerate(lines) for line in (one, record(f"T{n}", "other|ok"))]
    path = tmp_path / "log.jsonl"
    for count in (len(lines) // 2, len(lines), len(lines)):
        put(path, "\n".join(lines[:count]) + "\n")
        omem("ingest", "--no-extract", "--no-embed", path)
    found = [m["text"] for m in messages(omem) if m["conversation"] == messages(omem)[0]["conversation"]]
    assert found == stored.split("|")
    again = json.loads(omem("ingest", "--no-extract", "--no-embed", "--json", path).stdout)
    assert again["new"] == 0


# ---------------------------------------------------------------- columns of a table
@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("Sent;Who;Body;Mood\n2026-03-01 10:00;Ann;I moved to Oslo;glad\n2026-03-01 10:01;Ben;When?;\n",
         "time=Sent,speaker=who,text=Body"),
        ("2026-03-01 10:00\tAnn\tI moved to Oslo\n2026-03-01 10:01\tBen\tWhen?\n", "time=1,speaker=2,text=3"),
        ("speaker,notes,text,when\nAnn,x,I moved to Oslo,2026-03-01 10:00\nBen,y,When?,2026-03-01 10:01\n",
         "time=when"),
    ],
)  # fmt: skip
def test_the_columns_of_a_table_can_be_told(omem: Omem, tmp_path: Path, content: str, columns: str) -> None:
    omem("ingest", "--no-extract", put(tmp_path / "a.tsv", content), "--columns", columns, "--tz", "UTC")
    assert [(m["speaker"], m["text"], m["time"]) for m in messages(omem)] == [
        ("Ann", "I moved to Oslo", "2026-03-01T10:00:00+00:00"),
        ("Ben", "When?", "2026-03-01T10:01:00+00:00"),
    ]


def test_columns_that_are_not_there_are_named(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", "Sent,Who,Body\n2026-03-01,Ann,hi\n")
    said = omem("ingest", path, "--no-extract", "--columns", "speaker=Who,text=Says", code=1).stderr
    assert "'Says'" in said
    assert "Sent, Who, Body" in said
    said = omem("ingest", path, "--no-extract", "--format", "generic-csv", code=1).stderr
    assert "--columns speaker=NAME" in said
    omem("ingest", path, "--columns", "who=Who", code=2)
    omem("ingest", path, "--columns", "text=Body", "--format", "whatsapp", code=2)


# ---------------------------------------------------------------- who of them is the user
ANN = "I've worked as a baker in Porto for ten years now."
SIGNED = "[2026-03-01 10:00] Ann: {}\n[2026-03-01 10:01] Ben: Nice to hear.\n"


def roles(omem: Omem) -> dict[str, str]:
    return {m["speaker"]: m["role"] for m in messages(omem)}


def aspects(omem: Omem, *words: object) -> set[str]:
    shown = json.loads(omem("persona", "show", "--json", *words, code=None).stdout or "{}")
    return {a["value"] for a in shown.get("attributes", [])}


def test_me_makes_one_of_them_the_user(omem: Omem, tmp_path: Path) -> None:
    omem.script({ANN: REPLIES[BAKER]})
    omem("ingest", put(tmp_path / "a.txt", SIGNED.format(ANN)), "--me", "ann")
    assert roles(omem) == {"Ann": "user", "Ben": "participant"}
    assert aspects(omem) == {"baker", "Porto"}


def test_me_is_remembered_for_the_file_the_chat_and_the_partners(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", SIGNED.format("hi"))
    omem("ingest", "--no-extract", path, "--me", "Ann")
    put(path, SIGNED.format("hi") + "[2026-03-02 10:00] Ann: more\n")  # grown
    assert "--me" not in omem("ingest", "--no-extract", path).stderr
    put(path, SIGNED.format("something else"))  # another chat in the same file
    omem("ingest", "--no-extract", path)
    omem("ingest", "--no-extract", put(tmp_path / "b.txt", SIGNED.format("another file")))
    assert {(m["speaker"], m["role"]) for m in messages(omem)} == {("Ann", "user"), ("Ben", "participant")}
    other = "[2026-03-01 10:00] Ann: hello\n[2026-03-01 10:01] Zoe: a stranger's Ann\n"
    said = omem("ingest", "--no-extract", put(tmp_path / "c.txt", other)).stderr
    assert "Ann, Zoe speak in it" in said
    assert "--me" in said


def test_naming_oneself_later_moves_what_was_learned(omem: Omem, tmp_path: Path) -> None:
    omem.script({ANN: REPLIES[BAKER]})
    path = put(tmp_path / "a.txt", SIGNED.format(ANN))
    assert "--me" in omem("ingest", path).stderr
    assert aspects(omem, "--person", "Ann") == {"baker", "Porto"}
    assert "0 new, 2 known" in omem("ingest", path, "--me", "Ann").stdout
    assert aspects(omem) == {"baker", "Porto"}
    assert aspects(omem, "--person", "Ann") == {"baker", "Porto"}  # that is the user now


def test_a_name_that_nobody_has_is_said(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", SIGNED.format("hi"))
    assert "nobody is called Cleo in it, only Ann, Ben" in omem("ingest", path, "--me", "Cleo").stderr


# ---------------------------------------------------------------- edits at the beginning of a chat
SAID = [
    f"01/05/2026, 10:{10 + i} - {('Ann', 'Ben')[i % 2]}: {text}"
    for i, text in enumerate(("Shall we go to the lake?", "At four.", "I bring bread.", "Good.", "See you!"))
]
EDITED = " <This message was edited>"


def after(edits: dict[int, str]) -> str:
    lines = [*SAID, "01/05/2026, 15:00 - Ann: Where are you?", "01/05/2026, 15:01 - Ben: Here."]
    for number, text in edits.items():
        lines[number] = f"{lines[number].rsplit(': ', 1)[0]}: {text}{EDITED}"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("edits", [{0: "To the sea?"}, {1: "At five."}, {0: "To the sea?", 4: "Bye!"}])
def test_an_edit_at_its_beginning_makes_no_new_chat(
    omem: Omem, tmp_path: Path, edits: dict[int, str]
) -> None:
    path = tmp_path / "chat.txt"

    def ingest(content: str) -> tuple[int, int, int]:
        report = json.loads(omem("ingest", "--json", put(path, content)).stdout)
        return report["new"], report["known"], report["edited"]

    assert ingest("\n".join(SAID) + "\n") == (5, 0, 0)
    assert ingest(after(edits)) == (2, 5, len(edits))
    assert ingest(after(edits)) == (0, 7, 0)
    assert ingest("\n".join(SAID) + "\n") == (0, 5, 0)  # an older export changes nothing
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert len({row["conversation"] for row in rows}) == 1
    assert {number: rows[number]["text"] for number in edits} == edits


@pytest.mark.parametrize("edits", [{0: "To the sea?"}, {1: "At five."}, {0: "To the sea?", 4: "Bye!"}])
@pytest.mark.parametrize("moved", [False, True])
def test_an_export_from_before_the_edits_makes_no_new_chat(
    omem: Omem, tmp_path: Path, edits: dict[int, str], moved: bool
) -> None:
    path, memory = tmp_path / "chat.txt", ("--db", tmp_path / "one.db")

    def ingest(content: str) -> tuple[int, int, int]:
        report = json.loads(omem(*memory, "ingest", "--json", put(path, content)).stdout)
        return report["new"], report["known"], report["edited"]

    assert ingest(after(edits)) == (7, 0, 0)
    if moved:
        omem(*memory, "export", "--out", tmp_path / "all.jsonl")
        memory = ("--db", tmp_path / "other.db")
        omem(*memory, "import", tmp_path / "all.jsonl")
    before = "\n".join(SAID) + "\n"
    for _ in range(2):
        assert ingest(before) == (0, 5, 0)
        assert ingest(after(edits)) == (0, 7, 0)
    rows = [json.loads(line) for line in omem(*memory, "messages", "--jsonl").stdout.splitlines()]
    assert (len(rows), len({row["conversation"] for row in rows})) == (7, 1)
    assert {number: rows[number]["text"] for number in edits} == edits
    number = max(edits)
    why = json.loads(omem(*memory, "why", rows[number]["id"], "--json").stdout)
    assert SAID[number].rsplit(": ", 1)[1] in json.dumps(why)


def test_another_chat_that_begins_with_an_edit_is_another_one(omem: Omem, tmp_path: Path) -> None:
    omem("ingest", put(tmp_path / "a.txt", "\n".join(SAID) + "\n"))
    other = after({0: "Hi."}).replace("Ben: At four.", "Ben: No idea.")
    omem("ingest", put(tmp_path / "b.txt", other))
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert (len(rows), len({row["conversation"] for row in rows})) == (12, 2)


# ---------------------------------------------------------------- later
def test_embedding_can_wait(omem: Omem, chat: Any) -> None:
    path = chat(("user", None, "The gate code is blue."), ("assistant", None, "Noted."))
    said = omem("ingest", "--no-extract", "--no-embed", path)
    assert "2 new" in said.stdout
    assert "omem reindex" in said.stderr
    assert json.loads(omem("stats", "--json").stdout)["vectors"] == {}
    assert "2 messages to be indexed" in omem("doctor", code=None).stdout
    first = omem("search", "gate", "--json")
    assert "gate code" in first.stdout
    assert "2 messages were indexed first" in first.stderr
    assert "indexed" not in omem("ask", "gate code", "--json").stderr
    assert json.loads(omem("reindex", "--json").stdout) == {"messages": 2, "vectors": 2}


def test_vectors_are_given_so_many_minutes(omem: Omem, chat: Any) -> None:
    omem("config", "set", "embed_minutes", "0")
    path = chat(("user", None, "The gate code is blue."), ("assistant", None, "Noted."))
    said = omem("ingest", "--no-extract", path)
    assert "2 messages have no vector yet" in said.stderr
    assert "omem reindex --missing" in said.stderr
    assert json.loads(omem("stats", "--json").stdout)["vectors"] == {}
    assert "gate code" in omem("search", "gate", "--json").stdout
    assert "2 messages without a vector" in omem("doctor", code=None).stdout
    assert json.loads(omem("ingest", "--no-extract", path, "--json").stdout)["unembedded"] == 2
    assert json.loads(omem("reindex", "--missing", "--json").stdout) == {"messages": 2, "vectors": 2}
    assert json.loads(omem("reindex", "--missing", "--json").stdout) == {"messages": 2, "vectors": 0}
    assert "without a vector" not in omem("doctor", code=None).stdout


def test_what_people_said_gets_its_vectors_first(omem: Omem, chat: Any) -> None:
    asked: list[str] = []

    class Noting(HashEmbedder):
        def encode_documents(self, texts: Any) -> Any:
            asked.extend(texts)
            return super().encode_documents(texts)

    omem.embedder = Noting()
    turns = [("user", None, "Is it cold?"), ("assistant", None, "No."), ("user", None, "I'll take a coat.")]
    omem("ingest", "--no-extract", chat(*turns))
    assert asked == ["Is it cold?", "I'll take a coat.", "No."]


@pytest.mark.parametrize("given", ["-1", "soon", "1.5"])
def test_minutes_are_a_whole_number(omem: Omem, given: str) -> None:
    assert "a whole number of minutes" in omem("config", "set", "embed_minutes", "--", given, code=2).stderr
