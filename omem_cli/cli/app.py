"""What all commands share: the options that every command takes, the models, and errors as exit codes."""

import codecs
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn, cast

import typer
from typer.core import TyperGroup

from omem_cli import interrupt
from omem_cli.errors import ModelError, OmemError, UnknownPersonError, UsageError

if TYPE_CHECKING:
    from datetime import date

    from omem_cli.protocols import Embedder, Extractor
    from omem_cli.store import Store
    from omem_cli.understanding import Understander
    from omem_cli.understanding.gate import Gate

INTERRUPTED = 130
PARTLY = 3


def _embedder() -> "Embedder":
    from omem_cli import settings
    from omem_cli.embedding import load_embedder

    name = settings.get("embedder")
    return load_embedder(str(name) if name else None)


def _extractor() -> "Extractor | None":
    from omem_cli import settings
    from omem_cli.understanding import load_extractor

    name = settings.get("extractor")
    return None if name == "none" else load_extractor(str(name) if name else None)


@dataclass(frozen=True)
class Models:
    """Where the commands get their models; each is called once, when first needed. `None` means there is
    none, ModelError that there should be one."""

    load_embedder: "Callable[[], Embedder | None]" = _embedder
    load_extractor: "Callable[[], Extractor | None]" = _extractor


@dataclass
class Shared:
    """The root command's options; a command's own come first."""

    models: Models
    db: Path | None = None
    user: str | None = None
    as_json: bool = False
    users_named: bool = False


