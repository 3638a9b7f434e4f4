"""What sounds like an end and is none: true facts stay, and what happens to others ends nothing."""

import pytest
from test_persona import said, state_of

from omem_cli.memory import ending_clauses
from omem_cli.memory.fold import Statement, fold
from omem_cli.records import EventClaim

STAYS = {
    "the first day of the job told before": (
        [
            said(0, "I work as a bookkeeper", "occupation=bookkeeper"),
            said(9, "I got the job!! Starting 1 April as an auditor", "occupation=auditor"),
            said(60, "first day at the new firm, my manager is strict"),
        ],
        {"auditor"},
        {"bookkeeper"},
    ),
    "新公司第一天": (
        [
            said(0, "我是会计", "occupation=会计"),
            said(9, "拿到offer了，下个月去做审计", "occupation=审计"),
            said(40, "今天入职"),
        ],
        {"审计"},
        {"会计"},
    ),
    "a first day that was not announced ends the old job": (
        [
            said(0, "I work as a bookkeeper", "occupation=bookkeeper"),
            said(60, "first day at the new firm, my manager is strict"),
        ],
        set(),
        {"bookkeeper"},
    ),
    "another's wedding": (
        [
            said(0, "My wife Priya has coeliac disease", "relationship=wife Priya"),
            said(1, "he's marrying Yusuf", "relationship=Yusuf"),
        ],
        {"wife Priya"},
        set(),
    ),
    "one's own wedding": (
        [
            said(0, "My girlfriend Priya", "relationship=girlfriend Priya"),
            said(1, "I'm marrying Yusuf", "relationship=Yusuf"),
        ],
        {"Yusuf"},
        {"girlfriend Priya"},
    ),
    "what the children are not told": (
        [
            said(0, "our daughter Mina", "family=daughter Mina"),
            said(1, "We haven't told the kids yet", "family=haven't told the kids"),
        ],
        {"daughter Mina", "haven't told the kids"},
        set(),
    ),
    "还没告诉孩子": (
        [said(0, "女儿米娜", "family=女儿米娜"), said(1, "还没告诉孩子们", "family=还没告诉孩子们")],
        {"女儿米娜", "还没告诉孩子们"},
        set(),
    ),
    "the dog that was not fed": (
        [said(0, "my dog Rex", "pet=dog Rex"), said(1, "haven't fed the dog", "pet=haven't fed the dog")],
        {"dog Rex", "haven't fed the dog"},
        set(),
    ),
    "none at all": (
        [said(0, "our daughter Mina", "family=daughter Mina"), said(1, "we have no kids", "family=no kids")],
        {"no kids"},
        {"daughter Mina"},
    ),
    "a street of the town": (
        [
            said(0, "we live in Keynsham", "location=Keynsham"),
            said(1, "my address is 14 Chandos Road", "location=14 Chandos Road"),
        ],
        {"Keynsham", "14 Chandos Road"},
        set(),
    ),
    "the street of a town named again": (
        [
            said(0, "in Keynsham", "location=Keynsham"),
            said(1, "Moved to Keynsham. The Old Mill", "location=Keynsham", "location=The Old Mill"),
        ],
        {"Keynsham", "The Old Mill"},
        set(),
    ),
    "another town ends the street as well": (
        [
            said(0, "we live in Keynsham", "location=Keynsham"),
            said(1, "my address is 14 Chandos Road", "location=14 Chandos Road"),
            said(2, "We moved to Bath", "location=Bath"),
        ],
        {"Bath"},
        {"Keynsham", "14 Chandos Road"},
    ),
    "the birthday of one of the family": (
        [
            said(0, "our daughter Mina", "family=daughter Mina"),
            said(1, "Mina's birthday is 9 December", "family=Mina's birthday is 9 December"),
        ],
        {"daughter Mina", "Mina's birthday is 9 December"},
        set(),
    ),
    "the birthday of somebody": (
        [
            said(0, "our daughter Mina", "family=daughter Mina"),
            said(1, "Jo's birthday is 9 May", "family=Jo's birthday is 9 May"),
        ],
        {"daughter Mina"},
        set(),
    ),
    "小敏的生日": (
        [
            said(0, "小敏的生日是12月9号", "family=小敏的生日是12月9号"),
            said(1, "我表妹丽丽", "family=表妹丽丽"),
            said(2, "丽丽的生日是5月9号", "family=丽丽的生日是5月9号"),
        ],
        {"表妹丽丽", "丽丽的生日是5月9号"},
        set(),
    ),
    "从高新区搬到了青羊区": (
        [
            said(0, "我在成都", "location=成都"),
            said(1, "住在高新区", "location=高新区"),
            said(2, "我们从高新区搬到了青羊区", "location=高新区", "location=青羊区"),
        ],
        {"成都", "青羊区"},
        {"高新区"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("told", "current", "past"), STAYS.values(), ids=STAYS)
def test_only_what_is_over_ends(told: list[Statement], current: set[str], past: set[str]) -> None:
    assert state_of(*told) == (current, past)


def test_nothing_ends_before_it_began() -> None:
    told = "I left the store in 2020"
    event = EventClaim("left the store", told, "2020-02-03", 1.0)
    profile = fold(
        "me",
        [
            said(0, "I work as a bookkeeper in a store", "occupation=bookkeeper in a store"),
            said(5, told, "occupation=left the store", events=(event,)),
        ],
    )
    (only,) = profile.attributes.values()
    assert (only.since, only.until) == ("2024-01-01", "2024-01-06")


@pytest.mark.parametrize(
    "text",
    [
        "how is the new job, Tom?",
        "How's the new job going, Tom",
        "is the new job fun, Anna?",
        "congrats on the new job!",
        "good luck with the new job",
        "Markus got a new job at Roche",
        "and Emma started as a nurse on Monday",
        "Emma broke up with Tom",
        "Tom's last day at the bank",
        "新工作顺利吗，小李？",
        "恭喜新工作！",
    ],
)
def test_what_happens_to_others_ends_nothing(text: str) -> None:
    assert ending_clauses.endings(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I quit my job, what now?", "job"),
        ("Was made redundant, what now?", "job"),
        ("sold the van, what now?", "goods"),
        ("Finally got a new job!", "job"),
        ("How is everyone? Got a new job!", "job"),
        ("Officially quit my job", "job"),
        ("Sam and I broke up", "love"),
        ("I quit my job to enjoy the sun", "job"),
        ("庆祝一下，我辞职了", "job"),
        ("喝酒庆祝离职", "job"),
        ("我们从高新区搬到了青羊区", "home"),
    ],
)
def test_the_writer_s_own_endings_are_heard(text: str, kind: str) -> None:
    kinds = [e.kind for e in ending_clauses.endings(text)]
    assert kind in kinds
    assert set(kinds) <= {kind, "stage"}  # a new job also ends the search for one
