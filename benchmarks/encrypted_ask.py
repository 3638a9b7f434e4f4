"""What encryption costs: a whole `omem ask "weekend plans" --json` process on a plain memory of 10,000
messages and on the same one encrypted, under a random key and under a passphrase, by turns in one run.

    python -m benchmarks.encrypted_ask [--messages N] [--runs N] [--write]

The ratio counts. Wall-clock time is what a user waits; processor time says the same on a busy machine. A
passphrase is turned into a key by PBKDF2 each time the file is opened (SQLCipher: 256,000 rounds), a random
key of 64 hexadecimal digits, as `omem encrypt --key-file` and `--keyring` make it, needs none of that.
"""

import argparse
import contextlib
import os
import platform
import secrets
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from benchmarks.cold_ask import QUERY, RESULTS, processor
from benchmarks.generate import make_store
from omem_cli.store import open_store
from omem_cli.store.backup import copy_database
from omem_cli.store.cipher import convert


def measure(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall-clock and processor seconds of a process."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime


def copied(messages: int, target: Path) -> None:
    """A copy of the memory that `benchmarks.cold_ask` makes once in the temporary folder, brought up to
    date."""
    database = Path(tempfile.gettempdir()) / f"omem-benchmark-{messages}.db"
    if not database.exists():
        unfinished = database.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        make_store(messages, unfinished)
        unfinished.rename(database)
    with contextlib.closing(sqlite3.connect(database)) as conn:
        copy_database(conn, target)
    with open_store(target):
        pass  # migrations


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--write", action="store_true", help="file the table in benchmarks/results/")
    options = parser.parse_args()

    keys = {"plain": None, "random key": secrets.token_hex(32), "passphrase": "four random common words"}
    omem = str(Path(sys.executable).with_name("omem"))
    with tempfile.TemporaryDirectory(prefix="omem-") as folder:
        made = Path(folder) / "plain.db"
        copied(options.messages, made)
        environments = {}
        for name, key in keys.items():
            database = made.with_name(f"{name.replace(' ', '-')}.db")
            if key is not None:
                shutil.copyfile(made, database)
                convert(database, key, encrypt=True)
            environments[name] = {**os.environ, "OMEM_DB": str(database), "OMEM_USER": "me"} | (
                {} if key is None else {"OMEM_KEY": key}
            )
        command = [omem, "ask", QUERY, "--json"]
        for environment in environments.values():  # the file cache, the same for all
            measure(command, environment)
        figures: dict[str, list[tuple[float, float]]] = {name: [] for name in keys}
        for _ in range(options.runs):
            for name, environment in environments.items():
                figures[name].append(measure(command, environment))
        size = made.stat().st_size

    def median(name: str, column: int) -> float:
        return statistics.median(run[column] for run in figures[name])

    lines = [
        f"# `omem ask` on an encrypted memory of {options.messages:,} messages, {date.today()}",
        "",
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        f"{options.runs} whole processes of each by turns; memory file {size / 1e6:.0f} MB. "
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.",
        "",
        "| memory | median s | min s | processor s | ratio of the medians | ratio of processor time |",
        "|---|---|---|---|---|---|",
    ]
    for name, runs in figures.items():
        lines.append(
            f"| {name} | {median(name, 0):.2f} | {min(run[0] for run in runs):.2f} | {median(name, 1):.2f} "
            f"| {median(name, 0) / median('plain', 0):.2f} | {median(name, 1) / median('plain', 1):.2f} |"
        )
    lines.append("")
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        target = RESULTS / f"{date.today()}-encrypted-ask.md"
        target.write_text("\n".join(lines), encoding="utf-8")
        print(f"written to {target}")


if __name__ == "__main__":
    main()
