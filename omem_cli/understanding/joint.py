# ruff: noqa: E501 - one pattern a line
"""What the model and the tagger hold together: each claim checked by the other reader, and what one of them missed.

The model names words and guesses the aspect; the tagger knows the aspect of a clause and guesses the words. A
claim whose clause the tagger reads as another aspect gets that one, a claim that it does not believe at all is
held, and a clause that it is sure of is noted even if the model passed it over. The thresholds were chosen on
`training/data/validation.jsonl`, which neither was trained on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from omem_cli.records import ASPECTS
from omem_cli.understanding.dates import guess_language
from omem_cli.understanding.forms import chinese as zh
from omem_cli.understanding.ground import Evidence, Span, whole_words
from omem_cli.understanding.tagger import EVENT, FIRST_PERSON, Tagged


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Probabilities of the tagger."""

    keep: float = 0.08
    """A claim of the model stands from here."""
    relabel: float = 0.2
    """Another aspect replaces the model's from here, if it is `times` as likely."""
    times: float = 2.0
    cover: float = 0.4
    add: float = 0.5
    """A clause that the model passed over is noted from here."""
    add_alone: float = 0.6
    """The same where the model found nothing at all in the message."""
    bare: float = 0.0
    """The same where the words that say it were not read."""
    beside: float = 1.0
    """The same where something else of the clause is noted, if the words are known that say it."""
    keep_event: float = 0.2
    add_event: float = 0.35
    add_event_alone: float = 0.4
    rescue: float = 0.5
    """A message that the write filter would skip is read all the same from here."""


UNTRAINED = 0.45
"""Factor on what is needed to note a clause in languages the training data hardly holds (all but English
and Chinese): the tagger is never sure there."""

DEFAULT = Thresholds()
"""Of a tagger without the encoder."""
TOGETHER = Thresholds(
    keep=0.35, relabel=0.25, times=1.0, cover=0.3, add=0.4, add_alone=0.4, bare=0.7, beside=0.4,
    add_event=0.45, add_event_alone=0.5,
)  # fmt: skip
"""Of one with it, whose word counts for more than the model's."""


def thresholds(tags: Sequence[Tagged]) -> Thresholds:
    """Those for how a message was read."""
    return TOGETHER if any(tag.runs for tag in tags) else DEFAULT


_YOURS = re.compile(r"\b(?:you|your|yours|you['’]re)\b|你|您", re.IGNORECASE)
_CLOSED = ("name", "birthday")
"""Aspects whose form `second_look` has seen in the clause; the tagger, which knows words, not names, has no say."""
TWINS = {"hobby": "like", "like": "hobby"}
_ASKING = re.compile(
    r"\b(?:how|what|why|when|where|which|who|can|could|should|would|do|does|did|is|are|any)\b|怎么|怎麼|什么|什麼|吗|嗎|哪|如何|为啥|为什么|多少|几|能不能|要不要|有没有|是不是|啥",
    re.IGNORECASE,
)

