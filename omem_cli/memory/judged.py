# ruff: noqa: E501 - one pattern a line
"""What a message does to facts that no rule connects it with, as a model of pairs judges.

Rules know how people say that something is over; nobody can list all the ways in which a message lets it be known ("the new
ferry route starts too early for me, I'm asleep after the ward" ends a day job). For a few facts near to what a message tells
the model is asked; its answers are kept with the message, so that folding again gives the same profile without it.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping

from omem_cli.memory.operation import Operation
from omem_cli.patterns import late
from omem_cli.protocols import Ask
from omem_cli.records import Attribute, Effect

ASKED = 4
"""About how many facts at most a message is asked."""
GONE = 0.8
"""Probability from which a fact ends."""

Pair = tuple[str, bytes]
"""A message's id and a fact's key."""

_MAY = late(
    r"\b(?:now(?:adays)?|any ?more|these days|final\w*|since|instead|used to|back|last|ex|sold|gone|left|mov\w+|new|old|stop\w*|quit\w*|g[ai]ve\w*|start\w*|chang\w*|switch\w*|swap\w*|end\w*|over|done|finish\w*|after|until|till|ago|weeks?|months?|years?|first|yesterday|today|again|actually|never|not|turn\w*|pass\w*|died|lost|bec[ao]me\w*|got|just|already|without|off|out|was|were|been|meant|typo|sorry|wrong|no)\b|n['’]t\b"
    r"|[了没不换新再离分卖停改转退掉完错]|现在|终于|以后|不用|刚|才|已经|搬|毕业|以前|原来|其实|都|上周|上个?月|昨天|今天|去年|今年|从|自",
    re.I,
)
"""Words of time, change or denial: without any a message is not asked about."""


class Judge:
    """Answers from what is known, and from the model where there is one."""

    def __init__(self, known: Mapping[Pair, Effect], ask: Ask | None) -> None:
        self._known, self.ask = dict(known), ask
        self.fresh: dict[Pair, Effect] = {}

    def __call__(self, a: Attribute, message: str, text: str) -> Effect | None:
        """None where nothing is known and no model is there to be asked."""
        quote = next((e.quote for e in a.evidence if e.quote), None)
        if quote is None:
            return None
        pair = message, key(a.aspect, a.value, quote, text)
        if pair not in self._known and self.ask is not None:
            found = self.ask(a.aspect, a.value, quote, text)
            if found is not None:
                self._known[pair] = self.fresh[pair] = found
        return self._known.get(pair)


def key(aspect: str, value: str, quote: str, text: str) -> bytes:
    """Names a fact beside a message's text, without showing either."""
    return hashlib.blake2b("\x1f".join((aspect, value, quote, text)).encode(), digest_size=16).digest()


def may(text: str) -> bool:
    """Whether a message has a word of time, change or denial at all."""
    return bool(_MAY.search(text))


def endings(
    near: Iterable[Attribute], judge: Callable[[Attribute], Effect | None], today: str | None
) -> list[Operation]:
    """The steps that end those of a few facts of which a message lets it be known."""
    steps = []
    for a in near:
        effect = judge(a)
        if effect is None or effect.over + effect.wrong < GONE:
            continue
        wrong = effect.wrong > effect.over
        reason = f"the message lets it be known: {'never so' if wrong else 'over'}"
        until = a.since if wrong else today
        steps.append(Operation("close", reason, a.aspect, a.value, a.id, until=until))
    return steps
