# ruff: noqa: E501 - one pattern a line
"""A second reader beside the language model: says of each clause of a message which aspects of its writer it tells.

One logistic regression an aspect (and one for events) on hashed n-grams of the clause, of its neighbours and of the
previous turn, on the kinds of things it names (a calling, a pet, a place) and, where the bundled embedding model is at
hand, on the embeddings of clause and message; trained by `training/train_tagger.py` on the same labelled messages as
the model. It knows which words go with which aspect, above
all in languages the small model hardly knows; the model in turn finds the words that say it. `joint` lets each check
the other.
"""

import re
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from omem_cli.encoder import Encoder, load_encoder
from omem_cli.protocols import Embedder
from omem_cli.records import ASPECTS
from omem_cli.understanding import clause_encoder, statements
from omem_cli.understanding.forms import lexicon
from omem_cli.understanding.forms.kinds import kinds
from omem_cli.understanding.gate import coded, grams, hashed
from omem_cli.understanding.ground import Evidence, Span

BITS, KIND_BITS = 15, 15
COLUMNS = (1 << BITS) + (1 << KIND_BITS)
"""Hashed n-grams first, behind them what kinds of things are named."""
KIND_WEIGHT, PAIR_WEIGHT, STATED_WEIGHT, NEAR_WEIGHT = 0.3, 0.2, 0.45, 0.12
"""Of a kind of thing in the clause, of two of them of which one is of the lexicon, of a plain statement in it, and of a
kind in a neighbouring clause, beside n-grams of unit length together. Chosen on held-out messages."""
LISTED = ":"
EVENT = "event"
LABELS: tuple[str, ...] = (*ASPECTS, EVENT)
DENSE_WEIGHT = 0.7
"""Of the embeddings, which know little of Chinese, beside n-grams and kinds; chosen by cross-validation."""
PREVIOUS_CHARS = 80
MAX_CLAUSES = 40
MESSAGE_CHARS = 400
READ_CHARS = 8000
"""Of a message, far more than MAX_CLAUSES hold; a word of 200,000 letters would take minutes."""

_BOUNDARY = re.compile(
    r"(?:(?<!\d)[,.:]|[,.:](?!\d)|[;!?…\n，、。！？；：()（）\[\]\"“”]|\s[-–—]\s|—)+\s*"
    r"|\s(?=(?:but|because|so|which|while|though|although|since)\s)|\s(?=and (?:i|i['’]?m|im|my|we|our|am|have|also|then)\b)"
    r"|(?=但是|不过|因为|所以|而且|结果|然后)",
    re.IGNORECASE,
)
FIRST_PERSON = re.compile(r"\b(?:i|i['’]\w+|im|ive|me|my|mine|we|we['’]\w+|our|us)\b|我|咱|俺|私|僕|\b(?:ich|mein\w*|mir|je|j['’]\w+|mon|ma|mes|yo|mi|mis|soy|tengo)\b", re.IGNORECASE)  # fmt: skip


def clauses(text: str) -> list[Span]:
    """Spans of the clauses of a message, at most MAX_CLAUSES, without the marks around them."""
    out: list[Span] = []
    start = 0
    for m in [*_BOUNDARY.finditer(text), None]:
        end = m.start() if m else len(text)
        low, high = start, end
        while low < high and not text[low].isalnum():
            low += 1
        while high > low and not (text[high - 1].isalnum() or text[high - 1] in "+%#°"):
            high -= 1
        if high > low:
            out.append((low, high))
        if m:
            start = m.end()
    return out[:MAX_CLAUSES]


