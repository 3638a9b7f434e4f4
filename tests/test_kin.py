"""What is told of a relative is kept with the relative, and takes no one else's place."""

import json
from typing import Any

import pytest

from omem_cli.memory import kin
from omem_cli.memory.kin import named
from omem_cli.records import AttributeClaim


@pytest.mark.parametrize(
    ("text", "value", "kept"),
    [
        ("my sister works at a bank", "works at a bank", "sister: works at a bank"),
        ("Mum has diabetes and hates needles", "has diabetes", "Mum: has diabetes"),
        ("my son is called Leo", "Leo", "son Leo"),
        ("my sister has two kids", "two kids", "sister: two kids"),
        ("my sister's husband drives lorries", "drives lorries", "sister's husband: drives lorries"),
        ("my mum's knee was replaced", "knee was replaced", "mum's knee was replaced"),
        ("I met my sister Ines. She works at a bank", "works at a bank", "sister: works at a bank"),
        ("I think my dad is lonely", "lonely", "dad: lonely"),
        ("我妹妹在银行上班", "在银行上班", "妹妹：在银行上班"),
        ("我女儿叫豆包，四岁半", "豆包", "女儿豆包"),
        ("我妈去年退休了，她现在学画画", "学画画", "妈：学画画"),
        ("我老婆的妹妹在深圳当老师", "在深圳当老师", "老婆的妹妹：在深圳当老师"),
        ("my dad made ham, my mum's sugar is fine", "my mum's sugar is fine", "my mum's sugar is fine"),
        ("我爸做了腊肉，我妈血糖控制得不错", "我妈血糖控制", "我妈血糖控制"),
        # what speaks for itself, is told of both, or of something else
        ("my sister Ines is here", "sister Ines", "sister Ines"),
        ("I have a daughter, 6", "daughter, 6", "daughter, 6"),
        ("my wife and two kids", "two kids", "two kids"),
        ("my brother and I share the flat", "share the flat", "share the flat"),
        ("I bought my mum a new phone", "a new phone", "a new phone"),
        ("我和我哥合租", "合租", "合租"),
        ("妈妈糖尿病", "妈妈糖尿病", "妈妈糖尿病"),
        ("nobody is named here", "elsewhere", "elsewhere"),
    ],
)
def test_the_relative_stands_with_the_value(text: str, value: str, kept: str) -> None:
    (claim,) = named(text, [AttributeClaim("family", value, text)])
    assert (claim.value, claim.quote) == (kept, text)
    (again,) = named(text, [claim])
    assert again == claim


@pytest.mark.parametrize(
    ("text", "value", "kept"),
    [
        ("my wife is a nurse", "is a nurse", ("family", "wife: is a nurse")),
        ("my wife Priya is a nurse", "Priya", ("relationship", "wife Priya")),
        ("my girlfriend and I split up", "split up", ("relationship", "split up")),
        ("我老公是程序员", "是程序员", ("family", "老公：是程序员")),
        ("my sister got engaged", "got engaged", ("family", "sister: got engaged")),
        ("我哥要结婚了", "要结婚了", ("family", "哥：要结婚了")),
    ],
)
def test_what_a_partner_does_is_no_state_of_the_relationship(
    text: str, value: str, kept: tuple[str, str]
) -> None:
    (claim,) = named(text, [AttributeClaim("relationship", value, text)])
    assert (claim.aspect, claim.value) == kept


def test_a_relative_s_facts_displace_nobody_else_s(omem: Any, chat: Any) -> None:
    said = (
        ("my wife Priya says hi", "relationship", "wife Priya"),
        ("my wife is a nurse", "relationship", "is a nurse"),
        ("my sister works at a bank", "family", "works at a bank"),
        ("my brother works at a bakery", "family", "works at a bakery"),
        ("my sister works at a bank, still", "family", "works at a bank"),
    )
    lines = [{"text": t, "attributes": [{"aspect": a, "value": v}]} for t, a, v in said]
    turns = [("user", f"2026-05-0{n}", line["text"]) for n, line in enumerate(lines, 1)]
    omem("ingest", chat(*turns), "--no-extract")
    omem("persona", "decide", "--candidates", "-", input="\n".join(map(json.dumps, lines)))
    known = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    assert {(a["aspect"], a["value"], len(a["evidence"])) for a in known} == {
        ("relationship", "wife Priya", 1),
        ("family", "wife: is a nurse", 1),
        ("family", "sister: works at a bank", 2),
        ("family", "brother: works at a bakery", 1),
    }
    (sister,) = (a["id"] for a in known if a["value"].startswith("sister"))
    omem("persona", "forget", sister)
    again = json.loads(omem("persona", "show", "--json").stdout)["attributes"]
    assert sister not in {a["id"] for a in again}
    omem("persona", "undo", sister)
    assert json.loads(omem("persona", "show", "--json").stdout)["attributes"] == known


@pytest.mark.parametrize(
    ("said", "passing"),
    [
        ("my nephew's taken up judo", True),
        ("我弟倒是去考法语了", True),
        ("哥哥最近迷上钓鱼", True),
        ("my brother is learning to walk again after the stroke", False),
        ("my sister has coeliac disease", False),
        ("sister is a nurse in Leeds", False),
        ("my daughter has taken up judo", False),
        ("我妹考上编了", False),
        ("my sister is into her ninth month of pregnancy", False),
        ("my cousin got into Oxford", False),
        ("我妹刚学会走路", False),
        ("我家老二跟哥哥一样迷上足球", False),
    ],
)
def test_what_a_distant_relative_has_begun_with_is_passing(said: str, passing: bool) -> None:
    assert kin.passing(said) is passing


@pytest.mark.parametrize(
    ("text", "quote", "nobody"),
    [
        ("she's now learning Finnish. I'm done", "she's now learning Finnish", True),
        ("he's 4 months and teething, first baby", "he's 4 months and teething", False),
        ("our youngest, she's allergic to nuts", "she's allergic to nuts", False),
        ("my gran fell, she's in hospital", "she's in hospital", False),
        ("她花生过敏，蛋糕别放", "她花生过敏", True),
        ("闺女在吃奶粉，她花生过敏", "她花生过敏", False),
    ],
)
def test_a_pronoun_without_a_relative_is_nobody_of_the_family(text: str, quote: str, nobody: bool) -> None:
    assert kin.of_nobody(text, AttributeClaim("family", quote, quote)) is nobody


@pytest.mark.parametrize(
    ("text", "value", "nobody"),
    [
        ("found one. he's a drummer. in the ad I said QUIET", "drummer", True),
        ("室友换人了，她是个鼓手", "鼓手", True),
        ("my husband snores, he's a drummer", "drummer", False),
        ("he finally proposed!!", "he finally proposed", False),
        ("met him at the pool, we're engaged, he's a nurse", "engaged", False),
    ],
)
def test_what_nobody_known_is_tells_of_no_partner(text: str, value: str, nobody: bool) -> None:
    assert kin.what_nobody_is(text, AttributeClaim("relationship", value, value)) is nobody
