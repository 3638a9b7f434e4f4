# ruff: noqa: E501 - one pattern a line
"""What a message says around a value: that it corrects, denies, adds, moves, narrows or renews."""

import re
from functools import lru_cache

from omem_cli.memory.ending_clauses import CLAUSE, OTHERS, QUOTED, UNREAL
from omem_cli.memory.wording import GENERIC, WORD, numbers, terms, touches
from omem_cli.patterns import late

_STRONG = late(
    r"\bi meant?\b|\b(?:no|wait)[, ]+(?:wait|no)\b|\bscratch that\b|\bcorrection\b|\btypo\b|\bmixed up\b"
    r"|\b(?:sorry|oops|whoops)\b.{1,25}\bnot\b|\bautocorrect(?:ed)?\b|\bmy bad\b|\bi (?:lied|misremembered|misread)\b"
    r"|\bslip of the\b|\bfat fingers?\b|\bi take (?:that|it) back\b|\b(?:ignore|scrap|strike|forget) (?:that|what i said)\b"
    r"|\bmake that\b|\b(?:other|wrong) way round\b|记混|弄混|看错|手滑|收回|说的不算|说反|嘴瓢|乌龙|输入法|\bmisspoke\b|\bmistyped\b|\bmy mistake\b|\bi said\b.{1,40}\bbut\b|\bi should have said\b"
    r"|\bnot .{2,40}?\b(?:but|it'?s|i'?m)\b|\bit'?s .{2,30}, not\b|\b(?:got|had) (?:that|it) wrong\b"
    r"|[打说写记搞弄]错|口误|更正|不对[,，]|纠正|我是说|应该是.{1,12}不是|是.{1,12}[,，]?不是"
    r"|不是.{1,12}[,，]?(?:而)?是",
    re.I,
)
_WEAK = late(
    r"\bactually\b|\bto be honest\b|\bin fact\b|(?<!as )\bwell,|\bthat'?s a lie\b|\bwho am i (?:kidding|fooling)\b|\blet'?s be (?:honest|real)\b|\bi suppose\b"
    r"|其实|老实说|说实话|实际上|好吧|行吧|算了|骗谁呢|不装了",
    re.I,
)
_CHANGE = late(
    r"\bmov(?:ed|ing)\b|\bnew\b|\bnow\b|\bstart(?:ed|ing)\b|\bsince\b|\bswitch"
    r"|\bbecame\b|搬|换|转|刚|现在|开始|新",
    re.I,
)
_DENIED = late(
    r"\b(?:not|never said|isn'?t|wasn'?t)\s+(?:an? |the |in |from )?([^\s,.;!?]+(?: [^\s,.;!?]+)?)"
    r"|不是([^,，。；!！?？]{1,10})|哪来的([^,，。；!！?？]{1,8})",
    re.I,
)
_BOTH = late(
    r"\bsecond job\b|\bother job\b|\bpart[- ]time\b|\bon the side\b|\bside (?:job|gig|hustle|business)\b"
    r"|\balso (?:work|teach|study|am|do|live)"
    r"|\bstill (?:at|work|in|teach|do|on (?:the|my))\b|\bsecond (?:thing|gig|line|business)\b|\bas well\b|\b(?:half|part|most) (?:of )?the (?:week|year)\b|\bother half\b|\bsecond home\b"
    r"|副业|兼职|照常|同时|(?:^|(?<=[，。,；;！!？?\s我人也但])|现在|目前)还在|两地|两边",
    re.I,
)


def correction(text: str) -> str | None:
    """`strong` for words that take something back, `weak` for those that may, None without."""
    if _STRONG.search(text):
        return "strong"
    return "weak" if _WEAK.search(text) and not _CHANGE.search(text) else None


def denies(text: str, value: str) -> bool:
    """Whether the text says of `value` that it is not so (`it's not propranolol`, `不是宣城`)."""
    return any(touches(next(g for g in m.groups() if g), value) for m in _DENIED.finditer(text))


