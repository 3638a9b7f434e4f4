"""The write filter: what never reaches a model, and why."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.records import MessageContext, Role
from omem_cli.understanding.gate import (
    CODE,
    EMPTY,
    NOT_WRITER,
    NOTHING,
    SMALL_TALK,
    coded,
    codes,
    grams,
    load_gate,
)


def reason(text: str, role: Role = Role.USER, previous: str | None = None) -> str | None:
    return load_gate().judge(MessageContext(text, previous), role).skipped


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SYSTEM, Role.TOOL, Role.EVENT])
def test_other_roles_are_not_the_writer(role: Role) -> None:
    assert reason("I'm a nurse in Cork and I live with my two daughters.", role) == NOT_WRITER


@pytest.mark.parametrize("text", ["", "   \n", "?!", "🎉🎉", "——"])
def test_empty(text: str) -> None:
    assert reason(text) == EMPTY


@pytest.mark.parametrize(
    "text",
    [
        "```python\nprint('I am 42')\n```",
        "```\nname = 'Bob'",
        "> I live in Paris\n> and I like jazz",
        "for i in range(3):\n    total += i;\n}",
        "https://example.org/about-me",
    ],
)
def test_only_code_or_pasted(text: str) -> None:
    assert reason(text) == CODE


@pytest.mark.parametrize(
    "text",
    [
        *("hi", "Hello!!", "thanks, that worked!", "thank you so much 🙏", "ok cool", "good morning", "lol"),
        *("你好", "谢谢！", "好的，谢谢", "早上好呀～", "哈哈哈哈", "晚安", "嗯嗯"),
        *("danke", "merci beaucoup", "¡gracias!", "yes please"),
    ],
)
def test_small_talk(text: str) -> None:
    assert reason(text) == SMALL_TALK


@pytest.mark.parametrize(
    "text",
    [
        "what's the capital of Peru?",
        "Explain how a heat pump works in two paragraphs.",
        "Convert 30 C to F",
        "Python里列表和元组有什么区别？",
        "写一首关于春天的诗",
    ],
)
def test_requests_tell_nothing(text: str) -> None:
    assert reason(text) == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        "I'm a night nurse and I've just moved to Leeds with my wife",
        "my daughter starts school next week, i'm a mess",
        "allergic to peanuts since I was a kid, and I don't eat pork",
        "我是一名软件工程师，最近在做一个推荐系统项目",
        "我不吃辣，也不吃牛肉，最近在尝试素食",
        "我腰不太好，医生说不适合剧烈运动",
        "上个月换了新工作，压力比较大，经常加班到很晚",
        "我喜欢看科幻小说，最近在看刘慈欣的《三体》",
    ],
)
def test_personal_messages_pass(text: str) -> None:
    verdict = load_gate().judge(MessageContext(text), Role.USER)
    assert verdict.skipped is None
    assert verdict.probability is not None


def test_participants_pass_as_users_do() -> None:
    text = "I sold my car yesterday and bought a cargo bike"
    assert reason(text, Role.PARTICIPANT) is None


@settings(deadline=None)
@given(st.text(max_size=200), st.none() | st.text(max_size=80))
def test_any_text_has_a_verdict(text: str, previous: str | None) -> None:
    first = load_gate().judge(MessageContext(text, previous), Role.USER)
    assert first == load_gate().judge(MessageContext(text, previous), Role.USER)
    assert first.probability is None or 0 <= first.probability <= 1


WORDS = st.sampled_from(
    ["I'm", "a", "banana", "banana", "aaaa", "ß", "Ⅷ", "我在", "过敏", "?", "！", "\n", "c’est", ""]
)


@given(
    st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=20).map(" ".join), st.lists(WORDS).map("".join))
)
def test_the_codes_of_a_text_are_those_of_its_n_grams(text: str) -> None:
    assert list(codes(text)) == list(coded(grams(text, "")))
