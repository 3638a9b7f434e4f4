"""What is lost when something goes wrong: kills, full disks, writers at once, damaged pages, nonsense.

    python -m benchmarks.faults [--only NAME ...] [--scale 0.1] [--write]

Every command runs in a process of its own, a copy (fork) of this one, so that a kill hits a real process at
a random moment without each paying for Python's start. Three things are counted, and all should be 0:
messages that were stored before and are gone; answers (the whole export, without when things were recorded)
that differ from an undisturbed run's once the command was run again; tracebacks. A scripted extractor stands
in for the language model, and there is no embedder.
"""

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from benchmarks import fuzz, report
from benchmarks.generate import Scripted, write_transcript

PAGE = 4096
MESSAGES = 200
EXPECTED = (0, 1, 2, 3, 130)
"""Exit codes that the command promises."""


@dataclass
class Tally:
    """What came of one kind of fault."""

    name: str
    times: int = 0
    hit: int = 0
    """How often it happened in the middle of the work."""
    lost: int = 0
    wrong: int = 0
    tracebacks: int = 0
    notes: list[str] = field(default_factory=list)

    def found(self, what: str) -> None:
        """Notes what went wrong, for the one who mends it."""
        if len(self.notes) < 20:
            self.notes.append(what)
        print(f"  {self.name}: {what}", file=sys.stderr, flush=True)


class Slow(Scripted):
    """The scripted extractor, taking its time."""

    def extract(self, message: object) -> str:
        """The lines the text was made from, after a moment."""
        time.sleep(0.002)
        return super().extract(message)  # type: ignore[arg-type]