def corrected(text: str, old: str, new: str) -> str | None:
    """`old` with the part that `text` takes back replaced by `new`: `daughter Freya turns 8` after `sorry 7, not 8`
    is `daughter Freya turns 7`. None where `new` stands for the whole."""
    if len(new) * 2 > len(old):
        return None
    wrong = [next(g for g in m.groups() if g) for m in _DENIED.finditer(text)]
    figures = _FIGURE.findall(old)
    if _FIGURE.fullmatch(new.strip()) and len(figures) == 1:
        wrong.append(figures[0])
    for part in wrong:
        at = old.casefold().find(part.strip().casefold())
        inside = old[:at].strip() or old[at + len(part) :].strip() if at >= 0 else ""
        if inside and len(part.strip()) < len(old):
            return old[:at] + new.strip() + old[at + len(part.strip()) :]
    return None


_FIGURE = late(r"\d+|[一二两三四五六七八九十]+(?=岁)")


_HOURLY = (
    late(r"下班|收工|到家|交班"),
    late(r"上班|开工|接班|出门"),
    late(r"起床|起来|早起"),
    late(r"睡"),
    late(r"\b(?:get|wake|up)\b.{0,12}\b(?:at|by|before)\b|\bup at\b", re.I),
    late(r"\b(?:bed|sleep|asleep)\b", re.I),
    late(r"\b(?:finish|clock off|get home|home by|off at)\b", re.I),
    late(r"\b(?:start|clock in|clock on|at work by)\b", re.I),
)
_HOUR = late(
    r"\d|[一二两三四五六七八九十]+点|\b(?:noon|midnight|four|five|six|seven|eight|nine|ten|eleven)\b", re.I
)


def same_hour_of(one: str, other: str) -> bool:
    """Whether both values give the hour of the same thing in a day (`finish at 6`, `don't finish till 9`)."""
    if not (_HOUR.search(one) and _HOUR.search(other)):
        return False
    return any(p.search(one) and p.search(other) for p in _HOURLY)


_RENEWS = late(
    r"\bnew\b|\bswitch|\btraded\b|\breplac|\bupgrad|\bswapped\b|\b(?:i|we) (?:just |finally )?(?:picked up|bought|collected|got|drive|ended up with|went for)\b|\bnow\b|换|新|升级|提了?车|提了[辆台]|买了|入手|现在开",
    re.I,
)
_BESIDE = late(
    r"\b(?:too|also|another|as well|second|spare|for (?:work|the kids?|my (?:wife|husband|son|daughter|mum|dad|partner))|wife['’]s|husband['’]s|son['’]s|daughter['’]s|both|two)\b|[又再]买|给[老爸妈孩儿女媳]|还有|备用|两[辆台部]|也",
    re.I,
)


_SHIFTED = late(
    r"\bnow\b|\bmoved\b|\bchanged?\b|\bswitch|\binstead\b|\bfrom now on\b|\bno longer\b|改|换|调到|挪到|现在",
    re.I,
)


def shifts(text: str) -> bool:
    """Whether something regular is said to be at another time than before."""
    return bool(_SHIFTED.search(text))


def renews(text: str) -> bool:
    """Whether something takes the place of an older one (`new phone day!`, `换车了`)."""
    return bool(_RENEWS.search(text)) and not _BOTH.search(text) and not _BESIDE.search(text)


