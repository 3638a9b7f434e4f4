# ruff: noqa: E501 - tables of patterns read best with one kind a line
"""The write filter: decides, before any language model runs, whether a message can tell something about its writer.

Two parts. Rules know the plain cases (another side's turn, nothing but code, a greeting). What they let through
meets a logistic regression on hashed character and word n-grams, trained by `training/train_gate.py`; its
probability is calibrated (Platt 1999) and its threshold was chosen by cross-validation on the training messages.
"""

import math
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from omem_cli.patterns import late
from omem_cli.records import MessageContext, Role
from omem_cli.understanding.times.tense import guess_language

Codes = Iterable[tuple[int, int]]
"""(hash of an n-gram, how often it is there)."""
BITS = 16
PREVIOUS_CHARS = 80
TEXT_CHARS = 1500
UNTRAINED = 0.4
"""Factor on the threshold for languages the training data hardly holds (all but English and Chinese)."""

STEP, STEPS = 0.08, 4
"""By how much a step of strictness raises the threshold, and how many steps there are."""

NOT_WRITER, EMPTY, CODE, SMALL_TALK, NOTHING = (
    "not the user's words",
    "empty",
    "only code or pasted text",
    "greeting or thanks",
    "nothing about the writer",
)

SET_ASIDE = "set aside by the stricter write filter"
"""Why a message is not read that would be at the threshold as shipped."""

UNLIKELY = (NOTHING, SET_ASIDE)
"""The reasons that rest on a probability; better evidence overrules them."""

_FENCE = re.compile(r"(```|~~~).*?(\1|\Z)", re.DOTALL)
_URL = re.compile(r"https?://\S+|www\.\S+")
_CODE_LINE = re.compile(
    r"^\s*(>|\$ |#include|import \w|from \w+ import|def \w|class \w+[:({]|return\b|if .*[:{]$|for .*[:{]$|while .*[:{]$"
    r"|(var|let|const|public|private|static|void|int|func|fn) |SELECT .* FROM|Traceback|File \"|at \S+\(|[{}\[\]();]+\s*$"
    r"|</?\w+[^>]*>\s*$|.*[;{}]\s*$|.*\)\s*=>|\w+\s*[-+*/]?=\s*\S+$|\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S* (INFO|WARN|ERROR|DEBUG))"
)
_SMALL_TALK = late(
    r"(?:(?:hi+|hey+|hello+|hiya|yo+|howdy|gm|gn|good (?:morning|evening|afternoon|night)|morning|thanks?(?: you| u)?|thx|ty|tysm"
    r"|cheers|ta|ok(?:ay)?|kk?|cool|great|nice|perfect|awesome|lol|lmao|haha+|hehe+|yes|yep|yeah|yup|no|nope|nah|sure|bye+"
    r"|good ?night|see (?:you|ya)|later|got it|makes sense|that (?:worked|helps|makes sense)|so much|a lot|very much|again|there|all"
    r"|everyone|mate|man|dude|you too|np|no problem|please|pls|will do|done|wow|omg"
    r"|你好|您好|哈喽|嗨|早上好|早安|早|晚安|晚上好|谢谢|谢啦|谢了|多谢|感谢|好的|好|嗯+|哦+|哈+|呵+|嘻+|行|可以|不客气|再见|拜拜|在吗|在|辛苦了|收到|明白|了解|懂了|了|啊|呀|哦|你|您|吧|呢|的"
    r"|hallo|danke|guten (?:morgen|tag|abend)|tschüss|bonjour|salut|merci(?: beaucoup)?|bonsoir|hola|gracias|muchas gracias|buenos días"
    r"|adiós|こんにちは|おはよう(?:ございます)?|ありがとう(?:ございます)?|了解です?)[\s,.!?~，。！？…、～:;'()-]*)+"
)
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[?!？！]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`skipped` is the reason no model is asked, None to ask one; `probability` that something is told, if measured."""

    skipped: str | None
    probability: float | None = None


def bare(text: str) -> str:
    """`text` without fenced code, code-like and quoted lines, and addresses: what the writer typed by hand."""
    text = _URL.sub(" ", _FENCE.sub("\n", text))
    return "\n".join(line for line in text.split("\n") if not _CODE_LINE.match(line)).strip()


def rule(message: MessageContext, role: Role) -> str | None:
    """The reason to skip that needs no statistics, or None."""
    if role not in (Role.USER, Role.PARTICIPANT):
        return NOT_WRITER
    if not any(c.isalnum() for c in message.text):
        return EMPTY
    own = bare(message.text)
    if not any(c.isalnum() for c in own):
        return CODE
    # Emoji and other symbols say nothing here: "thanks 🙏" is thanks.
    plain = "".join(c if unicodedata.category(c)[0] in "LNPZM" else " " for c in own).strip().casefold()
    if len(plain) <= 60 and _SMALL_TALK.fullmatch(plain.lstrip("¡¿ ")):
        return SMALL_TALK
    return None


def grams(text: str, mark: str) -> Counter[str]:
    """Words, word pairs and character n-grams of a text, each with `mark` before it, counted."""
    text = unicodedata.normalize("NFKC", text).casefold()
    found: list[str] = []
    runs = _CJK_RUN.findall(text)
    for run in runs:
        for n in (1, 2, 3):
            found += [f"c{run[i : i + n]}" for i in range(len(run) - n + 1)]
    words = _WORD.findall(_CJK_RUN.sub(" ", text) if runs else text)
    found += [f"b{a} {b}" for a, b in zip(["^", *words], [*words, "$"], strict=True)]
    for word in words:
        found += _word_grams(word)
    return Counter([mark + gram for gram in found] if mark else found)


@lru_cache(maxsize=20_000)
def _word_grams(word: str) -> tuple[str, ...]:
    return _cut(word)


def _cut(word: str) -> tuple[str, ...]:
    padded = f" {word} "
    return (f"w{word}", *(padded[i : i + n] for n in (3, 4) for i in range(len(padded) - n + 1)))


def codes(text: str) -> Codes:
    """`coded(grams(text, ""))`, faster: what a word brings is known once it was met."""
    text = unicodedata.normalize("NFKC", text).casefold()
    runs = _CJK_RUN.findall(text)
    pieces = [run[i : i + n] for run in runs for n in (1, 2, 3) for i in range(len(run) - n + 1)]
    found = [zlib.crc32(f"c{piece}".encode()) for piece in pieces]
    words = [_word_codes(word) for word in _WORD.findall(_CJK_RUN.sub(" ", text) if runs else text)]
    before = _NO_WORD
    for first, letters, _ in words:
        found.append(zlib.crc32(letters, before))
        before = first
    found.append(zlib.crc32(b"$", before))
    for _, _, own in words:
        found += own
    return Counter(found).items()


_NO_WORD = zlib.crc32(b"b^ ")


@lru_cache(maxsize=20_000)
def _word_codes(word: str) -> tuple[int, bytes, tuple[int, ...]]:
    """(the code of a pair's first half where it is this word, from which the second half is coded on; its letters; the
    codes of its n-grams)."""
    own = tuple([zlib.crc32(gram.encode()) for gram in _cut(word)])
    return zlib.crc32(f"b{word} ".encode()), word.encode(), own


def coded(counted: Mapping[str, int]) -> Codes:
    """Counted n-grams by their hashes."""
    return zip(map(zlib.crc32, map(str.encode, counted)), counted.values(), strict=True)


def hashed(parts: Iterable[tuple[Codes, float]], bits: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Coded n-grams, each set with its weight, as (columns below 2^bits, values): sublinear counts, unit length."""
    total: dict[int, float] = {}
    known, mask = total.get, (1 << bits) - 1
    for part, weight in parts:
        for code, count in part:
            column = code & mask
            value = weight if count == 1 else weight * (1.0 + math.log(count))
            total[column] = known(column, 0.0) + value
    columns = np.fromiter(total, np.int64, len(total))
    values = np.fromiter(total.values(), np.float32, len(total))
    return columns, values / max(math.sqrt(values @ values), 1e-9)


