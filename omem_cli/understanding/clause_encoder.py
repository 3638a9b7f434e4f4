"""Reads clauses with the encoder: how likely each tells an aspect, and which of its words say it.

The network sees the whole message and the end of the turn before it. A clause is the mean of its tokens'
vectors beside the vector of the whole; two linear layers, trained together with the network
(`training/train_encoder.py`), give a log-odds of every label for the clause and for each of its tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omem_cli.encoder import Encoder
from omem_cli.understanding.ground import Span

PREVIOUS_CHARS = 120
TEXT_CHARS = 1200
_PEAK = 0.25
"""Probability of its likeliest token from which words are taken to say a label."""
_PAIRS = (("《", "》"), ("「", "」"), ("『", "』"), ("“", "”"), ("（", "）"), ("(", ")"))
_TITLES = "《「『"
"""Marks between which words are no value by half: a run that ends there goes on to the end of the title."""
_TITLE_CHARS = 30
_SHARE = 0.35
"""A neighbour belongs to them if it is this part as likely."""


@dataclass(frozen=True, slots=True)
class ReadClause:
    """Log-odds of the labels, shape (labels,), and for each the words of the clause that say it, if any
    do."""

    odds: NDArray[np.float32]
    runs: tuple[Span | None, ...]


def read(encoder: Encoder, text: str, spans: Sequence[Span], previous: str | None) -> list[ReadClause]:
    """What the encoder makes of the clauses `spans` of a message that follows `previous`."""
    made = encoder.encode((previous or "")[-PREVIOUS_CHARS:], text[:TEXT_CHARS])
    clause, token = encoder.head("clause"), encoder.head("token")
    likely = 1 / (1 + np.exp(-(made.tokens @ token[0].T + token[1])))
    of = clauses_of(made.spans, spans)
    out = []
    for number in range(len(spans)):
        inside = np.flatnonzero(of == number)
        mean = made.tokens[inside].mean(axis=0) if len(inside) else np.zeros_like(made.whole)
        odds = clause[0] @ np.concatenate([mean, made.whole]) + clause[1]
        out.append(ReadClause(odds, _runs(text, made.spans, likely, inside)))
    return out


def clauses_of(tokens: Sequence[Span], clauses: Sequence[Span]) -> NDArray[np.int64]:
    """For each token the first clause that it stands in, -1 outside of all; shape (T,)."""
    out = np.full(len(tokens), -1, np.int64)
    for at, (low, high) in enumerate(tokens):
        out[at] = next((n for n, (a, b) in enumerate(clauses) if low < b and a < high), -1)
    return out


def _runs(
    text: str, tokens: Sequence[Span], likely: NDArray[np.float32], inside: NDArray[np.int64]
) -> tuple[Span | None, ...]:
    labels = range(int(likely.shape[1]))
    if not len(inside):
        return tuple(None for _ in labels)
    return tuple(_run(text, tokens, likely[:, label], inside) for label in labels)


def _run(
    text: str, tokens: Sequence[Span], likely: NDArray[np.float32], inside: NDArray[np.int64]
) -> Span | None:
    peak = inside[int(likely[inside].argmax())]
    floor = _SHARE * likely[peak]
    if likely[peak] < _PEAK:
        return None
    low = high = peak
    while low - 1 >= inside[0] and likely[low - 1] >= floor:
        low -= 1
    while high + 1 <= inside[-1] and likely[high + 1] >= floor:
        high += 1
    start, end = tokens[low][0], tokens[high][1]
    # A token may be a part of a word, or a mark beside one.
    while start > 0 and _joined(text, start):
        start -= 1
    while end < len(text) and _joined(text, end):
        end += 1
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in "+%#°"):
        end -= 1
    return _with_marks(text, start, end) if start < end else None


def _with_marks(text: str, start: int, end: int) -> Span:
    """A run with the mark that closes what was opened in it, and with the whole of a title of which it has a
    part or the author (`刘慈欣的《三体》` is liked)."""
    if text.startswith("的《", end):
        end += 2
    for opens, closes in _PAIRS:
        if text.count(opens, start, end) > text.count(closes, start, end):
            at = text.find(closes, end, end + (_TITLE_CHARS if opens in _TITLES else 1))
            end = at + 1 if at >= 0 else end
        if start and opens in _TITLES and text[start - 1] == opens and text[end : end + 1] == closes:
            start, end = start - 1, end + 1
    return start, end


def _joined(text: str, at: int) -> bool:
    """Do the characters before and behind `at` belong to one word of an alphabet?"""
    before, behind = text[at - 1], text[at]
    if behind in "'’":  # don't
        behind = text[at + 1 : at + 2] or " "
    if before in "'’" and at > 1:
        before = text[at - 2]
    return all(c.isalnum() and not "\u3040" <= c <= "\u9fff" for c in (before, behind))
