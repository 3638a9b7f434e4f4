"""How `omem ask` grows with the memory: time, memory and file size at 10,000, 100,000 and 1,000,000 messages.

    python -m benchmarks.growth [--sizes N,N,...] [--runs N] [--folder DIR] [--write]

Cold is a whole `omem ask "weekend plans" --json` process, the files in the page cache. Warm is what one more
question costs in `omem ask --batch`: forty mixed questions (English, Chinese, names, dates, plans) against
one, divided. The memories are drawn (`benchmarks.generate --drawn`), made once in the folder and kept; the
largest takes 4 GB and some ten minutes.

Wall-clock time depends on what else the machine does; CPU time (user and system, all threads) less so.
"""

import argparse
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from benchmarks.cold_ask import QUERY, RESULTS, processor
from benchmarks.generate import WORDS, draw_store

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


@dataclass(frozen=True, slots=True)
class Run:
    """A process: wall-clock seconds, CPU seconds, peak resident memory in MB."""

    wall: float
    cpu: float
    peak: float


def questions(count: int, seed: int = 3) -> list[str]:
    """Questions as people mix them."""
    rng = random.Random(seed)
    patterns = PATTERNS.strip().splitlines()
    return [
        rng.choice(patterns).format(**{name: rng.choice(words) for name, words in WORDS.items()})
        for _ in range(count)
    ]


def measure(command: list[str], environment: dict[str, str]) -> Run:
    """Runs a process to its end."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {child.returncode}\n{said.decode()}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Run(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def row(count: int, database: Path, runs: int) -> str:
    """A line of the table."""
    omem = [sys.executable, "-m", "omem_cli"]
    environment = {**os.environ, "OMEM_DB": str(database), "OMEM_USER": "me"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # installed programs are compiled
    with tempfile.TemporaryDirectory() as folder:
        batches = []
        for number in (1, 1 + ASKED):
            batch = Path(folder) / f"{number}.txt"
            batch.write_text("\n".join(questions(number)) + "\n", encoding="utf-8")
            batches.append([*omem, "ask", "--batch", str(batch), "--json"])
        cold = [*omem, "ask", QUERY, "--json"]
        measure(cold, environment)
        found = [[measure(command, environment) for command in (cold, *batches)] for _ in range(runs)]
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "omem-growth")
    parser.add_argument("--write", action="store_true", help="file the table in benchmarks/results/")
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"# `omem ask` as the memory grows, {date.today()}",
        "",
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        f"{options.runs} runs; drawn memories (texts and vectors invented, see `benchmarks/generate.py`). "
        f"Cold: a whole process. Warm: one more question in a batch of {ASKED}.",
        "",
        "| messages | file MB | cold s, best | median | cold CPU s | peak MB "
        "| warm ms | warm CPU ms | peak MB, batch |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for count in map(int, options.sizes.split(",")):
        database = options.folder / f"{count}.db"
        if not database.exists():
            unfinished = database.with_suffix(".part")
            unfinished.unlink(missing_ok=True)
            draw_store(count, unfinished)
            unfinished.rename(database)
        lines.append(row(count, database, options.runs))
        print(lines[-1], flush=True)
    lines += ["", f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.", ""]
    print("\n".join(lines[-2:]))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        target = RESULTS / f"{date.today()}-growth.md"
        target.write_text("\n".join(lines), encoding="utf-8")
        print(f"written to {target}")


if __name__ == "__main__":
    main()