def features(text: str, previous: str | None) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed n-grams as (columns, values): sublinear counts, unit length. The end of the previous turn counts half."""
    before = coded(grams((previous or "")[-PREVIOUS_CHARS:], "p"))
    return hashed([(codes(bare(text)[:TEXT_CHARS]), 1.0), (before, 0.4)], BITS)


@dataclass(frozen=True)
class Gate:
    """The learnt part. `weights` are 8-bit with one scale; `platt` maps the raw score to a probability; `steps` is
    how much stricter than trained it is."""

    weights: NDArray[np.int8]
    scale: float
    bias: float
    platt: tuple[float, float]
    threshold: float
    steps: int = 0

    @property
    def limit(self) -> float:
        """The probability a message needs."""
        return self.threshold + STEP * self.steps

    def stricter(self, steps: int) -> "Gate":
        """This gate, so many steps stricter than trained (at most STEPS)."""
        return replace(self, steps=max(0, min(steps, STEPS)))

    def score(self, text: str, previous: str | None) -> float:
        """Log-odds before calibration."""
        columns, values = features(text, previous)
        return float(self.weights[columns].astype(np.float32) @ values) * self.scale + self.bias

    def probability(self, text: str, previous: str | None) -> float:
        """Calibrated probability that the message tells an attribute or an event of its writer."""
        a, b = self.platt
        return float(1.0 / (1.0 + np.exp(-(a * self.score(text, previous) + b))))

    def judge(self, message: MessageContext, role: Role) -> Verdict:
        """Rules first, then the learnt threshold."""
        reason = rule(message, role)
        if reason is not None:
            return Verdict(reason)
        probability = self.probability(message.text, message.previous)
        known = guess_language(message.text) in ("en", "zh")
        factor = 1.0 if known else UNTRAINED
        skipped = None if probability >= self.limit * factor else SET_ASIDE
        if probability < self.threshold * factor:
            skipped = NOTHING
        return Verdict(skipped, round(probability, 4))


@lru_cache(maxsize=1)
def load_gate() -> Gate:
    """The gate that ships with omem."""
    with (files("omem_cli") / "data" / "gate.npz").open("rb") as file, np.load(file) as data:
        return Gate(
            data["weights"],
            float(data["scale"]),
            float(data["bias"]),
            (float(data["platt"][0]), float(data["platt"][1])),
            float(data["threshold"]),
        )
