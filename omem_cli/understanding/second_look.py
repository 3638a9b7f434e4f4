# ruff: noqa: E501 - tables of patterns read best with one kind a line
"""Checks an aspect against the clause its value stands in: neighbours that a small model confuses.

Each rule names what the clause must show. A claim whose clause shows another aspect gets that one; a claim of an
aspect with a closed form (a name, an age, a birthday) that does not show it is not believed.
"""

import re

_NUMBER = (
    r"(?:\d+|[一二两三四五六七八九十]+|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|een)|ten|eleven|twelve)"
)
_AGE = re.compile(
    rf"\b(?:i'?m|im|i am|i turn(?:ed)?|turn(?:ed|ing|s)?|aged?|at|nearly|almost|just) {_NUMBER}\b(?! ?(?:min|hour|day|week|month|km|kg|%|cm|am|pm|:))|{_NUMBER}[- ]?(?:years?[- ]old|yo\b|y/o|yrs? old|year old)|\b\d\d[mf]\b"
    r"|\b(?:in my|early|mid|late)[- ](?:\w+ )?\w*(?:teens|twenties|thirties|forties|fifties|sixties|seventies|\d0s)\b|[\d一二三四五六七八九十]+(?:岁|歲|歳|周岁|出头)|[0-9]0后|奔[三四五六七八]|\bans\b|\baños\b|\bjahre alt\b",
    re.IGNORECASE,
)  # fmt: skip
_BIRTHDAY = re.compile(
    r"birthday|bday|b-day|born|turn(?:s|ing)? \w+ (?:on|in)|生日|出生|生まれ|誕生日|cumple|geburtstag|anniversaire|né[e]? le",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\bname|call(?:ed| me)|\bi'?m [A-Z]|\bi am [A-Z]|this is|it'?s [A-Z]|\b[A-Z]\w+ here|sign(?:ed)? (?:it )?as|叫|名字|我是|姓|llamo|heiße|appelle|名前|です"
)
_ALLERGY = re.compile(
    r"allerg|anaphyla|epi-?pen|intoleran|hives|过敏|過敏|不耐受|アレルギー|alérgic", re.IGNORECASE
)
_DISLIKE = re.compile(
    r"\bhate|can'?t stand|dislike|loathe|despise|don'?t (?:really )?like|not a fan|allergic to (?:effort|mondays)|讨厌|討厭|不喜欢|不喜歡|不爱|受不了|最烦|odio|hasse|déteste|嫌い|苦手",
    re.IGNORECASE,
)
_LIKE = re.compile(
    r"\b(?:love|adore|favou?rite|big fan|obsessed|really like|i like|into)\b|喜欢|喜歡|最爱|爱看|爱听|爱吃|迷上|好き",
    re.IGNORECASE,
)
_OCCUPATION = re.compile(
    r"\bi(?:'m| am) an? [\w -]{0,40}(?:er|or|ist|nurse|chef|cook|clerk|paramedic|technician|engineer|teacher|mechanic|pharmacist)\b|工程师|老师|护士|医生|会计|程序员|设计师|厨师|司机|律师|上班的?$",
    re.IGNORECASE,
)
_RESIGNS = re.compile(
    r"\b(?:handed in|gave in|put in|given) (?:my|the) (?:notice|resignation)\b|\b(?:quit|left|lost) (?:my|the) job\b|\bi (?:quit|resigned)\b|辞职了?$|离职了?$",
    re.IGNORECASE,
)
"""That a job ends is no job; which one ends is read from the message when claims are decided."""
_CLASS = re.compile(r"\b(?:class(?:es)?|lessons?|club|choir|workshop)\b|兴趣班|社团|合唱团", re.IGNORECASE)
_TEACHES = re.compile(r"\b(?:teach\w*|taught|run|lead|instruct\w*|conduct|work)\b|教|带|上班", re.IGNORECASE)
_DIET = re.compile(
    r"\bvegan|vegetarian|pescatarian|kosher|halal|keto|gluten[- ]free|don'?t (?:eat|drink)|no (?:meat|dairy|pork|alcohol)|素食|吃素|不吃|不喝|戒(?:糖|酒|咖啡|奶茶|烟)|清真|végétarien|vegetarisch",
    re.IGNORECASE,
)
_GENDER = re.compile(
    r"\b(?:wo)?m[ae]n\b|\b(?:fe)?male\b|\btrans|non-?binary|\b(?:she/her|he/him|they/them)|\b(?:guy|girl|boy|lady|bloke|mother|father|mum|mom|dad|wife|husband|sister|brother|pregnant)\b|\b\d\d ?[mf]\b|男|女(?!儿)|宝妈|奶爸|mujer|hombre|frau|mann|femme|homme",
    re.IGNORECASE,
)
_MUST = {"gender": _GENDER, "age": _AGE, "birthday": _BIRTHDAY, "name": _NAME}


_CHANGED = re.compile(
    r"\bfrom [^,.;!?]{2,40}? (?:on)?to (?:an? |the )?(?P<v>[^,.;!?]+)|(?:从[^，。]{1,12}?|把[^，。]{1,12}?)(?:换|改|转)(?:成|到|为|吃|用|喝)了?(?P<w>[^，。]+)",
    re.IGNORECASE,
)


def arrived(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Of what tells a change ("switched from fluoxetine to sertraline") the words for what holds now."""
    m = _CHANGED.search(text, *span)
    return span if m is None else m.span("v" if m["v"] is not None else "w")


def aspect(claimed: str, value: str, clause: str) -> str | None:
    """The aspect to record for `value`, or None if the clause shows that the claimed one is wrong."""
    if claimed == "age" and not _AGE.search(clause):
        return "birthday" if _BIRTHDAY.search(clause) else None
    if claimed == "gender" and not _GENDER.search(value):
        return "age" if _AGE.search(value) else None
    if claimed in _MUST and not _MUST[claimed].search(clause):
        return None
    if claimed == "name" and len(value) > 40:
        return None
    if claimed == "occupation" and _RESIGNS.search(value):
        return None
    if claimed == "occupation" and _CLASS.search(value) and not _TEACHES.search(clause):
        return "hobby"
    if claimed in ("diet", "health", "dislike") and _ALLERGY.search(clause):
        return "allergy"
    if claimed == "allergy" and not _ALLERGY.search(clause):
        return "diet" if _DIET.search(clause) else "health"
    if claimed in ("like", "hobby") and _DISLIKE.search(clause):
        return "dislike"
    if claimed == "dislike" and not _DISLIKE.search(clause):
        return "diet" if _DIET.search(clause) else "like" if _LIKE.search(clause) else claimed
    if claimed in ("like", "health") and _DIET.search(clause):
        return "diet"
    if (
        claimed in ("age", "personality", "skill", "education", "name")
        and _OCCUPATION.search(clause)
        and value in clause
    ):
        return "occupation" if _OCCUPATION.search(value) or claimed == "age" else claimed
    return claimed
