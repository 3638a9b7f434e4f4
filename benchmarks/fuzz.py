"""Feeds damaged transcripts to the readers: samples of every format, mutated byte by byte and piece by piece.

    python -m benchmarks.fuzz --minutes 20 [--seed N] [--keep FOLDER] [--write]

Whatever comes in, a reader names what is wrong or leaves it out. An exception, and more than a few seconds on
one small file, is a finding: it is printed with its seed, and the file is kept.
"""

import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks import report
from omem_cli.records import Broken, Notice, Skipped, Turn
from omem_cli.transcripts import FORMATS, read

SAMPLES = Path(__file__).resolve().parent.parent / "tests" / "samples"
SECONDS = 10
"""Longer than this for one file of a few kilobytes is a hang."""
_PIECES = (
    b"", b"\0", b"\n", b"\r", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b'"', b"{", b"}", b"[", b"]", b",", b":",
    b"\\", b"\\ud800", b"null", b"1e999", b"-0", b"<v ", b"-->", b"</div>", b"<br>", b": ", b" - ", b"\t",
    b"=",
    b"(", b")", b"2026-13-45T99:99", b"99/99/9999, 99:99", b"[[[[[[[[", b"\xe2\x80\x8e", b"\xe2\x80\xaf",
    b"PK\x03\x04", b"\x1f\x8b",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1e300, 10**30, "", " ", "x", "\ud800", "\0", [], {}, [[]], [None], {"a": 1},
    "2026-01-01", [{}], {"$date": {}}, "user", ["user"],
)  # fmt: skip


class Hang(Exception):
    """One file took too long."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise Hang(f"more than {SECONDS} seconds")


def mutated_bytes(content: bytes, chance: random.Random) -> bytes:
    """The content with pieces cut out, put in, doubled or exchanged."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((0, 1, 2, 8, 64, 512)))
        kind = chance.randrange(5)
        if kind == 0:
            data[at:end] = chance.choice(_PIECES)
        elif kind == 1:
            data[at:at] = chance.choice(_PIECES) * chance.choice((1, 2, 40))
        elif kind == 2:
            data[at:at] = data[at:end]
        elif kind == 3 and data:
            data[chance.randrange(len(data))] = chance.randrange(256)
        else:
            del data[at:end]
    return bytes(data)


def mutated_value(value: Any, chance: random.Random, share: float) -> Any:
    """A copy of a JSON value in which some values, keys and orders are others."""
    if chance.random() < share:
        return chance.choice(_VALUES)
    if isinstance(value, list):
        copy = [mutated_value(v, chance, share) for v in value]
        if copy and chance.random() < share:
            chance.choice((copy.reverse, lambda: copy.append(chance.choice(copy)), copy.clear))()
        return copy
    if isinstance(value, dict):
        kept = [k for k in value if chance.random() >= share / 2]
        if chance.random() < share:
            chance.shuffle(kept)
        return {k: mutated_value(value[k], chance, share) for k in kept}
    return value


def _records(content: bytes) -> Iterator[Any]:
    """The JSON values of a sample, of one value or of JSON Lines."""
    for part in (content, *content.split(b"\n")):
        with suppress(ValueError):
            yield json.loads(part)
            if part is content:
                return


def mutated(content: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """One of the mutations of a sample."""
    kind = chance.randrange(4)
    if kind == 0 and (records := list(_records(content))):
        share = chance.choice((0.02, 0.06, 0.2))
        return "\n".join(json.dumps(mutated_value(r, chance, share)) for r in records).encode()
    if kind == 1:
        other = chance.choice(others)
        cut, from_ = chance.randrange(len(content) + 1), chance.randrange(len(other) + 1)
        return content[:cut] + other[from_:]
    if kind == 2:
        encoding = chance.choice(("utf-16", "gb18030", "cp1252", "utf-8-sig", "utf-16-be"))
        return content.decode("utf-8", "replace").encode(encoding, "replace")
    return mutated_bytes(content, chance)


def attempt(path: Path, format: str | None) -> int:
    """Reads a file to its end; returns how many messages there were. Raises what the reader raises."""
    turns = 0
    for file in read(str(path), format=format, tz="UTC"):
        for record in file.parsed:
            if not isinstance(record, Turn | Broken | Skipped | Notice):
                raise TypeError(f"{record!r} is no record")
            if isinstance(record, Turn):
                turns += 1
                if not record.text.strip() or not record.speaker or "\0" in record.text:
                    raise ValueError(f"an unclean message: {record!r}")
                record.text.encode("utf-8")
    return turns


def findings(seeds: Iterator[int], folder: Path, *, alarm: bool = True) -> Iterator[tuple[int, str, str]]:
    """(seed, sample, traceback) of every mutated sample that a reader stumbled over."""
    samples = sorted(p for p in SAMPLES.iterdir() if not p.name.startswith("."))
    contents = [p.read_bytes() for p in samples]
    if alarm:
        signal.signal(signal.SIGALRM, _alarm)
    for seed in seeds:
        chance = random.Random(seed)
        number = chance.randrange(len(samples))
        path = folder / f"mutated{samples[number].suffix}"
        path.write_bytes(mutated(contents[number], contents, chance))
        format = chance.choice((None, None, chance.choice(list(FORMATS))))
        try:
            if alarm:
                signal.alarm(SECONDS)
            attempt(path, format)
        except Exception:
            yield seed, f"{samples[number].name} as {format or 'recognised'}", traceback.format_exc()
        finally:
            if alarm:
                signal.alarm(0)


def main() -> int:
    """Exit code 1 if there were findings."""
    parser = report.arguments(__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each file has its own")
    parser.add_argument("--keep", type=Path, help="where files that were stumbled over are kept")
    options = parser.parse_args()
    deadline = time.monotonic() + options.minutes * 60
    tried = found = 0

    def seeds() -> Iterator[int]:
        nonlocal tried
        while time.monotonic() < deadline:
            yield options.seed + tried
            tried += 1

    with tempfile.TemporaryDirectory(prefix="omem-fuzz-") as folder:
        for seed, sample, trace in findings(seeds(), Path(folder)):
            found += 1
            print(f"--- seed {seed}: {sample}\n{trace}", file=sys.stderr)
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                for path in Path(folder).iterdir():
                    (options.keep / f"{seed}{path.suffix}").write_bytes(path.read_bytes())
    outcome = f"{tried:,} files, {found} findings"
    print(outcome)
    if options.write:
        lines = (
            report.heading("Damaged transcripts"),
            "",
            f"{options.minutes:g} minutes, seeds from {options.seed}: {outcome} (an exception, or more than "
            f"{SECONDS} seconds on one file).",
        )
        report.file("fuzz", lines)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
