# ruff: noqa: E501 - one pattern a line
"""Who of the family a claim is about: `works at a bank` of "my sister works at a bank" is kept as
`sister: works at a bank`, so that nobody's facts are taken for the writer's or for another relative's.

Claims of the aspects family and relationship are runs of the message, mostly without the words for the person.
Those stand before the run, as its subject: in its clause, or, where that begins with a pronoun, before it.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from omem_cli.records import AttributeClaim
from omem_cli.text import is_cjk

_ADJECTIVE = r"(?:(?:older|younger|elder|eldest|oldest|youngest|middle|big|little|baby|twin|late|only|great|foster|adopted|ex|dear|poor)[- ])*"
_KIN = (
    r"(?:(?:great-?|grand|step|god|half-?)*(?:mother|mom|mum|ma|father|dad|pa|parents?|sisters?|brothers?|sons?|daughters?|kids?|child(?:ren)?)(?:s?-in-law)?"
    r"|mam|mama|mummy|mommy|daddy|papa|folks|sis|bro|siblings?|boys?|girls?|twins?|gran|granny|nana?|uncle|aunt(?:ie|y)?|cousins?|nephews?|nieces?|in-?laws?|baby|toddlers?)"
)
_PARTNER = r"(?:wife|husband|hubby|partner|spouse|girlfriend|boyfriend|gf|bf|fianc[ée]+e?)"
_BARE = r"(?:mum|mom|mam|mummy|mama|dad|daddy|papa|gran|granny|grandma|grandpa|grandad|nana?|sis|bro|sister|brother|son|daughter|wife|husband|hubby)"
_HAN_KIN = (
    "爸爸妈妈|妈妈|老妈|母亲|妈|爸爸|老爸|父亲|爸|爸妈|父母|姐姐|姐夫|姐|哥哥|哥|弟弟|弟媳|弟|妹妹|妹夫|妹|儿子|儿媳|女儿|女婿|闺女|孩子|娃|宝宝|宝贝|老大|老二|老三"
    "|爷爷|奶奶|外公|外婆|姥姥|姥爷|舅舅|舅妈|舅|姨妈|小姨|大姨|叔叔|叔|婶婶|姑姑|姑妈|伯父|伯母|[表堂][哥姐弟妹]|侄子|侄女|外甥女|外甥|公公|婆婆|岳父|岳母|嫂子"
)
_HAN_PARTNER = "老公|老婆|丈夫|妻子|对象|男朋友|女朋友|男友|女友|媳妇|爱人|先生|太太|未婚妻|未婚夫"
_HAN_BARE = "老公|老婆|妈妈|老妈|爸爸|老爸|姐姐|哥哥|弟弟|妹妹|儿子|女儿|闺女|孩子|娃|宝宝|老大|老二|爷爷|奶奶|外公|外婆|姥姥|姥爷|爸妈|父母"
_SUBJECT = re.compile(
    rf"\b(?:my|our) (?P<own>{_ADJECTIVE}(?:{_KIN}|{_PARTNER})\b(?:['’]s? {_ADJECTIVE}(?:{_KIN}|{_PARTNER})\b)*)"
    rf"|(?:^|(?<=[.!?;,:\n]) ?|(?<=\band )|(?<=\bbut )|(?<=\bbecause ))(?P<bare>{_BARE}\b(?:['’]s? {_ADJECTIVE}(?:{_KIN}|{_PARTNER})\b)*)(?!,? (?:and|or)\b)"
    rf"|(?<![和跟与陪帮给带送为替被让])(?:我们|咱们|我|咱|俺)(?:家)?(?:里)?的?(?P<han>(?:{_HAN_KIN}|{_HAN_PARTNER})(?:的?(?:{_HAN_KIN}|{_HAN_PARTNER}))*)"
    rf"|(?:^|(?<=[\s。！？!?；;，,]))(?P<bare_han>(?:{_HAN_BARE})(?:的?(?:{_HAN_KIN}|{_HAN_PARTNER}))*)",
    re.I | re.M,
)  # fmt: skip
_OF_PARTNER = re.compile(rf"(?:{_PARTNER}|{_HAN_PARTNER})$", re.I)
_OF_FAMILY = re.compile(rf"(?:{_KIN}|{_HAN_KIN})$", re.I)
_SOMEBODY = re.compile(
    rf"\b(?:{_KIN}|{_PARTNER})\b|{_HAN_KIN}|{_HAN_PARTNER}|\b(?:dog|cat|pet)s?\b|[狗猫]", re.I
)
_FIRST = re.compile(r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|we|we['’](?:re|ve)|our|us)\b|我|咱", re.I)
_PRONOUN = re.compile(
    r"\W*(?:(?:and|but|so|because|now|also) )*(?:he|she|they)(?:['’]\w+)?\b|\W*(?:而且|但是?|现在)?[他她]",
    re.I,
)
_SENTENCE = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_JOINED = re.compile(r"\W*(?:and|or|with|plus|和|跟|与|以及|、)?\W*", re.I)
_CALLED = re.compile(
    r"\s*(?:(?:is|was|['’]s) (?:called|named)|(?:['’]s|whose) name is|called|named|叫|名叫|名字叫|小名)?\s*",
    re.I,
)
_STATE = re.compile(
    r"\b(?:engaged|marri\w+|dating|together|split|broke|break|broken|ex|anniversary|wedding|divorc\w*|separated|single|widow\w*|long[- ]distance"
    r"|met|propos\w+|years?|months?|relationship|couple|surname)\b|结婚|领证|分手|分了|离婚|离了|异地|订婚|求婚|在一起|恋爱|交往|相亲|单身|年|纪念日",
    re.I,
)  # fmt: skip
_OBJECT = re.compile(r"\b(?:i|we)(?:['’]\w+)?\b[^,.;!?]*$", re.I)
_LINK = re.compile(
    r"(?:\b(?:that|think|thought|know|because|and|but|so|hope|says?|said|heard|when|while|since|if|as|where|guess|mean|believe)|[,;:])\s*$",
    re.I,
)
_REACH = 400
"""Characters before a value in which its subject is looked for."""
_LONGEST = 40
"""Characters in which such words end."""
_NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*){0,2}")
_HAN_NAME = re.compile(r"[㐀-鿿]{1,4}")


def named(text: str, claims: Iterable[AttributeClaim]) -> tuple[AttributeClaim, ...]:
    """The claims, those about a relative or partner with the words for that person."""
    return tuple(_named(text, c) if c.aspect in ("family", "relationship") else c for c in claims)


_SOMEONE = re.compile(
    rf"\b(?:{_KIN}|{_PARTNER}|bab(?:y|ies)|little ones?|famil(?:y|ies)|relatives?|pregnan\w+|due|born|raised|orphan|youngest|eldest|oldest|other half|missus|teen\w*|lads?|lass|wee (?:man|one)|foster\w*|ex|pops|nanny|grand\w+)\b|{_HAN_KIN}|{_HAN_PARTNER}|宝|家|亲|囡|崽|胎|老汉|爷们|公主|出生|生[了娃]|孕|老[大二三]",
    re.I,
)
_DISTANT = re.compile(
    r"\b(?:(?:great-?|grand|step|half-?)*(?:sister|brother|sis|bro|cousin|nephew|niece|uncle|aunt(?:ie|y)?)(?:s?-in-law)?)(?!s\b)|[表堂]?[哥姐弟妹]|舅|姨|叔|姑|侄|外甥",
    re.I,
)
_CLOSE = re.compile(
    r"\b(?:sons?|daughters?|kids?|child(?:ren)?|wife|husband)\b|儿子|女儿|闺女|孩子|老[大二三]|老公|老婆",
    re.I,
)
"""Whom what the writer tells is about even where a more distant one is named too."""
_TAKEN_UP = re.compile(
    r"(?:['’]s|has|have)? ?(?:just |recently |now |suddenly |also )*\b(?:taken up|took up|taking up|got into (?!oxford|cambridge|uni\w*|med\w*|law|college|trouble)|getting into|gone (?:vegan|veggie|vegetarian|keto)|(?:started|started going|now) (?:to )?(?:learn|do|play)\w*|is (?:now |also |suddenly )*(?:learning(?! to (?:walk|talk|speak|eat|live))|training for|into (?!her|his|their)|obsessed with|trying)|signed up for (?!the army|the navy)|joined an? |wants to (?:be|become|learn|do|get))\b"
    r"|(?:倒是|最近|刚|开始|突然|现在|又|也|都)+(?:去|在|要|想)?(?:考(?!上)|学(?![校会走生])|练|迷上?|报(?!警|丧|复)|玩|追)|去(?:考|学|报)|迷上|想(?:学|考|养|当)",
    re.I,
)


def of_nobody(text: str, claim: AttributeClaim) -> bool:
    """Whether a claim is about a `she` or `he` of a text that has no word for anybody of a family."""
    at = text.find(claim.quote) if claim.quote else -1
    told = at >= 0 and bool(_PRONOUN.match(text, at) or _PRONOUN.search(claim.quote or ""))
    return told and not _SOMEONE.search(f"{text} {claim.value}")


_IS_A = re.compile(
    r"\b(?:he|she|they)(?:['’](?:s|re)| is| are)(?: only| just| also)? an?\s$|(?<!其)[他她]是个?$", re.I
)


def what_nobody_is(text: str, claim: AttributeClaim) -> bool:
    """Whether a claim is what a `she` or `he` is by calling, of a text that has no word for anybody close (`found one
    to share the flat. he's a drummer`)."""
    at = text.find(claim.value)
    told = at >= 0 and _IS_A.search(text, max(0, at - _LONGEST), at)
    return bool(told) and not _SOMEONE.search(text)


def passing(told: str) -> bool:
    """Whether what is told of a brother, cousin or aunt is only what they have begun with: nothing of theirs that a
    friend of the writer would keep, other than an illness, an age, a place or a calling."""
    who = _DISTANT.search(told)
    if who is None or _CLOSE.search(told):
        return False
    return bool(_TAKEN_UP.search(told, who.end()))


def _named(text: str, claim: AttributeClaim) -> AttributeClaim:
    if _SUBJECT.match(claim.value):
        return claim  # my dad made ham, my mum's sugar is fine
    at = _place(text, claim)
    found = None if at is None else _subject(text, at)
    if at is None or found is None:
        return claim
    who = next(words for words in found.groups() if words)
    between = text[found.end() : at]
    if _JOINED.fullmatch(between) and _SOMEBODY.search(claim.value):
        return claim  # "my wife and two kids"
    called = _CALLED.fullmatch(between)
    if called and (_NAME.fullmatch(claim.value) or (between and _HAN_NAME.fullmatch(claim.value))):
        return replace(claim, value=f"{who}{'' if is_cjk(claim.value) else ' '}{claim.value}")
    if claim.aspect == "relationship" and _STATE.search(claim.value) and not _OF_FAMILY.search(who):
        return claim  # the writer's own state: "my ex and I split up"
    own = re.fullmatch(r"['’]s? ", between)  # my mum's knee
    mark = own[0] if own else "：" if is_cjk(claim.value) else ": "
    # What the partner is or does is no state of the relationship, and must not take the place of one.
    return replace(claim, aspect="family", value=f"{who}{mark}{claim.value}")


def _place(text: str, claim: AttributeClaim) -> int | None:
    """Where the value stands in the message: in its quote if that is a part of the message."""
    if claim.quote is None:
        return None
    start = max(0, text.find(claim.quote))
    at = text.find(claim.value, start)
    return at if at >= 0 else None


def _subject(text: str, at: int) -> re.Match[str] | None:
    """The words for the relative that what begins at `at` is said of, or None."""
    start = max(0, at - _REACH)
    low = _sentence(text, start, at)
    before = [m for m in _SUBJECT.finditer(text, start, at + _LONGEST) if m.end() <= at]
    here = [m for m in before if m.start() >= low and not _is_object(text[low : m.start()])]
    if here:
        return None if _FIRST.search(text, here[-1].end(), at) else here[-1]
    if not before or _FIRST.search(text, low, at):
        return None
    return before[-1] if _PRONOUN.match(text, low, at) or _PRONOUN.match(text, at) else None


def _sentence(text: str, start: int, at: int) -> int:
    """Where the sentence begins that holds `at`."""
    return max((m.end() for m in _SENTENCE.finditer(text, start, at)), default=start)


def _is_object(lead: str) -> bool:
    """Whether the writer does something to or with the relative named after `lead`, the beginning of the
    sentence: "I bought my mum a phone"."""
    return bool(_OBJECT.search(lead)) and not _LINK.search(lead)
