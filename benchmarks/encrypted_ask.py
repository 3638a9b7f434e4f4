"""What encryption costs: a whole `omem ask "weekend plans" --json` process on a plain memory of 10,000
messages and on the same one encrypted, under a random key and under a passphrase, by turns in one run.

    python -m benchmarks.encrypted_ask [--messages N] [--runs N] [--write]

The ratio counts. Wall-clock time is what a user waits; processor time says the same on a busy machine. A
passphrase is turned into a key by PBKDF2 each time the file is opened (SQLCipher: 256,000 rounds), a random
key of 64 hexadecimal digits, as `omem encrypt --key-file` and `--keyring` make it, needs none of that.
"""

import contextlib
import secrets
import shutil
import sqlite3
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import report
from benchmarks.process import QUERY, Run, environment, measure, memory
from omem_cli.store import open_store
from omem_cli.store.backup import copy_database
from omem_cli.store.cipher import convert


def copied(messages: int, target: Path) -> None:
    """A copy of the benchmarks' memory, brought up to date."""
    database = memory(messages)
    with contextlib.closing(sqlite3.connect(database)) as conn:
        copy_database(conn, target)
    with open_store(target):
        pass  # migrations


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = report.arguments(__doc__)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=15)
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
            environments[name] = environment(database, **({} if key is None else {"OMEM_KEY": key}))
        command = [omem, "ask", QUERY, "--json"]
        for around in environments.values():  # the file cache, the same for all
            measure(command, around)
        figures: dict[str, list[Run]] = {name: [] for name in keys}
        for _ in range(options.runs):
            for name, around in environments.items():
                figures[name].append(measure(command, around))
        size = made.stat().st_size

    def wall(name: str) -> float:
        return statistics.median(run.wall for run in figures[name])

    def cpu(name: str) -> float:
        return statistics.median(run.cpu for run in figures[name])

    lines = [
        report.heading(f"`omem ask` on an encrypted memory of {options.messages:,} messages"),
        "",
        f"{report.machine()}; {options.runs} whole processes of each by turns; memory file "
        f"{size / 1e6:.0f} MB. {report.load()}",
        "",
        "| memory | median s | min s | processor s | ratio of the medians | ratio of processor time |",
        "|---|---|---|---|---|---|",
    ]
    for name, runs in figures.items():
        lines.append(
            f"| {name} | {wall(name):.2f} | {min(run.wall for run in runs):.2f} | {cpu(name):.2f} "
            f"| {wall(name) / wall('plain'):.2f} | {cpu(name) / cpu('plain'):.2f} |"
        )
    print("\n".join(lines))
    if options.write:
        report.file("encrypted-ask", lines)


if __name__ == "__main__":
    main()