_EXPLICIT = late(
    r"\bi meant?\b|\btypo\b|\bautocorrect|\bcorrection\b|\bscratch that\b|\bmist?yped\b|\bmis(?:spoke|remembered)\b"
    r"|\bmy mistake\b|\b(?:got|had) (?:that|it) wrong\b|\btold you wrong\b|\bclicked the wrong\b|\bmixed (?:it|that|them)? ?up\b|\bmake that\b|\bi should have said\b"
    r"|[打说写记搞弄看]错|口误|更正|纠正|手滑|记混|弄混|说反|乌龙",
    re.I,
)
_NOT = late(
    r"(?:\b(?:not|isn'?t|wasn'?t|aren'?t|ain'?t|never (?:was|been|said))|(?<=n't) (?:been|called|named)|\bno (?=\w+[,.!]? (?:it'?s|i'?m|but)))\s+"
    r"(?!just\b|only\b|sure\b|that\b|yet\b|even\b|a (?:fan|big)\b|so\b|too\b|really\b|keen\b|the (?:only|same|first|end|best)\b|quite\b)"
    r"(?:(?:actually|an?|the|my|in|from|at|on|called|named|to|for) )*(?P<en>[^\s,.;!?]+(?: [^\s,.;!?]+){0,3}?)"
    r"(?=[,.;!?)]|$| (?:but|it'?s|i'?m|and|though|anymore|any more|at all|actually|like you|as you|where|like)\b)"
    r"|(?:\b(?:the|that|this|my) )?(?P<own>[^\s,.;!?]+(?: [^\s,.;!?]+){0,2}?) (?:isn'?t|is not|aren'?t|wasn'?t) (?:mine|ours)\b"
    r"|\b(?:the |that |this )?(?P<his>[^\s,.;!?]+(?: [^\s,.;!?]+){0,2}?) is (?:my |our )?\w+(?:['’]s)?,? not (?:mine|ours)\b"
    r"|\b(?:pas|nicht|keine?[nmrs]?|macché|mica)\s+(?:(?:aux?|à|la|le|les|de|du|des|in|aus|einen?|der|die|das|una?|uno)\s+|l['’])*(?P<eu>[^\s,.;!?]+)"
    r"|(?:不是|并不是|并非|哪来的|谁说是?|才不是|没说是?)(?P<zh>[^，,。；!！?？]{1,10}?)(?=[，,。；!！了啊呀哦]|$|而?是|的)",
    re.I,
)
_FOR_NOW = late(
    r"\b(?:today|tonight|yet|this (?:week|time|weekend|morning|evening)|right now|at the moment|until)\b|今天|今晚|这次|暂时|还没",
    re.I,
)


def corrects(text: str) -> bool:
    """Whether the text says outright that something told before was wrong (`typo`, `打错了`)."""
    return bool(_EXPLICIT.search(text))


def taken_back(text: str) -> list[str]:
    """What the text says not to be so (`not Leeds`, `不是护士`) or not its writer's (`the dog isn't ours`); what
    holds for today only is left out."""
    found = []
    for clause in CLAUSE.split(QUOTED.sub(" ", text)):
        if not clause or _FOR_NOW.search(clause) or clause.rstrip().endswith(("?", "？")):
            continue
        others = OTHERS.search(clause)
        told = [m for m in _NOT.finditer(clause) if not others or m["own"] or m["his"]]
        found += [next(g for g in m.groups() if g) for m in told]
    return found


_GO_ON_THERE = late(
    r"(?:\b(?!(?:i|we)\b)\w+ (?:is|are|was|were)|\w['’]s|\b(?:he|she|they|who)) still (?:at|work|in|teach|do)$"
    r"|(?:同事|朋友|同学|邻居|室友|老乡|父母|爸妈?|妈|[哥姐弟妹他她]|老婆|老公|对象|孩子|女儿|儿子|前任|老板)们?[^，。！？,我]{0,4}(?:还在|同时|两地)$",
    re.I,
)
"""Others go on where the writer was."""


def keeps_both(text: str) -> bool:
    """Whether the text says that the new comes beside the old (`a second job`, `兼职`)."""
    return any(not _GO_ON_THERE.search(text[: found.end()]) for found in _BOTH.finditer(text))


