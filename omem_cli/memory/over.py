# ruff: noqa: E501 - one pattern a line
"""Values that are themselves endings, in the forms of their aspects: `handed plot 14 back`, `wrist good as new`, `out of
beekeeping`, `琴转给楼上了`. What they name is over; they are no facts of their own."""

import re
from functools import lru_cache

from omem_cli.memory import value_reading
from omem_cli.memory.ending_clauses import FOR_THE_MOMENT
from omem_cli.memory.value_reading import Reading
from omem_cli.patterns import late

_NOW = r"(?:(?:all|now|finally|completely|fully|totally|well and truly|just|nearly|as) )*"
_GOODS = (
    late(
        r"^(?:i |we )?(?:handed|gave|given|sent|passed|took|brought|traded|part-exchanged|signed) (?!birth\b)(?P<x>.{2,40}?) (?:back|up|away|in|over|on)\b.*$",
        re.I,
    ),
    late(
        r"^(?:i |we )?(?:gave (?:up|back|away)|handed (?:back|in|over)|returned|sold on|got rid of|parted with|let go of|donated|scrapped|binned|flogged|wrote off|traded in|surrendered|gave away|rehomed|pawned)\s+(?P<x>.{2,60})$",
        re.I,
    ),
    late(
        r"^(?P<x>.{2,40}?)(?:,|'s| was| were| is| are| has been| have been| got| had to be)* (?:sold(?: on)?|returned|stolen|scrapped|given (?:away|up|back)|handed (?:back|over|in)|rehomed|repossessed|written off|donated|binned|flogged|traded in|let go|in the (?:skip|bin|tip))\b(?! separately| at | by the ).{0,40}$",
        re.I,
    ),
    late(
        r"^(?P<x>.{2,40}?) (?:went|has gone|gone|off) to (?:an?|the|my|our|some|someone|his|her|its|new|next|live) .{2,40}$",
        re.I,
    ),
    late(
        r"^(?P<x>[^，。]{1,14}?)(?:早就|已经|终于|都|也|全|刚|就)*(?:[还退转送捐让](?:给|回|还|掉|走|人|出|了)|卖|出给|出掉|处理掉|报废|丢了|扔了|注销)[^，。]{0,10}$"
    ),
    late(r"^把(?P<x>[^，。]{1,12}?)(?:[还退转送捐卖让出])(?:给|回|掉|走|人|出|了)[^，。]{0,10}$"),
)
_WORN = r"(?:braces?|cast|plaster|stitches|boot|sling|splint|crutch(?:es)?|drain|picc? line|stent|catheter|collar|bandages?|cone|patch)"
_WELL = (
    late(
        rf"^(?P<x>(?:[\w-]+ )?{_WORN})(?: came| are| is| was| were| have come| has come|'s)? (?:off|out|gone|removed|away|done)\b.{{0,20}}$",
        re.I,
    ),
    late(
        r"^(?P<x>石膏|牙套|夹板|支架|钢板|钢钉|线|拐杖?)(?:终于|已经|都|也)*(?:拆|摘|取|扔)(?:了|掉|下).{0,4}$|^[拆摘取]了?(?P<y>石膏|牙套|夹板|钢板|钢钉|线)了?$"
    ),
    late(
        rf"^{_NOW}(?:signed off|discharged|released|finished|done|through)(?: with| from| by)? (?P<x>(?!work\b|sick\b).{{2,40}})$",
        re.I,
    ),
    late(
        rf"^(?P<x>[^,]{{2,40}}?)(?: is| are|'s| has| have|'ve)? {_NOW}(?:healed(?: up)?|better|cured|fine(?: now)?|good as new|gone|cleared(?: up)?|back to normal|sorted|mended|a thing of the past|in the past|over|behind me)(?: now| again)?$",
        re.I,
    ),
    late(rf"^{_NOW}(?:recovered|healed|cured|over|rid|free|shot) (?:from|of)? ?(?P<x>.{{2,40}})$", re.I),
    late(
        r"^(?P<x>[^，。]{1,12}?)(?:早就|已经|终于|完全|彻底|都|也|全)*(?:好(?:全|利索|透)?了|痊愈了?|康复了?|治好了?|没事了|消了|不[疼痛痒咳肿晕]了|恢复正常了?|恢复了)$"
    ),
)
_PASTIME = (
    late(
        rf"^{_NOW}(?:handed in|deleted|uninstalled|unsubscribed from|lapsed as|resigned as|out of|finished with|through with|over with|done being|retired from|done(?= \w{{3,}}ing$)|stepped (?:down|back) (?:as|from)|packed in|jacked in|hung up (?:my|the)|lapsed from) (?P<x>.{{2,40}})$",
        re.I,
    ),
    late(
        r"^(?P<x>.{2,40}?)(?: has|'s| have| is| are| was| got)? (?:folded|disbanded|closed(?: down)?|shut(?: down)?|wound up|fizzled out|stopped|packed (?:it )?in|no more|finished|cancelled|called off)$",
        re.I,
    ),
    late(
        r"^(?P<x>[^，。]{1,12}?)(?:早就|已经|终于|都|也|全)*(?:散了|黄了|倒(?:闭)?了|关(?:门)?了|停(?:办|课)?了|解散了?|不办了|结束了|退了|退掉了|取消了|不[去上练打跳学]了)$"
    ),
)
_DROPPED = late(
    r"^(?:i )?(?:drop(?:ped|ping)?|ditch(?:ed|ing)?|packed in|binned|sacked off|shelved|scrapped|axed|done with|over with|finished with|called time on|said goodbye to) (?:the |my |all |doing |with )*(?P<x>(?!out\b|off\b|by\b).{2,40})$"
    r"|^(?P<y>[^，。]{1,12}?)(?:早就|已经|终于|都|也|全)*(?:停了|断了|掐了|免了|拉倒了|算了|不弄了|不搞了|放下了)$",
    re.I,
)
_CALLING = (
    late(
        r"^(?:i )?(?:was |got |been |have |had |just )*(?:let go|laid off|fired|sacked|made redundant|stepped (?:down|back)|stood down|resigned|walked out|handed in (?:my |the )?notice|gave notice|finished|out of|no longer) ?(?:from|as|of|by|at|with) (?:an? |the |my |being )?(?P<x>.{2,60})$",
        re.I,
    ),
    late(
        r"^(?:lost|quit|left|packed in|jacked in|gave up) (?:my |the |that )?(?P<x>.{2,60}?)(?: job| post| role| position)?$",
        re.I,
    ),
    late(
        r"^(?:已经?|刚|上个?月|去年)?(?:从|被)(?P<x>[^，。]{2,12}?)(?:离职|辞职|裁|辞退|开除|炒|优化|出来|退下来)了?$|^(?P<y>[^，。]{2,12}?)(?:早就|已经|终于|都|也)*(?:不干了|辞了|倒闭了?|关门了|黄了|盘出去了?|转让了?|不做了|没了)$"
    ),
)
_PETS_GONE = late(
    r"^(?P<x>.{2,30}?) (?:went to (?:an?|some|the|live)\b.*\b(?:sanctuary|farm|home|family|friend\w*|rescue|shelter|owner|neighbou?r\w*|couple|lady|field|retirement)|ran (?:away|off)|flew (?:away|off)|went missing|lives? with .+ now|crossed the bridge)\b.*$|^(?P<y>[^，。]{1,8}?)(?:已经|也)?(?:飞走|跑丢|走丢|走失|跑了|送人|送走|送回)了?.{0,4}$",
    re.I,
)
_FORMS: dict[str, tuple[re.Pattern[str], ...]] = {
    "possession": _GOODS,
    "pet": (*_GOODS[1:3], _PETS_GONE),
    "occupation": _CALLING,
    "health": _WELL,
    "diet": (_DROPPED,),
    "like": (_DROPPED,),
    "hobby": (*_PASTIME, _DROPPED),
    "schedule": (*_PASTIME, _DROPPED),
    "skill": _PASTIME[:1],
    "education": _PASTIME[1:],
}
_LENT = late(r"\b(?:lent|borrowed|loan\w*|for (?:now|the|a) (?:week|month|repair|service)|to be (?:fixed|repaired|serviced)|to the (?:garage|menders?|vet|dry cleaners?|workshop|groomer|repair\w*))\b|借|修|保养|洗", re.I)  # fmt: skip
_CAREER = late(r"\b(?:ex|former|retired)[- ](?=\w)", re.I)
_BE = late(r"^(?:the|my|our|a|an)\s+|^把|\s+(?:was|were|is|are|got|has been|have been)$", re.I)


