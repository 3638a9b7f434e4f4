# ruff: noqa: E501 - one pattern a line
"""Words that end, deny, correct or limit a statement, in English and Chinese, and the comparison of values.

Everything here is a closed list or a pattern, so a decision can always name the words that led to it.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from omem_cli import text as analyser
from omem_cli.memory import changes
from omem_cli.patterns import late
from omem_cli.understanding.subject import by_name


def _list(words: str) -> list[str]:
    return words.split()


_WORD = late(r"[^\W_]+(?:['’][^\W_]+)*")
_CJK = late(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_STOP = frozenset(_list(
    "a an the my his her their our your is am are was were be been being has have had i i'm i've me we"
    " to of in"
    " at as on and or for with it its it's this that just really very so by from about up do does did"
    " some any"
    " der die das ein eine und mit im ich le la les un une et el los las una y de"
))  # fmt: skip
_FUNCTION_CHARS = late(r"[的了在我是有也都就还很把被和与及个呢吧啊嘛]")
_NUMBERS = {
    w: str(n)
    for n, w in enumerate(_list("zero one two three four five six seven eight nine ten eleven twelve"))
} | {"twice": "2", "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_TENS = {
    w: (n + 2) * 10 for n, w in enumerate(_list("twenty thirty forty fifty sixty seventy eighty ninety"))
}
_HAN = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HAN_NUMBER = late(
    r"[零〇一二两三四五六七八九十百]*十[一二三四五六七八九]?"
    r"|[一二两三四五六七八九](?=[岁年个只条台辆月日号点])"
)


_HAN_HOUR = late(r"(\d{1,2}|[零一二两三四五六七八九十]{1,3})点(?:(半)|(\d{1,2})分?|钟)?")


def fold(text: str) -> str:
    """NFKC, lower case, simplified characters, one space between words."""
    return re.sub(r"\s+", " ", analyser.fold(text)).strip()


def _han_number(match: re.Match[str]) -> str:
    tens, _, ones = match[0].rpartition("十")
    if "十" not in match[0]:
        return f" {_HAN[match[0]]} "
    return f" {(_HAN.get(tens[-1:], 1) if tens else 1) * 10 + _HAN.get(ones, 0)} "


def _han_hour(match: re.Match[str]) -> str:
    digits = match[1] if match[1].isdigit() else _HAN_NUMBER.sub(_han_number, match[1] + "点").strip("点 ")
    return f" {digits}h{30 if match[2] else match[3] or '00'} " if digits.isdigit() else match[0]


def _stem(word: str) -> str:
    """A light stem that brings teach, teacher and teaching together; longer words only."""
    word = re.sub(r"'s$|'$", "", word)
    word = _ALIKE.get(word, word)
    for ending in ("ings", "ing", "ers", "er", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiosl":
        word = word[:-1]
    word = re.sub(r"(?:y|ie|i|e)$", "", word) if len(word) > 4 else word
    return _ALIKE.get(word, word)


_ALIKE = {
    "vegg": "vegetarian", "asthmatic": "asthma", "diabetic": "diabet", "coeliac": "celiac", "uni": "universit",
    "telly": "tv", "hubb": "husband", "gf": "girlfriend", "bf": "boyfriend", "mom": "mum", "mother": "mum", "movie": "film",
    "mam": "mum", "father": "dad", "granny": "gran", "nana": "gran", "grandma": "gran", "grandmother": "gran",
    "grandpa": "grandad", "grandfather": "grandad", "mobil": "phon", "sofa": "couch", "motorcycl": "motorbik",
    "epileptic": "epileps", "dyslexic": "dyslexia", "autistic": "autism",
    "maths": "math",
    "colour": "color", "doctorat": "phd", "lorr": "truck", "taxi": "cab", "cinema": "film", "movi": "film",
}  # fmt: skip
"""Words, or their stems, for the same thing."""


@lru_cache(maxsize=16384)
def terms(value: str) -> frozenset[str]:
    """The comparable units of a value: stems of Latin words without stop words, pairs of CJK characters,
    numbers as digits however they are written."""
    text = _HAN_NUMBER.sub(_han_number, _HAN_HOUR.sub(_han_hour, fold(value)))
    found: set[str] = set()
    tens = 0
    for word in _WORD.findall(_CJK.sub(" ", text)):
        if word in _TENS:
            tens = _TENS[word]
            found.add(str(tens))
            continue
        if word in _NUMBERS or word.isdigit():
            number = int(_NUMBERS.get(word, word))
            if tens and number < 10:
                found.discard(str(tens))
                number += tens
            found.add(str(number))
        elif word not in _STOP:
            found.add(re.sub(r"(?<=\d)(?:st|nd|rd|th|s)$", "", word) if word[0].isdigit() else _stem(word))
        tens = 0
    for run in _CJK.findall(text):
        pieces = [p for p in _FUNCTION_CHARS.split(run) if p]
        for piece in pieces:
            found.update([piece] if len(piece) == 1 else (piece[i : i + 2] for i in range(len(piece) - 1)))
    return frozenset(found) or frozenset(fold(value).split())


def key(value: str) -> str:
    """Equal for values that are the same but for case, order, number words, articles and punctuation."""
    return " ".join(sorted(terms(value)))


@lru_cache(maxsize=16384)
def names(value: str) -> frozenset[str]:
    """Stems of the capitalised words: likely proper names."""
    return frozenset(
        t for w in _WORD.findall(value) if w[0].isupper() and fold(w) not in _STOP for t in terms(w)
    )


def numbers(units: frozenset[str]) -> frozenset[str]:
    """Those units that carry a digit."""
    return frozenset(u for u in units if any(c.isdigit() for c in u))


def characters(value: str) -> frozenset[str]:
    """The CJK characters that carry meaning."""
    return frozenset("".join(_CJK.findall(_FUNCTION_CHARS.sub("", fold(value)))))


def spell_out(a: frozenset[str], b: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Both sets with abbreviations (`chem`, at least four letters) replaced by the other's longer word."""

    def longer(mine: frozenset[str], theirs: frozenset[str]) -> frozenset[str]:
        return frozenset(
            next((t for t in sorted(theirs - mine) if len(w) >= 4 and t.startswith(w) and w.isalpha()), w)
            if w not in theirs
            else w
            for w in mine
        )

    return longer(a, b), longer(b, a)


