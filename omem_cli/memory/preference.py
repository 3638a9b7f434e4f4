# ruff: noqa: E501 - tables of words read best without breaks
"""The words for a group of similar memories: what most of them share, then what each adds.

`booked a business hotel near the metro`, `business hotel, non-smoking room`, `quiet business hotel`
-> `business hotel: near the metro; non-smoking room; quiet`. All words are the memories' own. What a language
model says instead is taken only if it says no more and nothing else (`grounded`).
"""

import re
from collections import Counter
from collections.abc import Sequence

from omem_cli import text
from omem_cli.memory import wording
from omem_cli.memory.relation import denied

LONGEST = 120
"""Characters of a preference."""

PARTS = 6
"""Parts beside the head, at most."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PIECE = re.compile(r"[,;，；、:：]|\band\b|和|以及", re.I)
_NEGATIVE = frozenset(["no", "not", "never", "non", "without", "don't", "can't", "cannot", "won't", "avoid"])
_LEADING = frozenset(
    ["at", "on", "in", "with", "by", "near", "from", "for", "after", "before", "over", "under", *_NEGATIVE]
)
_EMPTY = frozenset(
    wording.fold(
        "love loves loved like likes liked enjoy enjoys enjoyed prefer prefers preferred hate hates want wants wanted"
        " go goes going went book books booked booking stay stays stayed staying take took get got have had try tried"
        " watch watched watching read reading listen listened listening play played playing eat eating ate drink bought"
        " buy again another please really always often usually some any more most much very too also favourite favorite"
        " stand bear upset upsets me"
    ).split()
)  # fmt: skip
_HAN_EMPTY = r"(?:特别|非常|经常|最近|喜欢|讨厌|不喜欢|最爱|爱|常常?|总是|[又再想要吃喝看去做玩在了的很都也我们个一家次最还来过好])+"
_HAN_ENDS = re.compile(rf"^(?:{_HAN_EMPTY}|[^\w《「])+|(?:{_HAN_EMPTY}|[^\w》」])+$")
_DISLIKE = "dislike"
"""The aspect that denies by itself: whether a value says no as well makes no difference."""
_FREE = wording.terms("prefer prefers like likes enjoys often usually") | wording.terms("喜欢 偏好 常")


def worded(texts: Sequence[str], order: Sequence[int], aspect: str) -> str:
    """Head and parts of the texts; `order` names them, the most central first. That one as a whole if they
    share no word, or if what they share leaves out that they deny it."""
    han = sum(map(text.is_cjk, texts)) * 2 > len(texts)
    head, parts = _han(texts) if han else _latin(texts, order, aspect)
    central = texts[order[0]]
    if not head or (aspect != _DISLIKE and _denies(aspect, head) != _denies(aspect, central)):
        return central
    return _joined(head, _distinct(parts), "：" if han else ": ", "、" if han else "; ")


def grounded(reply: str, texts: Sequence[str], aspect: str) -> bool:
    """Whether a reply says of the texts what they say: only their words, each piece of it in one of them, most
    of what they share, details of at least half of those that have any (or of none), no word twice, and a
    denial only where they deny."""
    known = frozenset(t for one in texts for t in wording.terms(one))
    denies = _denies(aspect, reply)
    reply = _HAN_ENDS.sub("", reply) if text.is_cjk(reply) else reply
    used = wording.terms(reply) - _FREE
    tokens = [k for w in _WORD.findall(reply) if _counts(w) and (k := _key(w)) not in _FREE]
    if not used or not used <= known or (not text.is_cjk(reply) and len(tokens) != len(set(tokens))):
        return False
    if aspect != _DISLIKE and {_denies(aspect, one) for one in texts} != {denies}:
        return False
    pieces = [wording.terms(p) - _FREE for p in _PIECE.split(reply) if p.strip()]
    if any(not any(piece <= wording.terms(one) for one in texts) for piece in pieces):
        return False
    shared = shared_terms(texts)
    if 3 * len(shared & used) < 2 * len(shared):
        return False
    own = [rest for one in texts if (rest := wording.terms(one) - shared)]
    named = sum(bool(rest & used) for rest in own)
    return not used - shared or 2 * named >= len(own)


def shared_terms(texts: Sequence[str]) -> frozenset[str]:
    """The terms that most of the texts have."""
    counts = Counter(term for one in texts for term in wording.terms(one))
    return frozenset(term for term, count in counts.items() if 2 * count > len(texts))


def _denies(aspect: str, value: str) -> bool:
    return denied(aspect, value) is not None


def alike(aspect: str, texts: Sequence[str]) -> list[int]:
    """Numbers of the texts that state something, or of those that deny it: of the more. Dislikes are alike."""
    if aspect == _DISLIKE:
        return list(range(len(texts)))
    no = [n for n, one in enumerate(texts) if _denies(aspect, one)]
    yes = [n for n in range(len(texts)) if n not in no]
    return yes if len(yes) >= len(no) else no


# ---------------------------------------------------------------- scripts with blanks
def _key(word: str) -> str:
    return " ".join(sorted(wording.terms(word)))


def _counts(word: str, aspect: str = "") -> bool:
    """Whether a word carries meaning."""
    folded = wording.fold(word)
    if folded in _NEGATIVE:
        return aspect != _DISLIKE
    return folded not in _EMPTY and bool(text.content_words(word))


def _latin(texts: Sequence[str], order: Sequence[int], aspect: str) -> tuple[str, list[str]]:
    keys = [{_key(w) for w in _WORD.findall(one) if _counts(w, aspect)} for one in texts]
    counts = Counter(key for some in keys for key in some)
    shared = {key for key, count in counts.items() if 2 * count > len(texts)}
    head: dict[str, str] = {}
    for n in order:
        for word in _WORD.findall(texts[n]):
            if _counts(word, aspect) and _key(word) in shared:
                head.setdefault(_key(word), word)
    parts = [part for one in texts for part in _rests(one, shared, aspect)]
    return " ".join(head.values()), parts


def _rests(one: str, shared: set[str], aspect: str) -> list[str]:
    """The runs of a text between the shared words and commas that say something."""
    found, start = [], 0
    for match in re.finditer(rf"{_WORD.pattern}|[,;.!?()]", one):
        cut = not match[0][0].isalnum() or (_counts(match[0], aspect) and _key(match[0]) in shared)
        if cut:
            found.append(one[start : match.start()])
            start = match.end()
    return [part for rest in [*found, one[start:]] if (part := _trimmed(rest))]


def _trimmed(rest: str) -> str:
    """A run without the empty words around what it says."""
    words = list(_WORD.finditer(rest))
    while words and not _says(words[-1][0]):
        words.pop()
    while words and not _says(words[0][0]) and wording.fold(words[0][0]) not in _LEADING:
        words.pop(0)
    return rest[words[0].start() : words[-1].end()] if words else ""


def _says(word: str) -> bool:
    """Whether a word can stand alone."""
    return _counts(word) and wording.fold(word) not in _LEADING


# ---------------------------------------------------------------- Chinese
def _han(texts: Sequence[str]) -> tuple[str, list[str]]:
    counts = Counter(
        run
        for one in texts
        for run in {one[i : i + n] for n in range(2, 9) for i in range(len(one) - n + 1)}
        if all("㐀" <= c <= "鿿" for c in run)
    )
    often = [run for run, count in counts.items() if 2 * count > len(texts)]
    common = [run for run in often if run == _HAN_ENDS.sub("", run)]
    if not common:
        return "", []
    head = min(common, key=lambda run: (-len(run), -counts[run], run))
    return head, [
        part
        for one in texts
        for rest in re.split(rf"{re.escape(head)}|[，。；、,;!！?？]", one)
        if len(part := _HAN_ENDS.sub("", rest)) > 1
    ]


# ---------------------------------------------------------------- together
def _distinct(parts: Sequence[str]) -> list[str]:
    """Without those that say no more than another."""
    kept: list[str] = []
    for part in sorted(dict.fromkeys(parts), key=lambda p: -len(wording.terms(p))):
        if not any(wording.terms(part) <= wording.terms(other) for other in kept):
            kept.append(part)
    return [part for part in dict.fromkeys(parts) if part in kept]


def _joined(head: str, parts: Sequence[str], colon: str, between: str) -> str:
    said, count = head, 0
    for part in parts:
        longer = said + (between if count else colon) + part
        if count == PARTS or len(longer) > LONGEST:
            return said + (f"{between}…" if count else "")
        said, count = longer, count + 1
    return said