_INVERTED = re.compile(
    r"(?:(?:and|so|but|or|ok|also|hey) )*(?:(?:do|does|did|can|could|should|would|will|is|are|am|was|were|have|has) (?:i|you|we|he|she|it|they|there|that|this|the|my|your|any|anyone|someone)"
    r"|(?:what|how|why|when|where|which|who|what['’]?s|how['’]?s)) ",
    re.IGNORECASE,
)
"""A question by its first words, whatever mark it ends with."""
_ORDER = re.compile(
    r"(?:(?:and|so|ok|okay|now|please|pls|then|also|btw|hey|hi|just|maybe|but|can you|could you|would you|help me|i need you to) ?[,.]? ?)*(?:"
    r"(?:draft|write|make|give|help|translate|rewrite|rephrase|reword|explain|suggest|compare|list|plan|find|recommend|tell|show|check|fix|summari[sz]e|proofread|remind|quiz|add|remove|swap|turn|shorten|adjust|describe|design|create|generate|scrap|scale|convert|calculate|pretend|imagine|let['’]?s|don['’]?t|do not|keep|put|use|say|sign|rate|name|pick|assume|book)\b(?! (?:it|that|them)? ?(?:up|on)\b)"
    r"|(?:need|want|looking for|after) (?:an?|some|any|the) (?:\w+ ){0,2}(?:text|card|line|message|list|letter|email|idea|ideas|recipe|name|plan|present|gift|speech|poem|caption|excuse|reply|template)\b"
    r"|(?:\w+ ){0,3}(?:tips?|ideas?|advice|recipes?|suggestions?|questions?|recommendations?|card message|speech|toast|caption) (?:for|on|about|to|that)\b"
    r"|(?:formulier|schreib|gib|mach|hilf|übersetz|erklär|nenn|zeig|korrigier|brauche ein)\w*\b|(?:tu peux|peux-tu|pouvez|écris|aide|ajoute|donne|fais|corrige|traduis|explique|propose)\b|(?:escrib\w*|ayúdame|dame|puedes|haz|traduce|corrige|explica|dime|recomi\w+)\b"
    r"|(?:麻烦|请|能|可以|再|先|顺便|赶紧|那)*(?:你)?(?:帮我?|给我?|写(?=[个一封段份篇首])|推荐|翻译|列(?=[个一])|排(?=[个一])|安排|教我|求|来(?=[个点几])|算一?下|改(?=[成一])|润色|总结|解释|介绍|说说|讲讲|想(?=[个几])|起个|取个)"
    r")",
    re.IGNORECASE,
)
"""The first words of a clause that asks for something to be done: what it is about is no fact."""
_REPORTS = re.compile(
    r"(?:(?:and|but|so|because) )*(?:(?:my|our|the|his|her) )?(?:\w+ )?(?:mum|mom|mother|dad|father|gran\w*|nan|sister|brother|wife|husband|partner|girlfriend|boyfriend|son|daughter|boss|he|she|they|everyone|people|doctor|vet)(?: (?:just|always|still|only|also))? (?:says?|said|thinks?|reckons?|swears?|insists?|claims?|told me|keeps (?:saying|telling)|asked)\b|[^，。]{0,4}(?:妈|爸|老公|老婆|他|她|大家|朋友|同事|老师|医生)(?:也|都|又|总|老)?(?:说|觉得|问|嫌|以为|非要)(?!我)",
    re.IGNORECASE,
)
"""The first words of a clause that tells what somebody says or thinks."""
_SPOKEN_OF = re.compile(
    r"(?:(?:and|but|so|because|since|if|when|now|then) )*(?:it|that|this|there|these|those|which|he|she|they|es|das|c['’]est|ça|il|elle|ella|él)(?:['’](?:s|re|d|ll)|\b)|[它这那他她]",
    re.IGNORECASE,
)
"""The first words of a clause that is about something or someone named before."""
_OF_SELF = ("location", "origin", "name", "age", "gender", "birthday", "occupation", "education", "goal", "personality", "language", "schedule", "skill", "belief")  # fmt: skip
"""Aspects that a clause about something else never tells."""
_ALLOWED = re.compile(
    r"\b(?:is|are|was|were|['’]s)(?: all| both| totally| perfectly| still)? (?:fine|ok|okay|safe|allowed|no problem)\b|没事|没问题|可以吃|能吃",
    re.IGNORECASE,
)
"""What may be eaten is no illness, and no allergy."""
_LEAD = re.compile(
    r"(?:(?:and|but|so|also|well|ok|okay|yeah|yes|yep|because|since|plus|as|ps|btw|tbh|honestly|actually|just|now|still|then|like|oh|lol|haha|um|hi|hey|sorry|thanks|please"
    r"|i['’]?m|i am|im|i['’]ve got|i['’]ve been|i['’]ve|ive|i have been|i have|i was|i['’]d|i['’]ll|i|my|we['’]re|we['’]ve|we are|we have|we|our|the|a|an|it['’]s|its|it is|there['’]s|is|are|was|got|have|been|really|with|for|at|in|that|this)\s+)+"
    r"|(?:嗯|哦|对|是的|好的|因为|所以|但是|但|不过|而且|然后|就是|其实|反正|另外|还有|顺便)*(?:我们家|我家|我们|我|俺|咱|本人)?(?:是一[个名位]|是个|是)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:lol|haha|btw|though|too|tbh|now|anyway|right now|rn|atm|yet|please|pls|and|but|so)$|[啊呀呢吧嘛哈啦]+$",
    re.IGNORECASE,
)
_NAMES = r"[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: (?:of |de |upon )?[A-ZÀ-ÞĀ-Ž][\w'’-]+){0,2}"
_NARROW: dict[str, re.Pattern[str]] = {
    "age": re.compile(
        r"\b\d{1,3}(?: ?(?:years? old|yrs?(?: old)?|yo|y/o))?\b|[\d一二三四五六七八九十]+岁|[\d九八七零]+后"
    ),
    "name": re.compile(
        rf"(?:name(?:['’]s| is)?|call(?:ed)? me|this is|it['’]s|i['’]m|sign(?:ed)?(?: it)?(?: as)?|heiße|llamo|appelle) (?P<v>{_NAMES})|(?:我叫|叫我|名叫|姓名|我是|姓|叫)(?P<w>[\u4e00-\u9fff]{{1,4}})",
        re.IGNORECASE,
    ),
    "allergy": re.compile(
        r"(?P<v>(?:\w+ )?allerg\w+ to (?:\w+ ?){1,3})|(?P<w>对?[^，。,\s我]{1,8}过敏)", re.IGNORECASE
    ),
    "location": re.compile(rf"(?:in|near|at|to|outside|around) (?P<v>{_NAMES})"),
    "origin": re.compile(rf"(?:from|in) (?P<v>{_NAMES})|(?P<w>[\u4e00-\u9fff]{{2,4}}人)$"),
}