def without(value: str, core: str) -> str | None:
    """What is left of a value that names several (`two dogs, Rex and Max`) when one of them is gone; None if
    it does not name several, or not that one."""
    all_names = [w for w in WORD.findall(value) if w[0].isupper()]
    gone = [w for w in all_names if terms(w) <= terms(core)]
    left = value
    for name in gone:
        word, comma = re.escape(name), r"\s*(?:,|&|\band\b)\s*"
        shorter = re.sub(rf"\b{word}{comma}(?=[A-Z])", "", left)
        left = shorter if shorter != left else re.sub(rf"(?<=\w){comma}{word}\b", "", left)
    if left == value or len(gone) == len(all_names):
        return None
    return re.sub(r"^(?:two|three|four|\d+) ", "", left).strip(" ,") or None


_STREET = late(
    r"^(?:at )?(?:no\.? ?)?\d+\w?,? (?:[\w'’.-]+ ){0,3}(?:road|street|lane|avenue|close|drive|way|terrace|crescent|place|court|square|gardens|grove|row|hill|rd|st|ave|ln)\b[^,]*$"
    r"|^[\w-]+(?:straße|strasse|weg|gasse|allee)(?: \d+\w?)?$|^\d+\w?,? (?:rue|avenue|place|boulevard) [^,]*$|^(?:calle|via) [^,]*$"
    r"|^[^市省县，,\s]{1,8}(?:区|街道?|路|巷|弄|胡同|小区|花园|号|栋|楼|室)(?:[\d一二三四五六七八九十]+[号弄栋室楼])*$",
    re.I,
)
_MOVES = late(r"\b(?:mov(?:ed|ing)|relocated|new (?:flat|home|house|place|address))\b|搬|迁|新家", re.I)


_DAY_OF = late(
    r"(?!(?:Mum|Mom|Mam|Mama|Mummy|Mommy|Dad|Daddy|Papa|Gran|Granny|Grandma|Grandpa|Grandad|Nan|Nana|Auntie|Aunt|Uncle|Baby|Sis|My|Our)\b)"
    r"(?P<name>[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?:['’]s?|s['’]) (?:\w+ )?(?:birthday|bday|b-day)\b"
    r"|(?P<han>[小阿老][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,4}(?=的))的?(?:农历|阴历|阳历)?生日"
)
_HAN_KIN = late(r"[我咱爸妈爹娘爷奶公婆姥哥姐弟妹儿女娃孩舅姨姑叔伯婶嫂侄甥媳老]|对象|男友|女友")


def birthday_of(value: str) -> str | None:
    """The name of the one whose birthday a value tells, if it tells no more of them (`Mina's birthday is 9 December`,
    not `my sister's`)."""
    found = _DAY_OF.match(value)
    if found is None or (found["han"] and _HAN_KIN.search(found["han"])):
        return None
    return found["name"] or found["han"]


def in_town(value: str) -> bool:
    """Whether a place is a street or quarter, which lies in a town that it doesn't name."""
    return bool(_STREET.search(value.strip()))


def moves(text: str) -> bool:
    """Whether the text tells of moving house."""
    return bool(_MOVES.search(text))


def narrows(text: str) -> bool:
    """Whether the text limits what was said more broadly before (`it's only cashews`)."""
    return bool(
        re.search(
            r"\bonly\b|\bnothing but\b|\b(?:specifically|precisely|to be (?:precise|exact))\b|只有|仅|只对|准确|确切",
            text,
            re.I,
        )
    )


def unreal(text: str) -> bool:
    """Whether the text asks, supposes or plans rather than tells."""
    return bool(UNREAL.search(text))


def of_others(clause: str) -> bool:
    """Whether the clause has another person for its subject."""
    return bool(OTHERS.search(clause))


@lru_cache(maxsize=16384)
def heads(value: str) -> frozenset[str]:
    """The words a short mention of `value` would use: the last word of each part before a preposition."""
    found: set[str] = set()
    for part in re.split(r"[,;，；]|\b(?:in|on|at|with|from|of|for|and|since|the)\b", value):
        words = WORD.findall(part)
        if words:
            found |= terms(words[-1])
    return frozenset(found) - GENERIC - numbers(frozenset(found))
