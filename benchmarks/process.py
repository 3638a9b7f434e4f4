"""Whole `omem` processes, measured, and the memory that they are asked of."""

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.generate import make_store

QUERY = "weekend plans"


@dataclass(frozen=True, slots=True)
class Run:
    """A process: seconds on the clock, seconds of the processor (all threads), peak resident memory in MB."""

    wall: float
    cpu: float
    peak: float


def measure(command: list[str], environment: dict[str, str]) -> Run:
    """Runs a process to its end. Exits with what it said if it fails."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {child.returncode}\n{said.decode()}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def environment(database: Path, **more: str) -> dict[str, str]:
    """This process's environment, for a memory."""
    found = {**os.environ, "OMEM_DB": str(database), "OMEM_USER": "me", **more}
    found.pop("PYTHONDONTWRITEBYTECODE", None)  # installed programs are compiled
    return found


def kept(database: Path, make: Callable[[Path], object]) -> Path:
    """A memory that is made once, whole or not at all, in a process of its own: the peak of a measured
    process is at least that of the one which starts it."""
    if not database.exists():
        unfinished = database.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        maker = multiprocessing.get_context("spawn").Process(target=make, args=(unfinished,))
        maker.start()
        maker.join()
        if maker.exitcode:
            raise SystemExit(f"{database} could not be made")
        unfinished.rename(database)
    return database


def memory(messages: int) -> Path:
    """The memory of so many messages in the temporary folder, made once and used again."""
    database = Path(tempfile.gettempdir()) / f"omem-benchmark-{messages}.db"
    return kept(database, partial(make_store, messages))
