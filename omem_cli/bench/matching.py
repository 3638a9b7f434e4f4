"""When a predicted value counts as the labelled one, and what is counted then.

Wording differs where meaning does not ("software engineer at a bank", "software engineer"), so values are
compared softly. A value is taken as its words, after NFKC and case folding, without the English function
words below. Two values are the same if, of their *units* (words without a plural's s; of Chinese, Japanese
and Korean the single characters), precision and recall give an F1 of one half or more, or if the one, written
without blanks, stands inside the other, has two characters or more and is at least four tenths as long. A
value without any word is the same as none. Matching is greedy and one to one, in the order of the labels.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

_Gold = TypeVar("_Gold")
_Guess = TypeVar("_Guess")

SAME_F1, INSIDE, INSIDE_LEAST = 0.5, 0.4, 2
_IGNORED = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "his",
        "her",
        "their",
        "our",
        "is",
        "am",
        "are",
        "was",
        "has",
        "have",
        "i",
        "to",
        "of",
        "in",
        "at",
        "as",
    ]
)
_WORD = re.compile(r"\w+")
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
NEAR_ASPECTS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "age birthday",
        "origin location",
        "language skill",
        "occupation education schedule",
        "relationship family",
        "pet possession",
        "health allergy diet",
        "hobby like dislike skill goal",
        "like dislike diet",
        "belief personality dislike",
    )
)
"""Aspects between which the border is a matter of taste: values are looked for across it, too."""


def content(text: str) -> list[str]:
    """The words that count, folded."""
    return [w for w in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()) if w not in _IGNORED]


def units(text: str) -> list[str]:
    """What is compared: words without a plural's s, characters of scripts without blanks."""
    found: list[str] = []
    for word in content(text):
        if _DENSE.search(word):
            found += word
        else:
            found.append(word[:-1] if len(word) > 3 and word.endswith("s") else word)
    return found


def same_value(a: str, b: str) -> bool:
    """Whether two values say the same (see the module's description); symmetric."""
    shorter, longer = sorted(("".join(content(a)), "".join(content(b))), key=len)
    if not shorter:
        return False
    left, right = units(a), units(b)
    shared = sum((Counter(left) & Counter(right)).values())
    if 2 * shared >= SAME_F1 * (len(left) + len(right)):
        return True
    return len(shorter) >= max(INSIDE_LEAST, INSIDE * len(longer)) and shorter in longer


def near_aspects(a: str, b: str) -> bool:
    """Whether two aspects are the same, or of one group."""
    return a == b or any(a in group and b in group for group in NEAR_ASPECTS)


def pairs(
    gold: Iterable[_Gold], guessed: Sequence[_Guess], same: Callable[[_Gold, _Guess], bool]
) -> list[tuple[_Gold, _Guess]]:
    """Each label with the first guess that is the same and not taken yet."""
    left, found = list(guessed), []
    for label in gold:
        at = next((n for n, guess in enumerate(left) if same(label, guess)), None)
        if at is not None:
            found.append((label, left.pop(at)))
    return found


@dataclass(slots=True)
class Tally:
    """Counts of one kind of thing over many messages; shares of nothing are 0."""

    right: int = 0
    guessed: int = 0
    gold: int = 0

    def add(self, right: int, guessed: int, gold: int) -> None:
        """Counts one message's."""
        self.right += right
        self.guessed += guessed
        self.gold += gold

    @property
    def precision(self) -> float:
        """Share of the guesses that are right."""
        return self.right / self.guessed if self.guessed else 0.0

    @property
    def recall(self) -> float:
        """Share of the labels that were found."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        both = self.guessed + self.gold
        return 2 * self.right / both if both else 0.0