def narrowed(text: str, span: Span, label: str) -> Span:
    """The words of a clause that make the value: what its aspect is known by, or the clause without its lead."""
    start, end = span
    if (pattern := _NARROW.get(label)) and (m := pattern.search(text, start, end)):
        group = next((g for g in ("v", "w") if g in pattern.groupindex and m[g]), 0)
        low, high = m.span(group)
        return low, high - (len(text[low:high]) - len(text[low:high].rstrip()))
    if (m := _LEAD.match(text, start, end)) and m.end() < end:
        start = m.end()
    while m := _TAIL.search(text, start, end):
        if m.start() <= start:
            break
        end = m.start()
    return start, end


def _words(text: str, tag: Tagged, label: str) -> Span:
    """The words of a clause that make the value: those that were read as such, else what is left of the clause."""
    run = tag.run(label)
    if run is None:
        return narrowed(text, tag.span, label)
    start, end = whole_words(text, run)
    said = _SAID.match(text, start, end)
    start = said.end() if said is not None else start
    start, end = tidy(text, (start, end))
    to = _ALLERGIC_TO.search(text, *tag.span) if _ALLERGIC.fullmatch(text, start, end) else None
    if to is not None and to.start() <= start and end <= to.end():
        start, end = to.span()
    if label == "relationship" and (only := _ONLY_WHO.match(text, start, end)) is not None:
        end = only.end()
    return start, end


def tidy(text: str, span: Span) -> Span:
    """A value without last words that only join to what follows (`night shift again at`)."""
    start, end = span
    while (loose := _LOOSE.search(text, start, end)) is not None and loose.start() > start:
        end = loose.start()
    return start, end


