"""Whether a key that somebody chose is so short that trying out finds it.

Only trying all is reckoned with, so what is called weak is weak for sure. "password1234" is not called so,
poor as it is: no rule without a dictionary can tell.
"""

import math
import re

ENOUGH = 50.0
"""Bits. At a hundred thousand keys a second, each stretched by PBKDF2 or scrypt, that takes 350 years."""

_RANDOM = re.compile(r"[0-9a-fA-F]{64}")
_KINDS = (
    ("[0-9]", 10),
    ("[a-z]", 26),
    ("[A-Z]", 26),
    (r"[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]", 33),
    (r"[^\x00-\x7f]", 3000),
)
"""Kinds of characters, and how many there are to choose from (of all others: the common Chinese ones)."""


def bits(key: str) -> float:
    """log2 of how many keys there are of this length and these kinds of characters. One that repeats few
    characters counts as no longer than two of each."""
    if _RANDOM.fullmatch(key):
        return 256.0
    choices = sum(count for kind, count in _KINDS if re.search(kind, key))
    return min(len(key), 2 * len(set(key))) * math.log2(max(2, choices))


def is_weak(key: str) -> bool:
    """Whether trying all such keys finds it in a time that matters."""
    return bits(key) < ENOUGH