def abbreviates(core: str, value: str) -> bool:
    """Whether `core` names by its initials what `value` spells out (`NZ`: `emigrate to New Zealand`)."""
    short = [w for w in _CAPITALS.findall(core) if w not in _NO_INITIALS]
    spelt = {"".join(w[0] for w in name.split() if w[0].isupper()) for name in _CAPITALISED.findall(value)}
    return any(w in spelt for w in short)


_CAPITALS = late(r"\b[A-Z]{2,5}\b")
_CAPITALISED = late(r"\b[A-Z][a-zà-ÿ]+(?: (?:of |the |and )?[A-Z][a-zà-ÿ]+)+")
_NO_INITIALS = frozenset(["OK", "TV", "PS", "OMG", "LOL", "BTW"])


def touches(core: str, value: str) -> bool:
    """Whether `value` speaks of what `core` names: at least half of the core's words."""
    wanted = terms(core) - GENERIC
    if not wanted:
        return False
    if len(wanted) == 1 and len(one := next(iter(wanted))) == 1 and _CJK.fullmatch(one):
        return one in value
    shared = len(wanted & terms(value))
    if abbreviates(core, value):
        return True
    if any(_CJK.match(w) for w in wanted):
        return shared >= 1
    return shared * 2 >= len(wanted)


GENERIC = frozenset(
    t
    for w in _list(
        "job work day days week weeks month months year years time last ago now today yesterday friday"
        " monday"
        " tuesday wednesday thursday saturday sunday january february march april may june july august"
        " september october november december spring summer autumn winter christmas finally completely"
        " good all"
        " already new old thing stuff too also then since after before back out off off it altogether"
        " drink eat"
    )
    for t in terms(w)
) | frozenset({"已经", "终于", "最近", "上周", "上个", "个月", "去年", "今年", "昨天", "今天", "彻底"})

COUNTED = GENERIC | terms(
    "number no nr num item hobby interest activity topic part option choice kind type example sort"
    " 号 第 个 种 项 爱好 兴趣"
)
"""Words that name nothing themselves: `number 3` is no newer state of `number 2`."""

