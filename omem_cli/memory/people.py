"""Who a question is about."""

import re
from collections.abc import Iterable
from functools import lru_cache

from omem_cli import text
from omem_cli.records import Role

_SELF = re.compile(r"\b(?:i|i'm|i've|my|me|mine|myself|we|our|us)\b|我|咱", re.I)
_OTHER = re.compile(r"\b(?:you|your|yours)\b|你|您", re.I)
_PRONOUNS = frozenset({"me", "i", "you", "user", "we", "us", "我", "你"})


def named(query: str, persons: Iterable[str]) -> list[str]:
    """The persons whose name (whole, or its first word) stands in the question."""
    folded = text.fold(query)
    # Possessives aside: "Tim's" names Tim, "time" doesn't.
    words = {part for word, _, _ in text.words(folded) for part in (word, word.removesuffix("'s"))}
    found = []
    for person in persons:
        name, parts, dense = _read(person)
        if name in _PRONOUNS or not parts:  # "me", as a memory's user is called by default, names nobody
            continue
        if dense:
            hit = len(name) > 1 and name in folded
        else:
            hit = all(part in words for part in parts) or (len(parts[0]) > 2 and parts[0] in words)
        if hit:
            found.append(person)
    return found


@lru_cache(maxsize=4096)
def _read(person: str) -> tuple[str, tuple[str, ...], bool]:
    """A name as it is looked for, its words, and whether its script has no spaces; the same names are looked
    for in question after question."""
    name = text.fold(person).strip()
    return name, tuple(word.removesuffix("'s") for word, _, _ in text.words(name)), text.is_cjk(name)


def speaks_of_self(query: str) -> bool:
    """Whether the asker means themselves: "my", "我"."""
    return _SELF.search(query) is not None


def likely_role(query: str) -> Role:
    """Whose words a question without a name is mostly about: the memory owner's; the assistant's where it
    says "you" and not "I"."""
    assistant = _OTHER.search(query) is not None and not speaks_of_self(query)
    return Role.ASSISTANT if assistant else Role.USER
