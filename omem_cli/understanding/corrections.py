# ruff: noqa: E501 - one pattern a line
"""What takes back a statement made just before: "sorry, I meant Ennis", "it's not X, it's Y", "打错了，是宿州，不是宣城".

Such words name no aspect. It is that of the statement they correct, which stands earlier in the same message or in the
writer's message before it; the value is the new words, as they stand in this message.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from omem_cli.understanding import statements
from omem_cli.understanding.forms import UPPER
from omem_cli.understanding.forms.chinese import PLACE
from omem_cli.understanding.ground import Evidence, Span, align
from omem_cli.understanding.statements import Statement

_W = r"[\w][\w'’&+/-]*"
_END = r"(?=$|[,.;:!?()\n]|\s[-–—]|\s(?:and|but|so|or|not|from|because|which|who|since|when|if|that|is|was|i|i['’]?m|my|we|it|it['’]s|sorry|lol|actually|basically|then|for|so)\b)"
_RUN = rf"(?:{_W} ){{0,4}}?{_W}"
_HAN = r"[^，。,、！!？?；;：:\s不是]{1,10}"
_TAIL = r"(?=[，。,！!？?；;\s]|$|吧|啊|的?(?:才对))"

_PAIRS: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"\b(?:it['’]?s |that['’]?s |i['’]?m |is |was |he['’]?s |she['’]?s )?(?:not|isn['’]?t|wasn['’]?t) (?:an? |the |in |from |called )?(?P<old>{_RUN}?)[,;]? (?:but|it['’]?s|i['’]?m|that['’]?s|it is|rather)(?: actually| really)?(?: an?| the| in| from)? (?P<new>{_RUN}){_END}",
        re.I,
    ),
    re.compile(
        rf"\bi (?:said|wrote|typed|put|told you) (?P<old>{_RUN}),? but (?:i meant |i mean |i['’]?m |it['’]?s |it was |it is |that['’]?s |(?:the|my) \w+ (?:is|was) |actually )*(?:an? |the |in |from )?(?P<new>{_RUN}){_END}",
        re.I,
    ),
    re.compile(
        rf"\b(?:i meant?|meant to (?:say|write|type)|should(?: have)? (?:be|been|said|read|say)|make that|correction[:,]?|read that as)(?: to (?:say|write|type))?,? (?:an? |the |in |from |was |it was )?(?P<new>{_RUN}){_END}(?:[,;]? not (?:an? |the |in |from )?(?P<old>{_RUN}){_END})?",
        re.I,
    ),
    re.compile(
        rf"(?:^|(?<=[.!?,;:\n]) |\b(?:sorry|oops|no|wait|actually|it['’]?s|i['’]?m|its|is) )(?P<new>(?!(?:sorry|oops|no|wait|actually|i|it['’]?s) ){_RUN})[,.!;]? not (?:an? |the |in |from )?(?P<old>{_RUN})(?=$|[,.;:!?\n])",
        re.I,
    ),
    re.compile(
        rf"\b(?:wrong|autocorrect(?:ed)?|typo|spellcheck)\b[,.;:!]* (?:again[,.;:!]* )?(?:it['’]?s|i['’]?m|it is|should be|that['’]?s|i mean)(?: an?| the| in| from| called)? (?P<new>{_RUN}){_END}",
        re.I,
    ),
    re.compile(rf"(?:^|(?<=[.!?] ))\*(?P<new>{_RUN})(?=$|[.,!?\n])", re.I),
    re.compile(rf"^(?P<new>{_W}(?: {_W}){{0,2}})\*(?=$|[\s.,!?])", re.I),
    re.compile(
        rf"\b(?:ich mein(?:t)?e|je voulais dire|quise decir|quería decir|volevo dire) (?:in |aus |à |de |en )?(?P<new>{_RUN})(?=$|[.,;!?])",
        re.I,
    ),
    re.compile(
        rf"\b(?:nicht|pas|no es|non è|no) (?:in |aus |à |de |en )?(?P<old>{_RUN}),? (?:sondern|mais|sino|ma)(?: in| aus| à| de| en)? (?P<new>{_RUN})(?=$|[.,;!?])",
        re.I,
    ),
    re.compile(rf"不是(?P<old>{_HAN})[，,、！!。]?(?:而)?(?:应该)?是(?P<new>{_HAN}){_TAIL}"),
    re.compile(rf"(?:应该)?是(?P<new>{_HAN})[，,！!。]?(?:而)?不是(?P<old>{_HAN}){_TAIL}"),
    re.compile(
        rf"(?:[打说写记搞弄输看]错|口误|更正|纠正|手滑|不对)(?:了)?[^。！!？?]{{0,8}}?(?:[，,：:！!]|\s)(?:应该)?(?:是|叫)?(?P<new>{_HAN}){_TAIL}"
    ),
    re.compile(
        rf"(?:^|(?<=[，,。！!：: ]))(?P<new>(?![我他她你那这就还但也所因医能可怎])[^，。,、！!？?；;：:\s不是]{{1,6}})[，,！!。]不是(?P<old>{_HAN}){_TAIL}"
    ),
    re.compile(
        rf"不是(?P<old>{_HAN})[，,](?P<new>(?![我他她你那这就还但也所因医能可怎])[^，。,、！!？?；;：:\s不是]{{1,4}})(?=[。！!]|$)"
    ),
    re.compile(
        rf"\bdid i (?:say|write|type|put) (?P<old>{_RUN})\?+ (?:i meant?|it['’]?s|i['’]?m|make that|that should be|should be) (?:an? |the |in |from )?(?P<new>{_RUN}){_END}",
        re.I,
    ),
    re.compile(rf"把(?P<new>{_HAN})(?:打|写|说|记|看|输|填)成了?(?P<old>{_HAN}){_TAIL}"),
    re.compile(rf"(?:我是说|我想说的是|应该是)(?P<new>{_HAN}){_TAIL}"),
)
_TAKES_BACK = re.compile(
    r"\b(?:(?:no|wait|sorry|oops|hang on|hold on)[, ]+(?:no|wait|sorry)|scratch that|correction|typo|i mean(?:t)?|my mistake|wrong)\b|\b(?:ok|okay|well|actually|make that),? (?=[1-9]\d\b)|[打说写记搞弄输看]错|口误|不对[，,]|更正",
    re.IGNORECASE,
)
_KINDS: dict[str, re.Pattern[str]] = {
    "age": re.compile(
        r"(?<![\d.:/-])[1-9]\d(?![\d:/%-]|\.\d| ?(?:%|kg|km|am|pm|min))|[二三四五六七八九]?十[一二三四五六七八九]?岁?"
    ),
    "location": re.compile(rf"(?-i:{UPPER}[\w'’-]{{2,}})|{PLACE}"),
    "origin": re.compile(rf"(?-i:{UPPER}[\w'’-]{{2,}})|{PLACE}"),
    "name": re.compile(rf"(?-i:{UPPER}[\w'’-]+)"),
}
"""What a value of an aspect looks like, where its form is plain enough to be looked for."""

_FILLER = frozenset(
    [
        "I",
        "It",
        "No",
        "Wait",
        "Sorry",
        "So",
        "And",
        "But",
        "The",
        "That",
        "Actually",
        "Oh",
        "Not",
        "My",
        "We",
        "He",
        "She",
        "They",
        "Well",
        "Ok",
        "Okay",
    ]
)


@dataclass(frozen=True, slots=True)
class Correction:
    """The words at `span` take the place of an earlier value of `aspect`; `old` is where that is named again."""

    aspect: str
    span: Span
    old: Span | None


Reader = Callable[[str], Sequence[Statement]]
"""What an earlier text states, beside its plain statements."""


def find(text: str, before: str | None, reader: Reader | None = None) -> list[Correction]:
    """The corrections in `text` of what it or `before`, the writer's previous message, states."""
    out: list[Correction] = []
    for new, old, at in _pairs(text):
        for earlier in filter(None, (text[:at], before)):
            aspect = _aspect(earlier, text[new[0] : new[1]], old and text[old[0] : old[1]], reader)
            if aspect is not None:
                out.append(Correction(aspect, new, old))
                break
    if not out and (m := _TAKES_BACK.search(text)):
        for earlier in filter(None, (text[: m.start()], before)):
            if (found := _of_same_kind(text, m.end(), earlier, reader)) is not None:
                out.append(found)
                break
    return out


