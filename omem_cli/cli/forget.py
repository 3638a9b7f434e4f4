"""`omem forget`: erasure that leaves no trace."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import PARTLY, AsJson, Db, Omem, User, fail, note, opened, put
from omem_cli.counting import counted
from omem_cli.errors import ModelError, OmemError, UsageError

if TYPE_CHECKING:
    from omem_cli.memory.erase import Erased
    from omem_cli.store.erasure import Selection

SHOWN = 5
"""Messages shown before they go."""


class _TakenBack(Exception):
    """Ends a transaction that was only to see what it would do."""


def forget(
    ctx: typer.Context,
    message: Annotated[
        list[str] | None,
        typer.Option("--message", metavar="ID", help="This message; may be repeated.", show_default=False),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option("--conversation", metavar="ID", help="A conversation's messages.", show_default=False),
    ] = None,
    person: Annotated[
        str | None,
        typer.Option(
            "--person",
            metavar="NAME",
            help="A person's messages; given alone, with all that is known of them but what others say.",
            show_default=False,
        ),
    ] = None,
    topic: Annotated[
        str | None,
        typer.Option("--topic", metavar="NAME", help="Messages under this topic.", show_default=False),
    ] = None,
    clue: Annotated[
        str | None,
        typer.Option("--clue", metavar="WORD", help="Messages with this clue word.", show_default=False),
    ] = None,
    before: Annotated[
        str | None,
        typer.Option(
            "--before",
            metavar="DATE",
            help="Messages from before this date (UTC); not those of unknown time.",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", metavar="", help="The whole memory.")] = False,
    allow_return: Annotated[
        bool,
        typer.Option(
            "--allow-return",
            metavar="",
            help="Reading the same export again may bring the messages back; alone: all erased so far.",
        ),
    ] = False,
    wipe: Annotated[
        bool,
        typer.Option("--wipe", metavar="", help="Only clear what earlier erasures left in the file."),
    ] = False,
    policy: Annotated[
        bool,
        typer.Option(
            "--policy",
            metavar="",
            help="Put aside what the settings expire and event_cap give up (`omem persona undo` undoes).",
        ),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", metavar="", help="Only say what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Don't ask.")] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Erase messages with all that stands on them: vectors, index, topics, clues, persona, history.

    Several options mean the messages that fit all of them. What you set or pinned yourself stays, unless it
    repeats what is erased. The copy that an upgrade made is deleted; backups and exports of your own are not.
    """
    given = [message, conversation, person, topic, clue, before]
    selected = sum(value is not None for value in given)
    if everything and selected:
        raise UsageError("--all stands alone: it erases the whole memory")
    if policy:
        if selected or everything or allow_return or wipe:
            raise UsageError("--policy stands alone")
        _by_policy(ctx, db, user, as_json, dry_run=dry_run, yes=yes)
        return
    if wipe and (selected or everything or allow_return):
        raise UsageError("--wipe stands alone")
    if not (selected or everything or allow_return or wipe):
        raise UsageError(
            "say what to forget: --message, --conversation, --person, --topic, --clue, --before or --all"
        )
    if not (yes or dry_run or wipe or sys.stdin.isatty()):
        raise UsageError("forgetting can't be undone: look at it with --dry-run, then say --yes")
    with opened(ctx, db, user, as_json, write=True) as omem:
        if wipe:
            _finish(omem, {"wiped": omem.store.erasure.wipe()}, "free space cleared")
        elif not (selected or everything):
            _let_return(omem, dry_run, yes)
        else:
            chosen = _selection(omem, message, conversation, person, topic, clue, before)
            _forget(omem, chosen, allow_return=allow_return, dry_run=dry_run, yes=yes)


def _by_policy(
    ctx: typer.Context, db: Db, user: User, as_json: bool, *, dry_run: bool, yes: bool
) -> None:  # fmt: skip
    """Puts aside what the policies give up."""
    from datetime import UTC, datetime

    from omem_cli.memory import policies
    from omem_cli.records import Attribute
    from omem_cli.render import as_json as shapes

    rules = policies.configured()
    if not rules:
        raise UsageError(
            "no policy is set: `omem config set expire age=365d`, `omem config set event_cap 1000`"
        )
    with opened(ctx, db, user, as_json, write=True) as omem:
        going = policies.plan(omem.store, rules, datetime.now(UTC))
        rows = [
            {"id": g.memory.id, "person": g.memory.person, "why": g.why}
            | ({"aspect": g.memory.aspect, "value": g.memory.value} if isinstance(g.memory, Attribute)
               else {"aspect": "event", "value": g.memory.event})
            for g in going
        ]  # fmt: skip
        if not omem.as_json and rows:
            from omem_cli.render import tables

            grid = tables.table(None, "aspect", "value", "because", "id", fixed=("aspect", "id"))
            for row in rows:
                grid.add_row(*(tables.cell(row[key]) for key in ("aspect", "value", "why")), row["id"][:8])
            tables.show(grid)
        if going and not dry_run:
            if not yes and not (sys.stdin.isatty() and typer.confirm("Put them aside?", err=True)):
                raise UsageError("nothing was put aside: look at it with --dry-run, then say --yes")
            policies.carry_out(omem.store, going, omem.embedder())
        if omem.as_json:
            put(shapes.dumps({"dry_run": dry_run, "put_aside": rows}))
        else:
            put(f"{len(rows)} {'would be ' if dry_run else ''}put aside")


