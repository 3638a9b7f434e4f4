"""`omem ingest`, `omem extract`, `omem preview`."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import (
    PARTLY,
    AsJson,
    AsLines,
    Columns,
    Db,
    Format,
    Limit,
    Loader,
    Me,
    Omem,
    User,
    Zone,
    lines_of,
    note,
    opened,
    put,
    shared,
)
from omem_cli.counting import counted
from omem_cli.errors import OmemError

if TYPE_CHECKING:
    from omem_cli.ingest import IngestReport
    from omem_cli.records import Broken, MessageContext, Role
    from omem_cli.understanding import Understander

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        metavar="N",
        help="Messages at a model's server at once (default: 4; a local model reads one by one).",
        show_default=False,
    ),
]


def ingest(
    ctx: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, zip archives, or - for stdin.")
    ],
    format: Format = None,
    me: Me = None,
    tz: Zone = None,
    columns: Columns = None,
    extract: Annotated[
        bool,
        typer.Option(
            "--extract/--no-extract",
            metavar="",
            help="Understand the messages now, or later with `omem extract`.",
        ),
    ] = True,
    embed: Annotated[
        bool,
        typer.Option(
            "--embed/--no-embed",
            metavar="",
            help="Index the messages now, or later: words with the first search, all with `omem reindex`.",
        ),
    ] = True,
    jobs: Jobs = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Only say what would be stored.")
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Read chats into the memory, then understand them. Reading a file again adds only what is new."""
    from omem_cli.render import as_json as shapes

    with (
        rehearsed(ctx, db, user, as_json)
        if dry_run
        else opened(ctx, db, user, as_json, create=True, write=True) as omem
    ):
        report = _run(
            omem, paths, format, me, tz, columns,
            models=not dry_run, embed=embed, extract=extract, jobs=jobs,
        )  # fmt: skip
        if omem.as_json:
            put(shapes.dumps(shapes.ingest(report)))
        else:
            put(summary(report))
        if not report.usable:
            raise typer.Exit(OmemError.exit_code)
    _tell_left(report, waiting=not extract and not dry_run, unindexed=not embed and not dry_run)
    if report.failed:
        raise typer.Exit(PARTLY)


def rehearsed(ctx: typer.Context, db: Path | None, user: str | None, as_json: bool) -> Any:
    """The memory in a transaction that is taken back at the end; a missing one lies in a temporary folder."""
    import tempfile
    from contextlib import contextmanager

    from omem_cli import settings

    class TakenBack(Exception):
        """Ends the transaction."""

    @contextmanager
    def manager() -> Iterator[Omem]:
        path = settings.database_path(db or shared(ctx).db)
        with tempfile.TemporaryDirectory(prefix="omem-") as folder:
            where = path if path.exists() else Path(folder) / "omem.db"
            with opened(ctx, where, user, as_json, create=True, write=True) as omem:
                try:
                    with omem.store.transaction():
                        yield omem
                        raise TakenBack
                except TakenBack:
                    pass

    return manager()


def _run(
    omem: Omem,
    paths: list[str],
    format: str | None,
    me: str | None,
    tz: str | None,
    columns: str | None,
    *,
    models: bool,
    embed: bool,
    extract: bool,
    jobs: int | None,
) -> "IngestReport":
    from omem_cli import settings
    from omem_cli.ingest import digest, take_in
    from omem_cli.privacy import Policy
    from omem_cli.render.progress import bars
    from omem_cli.transcripts import read

    sources = chain.from_iterable(read(path, format=format, tz=tz, columns=columns) for path in paths)
    embedder = omem.embedder() if models and embed else None
    policy = Policy.chosen()
    # Beside understanding, which takes a second a message, all vectors are made in no time.
    minutes = None if extract else settings.get("embed_minutes")
    with bars() as progress:
        report = take_in(omem.store, sources, me=me, embedder=embedder, policy=policy, progress=progress)
        # What was wrong with the files is said now: understanding can take hours.
        _tell(report)
        if report.usable:
            digest(
                omem.store, report, embedder=embedder, indexed=models and embed,
                seconds=None if minutes is None else 60.0 * int(minutes),
                understander=_reader(omem, jobs) if models and extract else None,
                jobs=jobs, policy=policy, progress=progress,
            )  # fmt: skip
    return report


