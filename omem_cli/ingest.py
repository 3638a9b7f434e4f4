"""Use case: transcripts -> stored messages -> index -> the three memories.

Each step commits before the next begins, so whatever stops the work, the next run goes on from there:
messages first (nothing can be lost then), then the text index and the vectors in batches, then one
transaction a message for what the model understood, with the model's call outside of it.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Protocol

import numpy as np

from omem_cli import text
from omem_cli.counting import counted
from omem_cli.embedding.repeats import Repeats
from omem_cli.errors import ModelError
from omem_cli.memory.profile import index_persona
from omem_cli.memory.working import index_topics
from omem_cli.privacy import KINDS, Policy, Redactor, clean
from omem_cli.protocols import Embedder
from omem_cli.records import Broken, Message, MessageContext, Notice, Role, Skipped, Turn, Understanding
from omem_cli.store import Store
from omem_cli.transcripts import SourceFile

if TYPE_CHECKING:  # these take longer to import than a thousand messages to store: where they are needed only
    from omem_cli.memory.redo import Change
    from omem_cli.store.overlap import Overlap
    from omem_cli.understanding import Understander

EMBED_BATCH = 1024
"""Texts encoded at once, of long ones fewer; each batch is committed, so this is what an interruption can
cost."""

_PEOPLE = (Role.USER, Role.PARTICIPANT)
EMBEDDED = (*_PEOPLE, Role.ASSISTANT)
"""Whose turns get a vector: those that are speech."""


class Progress(Protocol):
    """Told how far a step is: `step` is reading, indexing, embedding or understanding."""

    def __call__(self, step: str, done: int, total: int | None) -> None: ...


def silent(step: str, done: int, total: int | None) -> None:
    """The progress of those who don't watch."""


@dataclass
class FileReport:
    """What became of one source; `seen` = new + known + skipped + failed. `edited` of the known messages were
    edited since they were stored."""

    path: str
    format: str | None = None
    conversations: int = 0
    seen: int = 0
    new: int = 0
    known: int = 0
    edited: int = 0
    skipped: int = 0
    failed: list[Broken] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    erased: int = 0
    """Messages among the skipped that `omem forget` took out before."""
    masked: int = 0
    """Known messages that were stored under another redaction policy, and now say what may be kept today."""
    redacted: Counter[str] = field(default_factory=Counter)
    """Pieces that were masked or dropped before anything was kept, by kind."""


@dataclass
class IngestReport:
    """Sums over the sources; `extracted` messages were understood in this run, `pending` are still to be;
    `unembedded` have no vector because there was no more time for them."""

    files: list[FileReport] = field(default_factory=list)
    extracted: int = 0
    pending: int = 0
    unembedded: int = 0

    @property
    def seen(self) -> int:
        """Records found."""
        return sum(f.seen for f in self.files)

    @property
    def new(self) -> int:
        """Messages stored now."""
        return sum(f.new for f in self.files)

    @property
    def known(self) -> int:
        """Messages that were there already."""
        return sum(f.known for f in self.files)

    @property
    def edited(self) -> int:
        """Known messages that have a new text now."""
        return sum(f.edited for f in self.files)

    @property
    def skipped(self) -> int:
        """Records that hold nothing to keep."""
        return sum(f.skipped for f in self.files)

    @property
    def failed(self) -> int:
        """Records and files that could not be read."""
        return sum(len(f.failed) for f in self.files)

    @property
    def usable(self) -> bool:
        """Whether anything could be taken from the sources."""
        return self.new + self.known + sum(f.erased for f in self.files) > 0

    @property
    def redacted(self) -> dict[str, int]:
        """Pieces that were masked or dropped, by kind."""
        total = sum((f.redacted for f in self.files), Counter[str]())
        return dict(sorted(total.items()))


