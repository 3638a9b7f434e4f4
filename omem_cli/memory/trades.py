# ruff: noqa: E501 - one pattern a line
"""Callings told in other words: `taxi driver`, `drives a cab`; `开理发店`, `店里剪头`. What tells no more than the calling is
no new job."""

import re
from functools import lru_cache

from omem_cli.patterns import late

_TRADES: tuple[re.Pattern[str], ...] = tuple(
    late(p, re.I)
    for p in (
        r"\b(?:taxi|cab|cabbie|minicab|uber|fares)\b|出租(?:车)?|的士|的哥|网约车|滴滴",
        r"\b(?:truck(?:er|s)?|lorry|lorries|hgv|haul(?:age|ier)?|long[- ]haul|artic)\b|货车|卡车|大车|半挂",
        r"\b(?:bus|coach|tram)\b|公交",
        r"\b(?:hairdress\w*|barber\w*|hair(?: stylist)?|stylist|salon)\b|理发|剪头|美发|发型|剪发|剃头",
        r"\b(?:nurs(?:e|es|ing)|ward)\b|护士|护理|病房",
        r"\b(?:teach\w*|classroom|year \d+s?|year (?:one|two|three|four|five|six)|form tutor|pupils|grade \d)\b|老师|教师|教书|班主任|教[小初高]?[一二三四五六]年级|带[小初高]?[一二三四五六]年级|带班|教(?:语文|数学|英语)",
        r"\b(?:carpent\w*|joiner\w*|cabinet ?mak\w*)\b|木匠|木工",
        r"\b(?:plumb\w*)\b|水管工|水暖",
        r"\b(?:electric(?:ian|al)|sparky|sparks)\b|电工",
        r"\b(?:chef|cook(?:s|ing)?|kitchen)\b|厨师|后厨|掌勺|炒菜",
        r"\b(?:bak(?:e|er|ery|ing)s?|patisserie)\b|烘焙|面包店|面点",
        r"\b(?:noodle)\b|面馆|卖面|煮面|拉面|下面条",
        r"\b(?:florist|flowers?)\b|花店|卖花",
        r"\b(?:fish(?:ing|erman)?|trawler\w*|deckhand|skipper|boat|crew)\b|渔民|打鱼|渔船",
        r"\b(?:farm\w*|dairy|sheep|ewes|cattle|herd)\b|种地|养[牛羊猪]|农民",
        r"\b(?:courier|deliver\w*|parcels?|postie|postman|mail)\b|快递|外卖|骑手|送餐",
        r"\b(?:program\w*|developer|software|cod(?:e|er|ing)|engineer)\b|程序员|码农|写代码|开发",
        r"\b(?:librar\w+)\b|图书馆|图书管理",
        r"\b(?:vet|veterinar\w+)\b|兽医|宠物医院",
        r"\b(?:dent(?:ist|al))\b|牙医|牙科|口腔",
        r"\b(?:mechanic|garage)\b|修车|汽修",
        r"\b(?:securit\w+|guard|watchman)\b|保安|门卫",
        r"\b(?:weld\w*)\b|焊工|电焊",
        r"\b(?:roof\w*|slates?)\b|盖瓦|屋顶",
        r"\b(?:clean(?:er|ing|s)?|housekeep\w*|chambermaid)\b|保洁|打扫|家政",
        r"\b(?:midwi\w+|deliver(?:y|ies) suite|labour ward)\b|助产",
        r"\b(?:pharmac\w+|dispens\w+)\b|药店|药剂|药房",
        r"\b(?:account\w*|bookkeep\w*)\b|会计|财务|做账|记账",
        r"\b(?:tailor\w*|seamstress|dressmak\w*|alterations)\b|裁缝|改衣",
        r"\b(?:masseu\w+|massage)\b|按摩|推拿",
        r"\b(?:butcher\w*)\b|卖肉|肉铺|肉摊",
        r"\b(?:potter\w*|ceramic\w*)\b|陶艺",
        r"\b(?:train|loco|railway)\b|火车|司机室|铁路",
        r"\b(?:paramedic|ambulance)\b|救护",
        r"\b(?:fire ?(?:fighter|man|woman|station))\b|消防",
        r"\b(?:police\w*|cop|constable)\b|警察|民警|派出所",
        r"\b(?:translat\w+|interpret\w+)\b|翻译|口译",
        r"\b(?:journalis\w+|report(?:er|ing)|newspaper)\b|记者",
    )
)
_FILLER = late(
    r"\b(?:an?|the|my|our|in|at|on|of|for|to|and|i|i'm|am|is|as|by|with|work\w*|drives?|driving|driver|runs?|running|owns?|keeps?|does|do|doing|job|trade|shop|shift|nights?|days?|all|day|part|time|full|stand|stuff|person|man|woman|hours?|years?|\d+(?:am|pm)?|\w{1,2})\b|[\W_]|店里?|开|在|里|做|干|的|是|这行|行|当|工|活|我|人|上班|家|摊|跑|车",
    re.I,
)
_ANOTHER = late(r"\b(?:train(?:ee|ing)|learn\w*|sous|line|pastry|junior|apprentice|student|assistant|former|ex|retired|head|chief|senior|lead|manager|owner|new)\b|学徒|实习|退休|前|主任|店长|校长|护士长|新", re.I)  # fmt: skip


@lru_cache(maxsize=4096)
def _of(value: str) -> frozenset[int]:
    return frozenset(n for n, pattern in enumerate(_TRADES) if pattern.search(value))


def says_no_more(new: str, old: str) -> bool:
    """Whether `new` tells nothing but the calling that `old` tells too."""
    shared = _of(new) & _of(old)
    if not shared or _ANOTHER.search(new) or _ANOTHER.search(old):
        return False
    left = new
    for n in shared:
        left = _TRADES[n].sub(" ", left)
    left = _FILLER.sub(" ", left)
    kept = [w for w in left.split() if w.casefold() not in old.casefold()]
    return not kept
