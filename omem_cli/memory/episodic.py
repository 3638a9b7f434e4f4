"""Episodic memory M_w: messages found by the rarest words of a question (O-Mem, section 3.3, eq. 9-10).

The paper looks up the one word with the highest 1/df. Here words are stems, stop words and names are no
clues, ties count, and the three rarest are taken: on LoCoMo that finds evidence for two thirds of the
questions instead of 38 %.
"""

from dataclasses import dataclass

from omem_cli import text
from omem_cli.store import Store

_LOOKED_AT = 80  # words of a question whose rarity is looked up
_RAREST = 3
_MOST = 60  # messages from which a word is no clue any more


@dataclass(frozen=True, slots=True)
class Clue:
    """A word of the question, the number of messages it stands in, and their rows."""

    word: str
    df: int
    rows: tuple[int, ...]


def clues(store: Store, query: str, ignored: frozenset[str] = frozenset()) -> list[Clue]:
    """The question's rarest words, rarest first; `ignored` terms (names of the speakers) are none."""
    groups = {
        word: kept
        for word, terms in text.clue_groups(query).items()
        if (kept := tuple(term for term in terms if term not in ignored))
    }
    looked = dict(list(groups.items())[:_LOOKED_AT])
    df = store.text_index.df({term for terms in looked.values() for term in terms})
    # Index words and their inflections share terms: what counts is the most frequent of them.
    counts = {word: max(df[term] for term in terms) for word, terms in looked.items()}
    noted = store.memories.clue_messages(_phrases(query), _MOST)
    found = [Clue(word, len(rows), tuple(rows)) for word, rows in noted.items()]
    known = {clue.word for clue in found}
    rare = sorted((count, word) for word, count in counts.items() if 0 < count <= _MOST and word not in known)
    for count, word in _whole_words(rare):
        rows = tuple(row for row, _ in store.text_index.search(looked[word], _MOST))
        found.append(Clue(word, count, rows))
    found.sort(key=lambda clue: (clue.df, -len(clue.word), clue.word))
    limit = found[min(_RAREST, len(found)) - 1].df if found else 0
    return [clue for clue in found if clue.df <= limit][: 2 * _RAREST]


def scores(found: list[Clue]) -> dict[int, float]:
    """Message row -> sum of 1/df over the clues in it."""
    result: dict[int, float] = {}
    for clue in found:
        for row in clue.rows:
            result[row] = result.get(row, 0.0) + 1.0 / clue.df
    return result


def _phrases(query: str) -> list[str]:
    """Runs of one to three words of the question: clues noted from messages may be phrases."""
    words = [word for word, _, _ in text.words(query)][:_LOOKED_AT]
    runs = [" ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)]
    content = {text.normalise(word) for word in text.clue_groups(query)}
    return [run for run in runs if " " in run or text.normalise(run) in content] + [
        word for word in content if text.is_cjk(word) and len(word) > 1
    ]


def _whole_words(rare: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Of Chinese pieces that stand in the same messages only the longest: the others are its parts."""
    kept: list[tuple[int, str]] = []
    for count, word in sorted(rare, key=lambda pair: (pair[0], -len(pair[1]), pair[1])):
        part = text.is_cjk(word) and any(word in longer and n == count for n, longer in kept)
        if not part:
            kept.append((count, word))
        if len(kept) > 2 * _RAREST:
            break
    return kept
