"""What the channels bring for a question: text, vectors, clue words, topics, and the evidence of memories."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from omem_cli import text
from omem_cli.memory import episodic
from omem_cli.memory.nearest import Nearest
from omem_cli.memory.question import Question, name_terms
from omem_cli.memory.working import Topic, Topics
from omem_cli.records import Attribute, Event
from omem_cli.store import Store

_FROM_TEXT = 400  # candidates a channel brings
FROM_VECTORS = 300
"""Those that vectors bring."""
_SHOWN_NEAR, _SHOWN_FIRST = 0.25, 20  # `via` says vector from this cosine, and for the first few
_FITS = 0.3  # cosine of the nearest message from which it has to do with the question
_TOPIC = "topic:"
_IN_SPAN = 400  # messages of a span that are candidates
_FIRST_PROOFS, _LAST_PROOFS = 4, 8  # of the evidence of a memory, that is brought


@dataclass(slots=True)
class Found:
    """Message row -> score, for each channel. `names` says what brought a row: name -> its rows.
    `binding`: rows that bear on the question for sure; `timely`: those said in a span that the question
    names; `dated`: those that tell of what happened in it."""

    text: dict[int, float] = field(default_factory=dict)
    vector: dict[int, float] = field(default_factory=dict)
    clue: dict[int, float] = field(default_factory=dict)
    topic: dict[int, float] = field(default_factory=dict)
    persona: dict[int, float] = field(default_factory=dict)
    names: dict[str, set[int]] = field(default_factory=dict)
    binding: set[int] = field(default_factory=set)
    timely: set[int] = field(default_factory=set)
    dated: set[int] = field(default_factory=set)

    def add(self, channel: dict[int, float], rows: Iterable[int], score: float, name: str) -> None:
        """A channel brings rows; of several scores the highest counts."""
        known = self.names.setdefault(name, set())
        for row in rows:
            if channel.get(row, score) <= score:
                channel[row] = score
            known.add(row)

    def rows(self) -> set[int]:
        """All that were brought."""
        return {*self.text, *self.vector, *self.clue, *self.topic, *self.persona, *self.timely, *self.dated}

    def via(self, row: int) -> tuple[str, ...]:
        """What brought a row."""
        return tuple(name for name, rows in self.names.items() if row in rows)


class Proofs:
    """The rows of the messages that memories rest on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[str, tuple[int, ...]] = {}

    def of(self, memories: Sequence[Attribute | Event]) -> list[tuple[int, ...]]:
        """For each memory the rows of its first and latest evidence, earliest first."""
        missing = {m.id: _ends(m) for m in memories if m.id not in self._rows}
        if missing:
            rows = self._store.messages.rows(id for ids in missing.values() for id in ids)
            for memory, ids in missing.items():
                self._rows[memory] = tuple(rows[id] for id in ids if id in rows)
        return [self._rows[m.id] for m in memories]


def bring(
    store: Store, nearest: Nearest | None, topics: Topics, fingerprint: str | None, question: Question
) -> tuple[Found, list[Topic], list[episodic.Clue]]:
    """What text, vectors, clues and topics bring; also those topics and clues themselves."""
    found = Found()
    found.text = dict(store.text_index.search(question.terms, _FROM_TEXT, question.person, question.before))
    found.names["text"] = set(found.text)
    if nearest is not None and question.vector is not None:
        narrowed = question.person is not None or question.as_of is not None
        near = nearest.search(question.vector, FROM_VECTORS * (16 if narrowed else 1))
        found.vector = dict(near)
        shown = {row for at, (row, cosine) in enumerate(near) if cosine >= _SHOWN_NEAR or at < _SHOWN_FIRST}
        found.names["vector"] = shown
    clues = episodic.clues(store, question.query, name_terms(question.named))
    for clue in clues:
        found.names[f"clue:{clue.word}"] = set(clue.rows)
    found.clue = episodic.scores(clues)
    near_topics = topics.nearest(question.terms, question.telling, fingerprint)
    for topic in near_topics:
        found.add(found.topic, topic.rows, topic.score, _TOPIC + topic.name)
    for first, after in question.spans:
        found.timely.update(store.messages.said_between(first, after, _IN_SPAN, question.person))
    found.names["time"] = set(found.timely) if question.whole else set()
    return found, near_topics, clues


def fits(question: Question, found: Found) -> bool:
    """Whether anything fits: something has words of the question, is said at its time, is what a memory that
    goes with a look-up rests on, or is near in meaning. An open question of words that nobody used is one
    still, for what bears on a plan shares no words with it; marks and cries ("???", 啊啊) are none."""
    if found.text or found.clue or found.topic or found.timely or found.dated:
        return True
    words = "".join(word for word, _, _ in text.words(question.query))
    alone = len(words) == 1 and text.is_cjk(words)  # "吃" is a word
    if not question.fact and (alone or len(set(words)) > 1):
        return True
    if question.fact and not question.literal and found.persona:
        return True
    # Marks alone have an embedding too, but no meaning.
    tells = question.telling is not None and bool(words)
    return tells and max(found.vector.values(), default=0.0) >= _FITS


def topics_of(found: Found) -> dict[int, list[str]]:
    """Row -> the topics that brought it."""
    result: dict[int, list[str]] = {}
    for name, rows in found.names.items():
        if name.startswith(_TOPIC):
            for row in rows:
                result.setdefault(row, []).append(name.removeprefix(_TOPIC))
    return result


def _ends(memory: Attribute | Event) -> list[str]:
    """The messages in which something was said first, and those that said it last."""
    every = [e.message for e in memory.evidence]
    return (
        every if len(every) <= _FIRST_PROOFS + _LAST_PROOFS else every[:_FIRST_PROOFS] + every[-_LAST_PROOFS:]
    )
