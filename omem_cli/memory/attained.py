# ruff: noqa: E501 - one pattern a line
"""What a new fact makes of an aim, or of a pregnancy: who is a paramedic need not become one, who lives in Lisbon has moved there.

Nobody says that the aim is reached; they tell what they now have, are, or where they live. The fact must say all that the
aim names, or be one of the kind that it names (a dog, a baby, a postgraduate course).
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from omem_cli.memory import changes
from omem_cli.memory.operation import Operation, day
from omem_cli.memory.wording import GENERIC, terms
from omem_cli.patterns import late
from omem_cli.records import Attribute, AttributeClaim, Status

_MORE = late(
    r"\b(?:second|another|third|bigger|better|more|new|own|next|other)\b|再|二胎|第二|另|更|新|换", re.I
)
_WORDS = terms(
    "want hope hoping plan save saving buy get own become be move live living find learn train as for go into adopt foster"
    " have start open study apply in to work working finally someday one day dream becoming getting buying moving"
)
_HAN_WORDS = late(
    r"^(?:想|打算|准备|目标是?|希望|攒钱|计划|争取|要)*(?:转行)?(?:做|当|买|养|搬[到去]|去|考|学|开|住|成为|拿|回|落户|移民到?)?(?:[一个只条套辆台]*)"
)
_NOT_YET = late(
    r"\b(?:trainee|apprentice|student|training|applicant|applying|fund|deposit|lessons?|learning|beginner|want\w*|hope|hoping|saving|someday|looking|interview\w*|waiting list|course|visit\w*|trip|holiday|part[- ]time|volunteer)\b|学徒|实习|见习|在学|备考|报名|准备|想|攒|面试|排队|首付|旅游|出差",
    re.I,
)
_BY_KIND: tuple[tuple[frozenset[str], re.Pattern[str], re.Pattern[str]], ...] = (
    (frozenset({"pet"}), late(r"\b(?:dog|puppy|hound)\b|狗", re.I), late(r"\b(?:dog|puppy|pup|\w*hound|terrier|collie|spaniel|retriever|labrador|corgi|poodle|\w+doodle|beagle|dachshund|whippet|lurcher|husky)\b|狗|犬|柯基|金毛|拉布拉多|泰迪|边牧|柴", re.I)),
    (frozenset({"pet"}), late(r"\b(?:cat|kitten)\b|猫", re.I), late(r"\b(?:cat|kitten|tabby|tortie|ragdoll|siamese|maine coon)\b|猫|布偶|英短|美短|橘", re.I)),
    (frozenset({"family"}), late(r"\b(?:baby|child|kids?|ivf|conceiv\w+|pregnan\w+)\b|要孩子|备孕|怀孕|生娃|试管", re.I), late(r"\b(?:baby|newborn|(?:son|daughter|twins?)\b.*\b(?:born|weeks?|months?))\b|宝宝|刚出生|满月|[个]月大|新生儿", re.I)),
    (frozenset({"relationship"}), late(r"\b(?:marry|married|wedding|propos\w+)\b|结婚|求婚|领证", re.I), late(r"\b(?:married|husband|wife)\b|已婚|老公|老婆|结婚|妻子|丈夫", re.I)),
    (frozenset({"education"}), late(r"考研|读研|研究生|postgrad\w*|\bmasters?\b", re.I), late(r"研[一二三]|研究生在读|读研|硕士在读|\bmasters? (?:student|in|at)\b|postgrad student", re.I)),
    (frozenset({"education"}), late(r"高考|考大学|get into uni\w*", re.I), late(r"大[一二三四]|大学生|first[- ]year|freshman", re.I)),
    (frozenset({"occupation"}), late(r"考公|公务员|省考|国考|考编|civil service", re.I), late(r"公务员|科员|机关|编制|civil servant", re.I)),
    (frozenset({"occupation"}), late(r"\b(?:find|get|land) (?:a |any |new )*(?:job|work)\b|找工作|求职", re.I), late(r".", re.I)),
    (frozenset({"skill", "possession"}), late(r"\b(?:driving )?licen[cs]e\b|\bpass (?:my |the )?driving|考驾照|拿驾照|学车", re.I), late(r"\b(?:driving licen[cs]e|licensed driver|can drive)\b|驾照|会开车|有驾照", re.I)),
)  # fmt: skip
_ASPECTS = frozenset(
    {"occupation", "location", "possession", "pet", "skill", "education", "relationship", "family"}
)
_CAN = late(r"\bcan\b|\bfluent|会(?!计|议)|能", re.I)
_MOVES = late(
    r"\b(?:move|live|living|emigrat\w+|relocat\w+|settle|flat|house|home)\b|搬|落户|移民|住|回|定居", re.I
)
_DOES = late(
    r"\b(?:run|visit|travel|ride|walk|cycle|climb|hike|drive through|holiday|trip|race|marathon)\b|旅游|跑|爬|骑|逛",
    re.I,
)


def _reaches(aspect: str, value: str, goal: str, text: str) -> bool:
    if _MORE.search(goal) or _NOT_YET.search(value) or _DOES.search(goal):
        return False
    for among, aim, fact in _BY_KIND:
        if aspect in among and aim.search(goal) and fact.search(value):
            return True
    if aspect == "skill" and not _CAN.search(value):
        return False
    if aspect == "location" and not _MOVES.search(goal):
        return False
    if not goal.isascii():
        named = _HAN_WORDS.sub("", goal)
        return len(named) >= 2 and named in value
    named_terms = terms(goal) - _WORDS - GENERIC
    if aspect == "possession" and _NOT_YET.search(text):
        return False
    return bool(named_terms) and named_terms <= terms(value)


_BORN = late(
    r"\b(?:newborn|first birthday|(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|a few)[- ](?:days?|weeks?|months?)[- ]old|(?:was|were) born (?:today|yesterday|last (?:night|week)|this (?:morning|week)|at \d))\b"
    r"|刚出生|新生儿|满月|百天|抓周|[个]月大|(?:女儿|儿子|闺女|宝宝|娃|老二)[^，。]{0,3}[\d一二三四五六七八九十两]+个月|(?:快|刚)(?:满)?(?:一|1)岁|(?<![二两三四五六七八九十\d])(?:一|1)周岁",
    re.I,
)
"""A child that was born within the year."""


_NOT_OWN = late(
    r"\b(?:sister|brother|cousin|niece|nephew|friend|mum|mom|dad|mother|father|gran\w*|uncle|aunt\w*|other|older|eldest|first (?:son|daughter|child|baby))\b"
    r"|[表堂姐哥弟妹侄爸妈爷叔姨姑舅孙婆公]|外甥|同事|朋友|邻居|大女儿|大儿子",
    re.I,
)


def aspects_of(aspect: str) -> frozenset[str]:
    """The aspects in which a fact of `aspect` may reach something."""
    return frozenset({"goal", "health"}) if aspect == "family" else frozenset({"goal"})


def attain(
    claim: AttributeClaim, operations: Iterable[Operation], existing: Sequence[Attribute],
    time: datetime | None, message: str, text: str,
) -> list[Operation]:  # fmt: skip
    """The steps that end the aims which a fact, opened by `operations`, reaches, and the pregnancy of which it
    tells the child."""
    opened = any(o.action in ("add", "update") and o.status is Status.CURRENT and o.opens for o in operations)
    if claim.aspect not in _ASPECTS or not opened:
        return []
    aims = [a for a in existing if a.aspect == "goal" and a.status is Status.CURRENT and not a.pinned]
    aims = [a for a in aims if not (a.evidence and a.evidence[-1].message == message)]
    reason = f"is reached: {claim.value}"
    if (
        claim.aspect == "family"
        and _BORN.search(f"{claim.value} {claim.quote}")
        and not _NOT_OWN.search(claim.value)
    ):
        aims += [
            a
            for a in existing
            if a.aspect == "health" and a.status is Status.CURRENT and not a.pinned
            and changes.is_pregnancy(a.value)
        ]  # fmt: skip
    return [
        Operation("close", reason, a.aspect, claim.value, a.id, until=day(time))
        for a in aims
        if a.aspect == "health" or _reaches(claim.aspect, claim.value, a.value, text)
    ]
