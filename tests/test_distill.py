"""Many similar memories become one preference with all their evidence, and part again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from omem_cli.memory import preference

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
    assert row["value"] == "business hotel metro: non-smoking; stop; quiet"
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
    for reply in (
        "prefers luxury resorts with a pool",  # not their words
        "smoking business hotel metro",  # the opposite
        "business hotel metro business hotel",  # twice
        "quiet metro stop",  # hardly what they share
        "",
    ):
        Worder.reply = reply
        (row,) = json.loads(guest("distill", "--dry-run", "--json").stdout)["distilled"]
        assert row["by"] == "words", reply


def test_few_or_unlike_memories_stay(guest: Any) -> None:
    assert "nothing is alike" in guest("distill", "--least", 4).stdout
    shown_before = guest("distill", "--dry-run").stdout
    assert "nothing was stored" in shown_before
    guest.embedder = None
    assert "embedding model" in guest("distill", code=1).stderr


SHARED = (
    ("hobby", "went bouldering at the wall | bouldering on Tuesday evenings | love bouldering with Sam",
     "bouldering: at the wall; on Tuesday evenings; with Sam"),
    ("like", "喜欢吃川菜 | 最爱川菜火锅 | 川菜馆子常去 | 川菜水煮鱼", "川菜：火锅、馆子、水煮鱼"),
    ("like", "看科幻小说 | 最近在看科幻电影 | 科幻剧《三体》", "科幻：小说、电影、剧《三体》"),
    ("diet", "no dairy milk | no dairy cheese | no dairy in coffee", "no dairy: milk; cheese; in coffee"),
    ("diet", "no pork | never eat pork pies | don't eat pork", "no pork"),  # never the opposite
    ("dislike", "no spicy food | can't stand spicy noodles | spicy curry", "spicy: food; noodles; curry"),
    ("like", "jazz | piano | sushi", "jazz"),
)  # fmt: skip


@pytest.mark.parametrize(("aspect", "told", "value"), SHARED)
def test_the_words_are_what_they_share_and_what_each_adds(aspect: str, told: str, value: str) -> None:
    texts = told.split(" | ")
    assert preference.worded(texts, range(len(texts)), aspect) == value


def test_many_parts_are_cut_and_marked() -> None:
    texts = [f"tea with {word}" for word in ("milk", "lemon", "honey", "rum", "mint", "ice", "sugar")]
    found = preference.worded(texts, range(len(texts)), "like")
    assert found.startswith("tea")
    assert found.endswith("; …")
    assert len(found) <= preference.LONGEST + len("; …")


@pytest.mark.parametrize(
    ("reply", "taken"),
    [("喜欢川菜", True), ("川菜", True), ("川菜馆子", False), ("不喜欢川菜", False), ("湘菜", False)],
)
def test_a_model_says_what_all_of_them_say(reply: str, taken: bool) -> None:
    assert preference.grounded(reply, ("喜欢吃川菜", "最爱川菜火锅", "川菜馆子常去"), "like") == taken


def test_what_is_denied_is_not_put_with_what_is_liked() -> None:
    assert preference.alike("diet", ["no pork", "pork pie", "no pork at all"]) == [0, 2]
    assert preference.alike("dislike", ["no pork", "pork pie"]) == [0, 1]
