"""Which messages have the very words of a question: then they are what was looked for, personal or not."""

from collections.abc import Mapping, Sequence

import numpy as np

from omem_cli import text
from omem_cli.memory import hints
from omem_cli.memory.arrays import Floats
from omem_cli.records import Message
from omem_cli.store import Store

_RARITIES = 40  # terms whose rarity is looked up
_STEEP = 6  # power of the share: few of the words say little


def rarities(store: Store, query: str, terms: Sequence[str]) -> dict[str, float]:
    """The question's terms with their inverse document frequency; those that nobody used count most."""
    # As stored texts are read: a short question also has stems of languages that it isn't in.
    own = text.light_terms(query)
    df = store.text_index.df([term for term in terms if term in own][:_RARITIES])
    every = store.text_index.count()
    return {term: float(np.log1p(every / max(1, count))) for term, count in df.items()}


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