class OmemGroup(TyperGroup):
    """Turns expected failures into one line on stderr and an exit code."""

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order of their registration, which is the order of use."""
        return list(self.commands)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Reads the options before the command."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except typer.TyperException as error:
            fail_usage(error)

    def invoke(self, ctx: Any) -> Any:
        """Runs a command."""
        interrupt.listen()
        try:
            return self._invoke(ctx)
        except typer.TyperException as error:
            fail_usage(error)
        except OmemError as error:
            fail(str(error), error.exit_code)
        except KeyboardInterrupt:
            fail("interrupted; what was stored stays, and the same command goes on from there", INTERRUPTED)
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            fail(f"{where}{error.strerror or error}", OmemError.exit_code)
        except RecursionError:
            fail("something in the input is nested too deeply", OmemError.exit_code)

    def _invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            told = isinstance(error, typer.Exit) and error.exit_code == INTERRUPTED  # by a group within
            if interrupt.asked() and not told:
                raise KeyboardInterrupt from error
            raise


def fail(text: str, code: int) -> NoReturn:
    """One line on stderr, then the end."""
    note(text)
    raise typer.Exit(code)


def fail_usage(error: typer.TyperException) -> NoReturn:
    """Typer's own usage errors look like omem's; the help page of a group that is called alone stays one."""
    text, ctx = error.format_message(), getattr(error, "ctx", None)
    if "\n" in text or ctx is None:
        raise error
    fail(f"{text.rstrip('.')} (`{ctx.command_path} --help` shows how)", error.exit_code)


def note(text: str) -> None:
    """A line on stderr: a warning, or something worth knowing. It may quote input, so it is masked too."""
    from omem_cli.privacy import Redactor
    from omem_cli.render.safe import one_line

    typer.echo(f"omem: {one_line(Redactor().text(text))}", err=True)


def note_weak(key: str, what: str = "key") -> None:
    """A line on stderr if a new key is so short that trying out finds it."""
    from omem_cli.privacy.strength import is_weak

    if is_weak(key):
        note(
            f"this {what} is weak: who gets the file can find it by trying; take four random words or more, "
            "or let --key-file FILE make a random one"
        )


# ---------------------------------------------------------------- options of many commands
Db = Annotated[
    Path | None, typer.Option("--db", metavar="PATH", help="Memory file (or OMEM_DB).", show_default=False)
]
User = Annotated[
    str | None,
    typer.Option("--user", metavar="NAME", help="Whose memory (or OMEM_USER).", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="One JSON document on stdout.")]
AsLines = Annotated[bool, typer.Option("--jsonl", metavar="", help="A JSON document a line.")]
Person = Annotated[
    str | None,
    typer.Option(
        "--person",
        metavar="NAME",
        help="Whose words or profile (default: the user's own).",
        show_default=False,
    ),
]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="DATE", help="As it stood on this date.", show_default=False)
]
Limit = Annotated[
    int | None, typer.Option("--limit", "-n", min=1, metavar="N", help="At most so many.", show_default=False)
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="F", help="Transcript format (default: recognised).", show_default=False
    ),
]
Me = Annotated[
    str | None,
    typer.Option("--me", metavar="NAME", help="The user's name in the transcript.", show_default=False),
]
Zone = Annotated[
    str | None,
    typer.Option(
        "--tz",
        metavar="ZONE",
        help="Time zone of times without one (default: this machine's).",
        show_default=False,
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="C=NAME,...",
        help="A table's columns: time=Sent,speaker=From,text=Body (also thread=).",
        show_default=False,
    ),
]


# ---------------------------------------------------------------- the open memory
@dataclass
class Loader:
    """The models, loaded when first asked for. Missing ones are told once."""

    models: Models
    as_json: bool
    _loaded: dict[str, Any] = field(default_factory=dict, init=False)
    _ahead: dict[str, Callable[[], Any]] = field(default_factory=dict, init=False)

    def extractor(self) -> "Extractor | None":
        """The language model, or None with a note."""
        return cast("Extractor | None", self._once("extractor", self.models.load_extractor))

    def understander(self, gate: "Gate | None" = None) -> "Understander":
        """The understanding of messages, with or without a language model; `gate`: not the write filter as
        shipped."""
        from omem_cli.understanding import Understander

        extractor = self.extractor()
        second = getattr(extractor, "tuned", False)  # only beside the tuned model are embeddings read
        return Understander(extractor, gate=gate, embedder=self.embedder() if second else None)

    def embedder(self) -> "Embedder | None":
        """The embedding model, or None with a note."""
        return cast("Embedder | None", self._once("embedder", self.models.load_embedder))

    def expect(self, name: str, wait: Callable[[], Any]) -> None:
        """A model that is being loaded: `wait` returns it."""
        self._ahead[name] = wait

    def _once(self, name: str, load: Callable[[], Any]) -> Any:
        if name not in self._loaded:
            kind, without = _MISSING[name]
            try:
                model = self._ahead.pop(name, load)()
                if model is None:
                    note(f"no {kind}: {without}")
            except ModelError as error:
                note(f"{error} (without it, {without})")
                model = None
            self._loaded[name] = model
        return self._loaded[name]


@dataclass
class Omem(Loader):
    """An open memory with its models."""

    store: "Store"

    def embedder(self) -> "Embedder | None":
        """The embedding model, or None with a note; refused if the vectors are of another."""
        first = "embedder" not in self._loaded
        model = cast("Embedder | None", self._once("embedder", self.models.load_embedder))
        if first and model is not None:
            check_model(self.store, model)
        return model

    def understander(self, gate: "Gate | None" = None) -> "Understander":
        """The understanding of messages, with the write filter as strict as it should be by now."""
        from omem_cli.memory import strictness

        return super().understander(gate or strictness.follow(self.store))


def _begun(load: Callable[[], Any]) -> Callable[[], Any]:
    """Begins to load a model while other work goes on, most of it being outside Python; what comes back
    waits for it."""
    from threading import Thread

    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(load())
        except BaseException as error:  # raised again where the model is asked for
            outcome.append(error)

    thread = Thread(target=run, name="model")
    thread.start()

    def wait() -> Any:
        thread.join()
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    return wait


_MISSING = {
    "embedder": ("embedding model", "messages are found by their words only"),
    "extractor": ("language model", "clues and topics come from the text itself, and no persona"),
}


def check_model(store: "Store", embedder: "Embedder") -> None:
    """Raises ModelError if the memory has vectors, and none of them are `embedder`'s."""
    known = store.vectors.fingerprints("message")
    if known and embedder.fingerprint not in known:
        raise ModelError(
            f"the memory's vectors come from another embedding model ({', '.join(known)}) than the one in "
            f"use ({embedder.fingerprint}): run `omem reindex` to make them anew, or choose the old model "
            "with `omem models use`"
        )


def shared(ctx: typer.Context) -> Shared:
    """The root's options."""
    if not isinstance(ctx.obj, Shared):
        ctx.obj = Shared(ctx.obj if isinstance(ctx.obj, Models) else Models())
    return ctx.obj


@contextmanager
def opened(
    ctx: typer.Context,
    db: Path | None,
    user: str | None,
    as_json: bool = False,
    *,
    create: bool = False,
    write: bool = False,
    embed: bool = False,
) -> Iterator[Omem]:
    """The memory that the options name. `create` makes a missing file, `write` refuses a read-only one;
    `embed` says that the embedding model will be needed: it is loaded meanwhile."""
    from omem_cli import settings

    root = shared(ctx)
    path = settings.database_path(db or root.db)
    wait = _begun(root.models.load_embedder) if embed and path.exists() else None

    from omem_cli.store import open_store

    name, new = settings.user_name(user or root.user), create and not path.exists()
    with open_store(path, user=name, create=create, readonly_ok=not write) as store:
        if not create:
            _name_users(root, store)
        elif new and (key := settings.key()):
            note_weak(key)
        omem = Omem(root.models, as_json or root.as_json, store)
        if wait is not None:
            omem.expect("embedder", wait)
        yield omem


