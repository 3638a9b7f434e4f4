"""How fast messages come in: whole `omem ingest` processes on a JSONL file of role/content messages, the
parts of that work one after the other, and what embedding them takes with and without everything around it.

    python -m benchmarks.import_speed [--messages N] [--embedded N] [--runs N] [--against FOLDER] [--write]

Embedding is compared by turns in one process: the embedder alone is given all texts in one call, so it can
put those of like length together over all of them; against it stands `ingest` of a file with the same texts
into a new memory, from reading to the last vector. No text is there twice, for `ingest` embeds what is said
again only once; a last row shows texts as they come. `replies` are a dozen texts in one, near the most that
the model reads.

`--against` names a folder with an older omem (a git worktree): the same process is run on both by turns, so
the ratio holds whatever else the machine does meanwhile. Seconds are of processor time, which other work on
the machine changes less than those on the clock.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path

from benchmarks.generate import messages
from benchmarks.report import RESULTS, processor
from omem_cli import text
from omem_cli.ingest import ingest
from omem_cli.privacy import Redactor
from omem_cli.privacy.redact import FINDERS, plain_digits
from omem_cli.records import Parsed, Turn
from omem_cli.store import Store, open_store
from omem_cli.transcripts import read

HERE = Path(__file__).resolve().parent.parent
COMMAND = ("ingest", "--no-embed", "--no-extract")


def write_lines(path: Path, count: int, *, english: bool) -> None:
    """`count` role/content messages, one a line; `english`: only those of plain letters."""
    left = count
    with path.open("w", encoding="utf-8") as out:
        for turn, _ in messages(2 * count if english else count):
            if left and (not english or turn["content"].isascii()):
                out.write(json.dumps(turn, ensure_ascii=False) + "\n")
                left -= 1
    if left:
        raise SystemExit(f"{left} messages too few were made")


def process(code: Path, path: Path) -> tuple[float, float, float]:
    """(processor seconds, seconds on the clock, peak MB) of a whole `omem ingest` from the code in a folder,
    into a new memory."""
    with tempfile.TemporaryDirectory(prefix="omem-speed-") as folder:
        environment = {**os.environ, "OMEM_DB": f"{folder}/omem.db", "PYTHONPATH": str(code)}
        command = [sys.executable, "-m", "omem_cli", *COMMAND, str(path)]
        begun = time.perf_counter()
        child = subprocess.Popen(
            command, cwd=code, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}")
    return (
        usage.ru_utime + usage.ru_stime,
        seconds,
        usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3),
    )


@contextmanager
def memory() -> Iterator[Store]:
    """A new memory that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="omem-speed-") as folder,
        open_store(f"{folder}/omem.db") as store,
    ):
        yield store


def parts(path: Path) -> dict[str, float]:
    """Processor seconds of each part of the work, one after the other in this process."""
    found: dict[str, float] = {}

    @contextmanager
    def timed(name: str) -> Iterator[None]:
        begun = time.process_time()
        yield
        found[name] = time.process_time() - begun

    records: list[Parsed] = []
    with timed("reading"):
        for source in read(str(path), tz="UTC"):
            records += source.parsed
    with timed("redaction, every finder asked"):
        for record in records:
            if isinstance(record, Turn):
                plain = plain_digits(record.text)
                for finder in FINDERS.values():
                    list(finder(plain))
    with timed("redaction"):
        records = list(Redactor().records(records))
    turns = [record for record in records if isinstance(record, Turn)]
    text.analyse("词典")  # jieba's dictionary is loaded once a process
    with memory() as store:
        with timed("storing"):
            store.messages.ingest(turns, "messages")
        with timed("analysis"):
            terms = [[(row, text.analyse(said)) for row, said in part] for part in store.text_index.missing()]
        with timed("text index"):
            for part in terms:
                store.text_index.add(part)
    return found


def write_texts(path: Path, count: int, *, distinct: bool = True, together: int = 1) -> None:
    """`count` messages, `together` texts in each; `distinct`: no text twice."""
    every = (turn["content"] for turn, _ in messages(8 * count * together))
    found = islice(dict.fromkeys(every) if distinct else every, count * together)
    with path.open("w", encoding="utf-8") as out:
        for part in batched(found, together):
            out.write(json.dumps({"role": "user", "content": " ".join(part)}) + "\n")


def batched(texts: Iterator[str], size: int) -> Iterator[list[str]]:
    """The texts, so many at a time."""
    while part := list(islice(texts, size)):
        yield part