def ingest(
    store: Store,
    sources: Iterable[SourceFile],
    *,
    me: str | None = None,  # the user's name in the sources
    embedder: Embedder | None = None,
    indexed: bool = True,  # else the text index and the vectors are left to a later `index`
    seconds: float | None = None,
    understander: "Understander | None" = None,
    jobs: int | None = None,
    policy: Policy | None = None,
    progress: Progress = silent,
) -> IngestReport:
    """Stores the messages of all sources, indexes them, embeds them (with an embedder, for about `seconds` at
    most) and understands what is pending (with an understander, `jobs` messages at once). What `policy`
    (default: the usual one) wants masked or dropped is so before anything else sees it. Sources that hold
    nothing start no model: what was stored before stays pending."""
    report = take_in(store, sources, me=me, embedder=embedder, policy=policy, progress=progress)
    if report.usable:
        digest(
            store, report, embedder=embedder, indexed=indexed, seconds=seconds, understander=understander,
            jobs=jobs, policy=policy, progress=progress,
        )  # fmt: skip
    return report


def take_in(
    store: Store,
    sources: Iterable[SourceFile],
    *,
    me: str | None = None,
    embedder: Embedder | None = None,
    policy: Policy | None = None,
    progress: Progress = silent,
) -> IngestReport:
    """The first half of `ingest`: stores the messages, asks no model about them."""
    report = IngestReport()
    earlier = _earlier(store, policy or Policy())
    if me is not None:
        me = Redactor(policy).name(me)  # as their speaker is kept
    for source in sources:
        redactor = Redactor(policy, earlier)
        report.files.append(FileReport(source.path, source.format, redacted=redactor.counts))
        source = replace(source, parsed=redactor.records(source.parsed))
        _take(store, source, report, me, embedder, progress)
    report.pending = store.messages.pending_count()
    if any(file.masked for file in report.files) and not store.erasure.wipe():
        report.files[-1].warnings.append(
            "another process has the memory open, so traces of what is masked now may still lie in the file: "
            "close it, then run `omem forget --wipe`"
        )
    return report


def _earlier(store: Store, policy: Policy) -> list[Policy]:
    """The other redaction policies under which messages were stored."""
    if not store.messages.count():
        return []
    known = [Policy(actions) for actions in store.audit.details("policy")] or [Policy()]
    return [one for one in known if any(one[kind] != policy[kind] for kind in KINDS)]


def digest(
    store: Store,
    report: IngestReport,
    *,
    embedder: Embedder | None,
    indexed: bool = True,
    seconds: float | None = None,
    understander: "Understander | None" = None,
    jobs: int | None = None,
    policy: Policy | None = None,
    progress: Progress = silent,
) -> None:
    """The second half of `ingest`: indexes and understands what is stored, and fills in the report."""
    _log_setup(store, policy or Policy(), embedder, understander)
    if indexed:
        index(store, embedder, seconds=seconds, progress=progress)
        if embedder is not None and seconds is not None:  # else all have one
            report.unembedded = store.messages.unembedded_count(embedder.fingerprint, EMBEDDED)
    if understander is not None:
        report.extracted = understand(store, understander, embedder, jobs=jobs, progress=progress)
        report.pending = store.messages.pending_count()


def _log(store: Store, file: FileReport, added: int, *, interrupted: bool = False) -> None:
    """Notes what was stored of a source, `added` messages or some changed, if anything was."""
    if not added and not file.edited and not file.masked:
        return
    detail = {
        "format": file.format, "new": added, "known": file.known, "edited": file.edited,
        "skipped": file.skipped, "failed": len(file.failed), "redacted": dict(sorted(file.redacted.items())),
    }  # fmt: skip
    store.audit.add("ingest", {**detail, **({"interrupted": True} if interrupted else {})}, added=added)


def _log_setup(
    store: Store, policy: Policy | None, embedder: Embedder | None, understander: "Understander | None"
) -> None:
    """Notes the policy (if given) and the models, if they are others than before."""
    now: dict[str, dict[str, str]] = {} if policy is None else {"policy": dict(policy.actions)}
    models = {
        **({"embedder": embedder.fingerprint} if embedder is not None else {}),
        **({"extractor": understander.model} if understander is not None else {}),
    }
    if models:
        now["models"] = {**(store.audit.latest("models") or {}), **models}
    for action, detail in now.items():
        if store.messages.count() and store.audit.latest(action) != detail:
            store.audit.add(action, detail)


