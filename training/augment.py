"""Labelled messages with some words swapped for others of the same kind: a reader is to learn the kind.

Of `the doctor put me on statins` it would learn a word; with another medicine in its place at each pass it
learns that medicines stand there. The kinds are those of the second reader's lexicon
(`omem_cli.understanding.forms.lexicon`). Swapped are words of one kind only, of kinds whose words fit nearly
anywhere one of them stands, for words of like form (ending and number of words, or of characters).
"""

import random
import re
from collections import defaultdict
from functools import lru_cache

import jieba

from omem_cli.understanding.forms import lexicon

KINDS = frozenset(
    (
        "job", "condition", "allergen", "dish", "ingredient", "drink", "petkind", "breed", "instrument",
        "city", "country", "nation", "language", "subject", "sport", "medicine", "musickind",
    )
)  # fmt: skip
_NAMES = frozenset(("city", "country", "nation", "language"))
LEAST = 4
"""Words that a kind must have in the same form."""
_ENDINGS = ("ing", "ed", "ers", "er", "s")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MOST_WORDS = 3


def _form(word: str, language: str) -> tuple[str | int | bool, ...]:
    if language == "zh":
        return (min(len(word), 5),)
    ending = next((e for e in _ENDINGS if word.endswith(e) and len(word) > 4), "")
    return ending, word.count(" "), word[0] in "aeiou"


def _kind(word: str, language: str) -> str | None:
    """The kind of a word that is of one kind only and may be swapped."""
    kinds = lexicon.entries(language).get(word.lower(), ())
    short = len(word) < (2 if language == "zh" else 4)
    return kinds[0] if len(kinds) == 1 and kinds[0] in KINDS and not short else None


@lru_cache(maxsize=2)
def _pool(language: str) -> dict[tuple, list[str]]:
    out: dict[tuple, list[str]] = defaultdict(list)
    for word in lexicon.entries(language):
        if (kind := _kind(word, language)) is not None:
            out[kind, _form(word, language)].append(word)
    return out


def _named(text: str, language: str) -> dict[str, str]:
    """The words of a text that may be swapped, with their kinds; the longest at each place."""
    if language == "zh":
        said = list(jieba.cut(text))
    else:
        words = list(_WORD.finditer(text))
        units = [m[0].lower() for m in words]
        entries = lexicon.longest_entries(units, lexicon.entries(language), _MOST_WORDS, " ")
        said = [text[words[at].start() : words[at + size - 1].end()] for at, size, _ in entries]
    return {word: kind for word in said if (kind := _kind(word, language)) is not None}


def swapped(row: dict, share: float, draw: random.Random) -> dict:
    """A labelled message in which each word that may be swapped is so with the probability `share`, in text,
    turn before, values and quotes alike; itself where none is or a quote would no longer stand in it."""
    language = row["lang"]
    if language not in ("en", "zh"):
        return row
    change: dict[str, str] = {}
    for word, kind in _named(row["text"], language).items():
        others = _pool(language).get((kind, _form(word.lower(), language)), [])
        if len(others) >= LEAST and draw.random() < share:
            other = draw.choice(others)
            upper = word[0].isupper()
            change[word] = (
                other.title() if upper and kind in _NAMES else other.capitalize() if upper else other
            )
    if not change:
        return row
    words = "|".join(sorted(map(re.escape, change), key=len, reverse=True))
    pattern = re.compile(words if language == "zh" else rf"(?<![^\W_])(?:{words})(?![^\W_])")

    def put(text: str | None) -> str | None:
        return text and pattern.sub(lambda m: change[m[0]], text)

    new = row | {"text": put(row["text"]), "prev": put(row["prev"])}
    for name, key in (("attributes", "value"), ("events", "event")):
        new[name] = [a | {key: put(a[key]), "quote": put(a["quote"])} for a in row[name]]
    whole = all(a["quote"] in new["text"] for a in (*new["attributes"], *new["events"]))
    return new if whole else row