def embedding(path: Path, runs: int) -> tuple[int, list[tuple[float, float, float, float]]]:
    """How many messages there are, and of each run (seconds on the clock of the embedder alone, of a whole
    ingest with it, the processor seconds of both)."""
    from omem_cli.embedding import load_embedder

    embedder = load_embedder()
    if embedder is None:
        raise SystemExit("there is no embedding model here")
    texts = [r.text for source in read(str(path), tz="UTC") for r in source.parsed if isinstance(r, Turn)]
    embedder.encode_documents(texts[:64])
    text.analyse("词典")
    found = []
    for _ in range(runs):
        clock, used = time.perf_counter(), time.process_time()
        embedder.encode_documents(texts)
        alone = time.perf_counter() - clock, time.process_time() - used
        with memory() as store:
            clock, used = time.perf_counter(), time.process_time()
            ingest(store, read(str(path), tz="UTC"), embedder=embedder)
            whole = time.perf_counter() - clock, time.process_time() - used
        found.append((alone[0], whole[0], alone[1], whole[1]))
    return len(texts), found


def embedding_table(folder: Path, count: int, runs: int) -> Iterator[str]:
    """The embedder alone and `ingest` with it, a row for each kind of texts."""
    yield "Messages a second of the embedder alone and of `omem ingest --no-extract` on the same texts:"
    yield ""
    yield "| texts | messages | alone | ingest | share by the clock | share by processor time |"
    yield "|---|---|---|---|---|---|"
    kinds: tuple[tuple[str, int, bool, int], ...] = (
        ("each once", count, True, 1),
        ("replies", count // 10, True, 12),
        ("as they come", count, False, 1),
    )
    for name, number, distinct, together in kinds:
        path = folder / "embedded.jsonl"
        write_texts(path, number, distinct=distinct, together=together)
        messages_read, found = embedding(path, runs)
        alone, whole = (messages_read / statistics.median(run[at] for run in found) for at in (0, 1))
        clock, used = (statistics.median(run[at] / run[at + 1] for run in found) for at in (0, 2))
        yield f"| {name} | {messages_read:,} | {alone:,.0f} | {whole:,.0f} | {clock:.1%} | {used:.1%} |"


def main() -> None:
    """Measures and prints; with --write files the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--embedded", type=int, default=4_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--against", type=Path, help="a folder with an older omem")
    parser.add_argument("--write", action="store_true", help="file the tables in benchmarks/results/")
    options = parser.parse_args()
    codes = {"now": HERE} | ({"before": options.against.resolve()} if options.against else {})

    lines = [
        f"# Import of {options.messages:,} messages, {date.today()}",
        "",
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}. "
        f"Median of {options.runs} runs by turns.",
        "",
        f"`omem {' '.join(COMMAND)} FILE.jsonl`, the whole process:",
        "",
        "| messages | omem | processor s | messages a processor second | s on the clock | peak MB |",
        "|---|---|---|---|---|---|",
    ]
    ratios = []
    with tempfile.TemporaryDirectory(prefix="omem-speed-") as folder:
        for name, english in (("English", True), ("English and Chinese", False)):
            path = Path(folder) / f"{english}.jsonl"
            write_lines(path, options.messages, english=english)
            runs: dict[str, list[tuple[float, float, float]]] = {which: [] for which in codes}
            for _ in range(options.runs):
                for which, code in codes.items():
                    runs[which].append(process(code, path))
            for which, every in runs.items():
                used, clock, peak = (statistics.median(figures) for figures in zip(*every, strict=True))
                rate = options.messages / used
                lines.append(f"| {name} | {which} | {used:.2f} | {rate:,.0f} | {clock:.2f} | {peak:.0f} |")
            if options.against:
                share = [b[0] / n[0] for n, b in zip(runs["now"], runs["before"], strict=True)]
                ratios.append(f"{name}: {statistics.median(share):.2f} times as fast as before.")
        lines += ["", *ratios, *([""] if ratios else [])]
        lines += ["Its parts, English and Chinese, and the text index that the first search then makes:", ""]
        lines += ["| part | microseconds a message |", "|---|---|"]
        path = Path(folder) / "False.jsonl"
        for step, seconds in parts(path).items():
            lines.append(f"| {step} | {seconds / options.messages * 1e6:.1f} |")

        lines += ["", *embedding_table(Path(folder), options.embedded, options.runs)]
    lines += [
        "",
        "Beside other work shares by the clock are chance; those by processor time hold.",
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.",
        "",
    ]
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        target = RESULTS / f"{date.today()}-import-speed.md"
        target.write_text("\n".join(lines), encoding="utf-8")
        print(f"written to {target}")


if __name__ == "__main__":
    main()
