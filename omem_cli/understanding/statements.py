# ruff: noqa: E501 - one pattern a line
"""Plain statements about oneself that need no model: "I'm allergic to …", "我是一名…", "ich wohne in …".

The forms (`forms`) are those whose meaning hardly ever varies; how often each is right was counted on the labelled
messages in `training/data`. They complete what the model found, win where the model gave the same words another
aspect, and vouch for the message at the write filter. Grounding applies to them as to the model.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from omem_cli.text import is_cjk
from omem_cli.understanding.dates import guess_language
from omem_cli.understanding.forms import chinese, english, european, own, turns
from omem_cli.understanding.ground import FIRST, Evidence, Span

Form = tuple[str, re.Pattern[str]]

_LATIN = re.compile(r"[A-Za-zÀ-ÿ]")
_EUROPEAN = re.compile(
    r"\b(?:ich|mein|meine|meinem|meinen|wir|habe|je|j['’]\w+|suis|mes|soy|tengo|vivo|estoy)\b", re.IGNORECASE
)
"""Words that tell German, French and Spanish where a message is too short to guess by."""
_WITH_KIN = ("family", "relationship", "pet")
_UNSURE = re.compile(
    r"\b(?:should|shall|can|could|would|will|do|does|did|am|are|must|may|might) (?:i|we|you)\b(?! (?:can|just|still)\b)|\b(?:if|whether|unless|thinking (?:of|about)|thinking i|considering|maybe|might|how to|used to think|not sure|supposed to be)\b"
    r"|如果|要是|假如|要不要|该不该|是不是|会不会|能不能|考虑|想过|差点|以为",
    re.IGNORECASE,
)
"""Before the words, in their clause: they are asked for, weighed or supposed."""
_THOUGHT = re.compile(
    r"\b(?:thinks?|thought|assumes?|assumed|believes?|called|calls|calling|said|says|saying|swears|insists|decided|guess(?:ed|es)?|convinced|identif\w+|pretend\w*)(?: \w+)? (?:that )?(?:i(?:['’]?m| am| was| have)?|as|me)\b",
    re.IGNORECASE,
)
"""Somebody takes the writer for what they are not."""
_AIMED = re.compile(
    r"\b(?:want(?:s|ed)? to|wanna|hop(?:e|ed|ing) to|plan(?:ning)? to|dream(?:ing|ed)? of|would love to|thinking of|appl(?:y|ied|ying)|interview\w*|train(?:ing)? to be|used to|convince me|if you['’]?re)\b|想当|想做|想去|想考|应聘|面试|梦想",
    re.IGNORECASE,
)
"""A calling or a school that is wished for, or was left, is none."""
_ASKED = re.compile(r"多少|什么|什麼|(?<!不)怎么|(?<!不)怎麼|哪[里儿个些]|为啥|[吗嗎啥咋]|几[点号个]合适")
"""In a value: it asks."""
_YOURS = re.compile(r"\b(?:you|your|yours|you['’]re)\b|你|您", re.IGNORECASE)
_GENERIC_YOU = re.compile(r"\bwhat do you (?:get|buy|say|do|give|wear|cook|bring)\b", re.IGNORECASE)
_SIGNS = re.compile(
    r"\bsign(?:ed)?(?: it| this| off)?(?: as| from| with)?:? (?-i:(?:[A-Z][\w'’.-]+ ?){1,3}, )?$",
    re.IGNORECASE,
)
"""Before a name: it is the writer's, whoever the letter is for."""
_TO_ME = re.compile(
    r"\b(?:they|he|she|work|the \w+)(?:['’]ve|['’]s)? (?:just |finally |all )?(?:gave|given|put|moved|switched|made|promoted|swapped|hired|let|accepted|took) (?:me|us)(?: (?:on|on to|onto|to|into|as|the|an?|back))*\s$",
    re.IGNORECASE,
)
"""Before what others made of the writer: `they gave me earlies`."""
_VET_SAYS = re.compile(
    r"\b(?:vet|breeder|shelter|rescue|groomer|dna test)\b[^.!?]*\b(?:he|she|it)(?:['’]s| is) (?:an? |part |mostly )?$|(?:医生|大夫|兽医|店家|宠物店)(?:都)?(?:说|看了说)(?:他|她|它)?是(?:一?[只条]|个)?$",
    re.IGNORECASE,
)
"""Before the breed of the writer's own animal."""
_WITH_ONE = re.compile(r"(?:现在|如今|改|就|来|去|我)(?:跟|和|帮|给)[^，。,！!？?；;\s]{1,4}$")
"""Before what the writer does together with somebody: `现在跟表哥跑货运`."""
_BORN_ME = re.compile(r"[，,]?\s?(?:我妈|那天)?生我|[，,]?\s?我出生")
_BARE_WORK = re.compile(r"(?:self-employed|freelanc\w*|retired)", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|n['’]t|dont|never|no|without|isn['’]t|no longer)(?: (?:an?|the|really|even|have|got|actually|my|any|to|be))*\s|(?:不是|没有|不算|并非|没|哪来的|谁有|又不是|才不是)(?:我的?|一个|个|什么)?)$",
    re.IGNORECASE,
)

