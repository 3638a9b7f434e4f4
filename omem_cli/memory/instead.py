# ruff: noqa: E501 - one pattern a line
"""`The coast path instead`, `改游泳`: something takes a place, and what had it is not named. And aims of one kind.

What had the place is then the only other value of the aspect, or the only one of the new one's kind.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from omem_cli.memory.wording import GENERIC, terms
from omem_cli.patterns import late
from omem_cli.records import Attribute

ASPECTS = frozenset({"hobby", "goal", "schedule"})
"""Aspects of which several things stand side by side, unless the text tells that one takes a place."""

_EN = late(
    r"\binstead\b(?! of (?:me|him|her|you|us|them|the|paying)\b)|\b(?:switch|swapp|chang|mov)(?:ed|ing) (?:over )?(?:to|onto)\b|\bplan b\b|\bnew plan\b|\bchanged my mind\b|\brather (?:than|do)\b|\bfrom now on\b.*\bonly\b|\bstattdessen\b|\bà la place\b|\ben cambio\b",
    re.I,
)
_ZH = late(
    r"改(?!天|日|变|善|了一|作业|卷|稿|论文|图|错|签|方案|需求|口)[\u4e00-\u9fff]{1,8}|换成|换(?:了)?个?目标|转(?:去|到|为|做|学|练)|干脆"
)
_KEPT = late(
    r"\b(?:also|too|as well|still|and also|besides|on top|alongside|another|for (?:today|now|once|a change|a bit|the (?:day|week|weekend))|today|tonight|this (?:week|time|morning|evening))\b|还|也(?!许)|又|同时|今天|今晚|这次|这周|暂时|先",
    re.I,
)


def told(text: str, value: str) -> bool:
    """Whether a text says that `value` takes a place."""
    for clause in re.split(r"[.!?。！？；;\n]", text):
        if _KEPT.search(clause) or not (_EN.search(clause) or _ZH.search(clause)):
            continue
        said = terms(clause) | frozenset(clause)
        if (terms(value) - GENERIC) & said or (not value.isascii() and set(value) & set(clause)):
            return True
    return False


_AIMS: tuple[re.Pattern[str], ...] = (
    late(
        r"\b(?:phd|doctora\w+|masters?|master's|mba|postgrad\w*|grad school|teacher training|pgce|degree|uni(?:versity)?|college|a[- ]levels?|exams?|civil service|bar exam)\b|考研|研究生|读研|读博|博士|硕士|省考|国考|公考|公务员|考编|教师编|事业编|考公|教资|法考|注会|高考|专升本|在职",
        re.I,
    ),
    late(
        r"\b(?:house|flat|home|mortgage|deposit|cottage|apartment|property)\b|买房|买套|[一两三四]居|首付|房子|公寓|别墅|房",
        re.I,
    ),
    late(
        r"\b(?:marathon|half marathon|10k|5k|ultra|triathlon|ironman|parkrun|race|coast path|camino|pilgrimage|trail|munros?|peaks?|walk|ride|swim|trek)\b|马拉松|半马|全马|越野赛|铁三|徒步|骑行",
        re.I,
    ),
    late(r"\b(?:shop|caf[eé]|restaurant|business|stall|bakery|salon|studio|pub|food truck)\b|开[\u4e00-\u9fff]{0,4}店|创业|摆摊|加盟|民宿|餐馆|咖啡馆", re.I),
    late(r"\b(?:emigrat\w+|move (?:to|abroad)|visa|relocat\w+|green card|citizenship)\b|落户|移民|出国|留学|签证|搬到|回老家", re.I),
    late(r"\b(?:car|campervan|van|motorhome|motorbike|bike)\b|买车|换车|房车", re.I),
    late(r"\b(?:baby|child|ivf|conceiv\w+|adopt\w*)\b|要孩子|备孕|二胎|生娃|试管", re.I),
    late(r"\b(?:licen[cs]e|driving test|driving)\b|驾照|学车", re.I),
    late(r"\b(?:lose|weight|kilos?|stone|diet|slim\w*)\b|减肥|瘦|减脂|斤", re.I),
    late(r"\b(?:promotion|job|career|role|post|position)\b|升职|跳槽|换工作|转行", re.I),
)  # fmt: skip


@lru_cache(maxsize=4096)
def _aims(value: str) -> frozenset[int]:
    return frozenset(n for n, pattern in enumerate(_AIMS) if pattern.search(value))


def same_aim(one: str, other: str) -> bool:
    """Whether two goals are of one kind (a doctorate and `PhD in Utrecht`)."""
    return bool(_aims(one) & _aims(other))


def displaced(aspect: str, value: str, text: str, own: Sequence[Attribute]) -> list[Attribute]:
    """Which of the values `own` of an aspect a text says gives its place to `value`."""
    if aspect not in ASPECTS or not own or not told(text, value):
        return []
    if aspect == "goal":
        alike = [a for a in own if same_aim(value, a.value)]
        if len(alike) == 1:
            return alike
    return list(own) if len(own) == 1 else []


_OFF = late(
    r"^(?P<a>.{2,40}?)(?:'s| is| are)? (?:off the table|off the cards|off|dead|shelved|on ice|scrapped|cancelled|called off|not happening|fell through|didn'?t happen|abandoned|dropped|over|a no)$"
    r"|^(?:no|not doing|gave up on|given up on|giving up on|dropped|scrapped|shelved|called off|abandoned|decided against|won'?t be|not going for|no longer (?:want(?:s|ing)? )?(?:to )?) ?(?P<b>.{2,40})$"
    r"|^不(?:打算|想|准备|再|去|走|要)?(?P<c>[\u4e00-\u9fff]{1,10}?)(?:这条路|的路)?了$|^(?P<d>[\u4e00-\u9fff]{2,12}?)(?:不[\u4e00-\u9fff]?了|算了|黄了|泡汤了?|没戏了?|取消了?|放弃了?)$|^放弃(?:了)?(?P<e>[\u4e00-\u9fff]{2,12})$",
    re.I,
)


def dropped_aim(value: str) -> str | None:
    """What a goal says is no goal any more (`doctorate off the table`, `不走研究生这条路了`)."""
    found = _OFF.match(value.strip())
    return None if found is None else next(g for g in found.groups() if g)


def given_up(core: str, current: Sequence[Attribute]) -> list[Attribute]:
    """The one goal of the kind that `core` names."""
    goals = [
        a for a in current if a.aspect == "goal" and same_aim(core, a.value) and not dropped_aim(a.value)
    ]
    return goals if len(goals) == 1 else []


_DONE = late(r"^(?:i |have |has |finally |just )*(?:lost|ran|passed|finished|bought|read|saved|reached|completed|climbed|wrote|published|learned|learnt|did|done with|got|quit) (?P<x>.{2,50})$|^(?P<y>[^，。]{2,14}?)(?:完|到|成|够|下来|上)了$", re.I)  # fmt: skip


def reached_aim(value: str) -> str | None:
    """What a goal says is reached (`lost 10kg`)."""
    found = _DONE.match(value.strip())
    return None if found is None else found["x"] or found["y"]
