"""How well labelled messages are understood, by what is found, by aspect, and where the time goes."""

import operator
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial

from omem_cli.bench.labels import Labelled
from omem_cli.bench.matching import Tally, near_aspects, pairs, same_value
from omem_cli.ingest import Progress, silent
from omem_cli.protocols import Embedder, Extractor
from omem_cli.records import MessageContext, Role, Understanding
from omem_cli.understanding import Understander
from omem_cli.understanding.gate import Gate, Verdict, load_gate

FILTER, MODEL, GROUNDING, WORDS = "write filter", "model", "grounding", "words alone"
"""Stages: the gate; the model; values, quotes and dates from its reply; clue words where none was asked."""


@dataclass(slots=True)
class Scores:
    """Over `messages`. `gate`: is anything told? `attributes`: value the same, aspect of the same group;
    `strict`: of the same aspect. `dated` of `events.right` have the labelled date. `ungrounded` quotes stand
    nowhere in their message."""

    messages: int = 0
    gate: Tally = field(default_factory=Tally)
    attributes: Tally = field(default_factory=Tally)
    strict: Tally = field(default_factory=Tally)
    events: Tally = field(default_factory=Tally)
    clues: Tally = field(default_factory=Tally)
    dated: int = 0
    ungrounded: int = 0

    @property
    def event_dates(self) -> float:
        """Share of the events found whose date is right."""
        return self.dated / self.events.right if self.events.right else 0.0

    def add(self, gold: Labelled, found: Understanding) -> None:
        """Counts one message. Claims without a quote are held, so they count as not made."""
        guessed = _attributes(found)
        events = [event for event in found.events if event.quote]
        telling = bool(guessed or events)
        self.messages += 1
        self.gate.add(gold.telling and telling, telling, gold.telling)
        near = pairs(
            gold.attributes, guessed, lambda a, b: near_aspects(a[0], b[0]) and same_value(a[1], b[1])
        )
        self.attributes.add(len(near), len(guessed), len(gold.attributes))
        strict = pairs(gold.attributes, guessed, lambda a, b: a[0] == b[0] and same_value(a[1], b[1]))
        self.strict.add(len(strict), len(guessed), len(gold.attributes))
        met = pairs(
            gold.events,
            events,
            lambda a, b: same_value(a.event, b.event) or same_value(a.quote, b.quote or ""),
        )
        self.events.add(len(met), len(events), len(gold.events))
        self.dated += sum(label.date == event.date for label, event in met)
        words = pairs(gold.clues, found.clues, same_value)
        self.clues.add(len(words), len(found.clues), len(gold.clues))
        quotes = [a.quote for a in found.attributes if a.quote] + [e.quote or "" for e in events]
        self.ungrounded += sum(quote not in gold.message.text for quote in quotes)


@dataclass(slots=True)
class Stage:
    """A part of the work: how many messages came there, and its seconds."""

    name: str
    messages: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class ExtractionReport:
    """`aspects`: strict scores of each. `confusion`: (labelled aspect, predicted aspect) of values that are
    the same; None on the left for what was found but is not labelled, on the right for what was missed.
    `read` messages reached the model and took `read_seconds`, all stages together."""

    model: str
    total: Scores = field(default_factory=Scores)
    languages: dict[str, Scores] = field(default_factory=dict)
    aspects: dict[str, Tally] = field(default_factory=dict)
    confusion: Counter[tuple[str | None, str | None]] = field(default_factory=Counter)
    stages: list[Stage] = field(default_factory=list)
    seconds: float = 0.0
    read: int = 0
    read_seconds: float = 0.0


