"""Are the weights of retrieval fitted to the conversations they were chosen on? Cross-validation over LoCoMo
conversations.

    python -m benchmarks.weights LOCOMO.json [--rounds N] [--write]

For each conversation in turn, weights are chosen on the others alone, by coordinate search from plain ones
(text and vectors count the same, nothing else counts), and tested on the one left out. What that finds is
what the way of choosing is worth on conversations nobody has seen; the shipped weights stand beside it.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.evidence import COLUMNS, Memory, conversations
from omem_cli.memory.weights import DEFAULT, Weights

RESULTS = Path(__file__).parent / "results" / "weights.md"
GRID: dict[str, tuple[float, ...]] = {
    "speaker": (0.0, 0.5, 0.8, 1.2),
    "vector": (1.0, 1.5, 2.0),
    "preceding": (0.0, 0.2, 0.4, 0.6),
    "following": (0.0, 0.2, 0.3, 0.5),
    "session": (0.0, 0.15, 0.3, 0.5),
    "when": (0.0, 0.2, 0.4, 0.8),
    "asking": (0.0, 0.2, 0.4, 0.6),
    "answer": (0.0, 0.2, 0.4, 0.6),
    "second_hop": (0.0, 0.15, 0.3),
    "clue": (0.0, 0.1, 0.3),
    "reach": (0.0, 0.4, 0.7),
    "variety": (0.0, 0.75, 1.5),
    "session_late": (0.0, 0.5, 1.0),
}
"""What is tried, in this order. Weights that LoCoMo without a language model's reading says nothing of
(topics, persona, circumstances) and `text`, the measure of the others, stay as they are."""
PLAIN = replace(DEFAULT, **{name: 1.0 if name == "vector" else 0.0 for name in GRID})
_MORE = 5e-4  # mean recall by which another weight has to be better


def worth(memories: Sequence[Memory], weights: Weights) -> float:
    """Mean of turn@10, any@10 and session@10 over all questions."""
    found = np.concatenate([one.recalls(weights) for one in memories]).mean(axis=0)
    return float(np.mean([found[COLUMNS.index(name)] for name in ("turn@10", "any@10", "session@10")]))


def chosen(memories: Sequence[Memory], rounds: int) -> Weights:
    """The weights that coordinate search finds on these conversations."""
    weights, best = PLAIN, worth(memories, PLAIN)
    for _ in range(rounds):
        before = weights
        for name, values in GRID.items():
            for value in values:
                trial = replace(weights, **{name: value})
                if trial != weights and (score := worth(memories, trial)) > best + _MORE:
                    best, weights = score, trial
        if weights == before:
            break
    return weights


def main() -> None:
    """Prints Markdown tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("locomo", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name} as well")
    options = parser.parse_args()
    with conversations(options.locomo) as memories:
        held_out: list[NDArray[np.float64]] = []
        picked = []
        for number, left in enumerate(memories):
            picked.append(chosen(memories[:number] + memories[number + 1 :], options.rounds))
            held_out.append(left.recalls(picked[-1]))
            print(f"left out {number + 1}: {_differing(picked[-1])}", flush=True)
        rows = {
            "plain: text and vectors": [one.recalls(PLAIN) for one in memories],
            "chosen on the others, tested on the one left out": held_out,
            "the shipped weights": [one.recalls(DEFAULT) for one in memories],
        }
        lines = [
            f"{len(memories)} LoCoMo conversations, {sum(len(one.asked) for one in memories)} questions, "
            f"{options.rounds} round(s) of coordinate search, {memories[0].fingerprint}.",
            "",
            "| | " + " | ".join(COLUMNS) + " |",
            "|---|" + "---|" * len(COLUMNS),
        ]
        for name, found in rows.items():
            values = np.concatenate(found).mean(axis=0)
            lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
        lines += [
            "",
            "What was chosen each time, and what is shipped:",
            "",
            "| weight | " + " | ".join(f"without {n + 1}" for n in range(len(picked))) + " | shipped |",
            "|---|" + "---|" * (len(picked) + 1),
        ]
        for name in GRID:
            row = [f"{getattr(weights, name):g}" for weights in (*picked, DEFAULT)]
            lines.append(f"| {name} | " + " | ".join(row) + " |")
    print("\n".join(lines))
    if options.write:
        RESULTS.write_text("\n".join(["# Cross-validation of the weights", "", *lines]) + "\n", "utf-8")


def _differing(weights: Weights) -> str:
    return ", ".join(
        f"{name} {getattr(weights, name):g}"
        for name in GRID
        if getattr(weights, name) != getattr(DEFAULT, name)
    )


if __name__ == "__main__":
    main()