_ALLERGIC = re.compile(r"过敏|不耐受?|allergic|allergy|intolerant", re.I)
_ALLERGIC_TO = re.compile(
    r"对[^，。！？,我他她]{1,10}?(?:过敏|不耐受?)|\b(?:allergic|intolerant) to \w+(?: (?:and|or) \w+)?", re.I
)
"""What is not borne makes the word for it a value."""
_LOOSE = re.compile(
    r"(?<![\s,])[\s,]+(?:in|at|on|to|for|of|with|and|or|but|the|an?|my|our|by|from|since|as|than|every|is|was|i|we)$|[和跟把被与及]$|(?<=[\u4e00-\u9fff]{2})在$",
    re.I,
)
"""A last word that only joins to what follows."""
_ONLY_WHO = re.compile(rf"{zh.PARTNER}(?:[小阿老][\u4e00-\u9fff])?(?=[也都又就说嫌给让把老总非还正刚今昨明])")
"""A partner of whom the words go on to tell what they did."""


_SAID = re.compile(
    r"(?:to (?=\w)|(?:says?|said|is|was|are|he['’]?s|she['’]?s|it['’]?s|that['’]?s) (?:an? )?(?=\w))"
    r"|我?这个?人(?=[\u4e00-\u9fff]{2})|[这那](?:一?[个家间条只台套])?(?=[\u4e00-\u9fff]{2})",
    re.I,
)
"""Words before a value that are none of it."""
_NOT = re.compile(
    r"(?:not?|never|(?:do|does|did|have|has|had|is|was|were|are)n['’]?t)\b(?! (?:drink|smok|eat|lactose|gluten|dairy|meat|alcohol|sugar))|不是|没有?(?!过敏)",
    re.I,
)
"""What a value begins with that says what is not so."""


def clause_of(tags: Sequence[Tagged], span: Span) -> Tagged | None:
    """The clause that holds most of `span`."""
    best = max(tags, key=lambda t: min(t.span[1], span[1]) - max(t.span[0], span[0]), default=None)
    if best is None or min(best.span[1], span[1]) <= max(best.span[0], span[0]):
        return None
    return best


def checked(aspect: str, span: Span, tags: Sequence[Tagged], limits: Thresholds = DEFAULT) -> str | None:
    """The aspect to record for a claim of the model at `span`; None if the tagger does not believe it."""
    tag = clause_of(tags, span)
    if tag is None or aspect in _CLOSED:
        return aspect
    own = tag.of(aspect)
    best, likely = likeliest(tag)
    # A clause may tell two things: only words that make up much of it are what its likeliest aspect is about.
    covers = span[1] - span[0] >= limits.cover * (tag.span[1] - tag.span[0])
    if covers and likely >= limits.relabel and likely >= limits.times * own:
        return best
    return aspect if own >= limits.keep else None


def likeliest(tag: Tagged) -> tuple[str, float]:
    """The likeliest aspect of a clause and its probability; what is liked and what is done for pleasure are
    hard to tell apart and count together."""
    at = int(tag.probabilities[: len(ASPECTS)].argmax())
    twin = TWINS.get(ASPECTS[at])
    return ASPECTS[at], min(1.0, float(tag.probabilities[at]) + (tag.of(twin) if twin else 0.0))


def _not_told(text: str, span: Span) -> bool:
    """Is the clause a question, or about the one who is spoken to?"""
    clause = text[span[0] : span[1]]
    if _ORDER.match(clause):
        return True
    asked = text[span[1] : span[1] + 2].strip()[:1] in ("?", "？")
    asks = asked and (_ASKING.search(clause) or not FIRST_PERSON.search(clause))
    return bool(asks or _INVERTED.match(clause)) or bool(
        _YOURS.search(clause) and not FIRST_PERSON.search(clause)
    )


_POSITIVE = ("location", "origin", "occupation", "education", "name", "age", "birthday")
_NOT_THERE = re.compile(
    r"(?:\b(?:not|n['’]t|never|no longer)(?: (?:in|from|at|an?|the|actually|really|living|based|been|to|called))+|不是|不在|没在)\s?$",
    re.IGNORECASE,
)
"""Before a place, a calling or a name: the writer says that it is not theirs."""


def denied(aspect: str, lead: str) -> bool:
    """Do the words of the clause before a value deny it (`I am not in Kyiv`)?"""
    return aspect in _POSITIVE and bool(_NOT_THERE.search(lead))


