"""Signs in words: what must not be eaten, what is only part of asking."""

import pytest

from omem_cli.memory import hints


@pytest.mark.parametrize(
    "words",
    [
        "our daughter Mina gets hives from tree nuts", "my throat closes up with peanuts",
        "prawns make my lips swell",
        "he came out in a rash after the kiwi", "milk? she gets sick from it",

        "I can't have any dairy", "I've given up alcohol this year", "She hates mushrooms",
        "I don't drink wine",


        "医生说不能喝咖啡", "他一喝牛奶就拉肚子",
        "吃虾会起疹子", "上次吃了花生，嘴唇肿了", "她不吃香菜",
        "我戒酒了", "不能喝酒",
        "医生让我少吃甜的", "我對芒果過敏",
    ],
)  # fmt: skip
def test_what_must_not_be_eaten(words: str) -> None:
    found = hints.harm("dinner ideas", food=True)
    assert found is not None
    assert found.search(words)


@pytest.mark.parametrize(
    "words",
    [
        "I was sick on Monday", "I get a headache from work", "my face hurt after the dentist",
        "we love mushrooms",
        "I don't have a car", "she hates her job", "腿肿得厉害", "昨天吃了火锅", "他起得很早", "我们喝了咖啡",
    ],
)  # fmt: skip
def test_what_forbids_no_food(words: str) -> None:
    found = hints.harm("dinner ideas", food=True)
    assert found is not None
    assert not found.search(words)


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("喝什么饮料好", "喝什么饮料"), ("请婆婆吃饭去哪里好？", "请婆婆吃饭去哪里 ？"),
        ("送什么比较好呢", "送什么 呢"),
        ("我的好朋友是谁", "我的好朋友是谁"),
        ("睡不好怎么办", "睡不好怎么办"), ("what is good", "what is good"),
    ],
)  # fmt: skip
def test_what_is_only_part_of_asking_is_no_word_to_look_for(query: str, left: str) -> None:
    assert hints.without_asking(query).strip() == left


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("a boat trip with the kids?", "I get horribly seasick"),
        ("plan a holiday", "I'm scared of flying"),
        ("坐船去岛上玩", "我晕船很厉害"),
        ("周末去爬山", "他恐高"),
        ("dinner ideas", None),
        ("a boat trip", "I love boats"),
        ("去海边", "我在海边长大"),
    ],
)
def test_what_hinders_a_journey(query: str, words: str | None) -> None:
    found = hints.harm(query, food=False)
    if words is None:
        assert found is None
    else:
        binds = words not in ("I love boats", "我在海边长大")
        assert found is not None
        assert (found.search(words) is not None) is binds


@pytest.mark.parametrize(
    ("query", "said", "told", "is_about"),
    [
        ("gift for my wife", "My wife Ann has a cold", "Ann likes pottery", True),
        ("gift for my wife", "My wife Ann has a cold", "Bob likes pottery", False),
        ("present for our son", "our little son Max is five", "Max wants a drum", True),
        ("送老公什么礼物", "我老公是程序员，他叫林浩", "林浩升职了", True),
        ("给妈妈买什么", "在家", "妈妈喜欢花", True),
        ("给娃买什么玩具", "在家", "什么鱼适合给娃做", False),
        ("gift for my wife", "", "what does my wife like?", False),
    ],
)
def test_what_tells_of_the_relative_one_plans_for(query: str, said: str, told: str, is_about: bool) -> None:
    kin = hints.kin_asked(query, [said])
    assert kin is not None
    assert hints.tells_of(kin, told) is is_about


def test_a_plan_for_nobody_has_no_relatives() -> None:
    assert hints.kin_asked("weekend plans", ["My wife Ann has a cold"]) is None
