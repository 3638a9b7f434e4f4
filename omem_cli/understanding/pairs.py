# ruff: noqa: E501 - one pattern a line
"""New words in the place of old ones, as a correction names them: "it's not X, it's Y", "是宿州，不是宣城", "Nougat*".

Whatever they correct: the words alone tell no aspect. Kept apart because the profile asks for them too.
"""

import re
from collections.abc import Iterator

from omem_cli.patterns import late

Span = tuple[int, int]

_W = r"[\w][\w'’&+/-]*"
_END = r"(?=$|[,.;:!?()\n]|\s[-–—]|\s(?:and|but|so|or|not|from|because|which|who|since|when|if|that|is|was|i|i['’]?m|my|we|it|it['’]s|sorry|lol|actually|basically|then|for|so)\b)"
_RUN = rf"(?:{_W} ){{0,4}}?{_W}"
_HAN = r"[^，。,、！!？?；;：:\s不是]{1,10}"
_TAIL = r"(?=[，。,！!？?；;\s]|$|吧|啊|的?(?:才对))"

_PAIRS: tuple[re.Pattern[str], ...] = (
    late(
        rf"\bdid i (?:say|write|type|put) (?P<old>{_RUN})\?+ (?:i meant?|it['’]?s|i['’]?m|make that|that should be|should be) (?:an? |the |in |from )?(?P<new>{_RUN}){_END}",
        re.I,
    ),
    late(
        rf"\b(?:it['’]?s |that['’]?s |i['’]?m |is |was |he['’]?s |she['’]?s )?(?:not|isn['’]?t|wasn['’]?t) (?:an? |the |in |from |called )?(?P<old>{_RUN}?)[,;]? (?:but|it['’]?s|i['’]?m|that['’]?s|it is|rather)(?: actually| really)?(?: an?| the| in| from)? (?P<new>{_RUN}){_END}",
        re.I,
    ),
    late(
        rf"\bi (?:said|wrote|typed|put|told you) (?P<old>{_RUN}),? but (?:i meant |i mean |i['’]?m |it['’]?s |it was |it is |that['’]?s |(?:the|my) \w+ (?:is|was) |actually )*(?:an? |the |in |from )?(?P<new>{_RUN}){_END}",
        re.I,
    ),
    late(
        rf"\b(?:i meant?|meant to (?:say|write|type)|should(?: have)? (?:be|been|said|read|say)|make that|correction[:,]?|read that as)(?: to (?:say|write|type))?,? (?:an? |the |in |from |was |it was )?(?P<new>{_RUN}){_END}(?:[,;]? not (?:an? |the |in |from )?(?P<old>{_RUN}){_END})?",
        re.I,
    ),
    late(
        rf"(?:^|(?<=[.!?,;:\n]) |\b(?:sorry|oops|no|wait|actually|it['’]?s|i['’]?m|its|is) )(?P<new>(?!(?:sorry|oops|no|wait|actually|i|it['’]?s) ){_RUN})[,.!;]? not (?:an? |the |in |from )?(?P<old>{_RUN})(?=$|[,.;:!?\n])",
        re.I,
    ),
    late(
        rf"\b(?:wrong|autocorrect(?:ed)?|typo|spellcheck)\b[,.;:!]* (?:again[,.;:!]* )?(?:it['’]?s|i['’]?m|it is|should be|that['’]?s|i mean)(?: an?| the| in| from| called)? (?P<new>{_RUN}){_END}",
        re.I,
    ),
    late(rf"(?:^|(?<=[.!?] ))\*(?P<new>{_RUN})(?=$|[.,!?\n])", re.I),
    late(rf"^(?P<new>{_W}(?: {_W}){{0,2}})\*(?=$|[\s.,!?])", re.I),
    late(
        rf"\b(?:ich mein(?:t)?e|je voulais dire|quise decir|quería decir|volevo dire) (?:in |aus |à |de |en )?(?P<new>{_RUN})(?=$|[.,;!?])",
        re.I,
    ),
    late(
        rf"\b(?:nicht|pas|no es|non è|no) (?:in |aus |à |de |en )?(?P<old>{_RUN}),? (?:sondern|mais|sino|ma)(?: in| aus| à| de| en)? (?P<new>{_RUN})(?=$|[.,;!?])",
        re.I,
    ),
    late(rf"不是(?P<old>{_HAN})[，,、！!。]?(?:而)?(?:应该)?是(?P<new>{_HAN}){_TAIL}"),
    late(rf"(?:应该)?是(?P<new>{_HAN})[，,！!。]?(?:而)?不是(?P<old>{_HAN}){_TAIL}"),
    late(
        rf"(?:[打说写记搞弄输看]错|口误|更正|纠正|手滑|不对)(?:了)?[^。！!？?]{{0,8}}?(?:[，,：:！!]|\s)(?:应该)?(?:是|叫)?(?P<new>{_HAN}){_TAIL}"
    ),
    late(
        rf"(?:^|(?<=[，,。！!：: ]))(?P<new>(?![我他她你那这就还但也所因医能可怎])[^，。,、！!？?；;：:\s不是了过说看查]{{1,6}})[，,！!。]不是(?P<old>{_HAN}){_TAIL}"
    ),
    late(
        rf"不是(?P<old>{_HAN})[，,](?P<new>(?![我他她你那这就还但也所因医能可怎])[^，。,、！!？?；;：:\s不是]{{1,4}})(?=[。！!]|$)"
    ),
    late(rf"把(?P<new>{_HAN})(?:打|写|说|记|看|输|填)成了?(?P<old>{_HAN}){_TAIL}"),
    late(rf"(?:我是说|我想说的是|应该是|(?:准确|确切)(?:地|来|点)?说(?:应该)?是?)(?P<new>{_HAN}){_TAIL}"),
)


def spans(text: str) -> Iterator[tuple[Span, Span | None, int]]:
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


def pairs(text: str) -> list[tuple[str, str | None]]:
    """(new words, old words) of the corrections in `text`, whatever they correct."""
    return [(text[slice(*new)], text[slice(*old)] if old else None) for new, old, _ in spans(text)]
