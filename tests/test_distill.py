"""Many similar memories become one preference with all their evidence, and part again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

HOTELS = (
    ("business hotel near the metro", "booked a business hotel near the metro"),
    ("non-smoking business hotel, metro stop", "a non-smoking business hotel, metro stop please"),
    ("quiet business hotel metro", "any quiet business hotel metro"),
)


@pytest.fixture
def guest(omem: Any, chat: Any) -> Callable[..., Any]:
    """Somebody who likes hotels; one of the likes is an event."""
    lines = [
        {"text": HOTELS[0][1], "attributes": [{"aspect": "like", "value": HOTELS[0][0]}]},
        {"text": HOTELS[1][1], "attributes": [{"aspect": "like", "value": HOTELS[1][0]}]},
        {"text": HOTELS[2][1], "events": [{"event": HOTELS[2][0]}]},
        {"text": "choir tonight", "attributes": [{"aspect": "hobby", "value": "choir"}]},
    ]
    turns = [("user", f"2026-05-0{n}", line["text"]) for n, line in enumerate(lines, 1)]
    omem("ingest", chat(*turns), "--no-extract")
    omem("persona", "decide", "--candidates", "-", input="\n".join(map(json.dumps, lines)))
    return omem


def shown(omem: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(omem("persona", "show", "--history", "--json").stdout)
    return found


def test_similar_likes_become_one_preference_and_part_again(guest: Any) -> None:
    before = shown(guest)
    dry = json.loads(guest("distill", "--dry-run", "--json").stdout)
    assert dry["dry_run"] is True
    assert shown(guest) == before
    done = json.loads(guest("distill", "--json").stdout)
    (row,) = done["distilled"]
    assert row.keys() == {"id", "person", "aspect", "value", "by", "members"}
    assert (row["aspect"], row["by"]) == ("like", "words")
    assert {m["aspect"] for m in row["members"]} == {"like", "event"}
    assert "business hotel" in row["value"]
    after = shown(guest)
    current = {a["value"]: a for a in after["attributes"] if a["status"] == "current"}
    assert current.keys() == {row["value"], "choir"}
    assert len(current[row["value"]]["evidence"]) == 3
    past = [a for a in after["attributes"] if a["status"] == "past"]
    assert {a["superseded_by"] for a in past} == {row["id"]}
    assert after["events"] == before["events"]
    assert guest("distill").stdout == "nothing is alike enough to be distilled\n"
    guest("persona", "undo", row["id"])
    assert shown(guest) == before


def test_a_model_may_word_it_but_not_invent(guest: Any) -> None:
    class Worder:
        id = "worder"
        reply = "prefers quiet, non-smoking business hotels"

        def extract(self, message: Any) -> str:
            return "topic: x"

        def answer(self, prompt: str, max_tokens: int) -> str:
            assert HOTELS[0][0] in prompt
            return self.reply

    guest.extractor = Worder()
    (row,) = json.loads(guest("distill", "--dry-run", "--json").stdout)["distilled"]
    assert (row["value"], row["by"]) == ("prefers quiet, non-smoking business hotels", "model")
    Worder.reply = "prefers luxury resorts with a pool"
    (row,) = json.loads(guest("distill", "--dry-run", "--json").stdout)["distilled"]
    assert row["by"] == "words"


def test_few_or_unlike_memories_stay(guest: Any) -> None:
    assert "nothing is alike" in guest("distill", "--least", 4).stdout
    shown_before = guest("distill", "--dry-run").stdout
    assert "nothing was stored" in shown_before
    guest.embedder = None
    assert "embedding model" in guest("distill", code=1).stderr
