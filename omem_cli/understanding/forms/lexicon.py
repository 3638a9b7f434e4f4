"""Which kinds of things a clause names, by word lists: `data/kinds-en.txt` and `data/kinds-zh.txt`.

Broad lists of everyday words (callings, dishes, sports, makes of cars, cities ...), written for omem, for a
reader that learns which kinds go with which aspect: what it learns of `nurse` holds of `welder` and `电焊工`.
The patterns of `kinds` are what plain statements are made of; these are single words and phrases, and one may
be of several kinds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from omem_cli.text import normalise

LONGEST_PHRASE = 4
"""Words of an English entry, at most."""
_HAN = re.compile(r"[a-z0-9]*[\u3400-\u9fff][\u3400-\u9fffa-z0-9]*")
Entries = dict[str, tuple[str, ...]]


@lru_cache(maxsize=2)
def entries(language: str) -> Entries:
    """The kinds of each entry of `en` or `zh`, its spelling as `normalise` gives it. Lines of the file are
    `kind: entry, entry, ...`."""
    found: dict[str, list[str]] = {}
    lines = (files("omem_cli") / "data" / f"kinds-{language}.txt").read_text("utf-8").splitlines()
    for kind, _, listed in (line.partition(":") for line in lines):
        for entry in listed.split(","):
            if (key := normalise(entry)) and kind not in found.setdefault(key, []):
                found[key].append(kind)
    return {key: tuple(kinds) for key, kinds in found.items()}


@lru_cache(maxsize=1024)
def named(text: str) -> frozenset[str]:
    """Names of the kinds of which a word or phrase stands in a text, the longest entry at each place."""
    plain = normalise(text)
    out: set[str] = set()
    english, chinese = entries("en"), entries("zh")
    for _, _, entry in longest_entries(plain.split(), english, LONGEST_PHRASE, " "):
        out.update(english[entry])
    for run in _HAN.finditer(plain):
        for _, _, entry in longest_entries(run[0], chinese, _longest(), ""):
            out.update(chinese[entry])
    return frozenset(out)


@lru_cache(maxsize=1)
def _longest() -> int:
    """Characters of the longest Chinese entry."""
    return max(map(len, entries("zh")))


def longest_entries(
    units: Sequence[str], known: Entries, longest: int, glue: str
) -> Iterator[tuple[int, int, str]]:
    """From left to right the longest entry at each place that no other covers: its first unit, how many it
    has (`longest` at most), and the entry. `units` are words or characters as `normalise` gives them."""
    at = 0
    while at < len(units):
        for size in range(min(longest, len(units) - at), 0, -1):
            if (entry := glue.join(units[at : at + size])) in known:
                yield at, size, entry
                break
        else:
            size = 1
        at += size
