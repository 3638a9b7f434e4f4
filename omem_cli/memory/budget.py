"""What fits into a number of tokens."""

import re
from collections.abc import Callable, Sequence

from omem_cli import text
from omem_cli.records import Attribute, AttributeHit, Event, EventHit, Message, MessageHit

FRAME = 110
"""Tokens of a prompt block's head, section titles and fence, and of what stands beside its lines."""
_BARE_FRAME = 52  # of head and fence alone

_ATTRIBUTE_SHARE, _EVENT_SHARE = 0.35, 0.15  # of the budget, before messages
_LEAST = 24  # tokens below which a piece of a message tells nothing
_LEAST_OF_BEST = 8  # the same for the best message, in whose place none stands
_PART = re.compile(r"[^\W\d_]+|\d|[^\w\s]")


def frame(budget: int) -> int:
    """Tokens of the frame within a budget: a block with little in it has few titles and dates."""
    return min(FRAME, _BARE_FRAME + budget // 8)


def estimate_tokens(words: str) -> int:
    """Tokens of a text where no tokenizer is at hand: rather too many than too few."""
    total = 0
    for part in _PART.findall(words):
        total += len(part) if text.is_cjk(part) else 1 + len(part) // 5
    return total


def attribute_line(a: Attribute) -> str:
    """About what a prompt shows of an attribute."""
    span = (f" (since {a.since})" if a.since else "") + (f" (until {a.until})" if a.until else "")
    return f"- {a.aspect}: {a.value}{span}" + _source(a.evidence and a.evidence[0])


def event_line(e: Event) -> str:
    """About what a prompt shows of an event."""
    return f"- {e.date or 'undated'}: {e.event}" + _source(e.evidence and e.evidence[0])


def _source(evidence: object) -> str:
    quote, message = getattr(evidence, "quote", None), getattr(evidence, "message", None)
    return (f" “{quote}”" if quote else "") + (f" [{message}]" if message else "")


class Purse:
    """Tokens to spend on lines."""

    def __init__(self, tokens: int, count_tokens: Callable[[str], int]) -> None:
        self.left = tokens
        self._count = count_tokens

    def cost(self, text: str) -> int:
        """Tokens of a text with a mark for the end of each line."""
        return self._count(text) + text.count("\n") + 1

    def buy(self, line: str, rest: float = 0) -> bool:
        """Takes the line if it can be paid and `rest` is left then."""
        cost = self.cost(line)
        if self.left - cost < rest:
            return False
        self.left -= cost
        return True

    def buy_message(self, message: Message, terms: list[str], most: int, least: int = _LEAST) -> str | None:
        """The text as it can be shown for at most `most` tokens: whole, or cut around the matching part; None
        if not even a piece of `least` tokens fits."""
        day = message.time.date().isoformat() if message.time else "undated"
        head = f"- [{message.id}] {day} {message.speaker}: "
        limit = min(self.left, most)
        shown = message.text
        # A token is at least a character: no need to count all of a very long text.
        cost = self.cost(head + shown) if len(shown) < 40 * limit + 200 else None
        if cost is None or cost > limit:
            room = limit - self.cost(head)
            if room < least:
                return None
            whole = self._count(shown[:4000]) or 1
            width = max(20, int(room * min(len(shown), 4000) / whole))
            for _ in range(6):
                shown = text.cut_around(message.text, terms, width)
                cost = self.cost(head + shown)
                if cost <= limit:
                    break
                width = int(width * 0.8)
            else:
                return None
        self.left -= cost
        return shown


def fill(
    purse: Purse,
    terms: list[str],
    attributes: Sequence[AttributeHit],
    events: Sequence[EventHit],
    hits: Sequence[MessageHit],
) -> tuple[list[AttributeHit], list[EventHit], list[MessageHit]]:
    """What the budget holds: the persona's share, messages (cut around `terms` if they are long), then more
    persona from what is left. Where the best message doesn't fit, even cut, no worse one takes its place."""
    whole = purse.left
    kept_a: list[AttributeHit] = []
    kept_e: list[EventHit] = []
    kept_m: list[MessageHit] = []

    def buy_persona(floor_a: float, floor_e: float) -> None:
        for a in attributes[len(kept_a) :]:
            if not purse.buy(attribute_line(a.attribute), floor_a):
                break
            kept_a.append(a)
        for e in events[len(kept_e) :]:
            if not purse.buy(event_line(e.event), floor_e):
                break
            kept_e.append(e)

    left = 1 - _ATTRIBUTE_SHARE if hits else 0.0
    buy_persona(whole * left, whole * (left - _EVENT_SHARE) if hits else 0.0)
    most = max(64, 3 * purse.left // max(3, len(hits)))
    for hit in hits:
        shown = purse.buy_message(hit.message, terms, most, _LEAST if kept_m else _LEAST_OF_BEST)
        if shown is not None:
            cut = shown if shown != hit.message.text else None
            kept_m.append(MessageHit(hit.message, hit.score, hit.via, cut))
        elif not kept_m:
            break
    buy_persona(0, 0)
    return kept_a, kept_e, kept_m
