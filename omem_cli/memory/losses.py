# ruff: noqa: E501 - one pattern a line
"""Whose death leaves one without a partner, and whose closed shop was one's own."""

import re
from collections.abc import Collection

from omem_cli.patterns import late

_SUBJECT = late(r"\b([\w-]+) (?:has |had |just |finally )*(?:died|passed)\b")
"""What stands right before the verb: who died."""
_OWNED = late(
    r"\b(?:my|our) (?:late |dear |poor )*(?:wife|husband|partner|hubby)(?:['’]s\b|,? [A-Z]\w+['’]s\b)|\b(?:colleague|friend|neighbou?r|boss|aunt|uncle|cousin|sister|brother|mother|father|mum|dad|dog|cat) [A-Z]\w+ (?:has |had |just |finally )*(?:died|passed)\b",
    re.I,
)
"""It was somebody of theirs, or somebody else of that name."""
_PARTNER_DIED = late(
    r"\b(?:my|our) (?:late |dear |darling |beloved |lovely |poor )*(?:wife|husband|partner|fianc[ée]+|girlfriend|boyfriend|hubby)"
    r"(?: [A-Z]\w+)?,? (?:has |had |just |suddenly |finally )*(?:died|passed)\b(?! (?:laughing|of (?:laughter|boredom|shame|embarrassment)|her|his|on stage|in (?:the |a )?(?:game|film|movie|elden)|\w+ times))"
    r"|(?:^|(?<=我)|(?<=我的)|当|自从)(?:老婆|老公|媳妇|丈夫|妻子|爱人|老伴儿?|先生|太太|对象|男友|女友)"
    r"(?:也|都|就|已经?|刚|突然|去年|前年|今年|上个?[周月]|那[天晚年]|[\d一二三四五六七八九十两]+[年月](?:前|底|初|份)?|因?癌症?|因?病重?|车祸|意外)*"
    r"(?:(?:去世|过世|病逝)了?|(?<=[年月天晚癌病周])(?:走|没)了|(?:走|没|不在)了(?=(?:快|都|已经|有|整整)*[\d一二三四五六七八九十两几多]+个?多?年))"
    r"(?:快|都|已经|有|整整)*(?:[\d一二三四五六七八九十两半几多]+个?多?[年月天周]了?|以后|之后|后)?(?=$|[，。！])",
    re.I,
)


def partner_died(clause: str, names: Collection[str], named_by_role: bool) -> bool:
    """Whether a clause that tells of a death tells of the partner's, who is known by `names` (stems), or whose role
    (`wife`) the clause names."""
    if _OWNED.search(clause):
        return False
    if any(who in names for who in _SUBJECT.findall(clause.casefold())):
        return True
    return named_by_role and bool(_PARTNER_DIED.search(clause))


_BUSINESS = late(
    r"\b(?:own|owns|owner|self-employed)\b|\b(?:run|runs|running) (?:my|our|an?|the|two|\d)\b.*\b(?:shop|stall|store|salon|caf[eé]|restaurant|pub|bakery|stand|truck|studio|firm|company|business)s?\b"
    r"|^(?:my |our |an? )?(?:[\w-]+ ){0,3}(?:shop|stall|store|salon|caf[eé]|restaurant|pub|bakery|studio)(?:keeper|owner)?$"
    r"|开(?!发|网约|出租|滴滴|地铁|公交|货|挖|飞机|车|大车|卡车)|(?:店|铺|摊|饭馆|面馆|厂|坊)(?:主|老板|长)|摆摊|经营|老板|个体户",
    re.I,
)
"""A trade in a place of one's own."""
_NAMED_PLACE = late(r"the (?P<place>salon|caf[eé]|restaurant|bakery|pub|studio|stall|store)\b", re.I)


def closed(clause: str, occupation: str) -> bool:
    """Whether the place that a clause says has closed may be the one that an occupation tells of."""
    if not _BUSINESS.search(occupation):
        return False
    named = _NAMED_PLACE.match(clause)
    return named is None or named["place"].casefold() in occupation.casefold()