def _selection(
    omem: Omem,
    messages: list[str] | None,
    conversation: str | None,
    person: str | None,
    topic: str | None,
    clue: str | None,
    before: str | None,
) -> "Selection":
    """What the options name, as it is stored. Raises OmemError for what doesn't exist: nothing is guessed."""
    from omem_cli.cli.indexes import first_moment, full_conversation
    from omem_cli.cli.persona import resolve
    from omem_cli.store.erasure import Selection

    store = omem.store
    if conversation is not None:
        conversation = full_conversation(omem, conversation)
    if person is not None:
        person = store.people.canonical(person)
        names = [name for name, _ in store.messages.persons()]
        names += [name for name, _, _ in store.memories.persons()]
        names += [store.people.canonical(t.person) for t in store.shares.taken() if t.person]
        if person not in names:
            known = ", ".join(dict.fromkeys(names))
            raise OmemError(f"nobody is called {person!r} here; there are {known or 'no persons'}")
    if topic is not None and store.memories.topic_row(topic) is None:
        raise OmemError(f"there is no topic {topic!r}: `omem topics` lists them")
    if clue is not None and not store.memories.clue_messages([clue]):
        raise OmemError(f"there is no clue word {clue!r}: `omem clues` lists them")
    ids = [resolve(omem, id, "m") for id in messages or ()]
    return Selection(tuple(ids), conversation, person, topic, clue, first_moment(before, "--before"))


def _forget(omem: Omem, chosen: "Selection", *, allow_return: bool, dry_run: bool, yes: bool) -> None:
    from omem_cli.memory.erase import erase

    store = omem.store
    rows = store.erasure.rows(chosen)
    try:
        embedder = omem.embedder()
    except ModelError as error:  # of another model than the vectors: erasing must not wait for that
        note(str(error))
        embedder = None

    def run() -> "Erased":
        done = erase(store, chosen, embedder, tombstones=not allow_return)
        if done is None:
            raise OmemError("no message fits; nothing was erased")
        return done

    if dry_run or not yes:
        try:
            with store.transaction():
                done = run()
                raise _TakenBack
        except _TakenBack:
            pass
        if dry_run:
            ids = [m.id for m in store.messages.by_rows(rows)]
            _show(omem, done, rows)
            _report(omem, done, dry_run=True, wiped=None, messages=ids)
            return
        _show(omem, done, rows)
        if not typer.confirm(f"Erase {_counted(done)}? This can't be undone.", err=True):
            fail("nothing was erased", OmemError.exit_code)
    done = run()
    if embedder is not None:
        from omem_cli.memory.profile import index_persona
        from omem_cli.memory.working import index_topics

        index_topics(store, embedder)
        index_persona(store, embedder)
    _report(omem, done, dry_run=False, wiped=store.erasure.wipe())


def _show(omem: Omem, done: "Erased", rows: list[int]) -> None:
    """The first of the messages, on stderr: they are not part of the answer."""
    for m in omem.store.messages.by_rows(rows[:SHOWN]):
        when = m.time.date().isoformat() if m.time else "no date"
        words = " ".join(m.text.split())
        note(f"{m.id} {when} {m.speaker}: {words[:100]}{'…' if len(words) > 100 else ''}")
    if len(rows) > SHOWN:
        note(f"and {len(rows) - SHOWN:,} more")


def _counted(done: "Erased") -> str:
    parts = [
        counted(count, kind.removesuffix("s"))
        for kind, count in done.counts.items()
        if count > 0 and kind in ("messages", "attributes", "events", "topics", "clues", "checkpoints")
    ]
    return ", ".join(parts) or "what is known"


def _report(
    omem: Omem, done: "Erased", *, dry_run: bool, wiped: bool | None, messages: list[str] | None = None
) -> None:
    from omem_cli.store.files import replaced

    document: dict[str, Any] = {
        "dry_run": dry_run,
        "erased": done.counts,
        "reopened": done.reopened,
        "tombstones": done.tombstones,
        "time": None if dry_run else done.time.isoformat(),
        "wiped": wiped,
    }
    if messages is not None:
        document["messages"] = messages
    _finish(omem, document, f"{_counted(done)} {'would be erased' if dry_run else 'erased'}")
    if done.reopened:
        beside = counted(
            done.reopened, "message that stood beside is", "messages that stood beside are"
        )  # fmt: skip
        note(f"{beside} to be understood anew: `omem extract`")
    for file in replaced(omem.store.path):
        note(f"{file} may still hold what was erased: it was kept when another took its place; delete it")


def _finish(omem: Omem, document: dict[str, Any], line: str) -> None:
    from omem_cli.render import as_json as shapes

    put(shapes.dumps(document) if omem.as_json else line)
    if document["wiped"] is False:
        fail(
            "another process has the memory open, so traces may still lie in the file: close it, then run "
            "`omem forget --wipe`",
            PARTLY,
        )


def _let_return(omem: Omem, dry_run: bool, yes: bool) -> None:
    from omem_cli.render import as_json as shapes

    waiting = omem.store.tombstones.count()
    if not waiting:
        raise OmemError("nothing was erased that could return")
    if not (dry_run or yes) and not typer.confirm("Let all erased messages return?", err=True):
        fail("they stay out", OmemError.exit_code)
    if not dry_run:
        with omem.store.transaction():
            omem.store.audit.add("allow return", {"lifted": omem.store.tombstones.allow_return()})
    document = {"dry_run": dry_run, "lifted": waiting}
    again = counted(
        waiting, "erased message may return when it is", "erased messages may return when they are"
    )
    text = f"{again} read again"
    put(shapes.dumps(document) if omem.as_json else text)