# ---------------------------------------------------------------- what a value says of itself
_BEFORE = late(
    r"^(?:recently |finally |just |have |has |i |we )*(?:quit(?:ting)?|gave up(?: on)?|given up|giving"
    r" up|stopped"
    r"|no longer|used to (?:be |have |play |live in |work as |work at |do )?|ex[- ]|former(?:ly)?\b|sold"
    r"|broke up with|split (?:up )?(?:with|from)|divorced from|dropped out of|dropped|ditched|cancelled"
    r"|retired from|left(?!-| (?:side|upper|lower|inner|outer|big|little|front|back|knees?|legs?|foot|feet|hands?|arms?|ears?|eyes?|shoulder|hip|ankle|wrist|elbow|thumb|heel|calf|thigh|lung|kidney|breast|cheek|temple|lobe)\b)|lost|moved (?:out of|away from|from)|done with|not (?=.*\bany ?more)"
    r"|lived (?:in |at |on )(?!.*\bsince\b)|(?:was|were) (?:an? |the |in |at )?(?=.*\b(?:until|till|years ago|back in)\b)"
    r"|finished (?=\w+ing\b|my\b|the\b|therapy|treatment|chemo|school|college|uni|training|course|degree))"
    r"(?:(?![a-z])|(?<=[\s-]))\s*",  # whole words: neither Quito nor leftovers have ended
    re.I,
)
_AFTER = late(
    r"\s*\b(?:sold|died|passed away|put down|put to sleep|stolen|scrapped|is gone|ended|is over"
    r"|any ?more|cancelled|given away|rehomed|finished)$",
    re.I,
)
_VERBS = "[学存接考喝吃抽养干做玩跑信练打弹教用跳去骑爬游踢画写拍看听开租唱追买卖种织]"
_ZH_ENDED = late(
    r"戒了|戒掉|戒(?!指|律)|不再|已?经?卖了|已?卖掉|卖给|辞了|辞掉|离开|搬离|分手|去世|过世|死了|走了$|放弃"
    r"|停了|退出|断了"
    r"|不(?:学|考|喝|吃|抽|养|干|做|玩|跑|住|信|练|打|弹|教|用)了|^前(?=女友|男友|夫|妻|同事)"
    r"|^原来?(?=在|是)|^(?:以前|之前|曾经?|从前|早年)"
)
_NEGATED = late(
    r"^(?:i )?(?:no|not|never|don'?t|do not|doesn'?t|can'?t|cannot|couldn'?t|won'?t|without|isn'?t"
    r"|haven'?t|non)\b[\s-]*",
    re.I,
)
_ZH_NEGATED = late(r"从不|从来不|没有|没(?!关系)|不(?!错|过|仅|但|同|锈)|无(?=业|肉|糖|麸)|尽量不")
STATES = late(
    r"\b(?:divorced?|separated|widow(?:ed|er)?|single|retired|unemployed|laid off)\b|离婚"
    r"|离异|离了|单身|退休|失业|丧偶",
    re.I,
)
"""States that end what was there and are themselves worth keeping."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value taken apart. `holds` is what is true now (empty: nothing is), `ended` what is said to be over,
    `negated` tells that the statement denies `core`."""

    holds: str
    ended: tuple[str, ...]
    negated: bool
    core: str


@lru_cache(maxsize=8192)
def read(value: str) -> Reading:
    """Takes a value apart into what holds and what has ended: `banjo, formerly techno` -> banjo | techno."""
    holds: list[str] = []
    ended: list[str] = []
    denied: list[str] = []
    pieces = [p.strip() for p in re.split(r"[,，;；]", unicodedata.normalize("NFKC", value)) if p.strip()]
    for n, piece in enumerate(pieces):
        core, whole = _ended_core(piece)
        if core is not None and whole and n in (0, len(pieces) - 1) and (n == 0 or not core):
            # `Skoda died, 412,000 km` and `Mabel, put down`: the other pieces belong to what ended.
            rest = [core] if n == 0 else holds
            return Reading("", (", ".join(rest) or piece,), False, value.strip())
        if core is not None:
            ended.append(core or piece)
            continue
        holds.append(piece)
        if (core := _negated_core(piece)) is not None:
            denied.append(core)
    negated = bool(denied) and len(denied) == len(holds)
    standing = value.strip() if not ended else ", ".join(holds)
    return Reading(standing, tuple(ended), negated, " ".join(denied) if negated else standing)


def _ended_core(piece: str) -> tuple[str | None, bool]:
    """(what ended, whether the word for it stands behind); (None, False) if nothing did."""
    if STATES.search(piece):
        return None, False
    if match := _BEFORE.match(piece):
        return re.sub(r"\b(?:any ?more|(?:until|till|back in)\b.*)$", "", piece[match.end() :]).strip(), False
    if match := _AFTER.search(piece):
        return piece[: match.start()].strip(), True
    if match := _ZH_ENDED.search(piece):
        return _ZH_ENDED.sub("", piece).strip(), match.start() > 0
    return None, False


