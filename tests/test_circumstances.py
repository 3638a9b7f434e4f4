"""What bears on a plan comes along though it shares nothing with it; what only sounds alike does not."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes import HashEmbedder

from omem_cli.embedding import load_embedder
from omem_cli.ingest import index
from omem_cli.memory.circumstances import Circumstances
from omem_cli.memory.people import named
from omem_cli.memory.profile import index_persona
from omem_cli.memory.retrieve import Retriever
from omem_cli.memory.when import freshness
from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import Store, open_store
from omem_cli.understanding.bearing import signs

Tell = Callable[..., None]
START = datetime(2025, 3, 3, 9, 0, tzinfo=UTC)
ENGLISH = (
    "the surgeon says no lifting for six weeks",
    "my boss told a joke about a weekend in Bath",
    "how do you spell weekend in German",
    "turn this into a table please",
    "laid off on Friday, so the savings have to last",
    "thanks, that works",
)
CHINESE = (
    "我膝盖做了手术，三个月不能爬楼梯",
    "我们老板周末又去滑雪了，朋友圈发了九张",
    "“周末”用日语怎么说",
    "帮我把这段话改短一点",
    "这个月房贷一还就剩八百块了",
    "谢谢",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "memory.db") as opened:
        yield opened


@pytest.fixture
def tell(store: Store) -> Tell:
    def write(*words: str, role: Role = Role.USER, days: int = 1) -> None:
        turns = [
            Turn(Conversation("c", "c"), "me", role, START + timedelta(days=days * n), text, Location("f", n))
            for n, text in enumerate(words)
        ]
        store.messages.ingest(iter(turns), "test")
        index(store, HashEmbedder())

    return write


def found(store: Store, query: str, n: int, **more: float) -> set[str]:
    finder = Retriever(store, HashEmbedder(), half_life=more.get("half_life"))
    return {hit.message.text for hit in finder.ask(query, n=n).messages}


@pytest.mark.parametrize("query", ["which sport should we try", "ideas for Easter", "teach me to cook"])
def test_a_plan_brings_what_binds(store: Store, tell: Tell, query: str) -> None:
    tell(*ENGLISH)
    assert found(store, query, 2) == {ENGLISH[0], ENGLISH[4]}


@pytest.mark.parametrize("query", ["中秋想吃点啥", "端午去哪儿玩"])
def test_a_plan_in_chinese(store: Store, tell: Tell, query: str) -> None:
    tell(*CHINESE)
    assert found(store, query, 2) == {CHINESE[0], CHINESE[4]}


def test_what_shares_words_comes_too_and_hides_nothing(store: Store, tell: Tell) -> None:
    tell(*ENGLISH, "the weekend in Bath was lovely, we want to go again", "we have a dog called Rex")
    assert found(store, "plan our weekend", 5) >= {ENGLISH[0], ENGLISH[4]}
    assert found(store, "a walk with Rex", 1) == {"we have a dog called Rex"}


def test_a_name_in_the_question_counts_more(store: Store, tell: Tell) -> None:
    tell(*ENGLISH, "what would be a good gift", "Priya turns 40 in May")
    assert "Priya turns 40 in May" in found(store, "gift for Priya", 3)


def test_a_search_brings_what_was_said_about_it(store: Store, tell: Tell) -> None:
    tell(*ENGLISH)
    assert Retriever(store).search("aardvark") == []
    assert Retriever(store).search("weekend in Bath", 1)[0].message.text == ENGLISH[1]


def test_a_question_for_a_fact_is_answered_by_its_words(store: Store, tell: Tell) -> None:
    tell(*ENGLISH, "the wifi password is on the fridge")
    assert found(store, "what is the wifi password", 1) == {"the wifi password is on the fridge"}


def test_the_words_themselves_win(store: Store, tell: Tell) -> None:
    tell(*ENGLISH, "a playlist for the barbecue")
    assert found(store, "barbecue playlist", 1) == {"a playlist for the barbecue"}


def test_the_assistant_has_no_circumstances(store: Store, tell: Tell) -> None:
    tell(ENGLISH[0], role=Role.ASSISTANT)
    tell(ENGLISH[0] + ", she said")
    told = Circumstances(None, None).told(list(store.messages.iterate()))
    assert told[0] == 0.0
    assert told[1] > 0.5


def test_a_fact_that_is_looked_up_does_not_bring_the_bad_back(store: Store, tell: Tell) -> None:
    tell("my back is bad", "the wifi password is on the fridge")
    first = next(iter(store.messages.iterate()))
    store.memories.add_attribute("me", "health", "bad back", message=first, quote="my back is bad")
    asked = Retriever(store).ask
    assert asked("what is the wifi password").attributes == ()
    assert [hit.attribute.value for hit in asked("plans for the weekend").attributes] == ["bad back"]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("my cousin's wedding was chaos", ["§distant", "§about"]),
        ("the surgeon called, then my boss did", ["§distant"]),
        ("can you make 'sunny side up' punnier", ["§quoted"]),
        ("I don't lift, doctor's orders", []),
        ("我们组长每个周末都去爬山", ["§distant", "§about"]),
        ("“周末”用日语怎么说", ["§quoted"]),
        ("我妈刚做完手术，要人陪", []),
        ("", []),
    ],
)
def test_what_shows_that_somebody_else_is_meant(message: str, shown: list[str]) -> None:
    assert signs(message) == shown


def test_what_must_not_be_eaten_comes_first_where_food_is_chosen(store: Store, tell: Tell) -> None:
    tell("my knee gives way on stairs", "prawns make my throat close", "我对花生过敏", "thanks")
    told = list(store.messages.iterate())
    for aspect, value, message in (
        ("health", "bad knee", told[0]), ("allergy", "prawns", told[1]), ("allergy", "花生", told[2]),
    ):  # fmt: skip
        store.memories.add_attribute("me", aspect, value, message=message, quote=message.text)
    for query in ("what to cook on Sunday", "今晚吃什么好"):
        context = Retriever(store).ask(query)
        assert {hit.attribute.aspect for hit in context.attributes[:2]} == {"allergy"}
        assert {hit.message.text for hit in context.messages[:2]} == {told[1].text, told[2].text}


def test_a_partners_coeliac_disease_matters_for_dinner(store: Store, tell: Tell) -> None:
    limit = "Hannah is coeliac, so nothing with gluten at home"
    tell(limit, "my uncle is vegan", "I'm 38", "nice, thanks")
    assert found(store, "what should I cook tonight", 1) == {limit}


@pytest.mark.parametrize(("query", "value"), [("我住在哪里", "玉林"), ("我做什么工作", "教导主任")])
def test_a_look_up_brings_the_aspect_it_names(store: Store, tell: Tell, query: str, value: str) -> None:
    tell("我在玉林租了房子", "我是教导主任", "我膝盖扭伤了")
    told = list(store.messages.iterate())
    for aspect, known, message in (
        ("location", "玉林", told[0]), ("occupation", "教导主任", told[1]), ("health", "膝盖扭伤", told[2]),
    ):  # fmt: skip
        store.memories.add_attribute("me", aspect, known, message=message, quote=message.text)
    assert [hit.attribute.value for hit in Retriever(store).ask(query).attributes] == [value]


def test_chinese_is_compared_by_words_where_the_model_knows_none(store: Store, tell: Tell) -> None:
    embedder = load_embedder()
    tell("我家猫叫豆花", "我每天六点起床跑步")
    told = list(store.messages.iterate())
    store.memories.add_attribute("me", "schedule", "每天六点起床", message=told[1], quote=told[1].text)
    index_persona(store, embedder)
    store.vectors.clear("message")
    index(store, embedder)
    finder = Retriever(store, embedder)
    assert finder.ask("上次体检是什么时候").attributes == ()
    assert [hit.attribute.value for hit in finder.ask("我每天几点起床").attributes] == ["每天六点起床"]


def test_me_is_nobody_by_name() -> None:
    assert named("who can help me on Saturday", ["me", "Tunde"]) == []
    assert named("can Tunde help me", ["me", "Tunde"]) == ["Tunde"]


def test_of_equals_the_newest_comes_first(store: Store, tell: Tell) -> None:
    tell("the garage said the blue car is fine", "hello", "the garage said the blue car is fine")
    times = [hit.message.time for hit in Retriever(store).ask("is the blue car fine").messages[:2]]
    assert times == [START + timedelta(days=2), START]


def test_half_life_lets_old_remarks_fade_but_no_facts(store: Store, tell: Tell) -> None:
    tell("the surgeon says no lifting for six weeks", "laid off on Friday, savings have to last", days=400)
    latest = "laid off on Friday, savings have to last"
    assert found(store, "plan our weekend", 1, half_life=7.0) == {latest}
    assert found(store, "what did the surgeon say", 1, half_life=7.0) == {
        "the surgeon says no lifting for six weeks"
    }


def test_a_day_in_the_question_brings_that_day_not_its_numbers(store: Store, tell: Tell) -> None:
    tell("Ann ran 2025 m in 03 minutes and 05 seconds", "tea with Ann", "soup with Ann", "cake with Ann")
    first = Retriever(store).ask("what did Ann do on 2025-03-05").messages[0]
    assert first.message.text == "soup with Ann"


def test_freshness_halves() -> None:
    newest = START + timedelta(days=14)
    assert freshness([START, START + timedelta(days=7), newest, None], None, 7.0).tolist() == [
        0.25,
        0.5,
        1.0,
        0.25,
    ]
    assert freshness([None], None, 7.0).tolist() == [1.0]
    assert freshness([newest], newest + timedelta(days=7), 7.0).tolist() == [0.5]
