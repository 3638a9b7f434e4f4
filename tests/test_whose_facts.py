# ruff: noqa: E501 - one case a line
"""Somebody else's facts, and what is not so yet, are not the writer's, whatever a model says of them."""

import pytest
from test_statements import NOTHING, told

ASPECT = "topic: t\n{}: {}\nclues: \n"


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        # whose birthday
        ("Jonas is here! Born 21 August, 3450 g, all well", "birthday", "21 August"),
        ("Our friend's baby is here, born 3 May, all well", "birthday", "3 May"),
        ("生啦！3月5日出生，六斤八两，母子平安", "birthday", "3月5日"),
        ("Her birthday is 9 December", "birthday", "9 December"),
        ("她的生日是3月5日", "birthday", "3月5日"),
        # whose work, home and partner
        ("We are moving to Basel in February, Markus got a job at Roche", "occupation", "at Roche"),
        ("Anna works as a nurse in Leeds", "occupation", "nurse in Leeds"),
        ("and Emma is 34 now", "age", "34"),
        ("Samira is back from Lyon", "location", "Lyon"),
        ("later. he's marrying Yusuf, they met at a climbing wall", "relationship", "Yusuf"),
        ("Anna is getting married to Tom", "relationship", "married to Tom"),
        ("她要结婚了，嫁给阿强", "relationship", "结婚"),
        # no home, or none yet
        ("We are moving to Basel in February, Markus got a job at Roche", "location", "Basel"),
        ("we're going to move to Leeds", "location", "Leeds"),
        ("下个月要搬到成都了", "location", "成都"),
        ("We're viewing a terraced house in Keynsham tomorrow, halfway between Bristol and Bath", "location", "Keynsham"),
        ("We're viewing a terraced house in Keynsham tomorrow, halfway between Bristol and Bath", "location", "Bristol"),
        ("周末去青羊区看房", "location", "青羊区"),
        ("I'm in Lyon until 2 August, my father is ill", "location", "Lyon"),
        ("Hello! I just moved from Lyon", "location", "Lyon"),
        # no work yet, and no diet
        ("Got an interview at Hargreaves & Boll, an accountancy firm in Bath, on 3 February", "occupation", "Hargreaves & Boll"),
        ("Got an interview at Hargreaves & Boll, an accountancy firm in Bath, on 3 February", "occupation", "accountancy firm in Bath"),
        ("明天去字节面试后端工程师", "occupation", "后端工程师"),
        ("me, and I ate three tomatoes", "diet", "ate three tomatoes"),
        ("中午吃了三个番茄", "diet", "三个番茄"),
    ],
)  # fmt: skip
def test_what_is_not_the_writer_s_is_not_believed(text: str, aspect: str, value: str) -> None:
    assert (aspect, value) not in told(text, ASPECT.format(aspect, value))
    assert aspect not in [a for a, _ in told(text, NOTHING)]


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        ("my birthday is 9 December", "birthday", "9 December"),
        ("I was born on 21 August 1990", "birthday", "21 August 1990"),
        ("我生日是12月9号", "birthday", "12月9号"),
        ("Markus got a job at Roche, I work as a nurse", "occupation", "nurse"),
        ("I had an interview at Bosch and got the job as a tester", "occupation", "tester"),
        ("Interviewing people all day as a journalist", "occupation", "journalist"),
        ("我是面试官，在字节上班", "occupation", "字节"),
        ("Born 3 May 1990, so a Taurus", "birthday", "3 May 1990"),
        ("Tom and I got married in May", "relationship", "married"),
        ("Home is Leeds", "location", "Leeds"),
        ("We moved to Keynsham on Friday", "location", "Keynsham"),
        ("we live in Bath and are viewing a house", "location", "Bath"),
        ("刚搬到成都", "location", "成都"),
        ("I'm marrying Yusuf, he's a climber", "relationship", "marrying Yusuf"),
        ("I never ate meat", "diet", "never ate meat"),
    ],
)
def test_the_writer_s_own_is_believed(text: str, aspect: str, value: str) -> None:
    assert aspect in [a for a, _ in told(text, ASPECT.format(aspect, value))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mina's birthday is 9 December, she'll be 8", "Mina's birthday is 9 December"),
        ("小敏的生日是12月9号，她要八岁了", "小敏的生日是12月9号"),
    ],
)
@pytest.mark.parametrize("short", [True, False])
def test_a_birthday_by_name_is_kept_for_the_family(text: str, value: str, short: bool) -> None:
    said = value.split("是")[-1].split(" is ")[-1] if short else value
    assert told(text, ASPECT.format("birthday", said)) == [("family", value)]