def _take(
    store: Store,
    source: SourceFile,
    report: IngestReport,
    me: str | None,
    embedder: Embedder | None,
    progress: Progress,
) -> None:
    file = report.files[-1]
    if source.error is not None:
        file.seen = 1
        file.failed.append(Broken(source.path, source.error))
        return
    before = report.seen
    conversations: set[str] = set()
    people: dict[str, None] = {}
    met: set[str] = set()
    selfless = not source.marks_user

    def turns() -> Iterator[Turn]:
        nonlocal selfless
        for record in source.parsed:
            if isinstance(record, Notice):
                file.warnings.append(record.text)
                continue
            file.seen += 1
            if file.seen % 200 == 0:
                progress("reading", before + file.seen, None)
            if isinstance(record, Turn):
                conversations.add(record.conversation.local)
                if record.role is Role.PARTICIPANT:
                    people[record.speaker] = None
                elif record.role is Role.USER:
                    selfless = False
                yield record
            elif isinstance(record, Skipped):
                file.skipped += 1
            else:
                file.failed.append(record)

    def edits(count: int, persons: Collection[str]) -> None:
        from omem_cli.memory import persona  # of what the old texts told, nothing is said any more

        file.edited += count
        for person in sorted(persons):
            persona.refold(store, person, embedder)
        store.erasure.tidy_topics()
        store.erasure.drop_dangling()

    def erased(count: int) -> None:
        file.skipped += count
        file.erased += count
        by = "erased with `omem forget` and"
        file.warnings.append(
            counted(count, f"message was {by} stays out", f"messages were {by} stay out")
        )  # fmt: skip

    def masked(count: int) -> None:
        file.masked += count
        anew = "stored under another redaction policy: what may be kept today takes the place"
        file.warnings.append(
            counted(count, f"message was {anew} of its text", f"messages were {anew} of their texts")
        )

    def overlap(found: "Overlap") -> None:
        file.warnings.extend(_told(found))

    stored = 0  # told, not counted: to count a large memory takes longer than to read a small file

    def committed(new: int, known: int) -> None:
        nonlocal stored
        stored = new

    try:
        file.new, file.known = store.messages.ingest(
            turns(), source.format or "", committed, on_edits=edits, conversations=met, on_erased=erased,
            on_masked=masked, on_overlap=overlap,
        )  # fmt: skip
    except BaseException:
        with contextlib.suppress(Exception):  # a full disk can't be written to, not even about that
            _log(store, file, stored, interrupted=True)
        raise
    _log(store, file, stored)  # before whatever else is logged about these messages
    if people and (me is not None or selfless):
        _bind(store, file, me, list(people), met, embedder)
    file.conversations = len(conversations)


def _told(overlap: "Overlap") -> Iterator[str]:
    """What the user should know of a chat that was recognised by its messages alone."""
    if overlap.zones:
        before, now = ("UTC" + _utc(minutes) for minutes in overlap.zones[-1])
        yield (
            f"read in another time zone before ({before}, now {now}): its times stay as they were. If they "
            f"were wrong: `omem forget --conversation {overlap.public} --allow-return`, then ingest it again"
        )
    for new, old in overlap.names.items():
        yield (
            f"{old} is called {new} in it now; what is stored stays under {old}. "
            "`omem persona merge` makes them one person"
        )


