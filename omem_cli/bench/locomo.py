"""How well the messages that answer a question are found: four ways side by side, on LoCoMo conversations.

Every way ranks the messages of the question's own conversation. What counts are the first DEPTH of them that
fit into the budget, shown as `omem ask --prompt` would show them: a way that fills the budget with one long
message has found one message. omem's own context holds the persona as well, out of the same budget.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omem_cli import text
from omem_cli.errors import OmemError
from omem_cli.ingest import Progress, ingest, silent
from omem_cli.memory.budget import FRAME, Purse, estimate_tokens
from omem_cli.memory.retrieve import Retriever
from omem_cli.protocols import Embedder
from omem_cli.records import Message
from omem_cli.store import Store, open_store
from omem_cli.transcripts import read as read_transcripts
from omem_cli.understanding import Understander

DEPTHS = (5, 10, 20)
DEPTH = max(DEPTHS)
UNANSWERABLE = 5
"""The category of questions that the conversation does not answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids (`ref`) of the turns that hold its answer."""

    query: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sample:
    """A conversation as it stands in the data set, and the questions that it answers."""

    record: dict[str, Any]
    asked: tuple[Asked, ...]


def read(path: Path) -> list[Sample]:
    """The conversations of a LoCoMo file (an array of them, or one). Raises OmemError that names the line
    where the file is no JSON, else the conversation and question where something is missing."""
    try:
        document = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise OmemError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise OmemError(f"{path} is no UTF-8 text ({error.reason} at byte {error.start})") from None
    except json.JSONDecodeError as error:
        raise OmemError(f"{path}, line {error.lineno}: no JSON ({error.msg})") from None
    records = document if isinstance(document, list) else [document]
    samples = []
    for number, record in enumerate(records, 1):
        where = f"{path}, conversation {number}"
        if not isinstance(record, dict) or not isinstance(record.get("qa"), list):
            raise OmemError(f'{where}: no LoCoMo sample with its questions ("qa")')
        samples.append(Sample(record, tuple(questions(record, where))))
    if not any(sample.asked for sample in samples):
        raise OmemError(f"{path}: no question whose evidence stands in its conversation")
    return samples


def questions(record: dict[str, Any], where: str = "a conversation") -> list[Asked]:
    """The questions that the conversation answers and whose evidence stands in it."""
    inner = record.get("conversation")
    holder = inner if isinstance(inner, dict) else record
    known = {
        turn["dia_id"]
        for key, session in holder.items()
        if key.startswith("session_") and isinstance(session, list)
        for turn in session
        if isinstance(turn, dict) and isinstance(turn.get("dia_id"), str)
    }
    asked = []
    for number, qa in enumerate(record["qa"], 1):
        query, evidence = (qa.get("question"), qa.get("evidence")) if isinstance(qa, dict) else (None, None)
        if not isinstance(query, str) or not isinstance(evidence, list | None):
            raise OmemError(f'{where}, question {number}: no "question" with its list of "evidence"')
        found = known.intersection(e for e in evidence or () if isinstance(e, str))
        if found and qa.get("category") != UNANSWERABLE:
            asked.append(Asked(" ".join(query.splitlines()).strip(), frozenset(found)))
    return asked


# ---------------------------------------------------------------- the ways
Answer = tuple[Sequence[Message], int]
"""Messages, best first, and the tokens that the context takes."""
Way = Callable[[str], Answer]


def grep(store: Store) -> Callable[[str], list[Message]]:
    """Messages with most of the question's words as they stand, in any case; among equals the first said."""
    messages = [(message, text.fold(message.text)) for message in store.messages.iterate()]

    def rank(query: str) -> list[Message]:
        wanted = text.content_words(query)
        counted = [(sum(word in words for word in wanted), message) for message, words in messages]
        ranked = sorted((pair for pair in counted if pair[0]), key=lambda pair: -pair[0])
        return [message for _, message in ranked[:DEPTH]]

    return rank


def bm25(store: Store) -> Callable[[str], list[Message]]:
    """The text index by itself: stems, BM25."""

    def rank(query: str) -> list[Message]:
        hits = store.text_index.search(text.analyse(query, query=True), DEPTH)
        return store.messages.by_rows(row for row, _ in hits)

    return rank


def vector(store: Store, embedder: Embedder) -> Callable[[str], list[Message]]:
    """Cosine of question and message by itself."""

    def rank(query: str) -> list[Message]:
        near = embedder.encode_query(query)
        hits = store.vectors.search("message", embedder.fingerprint, near, DEPTH)
        return store.messages.by_rows(row for row, _ in hits)

    return rank


