"""What is found in text, and that it is nowhere afterwards: in no file, no prompt, on no terminal."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.privacy import KINDS, Policy, Redactor, access, credentials, numbers, passwords
from omem_cli.privacy.policy import DEFAULTS
from omem_cli.privacy.redact import FINDERS, find, plain_digits
from omem_cli.privacy.signs import suspects
from omem_cli.records import Conversation, Location, Role, Turn

Chat = Callable[..., Path]

MASKED = [kind for kind, action in DEFAULTS.items() if action != "keep"]
LABELLED = Path(__file__).with_name("data") / "redaction.jsonl"
CARD, SSN, ID = "4111 1111 1111 1111", "219-09-9321", "11010519491231002X"
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
SECRET = "wJalrXUtnFEMI/K7MDENG" + "/bPxRfiCYEXAMPLEKEY"


def labelled() -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    """(text, labelled pieces). `⟦kind:piece⟧` marks a piece; `¦` only keeps scanners from seeing keys."""
    for line in LABELLED.read_text("utf-8").splitlines():
        text, pieces = "", []
        marked = json.loads(line)["text"].replace("¦", "")
        for match in re.finditer(r"⟦(\w+):([^⟧]*)⟧|([^⟦]+)", marked):
            if match[1]:
                pieces.append((len(text), len(text) + len(match[2]), match[1]))
            text += match[2] or match[3]
        yield text, pieces


def test_recall_and_precision_on_the_labelled_set() -> None:
    known, missed, wrong = Counter[str](), Counter[str](), 0
    empty = lines = 0
    for text, pieces in labelled():
        lines, empty = lines + 1, empty + (not pieces)
        found = find(text, MASKED)
        for start, end, kind in pieces:
            known[kind] += 1
            missed[kind] += not any(f.start <= start and end <= f.end and f.kind == kind for f in found)
        wrong += sum(not any(f.start < end and start < f.end for start, end, _ in pieces) for f in found)
    assert lines >= 300
    assert 0.4 < empty / lines < 0.6
    assert set(known) == set(MASKED)
    hits = {kind: 1 - missed[kind] / known[kind] for kind in known}
    assert all(hits[kind] >= 0.98 for kind in ("card", "ssn", "chinese_id", "key")), hits
    assert sum(known.values()) - sum(missed.values()) >= 0.98 * sum(known.values()), hits
    assert 1 - wrong / sum(known.values()) >= 0.99


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"Card {CARD} is a test card.", "Card [card ****1111] is a test card."),
        (f"SSN {SSN}, id {ID}", "SSN [ssn], id [id]"),
        ("My password is Zaunkoenig-77, ok?", "My password is [password], ok?"),
        (f"key {AWS} and secret {SECRET} please", "key [key] and secret [key] please"),
        ("write to ines@example.org or +44 20 7946 0018", "write to ines@example.org or +44 20 7946 0018"),
        ("nothing to see here", "nothing to see here"),
        ("wifi password at mum's is bluewhale-7431", "wifi password at mum's is [password]"),
        ("Türcode 5512#, then push", "Türcode [password], then push"),
        ("le mot de passe du wifi est tournesol-31", "le mot de passe du wifi est [password]"),
        (
            "I forgot the password, the door code and my PIN",
            "I forgot the password, the door code and my PIN",
        ),
    ],
)
def test_marks(text: str, masked: str) -> None:
    assert Redactor().text(text) == masked


def test_policies() -> None:
    text = f"pay {CARD} and write to ines@example.org, +44 20 7946 0018"
    every = Policy(dict.fromkeys(KINDS, "mask"))
    assert Redactor(every).text(text) == "pay [card ****1111] and write to [email], [phone]"
    assert Redactor(Policy(dict.fromkeys(KINDS, "drop"))).text(text) == "pay  and write to ,"
    assert Redactor(Policy(dict.fromkeys(KINDS, "keep"))).text(text) == text
    redactor = Redactor(every)
    redactor.text(text)
    assert redactor.counts == {"card": 1, "email": 1, "phone": 1}
    assert Redactor(Policy({"card": "drop"})).text(CARD) == "[card]"


PIECES = sorted({piece for text, _ in labelled() for piece in re.findall(r"\S+\s?", text)})
PATTERNS = [
    found
    for module in (access, credentials, numbers, passwords)
    for found in vars(module).values()
    if isinstance(found, re.Pattern)
]
NEAR_SECRETS = st.one_of(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join),
    st.sampled_from([text for text, pieces in labelled() if pieces]).flatmap(
        lambda text: st.sampled_from((text.upper(), text.lower(), text.title(), text.replace("i", "İ")))
    ),
    st.sampled_from(PATTERNS).flatmap(st.from_regex),
)


@given(NEAR_SECRETS)
def test_a_finder_that_is_not_asked_would_find_nothing(text: str) -> None:
    plain = plain_digits(text)
    asked = suspects(plain)
    assert asked == [kind for kind in FINDERS if kind in asked]
    assert not {kind for kind, finder in FINDERS.items() if any(finder(plain))} - set(asked)


def test_masking_twice_changes_nothing() -> None:
    for text, _ in labelled():
        once = Redactor().text(text)
        assert Redactor().text(once) == once


def test_long_and_hostile_texts_take_no_time() -> None:
    for piece in (
        "1",
        "1 ",
        "a_",
        "a.",
        "password ",
        "token: ",
        "DE89",
        "-----BEGIN PRIVATE KEY-----",
        "密码",
    ):
        begun = time.monotonic()
        Redactor().text(piece * (200_000 // len(piece)))
        assert time.monotonic() - begun < 20, piece


def test_ids_say_nothing_about_what_was_masked() -> None:
    def turn(number: str) -> Turn:
        return Turn(Conversation("1"), "user", Role.USER, None, f"Card {number}", Location("a"))

    one, other = (Redactor().turn(turn(n)) for n in ("4539 0005 6362 1111", "4111 1111 1111 1111"))
    assert one == other


# ---------------------------------------------------------------- in the commands
def raw(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


def secret_chat(chat: Chat) -> Path:
    return chat(
        ("user", "2026-06-12", f"Deploy with AWS key {AWS} and secret {SECRET} please."),
        ("assistant", "2026-06-12T10:01:00+00:00", "Using the key you pasted."),
        ("user", "2026-06-13", "My database password is Zaunkoenig-EXAMPLE-77 and I live in Graz."),
        ("user", "2026-06-14", f"Card {CARD} is mine. Mail me at zilke@example.org. I like tea."),
    )


def test_nothing_of_it_reaches_file_or_model(omem: Omem, chat: Chat, home: Path) -> None:
    script = omem.script({})
    script.default = (
        "topic: x\nlike: tea\noccupation: zilke@example.org\npossession: [card ****1111]\nclues: "
    )
    path = secret_chat(chat)
    report = json.loads(omem("ingest", path, "--json").stdout)
    assert report["redacted"] == {"card": 1, "key": 2, "password": 1}
    assert report["files"][0]["redacted"] == report["redacted"]
    parts = (AWS, SECRET[:12], "Zaunkoenig", CARD, CARD.replace(" ", ""))
    stored, asked = raw(home).decode("utf-8", "replace"), repr(script.asked)
    assert not any(part in stored or part in asked for part in parts)
    assert "zilke@example.org" in omem("messages", "--json").stdout
    profile = omem("persona", "show", "--history", "--json").stdout
    assert "tea" in profile
    assert "zilke" not in profile
    assert "****" not in profile
    again = json.loads(omem("ingest", path, "--json").stdout)
    assert (again["new"], again["known"]) == (0, 4)
    assert "masked before it was stored: 1 card, 2 keys, 1 password" in omem("ingest", path).stderr


def test_preview_answer_and_errors_are_masked_too(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    script = omem.script({})
    line = json.dumps({"text": f"My card is {CARD} and I really like tea.", "prev": f"key {AWS}"})
    omem("preview", "--jsonl", "-", input=line)
    omem("preview", secret_chat(chat))
    assert CARD not in repr(script.asked)
    assert AWS not in repr(script.asked)
    said = omem("preview", "--jsonl", "-", input=f"no json {CARD}", code=3).stderr
    assert "[card ****1111]" in said
    assert CARD not in said
    omem("ingest", chat(("user", None, "I like tea and cake.")))
    asked: list[str] = []
    script.answer = lambda prompt, most: asked.append(prompt) or "ok"
    omem("ask", "--answer", f"is {CARD} tea?")
    assert "[card ****1111]" in asked[0]
    assert CARD not in asked[0]


def test_what_is_masked_is_still_found(omem: Omem, chat: Chat) -> None:
    omem(
        "ingest",
        chat(
            ("user", "2026-06-12", "wifi password at mum's flat is bluewhale-7431"),
            ("user", "2026-06-12", "The gate code is 8830, mind the dog"),
            *[("user", "2026-06-13", f"nothing of note on day {day}") for day in range(30)],
        ),
    )
    for question, shown in (
        ("what is the wifi password?", "mum's flat is [password]"),
        ("gate code", "[password]"),
    ):
        best = json.loads(omem("ask", question, "--json").stdout)["messages"][0]["text"]
        assert shown in best
    assert "bluewhale" not in omem("messages", "--json").stdout
    assert "8830" not in omem("messages", "--json").stdout


def test_settings(omem: Omem, chat: Chat) -> None:
    omem("config", "set", "redact.card", "keep")
    omem("config", "set", "redact.email", "mask")
    assert "keep, mask or drop" in omem("config", "set", "redact.card", "burn", code=2).stderr
    omem("ingest", secret_chat(chat))
    stored = omem("messages", "--json").stdout
    assert CARD in stored
    assert "[email]" in stored


def test_what_the_user_states_is_masked_but_may_be_an_address(omem: Omem) -> None:
    omem("persona", "set", "possession", f"card {CARD}")
    omem("persona", "set", "name", "ines@example.org")
    shown = omem("persona", "show", "--json").stdout
    assert CARD not in shown
    assert "ines@example.org" in shown


def test_doctor_finds_what_an_older_memory_holds(omem: Omem, chat: Chat) -> None:
    omem("config", "set", "redact.card", "keep")
    path = secret_chat(chat)
    omem("ingest", path)
    clean: Any = json.loads(omem("doctor", "--privacy", "--json").stdout)
    assert clean == {"ok": True, "scanned": clean["scanned"], "found": {}, "in": []}
    omem("config", "set", "redact.card", "mask")
    found = omem("doctor", "--privacy", "--json", code=1)
    report = json.loads(found.stdout)
    assert report["found"] == {"card": 1}
    assert CARD not in found.stdout + found.stderr + omem("doctor", "--privacy", code=1).stdout
    omem("ingest", path)
    assert "[card ****1111]" in omem("messages", "--json").stdout
    omem("doctor", "--privacy")


@pytest.mark.parametrize("model", [True, False], ids=["a model", "words alone"])
def test_a_mark_is_no_word_of_the_writer(omem: Omem, chat: Chat, model: bool) -> None:
    told = "Das PW für die Hütte ist Gipfel#2026!"
    masked = told.replace("Gipfel#2026!", "[password]")
    own = f"My bank wants the card {CARD} at the counter"
    if model:
        values = "possession: [password]\nlike: password\nclues: password; [password]; Hütte\n"
        omem.script({masked: f"topic: Hütte password\n{values}"})
    omem("ingest", chat(("user", "2026-05-01", told), ("user", "2026-05-02", own)))
    clues = {row["clue"] for row in json.loads(omem("clues", "--json").stdout)["clues"]}
    topics = " ".join(row["topic"] for row in json.loads(omem("topics", "--json").stdout)["topics"])
    assert "Hütte" in {clue.capitalize() for clue in clues}
    assert not [clue for clue in clues if "password" in clue]
    assert "password" not in topics
    assert not [
        a for a in json.loads(omem("persona", "show", "--json").stdout)["attributes"] if "pass" in str(a)
    ]
    rows = json.loads(omem("preview", "-", "--json", input=told).stdout)["messages"]
    assert "password" not in str(rows[0]["clues"]) + rows[0]["topic"]