_JUST_DONE = late(
    r"^(?:i['’]?m |all |just )*done (?:with )?\w{3,}ing (?:the|my|our|an?|for|\d|(?-i:[A-Z]))\b|^dropped the \w+ (?:all )?(?:over|on|in)\b",
    re.I,
)


def for_the_moment(value: str) -> bool:
    """Whether what a value says is over goes on another day (`done painting the kitchen`, `closed today`)."""
    if _JUST_DONE.search(value):
        return True
    return bool(FOR_THE_MOMENT.search(value)) and bool(
        value_reading.read(value).ended or _CLOSED.search(value)
    )


_CLOSED = late(r"\b(?:closed|shut|done|off|cancelled|stopped)\b|[关停歇]|取消", re.I)


@lru_cache(maxsize=8192)
def read(aspect: str, value: str) -> Reading:
    """As `value_reading.read`, with the endings that only values of this aspect tell in these words."""
    if aspect == "pet" and _CAREER.search(value) and "," in value:
        return Reading(value, (), False, value)  # a greyhound, ex racer: what it was is what it is known by
    found = value_reading.read(value)
    if found.ended:
        return Reading(
            found.holds, tuple(_BE.sub("", core) or core for core in found.ended), found.negated, found.core
        )
    if found.negated or _LENT.search(value):
        return found
    for form in _FORMS.get(aspect, ()):
        match = form.match(value.strip())
        if match is not None:
            return Reading("", (_BE.sub("", next(g for g in match.groups() if g).strip()),), False, value)
    return found
