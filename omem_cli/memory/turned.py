# ruff: noqa: E501 - one pattern a line
"""A message that first tells how it was and then since when it is otherwise."""

import re

from omem_cli.patterns import late
from omem_cli.records import Attribute, AttributeClaim

_SOMEBODY_ELSE = late(
    r"\b(?:(?:my|our) (?:\w+ )?(?:kids?|children|son|daughter|husband|wife|partner|boyfriend|girlfriend|mum|mom|dad|family|sister|brother)|he|she|they|at (?:my|work|parties)|with friends|since (?:birth|childhood|school|always))\b"
    r"|老公|老婆|家里人|孩子|爸|妈|男友|女友|[他她]",
    re.I,
)
"""Between the two: what is told then is somebody else's, or of some hours only."""
_TURN = late(
    r"\b(?:since|now|these days|nowadays|lately|recently|until|then)\b"
    r"|现在|如今|后来|开始|[从自].{1,8}起|最近",
    re.I,
)


def goes_on(claim: AttributeClaim, old: Attribute, text: str) -> bool:
    """Whether a message that first tells `old` goes on to tell since when it is otherwise: `nine years vegan
    and since spring I eat eggs`."""
    quote = old.evidence[-1].quote if old.evidence else None
    if claim.aspect != old.aspect or not text:
        return False
    first = text.find(old.value) if old.value in text else text.find(quote or "\0")
    then = text.find(claim.value) if claim.value in text else text.find(claim.quote or "\0")
    if not 0 <= first < then:
        return False
    between = text[first + len(old.value) : then + len(claim.value)]
    turn = _TURN.search(text, first + len(old.value), then)
    return turn is not None and not _SOMEBODY_ELSE.search(between)
