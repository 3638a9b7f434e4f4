"""One analyser for all text: what is indexed and what is asked go through the same steps.

Words are split by script. Latin and other spaced scripts: case and accents folded, stop words left out,
Snowball stems. Scripts without spaces (Chinese, Japanese, Korean, Thai): overlapping pairs of characters,
and for Chinese also jieba's words; traditional characters are folded to simplified ones.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from omem_cli.data.hanzi import SIMPLIFIED
from omem_cli.data.stop_words import STOP_CHARACTERS, STOP_WORDS
from omem_cli.patterns import late

if TYPE_CHECKING:
    from omem_cli.segmentation import Segmenter

_DENSE = (
    "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"  # Han
    "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Kana, Hangul, SE Asia
)
_TOKEN: Final = re.compile(
    rf"(?P<dense>[{_DENSE}]+)"
    rf"|(?P<word>[^\W_{_DENSE}][\u0300-\u036f\u0590-\u05c7\u0610-\u065f\u0900-\u0dff]*"
    rf"(?:['’]?[^\W_{_DENSE}\u0300-\u036f][\u0300-\u036f\u0590-\u05c7\u0610-\u065f\u0900-\u0dff]*)*"
    r"(?:\+\+|\#(?!\w))?)"
    r"|(?P<emoji>[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff])"
)
_ASCII_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*(?:\+\+|#(?!\w))?")
"""A word of `_TOKEN` in folded text without other characters."""
_HAN: Final = late("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
_KANA: Final = re.compile("[\u3040-\u30ff]")
_CJK: Final = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003134f]"
)
_ELISION: Final = re.compile(r"(?:[cdjlmnst]|qu|all|dell|nell|sull|dall|un)'(?=\w{2})")
_MARKS: Final = re.compile("[\u0300-\u036f]")
_LONGEST = 64  # characters of a word that are looked at: the rest is a blob, not a word
_LONGEST_WORD = 4  # characters of a Chinese word that a question looks for
_SCRIPTS: Final = (
    ("\u0400", "\u052f", "russian"),
    ("\u0370", "\u03ff", "greek"),
    ("\u0600", "\u06ff", "arabic"),
)
LANGUAGES: Final = ("german", "french", "spanish", "italian", "portuguese", "dutch")
"""Latin-script languages, besides English, whose stems are known."""
_FUNCTION_WORDS: Final[dict[str, tuple[str, ...]]] = {
    word: tuple(lang for lang in ("english", *LANGUAGES) if word in STOP_WORDS[lang])
    for word in frozenset().union(*(STOP_WORDS[lang] for lang in ("english", *LANGUAGES)))
}


def is_cjk(text: str) -> bool:
    """Whether there is any Chinese, Japanese or Korean character."""
    return _CJK.search(text) is not None


def fold(text: str) -> str:
    """NFKC, case folded, traditional Chinese characters as simplified ones, curly apostrophes straight."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().translate(SIMPLIFIED).replace("’", "'")


def normalise(text: str) -> str:
    """Key under which values, topics and clues are the same: folded, without accents and punctuation."""
    plain = _MARKS.sub("", unicodedata.normalize("NFD", fold(text)))
    return " ".join(re.findall(r"[\w+#]+", unicodedata.normalize("NFC", plain)))


