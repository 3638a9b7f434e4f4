# ruff: noqa: E501 - one pattern a line
"""Whether a value can be one of its aspect at all, for the aspects whose values have a form.

An age has a number or names a stage of life, a birthday names a day or a part of the year, a gender is one of
few words, a language is called by its name, a name is short and says nothing. What has not is refused with a
reason: it is held, never shown, and it displaces nothing. Whatever could be right passes.
"""

import re

from omem_cli.memory import aspects
from omem_cli.memory.wording import fold, names, numbers, terms
from omem_cli.text import is_cjk

OLDEST = 125
"""Years a person can be old."""

_FIRST_YEAR = 1890
_STAGE = re.compile(
    r"\b(?:\w*teens?|teen\w*|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[2-9]0'?s|big"
    r" [\w-]+|baby|toddler|child|kid|minor|underage|adult|elderly|middle[- ]aged|senior"
    r"|pensioner|retired|of age|boomer|millennial|gen [xyz]|treint\w*|quarant\w*|cinquant\w*|jahre)\b"
    r"|[零〇一二两三四五六七八九十廿卅百几多]+[来多几]?(?:岁|歲|周岁|出头|多)?|[岁歲]|奔|\d0后|[〇零五六七八九]零后|中年|青年|老年|年轻|成年"
    r"|年纪|退休|花甲|古稀|而立|不惑|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]",
    re.I,
)
_TENS = re.compile(
    r"\b(?:thir|four|fif|six|seven|eigh|nine)teen|\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\bhundred",
    re.I,
)
_DAY = re.compile(
    r"\d|\b(?:jan|feb|mar|apr|may|mai|mayo|jun|jul|aug|sep|oct|okt|nov|dec|dez|dic|ene|abr|ago|avr|aoû|fév|janv|juin"
    r"|juil)\w*|\b(?:spring|summer|autumn|fall|winter|christmas|xmas|easter|halloween|thanksgiving|valentine\w*"
    r"|new year\w*|eve|ramadan|eid|diwali|solstice|boxing|today|tomorrow|yesterday|tonight|week|weekend|month|leap"
    r"|\w+day|same day|aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces"
    r"|first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\w+teen|twentie|thirtie)th)\b"
    r"|[月日号號初旬]|[鼠牛虎兔龙蛇马羊猴鸡狗猪]年?|节|節|平安夜|圣诞|除夕|正月|腊月|农历|阴历|阳历|[春夏秋冬]|今天|明天|昨天|后天|下周|周[一二三四五六日末]"
    r"|星期|生肖|座$",
    re.I,
)
_GENDER = re.compile(
    r"\b(?:non-?binary|enby|nb|trans\w*|agender|gender ?\w+|queer|intersex|they|them|he|him|she|her|mx|mr|mrs|ms|sir"
    r"|madam|cis\w*|m[ae]n'?s?|wom[ae]n'?s?|masc\w*|fem\w*|males?|females?|boys?|girls?|lads?|lass\w*|ladies"
    r"|gentlem[ae]n|bloke|chap|beard\w*|m|f|frau|mann|mujer|hombre|femme|homme|chico|chica|bride|groom|queen|king"
    r"|bachelor|maid|widow\w*|pregnan\w*|gran|nan|nana|grand\w+|(?:god|step)?(?:mum|mom|mother|dad|father|son|daughter"
    r"|brother|sister|uncle|aunt\w*|niece|nephew))\b|老头|[女男性娘妈媽爸爷奶婆公姐妹哥弟叔舅姨姑爹嫂媳妇婦先生太太她他]",
    re.I,
)
LANGUAGES = frozenset(
    fold(
        "afrikaans albanian amharic arabic aramaic armenian azerbaijani azeri basque belarusian bengali bangla bosnian"
        " breton bulgarian burmese cantonese catalan cebuano chinese cornish creole croatian czech danish dari dutch"
        " english esperanto estonian farsi filipino finnish flemish french frisian gaelic galician georgian german greek"
        " gujarati hakka hausa hawaiian hebrew hindi hmong hokkien hungarian icelandic igbo ilocano indonesian irish"
        " italian japanese javanese kannada kazakh khmer kinyarwanda konkani korean kurdish kyrgyz lao latin latvian"
        " lingala lithuanian luxembourgish macedonian malagasy malay malayalam maltese mandarin manx maori marathi"
        " mongolian nepali norwegian occitan odia pashto patois persian pidgin polish portuguese punjabi quechua reo"
        " romanian romansh russian samoan sanskrit scots serbian shanghainese shona sindhi sinhala slovak slovene"
        " slovenian somali spanish sundanese swahili swedish tagalog taiwanese tamil tatar telugu teochew thai tibetan"
        " tigrinya tongan tswana turkish twi ukrainian urdu uyghur uzbek vietnamese welsh wolof xhosa yiddish yoruba zulu"
        " deutsch englisch französisch spanisch italienisch español inglés francés alemán italiano anglais allemand"
        " espagnol français português italien kanji hiragana katakana hangul bsl asl lsf braille bilingual trilingual"
        " multilingual polyglot monolingual dialect dialects accent"
    ).split()
)
_TONGUE = re.compile(
    r"\b(?:sign|signing|languages?|tongue|speaker|speak\w*|fluent\w*)\b|[语語话話文言腔]|雅思|托福|[四六]级",
    re.I,
)
_SAYS = re.compile(
    r"\b(?:is|am|are|was|were|has|have|had|do|does|did|will|would|can|can't|don't|not|want\w*|need\w*|work\w*|live\w*"
    r"|going|went|because|so|that|this|it|its|it's|i'm|i|me|we|you|your)\b|[的了吗呢吧是我你他她]|https?:|[@{}<>]",
    re.I,
)  # fmt: skip
_LONGEST_NAME = 6
_LONGEST_HAN_NAME = 6
_NO_PLACE = re.compile(
    r"(?:(?:just|recently|still|always|now|currently|finally) )*(?:mov(?:e|ed|ing)|go|goes|going|went|liv(?:e|ed|ing)"
    r"|work(?:ed|s|ing)?|commut(?:e|ed|ing)|travel(?:s|led|ed|ling|ing)?|book(?:ed|ing)|stay(?:ed|ing)?|visit(?:ed|ing)?"
    r"|look(?:ed|ing)|try|tried|trying|want(?:ed)?|need(?:ed)?|bought|buy(?:ing)?|rent(?:ed)|get(?:ting)?|got|took|take"
    r"|taking|walk(?:ed|ing)?|drove|driv(?:e|ing)|had|have|having|do|doing|did|make|made|making|start(?:ed|ing)?)\b",
    re.I,
)
_A_PLACE = re.compile(
    r"\b(?:in|near|by|at|to|from|outside|of|on|with|flat|house|home|apartment|place|city|town|village|abroad|studio"
    r"|countryside|downtown|upstairs|north|south|east|west|parents?)\b|\d",
    re.I,
)


