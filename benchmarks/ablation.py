"""What each channel of retrieval is worth: evidence recall on LoCoMo conversations with one channel off.

    python -m benchmarks.ablation LOCOMO.json [--write]

The first rows are single channels.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.evidence import BUDGET, conversations
from omem_cli.memory.weights import DEFAULT, Weights

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
        for name in (
            "text",
            "vector",
            "clue",
            "second_hop",
            "speaker",
            "owner",
            "session",
            "session_late",
            "variety",
            "when",
            "answer",
            "asking",
        )
    },
    "without neighbours": replace(DEFAULT, following=0.0, preceding=0.0),
}


def main() -> None:
    """Prints a Markdown table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("locomo", type=Path)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name} as well")
    options = parser.parse_args()
    with conversations(options.locomo) as memories:
        total = sum(len(one.asked) for one in memories)
        lines = [
            f"{len(memories)} LoCoMo conversations, {total} questions, no language model, "
            f"{memories[0].fingerprint}. Of what `omem ask -n 20 --budget {BUDGET}` shows: the share of "
            "the evidence turns among the first k messages, whether any of them is, and the share of the "
            "sessions with evidence among the sessions of the first ten.",
            "",
            "| | turn@5 | turn@10 | turn@20 | any@5 | any@10 | any@20 | session@10 |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for name, weights in ROWS.items():
            values = np.concatenate([one.recalls(weights) for one in memories]).mean(axis=0)
            lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
            print(lines[-1], flush=True)
    if options.write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join(["# Ablation", "", *lines]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