def run(
    rows: Sequence[Labelled],
    extractor: Extractor | None,
    *,
    embedder: Embedder | None = None,
    progress: Progress = silent,
) -> ExtractionReport:
    """Understands each message by itself, as `omem preview` does, and compares. What is loaded once for all
    messages counts for none of the rates."""
    gate_time, model_time = Stage(FILTER), Stage(MODEL)
    grounding, words = Stage(GROUNDING), Stage(WORDS)
    timed = None if extractor is None else _TimedExtractor(extractor, model_time)
    understander = Understander(timed, gate=_timed_gate(gate_time), embedder=embedder)
    _warm(rows)
    report = ExtractionReport(understander.model, stages=[gate_time, model_time, grounding, words])
    for done, row in enumerate(rows):
        progress("understanding", done, len(rows))
        before = gate_time.seconds + model_time.seconds
        start = time.perf_counter()
        found = understander.understand(row.message, Role.USER)
        took = time.perf_counter() - start
        rest = grounding if found.skipped is None else words
        rest.messages += 1
        rest.seconds += took - (gate_time.seconds + model_time.seconds - before)
        report.seconds += took
        if found.skipped is None:
            report.read += 1
            report.read_seconds += took
        report.total.add(row, found)
        report.languages.setdefault(row.language, Scores()).add(row, found)
        _compare_aspects(report, row, found)
    model_time.messages = report.read  # a long message is read in parts
    return report


def _warm(rows: Sequence[Labelled]) -> None:
    """Loads dictionaries and rules, which the first message would else pay for all."""
    bare = Understander(None)
    for language in dict.fromkeys(row.language for row in rows):
        first = next(row for row in rows if row.language == language)
        bare.understand(first.message, Role.USER)


def _attributes(found: Understanding) -> list[tuple[str, str]]:
    return [(claim.aspect, claim.value) for claim in found.attributes if claim.quote]


def _compare_aspects(report: ExtractionReport, gold: Labelled, found: Understanding) -> None:
    """Pairs values whatever their aspect: the same aspect first, then a near one, then the rest."""
    labels, guesses = list(enumerate(gold.attributes)), list(enumerate(_attributes(found)))
    for close in (operator.eq, near_aspects, _any):
        for label, guess in pairs(labels, guesses, partial(_alike, close)):
            labels.remove(label)
            guesses.remove(guess)
            report.confusion[label[1][0], guess[1][0]] += 1
            if label[1][0] == guess[1][0]:
                report.aspects.setdefault(label[1][0], Tally()).right += 1
    for aspect, _ in gold.attributes:
        report.aspects.setdefault(aspect, Tally()).gold += 1
    for aspect, _ in _attributes(found):
        report.aspects.setdefault(aspect, Tally()).guessed += 1
    report.confusion.update((label[1][0], None) for label in labels)
    report.confusion.update((None, guess[1][0]) for guess in guesses)


_Numbered = tuple[int, tuple[str, str]]


def _alike(close: Callable[[str, str], bool], a: _Numbered, b: _Numbered) -> bool:
    return close(a[1][0], b[1][0]) and same_value(a[1][1], b[1][1])


def _any(a: str, b: str) -> bool:
    return True


@contextmanager
def _clocked(stage: Stage) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        stage.seconds += time.perf_counter() - start
        stage.messages += 1


@dataclass(frozen=True)
class _TimedGate(Gate):
    stage: Stage = field(default_factory=lambda: Stage(FILTER))

    def judge(self, message: MessageContext, role: Role) -> Verdict:
        with _clocked(self.stage):
            return super().judge(message, role)


def _timed_gate(stage: Stage) -> _TimedGate:
    gate = load_gate()
    return _TimedGate(**{f.name: getattr(gate, f.name) for f in fields(gate)}, stage=stage)


class _TimedExtractor:
    def __init__(self, extractor: Extractor, stage: Stage) -> None:
        self._extractor, self._stage = extractor, stage

    @property
    def id(self) -> str:
        return self._extractor.id

    @property
    def tuned(self) -> bool:
        return getattr(self._extractor, "tuned", False)

    def extract(self, message: MessageContext) -> str:
        with _clocked(self._stage):
            return self._extractor.extract(message)

    def answer(self, prompt: str, max_tokens: int) -> str:
        return self._extractor.answer(prompt, max_tokens)
