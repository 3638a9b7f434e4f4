"""What the benchmarks' reports share: the command line, where and on what was measured, the filed table."""

import argparse
import os
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"


def arguments(doc: str | None) -> argparse.ArgumentParser:
    """A parser that shows a module's docstring and knows `--write`."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="file the outcome in benchmarks/results/")
    return parser


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def machine() -> str:
    """What it was measured on."""
    python = f"Python {platform.python_version()}"
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, {python}"


def load() -> str:
    """A sentence on what else the machine did."""
    return f"Load of the machine at the end: {os.getloadavg()[0]:.1f}."


def heading(title: str) -> str:
    """The first line of a report: what, and when."""
    return f"# {title}, {date.today()}"


def file(name: str, lines: Sequence[str], *, dated: bool = True) -> Path:
    """Files a report in `results/` and says where: under its day's date, or (not `dated`) in the place of the
    one before."""
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / (f"{date.today()}-{name}.md" if dated else f"{name}.md")
    target.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    print(f"written to {target}")
    return target
