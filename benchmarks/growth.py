"""How `omem ask` grows with the memory: time, memory and file size at 10,000, 100,000 and 1,000,000 messages.

    python -m benchmarks.growth [--sizes N,N,...] [--runs N] [--folder DIR] [--write]

Cold is a whole `omem ask "weekend plans" --json` process, the files in the page cache. Warm is what one more
question costs in `omem ask --batch`: forty mixed questions (English, Chinese, names, dates, plans) against
one, divided. The memories are drawn (`benchmarks.generate --drawn`), made once in the folder and kept; the
largest takes 4 GB and some ten minutes.

Wall-clock time depends on what else the machine does; CPU time (user and system, all threads) less so.
"""

import random
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks import report
from benchmarks.generate import WORDS, draw_store
from benchmarks.process import QUERY, environment, kept, measure

ASKED = 40
PATTERNS = """
What should I cook for {person}?
When did I go to {place}?
Who borrowed the {thing}?
How do I fix a {thing}?
trip to {place} in {season}
gift ideas for my sister {person}
{hobby} classes on {day}
my doctor
do I still work as a {job}
what happened {when}?
我对什么过敏？
我周末在{city_zh}做什么
上个月我去了哪里
{food_zh}好吃吗
"""


def questions(count: int, seed: int = 3) -> list[str]:
    """Questions as people mix them."""
    rng = random.Random(seed)
    patterns = PATTERNS.strip().splitlines()
    return [
        rng.choice(patterns).format(**{name: rng.choice(words) for name, words in WORDS.items()})
        for _ in range(count)
    ]


def row(count: int, database: Path, runs: int) -> str:
    """A line of the table."""
    omem = [sys.executable, "-m", "omem_cli"]
    around = environment(database)
    with tempfile.TemporaryDirectory() as folder:
        batches = []
        for number in (1, 1 + ASKED):
            batch = Path(folder) / f"{number}.txt"
            batch.write_text("\n".join(questions(number)) + "\n", encoding="utf-8")
            batches.append([*omem, "ask", "--batch", str(batch), "--json"])
        cold = [*omem, "ask", QUERY, "--json"]
        measure(cold, around)
        found = [[measure(command, around) for command in (cold, *batches)] for _ in range(runs)]
    colds = [run for run, _, _ in found]
    warm_wall = min(many.wall for _, _, many in found) - min(one.wall for _, one, _ in found)
    warm_cpu = min(many.cpu for _, _, many in found) - min(one.cpu for _, one, _ in found)
    peak = max(many.peak for _, _, many in found)
    return (
        f"| {count:,} | {database.stat().st_size / 1e6:,.0f} | {min(run.wall for run in colds):.2f} "
        f"| {statistics.median(run.wall for run in colds):.2f} | {min(run.cpu for run in colds):.2f} "
        f"| {max(run.peak for run in colds):.0f} | {warm_wall / ASKED * 1000:.0f} "
        f"| {warm_cpu / ASKED * 1000:.0f} | {peak:.0f} |"
    )


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = report.arguments(__doc__)
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "omem-growth")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    lines = [
        report.heading("`omem ask` as the memory grows"),
        "",
        f"{report.machine()}; {options.runs} runs; drawn memories (texts and vectors invented, see "
        f"`benchmarks/generate.py`). Cold: a whole process. Warm: one more question in a batch of {ASKED}.",
        "",
        "| messages | file MB | cold s, best | median | cold CPU s | peak MB "
        "| warm ms | warm CPU ms | peak MB, batch |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for count in map(int, options.sizes.split(",")):
        database = kept(options.folder / f"{count}.db", partial(draw_store, count))
        lines.append(row(count, database, options.runs))
        print(lines[-1], flush=True)
    lines += ["", report.load()]
    print("\n".join(lines[-2:]))
    if options.write:
        report.file("growth", lines)


if __name__ == "__main__":
    main()