def _reader(omem: Omem, jobs: int | None) -> "Understander":
    from omem_cli.understanding import NO_EXTRACTOR

    understander = omem.understander()
    if (jobs or 1) > 1 and understander.at_once == 1 and understander.model != NO_EXTRACTOR:
        note("--jobs is for a model's server; this model reads one message after the other")
    return understander


def summary(report: "IngestReport") -> str:
    """The line every ingest ends with."""
    counts = ("seen", "new", "known", "skipped", "failed")
    return ", ".join(f"{getattr(report, name)} {name}" for name in counts)


SHOWN_FAILURES = 20


def _tell(report: "IngestReport") -> None:
    """What is to be said about the files."""
    for file in report.files:
        for warning in file.warnings:
            note(f"{file.path}: {warning}")
        if file.edited:
            were = counted(file.edited, "message was", "messages were")
            note(f"{file.path}: {were} edited since; what was said before is kept (`omem why ID`)")
        for broken in file.failed[:SHOWN_FAILURES]:
            note(f"skipped {_place(file.path, broken)}")
        if len(file.failed) > SHOWN_FAILURES:
            more = counted(len(file.failed) - SHOWN_FAILURES, "more such place")
            note(f"{file.path}: {more} (all of them in --json)")
    if report.redacted:
        found = ", ".join(counted(count, kind.replace("_", " ")) for kind, count in report.redacted.items())
        note(f"masked before it was stored: {found} (`omem config get` shows what is)")
    if not report.usable and not report.failed:
        note("no messages found; nothing was stored")


def _place(path: str, broken: "Broken") -> str:
    """Where something could not be read, and why."""
    return f"{broken.where if broken.where.startswith(path) else f'{path}, {broken.where}'}: {broken.why}"


def _tell_left(report: "IngestReport", *, waiting: bool, unindexed: bool) -> None:
    """What is left to be done."""
    if unindexed and (fresh := report.new + report.edited):
        wait = counted(fresh, "new message waits", "new messages wait")
        note(f"{wait} for the index: the first search indexes words, `omem reindex` makes vectors as well")
    if report.unembedded:
        have = counted(report.unembedded, "message has", "messages have")
        note(f"{have} no vector yet, only words to be found by: `omem reindex --missing` makes those left")
    if waiting and report.pending:
        note(f"{counted(report.pending, 'message is', 'messages are')} not understood yet: `omem extract`")


