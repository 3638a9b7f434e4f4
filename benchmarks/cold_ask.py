"""Time and memory of a whole `omem ask "weekend plans" --json` process on a memory of 10,000 messages,
and of a process that only imports sentence_transformers, measured by turns in one run.

    python -m benchmarks.cold_ask [--messages N] [--runs N] [--write]

Cold means a new process each time; the files are in the page cache, as on a machine in use. The memory is
made once in the temporary folder and used again.
"""

import statistics
import sys
from pathlib import Path

from benchmarks import report
from benchmarks.process import QUERY, Run, environment, measure, memory


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = report.arguments(__doc__)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()

    database = memory(options.messages)
    omem, around = str(Path(sys.executable).with_name("omem")), environment(database)
    commands = {
        f'omem ask "{QUERY}" --json': [omem, "ask", QUERY, "--json"],
        "import sentence_transformers": [sys.executable, "-c", "import sentence_transformers"],
        "omem --help": [omem, "--help"],
    }
    for command in commands.values():  # compiled modules and file cache, the same for all
        measure(command, around)
    figures: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            figures[name].append(measure(command, around))

    lines = [
        report.heading(f"Cold `omem ask` on {options.messages:,} messages"),
        "",
        f"{report.machine()}; {options.runs} runs of each by turns; memory file "
        f"{database.stat().st_size / 1e6:.0f} MB. {report.load()}",
        "",
        "| process | median s | min s | max s | peak MB |",
        "|---|---|---|---|---|",
    ]
    medians = []
    for name, runs in figures.items():
        seconds = [run.wall for run in runs]
        medians.append(statistics.median(seconds))
        peak = max(run.peak for run in runs)
        lines.append(
            f"| `{name}` | {medians[-1]:.2f} | {min(seconds):.2f} | {max(seconds):.2f} | {peak:.0f} |"
        )
    lines += ["", f"Ratio of the medians, ask to import: {medians[0] / medians[1]:.3f}"]
    print("\n".join(lines))
    if options.write:
        report.file("cold-ask", lines)


if __name__ == "__main__":
    main()
