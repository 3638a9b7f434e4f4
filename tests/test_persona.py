"""What a person is known for, after what they said: rules, order, validity, the user's hand."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from omem_cli.errors import OmemError
from omem_cli.memory import persona
from omem_cli.memory.decide import decide
from omem_cli.memory.fold import Statement, fold
from omem_cli.records import (
    Attribute,
    AttributeClaim,
    Conversation,
    EventClaim,
    Location,
    Message,
    Role,
    Status,
    Turn,
    Understanding,
)
from omem_cli.store import Store, open_store

DAY_ONE = datetime(2024, 1, 1, 10, tzinfo=UTC)


def said(day: int, text: str, *claims: str, events: tuple[EventClaim, ...] = (), who: int = 0) -> Statement:
    """What was said on a day; claims are written `aspect=value`, all quoting the whole text."""
    read = tuple(AttributeClaim(c.partition("=")[0], c.partition("=")[2], text) for c in claims)
    return Statement(f"m{day}.{who}", "c", day, DAY_ONE + timedelta(days=day), text, read, events)


@pytest.mark.parametrize("value", ["used to live in Cork", "lived in Kyoto", "以前住在昆明", "之前住在苏州"])
def test_where_one_lived_does_not_displace_the_home(value: str) -> None:
    home = Attribute("a1", "me", "location", "Leeds", Status.CURRENT, "2020", None, 1.0, False, ())
    (op,) = decide(AttributeClaim("location", value, value), DAY_ONE, [home])
    assert (op.action, op.status, op.target) == ("add", Status.PAST, None)


@pytest.mark.parametrize(
    ("value", "status"),
    [("left knee is bad", Status.CURRENT), ("left-handed grip pain", Status.CURRENT)],
)
def test_the_left_knee_is_not_left(value: str, status: Status) -> None:
    (op,) = decide(AttributeClaim("health", value, value), DAY_ONE, [])
    assert (op.action, op.value, op.status) == ("add", value, status)


def state_of(*statements: Statement) -> tuple[set[str], set[str]]:
    """(current, past) values."""
    found = fold("me", statements).attributes.values()
    return (
        {a.value for a in found if a.status is Status.CURRENT},
        {a.value for a in found if a.status is Status.PAST},
    )


# ---------------------------------------------------------------- sequences in English and Chinese
SEQUENCES = {
    "moved": (
        [said(0, "I live in Leeds", "location=Leeds"), said(90, "we're in Hull now", "location=Hull")],
        {"Hull"}, {"Leeds"},
    ),
    "moved, zh": (
        [said(0, "在成都住了六年了", "location=成都"), said(200, "到杭州两个月了", "location=杭州")],
        {"杭州"}, {"成都"},
    ),
    "new job": (
        [said(0, "11 years a nurse on the ward", "occupation=nurse on the ward"),
         said(9, "starting as a sales rep for pumps", "occupation=sales rep for pumps"),
         said(20, "I'm the rep for the pumps", "occupation=rep for the pumps")],
        {"sales rep for pumps"}, {"nurse on the ward"},
    ),
    "second job": (
        [said(0, "mornings at the library desk", "occupation=library desk"),
         said(9, "took a second job at a vet. still at the library too", "occupation=vet receptionist")],
        {"library desk", "vet receptionist"}, set(),
    ),
    "second job, zh": (
        [said(0, "我在中学教书", "occupation=中学教书"), said(9, "周末兼职做翻译", "occupation=做翻译")],
        {"中学教书", "做翻译"}, set(),
    ),
    "laid off": (
        [said(0, "welder here",
            "occupation=welder"), said(9, "got laid off on Friday.")], set(), {"welder"},
    ),
    "resigned, zh": ([said(0, "我是会计", "occupation=会计"), said(9, "上周辞职了，先歇歇")], set(),
    {"会计"}),
    "another partner": (
        [said(0, "my boyfriend Daniel turns 30", "relationship=boyfriend Daniel"),
         said(9, "Daniel and I split up in July."),
         said(99, "my partner Marcus counts from the trip", "relationship=partner Marcus")],
        {"partner Marcus"}, {"boyfriend Daniel"},
    ),
    "divorced": (
        [said(0, "my wife Priya and I", "relationship=wife Priya"),
         said(9, "Divorce went through", "relationship=divorced"), said(12, "about the divorce",
              "relationship=divorced")],
        {"divorced"}, {"wife Priya"},
    ),
    "engaged, then married": (
        [said(0, "engaged to Ewa", "relationship=engaged to Ewa"), said(9, "my wife Ewa",
              "relationship=wife Ewa")],
        {"wife Ewa"}, {"engaged to Ewa"},
    ),
    "the same partner": (
        [said(0, "my husband Declan works remote", "relationship=husband Declan, works remote"),
         said(9, "my husband says no", "relationship=husband"), said(10, "partner's asleep",
              "relationship=partner")],
        {"husband Declan, works remote"}, set(),
    ),
    "sold": (
        [said(0, "my 2011 Skoda Fabia whines", "possession=2011 Skoda Fabia"),
         said(9, "Part-exchanged the Skoda on Saturday. Drive a Kia now", "possession=Kia")],
        {"Kia"}, {"2011 Skoda Fabia"},
    ),
    "somebody else sold": (
        [said(0, "my Skoda whines", "possession=Skoda"),
         said(9, "my brother sold his Skoda. should I have sold mine?")],
        {"Skoda"}, set(),
    ),
    "sold, zh": ([said(0, "我那台钢琴", "possession=钢琴"), said(9, "钢琴上个月卖了")], set(), {"钢琴"}),
    "pet died": (
        [said(0, "Biscuit (tabby) stopped eating her food, what else?", "pet=tabby Biscuit"),
         said(9, "we had to let Biscuit go on Friday")],
        set(), {"tabby Biscuit"},
    ),
    "left a band": (
        [said(0, "tenor sax in a wedding band", "hobby=tenor sax in a wedding band", "possession=tenor sax"),
         said(9, "left the band in december, wrists", "health=carpal tunnel"),
         said(20, "yes splints. sold the sax too")],
        {"carpal tunnel"}, {"tenor sax in a wedding band", "tenor sax"},
    ),
    "gave up, zh": (
        [said(0, "报了日语N2", "goal=日语N2"), said(9, "不考了，日语也不学了")], set(), {"日语N2"},
    ),
    "quit, kept as a diet": (
        [said(0, "I drink three coffees", "diet=drinks coffee", "like=coffee"),
         said(9, "quit coffee in march", "diet=quit coffee")],
        {"quit coffee"}, {"drinks coffee", "coffee"},
    ),
    "quit, zh": (
        [said(0, "每天两杯奶茶", "diet=每天喝奶茶"), said(9, "我戒了奶茶", "diet=戒了奶茶")],
        {"戒了奶茶"}, {"每天喝奶茶"},
    ),
    "and back": (
        [said(0, "quit coffee", "diet=quit coffee"), said(9, "back on coffee", "diet=drinks coffee")],
        {"drinks coffee"}, {"quit coffee"},
    ),
    "likes, then not": (
        [said(0, "love techno", "like=techno"), said(9, "can't stand techno", "dislike=techno")],
        {"techno"}, {"techno"},
    ),
    "diets exclude each other": (
        [said(0, "vegan here", "diet=vegan"), said(9, "pescatarian since May", "diet=pescatarian")],
        {"pescatarian"}, {"vegan"},
    ),
    "stricter, zh": (
        [said(0, "我不太能吃辣", "diet=不太能吃辣"), said(9, "辣的酸的都不能碰", "diet=辣的酸的不能碰")],
        {"辣的酸的不能碰"}, {"不太能吃辣"},
    ),
    "two children": (
        [said(0, "my daughter Emma", "family=daughter Emma"), said(9, "my son Max", "family=son Max")],
        {"daughter Emma", "son Max"}, set(),
    ),
    "parents, zh": (
        [said(0, "我妈高血压", "family=妈妈高血压"), said(9, "我爸糖尿病", "family=爸爸糖尿病")],
        {"妈妈高血压", "爸爸糖尿病"}, set(),
    ),
    "two hobbies, one told again": (
        [said(0, "climbing",
            "hobby=climbing"), said(3, "choir", "hobby=choir"), said(9, "climbed", "hobby=climb")],
        {"climbing", "choir"}, set(),
    ),
    "told again otherwise": (
        [said(0, "my daughter Wren is 6", "family=daughter Wren, 6"), said(1, "Wren (six)",
              "family=Wren, six")],
        {"daughter Wren, 6"}, set(),
    ),
    "a year older": (
        [said(0, "Wren is 6", "family=daughter Wren, 6"), said(370, "Wren is 7", "family=daughter Wren, 7"),
         said(372, "I'm 34", "age=34"), said(740, "turned 35", "age=35"), said(741, "for a 35 year old?",
              "age=35 year old")],
        {"daughter Wren, 7", "35"}, {"daughter Wren, 6", "34"},
    ),
    "another dose": (
        [said(0, "on 50mg sertraline", "health=sertraline 50mg"), said(9, "100mg now",
              "health=sertraline 100mg")],
        {"sertraline 100mg"}, {"sertraline 50mg"},
    ),
    "finer": (
        [said(0, "nut allergy", "allergy=nut allergy"),
         said(9, "it's only cashew and pistachio", "allergy=cashew and pistachio")],
        {"cashew and pistachio"}, {"nut allergy"},
    ),
    "no kids, then one": (
        [said(0, "no kids", "family=no kids"), said(300, "the baby is 8 weeks", "family=baby, 8 weeks old")],
        {"baby, 8 weeks old"}, {"no kids"},
    ),
    "licence, zh": (
        [said(0, "没驾照", "skill=没驾照"), said(300, "驾照到手了", "skill=驾照到手")], {"驾照到手"},
         {"没驾照"},
    ),
    "an ending that only the quote tells": (
        [said(0, "my red van", "possession=red van"), said(9, "sold the van", "possession=van"),
         said(10, "Daniel and I split up in July", "relationship=Daniel")],
        set(), {"red van", "Daniel"},
    ),
    "a move that names both ends": (
        [said(0, "Leeds", "location=Leeds"), said(9, "moved from Leeds to Hull", "location=Hull")],
        {"Hull"}, {"Leeds"},
    ),
    "one of two dogs": (
        [said(0, "two dogs, Rex and Max", "pet=two dogs, Rex and Max"), said(9, "Rex died on Sunday")],
        {"dogs, Max"}, {"two dogs, Rex and Max"},
    ),
    "courtship": (
        [said(0, "my girlfriend Ana", "relationship=girlfriend Ana"),
         said(9, "Ana and I are engaged", "relationship=engaged to Ana"),
         said(99, "my wife and I", "relationship=wife")],
        {"wife"}, {"girlfriend Ana", "engaged to Ana"},
    ),
    "lost faith": (
        [said(0, "raised Catholic", "belief=Catholic"),
         said(9, "stopped believing", "belief=stopped believing")],
        {"stopped believing"}, {"Catholic"},
    ),
    "tea to coffee, zh": (
        [said(0, "我喜欢喝茶", "like=喝茶"), said(9, "现在不喝茶了，改喝咖啡", "like=喝咖啡")],
        {"喝咖啡"}, {"喝茶"},
    ),
    "meat to none": (
        [said(0, "meat every day", "diet=meat every day"), said(9, "went vegetarian", "diet=vegetarian"),
         said(10, "no meat at all", "diet=no meat")],
        {"vegetarian", "no meat"}, {"meat every day"},
    ),
    "told of the past": (
        [said(0, "ex cabin crew", "occupation=ex cabin crew"), said(9, "I sold my van",
              "possession=sold van")],
        {"ex cabin crew"}, {"van"},
    ),
    "past job beside the present one": (
        [said(0, "I'm a barista",
            "occupation=barista"), said(9, "former cabin crew", "occupation=former cabin crew")],
        {"barista"}, {"cabin crew"},
    ),
    "banjo, formerly techno": (
        [said(0, "techno all day", "like=techno"), said(9, "banjo now", "like=banjo music, formerly techno")],
        {"banjo music"}, {"techno"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEQUENCES)
def test_a_sequence_leaves_the_right_profile(name: str) -> None:
    statements, current, past = SEQUENCES[name]
    assert state_of(*statements) == (current, past)


@pytest.mark.parametrize("name", SEQUENCES)
def test_the_order_of_arrival_does_not_matter(name: str) -> None:
    statements, *_ = SEQUENCES[name]
    folded = [fold("me", order).attributes for order in permutations(statements)]
    assert all(one == folded[0] for one in folded)


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        ("location=Galway", "location=Ennis", "sorry i meant Ennis, Galway is where the office is"),
        ("origin=安徽宣城", "origin=宿州", "打错了打错了，是宿州，不是宣城"),
        ("health=40 mg propranolol", "health=pantoprazole 40 mg", "it's not propranolol its pantoprazole"),
        ("age=34", "age=35", "wait no, 35. it was my birthday on Tuesday"),
        ("occupation=line cook, 9 years", "occupation=sous chef", "i said line cook but it was sous chef"),
        ("health=不抽烟", "health=抽烟，一天小半包", "老实说一天小半包"),
    ],
)  # fmt: skip
def test_a_correction_replaces_and_was_never_true(before: str, now: str, text: str) -> None:
    folded = fold("me", [said(0, "first " + before, before), said(1, text, now)])
    old, new = folded.attributes.values()
    assert (old.status, new.status) == (Status.PAST, Status.CURRENT)
    assert old.until == old.since
    assert old.superseded_by == new.id
    assert "correct" in {step.operation.action for step in folded.log}


def test_validity_comes_from_the_messages_or_the_date_they_give() -> None:
    quit_ = EventClaim("quit dairy", "quit dairy in march", "2023-03")
    first = fold("me", [said(0, "quit dairy in march", "diet=quit dairy", events=(quit_,))]).attributes
    assert [a.since for a in first.values()] == ["2023-03"]
    folded = fold("me", [said(0, "Leeds", "location=Leeds"), said(40, "Hull", "location=Hull")]).attributes
    assert [(a.since, a.until) for a in folded.values()] == [
        ("2024-01-01", "2024-02-10"),
        ("2024-02-10", None),
    ]


def test_without_evidence_a_claim_is_held_and_says_why() -> None:
    (step,) = decide(AttributeClaim("name", "Bob", None), DAY_ONE, [])
    assert (step.action, step.status) == ("hold", Status.HELD)
    assert "prove" in step.reason


def test_every_decision_has_a_reason_and_a_bounded_view() -> None:
    many = [said(n, f"thing {n}", f"possession=thing number {n}") for n in range(60)]
    folded = fold("me", many)
    assert all(s.operation.reason for s in folded.log)


def test_meaning_is_asked_of_the_similarity_only_for_the_same_aspect() -> None:
    known = Attribute(
        "a1", "me", "hobby", "trail running", Status.CURRENT, "2024-01-01", None, 1.0, False, ()
    )
    claim = AttributeClaim("hobby", "jogging in the woods", "jogging in the woods")
    assert decide(claim, DAY_ONE, [known], lambda a, b: 0.9)[0].action == "ignore"
    assert decide(claim, DAY_ONE, [known], lambda a, b: 0.7)[0].action == "add"
    assert (
        decide(AttributeClaim("goal", claim.value, "x"), DAY_ONE, [known], lambda a, b: 0.9)[0].action
        == "add"
    )


# ---------------------------------------------------------------- in the store
class Told:
    """Stores messages and remembers them in the order asked for."""

    def __init__(self, store: Store, statements: list[Statement]) -> None:
        self.store = store
        self.read = {s.text: s for s in statements}
        turns = [
            Turn(Conversation("c", "c"), "me", Role.USER, s.time, s.text, Location("chat", n))
            for n, s in enumerate(statements, 1)
        ]
        store.messages.ingest(turns, "test")
        self.messages = {m.text: m for m in store.messages.iterate()}

    def remember(self, text: str) -> None:
        s = self.read[text]
        persona.remember(self.store, self.messages[text], Understanding("talk", s.claims, s.events))

    def message(self, text: str) -> Message:
        return self.messages[text]


@contextmanager
def memory(folder: Path, statements: list[Statement]) -> Iterator[Told]:
    folder.mkdir(parents=True, exist_ok=True)
    with open_store(folder / "o.db") as store:
        yield Told(store, statements)


def shown(store: Store, history: bool = False) -> list[tuple[object, ...]]:
    found, _ = persona.profile(store, history=history)
    return [(a.id, a.aspect, a.value, a.status, a.since, a.until) for a in found]


@pytest.mark.parametrize("name", ["new job", "another partner", "left a band", "a year older", "quit, zh"])
def test_the_store_shows_the_fold_whatever_the_order(name: str, tmp_path: Path) -> None:
    statements, current, _ = SEQUENCES[name]
    results = []
    for n, order in enumerate(permutations(statements)):
        with memory(tmp_path / str(n), statements) as told:
            for s in order:
                told.remember(s.text)
            results.append(shown(told.store, history=True))
    assert {value for _, _, value, status, *_ in results[0] if status is Status.CURRENT} == current
    assert all(one == results[0] for one in results)


CLAIMS = st.sampled_from(
    [
        "location=Leeds",
        "location=Hull", "location=flat in Hull", "occupation=nurse", "occupation=night nurse",
        "occupation=ex nurse", "like=coffee", "dislike=coffee", "diet=quit coffee", "diet=drinks coffee",
        "diet=vegan",
        "diet=pescatarian", "family=no kids", "family=daughter Emma, 4", "family=daughter Emma, 5",
        "relationship=wife Priya", "relationship=divorced", "hobby=chess", "hobby=chess club on sundays",
        "possession=red van", "possession=sold van", "health=不抽烟", "health=抽烟", "location=杭州",
    ]
)  # fmt: skip
TEXTS = st.sampled_from(
    [
        "just chatting",
        "actually that's it",
        "sorry i meant this",
        "I sold the van.",
        "I quit chess.",
        "我戒了烟",
        "I moved",
    ]
)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_arrival_in_any_order_gives_one_profile(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    days = data.draw(st.lists(st.integers(0, 900), min_size=2, max_size=6, unique=True))
    statements = [
        said(day, f"{data.draw(TEXTS)} ({day})", *data.draw(st.lists(CLAIMS, max_size=2, unique=True)))
        for day in sorted(days)
    ]
    order = data.draw(st.permutations(statements))
    reopen = data.draw(st.integers(0, len(order)))
    results = []
    for arrival in (statements, order):
        folder = tmp_path_factory.mktemp("db")
        with memory(folder, statements) as told:
            for s in arrival[:reopen]:
                told.remember(s.text)
        with memory(folder, statements) as told:
            for s in arrival[reopen:]:
                told.remember(s.text)
            results.append(shown(told.store))
    assert results[0] == results[1]
    ids = {a.message: a for a in statements}
    texts = {s.text for s in ids.values()}
    assert len(texts) == len(statements)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 900), CLAIMS), min_size=1, max_size=12, unique_by=lambda p: p[0]))
def test_nothing_is_ever_deleted(told: list[tuple[int, str]]) -> None:
    statements = [said(day, f"on day {day}", claim) for day, claim in sorted(told)]
    for n in range(1, len(statements)):
        before, after = fold("me", statements[:n]).attributes, fold("me", statements[: n + 1]).attributes
        assert before.keys() <= after.keys()
        assert all(len(after[id].evidence) >= len(a.evidence) for id, a in before.items())


def test_as_of_a_past_day_tells_what_held_then(tmp_path: Path) -> None:
    statements, *_ = SEQUENCES["moved"]
    with memory(tmp_path, statements) as told:
        for s in reversed(statements):
            told.remember(s.text)
        then, _ = persona.profile(told.store, as_of="2024-02-01")
        assert [a.value for a in then] == ["Leeds"]
        assert [a.value for a in persona.timeline(told.store, "location")] == ["Leeds", "Hull"]


def test_without_times_the_order_of_arrival_counts() -> None:
    first, second = (
        replace(said(n, city, f"location={city}"), time=None) for n, city in enumerate(("Leeds", "Hull"))
    )
    assert state_of(first, second) == ({"Hull"}, {"Leeds"})
    later = said(5, "York", "location=York")
    assert state_of(first, later, second) == ({"Hull"}, {"Leeds", "York"})


def test_what_could_not_be_kept_leaves_no_trace(tmp_path: Path) -> None:
    statements, current, _ = SEQUENCES["moved"]

    class Broken(Angles):
        def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.zeros(
                (len(texts), 0, 2), np.float32
            )  # a vector of the wrong shape: the store refuses it

    with memory(tmp_path, statements) as told:
        told.remember(statements[0].text)
        s = statements[1]
        with pytest.raises(ValueError, match="shape"):
            persona.remember(told.store, told.message(s.text), Understanding("x", s.claims), Broken())
        assert [a.value for a in persona.profile(told.store)[0]] == ["Leeds"]
        told.remember(s.text)
        assert {a.value for a in persona.profile(told.store)[0]} == current


def test_a_message_is_taken_in_once(tmp_path: Path) -> None:
    statements = [said(0, "I live in Leeds", "location=Leeds")]
    with memory(tmp_path, statements) as told:
        told.remember("I live in Leeds")
        told.remember("I live in Leeds")
        (only,) = persona.profile(told.store)[0]
        assert len(only.evidence) == 1


def test_late_news_is_written_down_with_its_reason(tmp_path: Path) -> None:
    statements, *_ = SEQUENCES["moved"]
    with memory(tmp_path, statements) as told:
        for s in reversed(statements):
            told.remember(s.text)
        (current,) = persona.profile(told.store)[0]
        reasons = [d.reason for d in told.store.memories.decisions(current.superseded_by or current.id)]
        assert reasons
        old = persona.timeline(told.store, "location")[0]
        assert any("newer than: Leeds" in d.reason for d in told.store.memories.decisions(old.id))


def test_what_the_user_sets_is_stronger(tmp_path: Path) -> None:
    statements = [said(0, "I live in Leeds", "location=Leeds"), said(900, "in Hull", "location=Hull")]
    with memory(tmp_path, statements) as told:
        told.remember("I live in Leeds")
        mine = persona.set_(told.store, "location", "York")
        assert mine.pinned
        assert [a.value for a in persona.profile(told.store)[0]] == ["York"]
        told.remember("in Hull")
        assert [a.value for a in persona.profile(told.store)[0]] == ["York"]
        persona.set_(told.store, "location", "Bath")
        assert [a.value for a in persona.profile(told.store)[0]] == ["Bath"]
        with pytest.raises(OmemError, match="aspect"):
            persona.set_(told.store, "colour", "red")


def test_a_pinned_line_is_not_displaced(tmp_path: Path) -> None:
    statements = [said(0, "I live in Leeds", "location=Leeds"), said(9, "in Hull", "location=Hull")]
    with memory(tmp_path, statements) as told:
        told.remember("I live in Leeds")
        (leeds,) = persona.profile(told.store)[0]
        persona.pin(told.store, leeds.id)
        told.remember("in Hull")
        assert [(a.value, a.pinned) for a in persona.profile(told.store)[0]] == [("Leeds", True)]
        persona.pin(told.store, leeds.id, False)
        assert [a.value for a in persona.profile(told.store)[0]] == ["Hull"]


def test_a_forgotten_line_stays_forgotten(tmp_path: Path) -> None:
    statements = [
        said(0, "I live in Leeds", "location=Leeds"), said(3, "leeds again", "location=leeds"),
        said(-9, "chess", "hobby=chess"),
    ]  # fmt: skip
    with memory(tmp_path, statements) as told:
        told.remember("I live in Leeds")
        told.remember("leeds again")
        (leeds,) = persona.profile(told.store)[0]
        persona.forget(told.store, leeds.id)
        assert persona.profile(told.store, history=True)[0] == []
        told.remember("chess")  # late: everything is folded again
        assert [a.value for a in persona.profile(told.store, history=True)[0]] == ["chess"]
        actions = [d.action for d in told.store.memories.decisions(leeds.id)]
        assert actions == ["add", "ignore", "forget"]
        with pytest.raises(OmemError, match="no attribute"):
            persona.forget(told.store, "a0")


def test_an_event_can_end_an_attribute() -> None:
    sold = EventClaim("sold the van", "got 4k for the old thing", "2024-01-09")
    statements = [
        said(0, "my red van", "possession=red van"),
        said(9, "got 4k for the old thing", events=(sold,)),
    ]
    assert state_of(*statements) == (set(), {"red van"})


@pytest.mark.parametrize(
    "text",
    [
        "my wife threatens divorce at every wedding season", "should I quit chess?",
        "if I sold the van we'd walk",
        "my sister quit chess and sold the van", 'she wrote "I quit chess and sold the van"',
        "I never sold the van", "要不要把车卖了", "我妈不喝茶了",
    ],
)  # fmt: skip
def test_questions_plans_and_other_people_end_nothing(text: str) -> None:
    claims = ("relationship=wife Priya", "hobby=chess", "possession=red van", "diet=喝茶", "possession=车")
    current, past = state_of(said(0, "about me", *claims), said(9, text))
    assert past == set()
    assert len(current) == len(claims)


class Angles:
    """An embedder whose vectors are given."""

    fingerprint, dimension = "angles", 2

    def __init__(self, **degrees: float) -> None:
        self.degrees = degrees

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        angle = np.radians(
            [self.degrees.get(t.replace(" ", "_"), 90.0 + 31 * n) for n, t in enumerate(texts)]
        )
        return np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self.encode_documents([text])[0]

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.encode_documents(texts)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def test_near_equal_topics_are_one(tmp_path: Path) -> None:
    statements = [said(n, f"message {n}") for n in range(4)]
    angles = Angles(running=0, jogging=15, cooking=80)
    with memory(tmp_path, statements) as told:
        for n, topic in enumerate(["running", "Running ", "jogging", "cooking"]):
            persona.remember(told.store, told.message(f"message {n}"), Understanding(topic), angles)
        assert [(name, n) for _, name, n in told.store.memories.topics()] == [("running", 3), ("cooking", 1)]


def test_vectors_tell_when_two_wordings_mean_one_thing(tmp_path: Path) -> None:
    statements = [
        said(0, "trail running", "hobby=trail running"),
        said(1, "off-road jogs", "hobby=off-road jogs"),
    ]
    angles = Angles(trail_running=0, **{"off-road_jogs": 15})
    with memory(tmp_path, statements) as told:
        for s in statements:
            persona.remember(told.store, told.message(s.text), Understanding("", s.claims), angles)
        assert [(a.value, len(a.evidence)) for a in persona.profile(told.store)[0]] == [("trail running", 2)]


def test_people_of_a_group_are_kept_apart(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        turns = [
            Turn(
                Conversation("g", "g"),
                who,
                Role.PARTICIPANT,
                DAY_ONE,
                f"{who} in {city}",
                Location("chat", 1),
            )
            for who, city in (("Ann", "Leeds"), ("Bo", "Hull"))
        ]
        store.messages.ingest(turns, "test")
        for m in store.messages.iterate():
            claim = AttributeClaim("location", m.text.split()[-1], m.text)
            persona.remember(store, m, Understanding("home", (claim,)))
        assert [a.value for a in persona.profile(store, "Ann")[0]] == ["Leeds"]
        assert [a.value for a in persona.profile(store, "Bo")[0]] == ["Hull"]
        assert persona.profile(store) == ([], [])


def test_an_event_told_twice_is_one(tmp_path: Path) -> None:
    def moved(quote: str) -> EventClaim:
        return EventClaim("moved to Hull", quote, "2024-01-05")

    statements = [
        said(5, "moved to Hull today", events=(moved("moved to Hull"),)),
        said(9, "since we moved to Hull", events=(moved("moved to Hull"),)),
        said(10, "unproven", events=(EventClaim("won a prize", None),)),
    ]
    with memory(tmp_path, statements) as told:
        for s in statements:
            told.remember(s.text)
        _, events = persona.profile(told.store)
        assert [(e.event, len(e.evidence)) for e in events] == [("moved to Hull", 2)]