def extract(
    ctx: typer.Context,
    limit: Limit = None,
    redo: Annotated[
        bool | None,
        typer.Option(
            "--redo/--no-redo",
            metavar="",
            help="Understand all messages again, show what changes (--no-redo: drop a redo that was begun).",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Go on understanding messages that are stored but not yet understood."""
    from omem_cli.ingest import index, understand
    from omem_cli.ingest import redo as understand_again
    from omem_cli.render import as_json as shapes
    from omem_cli.render.progress import bars
    from omem_cli.understanding import NO_EXTRACTOR

    with opened(ctx, db, user, as_json, write=True) as omem:
        store, embedder, understander = omem.store, omem.embedder(), _reader(omem, jobs)
        if redo is False:
            store.versions.drop_drafts()
        begun = redo is None and understander.model != NO_EXTRACTOR and store.versions.drafts_count() > 0
        if begun:
            note("going on with the redo that was begun (--no-redo drops it)")
        with bars() as progress:
            index(store, embedder, progress=progress)
            if redo or begun:
                report = understand_again(
                    store, understander, embedder, limit=limit, jobs=jobs, progress=progress
                )
            else:
                done = understand(store, understander, embedder, limit=limit, jobs=jobs, progress=progress)
        if redo or begun:
            from omem_cli.render import redo as shown

            if omem.as_json:
                put(shapes.dumps(shown.as_json(report)))
            else:
                shown.show(report)
            return
        pending = store.messages.pending_count()
        if omem.as_json:
            put(shapes.dumps({"extracted": done, "pending": pending}))
        else:
            put(f"{done} understood, {pending} pending")


def preview(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="A transcript, or JSON lines with --jsonl; - is stdin.")
    ] = "-",
    as_lines: AsLines = False,
    format: Format = None,
    me: Me = None,
    tz: Zone = None,
    columns: Columns = None,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Show what would be understood of messages, without storing anything."""
    from itertools import count, islice

    from omem_cli.ingest import contexts, preview
    from omem_cli.privacy import Policy
    from omem_cli.render import as_json as shapes
    from omem_cli.transcripts import read

    policy = Policy.chosen()
    root = shared(ctx)
    omem = Loader(root.models, as_json or root.as_json)
    if as_lines:
        broken: list[tuple[int, str]] = []

        def told() -> "Iterator[tuple[MessageContext, Role] | None]":
            for line in available(islice(lines_of(file), limit)):
                if line is None:  # before the wait for more, all there is to say is said
                    tell_broken()
                    yield None
                    tell_broken()
                    continue
                at = next(numbers)
                try:
                    context = _line_context(at, line)
                except OmemError as error:
                    broken.append((at, str(error)))
                else:
                    yield context

        numbers = count(1)
        written = broken_told = 0

        def tell_broken() -> None:
            # A line in, a line out: whoever pairs them up by position must not be thrown off by one.
            nonlocal written, broken_told
            while broken_told < len(broken) and broken[broken_told][0] == written + 1:
                at, why = broken[broken_told]
                note(why)
                put(shapes.dumps({"line": at, "error": why}, indent=None))
                written, broken_told = written + 1, broken_told + 1

        for _, understood in preview(told(), omem.understander(), policy):
            tell_broken()
            put(shapes.dumps(shapes.understanding(understood), indent=None))
            written += 1
        tell_broken()
        if broken:
            raise typer.Exit(PARTLY)
        return
    parsed: list[tuple[MessageContext, Role]] = []
    unread: list[str] = []
    for source in read(file, format=format, tz=tz, columns=columns):
        if file == "-" and format is None and source.lines is not None:
            note("this is no transcript, so each line is taken as a message of yours")
            parsed += islice(_own_words(source.lines()), limit)
            continue
        if source.error is not None:
            unread.append(f"{source.path}: {source.error}")

        def broken_record(record: "Broken", path: str = source.path) -> None:
            unread.append(_place(path, record))

        parsed += islice(contexts(source, me, broken=broken_record), limit and limit - len(parsed))
    if not parsed:
        raise OmemError(unread[0] if unread else f"no messages in {file}")
    for why in unread:
        note(f"skipped {why}")
    rows = preview(parsed, omem.understander(), policy)
    if omem.as_json:
        put(shapes.dumps({"messages": [shapes.preview(*row) for row in rows]}))
    else:
        from omem_cli.render import tables

        tables.show(tables.preview(rows))
    if unread:
        raise typer.Exit(PARTLY)


def _own_words(lines: list[str]) -> "Iterator[tuple[MessageContext, Role]]":
    """Plain text as messages of the user, a line each."""
    from omem_cli.records import MessageContext, Role
    from omem_cli.transcripts import clean

    for line in lines:
        if words := clean.text(line)[0].strip():
            yield MessageContext(words), Role.USER


def available(lines: Iterator[str]) -> Iterator[str | None]:
    """The lines as they come, and None whenever the next one is not there yet: who writes a line and waits
    for its answer must get it."""
    from queue import Empty, Queue
    from threading import Thread

    ready: Queue[str | BaseException | None] = Queue(LINES_AHEAD)

    def read() -> None:
        try:
            for line in lines:
                ready.put(line)
        except BaseException as error:  # raised again in the reader's place
            ready.put(error)
        else:
            ready.put(None)

    Thread(target=read, daemon=True).start()
    while True:
        try:
            entry = ready.get_nowait()
        except Empty:
            yield None
            entry = ready.get()
        if entry is None:
            return
        if isinstance(entry, BaseException):
            raise entry
        yield entry


LINES_AHEAD = 64


def _line_context(number: int, line: str) -> "tuple[MessageContext, Role]":
    from omem_cli.records import MessageContext, Role

    try:
        record = json.loads(line)
        text = record["text"]
        if not isinstance(text, str):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise OmemError(f'line {number} is no JSON object with a "text": {line[:60]}') from None
    previous, speaker = (v if isinstance(v := record.get(k), str) else None for k in ("prev", "speaker"))
    return MessageContext(text, previous, _moment(record.get("date"), number), speaker), Role.USER


def _moment(text: Any, number: int) -> Any:
    """A date (taken as its noon) or a time; without an offset as UTC."""
    from datetime import UTC, datetime

    if text is None or text == "":
        return None
    try:
        moment = datetime.fromisoformat(str(text) + ("T12:00" if len(str(text)) == 10 else ""))
    except ValueError:
        raise OmemError(f"line {number}: {text!r} is no ISO date") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
