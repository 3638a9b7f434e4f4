"""What a task's history costs: `python -m benchmarks.checkpoints [--saves N] [--kilobytes N]`.

Saves a state again and again with small changes and prints a table: bytes of the file, milliseconds of the
processor for a save and for loading the slowest of the first, a middle and the last one.
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from omem_cli.memory import checkpoint
from omem_cli.store import open_store


def state(rng: random.Random, kilobytes: int) -> dict[str, Any]:
    """A state that hardly compresses: offers with random names, prices and notes, and a log."""
    offers: list[dict[str, Any]] = []
    found: dict[str, Any] = {"stage": "searching", "offers": offers, "log": "begun\n"}
    while len(json.dumps(found)) < kilobytes * 1000:
        for _ in range(20):
            note = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=90))
            offers.append(
                {"id": rng.getrandbits(40), "price": rng.randint(40, 400), "note": note, "seen": False}
            )
    return found


def change(rng: random.Random, found: dict[str, Any], n: int) -> None:
    """A few small changes, as work on a task makes them."""
    offers = found["offers"]
    for _ in range(3):
        offers[rng.randrange(len(offers))].update(price=rng.randint(40, 400), seen=True)
    found["log"] += f"step {n}: looked at {rng.randrange(1000)}\n"
    if n % 10 == 0:
        offers.insert(0, offers.pop(rng.randrange(len(offers))))


def measure(saves: int, kilobytes: int, folder: Path) -> dict[str, float]:
    """Bytes of a history of `saves`, and milliseconds of the processor."""
    rng = random.Random(7)
    found = state(rng, kilobytes)
    with open_store(folder / "omem.db") as store:
        empty = store.size()
        begin = time.process_time()
        for n in range(saves):
            change(rng, found, n)
            checkpoint.save(store, "task", found)
        took = time.process_time() - begin
        loads = []
        for number in (1, saves // 2, saves):
            begin = time.process_time()
            checkpoint.load(store, "task", max(1, number))
            loads.append(time.process_time() - begin)
        assert checkpoint.load(store, "task").state == found
        store.session.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return {
            "bytes": store.size() - empty, "save_ms": 1000 * took / saves, "load_ms": 1000 * max(loads),
        }  # fmt: skip


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--saves", type=int, default=1000)
    parser.add_argument("--kilobytes", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        got = measure(options.saves, options.kilobytes, Path(folder))
    print("| saves | state | file grows by | CPU a save | CPU of the slowest load |\n|---|---|---|---|---|")
    print(
        f"| {options.saves} | {options.kilobytes} KB | {got['bytes'] / 1e6:.2f} MB | {got['save_ms']:.1f} ms "
        f"| {got['load_ms']:.1f} ms |"
    )


if __name__ == "__main__":
    main()
