"""Time and memory of a whole `omem ask "weekend plans" --json` process on a memory of 10,000 messages,
and of a process that only imports sentence_transformers, measured by turns in one run.

    python -m benchmarks.cold_ask [--messages N] [--runs N] [--write]

Cold means a new process each time; the files are in the page cache, as on a machine in use. The memory is
made once in the temporary folder and used again.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from benchmarks.generate import make_store

RESULTS = Path(__file__).parent / "results"
QUERY = "weekend plans"


def measure(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall-clock seconds and peak resident memory (MB) of a process."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return seconds, usage.ru_maxrss / unit


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="file the table in benchmarks/results/")
    options = parser.parse_args()

    database = Path(tempfile.gettempdir()) / f"omem-benchmark-{options.messages}.db"
    if not database.exists():
        unfinished = database.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        make_store(options.messages, unfinished)
        unfinished.rename(database)

    omem = str(Path(sys.executable).with_name("omem"))
    environment = {**os.environ, "OMEM_DB": str(database), "OMEM_USER": "me"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # installed programs are compiled
    commands = {
        f'omem ask "{QUERY}" --json': [omem, "ask", QUERY, "--json"],
        "import sentence_transformers": [sys.executable, "-c", "import sentence_transformers"],
        "omem --help": [omem, "--help"],
    }
    for command in commands.values():  # compiled modules and file cache, the same for all
        measure(command, environment)
    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            figures[name].append(measure(command, environment))

    lines = [
        f"# Cold `omem ask` on {options.messages:,} messages, {date.today()}",
        "",
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        f"{options.runs} runs of each by turns; memory file {database.stat().st_size / 1e6:.0f} MB. "
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.",
        "",
        "| process | median s | min s | max s | peak MB |",
        "|---|---|---|---|---|",
    ]
    medians = []
    for name, runs in figures.items():
        seconds = [run[0] for run in runs]
        medians.append(statistics.median(seconds))
        peak = max(run[1] for run in runs)
        lines.append(
            f"| `{name}` | {medians[-1]:.2f} | {min(seconds):.2f} | {max(seconds):.2f} | {peak:.0f} |"
        )
    lines += ["", f"Ratio of the medians, ask to import: {medians[0] / medians[1]:.3f}", ""]
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        target = RESULTS / f"{date.today()}-cold-ask.md"
        target.write_text("\n".join(lines), encoding="utf-8")
        print(f"written to {target}")


if __name__ == "__main__":
    main()
