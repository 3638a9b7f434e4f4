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
    r"\bname|call(?:ed| me)|\b[Ii]['’]?m [A-Z]|\b[Ii] am [A-Z]|[Tt]his is|[Ii]t['’]?s [A-Z]|\b[A-Z]\w+ here|sign(?:ed)? (?:it )?as|叫|名字|我是|姓|llamo|heiße|appelle|名前|です"
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
    r"\b(?:handed in|gave in|put in|given) (?:my|the) (?:notice|resignation)\b|\b(?:quit|left|lost) (?:my|the) job\b|\bi (?:quit|resigned)\b|\bgekündigt$|\bdémissionné\b|\brenunci(?:é|ado)\b|辞职了?$|离职了?$",
    re.IGNORECASE,
)
"""That a job ends is no job; which one ends is read from the message when claims are decided."""
_NO_WORK = re.compile(r"^(?:an? )?(?:(?:total|complete|absolute) )?(?:beginner|newbie|noob|novice|first[- ]timer|amateur)\b(?: here)?$|^(?:taken |got |have )?(?:a )?(?:second|new|first) job$|^小白$", re.IGNORECASE)  # fmt: skip
"""Words that stand where a calling could and name none."""
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


_GOES_THERE = re.compile(
    r"\b(?:back|home|return(?:ed|ing)?|flights?|trains?|ferry|fl(?:y|ew|ying)|arrived?|drove|driving|just in|greetings|postcards?|hello|souvenirs?|gifts?|presents?|letters?|emails?|calls?|delivery|order(?:ed)?|shipping) from\b|从[^，。]{1,8}(?:回来|回到|出差|飞|带|寄)",
    re.IGNORECASE,
)
"""Where something or someone comes from just now is no origin."""
_OWN_NAME = re.compile(
    r"\b(?:my (?:\w+ )?(?:name|surname)|call(?:ed|s)? me|i['’]?m|i am|this is|it['’]?s|sign(?:ed)?|here|go by|mine|me)\b|我(?:叫|姓|是|的名字|名字)|叫我|本人|免贵|^(?:叫|姓)|\b(?:heiße|llamo|appelle|ich bin|je suis|soy)\b|です|署名|落款",
    re.IGNORECASE,
)
"""A name is the writer's where the clause says so: a dentist, a cat and a street have one too."""

_NO_ILLNESS = re.compile(
    r"(?:i )?(?:don['’]?t|do not|never|not|no|haven['’]?t)(?: (?:really|actually|ever))? (?:have|had|use|need|take|got|get|any|an?|been)\b|(?:又|并|根本)?没有?(?:得|患)?",
    re.IGNORECASE,
)
"""What the writer does not have says nothing of their health; it mostly answers somebody who was wrong."""

_CHANGED = re.compile(
    r"\bfrom [^,.;!?]{2,40}? (?:on)?to (?:an? |the )?(?P<v>[^,.;!?]+)|\b(?:swapped|traded|exchanged) [^,.;!?]{2,30}? for (?:an? |the |my )?(?P<u>[^,.;!?]+)|(?:从[^，。]{1,12}?|把[^，。]{1,12}?)(?:换|改|转)(?:成|到|为|吃|用|喝|做)?了?(?P<w>[^，。]+)",
    re.IGNORECASE,
)


def arrived(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Of what tells a change ("switched from fluoxetine to sertraline") the words for what holds now, whichever
    of its words were meant."""
    for m in _CHANGED.finditer(text):
        if span[0] < m.end() and m.start() < span[1]:
            return m.span(next(group for group in "vuw" if m[group] is not None))
    return span


def aspect(claimed: str, value: str, clause: str) -> str | None:
    """The aspect to record for `value`, or None if the clause shows that the claimed one is wrong."""
    if claimed == "age" and not _AGE.search(clause):
        return "birthday" if _BIRTHDAY.search(clause) else None
    if claimed == "gender" and not _GENDER.search(value):
        return "age" if _AGE.search(value) else None
    if claimed in _MUST and not _MUST[claimed].search(clause):
        return None
    if claimed == "health" and _NO_ILLNESS.match(value):
        return None
    if claimed == "name" and (len(value) > 40 or not _OWN_NAME.search(clause)):
        return None
    if claimed == "origin" and _GOES_THERE.search(clause):
        return None
    if claimed == "occupation" and (_RESIGNS.search(value) or _NO_WORK.search(value)):
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
