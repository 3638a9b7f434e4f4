"""Topic and clue words from the text alone, where no model is asked."""

import re

from omem_cli import text as analyser

MAX_CLUES = 5
_CAPITAL = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w’'-]+")


def clues(text: str, limit: int = MAX_CLUES) -> tuple[str, ...]:
    """The words a friend would know the message by, verbatim: names, then the longest words, in the order of
    the text. Length stands in for rarity (Zipf), as a single message knows no frequencies."""
    found = list(dict.fromkeys(w for word in analyser.content_words(text) if (w := _surface(text, word))))
    names = set(_CAPITAL.findall(text))

    def weight(word: str) -> float:
        if analyser.is_cjk(word):
            return min(len(word), 4) * 2.5
        return min(len(word), 10) + (4 if word in names else 0)

    ranked = sorted(range(len(found)), key=lambda i: (-weight(found[i]), i))[:limit]
    return tuple(found[i] for i in sorted(ranked))


def _surface(text: str, word: str) -> str | None:
    """`word`, which the analyser has folded, as it stands in the text."""
    for folded in (text.lower(), analyser.fold(text)):
        at = folded.find(word) if len(folded) == len(text) else -1
        if at >= 0:
            return text[at : at + len(word)]
    return None


def topic(words: tuple[str, ...]) -> str:
    """A name for what the message is about: its two heaviest clue words, in lower case."""
    if not words:
        return "chat"
    best = sorted(words, key=lambda w: (-len(w), w))[:2]
    chosen = [w for w in words if w in best]
    return (
        ("" if analyser.is_cjk(chosen[0]) else " ")
        .join(chosen[:1] if analyser.is_cjk(chosen[0]) else chosen)
        .lower()
    )
