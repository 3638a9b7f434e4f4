# ruff: noqa: E501 - one pattern a line
"""The words of values, in English and Chinese, and how values are compared by them.

Everything here is a closed list or a pattern, so a decision can always name the words that led to it.
"""

import re
from functools import lru_cache

from omem_cli import text as analyser
from omem_cli.patterns import late


def _list(words: str) -> list[str]:
    return words.split()


WORD = late(r"[^\W_]+(?:['’][^\W_]+)*")
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
    for word in WORD.findall(_CJK.sub(" ", text)):
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
        t for w in WORD.findall(value) if w[0].isupper() and fold(w) not in _STOP for t in terms(w)
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
    found = _INITIALS.fullmatch(core.strip())
    if found is None or found["w"] in _NO_INITIALS:
        return False
    spelt = {"".join(w[0] for w in name.split() if w[0].isupper()) for name in _CAPITALISED.findall(value)}
    return found["w"] in spelt


_INITIALS = late(r"(?:(?i:the|my|our) )?(?P<w>[A-Z]{2,5})(?: (?:plan|move|trip|idea|dream|thing))?")
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
