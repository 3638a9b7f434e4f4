# ruff: noqa: E501 - one case a line
"""What the next message puts right of a value, what a message grants that it denied, and what only sounds like it."""

from datetime import UTC, datetime, timedelta

import pytest

from omem_cli.memory.fold import Statement, fold
from omem_cli.records import AttributeClaim, Status
from omem_cli.understanding import conceded

DAY = datetime(2026, 3, 1, 10, tzinfo=UTC)


def after(before: str, text: str, now: str = "") -> tuple[set[str], set[str]]:
    """Current and past values after two messages; claims are written `aspect=value;aspect=value`."""

    def said(n: int, words: str, claims: str) -> Statement:
        read = tuple(AttributeClaim(*c.split("=", 1), words) for c in claims.split(";") if c)
        return Statement(f"m{n}", "c", n, DAY + timedelta(hours=n), words, read)

    known = fold("me", [said(0, "told", before), said(1, text, now)]).attributes.values()
    current, past = ({a.value for a in known if a.status is s} for s in (Status.CURRENT, Status.PAST))
    return current, past


@pytest.mark.parametrize(
    ("before", "text", "value"),
    [
        ("pet=nine hens and a cockerel", "just done a headcount, eleven hens. two hid under the shed", "eleven hens and a cockerel"),
        ("family=twins, 5", "4! they're 4, five in october", "twins, 4"),
        ("age=63", "62, my daughter says. I always round up", "62"),
        ("education=masters in Lund", "sorry, Linköping. Lund rejected me", "masters in Linköping"),
        ("occupation=teach year 3", "sorry that was last year's class, I've got year 5 now", "teach year 5"),
        ("education=BA in linguistics from Leiden", "that should say Leuven. Leiden turned me down", "BA in linguistics from Leuven"),
        ("hobby=play the violin", "stupid phone. VIOLA. it changes it every time", "play the viola"),
        ("schedule=dialysis, mon wed fri, 7 to 11.30", "hang on that was the old letter i was reading. tue thu sat is mine, times are right", "dialysis, tue thu sat, 7 to 11.30"),
        ("hobby=crochet", "knit! I knit, crochet is the one with the hook", "knit"),
        ("schedule=swim on mondays and fridays", "oops, mondays and wednesdays", "swim on mondays and wednesdays"),
        ("schedule=turno de martes a sábado", "uy no, te puse el de mi compañero. es de domingo a jueves", "turno de domingo a jueves"),
        ("pet=zwei Hunde", "Moment, nein: drei Hunde", "drei Hunde"),
        ("birthday=4/3", "sorry, that's day first. 4 March", "4 March"),
        ("possession=Roland keyboard", "Correction: it's a Yamaha, not a Roland", "Yamaha keyboard"),
        ("schedule=每周一三五游泳", "记混了，那是我闺女的课，我是周二周六", "周二周六游泳"),
        ("pet=两只龟", "刚去阳台数了下，三只，有一只钻土里了", "三只龟"),
        ("allergy=花粉过敏", "单子出来了，不是花粉，尘螨。能跑步吗", "尘螨过敏"),
        ("education=大二", "错了错了，我大三，大二是我室友", "大三"),
        ("relationship=老公是江西人", "湖南的！江西是我公公", "老公是湖南人"),
    ],
)  # fmt: skip
def test_only_what_is_taken_back_of_a_value_is_replaced(before: str, text: str, value: str) -> None:
    assert after(before, text) == ({value}, {before.split("=")[1]})


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("family=two kids", "no, 3 paragraphs please"),
        ("location=Austria", "i meant. Australia. for the quiz"),
        ("location=Leeds", "the poster for the gig in Leeds is wrong, that should say Hull"),
        ("schedule=swim on mondays and fridays", "sorry, tue thu for my son's football, is that too much?"),
        ("family=two kids", "oh no, my brother has 4 kids and no sleep"),
        ("pet=two dogs", "actually we had three dogs when I was a child"),
        ("goal=half marathon in 12 weeks", "wait, the plan is too long, can you do 8 weeks"),
        ("schedule=pilates on Tuesdays", "sorry, can't do Tuesday this week, Thursday?"),
        ("age=14", "12, 15 or 20 minutes in the oven"),
        ("age=34", "200, if you please"),
        ("location=Leeds", "sorry, Leeds is lovely, I should say so more often"),
        ("pet=三只猫", "不好意思，给我写三百字就行"),
        ("age=三十五岁", "等等，我朋友四十岁，他也能办吗"),
        ("schedule=每周三瑜伽", "等等，这周四有课吗"),
        ("occupation=护士", "不好意思，那是我写的，别改"),
    ],
)  # fmt: skip
def test_what_only_sounds_like_a_correction_changes_nothing(before: str, text: str) -> None:
    assert after(before, text) == ({before.split("=")[1]}, set())