def words(text: str) -> list[tuple[str, int, int]]:
    """(word, start, end) of each word as written; a run of a script without spaces is one word."""
    return [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


def light_terms(text: str) -> frozenset[str]:
    """Terms of a short stored text that is compared when a question is asked: as `analyse`, but of Chinese
    the pieces a question has, for the dictionary would cost a cold start half a second."""
    return frozenset(analyse(text, query=is_cjk(text)))


def analyse(text: str, *, query: bool = False) -> list[str]:
    """Index terms of a text, in order, repeats kept (they count for BM25).

    A query gets, where its language can't be told, the stems of every language, and of Chinese every piece
    of up to four characters: a superset of what any segmentation finds, and it needs no dictionary.
    """
    folded = fold(text)
    if folded.isascii():  # nothing but words in it
        known = list(map(_word, _ASCII_WORD.findall(folded)))
        language, sure = _language([languages for languages, _ in known if languages], len(known))
        if language == "english" and (sure or not query):
            return [stem for _, stems in known for stem in stems]
    tokens = [(kind, match[kind]) for match in _TOKEN.finditer(folded) if (kind := match.lastgroup)]
    told = [_FUNCTION_WORDS.get(_whole(token)) for kind, token in tokens if kind == "word"]
    language, sure = _language([languages for languages in told if languages], len(told))
    languages: tuple[str, ...] = ("english",) if language == "english" else ("english", language)
    if query and not sure:
        languages = ("english", *LANGUAGES)
    japanese = _KANA.search(folded) is not None
    terms: list[str] = []
    for kind, token in tokens:
        if kind == "word":
            terms += _stems(_whole(token), languages)
        elif kind == "emoji":
            terms.append(token)
        elif query:
            terms += _pieces(token)
        else:
            terms += _segments(token, japanese)
    return terms


def content_words(text: str) -> list[str]:
    """The words one might remember a text by: each once, folded, in order, without stop words and numbers."""
    folded = fold(text)
    found: dict[str, None] = {}
    japanese = _KANA.search(folded) is not None
    for match in _TOKEN.finditer(folded):
        token = match[0]
        if match.lastgroup == "word":
            token = _whole(token)
            if len(token) > 1 and not token.isdigit() and token not in _FUNCTION_WORDS and _is_content(token):
                found[token] = None
        elif match.lastgroup == "dense":
            for word in token.split() if japanese or not _HAN.search(token) else _jieba(token):
                if len(word) > 1 and word not in STOP_WORDS["chinese"]:
                    found[word] = None
    return list(found)


def clue_groups(text: str) -> dict[str, tuple[str, ...]]:
    """What a question may be looked up by: each content word (Chinese: each piece) with its index terms."""
    groups: dict[str, tuple[str, ...]] = {}
    for match in _TOKEN.finditer(fold(text)):
        if match.lastgroup == "word":
            word = _whole(match[0])
            if len(word) > 1 and word not in _FUNCTION_WORDS:
                groups.setdefault(word, tuple(dict.fromkeys(_stems(word, ("english", *LANGUAGES)))))
        elif match.lastgroup == "dense":
            for piece in _pieces(match[0]):
                groups.setdefault(piece, (piece,))
    return {word: terms for word, terms in groups.items() if terms}


def places(text: str, terms: Collection[str]) -> list[tuple[int, int]]:
    """Where words with one of these index `terms` stand."""
    wanted = frozenset(terms)
    return [
        (start, end) for word, start, end in _units(text) if not wanted.isdisjoint(analyse(word, query=True))
    ]


def cut_around(text: str, terms: Collection[str], max_chars: int) -> str:
    """At most `max_chars` characters around the densest matches of index `terms`; cuts are shown as `…`."""
    if len(text) <= max_chars:
        return text
    wanted = frozenset(terms)
    hits = [
        (start, found)
        for word, start, _ in _units(text)
        if (found := wanted.intersection(analyse(word, query=True)))
    ]
    width = max(1, max_chars - 2)
    best, best_start = 0, 0
    for number, (start, _) in enumerate(hits[:400]):
        begin = max(0, min(start - width // 4, len(text) - width))
        inside: set[str] = set()
        for at, found in hits[number:]:
            if at >= begin + width:
                break
            inside |= found
        if len(inside) > best:
            best, best_start = len(inside), begin
    end = min(len(text), best_start + width)
    begin = best_start
    # Whole words at both ends, unless that would cost much (a script without spaces has none).
    if begin > 0 and (space := text.find(" ", begin, begin + 30)) >= 0:
        begin = space + 1
    if end < len(text) and (space := text.rfind(" ", max(begin + 1, end - 30), end)) >= 0:
        end = space
    return ("…" if begin > 0 else "") + text[begin:end].strip() + ("…" if end < len(text) else "")


@lru_cache(maxsize=100_000)
def _word(token: str) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """(languages in which it is a function word, English stems) of a token."""
    whole = _whole(token)
    return _FUNCTION_WORDS.get(whole), _stems(whole, ("english",))


def _whole(token: str) -> str:
    """The word without a possessive or an elided article: `caroline's` -> caroline, `l'école` -> école."""
    if "'" in token:
        if token.endswith("'s"):
            token = token[:-2]
        elided = _ELISION.match(token)
        if elided:
            token = token[elided.end() :]
    return token[:_LONGEST]


def _language(hits: Sequence[tuple[str, ...]], words: int) -> tuple[str, bool]:
    """The language whose function words are most frequent, and whether there was any to tell by. `hits` are
    the languages of each function word of a text of `words` words."""
    if not hits:
        return "english", False
    if all(languages[0] == "english" for languages in hits):  # it stands first
        return "english", True
    counts: dict[str, int] = {}
    for languages in hits:
        for language in languages:
            counts[language] = counts.get(language, 0) + 1
    best = max(counts.values())
    if counts.get("english", 0) == best:
        return "english", True
    # One shared small word ("die", "a") proves little.
    language = max(counts, key=lambda name: counts[name])
    return (language, True) if best > 1 or words <= 4 else ("english", True)


def _is_content(word: str) -> bool:
    return any(ch.isalpha() for ch in word)


@lru_cache(maxsize=100_000)
def _stems(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Stems of a folded word, accents gone; none for a stop word of the text's own language."""
    bare = word.replace("'", "")
    if not word.isascii():
        for low, high, language in _SCRIPTS:
            if low <= word[0] <= high:
                languages = (language,)
    known = languages if len(languages) < 3 else ("english",)
    letter = len(bare) == 1 and bare.isascii() and bare.isalpha()
    if letter or any(word in STOP_WORDS.get(language, ()) for language in known):
        return ()
    found: dict[str, None] = {}
    for language in languages:
        stem = _stemmer(language).stemWord(bare)
        found[_MARKS.sub("", unicodedata.normalize("NFD", stem)) if not stem.isascii() else stem] = None
    return tuple(found)


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Any:
    import Stemmer  # Snowball in C: the Python version takes a tenth of a second to import alone

    return Stemmer.Stemmer(language)


@lru_cache(maxsize=10_000)  # "好的", "哈哈哈": much of what is said is short and said often
def _segments(run: str, japanese: bool) -> tuple[str, ...]:
    """Pairs of characters without function characters, and for Chinese jieba's words (search mode)."""
    spans: set[tuple[int, int]] = set()
    stop = STOP_CHARACTERS
    if not japanese and _HAN.search(run):
        words = STOP_WORDS["chinese"]
        for start, end in _segmenter().pieces(run):
            word = run[start:end]
            if word not in words and not stop.issuperset(word):
                spans.add((start, end))
    elif len(run) == 1:
        spans.add((0, 1))
    content = [ch not in stop for ch in run]
    spans.update((at, at + 2) for at in range(len(run) - 1) if content[at] and content[at + 1])
    return tuple(run[start:end] for start, end in sorted(spans))


def _pieces(run: str) -> Iterator[str]:
    """What a question looks for in a run: all pairs; of Chinese also single characters and longer words."""
    for at in range(len(run)):
        for end in range(at + 1, min(at + _LONGEST_WORD, len(run)) + 1):
            piece = run[at:end]
            size = end - at
            if size != 2 and not (_HAN.fullmatch(piece) or size == len(run)):
                continue
            if piece not in STOP_WORDS["chinese"] and not STOP_CHARACTERS.issuperset(piece):
                yield piece


def _units(text: str) -> Iterator[tuple[str, int, int]]:
    """`words`, with runs of a script without spaces cut into pairs of characters."""
    for match in _TOKEN.finditer(text):
        word, start = match[0], match.start()
        if match.lastgroup == "dense" and len(word) > 2:
            yield from ((word[at : at + 2], start + at, start + at + 2) for at in range(len(word) - 1))
        else:
            yield word, start, match.end()


def _jieba(run: str) -> list[str]:
    return [run[start:end] for start, end in _segmenter().words(run)]


@lru_cache(maxsize=1)
def _segmenter() -> "Segmenter":
    from omem_cli.segmentation import Segmenter

    return Segmenter()