def _negated_core(piece: str) -> str | None:
    text = fold(piece)
    if match := _NEGATED.match(text):
        return re.sub(r"\b(?:no|not)\b", " ", text[match.end() :]).strip() or None
    if _ZH_NEGATED.search(text):
        return re.sub(r"[吃碰沾喝会能抽太大怎么]", "", _ZH_NEGATED.sub("", text)).strip() or text
    return None


# ---------------------------------------------------------------- what a message says around a value
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
    for clause in _CLAUSE.split(_QUOTED.sub(" ", text)):
        if not clause or _FOR_NOW.search(clause) or clause.rstrip().endswith(("?", "？")):
            continue
        others = _OTHERS.search(clause)
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
    all_names = [w for w in _WORD.findall(value) if w[0].isupper()]
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
    return bool(_UNREAL.search(text))


def of_others(clause: str) -> bool:
    """Whether the clause has another person for its subject."""
    return bool(_OTHERS.search(clause))


@lru_cache(maxsize=16384)
def heads(value: str) -> frozenset[str]:
    """The words a short mention of `value` would use: the last word of each part before a preposition."""
    found: set[str] = set()
    for part in re.split(r"[,;，；]|\b(?:in|on|at|with|from|of|for|and|since|the)\b", value):
        words = _WORD.findall(part)
        if words:
            found |= terms(words[-1])
    return frozenset(found) - GENERIC - numbers(frozenset(found))


# ---------------------------------------------------------------- endings told by a sentence
@dataclass(frozen=True, slots=True)
class Ending:
    """A clause that says something is over. `kind`: goods, life, job, love, home or habit; `core` is the
    clause without the ending words, `thing` what they speak of in the narrowest sense. Of the kind `stage`
    `change` tells what ends."""

    kind: str
    core: str
    clause: str
    thing: str
    change: changes.Change | None = None