def test_what_was_anothers_falls_for_what_is_told_instead() -> None:
    said = "scratch that, I pasted it from our last placement. this time it's a sister and brother"
    assert after("family=two brothers;family=5 and 8;location=Ayr", said, "family=a sister and brother") == (
        {"a sister and brother", "Ayr"},
        {"two brothers", "5 and 8"},
    )
    assert after("health=sertraline;location=Ayr", "hm, that's my wife's prescription") == ({"Ayr"}, {"sertraline"})  # fmt: skip


def test_a_claim_that_names_what_was_wrong_is_none() -> None:
    said = "no no, Stockport. Salford is where I was born and we left in a week"
    assert after("origin=Salford", said, "origin=Salford is where I was born") == ({"Stockport"}, {"Salford"})


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        ("I have no hobbies. well there's 14 valve radios in the shed that I fix up, so ok", "hobby", "14 valve radios in the shed that I fix up"),
        ("I can't cook. ok, I do a decent paella on Sundays", "skill", "a decent paella on Sundays"),
        ("I'm not superstitious. I just never fire on a friday. ok I'm superstitious", "belief", "superstitious"),
        ("put monolingual. well, my nain brought me up. right, fluent Welsh then, forget monolingual", "language", "fluent Welsh"),
        ("put me down as teetotal. actually no, a sherry at christmas, put occasional drinker", "diet", "occasional drinker"),
        ("we don't have a car. wait, does the campervan count? we live in it", "possession", "campervan"),
        ("Not allergic to anything, no. Oh except latex, I come out in welts", "allergy", "latex"),
        ("I don't take any medication. Actually scratch that, I'm on citalopram", "health", "I'm on citalopram"),
        ("Ich rauche nicht. Na gut, auf Partys mal eine", "health", "auf Partys mal eine"),
        ("我不会做饭，这条怎么写。要说也不是，臊子面我全套都行，那就写会做臊子面吧", "skill", "会做臊子面"),
        ("我这人不信教。不过初一十五去上香，行吧，这就是信佛", "belief", "信佛"),
        ("我单身……好吧，上周五领的证，你按已婚写", "relationship", "已婚"),
        ("家里没车，怎么弄到镇上？哦等等，电动三轮算不算车，我有一台", "possession", "电动三轮"),
        ("没什么爱好吧，嗯…其实每周末都去钓鱼", "hobby", "每周末都去钓鱼"),
        ("没忌口，什么都吃。等一下，香菜不行", "diet", "香菜不行"),
    ],
)  # fmt: skip
def test_what_is_granted_takes_the_place_of_its_denial(text: str, aspect: str, value: str) -> None:
    (found,) = conceded.find(text)
    assert (found.aspect, found.value and text[slice(*found.value)]) == (aspect, value)


@pytest.mark.parametrize(
    "text",
    [
        "I don't eat meat. ok so what about dinner for four?",
        "I don't drink. Well, good luck to those who do",
        "No kids. Well, my sister has two, she says it's plenty",
        "I don't smoke. Actually never have.",
        "I have no pets. I mean it, no animals, the lease is strict",
        "I live alone. ok give me a chili recipe for one",
        "I can't swim. right, is there a pool with lessons near Leith?",
        "We don't have a dog, though our neighbour's beagle is always in our garden",
        "I'm single. honestly it's fine",
        "我不会做饭，好吧，那你推荐个外卖",
        "我不吃辣。不过我老公吃，做两个菜怎么搭",
        "家里没车，其实也不想买",
        "我单身，说实话挺自在的",
        "我不抽烟，等等，先说说保费怎么算",
    ],
)  # fmt: skip
def test_a_denial_that_nothing_is_granted_of_stands(text: str) -> None:
    assert conceded.find(text) == []