def _name_users(root: Shared, store: "Store") -> None:
    """Says whose memories there are, once, where the one that was named is none of them."""
    names = store.users()
    if names and store.user not in names and not root.users_named:
        root.users_named = True
        others = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        note(f"there is no memory of {store.user} here, but of {others}: --user NAME")


def person_named(omem: Omem, name: str | None) -> str | None:
    """The person called `name`, under the name that stands for them. Raises UnknownPersonError if there are
    people, and none of them is called that."""
    if name is None:
        return None
    person, there = called(omem, name), persons(omem)
    known = person in there or person == omem.store.user or not there
    if not known and not omem.store.people.told(person):
        raise UnknownPersonError(f"nobody is called {name} here; there are {', '.join(there[:5])}")
    return person


def called(omem: Omem, name: str) -> str:
    """The name that stands for the person called `name`, the user's own where they speak under it; capitals
    are no difference where only one can be meant."""
    people = omem.store.people
    person = people.canonical(name)
    if person != name or person == omem.store.user:
        return person
    there = persons(omem)
    if person in there or people.told(person):
        return person
    own = dict.fromkeys(people.own_names(), omem.store.user)
    if person in own:
        return omem.store.user
    alike = {
        own.get(one, people.canonical(one))
        for one in (*there, *people.aliases(), omem.store.user, *own)
        if one.casefold() == person.casefold()
    }
    return alike.pop() if len(alike) == 1 else person


def persons(omem: Omem) -> list[str]:
    """All who spoke, and all of whom something is known."""
    names = [name for name, _ in omem.store.messages.persons()]
    return list(dict.fromkeys([*names, *(name for name, _, _ in omem.store.memories.persons())]))


def put(text: str) -> None:
    """A line on stdout."""
    typer.echo(text)


_MARKED = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
"""Byte order marks; that of UTF-32 begins with that of UTF-16."""


def lines_of(path: str) -> Iterator[str]:
    """Lines of a text file or of standard input (`-`), without their ends: UTF-8, or UTF-16 or UTF-32 with a
    byte order mark."""
    if path == "-":
        yield from _lines(typer.get_binary_stream("stdin"), path)
        return
    try:
        with open(path, "rb") as file:
            yield from _lines(file, path)
    except OSError as error:
        raise OmemError(f"cannot read {path}: {error.strerror or error}") from error


def _lines(stream: BinaryIO, path: str) -> Iterator[str]:
    first = stream.readline()  # as it comes: whoever writes a line may wait for its answer
    if encoding := next((name for mark, name in _MARKED if first.startswith(mark)), None):
        text = (first + stream.read()).decode(encoding, "replace")
        yield from (line.rstrip("\r") for line in text.removesuffix("\n").split("\n"))
        return
    if b"\0" in first:
        raise OmemError(f"{path} is no UTF-8 text (UTF-16 is read if it begins with a byte order mark)")
    for line in chain([first] if first else [], stream):
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def date_option(text: str | None, name: str = "--as-of") -> str | None:
    """Checks a date: `2026-05-09`, `2026-05`, `2026` or a full ISO time; returns the day (the last one of a
    month or year). Raises UsageError for anything else."""
    return None if text is None else days_option(text, name)[1].isoformat()


def days_option(text: str, name: str) -> "tuple[date, date]":
    """The first and the last day of such a date. Raises UsageError."""
    from calendar import monthrange
    from datetime import date, datetime

    parts = text.strip().split("-")
    try:
        if len(parts) == 1 and len(parts[0]) == 4:
            return date(int(parts[0]), 1, 1), date(int(parts[0]), 12, 31)
        if len(parts) == 2:
            first = date(int(parts[0]), int(parts[1]), 1)
            return first, first.replace(day=monthrange(first.year, first.month)[1])
        padded = parts if "W" in text else [parts[0], *(part.rjust(2, "0") for part in parts[1:])]
        day = datetime.fromisoformat("-".join(padded)).date()
    except ValueError:
        raise UsageError(f"{name} wants a date such as 2026-05-09, 2026-05 or 2026, not {text!r}") from None
    return day, day


def utf8_streams() -> None:
    """JSON is UTF-8 whatever the locale says; what a terminal cannot show is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(
                encoding=stream.encoding if stream.isatty() else "utf-8", errors="backslashreplace"
            )


class _Closed(io.RawIOBase):
    """Standard input of a process that was started without one (`<&-`)."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise OSError("standard input is closed; name a file, or give it through a pipe")


def never_without_input() -> None:
    """Without standard input Python has none at all: who reads from it must be told, not find nothing."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed()))
