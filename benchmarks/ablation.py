"""What each channel of retrieval is worth: evidence recall on LoCoMo conversations with one channel off.

    python -m benchmarks.ablation LOCOMO.json [--write] [--fit]

The first rows are single channels. `--fit` chooses the weights by coordinate search on all
conversations but one and tests on that one, for each in turn: how far the fixed weights are from overfitted.
"""

import argparse
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from omem_cli.bench.locomo import DEPTHS, Asked, Sample, read
from omem_cli.embedding import load_embedder
from omem_cli.ingest import ingest
from omem_cli.memory.retrieve import Retriever
from omem_cli.memory.weights import DEFAULT, Weights
from omem_cli.protocols import Embedder
from omem_cli.store import Store, open_store
from omem_cli.transcripts import read as read_transcripts

RESULTS = Path(__file__).parent / "results" / "ablation.md"
OFF = replace(DEFAULT, **dict.fromkeys(DEFAULT.__dataclass_fields__, 0.0))
ROWS: dict[str, Weights] = {
    "all channels": DEFAULT,
    "vectors alone (names said as I)": replace(OFF, vector=1.0),
    "BM25 alone": replace(OFF, text=1.0),
    "topics alone (WM)": replace(OFF, topic=1.0),
    "topics and clues (WM + EM)": replace(OFF, topic=1.0, clue=1.0),
    "topics, clues, persona (WM + EM + PM)": replace(OFF, topic=1.0, clue=1.0, persona=1.0),
    **{
        f"without {name.replace('_', ' ')}": replace(DEFAULT, **{name: 0.0})
        for name in ("text", "vector", "clue", "second_hop", "speaker", "session", "when", "answer", "asking")
    },
    "without neighbours": replace(DEFAULT, following=0.0, preceding=0.0),
}
GRID: dict[str, tuple[float, ...]] = {
    "vector": (1.0, 1.5, 2.0),
    "clue": (0.0, 0.1, 0.3),
    "second_hop": (0.0, 0.15, 0.3),
    "following": (0.2, 0.3, 0.4),
    "preceding": (0.2, 0.3, 0.4),
    "speaker": (0.5, 0.8, 1.2),
    "session": (0.15, 0.3, 0.5),
    "answer": (0.0, 0.2, 0.4),
    "asking": (0.0, 0.2, 0.4),
}


def recalls(store: Store, embedder: Embedder, asked: Sequence[Asked], weights: Weights) -> list[list[float]]:
    """For each question the share of its evidence among the first 5, 10 and 20, and whether any is."""
    finder = Retriever(store, embedder, weights)
    rows = []
    for one in asked:
        found = [hit.message.ref for hit in finder.search(one.query, max(DEPTHS))]
        hits = [len(one.evidence.intersection(found[:k])) for k in DEPTHS]
        rows.append([h / len(one.evidence) for h in hits] + [float(h > 0) for h in hits])
    return rows


def mean(rows: Iterable[list[float]]) -> list[float]:
    """Column means."""
    return [float(value) for value in np.mean(list(rows), axis=0)]


def fit(memories: list[tuple[Store, list[Asked]]], embedder: Embedder) -> tuple[float, Weights]:
    """Turn recall at 10 and the weights of one round of coordinate search from the fixed ones."""

    def worth(weights: Weights) -> float:
        return mean(row for store, asked in memories for row in recalls(store, embedder, asked, weights))[1]

    best, chosen = worth(DEFAULT), DEFAULT
    for name, values in GRID.items():
        for value in values:
            trial = replace(chosen, **{name: value})
            if trial != chosen and (score := worth(trial)) > best + 5e-4:
                best, chosen = score, trial
    return best, chosen


def main() -> None:
    """Prints a Markdown table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("locomo", type=Path)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name} as well")
    parser.add_argument("--fit", action="store_true", help="cross-validate the weights (takes long)")
    options = parser.parse_args()
    embedder = _remembering(load_embedder())
    data: list[Sample] = read(options.locomo)
    with tempfile.TemporaryDirectory() as folder:
        memories = []
        for number, sample in enumerate(data):
            source = Path(folder) / f"{number}.json"
            source.write_text(json.dumps([sample.record]), "utf-8")
            store = open_store(Path(folder) / f"{number}.db")
            ingest(store, read_transcripts(str(source), format="locomo"), embedder=embedder)
            memories.append((store, list(sample.asked)))
        total = sum(len(asked) for _, asked in memories)
        lines = [
            f"Share of the evidence turns (and: any of them) among the first k messages; {len(data)} LoCoMo "
            f"conversations, {total} questions, no language model, {embedder.fingerprint}.",
            "",
            "| | turn@5 | turn@10 | turn@20 | any@5 | any@10 | any@20 |",
            "|---|---|---|---|---|---|---|",
        ]
        for name, weights in ROWS.items():
            values = mean(
                row for store, asked in memories for row in recalls(store, embedder, asked, weights)
            )
            lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
            print(lines[-1], flush=True)
        if options.fit:
            held_out = []
            for number, (store, asked) in enumerate(memories):
                _, chosen = fit(memories[:number] + memories[number + 1 :], embedder)
                held_out += recalls(store, embedder, asked, chosen)
            lines += ["", f"Weights chosen on the other conversations: turn@10 {mean(held_out)[1]:.3f}."]
            print(lines[-1])
        for store, _ in memories:
            store.close()
    if options.write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join(["# Ablation", "", *lines]) + "\n", "utf-8")


def _remembering(embedder: Embedder) -> Embedder:
    """The embedder, each question encoded once for all rows."""
    known: dict[str, Any] = {}
    plain = embedder.encode_query

    def encode_query(text: str) -> Any:
        if text not in known:
            known[text] = plain(text)
        return known[text]

    embedder.encode_query = encode_query  # type: ignore[method-assign]
    return embedder


if __name__ == "__main__":
    main()