def _about_else(text: str, span: Span) -> bool:
    """Is the clause about something named before it, with no word of the writer?"""
    return bool(_SPOKEN_OF.match(text, *span) or _REPORTS.match(text, *span)) and not FIRST_PERSON.search(
        text[span[0] : span[1]]
    )


def _factor(text: str) -> float:
    return 1.0 if guess_language(text) in ("en", "zh") else UNTRAINED


def likeliest_of(tags: Sequence[Tagged]) -> float:
    """The highest probability of anything told in a clause of a message, 0 without clauses."""
    return max((max(likeliest(tag)[1], tag.of(EVENT)) for tag in tags), default=0.0)


def _untouched(text: str, tags: Sequence[Tagged], taken: list[Span]) -> Iterator[Tagged]:
    """The clauses that tell something and in which nothing is noted yet."""
    for tag in tags:
        free = not any(s[0] < tag.span[1] and tag.span[0] < s[1] for s in taken)
        if free and not _not_told(text, tag.span):
            yield tag


def missed(
    proof: Evidence, tags: Sequence[Tagged], taken: list[Span], alone: bool, limits: Thresholds = DEFAULT
) -> list[tuple[str, Span]]:
    """Aspects and words of clauses that the tagger is sure of and in which nothing is noted yet; beside what is noted
    or likelier, those whose own words are known. `alone`: the model found nothing in the message."""
    out = []
    factor = _factor(proof.text)
    floor = (limits.add_alone if alone else limits.add) * factor
    for tag in tags:
        if _not_told(proof.text, tag.span):
            continue
        said = [s for s in taken if s[0] < tag.span[1] and tag.span[0] < s[1]]
        first = likeliest(tag)
        named = tag.runs == () or tag.run(first[0]) is not None
        if (
            not said
            and first[1] >= (floor if named else max(floor, limits.bare))
            and (span := _told(proof, tag, first[0])) is not None
        ):
            out.append((first[0], span))
            said.append(span)
        for aspect in ASPECTS if tag.runs else ():
            run = tag.run(aspect)
            likely = tag.of(aspect) >= limits.beside * factor and run is not None
            if not likely or any(_meet(run, s) for s in said):
                continue
            if (span := _told(proof, tag, aspect)) is not None and not any(_meet(span, s) for s in said):
                out.append((aspect, span))
                said.append(span)
    return out


def _meet(a: Span | None, b: Span) -> bool:
    return a is not None and a[0] < b[1] and b[0] < a[1]


_HAD = (*_POSITIVE, "pet", "possession", "hobby", "skill", "language")


def _told(proof: Evidence, tag: Tagged, aspect: str) -> Span | None:
    """The words of a clause that tell an aspect of the writer; None where something in it speaks against that."""
    _, high = proof.sentence(tag.span)
    if aspect in _OF_SELF and _about_else(proof.text, tag.span):
        return None
    if aspect == "family" and _REPORTS.match(proof.text, *tag.span):
        return None
    if aspect in ("health", "allergy") and _ALLOWED.search(proof.text[tag.span[0] : high]):
        return None
    span = _words(proof.text, tag, aspect)
    if denied(aspect, proof.text[tag.span[0] : span[0]]):
        return None
    if aspect in _HAD and tag.run(aspect) is not None and _NOT.match(proof.text, *span):
        return None
    # The last word of the clause stands behind whoever the clause is about.
    return span if proof.doubt((span[1] - 1, span[1]), aspect) is None else None


def missed_events(
    proof: Evidence, tags: Sequence[Tagged], taken: list[Span], alone: bool, limits: Thresholds = DEFAULT
) -> list[Span]:
    """The same for events."""
    out = []
    floor = (limits.add_event_alone if alone else limits.add_event) * _factor(proof.text)
    for tag in _untouched(proof.text, tags, taken):
        if tag.of(EVENT) < floor:
            continue
        span = _words(proof.text, tag, EVENT)
        if proof.doubt(span, EVENT) is None:
            out.append(span)
    return out