_ENDINGS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "switch",
        late(
            r"\b(?:switch|chang|mov|transferr?)(?:ed|ing|es)?\b(?: \w+){0,2} from (?P<what>[^,.;!?]+?)"
            r" (?:to|onto)\b"
            r"|\b(?:swapp|trad|exchang)ed (?:in )?(?:my |the |our )?(?P<give>[^,.;!?]{2,30}?) for\b"
            r"|\breplac(?:ed|ing) (?:my |the |our )(?P<worn>[^,.;!?]{2,30}?) (?:with|by)\b"
            r"|\binstead of (?:my |the |our )?(?P<else>[^,.;!?]{2,25})(?=.{0,15}\b(?:now|these days|from now on|since)\b)"
            r"|(?:^|(?<=[，。,；]))(?P<vor>[^，。,；把我你]{1,6}?)(?:早就|已经|都)?改(?:成|为|练|学|打|玩|喝|吃|用|骑)"
            r"|从(?P<von>[^，。,；]{1,12}?)(?:换成|换到|换了|改成|改吃|改用|转到|转为|转(?=[\u4e00-\u9fff]))"
            r"|把(?P<weg>[^，。,；]{1,12}?)换(?:成|掉|了(?=[，。,！!]|$))",
            re.I,
        ),
    ),
    (
        "school",
        late(
            r"\btransferred to (?-i:(?=[A-Z]))|\b(?:changed|switched) (?:my )?(?:major|course|degree"
            r"|school)s?\b"
            r"|\bdropped out\b|转学|转专业|退学|[念读]不下去|不[念读]了|肄业",
            re.I,
        ),
    ),
    (
        "love",
        late(
            r"\b(?:broke|broken|split|splitting) up\b|\bgot dumped\b|\bdumped me\b|\b(?:he|she) left me\b"
            r"|\b(?:i'?m|i am|we'?re|we are|got|since the|after the|since my|after my|our) divorced?\b"
            r"|\bdivorce (?:went|came|got|is|was|papers)\b|^divorced\b|\bcalled off the (?:wedding"
            r"|engagement)\b"
            r"|\bbroke it off\b|\b(?:and i|we|us) called it a day\b|\b(?:wedding|engagement)(?:'s| is) off\b|\bcalled it off\b|\b(?:it's|we're) over between\b"
            r"|\b(?:getrennt|schluss gemacht|on s'est séparés|nous nous sommes séparés|rompimos|nos separamos)\b"
            r"|\bmy ex\b(?! ?-?(?:boss|colleague|flatmate|army))|\bsingle again\b|\b(?:i['’]?m|am|being|newly|freshly|back to being) single\b|\b(?:we(?:['’]re| are)|\w+ and (?:i|me) are|me and \w+ are) (?:done|over|finished|through|history|no longer together|not together any ?more)\b|\bcalled time on (?:us|it)\b|\bour separate ways\b|\bon a break for good\b|\b(?:since|after) (?:the|our|my) (?:split|break-?up|divorce|separation)\b"
            r"|分手|分的手|掰了|分开了|离婚了|离了|离婚证|离的婚|恢复(?:了)?单身|又单身|单身(?:第|了)|不在一起了|各走各的|各自安好"
            r"|^(?:我们俩?|我俩|[和跟][^，。]{1,6}|最?终究?|终于|还是|上周|上个?月|昨[天晚]|前天|就|已经|最后|彻底|和平|也|我)*[分掰崩]了(?=$|[，。！!])",
            re.I,
        ),
    ),
    (
        "left",
        late(
            r"\b(?:he|she|they)(?:['’]s| has| have)? (?:just |finally )?(?:left|dumped|ditched|ghosted|walked out on) me\b",
            re.I,
        ),
    ),
    (
        "job",
        late(
            r"\b(?:quit|quitting|left|leaving) (?:my|the) (?:\w+ )?job\b|\bhanded in (?:my|the) notice\b"
            r"|\bresigned\b|\b(?:was|got|been) (?:laid off|fired|let go|sacked|made redundant)\b"
            r"|\blet me go\b|\bi quit\b(?=[.!,]|$)|\bsold up\b|\bgot the (?:boot|sack|push)\b|\bmade me redundant\b|\blast day (?:at|as)\b|\bretired (?:from|on|in|last)\b"
            r"|\bnew job\b(?! (?:offer|advert|interview|listing|title))|\bfirst (?:day|week|shift) (?:at|as|in) (?:the|my|a)\b"
            r"|\bstarted (?:at|as|with|in) .{2,40}\b(?:on \w+day|last (?:week|month)|this (?:week|month)|today|yesterday)\b"
            r"|\b(?:closed|sold|shut) (?:the|my|our) (?:shop|business|salon|caf[eé]|restaurant|pub|practice|farm)\b"
            r"|\bgekündigt\b|\bdémissionné\b|\bviré[es]?\b|\brenuncié\b|\bme despidieron\b"
            r"|辞职|辞的职|辞了|离职|被裁|被优化|被开除?了|下岗|失业|退伍|退休|跳槽|盘出去|倒闭|关张|入职|新工作|转岗|调岗|换工作|(?:收拾东西|卷铺盖)(?:走人?|回)|[我就]不干了|炒了老板|撂挑子",
            re.I,
        ),
    ),
    (
        "well",
        late(
            r"\b(?:healed|cured|cleared up|recovered from|grew out of|outgrew|(?:got|given) the all[- ]clear)\b"
            r"|养好了|養好了|痊愈|治好了|康复了|好利索",
            re.I,
        ),
    ),
    (
        "goods",
        late(
            r"\bsold\b|\bpart-exchanged\b|\btraded (?:in|it)\b|\bgave away\b|\bgot rid of\b|\bwrote off\b"
            r"|\bscrapped\b|\bstolen\b|\bnicked\b|\bgave (?:the|my|our)\b(?=.* to\b)"
            r"|\bno longer (?:have|own)\b|\bgave up (?:the|my|our) (?:car|bike|flat|house|dog|cat|van)\b"
            r"|(?:\bis|'s) gone\b(?! (?:to (?!the (?:great|scrap|big|tip|dump)|a (?:new|better|good))|for|until|till)\b)|\bdonated\b|\bflogged\b"
            r"|\b(?:chucked|threw) (?:it|them|the \w+) (?:out|away)\b"
            r"|\b(?:verkauft|verschenkt|verschrottet|vendue?|revendue?|vendí|vendimos|regalé)\b"
            r"|卖了|卖掉|卖给|送人了|送.{1,5}了|捐了|捐掉|处理掉|出掉|转手|转让|置换|挂闲鱼|报废|被偷|扔了|丢掉",
            re.I,
        ),
    ),
    (
        "life",
        late(
            r"\bdied\b|\bpassed away\b|(?<!\bi )(?<!\bwe )\bpassed (?=(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:last|this) (?!class|test|exam)\w+|yesterday|peacefully|in (?:his|her) sleep|at (?:home|the hospice)|early this)\b)|\bput (?:\w+ )?(?:down|to sleep)\b|\blet \w+ go\b|\brehomed\b"
            r"|\bcrossed the rainbow\b|\b(?:we|i) lost (?=[A-Z])|\b(?:gestorben|eingeschläfert|mort[es]?|décédée?s?"
            r"|murió|falleció)\b|去世|过世|死了|没了|走了|(?:[昨今前]天|[昨今]晚|早上|夜里|凌晨|安静|安详)(?:地)?走的|埋在|送走|不在了|[喵汪]星",
            re.I,
        ),
    ),
    (
        "home",
        late(
            r"\b[Mm]oved (?:out of|away from|from)\b|\b[Ll]eft (?=[A-Z])|\b[Uu]sed to live\b"
            r"|从(?P<from>[^，。,；]{1,12}?)搬(?:到|去|来|进|回)|搬离|搬出|搬走|离开|退租",
        ),
    ),
    (
        "over",
        late(
            r"\bfinished (?:my |the |with )?(?=(?:therapy|treatment|chemo\w*|radiotherapy|physio|rehab|probation)\b)|\bis over\b|\bis off the table\b|\b(?:plan|diet|race|marathon|trip|goal)(?: is|'s) off\b|\bhas to go\b|\bdone with\b|\bhas ended\b|结束了",
            re.I,
        ),
    ),
    (
        "reached",
        late(
            r"\b(?:passed|finished|completed|achieved|reached|graduated)\b|\bdone(?=[,.!]|$)"
            r"|\b(?:geschafft|bestanden|réussi|aprobé)\b|到手|考过了|考上了|通过了|拿到|完成了|达成|上岸",
            re.I,
        ),
    ),
    (
        "habit",
        late(
            r"\bquit(?:ting)?\b|\bgave up\b|\bgiven up\b|\bstopped\b|\bdropped out of\b|\bdropped (?!(?:off|by|in|out|round|dead|it|him|her|them|a|an|my (?:phone|keys|bag|fork)|the (?:kids|ball|baby|children))\b)(?=\w)"
            r"|\bleft the\b|\b(?:gave|give|given|packed|jacked|chucked) (?P<thing>(?:the|my|all|our) [^,.;!?]{2,25}?) (?:up|in)\b|\bpack(?:ed|ing)? (?:it )?in\b"
            r"|\bhung up my\b|\bno more (?!than\b)(?=\w)|\bswore off\b|\bditched\b|\bcancelled (?:my|the)\b"
            r"|\bcut (?:it|\w+) out\b|\b(?:abgebrochen|aufgehört|aufgegeben|geschmissen|arrêté|laissé tomber)\b"
            r"|\b(?:nicht|kein\w*) mehr\b|\bplus (?:du tout|jamais)\b|\bya no\b|\bdejé (?:de|el|la)\b|\bhe dejado\b"
            r"|戒了|戒掉|不再|(?:都|也|全|已经)?(?:交给|让给|传给|托给)[^，。]{1,6}了|(?:不让|不许|不准|没法|没办法|不能)(?:再|继续)|放弃|退出|退了|停了|断了|停掉|退社|吃灰"
            rf"|不(?P<what>{_VERBS}[^，。,了]{{0,4}})了",
            re.I,
        ),
    ),
    (
        "gone",
        late(
            r"\bno more\b(?! than)|\b(?:is|are|was|were|'s|'re) (?:gone|off|over|dead|history|finished|shut|closed|no more)\b"
            r"(?! (?:to|for|until|till|the|my|with|at|in|on)\b)|\bclosed (?:my|the|our) (?=\w)|\b(?:binned|scrap(?:ped)?|folded|wound up|shut down|called off|fizzled out|parted with)\b"
            r"|\bgave (?:in )?(?:my )?notice (?:to|at)\b|\bwas (?:my|our) last\b(?! (?:one |hope|chance|resort|option))|倒闭|(?<![跌摔绊打推病])倒了(?=$|[，。！,])|停业|关门了|不开了"
            r"|\b(?:said|say) goodbye to\b|\bhanded (?:in|back|over)\b|\bhung up\b|\bused to\b|\bno longer\b|\bnot? (?P<no>.{1,40}?) ?\bany ?more\b"
            r"|\b(?:don't|dont|can't|cant|won't|isn't|aren't|wasn't) (?P<dont>.{1,30}?) ?\bany ?more\b"
            r"|\bhaven't .{1,40}\b(?:in|for) (?:months|years|ages|weeks)\b|\bhaven't touched\b|\bmoved on from\b|\bgrown? out of\b"
            r"|\b(?:my|the) last (?:day|lecture|shift|game|match|class|lesson|session|concert|race|season)\b"
            r"|\b(?:let|passed) (?:my |the )?.{1,25} (?:go|lapse|on)\b|\bthat's me done\b|\bdone as\b|\bhas to go\b"
            r"|早[就已]?不|不用.{1,6}了|没再|退[掉出]|关[了掉]|散了|黄了|结束|没了|淘汰|告别|还给|到头|不(?:是|算|当|做|在|去)(?P<zh>[^，。]{1,8}?)了",
            re.I,
        ),
    ),
)
_UNREAL = late(
    r"[?？]|\b(?:if|should|would|could|might|maybe|want to|thinking of|plan to|going to|gonna|how to|almost"
    r"|nearly|don't want|wish|scared|afraid|worried|threat\w*|never|not (?:sold|quit|left)|tonight"
    r"|for (?:today|now|this week|a (?:bit|while|day|week|few)|the (?:day|night|week|weekend|summer)))\b"
    r"|如果|要不要|想要?(?!念)|打算|是不是|吗|应该|差点|怎么|要是|没有?卖|今天|今晚|明天|这次|先不",
    re.I,
)
_OTHERS = late(
    r"\b(?:he|she|they|his|her|their|who|you|your)\b"
    r"|^(?:so |and |my )?(?:mum|mom|mam|dad|gran|nan|nana|grandma|grandad|grandpa)(?:['’]s)?\b"
    r"|\b(?:my|our|a|the) (?:best |old |little |big |older |younger )*(?:brother|sister|mum|mom|dad"
    r"|mother|father"
    r"|parents|son|daughter|kids?|cousin|uncle|aunt|boss|manager|mate|friend|colleague|coworker|neighbou?r"
    r"|flatmate|roommate|landlord|landlady|guy|bloke|woman|man)(?:'s|s)?\b"
    r"|(?<![吉其])他|[她你]|^(?:我)?(?:爸|妈|哥|姐|弟|妹|朋友|同事|老板|领导|室友|邻居)|群里|男方|女方",
    re.I,
)
_PRONOUN = late(r"(?:it|them|him|her|that|those)\b", re.I)
_GOES_ON = late(r"\b(?:to|for|and|because|so|but|now|after|before|since|in|on)\b|[到去搬换改]", re.I)
_CLAUSE = late(r"(?<=[.!?。！？；;\n])\s*|[,，]\s*(?!and\b)|\s+(?:but|because|so|and then)\s+", re.I)
_QUOTED = late(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|```.*?(?:```|$)|^>.*$", re.S | re.M)