def _utc(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _bind(
    store: Store,
    file: FileReport,
    me: str | None,
    people: list[str],
    conversations: set[str],
    embedder: Embedder | None,
) -> None:
    """Finds out who of the people is the user, and makes their messages the user's own."""
    shown = ", ".join(people[:5]) + (f" and {len(people) - 5} more" if len(people) > 5 else "")
    if me is None:
        name = store.selves.known(file.format or "", file.path, conversations, people)
        if name is None and len(people) > 1:
            file.warnings.append(f"{shown} speak in it: say by --me NAME who of them you are, if you are one")
    else:
        name = next((p for p in people if p == me), None)
        name = name or next((p for p in people if text.fold(p) == text.fold(me)), None)
        if name is None:
            file.warnings.append(f"nobody is called {me} in it, only {shown}")
    if name is None:
        return
    with store.transaction():
        changed, understood = store.selves.claim(name, conversations)
        if changed:
            store.audit.add("me", {"messages": changed})
        if changed and understood:
            from omem_cli.memory import persona

            for person in (name, store.user):
                persona.refold(store, person, embedder)


def index(
    store: Store,
    embedder: Embedder | None,
    *,
    seconds: float | None = None,
    progress: Progress = silent,
) -> int:
    """Brings the text index and, with an embedder, the vectors up to date; returns how many were made.

    With `seconds`, what has no vector after about so long is left to a later `index`. What people said comes
    first: replies of assistants are longer, and asked for less."""
    done = 0
    for pairs in store.text_index.missing():
        progress("indexing", done, None)
        store.text_index.add((row, text.analyse(said)) for row, said in pairs)
        done += len(pairs)
    if embedder is None:
        return 0
    fingerprint = embedder.fingerprint
    total = store.messages.count()
    done = start = len(store.vectors.rows("message", fingerprint))
    repeats = Repeats(embedder)
    until = None if seconds is None else time.monotonic() + seconds
    groups = (_PEOPLE, (Role.ASSISTANT,))
    for messages in chain.from_iterable(
        store.messages.unembedded(fingerprint, EMBED_BATCH, roles) for roles in groups
    ):
        if until is not None and time.monotonic() >= until:
            break
        progress("embedding", done, total)
        matrix = repeats.encode([m.text for m in messages])
        store.vectors.add("message", fingerprint, np.array([m.row for m in messages], np.int64), matrix)
        done += len(messages)
    index_topics(store, embedder)
    index_persona(store, embedder)
    return done - start


def understand(
    store: Store,
    understander: "Understander",
    embedder: Embedder | None,
    *,
    limit: int | None = None,
    jobs: int | None = None,
    progress: Progress = silent,
) -> int:
    """Understands pending messages in file order, at most `limit`; returns how many. `jobs` may be at a
    server at once (default: what suits the model); they are recorded in order all the same.

    With a model, messages that were read without one are pending again. Raises ModelError if the model is
    lost on the way; what was understood until then stays.
    """
    from omem_cli.memory import persona
    from omem_cli.understanding import NO_EXTRACTOR, NO_MODEL

    if understander.model != NO_EXTRACTOR:
        store.memories.reopen(NO_MODEL)
    total = store.messages.pending_count()
    messages = store.messages.pending(limit)

    def keep(message: Message, understanding: Understanding) -> None:
        persona.remember(store, message, understanding, embedder)

    _log_setup(store, None, embedder, understander)
    done = _each(store, messages, keep, understander, _fewer(total, limit), jobs, progress)
    if done:
        store.audit.add("extract", {"messages": done})
    if embedder is not None:
        index_persona(store, embedder)
    return done


def _each(
    store: Store,
    messages: Iterable[Message],
    keep: Callable[[Message, Understanding], object],
    understander: "Understander",
    total: int,
    jobs: int | None,
    progress: Progress,
) -> int:
    """Lets every message be understood and kept; returns how many."""
    from omem_cli.understanding import understood

    done = 0
    shown = ((m, context_of(store, m), m.role) for m in messages)
    progress("understanding", done, total)
    try:
        for message, understanding in understood(understander, shown, jobs):
            keep(message, clean(understanding, message.text))
            done += 1
            progress("understanding", done, total)
    except ModelError as error:
        past = "understood before and"
        stay = counted(total, f"message was {past} stays", f"messages were {past} stay")
        stays = f"{done} of {stay}; `omem extract` goes on"
        raise ModelError(f"{error}; {stays}") from error
    return done


def _fewer(total: int, limit: int | None) -> int:
    return total if limit is None else min(total, limit)


@dataclass
class RedoReport:
    """What came of understanding everything again: `redone` messages have been, in this run and those that it
    went on from, `remaining` have not. Only when none remain, `changes` are in force. `extracted` messages
    were understood for the first time."""

    redone: int = 0
    remaining: int = 0
    changes: list["Change"] = field(default_factory=list)
    extracted: int = 0
    pending: int = 0


def redo(
    store: Store,
    understander: "Understander",
    embedder: Embedder | None,
    *,
    limit: int | None = None,
    jobs: int | None = None,
    progress: Progress = silent,
) -> RedoReport:
    """Understands all messages again, or goes on with that (at most `limit` messages). The memory stays as it
    was until all are, then changes at once. What another model did of an unfinished redo is done again.

    Raises ModelError without a model, and if it is lost on the way.
    """
    from omem_cli.memory.redo import changes, put_in_force
    from omem_cli.understanding import NO_EXTRACTOR, NO_MODEL

    if understander.model == NO_EXTRACTOR:
        raise ModelError("there is no language model to understand the messages again: `omem models use`")
    versions = store.versions
    store.memories.reopen(NO_MODEL)
    versions.drop_drafts(model=understander.model)
    total = versions.undrafted_count()
    report = RedoReport()
    done = _each(
        store, versions.undrafted(limit), versions.draft, understander, _fewer(total, limit), jobs, progress
    )  # fmt: skip
    report.redone, report.remaining = versions.drafts_count(), versions.undrafted_count()
    report.changes = list(changes(store))
    if report.redone and not report.remaining:
        put_in_force(store, embedder)
        store.audit.add("redo", {"messages": report.redone, "model": understander.model})
        if embedder is not None:
            index_topics(store, embedder)
            index_persona(store, embedder)
    if limit is None or done < limit:
        left = None if limit is None else limit - done
        report.extracted = understand(
            store, understander, embedder, limit=left, jobs=jobs, progress=progress
        )  # fmt: skip
    report.pending = store.messages.pending_count()
    return report


def context_of(store: Store, message: Message) -> MessageContext:
    """What the extractor may know of a stored message."""
    previous, own = store.messages.previous(message), store.messages.own_before(message)
    return MessageContext(
        message.text,
        previous.text if previous else None,
        message.time,
        message.speaker,
        own.text if own else None,
    )


def preview(
    parsed: Iterable[tuple[MessageContext, Role] | None],
    understander: "Understander",
    policy: Policy | None = None,
) -> Iterator[tuple[MessageContext, Understanding]]:
    """What would be understood of messages that are not stored, and of which part of them, in order. None
    among them: no further one is there yet."""
    from omem_cli.understanding import understood

    redactor = Redactor(policy)

    def shown() -> Iterator[tuple[MessageContext, MessageContext, Role] | None]:
        for entry in parsed:
            if entry is None:
                yield None
                continue
            context, role = entry
            before = context.previous and redactor.text(context.previous)
            own = context.own and redactor.text(context.own)
            context = replace(context, text=redactor.text(context.text), previous=before, own=own)
            yield context, context, role

    for context, understanding in understood(understander, shown()):
        yield context, clean(understanding, context.text)


def contexts(
    source: SourceFile, me: str | None = None, *, broken: Callable[[Broken], None] = lambda record: None
) -> Iterator[tuple[MessageContext, Role]]:
    """The messages of a source as an extractor would see them, each with the other side's turn before it;
    `broken` is told of what could not be read."""
    last: dict[str, dict[str, str]] = {}
    for record in source.parsed:
        if isinstance(record, Broken):
            broken(record)
        if not isinstance(record, Turn):
            continue
        said = last.setdefault(record.conversation.local, {})
        previous = next(
            (words for speaker, words in reversed(said.items()) if speaker != record.speaker), None
        )
        own = said.pop(record.speaker, None)
        if record.role in EMBEDDED:
            said[record.speaker] = record.text
        mine = (
            me is not None and record.role is Role.PARTICIPANT and text.fold(record.speaker) == text.fold(me)
        )
        role = Role.USER if mine else record.role
        yield MessageContext(record.text, previous, record.time, record.speaker, own), role