def pairs(text: str) -> list[tuple[str, str | None]]:
    """(new words, old words) of the corrections in `text`, whatever they correct."""
    return [(text[slice(*new)], text[slice(*old)] if old else None) for new, old, _ in _pairs(text)]


def _pairs(text: str) -> Iterator[tuple[Span, Span | None, int]]:
    """(new words, old words, where the correction begins), the surest patterns first; no words twice."""
    taken: list[Span] = []
    for pattern in _PAIRS:
        for m in pattern.finditer(text):
            new = m.span("new")
            if any(new[0] < b and a < new[1] for a, b in taken):
                continue
            old = m.span("old") if "old" in pattern.groupindex and m["old"] is not None else None
            taken.append(m.span())
            yield new, old, m.start()


def _claims(earlier: str, reader: Reader | None) -> list[Statement]:
    stated = statements.find(Evidence.of(earlier))
    return [*stated, *(reader(earlier) if reader else ())]


def _aspect(earlier: str, new: str, old: str | None, reader: Reader | None) -> str | None:
    """The aspect of the statement in `earlier` that names `old`, or, where that is not said, of the one whose
    value looks like `new`."""
    claims = _claims(earlier, reader)
    if old is not None:
        at = align(earlier, old)
        if at is None:
            return None
        named = [c for c in claims if c.span[0] < at[1] and at[0] < c.span[1]]
        return min(named, key=lambda c: c.span[1] - c.span[0]).aspect if named else None
    alike = [c for c in claims if _looks(c, earlier, new)]
    return alike[-1].aspect if alike else None


def _looks(claim: Statement, earlier: str, new: str) -> bool:
    kind = _KINDS.get(claim.aspect)
    if kind is not None:
        return kind.search(new) is not None
    value = earlier[claim.span[0] : claim.span[1]]
    if new[:1].isupper() and new.isalpha() and not re.search(rf"(?-i:{UPPER})", value):
        return False  # a name takes the place of a name
    return any(c.isdigit() for c in value) == any(c.isdigit() for c in new)


def _of_same_kind(text: str, at: int, earlier: str, reader: Reader | None) -> Correction | None:
    for claim in reversed(_claims(earlier, reader)):
        kind = _KINDS.get(claim.aspect)
        if kind is None:
            continue
        was = earlier[claim.span[0] : claim.span[1]]
        for m in kind.finditer(text, at):
            if m[0] not in was and m[0] not in _FILLER:
                return Correction(claim.aspect, m.span(), None)
    return None
