# ruff: noqa: E501 - one pattern a line
"""What takes back a statement made just before: "sorry, I meant Ennis", "it's not X, it's Y", "打错了，是宿州，不是宣城".

Such words name no aspect. It is that of the statement they correct, which stands earlier in the same message or in the
writer's message before it; the value is the new words, as they stand in this message.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omem_cli.understanding import statements
from omem_cli.understanding.forms import UPPER
from omem_cli.understanding.forms.chinese import PLACE
from omem_cli.understanding.ground import Evidence, Span, align
from omem_cli.understanding.pairs import spans
from omem_cli.understanding.statements import Statement

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
    for new, old, at in spans(text):
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
        best = min(named, key=lambda c: c.span[1] - c.span[0], default=None)
        # Of a longer calling the new name is a part, and no calling.
        part = best is not None and 2 * (at[1] - at[0]) < best.span[1] - best.span[0]
        return (
            None
            if best is None or (part and best.aspect == "occupation" and new[:1].isupper())
            else best.aspect
        )
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