def _bought(rank: Callable[[str], list[Message]], budget: int, count: Callable[[str], int]) -> Way:
    """What of a ranking fits into the budget, with long messages cut around the question's words."""

    def answer(query: str) -> Answer:
        ranked, terms = rank(query), text.analyse(query, query=True)
        purse = Purse(max(0, budget - FRAME), count)
        most = max(64, 3 * purse.left // max(3, len(ranked)))
        kept = [message for message in ranked if purse.buy_message(message, terms, most) is not None]
        return kept, budget - purse.left

    return answer


def _omem(store: Store, embedder: Embedder | None, budget: int) -> Way:
    finder = Retriever(store, embedder)

    def answer(query: str) -> Answer:
        context = finder.ask(query, n=DEPTH, budget=budget)
        return [hit.message for hit in context.messages], context.tokens

    return answer


def ways(store: Store, embedder: Embedder | None, budget: int) -> dict[str, Way]:
    """All ways by name; without an embedder there is no vector search."""
    count = embedder.count_tokens if embedder is not None else estimate_tokens
    ranks = {"grep": grep(store), "BM25": bm25(store)}
    if embedder is not None:
        ranks["vector"] = vector(store, embedder)
    return {
        **{name: _bought(rank, budget, count) for name, rank in ranks.items()},
        "omem": _omem(store, embedder, budget),
    }


# ---------------------------------------------------------------- what they find
@dataclass(slots=True)
class Found:
    """Of one way, over all questions. At each depth k the sums of: share of the evidence messages among the
    first k, 1 where any is, share of the evidence sessions among the first k sessions."""

    way: str
    questions: int = 0
    turns: dict[int, float] = field(default_factory=lambda: dict.fromkeys(DEPTHS, 0.0))
    any: dict[int, float] = field(default_factory=lambda: dict.fromkeys(DEPTHS, 0.0))
    sessions: dict[int, float] = field(default_factory=lambda: dict.fromkeys(DEPTHS, 0.0))
    tokens: int = 0
    most_tokens: int = 0
    seconds: float = 0.0

    def add(self, asked: Asked, refs: Sequence[str], tokens: int, seconds: float) -> None:
        """Counts one question; `refs` are the ids of the messages, best first."""
        self.questions += 1
        self.tokens += tokens
        self.most_tokens = max(self.most_tokens, tokens)
        self.seconds += seconds
        wanted = {session(ref) for ref in asked.evidence}
        seen = list(dict.fromkeys(session(ref) for ref in refs))
        for k in DEPTHS:
            hit = len(asked.evidence.intersection(refs[:k]))
            self.turns[k] += hit / len(asked.evidence)
            self.any[k] += hit > 0
            self.sessions[k] += len(wanted.intersection(seen[:k])) / len(wanted)


def session(ref: str) -> str:
    """`D3` of `D3:11`."""
    return ref.partition(":")[0]


@dataclass(slots=True)
class LocomoReport:
    """`ways` in the order they are shown; `embedder` and `extractor` name the models, None without."""

    embedder: str | None
    extractor: str | None
    budget: int
    conversations: int = 0
    messages: int = 0
    ways: list[Found] = field(default_factory=list)


def run(
    samples: Sequence[Sample],
    embedder: Embedder | None,
    *,
    understander: Understander | None = None,
    budget: int = 1500,
    path: str = "",
    progress: Progress = silent,
) -> LocomoReport:
    """Takes each conversation into a memory of its own, in a temporary folder, and asks its questions.

    With an understander the persona, topics and clue words are there as well, which takes long.
    Raises OmemError where a turn can't be read: what is left out would lower the shares.
    """
    report = LocomoReport(
        None if embedder is None else embedder.fingerprint,
        None if understander is None else understander.model,
        budget,
    )
    total, done = sum(len(sample.asked) for sample in samples), 0
    found: dict[str, Found] = {}
    with tempfile.TemporaryDirectory(prefix="omem-") as folder:
        for number, sample in enumerate(samples, 1):
            report.conversations += 1
            source = Path(folder) / f"{number}.json"
            source.write_text(json.dumps([sample.record]), "utf-8")
            with open_store(Path(folder) / f"{number}.db") as store:
                taken = ingest(
                    store,
                    read_transcripts(str(source), format="locomo"),
                    embedder=embedder,
                    understander=understander,
                    progress=progress,
                )
                for broken in (broken for file in taken.files for broken in file.failed):
                    raise OmemError(f"{path}, conversation {number}: {broken.where}: {broken.why}")
                report.messages += taken.new
                for name, asked, refs, tokens, seconds in _answers(sample, ways(store, embedder, budget)):
                    found.setdefault(name, Found(name)).add(asked, refs, tokens, seconds)
                    done += name == "omem"
                    progress("asking", done, total)
    report.ways = list(found.values())
    return report


def _answers(sample: Sample, ways: dict[str, Way]) -> Iterator[tuple[str, Asked, list[str], int, float]]:
    for asked in sample.asked:
        for name, way in ways.items():
            start = time.perf_counter()
            messages, tokens = way(asked.query)
            took = time.perf_counter() - start
            yield name, asked, [message.ref or "" for message in messages], tokens, took
