"""LoCoMo conversations in memories of their own, and how much of the evidence a choice of weights finds."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omem_cli.bench.locomo import DEPTH, DEPTHS, Asked, read
from omem_cli.embedding import load_embedder
from omem_cli.ingest import ingest
from omem_cli.memory.retrieve import Retriever
from omem_cli.memory.weights import Weights
from omem_cli.protocols import Embedder
from omem_cli.store import Store, open_store
from omem_cli.transcripts import read as read_transcripts

BUDGET = 1500
"""Tokens of a context."""
COLUMNS = ("turn@5", "turn@10", "turn@20", "any@5", "any@10", "any@20", "session@10")


class Memory:
    """One conversation and its questions, asked again and again with other weights."""

    def __init__(self, store: Store, embedder: Embedder, asked: Sequence[Asked]) -> None:
        self.asked, self.fingerprint = asked, embedder.fingerprint
        self._finder = Retriever(store, embedder)
        self._finder.expect([one.query for one in asked])
        self._known: dict[Weights, NDArray[np.float64]] = {}

    def recalls(self, weights: Weights) -> NDArray[np.float64]:
        """COLUMNS for each question, shape (questions, 7)."""
        if weights not in self._known:
            finder = self._finder.weighing(weights)
            self._known[weights] = np.array([_recall(finder, one) for one in self.asked])
        return self._known[weights]


def _recall(finder: Retriever, one: Asked) -> list[float]:
    context = finder.ask(one.query, n=DEPTH, budget=BUDGET)
    refs = [hit.message.ref or "" for hit in context.messages]
    hits = [len(one.evidence.intersection(refs[:k])) for k in DEPTHS]
    # A turn's id begins with its session: D3:12.
    sessions = {ref.split(":")[0] for ref in one.evidence}
    shown = set(list(dict.fromkeys(ref.split(":")[0] for ref in refs))[:10])
    return [
        *(h / len(one.evidence) for h in hits),
        *(float(h > 0) for h in hits),
        len(sessions & shown) / len(sessions),
    ]


@contextmanager
def conversations(path: Path) -> Iterator[list[Memory]]:
    """The conversations of a LoCoMo file, each in a memory without a language model's reading."""
    embedder = load_embedder()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stores:
        memories = []
        for number, sample in enumerate(read(path)):
            source = Path(folder) / f"{number}.json"
            source.write_text(json.dumps([sample.record]), "utf-8")
            store = stores.enter_context(open_store(Path(folder) / f"{number}.db"))
            ingest(store, read_transcripts(str(source), format="locomo"), embedder=embedder)
            memories.append(Memory(store, embedder, sample.asked))
        yield memories
