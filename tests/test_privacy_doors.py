"""Redaction at every door, and a policy that changes: nothing doubles, nothing masked stays."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

Chat = Callable[..., Path]
CARD, OTHER = "4111 1111 1111 1111", "5500 0000 0000 0004"


def raw(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


def messages(omem: Omem) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(omem("messages", "--json").stdout)["messages"]
    return found


# ---------------------------------------------------------------- every door
def test_names_titles_and_paths(omem: Omem, tmp_path: Path, home: Path) -> None:
    path = tmp_path / f"chat with {CARD}.json"
    path.write_text(
        json.dumps(
            {
                "title": f"About {CARD}",
                "messages": [
                    {"role": "user", "name": f"Ines {CARD}", "content": "I like tea and cakes."},
                    {"role": "assistant", "content": "So do I, and biscuits."},
                ],
            }
        )
    )
    omem("ingest", path)
    assert CARD.encode() not in raw(home)
    assert "[card ****1111]" in messages(omem)[0]["source"]["path"]


def test_speakers(omem: Omem, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(
        f"[01/02/2026, 10:00:00] Bob {CARD}: I moved to Graz.\n[01/02/2026, 10:01:00] Eve: Nice!\n"
    )
    omem("ingest", path, "--format", "whatsapp")
    assert {m["speaker"] for m in messages(omem)} == {"Bob [card ****1111]", "Eve"}
    assert CARD.encode() not in raw(home)
    omem("ingest", path, "--format", "whatsapp", "--me", f"Bob {CARD}")
    assert {m["role"] for m in messages(omem)} == {"user", "participant"}


def test_states_of_tasks(omem: Omem, tmp_path: Path, home: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"pay": [{"with": f"card {CARD}"}], "n": 7, f"key {OTHER}": None}))
    saved = omem("checkpoint", "save", "job", "--state", state)
    assert "masked before it was stored: 2 cards" in saved.stderr
    assert CARD.encode() not in raw(home)
    assert OTHER.encode() not in raw(home)
    shown = json.loads(omem("checkpoint", "show", "job", "--json").stdout)["state"]
    assert shown == {"pay": [{"with": "card [card ****1111]"}], "n": 7, "key [card ****0004]": None}


def test_what_the_user_states_and_edits(omem: Omem, home: Path) -> None:
    omem("persona", "set", "possession", f"card {CARD}", "--person", f"Ines {OTHER}")
    (one,) = json.loads(omem("persona", "show", "--person", "Ines [card ****0004]", "--json").stdout)[
        "attributes"
    ]
    omem("persona", "edit", one["id"], f"the card {CARD}")
    assert CARD.encode() not in raw(home)
    assert OTHER.encode() not in raw(home)


def test_imports(omem: Omem, chat: Chat, home: Path, tmp_path: Path) -> None:
    omem("config", "set", "redact.card", "keep")
    script = omem.script({})
    script.default = f"topic: {CARD}\nlike: tea\nclues: {CARD}"
    omem("ingest", chat(("user", "2026-05-01", f"I like tea, and my card is {CARD}.")))
    state = tmp_path / "state.json"
    for step in (1, 2):
        state.write_text(json.dumps({"step": step, "card": CARD, "rest": ["x" * 50]}))
        omem("checkpoint", "save", "job", "--state", state)
    out = tmp_path / "out.jsonl"
    omem("export", "--out", out)
    assert CARD in out.read_text()
    omem("config", "set", "redact.card", "mask")
    other = home / "deeper" / "other.db"
    report = json.loads(omem("--db", other, "import", out, "--json").stdout)
    assert set(report) == {"added", "redacted"}
    assert report["redacted"]["card"] >= 4
    assert CARD.encode() not in raw(other.parent)
    assert json.loads(omem("--db", other, "checkpoint", "show", "job", "--json").stdout)["state"]["step"] == 2
    assert "tea" in omem("--db", other, "persona", "show", "--json").stdout
    omem("--db", other, "doctor", "--privacy")


def test_doctor_looks_everywhere(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    omem("config", "set", "redact.card", "keep")
    script = omem.script({})
    script.default = f"topic: {CARD}\npossession: {CARD}\nevent: paid with {CARD}\nclues: {CARD}"
    omem(
        "ingest",
        chat(("user", "2026-05-01", f"I own the card {CARD} and paid with {CARD}."), name=f"of {CARD}.json"),
    )
    omem("persona", "set", "hobby", f"collecting {OTHER}")
    state = tmp_path / "state.json"
    state.write_text(json.dumps([CARD]))
    omem("checkpoint", "save", f"job {CARD}", "--state", state)
    omem("config", "set", "redact.card", "mask")
    found = omem("doctor", "--privacy", "--json", code=1)
    report = json.loads(found.stdout)
    assert {row["where"] for row in report["in"]} >= {
        *("message", "source", "reading", "topic", "clue", "event", "quote", "decision", "attribute", "task"),
    }
    assert all(set(row) == {"id", "where", "kinds"} for row in report["in"])
    said = found.stdout + found.stderr + omem("doctor", "--privacy", code=1).stdout
    assert CARD not in said
    assert OTHER not in said


# ---------------------------------------------------------------- a policy that changes
POLICIES = ["keep", "mask", "drop"]


@pytest.mark.parametrize("first", POLICIES)
@pytest.mark.parametrize("then", POLICIES)
def test_a_changed_policy_doubles_nothing(omem: Omem, chat: Chat, home: Path, first: str, then: str) -> None:
    said = [
        ("user", "2026-05-01", "Good morning, I like tea."),
        ("user", "2026-05-02", f"My card is {CARD}."),
        ("user", "2026-05-02", f"My card is {OTHER}."),  # the same once it is masked or dropped
        ("user", "2026-05-03", "I live in Graz, by the way."),
    ]
    omem("config", "set", "redact.card", first)
    omem("ingest", chat(*said))
    before = messages(omem)
    omem("config", "set", "redact.card", then)
    path = chat(*said, ("user", "2026-05-04", f"And once more {CARD}."), name="grown.json")
    assert omem("ingest", path).stdout.startswith("5 seen, 1 new, 4 known")
    after = messages(omem)
    assert [m["id"] for m in after[:4]] == [m["id"] for m in before]
    assert len({m["conversation"] for m in after}) == 1
    omem("config", "set", "redact.card", "mask")
    assert omem("ingest", path).stdout.startswith("5 seen, 0 new, 5 known")
    texts = [m["text"] for m in messages(omem)]
    assert len(texts) == 5
    assert "[card ****" in texts[1]
    assert CARD.encode() not in raw(home)
    assert OTHER.encode() not in raw(home)
    assert omem("ingest", path).stdout.startswith("5 seen, 0 new, 5 known")
    assert omem("audit", "verify").exit_code == 0
    assert omem("search", "Graz", "--json").stdout.count("Graz") >= 1


def test_what_was_learned_from_the_old_words_is_learned_anew(omem: Omem, chat: Chat, home: Path) -> None:
    omem("config", "set", "redact.card", "keep")
    script = omem.script({})
    script.default = f"topic: {CARD}\npossession: card {CARD}\nclues: {CARD}"
    path = chat(("user", "2026-05-02", f"I have the card {CARD} since May."))
    omem("ingest", path)
    omem("config", "set", "redact.card", "mask")
    script.default = "topic: talk\nlike: nothing\nclues: May"
    said = omem("ingest", path)
    assert "another redaction policy" in said.stderr
    assert CARD.encode() not in raw(home)
    assert CARD not in omem("export").stdout
    omem("doctor", "--privacy")


def test_edited_messages_keep_no_old_words(omem: Omem, tmp_path: Path, home: Path) -> None:
    def export(text: str, edited: str | None) -> Path:
        one = {
            "id": 7, "type": "message", "date": "2026-05-01T10:00:00", "date_unixtime": "1777629600",
            "from": "Ines", "from_id": "user1", "text": text,
            "text_entities": [{"type": "plain", "text": text}],
        }  # fmt: skip
        if edited:
            one |= {"edited": edited, "edited_unixtime": "1777629900"}
        path = tmp_path / "result.json"
        path.write_text(json.dumps({"name": "Ines", "type": "personal_chat", "id": 1, "messages": [one]}))
        return path

    omem("config", "set", "redact.card", "keep")
    omem("ingest", export(f"Card {CARD}, I think.", None))
    omem("ingest", export(f"Card {OTHER}, I know.", "2026-05-01T10:05:00"))
    assert len(messages(omem)) == 1
    omem("config", "set", "redact.card", "mask")
    again = omem("ingest", export(f"Card {OTHER}, I know.", "2026-05-01T10:05:00"))
    assert again.stdout.startswith("1 seen, 0 new, 1 known")
    assert messages(omem)[0]["text"] == "Card [card ****0004], I know."
    assert OTHER.encode() not in raw(home)
    omem("ingest", export(f"Card {CARD}, I think.", None))
    assert CARD.encode() not in raw(home)


def test_erased_messages_stay_out_under_another_policy(omem: Omem, chat: Chat, home: Path) -> None:
    omem("config", "set", "redact.card", "keep")
    path = chat(("user", "2026-05-01", "Hello there."), ("user", "2026-05-02", f"My card is {CARD}."))
    omem("ingest", path)
    omem("forget", "--message", messages(omem)[1]["id"], "--yes")
    omem("config", "set", "redact.card", "mask")
    assert omem("ingest", path).stdout.startswith("2 seen, 0 new, 1 known, 1 skipped")


def test_a_memory_without_a_log_of_policies(omem: Omem, chat: Chat, home: Path) -> None:
    path = chat(("user", "2026-05-02", "Write to ines@example.org."), ("user", "2026-05-03", "Please."))
    omem("ingest", path)
    conn = sqlite3.connect(home / "omem.db")
    conn.execute("DROP TRIGGER audit_delete")
    conn.execute("DELETE FROM audit")
    conn.execute("DELETE FROM audit_head")
    conn.commit()
    conn.close()
    omem("config", "set", "redact.email", "mask")
    assert omem("ingest", path).stdout.startswith("2 seen, 0 new, 2 known")
    assert messages(omem)[0]["text"] == "Write to [email]."
