"""Which messages have the very words of a question: then they are what was looked for, personal or not."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.memory import hints
from omem_cli.memory.arrays import Floats, Ints
from omem_cli.memory.known import Pool
from omem_cli.records import Message, Role
from omem_cli.store import Store

_NAME = re.compile(r"(?<=[^\W\d_] )[A-ZÀ-Þ][\w'’-]+")
_NAMES = 5.0  # times as much does a name count as another word
_KEPT = 20_000  # messages whose terms are kept
_RARITIES = 40  # terms whose rarity is looked up
_SURE = 0.3  # probability of circumstances from which shared words are trusted wholly
_WHOLE = 1.0 - 1e-9  # share of who has all of the words
_BARE_WORDS, _BARE_CHARACTERS = 3, 4
_LITTLE = 0.1  # of the words' worth is left where somebody else's are meant
_WORTH_READING = 0.06  # share from which that matters
_OWN = "occupation"  # an aspect that is nobody's but the one's who is spoken of
_BEGINNING, _FEW = 2000, 5  # characters of a message, and words in it, that are looked at for that
_STEEP = 4  # power of the share: few of the words say little


def rarities(store: Store, query: str, terms: Sequence[str], topics: Iterable[str] = ()) -> dict[str, float]:
    """Those of the question's terms that stand in some message or topic, with their inverse document
    frequency: what nobody ever said ("walk" in "a walk with Rex") can't tell messages apart. A name, which a
    capital within the question shows, counts more."""
    filed = text.light_terms(" ".join(topics))
    # As stored texts are read: a short question also has stems of languages that it isn't in.
    own = text.light_terms(query)
    df = store.text_index.df([term for term in terms if term in own][:_RARITIES])
    every = store.text_index.count()
    names = _names(query)
    return {
        term: float(np.log1p(every / max(1, count))) * (_NAMES if term in names else 1.0)
        for term, count in df.items()
        if count or term in filed
    }


class Words:
    """What the words of messages tell, kept between questions: their terms, and about whom they are."""

    def __init__(self) -> None:
        self._terms: dict[int, frozenset[str]] = {}
        self._about: dict[int, tuple[bool, bool]] = {}

    def of(self, message: Message) -> frozenset[str]:
        """The terms of a message."""
        found = self._terms.get(message.row)
        if found is None:
            if len(self._terms) > _KEPT:
                self._terms.clear()
            found = self._terms[message.row] = text.light_terms(message.text)
        return found

    def about(self, message: Message) -> tuple[bool, bool]:
        """(somebody else, or nothing that is so) is what the first clause is about: "my cousin's workout",
        a quotation."""
        found = self._about.get(message.row)
        if found is None:
            # Loaded only here: its patterns cost a cold start 30 ms, and most questions share nothing.
            from omem_cli.understanding.ground import Evidence

            if len(self._about) > _KEPT:
                self._about.clear()
            proof = Evidence.opening(message.text)
            clause = proof.clause((0, min(1, len(message.text))))
            found = (proof.owner(clause) is not None, proof.doubt(clause, "event") is not None)
            self._about[message.row] = found
        return found


def shared(
    rarity: Mapping[str, float],
    pool: Pool,
    best: Ints,
    words: Words,
    filed: Mapping[int, Iterable[str]],
) -> Floats:
    """Share of the question's words (by rarity, to a high power) that each candidate has, shape (n,).

    Only those at `best` are read. The topics that a message is filed under (`filed`: row -> names) count as
    its words; an answer has those of its question.
    """
    found, whole = np.zeros(len(pool.rows)), sum(rarity.values())
    if not whole:
        return found
    for at in best.tolist():
        terms = words.of(pool.messages[at])
        if topics := filed.get(int(pool.rows[at])):
            terms = terms | text.light_terms(" ".join(topics))
        found[at] = (sum(rarity[term] for term in rarity.keys() & terms) / whole) ** _STEEP
    follows = (np.diff(pool.conversation) == 0) & (np.diff(pool.position) == 1)
    for at in np.flatnonzero(follows & pool.asks[:-1]).tolist():
        found[at + 1] = max(found[at + 1], found[at])
    return found


def trust(
    query: str,
    messages: Sequence[Message],
    share: Floats,
    words: Words,
    told: Floats,
    evidence: Collection[int],
) -> Floats:
    """How far the shared words of each message are trusted to be about the asker's life, shape (n,).

    Wholly, where it is what was looked for: all of the words where the question is nothing but those
    ("barbecue playlist"), or the question as it stands, whomever they are about (the assistant's, where
    nobody else has them). Wholly, too, where it is evidence of a memory (`evidence`: rows) or has a name from
    the question; else as far as it tells of circumstances (`told`, shape (n,)): "my boss dropped his phone"
    has the word of "which phone", and nothing to say on it. Little, where the assistant says them, or the
    first clause is about somebody else or quoted, unless the question is about such a person itself.
    """
    found = np.minimum(1.0, told / _SURE)
    sought = _sought(query, messages, share)
    own: bool | None = None
    names = _names(query)
    for at in np.flatnonzero(share >= _WORTH_READING).tolist():
        message = messages[at]
        if sought[at]:
            found[at] = 1.0
            continue
        if message.row in evidence or not names.isdisjoint(words.of(message)):
            found[at] = 1.0
        if message.role is Role.ASSISTANT:
            found[at] = _LITTLE
            continue
        if own is None:
            own = _about_asker(query)
        somebody, doubtful = words.about(message)
        if (somebody and own) or doubtful:
            found[at] = min(found[at], _LITTLE)
    return found


def aside(query: str, terms: Collection[str], messages: Sequence[Message]) -> NDArray[np.bool_]:
    """Which messages say the question's words of somebody else, or of what is only supposed, quoted or made
    up, shape (n,): "she works at the library" tells nothing of where the asker works. Nothing, where the
    question itself is about somebody else or supposes something."""
    from omem_cli.understanding.ground import Evidence

    def theirs(proof: Evidence, start: int, end: int) -> bool:
        # Only what stands before the words counts: "my sister" tells whether the asker has one.
        doubt = proof.doubt((start, end), _OWN)
        return doubt not in (None, "asked") or proof.owner((start, start)) is not None

    found = np.zeros(len(messages), np.bool_)
    if theirs(Evidence.of(query), len(query), len(query)):
        return found
    for at, message in enumerate(messages):
        if message.role not in (Role.USER, Role.PARTICIPANT):
            continue
        said = message.text[:_BEGINNING]
        if places := text.places(said, terms)[:_FEW]:
            proof = Evidence.of(said)
            found[at] = all(theirs(proof, *place) for place in places)
    return found


def _sought(query: str, messages: Sequence[Message], share: Floats) -> NDArray[np.bool_]:
    """Which messages have all the words of a question that is looked for by its words, shape (n,)."""
    whole = share >= _WHOLE
    if not whole.any():
        return whole
    replies = np.array([m.role is Role.ASSISTANT for m in messages])
    if not _bare(query):
        asked = text.fold(query).strip()
        for at in np.flatnonzero(whole).tolist():
            said = messages[at].text
            whole[at] = asked in text.fold(said) and not hints.is_question(said)
    own = whole & ~replies
    return own if own.any() else whole


def _names(query: str) -> frozenset[str]:
    """The terms of the names in a question, as its capitals show them."""
    return text.light_terms(" ".join(_NAME.findall(query)))


def _bare(query: str) -> bool:
    """Whether a question is nothing but a few words that tell something: then they are looked for."""
    if text.is_cjk(query):
        return len(query.strip()) <= _BARE_CHARACTERS
    size = len(text.words(query))
    return size <= _BARE_WORDS and len(text.content_words(query)) == size


def _about_asker(query: str) -> bool:
    """Whether the question is about nobody else ("workout plan", not "my cousin's workout")."""
    from omem_cli.understanding.ground import Evidence

    return Evidence.of(query).owner((0, len(query))) is None