_OVER = re.compile(
    r"\b(?:ya no|dejé|he dejado|vendí|vendimos|nicht mehr|mehr|aufgehört|abgebrochen|verkauft|gekündigt|arrêté|vendue?|quitté|plus)\b",
    re.IGNORECASE,
)
"""In a clause of a European language: what it tells is over."""


@dataclass(frozen=True, slots=True)
class Statement:
    """An aspect stated outright by the words at `span`."""

    aspect: str
    span: Span


def forms_for(text: str) -> Iterator[Form]:
    """The forms of the languages that a text may be in."""
    if is_cjk(text):
        yield from chinese.FORMS
        yield from turns.CHINESE
        yield from own.CHINESE
    if _LATIN.search(text):
        yield from english.FORMS
        yield from turns.ENGLISH
        yield from own.ENGLISH
        if _european(text):
            yield from european.FORMS
            yield from turns.EUROPEAN


def _european(text: str) -> bool:
    return bool(_EUROPEAN.search(text)) or guess_language(text) not in ("en", "zh")


_SUBJECT = re.compile(
    r"(?:(?:I|we|We)\s+|as an?\s+|(?:officially|basically|actually|technically|currently) an?\s+)+"
)
"""What stands before a value and is none of it: "I play chess every Monday", "as a nurse in Porto"."""


def find(proof: Evidence) -> list[Statement]:
    """The plain statements of a message about its writer, in order; doubtful ones left out. Of two that say the
    same aspect of the same words the longer one counts."""
    return list(_find(proof))


@lru_cache(maxsize=8)
def _find(proof: Evidence) -> tuple[Statement, ...]:
    found = [
        Statement(aspect, span)
        for aspect, pattern in forms_for(proof.text)
        for m in pattern.finditer(proof.text)
        if (span := _span(proof.text, m)) is not None and told(proof, aspect, span)
    ]
    found.sort(key=lambda s: (s.span[0] - s.span[1], s.span[0], s.aspect))
    kept: list[Statement] = []
    for one in found:
        if not any(k.aspect == one.aspect and _overlap(k.span, one.span) for k in kept):
            kept.append(one)
    works = [k for k in kept if k.aspect == "occupation"]
    if len(works) > 1:  # "a plumber, self-employed" is one work
        kept = [k for k in kept if k not in works or not _BARE_WORK.fullmatch(proof.text[slice(*k.span)])]
    return tuple(sorted(kept, key=lambda s: (s.span, s.aspect)))


def told(proof: Evidence, aspect: str, span: Span) -> bool:
    """Whether the words at `span` are told of the writer as a fact."""
    low, high = proof.clause(span)
    clause = proof.text[min(low, span[0]) : max(high, span[1])]
    doubt = proof.doubt(span, aspect)
    mine = _of_me(proof, aspect, span)
    if doubt is not None and not (doubt == "asked" and _GENERIC_YOU.search(clause)) and not mine:
        return False
    if _YOURS.search(_GENERIC_YOU.sub("", clause)) and not FIRST.search(clause):
        return False
    lead = proof.text[min(low, span[0]) : span[0]]
    if _UNSURE.search(lead) or _DENIED.search(lead):
        return False
    if _THOUGHT.search(lead) or (aspect in ("occupation", "education") and _AIMED.search(lead)):
        return False
    if aspect not in _WITH_KIN and _ASKED.search(proof.text[span[0] : span[1]]):
        return False
    if _OVER.search(clause) and _european(proof.text):
        return False
    return mine or aspect in _WITH_KIN or proof.owner(span) is None


def _of_me(proof: Evidence, aspect: str, span: Span) -> bool:
    """Whether the words just before a value make it the writer's, whoever else the sentence names."""
    lately = proof.text[proof.sentence(span)[0] : span[0]]
    if aspect == "language" and "mother tongue" in lately.casefold():
        return True
    if aspect == "birthday" and _BORN_ME.match(proof.text, span[1]):
        return True
    lead = {"name": _SIGNS, "pet": _VET_SAYS}.get(aspect)
    leads = (_TO_ME, lead) if aspect != "occupation" else (_TO_ME, _SIGNS, _WITH_ONE)
    return any(p is not None and p.search(lately) for p in leads)


def _span(text: str, m: re.Match[str]) -> Span | None:
    start, end = m.span("v") if m["v"] is not None else m.span("w")
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    if (lead := _SUBJECT.match(text, start, end)) and lead.end() < end:
        start = lead.end()
    return (start, end) if start < end else None


def _overlap(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1]
