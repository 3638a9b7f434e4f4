"""Signs in words: what must not be eaten, what is only part of asking."""

import pytest

from omem_cli.memory import hints


@pytest.mark.parametrize(
    "words",
    [
        "our daughter Mina gets hives from tree nuts", "my throat closes up with peanuts",
        "prawns make my lips swell",
        "he came out in a rash after the kiwi", "milk? she gets sick from it",

        "I can't have any dairy", "I've given up alcohol this year", "She hates mushrooms", "I don't drink wine",
        "医生说不能喝咖啡", "他一喝牛奶就拉肚子",
        "吃虾会起疹子", "上次吃了花生，嘴唇肿了", "她不吃香菜",
        "我戒酒了", "不能喝酒",
        "医生让我少吃甜的", "我對芒果過敏",
    ],
)  # fmt: skip
def test_what_must_not_be_eaten(words: str) -> None:
    assert hints.forbids_food(words)


@pytest.mark.parametrize(
    "words",
    [
        "I was sick on Monday", "I get a headache from work", "my face hurt after the dentist",
        "we love mushrooms",
        "I don't have a car", "she hates her job", "腿肿得厉害", "昨天吃了火锅", "他起得很早", "我们喝了咖啡",
    ],
)  # fmt: skip
def test_what_forbids_no_food(words: str) -> None:
    assert not hints.forbids_food(words)


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