def features(
    text: str, spans: list[Span], previous: str | None
) -> list[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """For each clause its hashed features as (columns, values) of unit length."""
    proof = Evidence.of(text)
    own = [grams(text[a:b], "") for a, b in spans]
    before = grams((previous or "")[-PREVIOUS_CHARS:], "p")
    first_person = bool(FIRST_PERSON.search(text))
    named = _named(proof, spans, previous)
    out = []
    for at, (a, b) in enumerate(spans):
        clause = text[a:b]
        parts: list[tuple[Counter[str], float]] = [(own[at], 1.0)]
        if at > 0:
            parts.append((_marked(own[at - 1], "<"), 0.4))
        if at + 1 < len(spans):
            parts.append((_marked(own[at + 1], ">"), 0.4))
        if previous:
            parts.append((before, 0.5 if at == 0 else 0.2))
        flags = Counter(
            [
                f"n{min(len(spans), 6)}",
                f"i{bool(FIRST_PERSON.search(clause))}{first_person}",
                f"d{proof.doubt((a, b), 'diet')}",
                f"e{proof.doubt((a, b), EVENT)}",
                f"o{proof.owner((a, b))}",
                f"q{text[b : b + 2].strip()[:1] in ('?', '？')}",
                f"l{min(len(clause) // 8, 6)}",
                f"p{previous is not None}{at == 0}{min(len(text) // 20, 5)}",
            ]
        )
        parts.append((_marked(flags, "#"), 1.0))
        columns, values = hashed([(coded(part), weight) for part, weight in parts], BITS)
        more, weights = named[at]
        out.append((np.concatenate([columns, more]), np.concatenate([values, weights])))
    return out


def _named(
    proof: Evidence, spans: list[Span], previous: str | None
) -> list[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """For each clause the kinds of things it names, alone, two by two and with who is spoken of, what it plainly
    states, and the kinds in its neighbours and at the end of the previous turn; hashed behind the n-grams."""
    text = proof.text
    found = [_kinds_of(text[a:b]) for a, b in spans]
    before = _kinds_of((previous or "")[-PREVIOUS_CHARS:])
    stated = statements.find(proof)
    out = []
    for at, span in enumerate(spans):
        first = bool(FIRST_PERSON.search(text[span[0] : span[1]]))
        whose = proof.owner(span) or proof.doubt(span, "diet")
        asked = text[span[1] : span[1] + 2].strip()[:1] in ("?", "？")
        weights: dict[str, float] = {}
        for kind in found[at]:
            for feature in ("", f"i{first}", f"o{whose}", f"q{asked}"):
                weights[kind + feature] = KIND_WEIGHT
            for other in found[at]:
                if other > kind:
                    listed = LISTED in (kind[0], other[0])
                    weights[f"{kind}+{other}"] = PAIR_WEIGHT if listed else KIND_WEIGHT
        for s in stated:
            if s.span[0] < span[1] and span[0] < s.span[1]:
                weights[f"={s.aspect}"] = STATED_WEIGHT
        near = (("<", found[at - 1] if at else before), (">", found[at + 1] if at + 1 < len(spans) else ()))
        weights |= {mark + kind: NEAR_WEIGHT for mark, others in near for kind in others}
        columns = [(1 << BITS) + (zlib.crc32(f.encode()) & ((1 << KIND_BITS) - 1)) for f in weights]
        out.append((np.array(columns, np.int64), np.array([*weights.values()], np.float32)))
    return out


def _kinds_of(text: str) -> frozenset[str]:
    """Kinds that the patterns find, and those of the lexicon, which begin with LISTED."""
    return kinds(text) | {LISTED + kind for kind in lexicon.named(text)}


def _marked(counted: Counter[str], mark: str) -> Counter[str]:
    return Counter({mark + gram: count for gram, count in counted.items()})


@dataclass(frozen=True, slots=True)
class Tagged:
    """A clause and the probability that it tells each of LABELS, shape (len(LABELS),)."""

    span: Span
    probabilities: NDArray[np.float32]
    runs: tuple[Span | None, ...] = ()
    """For each of LABELS the words that say it, where the encoder read the clause and is sure of some."""

    def of(self, label: str) -> float:
        """Probability of one label."""
        return float(self.probabilities[LABELS.index(label)])

    def run(self, label: str) -> Span | None:
        """The words that say a label, if they are known."""
        return self.runs[LABELS.index(label)] if self.runs else None


@dataclass(frozen=True)
class Head:
    """The regressions of one set of features, L = len(LABELS): 8-bit weights (L, COLUMNS) with a scale a
    label, weights of the dense features (L, d; d = 0 without embeddings), bias (L,), calibration (L, 2)."""

    weights: NDArray[np.int8]
    scale: NDArray[np.float32]
    dense: NDArray[np.float32]
    bias: NDArray[np.float32]
    platt: NDArray[np.float32]

    def odds(
        self, columns: NDArray[np.int64], values: NDArray[np.float32], dense: NDArray[np.float32] | None
    ) -> NDArray[np.float32]:
        """Log-odds of one clause before calibration, shape (L,)."""
        raw = (self.weights[:, columns].astype(np.float32) @ values) * self.scale + self.bias
        out: NDArray[np.float32] = raw if dense is None else raw + self.dense @ dense
        return out


def calibrated(odds: NDArray[np.float32], platt: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (Platt 1999), shape (L,), from log-odds (L,) and a slope and an offset a label, (L, 2)."""
    out: NDArray[np.float32] = (1.0 / (1.0 + np.exp(-(platt[:, 0] * odds + platt[:, 1])))).astype(np.float32)
    return out


@dataclass(frozen=True)
class Tagger:
    """Two heads: one on n-grams alone, one that also has the embeddings of the model named by `fingerprint`. Where
    the encoder is at hand its log-odds are added to theirs: they err in different places."""

    plain: Head
    embedded: Head
    fingerprint: str
    encoder: Encoder | None = None

    def read(self, text: str, previous: str | None, embedder: Embedder | None = None) -> list[Tagged]:
        """The clauses of a message with their probabilities, in order. Another embedding model than the one
        the weights were trained with is not used."""
        text = text[:READ_CHARS]
        spans = clauses(text)
        if not spans:
            return []
        head, odds = self.own_odds(text, previous, embedder)
        if self.encoder is None:
            return [Tagged(s, calibrated(o, head.platt)) for s, o in zip(spans, odds, strict=True)]
        platt, _ = self.encoder.head("both")
        return [
            Tagged(span, calibrated(own + seen.odds, platt), seen.runs)
            for span, own, seen in zip(
                spans, odds, clause_encoder.read(self.encoder, text, spans, previous), strict=True
            )
        ]

    def own_odds(
        self, text: str, previous: str | None, embedder: Embedder | None
    ) -> tuple[Head, NDArray[np.float32]]:
        """The head that reads a message with this embedding model, and its log-odds, shape (clauses, L)."""
        spans = clauses(text)
        vectors = None
        if embedder is not None and embedder.fingerprint == self.fingerprint:
            vectors = dense_features(text, spans, embedder)
        head = self.plain if vectors is None else self.embedded
        odds = [
            head.odds(columns, values, None if vectors is None else vectors[at])
            for at, (columns, values) in enumerate(features(text, spans, previous))
        ]
        return head, np.stack(odds)


def dense_features(text: str, spans: list[Span], embedder: Embedder) -> NDArray[np.float32]:
    """Embedding of each clause and, at half weight, of the message, shape (len(spans), 2 * dimension)."""
    made = embedder.encode_documents([*(text[a:b] for a, b in spans), text[:MESSAGE_CHARS]])
    whole = np.broadcast_to(0.5 * made[-1], (len(spans), made.shape[1]))
    return (DENSE_WEIGHT * np.concatenate([made[:-1], whole], axis=1)).astype(np.float32)


@lru_cache(maxsize=1)
def load_tagger() -> Tagger:
    """The tagger that ships with omem, with the encoder where that is installed."""
    with (files("omem_cli") / "data" / "tagger.npz").open("rb") as file, np.load(file) as data:
        plain, embedded = (
            Head(*(data[f"{kind}_{name}"] for name in ("weights", "scale", "dense", "bias", "platt")))
            for kind in ("plain", "embedded")
        )
        return Tagger(plain, embedded, str(data["fingerprint"]), load_encoder())
