"""What a message says of somebody else: `Ben is allergic to nuts`, written by Ann.

That is no fact about the writer, and not one that Ben stated either. It is kept as told by Ann.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from omem_cli.records import AttributeClaim
from omem_cli.text import is_cjk

_BREAK = re.compile(r"[.!?。！？；;\n,，]|\b(?:and|but|because|while|although)\b", re.I)
_FIRST = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|mine|we|we're|our|us)\b|我|咱", re.I)
_LEAD = (
    r"(?:\W|\b(?:and|but|so|oh|well|btw|yeah|because|did you know|apparently)\b"
    r"|\bmy (?:friend|mate|cousin)\b|听说|其实)*"
)
_KIN = frozenset({"family", "relationship"})


def split(
    text: str, claims: Iterable[AttributeClaim], writer: str, others: Collection[str]
) -> tuple[tuple[AttributeClaim, ...], tuple[AttributeClaim, ...]]:
    """(claims about the writer, claims about somebody else, each with `about`). `others` are the names of the
    people known beside the writer."""
    own, told = [], []
    for claim in claims:
        about = claim.about or subject(text, claim, others)
        if about is None or about == writer:
            own.append(claim)
        else:
            told.append(replace(claim, about=about))
    return tuple(own), tuple(told)


def subject(text: str, claim: AttributeClaim, others: Collection[str]) -> str | None:
    """The person that is the subject of the clause which a claim quotes, if it is one of `others`.

    A clause with "I" or "my" in it speaks of the writer too; kinship (`Ben is my brother`) always does.
    """
    if claim.quote is None or claim.aspect in _KIN or not others:
        return None
    at = text.find(claim.quote)
    if at < 0:
        return None
    start = max((m.end() for m in _BREAK.finditer(text, 0, at)), default=0)
    clause = text[start : at + len(claim.quote)]
    for name in sorted(others, key=len, reverse=True):
        for form in dict.fromkeys((name, name.split()[0] if name.split() else name)):
            if len(form) < 2:
                continue
            word = re.escape(form) if is_cjk(form) else rf"\b{re.escape(form)}\b"
            match = re.match(_LEAD + word, clause, re.I)
            if match and clause[match.end() :].strip() and not _FIRST.search(clause, match.end()):
                return name
    return None
