"""Which messages have the very words of a question: then they are what was looked for, personal or not."""

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from omem_cli import text
from omem_cli.memory import hints
from omem_cli.memory.arrays import Floats
from omem_cli.records import Message, Role
from omem_cli.store import Store

_NAME = re.compile(r"(?<=[^\W\d_] )[A-ZÀ-Þ][\w'’-]+")
_NAMES = 5.0  # times as much does a name count as another word
_RARITIES = 40  # terms whose rarity is looked up
_LITTLE = 0.1  # of the words' worth is left where somebody else's are meant
_WORTH_READING = 0.02  # share from which that matters
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
    names = text.light_terms(" ".join(_NAME.findall(query)))
    return {
        term: float(np.log1p(every / max(1, count))) * (_NAMES if term in names else 1.0)
        for term, count in df.items()
        if count or term in filed
    }


def shared(
    rarity: Mapping[str, float],
    messages: Sequence[Message],
    best: Sequence[int],
    via: Mapping[int, Sequence[str]],
) -> Floats:
    """Share of the question's words (by rarity, to a high power) that each message has, shape (n,).

    `messages` are in order of conversation and position; only those at `best` are read. The topics that
    brought a message (`via`: row -> channels) count as its words, an answer has those of its question.
    """
    found, whole = np.zeros(len(messages)), sum(rarity.values())
    if not whole:
        return found
    for at in best:
        message = messages[at]
        topics = " ".join(name for name in via.get(message.row, ()) if name.startswith("topic:"))
        terms = text.light_terms(f"{message.text} {topics}")
        found[at] = (sum(rarity.get(term, 0.0) for term in terms) / whole) ** _STEEP
    for at in range(1, len(messages)):
        asked, told = messages[at - 1], messages[at]
        follows = asked.conversation == told.conversation and told.position == asked.position + 1
        if follows and found[at - 1] > found[at] and hints.is_question(asked.text):
            found[at] = found[at - 1]
    return found


def trust(query: str, messages: Sequence[Message], share: Floats) -> Floats:
    """How far the shared words of each message are trusted to be the asker's, shape (n,): little where the
    assistant says them, or the first clause is about somebody else or quoted ("my cousin's workout", for
    "workout plan"), unless the question is about such a person itself."""
    found = np.ones(len(messages))
    asked: str | None = None
    for at, message in enumerate(messages):
        if share[at] < _WORTH_READING:
            continue
        if message.role is Role.ASSISTANT:
            found[at] = _LITTLE
            continue
        # Loaded only here: its patterns cost a cold start 30 ms, and most questions share nothing.
        from omem_cli.understanding.ground import Evidence

        if asked is None:
            asked = Evidence.of(query).owner((0, len(query))) or ""
        proof = Evidence.of(message.text)
        clause = proof.clause((0, min(1, len(message.text))))
        owner = proof.owner(clause)
        if (owner is not None and not asked) or proof.doubt(clause, "event") is not None:
            found[at] = _LITTLE
    return found
