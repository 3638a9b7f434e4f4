"""Deciding alone, on labelled candidates: sequences of messages, and the door they come in by."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.persona import checks, claims, run
from omem_cli.records import Status

PATH = Path(__file__).parent.parent / "benchmarks" / "data" / "persona-sequences.jsonl"
ROWS = [json.loads(line) for line in PATH.read_text("utf-8").splitlines()]
HARD = {"own-40", "own-19"}
"""That a Ford Focus is a car, no rule knows; that jazz vinyl is collected, only the embedding model."""


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['id']}-{row['kind']}" for row in ROWS])
def test_the_profile_ends_up_right(row: dict[str, Any], tmp_path: Path) -> None:
    known = run(row, tmp_path, claims([row]), None, None)
    current, past = ([a for a in known if a.status is s] for s in (Status.CURRENT, Status.PAST))
    right = checks(row, current, past)
    assert all(right.values()) == (row["id"] not in HARD), (right, known)


LINE = {
    "text": "I live in Leeds now", "date": "2026-05-09",
    "attributes": [{"aspect": "location", "value": "Leeds", "quote": "live in Leeds"}],
    "events": [{"event": "moved", "quote": "now", "date": None}],
}  # fmt: skip


def test_candidates_take_the_place_of_a_model(omem: Any, chat: Any, tmp_path: Path) -> None:
    path = chat(("user", "2026-05-09", "I live in Leeds now"), ("user", "2026-05-10", "hello"))
    omem("ingest", path, "--no-extract")
    labels = tmp_path / "labels.jsonl"
    labels.write_text(json.dumps(LINE) + "\n\n", encoding="utf-8")
    done = json.loads(omem("persona", "decide", "--candidates", labels, "--json").stdout)
    assert done == {"messages": 2, "pending": 0, "decisions": {"add": 2}}
    known = json.loads(omem("persona", "show", "--json").stdout)
    assert [(a["aspect"], a["value"]) for a in known["attributes"]] == [("location", "Leeds")]
    assert [e["event"] for e in known["events"]] == ["moved"]
    again = omem("persona", "decide", "--candidates", "-", input=json.dumps(LINE)).stdout
    assert again == "0 messages: no decision; 0 pending\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"attributes": [{"aspect": "shoe", "value": "42"}]}, "no aspect 'shoe'"),
        ({"attributes": [{"aspect": "age", "value": "42", "quote": "not there"}]}, "not in the text"),
        ({"attributes": [{"aspect": "age"}]}, "'value' is missing"),
        ({"text": 7}, "line 1"),
    ],
)
def test_a_wrong_candidate_stores_nothing(omem: Any, chat: Any, change: dict[str, Any], said: str) -> None:
    omem("ingest", chat(("user", "2026-05-09", "I live in Leeds now")), "--no-extract")
    result = omem("persona", "decide", "--candidates", "-", input=json.dumps(LINE | change), code=1)
    assert said in result.stderr
    assert json.loads(omem("stats", "--json").stdout)["pending"] == 1


@pytest.mark.parametrize(
    ("aspect", "value", "later"),
    [
        ("possession", "红色自行车", "把自行车换了个地方停"),
        ("pet", "dog Moose", "gave the dog to my sister for the weekend"),
        ("pet", "dog Moose", "Moose is gone to the groomer"),
        ("goal", "pass the driving test", "passed the eye test"),
        ("goal", "run a 10k", "done, 5k in the rain"),
        ("goal", "拿到驾照", "快递拿到了"),
        ("hobby", "piano", "finished my piano practice"),
        ("schedule", "weekly therapy on tuesdays", "done with therapy for today"),
        ("possession", "Ford Focus", "left the Focus at the station"),
        ("diet", "vegan", "my brother switched from vegan to keto"),
        ("hobby", "拉丁舞", "今天不跳拉丁舞了"),
        ("education", "geography at McGill", "transferred to the other bus at McGill"),
    ],
)
def test_what_only_sounds_like_an_ending_ends_nothing(aspect: str, value: str, later: str) -> None:
    from test_persona import said, state_of

    current, past = state_of(said(0, value, f"{aspect}={value}"), said(9, later))
    assert (current, past) == ({value}, set())


@pytest.mark.parametrize(
    ("aspect", "value", "later"),
    [
        ("hobby", "allotment", "gave the allotment up in spring, my hips are too bad"),
        ("possession", "kayak", "Kayak's sold, roof rack too"),
        ("possession", "电钢琴", "昨天把电钢琴卖给楼下小姑娘了"),
        ("hobby", "吉他", "吉他早就吃灰了"),
        ("education", "Ausbildung zur Tischlerin", "Ausbildung abgebrochen, Rücken"),
        ("possession", "Motorrad", "hab das Motorrad verkauft"),
        ("hobby", "vélo", "J'ai arrêté le vélo"),
        ("hobby", "bajo", "ya no toco el bajo"),
        ("schedule", "weekly therapy on tuesdays", "finished therapy last week, cried a bit"),
        ("possession", "iPhone 11", "gave the iPhone to my niece"),
        ("hobby", "set dancing", "No more set dancing for me, the class folded"),
        ("location", "Kyiv", "I am not in Kyiv anymore"),
        ("occupation", "milkman", "no love, I'm not a milkman any more"),
        ("relationship", "seeing Sam", "Sam and I called it a day"),
        ("location", "昆山", "我早不在昆山了"),
        ("health", "糖尿病前期", "不算糖尿病前期了"),
    ],
)
def test_an_ending_ends(aspect: str, value: str, later: str) -> None:
    from test_persona import said, state_of

    current, past = state_of(said(0, value, f"{aspect}={value}"), said(9, later))
    assert (current, past) == (set(), {value})


def test_what_the_same_words_told_twice_ends_as_one() -> None:
    from test_persona import said, state_of

    first = said(0, "两包烟", "health=每天两包烟", "schedule=每天两包烟")
    current, past = state_of(first, said(9, "烟戒了", "diet=烟戒了"))
    assert (current, past) == ({"烟戒了"}, {"每天两包烟"})


def test_a_correction_mends_the_part_that_was_wrong() -> None:
    from test_persona import said, state_of

    first = said(0, "my daughter Freya turns 8", "family=daughter Freya turns 8")
    current, _ = state_of(first, said(1, "sorry 7! not 8. I lost a year", "family=7"))
    assert current == {"daughter Freya turns 7"}


@pytest.mark.parametrize(
    ("aspect", "value", "later", "left"),
    [
        ("location", "Leeds", "I'm not in Leeds, where did you get that", set()),
        ("occupation", "护士", "我不是护士啊", set()),
        ("location", "Leeds", "not in Leeds today", {"Leeds"}),
        ("occupation", "nurse", "my sister isn't a nurse", {"nurse"}),
        ("hobby", "chess", "I'm not just into chess", {"chess"}),
        ("pet", "dog", "the dog isn't ours!!", set()),
        ("allergy", "peanut allergy", "the peanut allergy is my son's not mine", set()),
        ("allergy", "allergique aux noix", "je suis allergique à l'arachide, pas aux noix", set()),
    ],
)
def test_what_is_said_not_to_be_so_goes(aspect: str, value: str, later: str, left: set[str]) -> None:
    from test_persona import said, state_of

    current, _ = state_of(said(0, value, f"{aspect}={value}"), said(1, later))
    assert current == left


def test_an_outright_correction_takes_the_place_of_the_only_thing_of_its_kind() -> None:
    from test_persona import said, state_of

    first = said(0, "my hamster Nugget", "pet=hamster Nugget")
    current, _ = state_of(first, said(0, "autocorrect! gerbil Nougat", "pet=gerbil Nougat", who=1))
    assert current == {"gerbil Nougat"}
    current, _ = state_of(first, said(5, "we also got a cat", "pet=a cat"))
    assert current == {"hamster Nugget", "a cat"}


@pytest.mark.parametrize(
    ("value", "later", "new"),
    [("iPhone 11", "new phone day! Pixel 9", "Pixel 9"), ("Ford Focus", "换了新车，特斯拉", "特斯拉")],
)
def test_a_new_one_takes_the_place_of_what_serves_for_the_same(value: str, later: str, new: str) -> None:
    from test_persona import said, state_of

    current, past = state_of(said(0, value, f"possession={value}"), said(9, later, f"possession={new}"))
    assert (current, past) == ({new}, {value})


@pytest.mark.parametrize(
    ("aspect", "value", "later", "claim"),
    [
        ("goal", "run a 10k", "the 10k plan has to go", "goal=10k plan has to go"),
        ("goal", "考注会", "注会不考了", "goal=注会不考了"),
        ("hobby", "set dancing", "No more set dancing for me", "hobby=No more set dancing for me"),
        ("occupation", "milkman", "I'm not a milkman any more", "occupation=not a milkman"),
        (
            "relationship",
            "boyfriend Sam",
            "Sam and I called it a day",
            "relationship=Sam and I called it a day",
        ),
        ("health", "tinnitus", "tinnitus is gone!!!", "health=tinnitus is gone"),
        ("occupation", "etsy shop", "closed my etsy today", "occupation=closed my etsy today"),
        ("pet", "橘猫", "我們家橘貓上個月走了", "pet=們家橘貓上個月走了"),
    ],
)
def test_what_is_told_as_over_is_no_new_fact(aspect: str, value: str, later: str, claim: str) -> None:
    from test_persona import said, state_of

    current, past = state_of(said(0, value, f"{aspect}={value}"), said(9, later, claim))
    assert current == set()
    assert value in past


def test_to_quit_is_an_aim_and_to_have_quit_smoking_worth_knowing() -> None:
    from test_persona import said, state_of

    assert state_of(said(0, "I want to quit sugar", "goal=quit sugar")) == ({"quit sugar"}, set())
    first = said(0, "I smoke", "health=smoke ten a day")
    current, past = state_of(first, said(9, "quit smoking in May", "health=quit smoking"))
    assert (current, past) == ({"quit smoking"}, {"smoke ten a day"})


def test_a_routine_at_another_time_is_the_newer_one() -> None:
    from test_persona import said, state_of

    first = said(0, "choir", "schedule=choir on thursdays")
    current, _ = state_of(first, said(9, "choir's on tuesdays now", "schedule=choir's on tuesdays"))
    assert current == {"choir's on tuesdays"}
    current, _ = state_of(first, said(9, "yoga on tuesdays now", "schedule=yoga on tuesdays"))
    assert current == {"choir on thursdays", "yoga on tuesdays"}


def test_another_hour_of_the_same_thing_is_newer() -> None:
    from test_persona import said, state_of

    current, past = state_of(
        said(0, "六点半下班", "schedule=每天六点半下班"), said(9, "九点才下班", "schedule=九点才下班")
    )
    assert (current, past) == ({"九点才下班"}, {"每天六点半下班"})


def test_one_is_no_morning_person_and_a_night_owl() -> None:
    from test_persona import said, state_of

    current, _ = state_of(said(0, "x", "personality=morning person"), said(9, "y", "personality=night owl"))
    assert current == {"night owl"}