class Bench:
    """A folder with a transcript and a memory made of its first half."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = write_transcript(MESSAGES, folder / "chats.jsonl", seed=11)
        rows = (folder / "chats.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / "half.jsonl").write_text("".join(rows[: len(rows) // 2]), "utf-8")
        (folder / "other.jsonl").write_text("".join(rows[len(rows) // 2 :]), "utf-8")
        self.base = folder / "base.db"
        self.must("ingest", folder / "half.jsonl", "--no-embed", db=self.base)
        self.must("persona", "set", "hobby", "chess", db=self.base)
        self.unread = folder / "unread.db"
        self.must("ingest", folder / "half.jsonl", "--no-extract", "--no-embed", db=self.unread)
        self.full = folder / "full.jsonl"
        big = folder / "big.db"
        self.must("ingest", folder / "chats.jsonl", "--no-embed", db=big)
        self.must("export", "--out", self.full, db=big)

    # ------------------------------------------------------------ running commands
    def start(
        self, *words: object, db: Path, log: Path | None = None, prepare: Callable[[], None] | None = None
    ) -> int:
        """Runs a command in a process of its own; returns its number."""
        child = os.fork()
        if child:
            return child
        code = 70
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            out = os.open(log or self.folder / "log", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
            for stream in (1, 2):
                os.dup2(out, stream)
            for name, value in {"OMEM_DB": db, "HOME": self.folder, "XDG_CONFIG_HOME": self.folder}.items():
                os.environ[name] = str(value)
            if prepare is not None:
                prepare()
            from omem_cli.cli import app
            from omem_cli.cli.app import Models

            models = Models(load_embedder=lambda: None, load_extractor=lambda: Slow(self.lines))
            app([str(word) for word in words], obj=models, prog_name="omem")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
            os._exit(code)

    def run(self, *words: object, db: Path, prepare: Callable[[], None] | None = None) -> tuple[int, str]:
        """Runs a command to its end: (exit code, what it printed)."""
        child = self.start(*words, db=db, prepare=prepare)
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), (self.folder / "log").read_text("utf-8", "replace")

    def must(self, *words: object, db: Path) -> str:
        """Runs a command that must succeed."""
        code, said = self.run(*words, db=db)
        if code not in (0, 3):
            raise SystemExit(f"omem {' '.join(map(str, words))} failed ({code}): {said}")
        return said

    # ------------------------------------------------------------ looking
    def copy(self, source: Path | None, name: str = "work") -> Path:
        """A memory to work on: a copy of another, or none yet."""
        target = self.folder / name / "omem.db"
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.mkdir()
        if source is not None:
            shutil.copy(source, target)
        return target

    def state(self, db: Path) -> list[str]:
        """The whole memory in order, without what differs between two runs over the same."""
        from omem_cli.store import open_store
        from omem_cli.store.exchange import export

        out = StringIO()
        with open_store(db) as store:
            export(store, out)
        return comparable(out.getvalue().splitlines())


def comparable(lines: Sequence[str]) -> list[str]:
    """Export lines without times of recording and random keys, sorted."""
    found = []
    for line in lines:
        one = json.loads(line)
        if one["type"] == "erased":
            one = {"type": "erased", "hashes": len(one["hashes"]), "openings": len(one["openings"])}
        found.append(json.dumps(_without(one), sort_keys=True))
    return sorted(found)


def _without(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if key not in ("recorded", "position")}
    return [_without(inner) for inner in value] if isinstance(value, list) else value


def ids(db: Path) -> dict[str, str]:
    """Message id -> text, read without omem; empty if there is no memory yet."""
    if not db.exists() or not db.stat().st_size:
        return {}
    conn = sqlite3.connect(db, timeout=30)
    try:
        return dict(conn.execute("SELECT id, text FROM messages"))
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return {}
        raise
    finally:
        conn.close()


def sound(db: Path) -> list[str]:
    """What SQLite finds wrong."""
    conn = sqlite3.connect(db)
    try:
        return [text for (text,) in conn.execute("PRAGMA integrity_check") if text != "ok"]
    finally:
        conn.close()


# ---------------------------------------------------------------- commands that are disturbed
@dataclass(frozen=True)
class Work:
    """A command, the memory it begins with, and whether running it again after a break ends it the same
    (else it is done whole or not at all)."""

    name: str
    words: tuple[object, ...]
    base: Path | None
    again: bool


def works(bench: Bench) -> list[Work]:
    """The commands that write."""
    chats = bench.folder / "chats.jsonl"
    person = json.loads(bench.must("persona", "show", "--json", db=bench.base).partition("\nomem:")[0])
    evidence = next(e["message"] for a in person["attributes"] for e in a["evidence"])
    return [
        Work("ingest", ("ingest", chats, "--no-extract", "--no-embed"), bench.base, True),
        Work("extract", ("extract",), bench.unread, True),
        Work("persona set", ("persona", "set", "pet", "a cat"), bench.base, False),
        Work("forget", ("forget", "--message", evidence, "--yes"), bench.base, False),
        Work("import", ("import", bench.full), None, False),
    ]


def undisturbed(bench: Bench, work: Work) -> tuple[list[str], list[str], float]:
    """(the memory before, after an undisturbed run, how long that took)."""
    db = bench.copy(work.base)
    before = bench.state(db) if work.base is not None else []
    begun = time.perf_counter()
    bench.must(*work.words, db=db)
    seconds = time.perf_counter() - begun
    return before, bench.state(db), seconds


def check(
    bench: Bench, work: Work, db: Path, tally: Tally, stored: set[str], before: list[str], after: list[str]
) -> None:
    """Looks at a memory whose writer was disturbed, and ends its work."""
    gone = {id for id in stored if id not in ids(db)}
    if gone and work.name == "forget":
        gone = gone - {str(work.words[2])}
    if gone:
        tally.lost += len(gone)
        tally.found(f"{work.name}: {len(gone)} messages lost")
    if db.exists() and db.stat().st_size and (wrong := sound(db)):
        tally.wrong += 1
        tally.found(f"{work.name}: {wrong[0]}")
    if not work.again and db.exists() and db.stat().st_size:
        state = bench.state(db)
        fresh = work.base is None and len(state) <= 1  # the file is there, with nothing in it
        if state not in (before, after) and not fresh:
            tally.wrong += 1
            tally.found(f"{work.name}: done by half")
        if state == after:
            if work.name == "forget":
                bench.run("forget", "--wipe", db=db)
            return
    code, said = bench.run(*work.words, db=db)
    tracebacks(tally, work.name, said)
    if code not in (0, 3) or bench.state(db) != after:
        tally.wrong += 1
        tally.found(f"{work.name}: run again it ends otherwise ({code}: {said[-200:]!r})")


def tracebacks(tally: Tally, name: str, said: str) -> None:
    """Counts what no user should see."""
    if "Traceback" in said or "Error:" in said:
        tally.tracebacks += 1
        tally.found(f"{name}: {said[-600:]}")


# ---------------------------------------------------------------- the faults
def kills(bench: Bench, times: int, chance: random.Random) -> Tally:
    """kill -9 at a random moment of each command that writes."""
    tally = Tally("kill -9 while it writes")
    every = works(bench)
    for work in every:
        before, after, seconds = undisturbed(bench, work)
        for _ in range(max(1, times // len(every))):
            db = bench.copy(work.base)
            child = bench.start(*work.words, db=db)
            time.sleep(seconds * chance.random())
            stored: set[str] = set()
            if work.name != "import":
                with contextlib.suppress(sqlite3.Error):
                    stored = set(ids(db))  # what a reader saw is stored
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            tally.times += 1
            tally.hit += os.WIFSIGNALED(status)
            if not os.WIFSIGNALED(status):
                tracebacks(tally, work.name, (bench.folder / "log").read_text("utf-8", "replace"))
            check(bench, work, db, tally, stored, before, after)
    return tally


@contextlib.contextmanager
def small_disk(folder: Path, size: int) -> Iterator[bool]:
    """A file system of so many bytes; False (and an ordinary folder) where none may be mounted."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    mounted = (
        shutil.which("mount") is not None and subprocess.run(command, capture_output=True).returncode == 0
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def full_disks(bench: Bench, times: int, chance: random.Random) -> Tally:
    """The disk has so little room that the command does not end; then there is room again."""
    tally = Tally("full disk")
    every = works(bench)
    for work in every:
        before, after, _ = undisturbed(bench, work)
        size = work.base.stat().st_size if work.base is not None else 0
        for _ in range(max(1, times // len(every))):
            room = size + 36_864 + int(chance.random() ** 2 * 700_000)
            place = bench.folder / "disk"
            db = bench.copy(None)
            with small_disk(place, room) as mounted:
                there = place / "omem.db"
                if work.base is not None:
                    shutil.copy(work.base, there)
                stored = set(ids(there)) if work.base is not None else set()
                limit = None if mounted else _limited(size + int(chance.random() * 60_000))
                code, said = bench.run(*work.words, db=there, prepare=limit)
                tally.times += 1
                tally.hit += code == 1
                tracebacks(tally, work.name, said)
                if code not in EXPECTED:
                    tally.found(f"{work.name}: exit code {code}: {said[-300:]}")
                    tally.tracebacks += 1
                if code == 1 and len(said.strip().splitlines()) > 3:
                    tally.found(f"{work.name}: more than a line: {said}")
                for file in place.glob("omem.db*"):  # the same files, with room
                    if not file.name.endswith("-shm"):
                        shutil.copy(file, db.parent / file.name)
            check(bench, work, db, tally, stored, before, after)
    return tally


def _limited(size: int) -> Callable[[], None]:
    def prepare() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return prepare


def writers(bench: Bench, times: int, chance: random.Random) -> Tally:
    """Two commands write to one memory at the same time."""
    tally = Tally("two writers at once")
    options = ("--no-extract", "--no-embed")
    one = ("ingest", bench.folder / "chats.jsonl", *options)
    pairs: list[tuple[tuple[object, ...], tuple[object, ...]]] = [
        (one, one),
        (
            ("ingest", bench.folder / "half.jsonl", *options),
            ("ingest", bench.folder / "other.jsonl", *options),
        ),
        (one, ("persona", "set", "pet", "a cat")),
        (("extract",), ("ingest", bench.folder / "other.jsonl", *options)),
        (("extract",), ("extract",)),
    ]
    unread = bench.unread
    for first, second in pairs:
        db = bench.copy(unread)
        for words in (first, second, first):
            bench.must(*words, db=db)
        after = bench.state(db)
        for _ in range(max(1, times // len(pairs))):
            db = bench.copy(unread)
            stored = set(ids(db))
            logs = [bench.folder / "log1", bench.folder / "log2"]
            begun = [bench.start(*first, db=db, log=logs[0])]
            time.sleep(chance.random() * 0.2)
            begun.append(bench.start(*second, db=db, log=logs[1]))
            codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in begun]
            tally.times += 1
            tally.hit += 1
            for log in logs:
                tracebacks(tally, "writer", log.read_text("utf-8", "replace"))
            for words, code in zip((first, second), codes, strict=True):
                if code == 1:  # it waited in vain, and said so
                    bench.must(*words, db=db)
                elif code:
                    tally.found(f"{words[0]}: exit code {code}")
                    tally.tracebacks += 1
            bench.must(*first, db=db)
            gone = stored - set(ids(db))
            tally.lost += len(gone)
            if sound(db) or bench.state(db) != after:
                tally.wrong += 1
                tally.found(f"{first[0]} and {second[0]}: not what one after the other gives")
    return tally


def readers(bench: Bench, times: int, chance: random.Random) -> Tally:
    """Somebody reads while messages are stored and understood."""
    tally = Tally("a reader during ingest")
    for _ in range(times):
        db = bench.copy(bench.base)
        child = bench.start(
            "ingest", bench.folder / "chats.jsonl", "--no-embed", db=db, log=bench.folder / "log1"
        )
        seen, done = len(ids(db)), False
        while not done:
            done = os.waitpid(child, os.WNOHANG)[0] != 0
            words = chance.choice(
                (("stats", "--json"), ("search", "train", "--json"), ("persona", "show", "--json"))
            )
            code, said = bench.run(*words, db=db)
            tracebacks(tally, "reader", said)
            now = len(ids(db))
            tally.times += 1
            tally.hit += not done
            if code or now < seen:
                tally.wrong += 1
                tally.found(f"{words[0]}: exit code {code}, {now} messages after {seen}: {said[-200:]}")
            seen = now
        tracebacks(tally, "ingest", (bench.folder / "log1").read_text("utf-8", "replace"))
        tally.lost += MESSAGES - len(ids(db))
    return tally


def damaged(bench: Bench, times: int, chance: random.Random) -> Tally:
    """A page of the file is overwritten with random bytes; then `omem doctor --repair`, and the export is
    read again. Lost are messages whose own pages are whole, those not named, those that don't come back."""
    tally = Tally("a damaged page, then `doctor --repair`")
    base = bench.folder / "big.db"
    texts = ids(base)
    shown = json.loads(bench.must("persona", "show", "--history", "--json", db=base).partition("\nomem:")[0])
    values = {a["value"] for a in shown["attributes"]}
    events = {e["event"] for e in shown["events"]}
    count = base.stat().st_size // PAGE
    for number in range(times):
        db = bench.copy(base)
        data, page = bytearray(db.read_bytes()), chance.randrange(count)
        size = PAGE if number % 2 else chance.randint(64, PAGE)  # a whole page, or a piece of one
        at = page * PAGE + chance.randint(0, PAGE - size)
        inside = bytes(data[page * PAGE : (page + 1) * PAGE])
        data[at : at + size] = chance.randbytes(size)
        db.write_bytes(data)
        code, said = bench.run("doctor", "--repair", "--json", db=db)
        tally.times += 1
        tracebacks(tally, f"page {page + 1}", said)
        if code not in (0, 3):
            tally.lost += len(texts)
            tally.found(f"page {page + 1}: exit code {code}: {said[-300:]}")
            continue
        report = json.loads(said[: said.index("\n}") + 2] if said.startswith("{\n") else said.splitlines()[0])
        tally.hit += report["repaired"]
        now = ids(db)
        missing = texts.keys() - now.keys()
        whole = {id for id in missing if id.encode() not in inside}
        unnamed = missing - set(report["lost_messages"])
        made_up = [id for id, text in now.items() if texts.get(id) != text]
        if whole or unnamed:
            tally.lost += len(whole | unnamed)
            tally.found(
                f"page {page + 1}: {len(whole)} elsewhere, {len(unnamed)} not named of {len(missing)}"
            )
        if made_up:
            tally.wrong += 1
            tally.found(f"page {page + 1}: {len(made_up)} messages say something else")
        told = json.loads(bench.must("persona", "show", "--history", "--json", db=db).partition("\nomem:")[0])
        if (
            not {a["value"] for a in told["attributes"]} <= values
            or not {e["event"] for e in told["events"]} <= events
        ):
            tally.wrong += 1
            tally.found(f"page {page + 1}: a profile says what it did not say")
        bench.must("ingest", bench.folder / "chats.jsonl", "--no-extract", "--no-embed", db=db)
        if set(ids(db)) != set(texts) or sound(db):
            tally.lost += len(set(texts) ^ set(ids(db)))
            tally.found(f"page {page + 1}: reading the export again gives {len(ids(db))} messages")
    return tally


def nonsense(bench: Bench, times: int, chance: random.Random) -> Tally:
    """Mutated transcripts for the readers, and mutated input for the commands that take any."""
    tally = Tally("nonsense as input")
    readers = times * 4 // 5
    with tempfile.TemporaryDirectory(prefix="omem-fuzz-") as folder:
        start = chance.randrange(1 << 30)
        for seed, sample, trace in fuzz.findings(iter(range(start, start + readers)), Path(folder)):
            tally.tracebacks += 1
            tally.found(f"seed {seed}, {sample}: {trace[-500:]}")
    tally.times += readers
    from typer.testing import CliRunner

    from omem_cli.cli import app
    from omem_cli.cli.app import Models

    runner, models = CliRunner(), Models(load_embedder=lambda: None, load_extractor=lambda: Slow(bench.lines))
    full = bench.full.read_bytes()
    samples: list[tuple[tuple[str, ...], bytes]] = [
        (("import", "-"), full[:6000]),
        (("ask", "--batch", "-", "--json"), b'{"query": "tea", "person": null}\nwhat do I like?\n' * 3),
        (("preview", "--jsonl", "-"), b'{"text": "I moved to Leeds.", "date": "2026-05-05"}\n' * 3),
        (("checkpoint", "save", "job", "--yes", "--state", "-"), b'{"step": 1, "list": [1, 2, {"a": null}]}'),
        (("ingest", "-", "--no-embed", "--no-extract"), (bench.folder / "half.jsonl").read_bytes()[:4000]),
        (("search", "{}"), b"trains to Leeds"), (("ask", "{}", "--json"), b"what do I like to eat?"),
        (("persona", "set", "hobby", "{}"), b"pottery"), (("why", "{}"), b"a0123456789abcdef"),
        (("forget", "--message", "{}", "--yes"), b"m0123456789abcdef"),
        (("events", "--since", "{}"), b"2026-05-05"), (("persona", "show", "--as-of", "{}"), b"2026-05"),
    ]  # fmt: skip
    db = bench.copy(bench.base, "nonsense")
    before = set(ids(db))
    os.environ["OMEM_DB"] = str(db)
    for _ in range(times - readers):
        words, plain = chance.choice(samples)
        data = fuzz.mutated_bytes(plain, chance)
        text = data.decode("utf-8", "replace").replace("\0", "").lstrip("-")
        result = runner.invoke(
            app,
            [text if word == "{}" else word for word in words],
            obj=models,
            input=data if "-" in words else None,
        )
        tally.times += 1
        unclean = result.exception is not None and not isinstance(result.exception, SystemExit)
        if unclean or result.exit_code not in EXPECTED:
            tally.tracebacks += 1
            trace = "".join(traceback.format_exception(result.exception))[-900:] if unclean else ""
            tally.found(f"omem {' '.join(words)} with {data[:200]!r}: exit {result.exit_code} {trace}")
    tally.hit = tally.times
    del os.environ["OMEM_DB"]
    tally.lost += len(before - set(ids(db)))
    tally.wrong += len(sound(db))
    return tally


FAULTS: dict[str, tuple[Callable[[Bench, int, random.Random], Tally], int]] = {
    "kills": (kills, 200),
    "disks": (full_disks, 50),
    "writers": (writers, 20),
    "readers": (readers, 3),
    "pages": (damaged, 100),
    "nonsense": (nonsense, 10_000),
}


def table(tallies: Sequence[Tally], before: str = "") -> str:
    """The tallies as Markdown; rows of a table of before stay where nothing else was counted."""
    rows = {line.split("|")[1].strip(): line for line in before.splitlines() if line.startswith("| ")}
    rows.pop("fault", None)
    for t in tallies:
        rows[t.name] = f"| {t.name} | {t.times:,} | {t.hit:,} | {t.lost:,} | {t.wrong:,} | {t.tracebacks:,} |"
    return "\n".join(
        [
            report.heading("Faults"),
            "",
            f"{report.machine()}, SQLite {sqlite3.sqlite_version}. `python -m benchmarks.faults --write`",
            "",
            f"A memory of {MESSAGES} messages. Lost: messages that were stored and are gone (of a damaged "
            "page: whose own page is whole, or that were not named, or that did not come back with their "
            "export). Wrong: the memory is not the one of an undisturbed run once the command was run again.",
            "",
            "| fault | times | in the middle | messages lost | wrong answers | tracebacks |",
            "|---|---|---|---|---|---|",
            *rows.values(),
            "",
        ]
    )


def _load(bench: Bench) -> None:
    """Loads what commands load, by running them here once, so that their processes find it there."""
    from typer.testing import CliRunner

    from omem_cli.cli import app
    from omem_cli.cli.app import Models

    models = Models(load_embedder=lambda: None, load_extractor=lambda: Slow(bench.lines))
    db = bench.copy(bench.base, "first")
    for words in (
        *(("extract",), ("persona", "set", "pet", "a cat"), ("forget", "--topic", "nothing", "--yes")),
        *(("import", str(bench.full)), ("doctor", "--repair", "--json"), ("stats", "--json")),
        *(("ingest", str(bench.folder / "chats.jsonl"), "--no-embed"), ("search", "train", "--json")),
        *(("persona", "show", "--json"), ("export", "--out", str(bench.folder / "first.jsonl"))),
    ):
        CliRunner().invoke(app, ["--db", str(db), *words], obj=models)


def main() -> int:
    """Exit code 1 if anything but 0 was counted."""
    parser = report.arguments(__doc__)
    parser.add_argument("--only", nargs="*", choices=list(FAULTS), default=list(FAULTS))
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the usual number of times")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ |= {"NO_COLOR": "1", "COLUMNS": "80"}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))  # what is mounted is to be unmounted
    tallies = []
    with tempfile.TemporaryDirectory(prefix="omem-faults-") as folder:
        bench = Bench(Path(folder))
        _load(bench)
        for name in options.only:
            fault, times = FAULTS[name]
            tallies.append(fault(bench, max(1, round(times * options.scale)), random.Random(options.seed)))
            print(table(tallies[-1:]).splitlines()[-1], flush=True)
    filed = report.RESULTS / "faults.md"
    text = table(tallies, filed.read_text("utf-8") if options.write and filed.exists() else "")
    print(text)
    if options.write:
        report.file("faults", text.splitlines(), dated=False)
    return int(any(t.lost or t.wrong or t.tracebacks for t in tallies))


if __name__ == "__main__":
    sys.exit(main())