BEGINS = late(
    r"\bnew job\b|\bfirst (?:day|week|shift)\b|\bstart(?:ed|ing)\b|入职|新工作|转岗|调岗|换工作|跳槽", re.I
)
"""What ends an old job by beginning another."""

COMES = late(
    r"\bnew job\b|\bfirst (?:day|week|shift)\b|\bstart(?:s|ed|ing)?\b|\bjoin(?:s|ed|ing)?\b|\b(?:got|accepted|take|taking|took|offered) (?:me )?(?:the|an?) (?:[\w-]+ ){0,3}(?:job|offer|position|post|place|role)\b|\boffer(?:ed)?\b|\bhired\b|\b(?:will|going to|['’]ll) (?:be|work|start|join)\b"
    r"|入职|新工作|转岗|调岗|换工作|跳槽|录[取用]|offer|下(?:周|个?月|半年)|开始|[要将]去|即将",
    re.I,
)
"""What tells of a job that begins, or is about to."""

FIRST = late(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|me|mine|we|we['’](?:re|ve|ll|d)|our|ours|us)\b|我|咱|俺", re.I
)
"""The writer comes in."""

_OF_THE_NEW = frozenset({"job", "love", "school", "switch", "well", "reached", "habit"})
"""Kinds of endings that are often told of others by their names."""
_ASKS_FIRST = late(
    r"^\W*(?:(?:and|so|but|hey|hi|ok|oh|btw|also|wow)\W+)*(?:how(?:['’]s| (?:is|was|are|were|did|does|do)\b)|what(?:['’]s|(?= (?:is|was|are|about|did|does|do)\b))|why\b|where(?:['’]s|\b)|who(?:['’]s|\b)"
    r"|(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would) (?:the|your|you|he|she|they|it|this|that|there|any|(?-i:[A-Z])\w*)\b|any\b)",
    re.I,
)
_WISHES = late(
    r"\b(?:congrat\w*|good luck|best of luck|happy for|well done|all the best|gl with)\b|^(?:enjoy|hope) the\b|恭喜|(?<!庆)祝|恭贺",
    re.I,
)


_SENTENCE = late(r"[^.!?。！？\n]++[?？]?")


def _without_question(sentence: re.Match[str]) -> str:
    """A sentence that asks, less the clauses that ask (`how is the new job, Tom?`); what its writer tells of
    themselves in it stays (`I quit my job, what now?`)."""
    if sentence[0][-1] not in "?？" or not _ASKS_FIRST.search(sentence[0]):
        return sentence[0]
    kept = [c for c in re.split(r"(?<=[,，])", sentence[0]) if FIRST.search(c) and not _ASKS_FIRST.search(c)]
    return "".join(kept) or " "


def _own(clause: str, at: int, before: str) -> bool:
    """Whether what a clause tells from `at` on is told of the writer: nobody else is named before it, nor in the
    clause `before` where it goes on without a subject (`我妹生了，满月酒请几桌`)."""
    if not clause.isascii() and not FIRST.search(clause) and _OTHERS.search(before):
        return False
    others = list(_OTHERS.finditer(clause, 0, at))
    if others:
        return bool(FIRST.search(clause, others[-1].end(), at + 12))
    return at == 0 or bool(FIRST.search(clause)) or not by_name(clause)


def endings(text: str) -> list[Ending]:
    """The clauses in which the writer says that something is over. Questions, plans, quoted text and other
    people's affairs are left out; a death may be told of anyone, so those are judged by the name."""
    found = []
    said = ""
    told = _QUOTED.sub(" ", text)
    for clause in _CLAUSE.split(_SENTENCE.sub(_without_question, told)):
        before_it, clause = said, clause.strip(" .!。！")
        said = clause
        if not clause or _WISHES.search(clause):
            continue
        found += [
            Ending("stage", "", clause, "", c) for c, at in changes.of(clause) if _own(clause, at, before_it)
        ]
        if _UNREAL.search(clause):
            continue
        if (aim := changes.dropped(clause)) is not None and not _OTHERS.search(clause):
            found.append(Ending("dropped", aim, clause, aim))
        for kind, pattern in _ENDINGS:
            match = pattern.search(clause)
            if match is None or (kind not in ("life", "left") and _OTHERS.search(clause)):
                continue
            if (
                kind in _OF_THE_NEW
                and not FIRST.search(clause)
                and (by_name(clause) or _ASKS_FIRST.search(clause))
            ):
                continue  # Markus got a new job
            inner = re.search(r"\b(?:put|let) (\w+) (?:down|to|go)\b", match[0], re.I)
            before, behind = clause[: match.start()].strip(), clause[match.end() :].strip()
            if inner:
                behind = f"{inner[1]} {behind}"
            named = next((g for g in match.groups() if g), None)
            if kind == "switch":
                found.append(Ending(kind, named or "", clause, named or ""))
                break
            if named:
                behind = f"{named} {behind}"
            if _PRONOUN.match(behind) and not terms(before) - GENERIC:
                behind = f"{before_it} {behind}"  # my piano is gone, sold it: what `it` is stands before
            if (
                not clause.isascii()
                and not terms(before + behind) - GENERIC
                and not _OTHERS.search(before_it)
            ):
                before = before_it  # 会计念不下去，退了: so it is where nothing stands before it at all
            if kind == "home" and named:
                behind = named
            elif kind == "home":
                behind = _GOES_ON.split(behind)[0]  # from Leeds to Hull: Leeds is over
            thing = _GOES_ON.split(behind)[0]
            if kind in ("love", "life") or not terms(thing) - GENERIC:
                thing = f"{before} {thing}"
            if kind == "love" and not terms(thing) - GENERIC:
                before = thing = clause  # 跟女朋友掰了
            found.append(Ending(kind, f"{before} {behind}".strip(), clause, thing.strip()))
            break
    return found