def refusal(aspect: str, value: str) -> str | None:
    """Why `value` cannot be one of `aspect`, or None if it may be."""
    check = _CHECKS.get(aspect)
    return None if check is None or check[0](value) else check[1]


def _age(value: str) -> bool:
    found = [int(n) for u in numbers(terms(value)) for n in re.findall(r"\d+", u)]
    if any(0 < n <= OLDEST or n >= _FIRST_YEAR for n in found):
        return True
    return not found and bool(_STAGE.search(value) or _TENS.search(value))


def _birthday(value: str) -> bool:
    return bool(_DAY.search(value) or numbers(terms(value)))


def _gender(value: str) -> bool:
    return aspects.gender_class(value) is not None or bool(_GENDER.search(value))


def _language(value: str) -> bool:
    words = set(re.findall(r"[^\W\d_]+", fold(value)))
    return bool(words & LANGUAGES or _TONGUE.search(value) or names(value))


def _name(value: str) -> bool:
    if not any(c.isalpha() for c in value) or sum(c.isdigit() for c in value) > 2:
        return False
    if is_cjk(value):
        parts = [p for p in re.split(r"[\s·・,，、()（）/]+", value) if is_cjk(p)]
        return all(len(p) <= _LONGEST_HAN_NAME for p in parts) and not _SAYS.search(value)
    return len(value.split()) <= _LONGEST_NAME and not _SAYS.search(value)


def _place(value: str) -> bool:
    return is_cjk(value) or not _NO_PLACE.match(value) or bool(names(value[1:]) or _A_PLACE.search(value))


_CHECKS = {
    "age": (_age, "an age has a number, or names a stage of life"),
    "birthday": (_birthday, "a birthday names a day, or a part of the year"),
    "gender": (_gender, "that names no gender"),
    "language": (_language, "that names no language"),
    "name": (_name, "a name is short, and no sentence"),
    "location": (_place, "that tells of doing something and names no place"),
    "origin": (_place, "that tells of doing something and names no place"),
}
