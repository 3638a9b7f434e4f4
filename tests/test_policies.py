"""Forgetting by policy, and counting what is shown: both beside the memories, both off or harmless."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from omem_cli.memory import policies
from omem_cli.store import open_store

OLD = (datetime.now(UTC) - timedelta(days=400)).date().isoformat()
NEW = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()


@pytest.fixture
def told(omem: Any, chat: Any) -> Callable[..., None]:
    """Stores messages `(day, text, {aspect: value}, event)` and decides them."""

    def run(*said: tuple[str, str, dict[str, str], str | None]) -> None:
        omem("ingest", chat(*(("user", day, text) for day, text, _, _ in said)), "--no-extract")
        lines = [
            {"text": text, "date": day, "attributes": [{"aspect": a, "value": v} for a, v in at.items()],
             "events": [{"event": event}] if event else []}
            for day, text, at, event in said
        ]  # fmt: skip
        omem("persona", "decide", "--candidates", "-", input="\n".join(map(json.dumps, lines)))

    return run


LIFE = (
    (OLD, "I am 34 and I play the cello", {"age": "34", "hobby": "cello"}, "bought a cello"),
    (OLD, "walked along the river", {}, "walked along the river"),
    (NEW, "moved to Hull", {"location": "Hull"}, "moved to Hull"),
)


def known(omem: Any) -> dict[str, list[str]]:
    found = json.loads(omem("persona", "show", "--json").stdout)
    return {
        "attributes": sorted(a["value"] for a in found["attributes"]),
        "events": sorted(e["event"] for e in found["events"]),
    }


def test_no_policy_is_set_by_default(omem: Any, told: Any) -> None:
    told(*LIFE)
    stats = json.loads(omem("stats", "--json").stdout)
    assert stats["policies"] == {"expire": None, "event_cap": None}
    assert "no policy is set" in omem("forget", "--policy", "--yes", code=2).stderr
    assert "off" in omem("stats").stdout


def test_what_is_old_expires_and_can_be_had_back(omem: Any, told: Any) -> None:
    told(*LIFE)
    before = known(omem)
    omem("config", "set", "expire", "age=1y, location = 30d")
    assert json.loads(omem("stats", "--json").stdout)["policies"]["expire"] == "age=365d, location=30d"
    dry = json.loads(omem("forget", "--policy", "--dry-run", "--json").stdout)
    assert dry["dry_run"] is True
    assert [row["value"] for row in dry["put_aside"]] == ["34"]
    assert dry["put_aside"][0].keys() == {"id", "person", "why", "aspect", "value"}
    assert known(omem) == before
    assert "--yes" in omem("forget", "--policy", code=2).stderr
    assert omem("forget", "--policy", "--yes").stdout.endswith("1 put aside\n")
    assert known(omem)["attributes"] == ["Hull", "cello"]
    assert omem("forget", "--policy", "--yes").stdout == "0 put aside\n"
    omem("persona", "undo", dry["put_aside"][0]["id"])
    assert known(omem) == before


def test_the_user_s_word_does_not_expire(omem: Any, told: Any) -> None:
    told(*LIFE)
    omem("persona", "set", "age", "34")
    omem("config", "set", "expire", "age=1d")
    assert json.loads(omem("forget", "--policy", "--dry-run", "--json").stdout)["put_aside"] == []


def test_the_least_used_events_go_beyond_the_cap(omem: Any, told: Any) -> None:
    told(*LIFE)
    omem("ask", "the river walk")
    omem("config", "set", "event_cap", 2)
    going = json.loads(omem("forget", "--policy", "--dry-run", "--json").stdout)["put_aside"]
    assert [row["value"] for row in going] == ["bought a cello"]
    assert "never shown" in going[0]["why"]
    omem("forget", "--policy", "--yes")
    assert known(omem)["events"] == ["moved to Hull", "walked along the river"]


def test_asking_is_counted_beside_the_memories(omem: Any, told: Any, tmp_path: Path) -> None:
    told(*LIFE)
    before = omem("export").stdout
    assert json.loads(omem("stats", "--json").stdout)["usage"]["asks"] == 0
    omem("ask", "cello")
    omem("ask", "--batch", "-", input="river\nHull\n")
    usage = json.loads(omem("stats", "--json").stdout)["usage"]
    assert usage.keys() == {"asks", "channels", "memories", "never_shown"}
    assert usage["asks"] == 3
    assert 0 < usage["channels"]["text"] <= 1
    assert usage["memories"] == 6
    assert usage["never_shown"]["count"] == len(usage["never_shown"]["ids"]) < 6
    assert omem("export").stdout == before
    assert "asked" in omem("stats").stdout


def test_a_busy_or_read_only_file_is_asked_all_the_same(omem: Any, told: Any) -> None:
    told(*LIFE)
    path = json.loads(omem("stats", "--json").stdout)["path"]
    with open_store(path) as other, other.transaction():
        other.memories.log("test", "holds the lock", aspect="", value="", message=None, target=None)
        omem("ask", "cello")
    assert json.loads(omem("stats", "--json").stdout)["usage"]["asks"] == 0
    Path(path).chmod(0o400)
    with open_store(path) as store:
        assert store.usage.note([({"a1"}, {"text"})]) is not store.readonly


@pytest.mark.parametrize("text", ["age", "age=x", "age=0d", "shoe=3d", "age=3h"])
def test_a_wrong_term_is_refused(omem: Any, text: str) -> None:
    result = omem("config", "set", "expire", text, code=2)
    assert "expire must be" in result.stderr


def test_an_empty_policy_is_none(omem: Any) -> None:
    omem("config", "set", "expire", "")
    assert not policies.configured()
