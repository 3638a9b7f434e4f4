"""`omem events`, `omem topics`, `omem clues`, `omem messages`: the indexes, listed and filtered."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Annotated

import typer

from omem_cli.cli.app import (
    AsJson,
    AsLines,
    Db,
    Limit,
    Omem,
    Person,
    User,
    days_option,
    fail,
    opened,
    person_named,
    put,
)
from omem_cli.counting import counted
from omem_cli.errors import OmemError, UsageError

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[WORD]...", help="Only those with these words.", show_default=False),
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="From this date on.", show_default=False)
]
Before = Annotated[
    str | None, typer.Option("--before", metavar="DATE", help="Before this date.", show_default=False)
]


def events(
    ctx: typer.Context,
    words: Words = None,
    person: Person = None,
    since: Since = None,
    before: Before = None,
    limit: Limit = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """List what happened, by date."""
    from omem_cli.render import as_json as shapes

    start = None if since is None else days_option(since, "--since")[0].isoformat()
    end = _day_before(before)
    with opened(ctx, db, user, as_json) as omem:
        person = person_named(omem, person)
        rows = omem.store.memories.events(person, since=start, until=end)
        rows = list(islice((e for e in rows if _has(e.event, words)), limit))
        if omem.as_json:
            put(shapes.dumps({"events": [{"person": e.person} | shapes.event(e) for e in rows]}))
        elif rows:
            from omem_cli.render import tables

            tables.show(tables.events(rows, None))
        else:
            fail("no events", 0)


def topics(
    ctx: typer.Context,
    words: Words = None,
    limit: Limit = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """List topics by their number of messages."""
    with opened(ctx, db, user, as_json) as omem:
        rows = [(name, count) for _, name, count in omem.store.memories.topics() if _has(name, words)]
        _counted("topic", rows[:limit], omem.as_json)


def clues(
    ctx: typer.Context,
    words: Words = None,
    rarest: Annotated[bool, typer.Option("--rarest", metavar="", help="The rarest first.")] = False,
    limit: Limit = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """List clue words by their number of messages."""
    with opened(ctx, db, user, as_json) as omem:
        rows = [row for row in omem.store.memories.clues(rarest=rarest) if _has(row[0], words)]
        _counted("clue", rows[:limit], omem.as_json)


def _counted(name: str, rows: list[tuple[str, int]], as_json: bool) -> None:
    from omem_cli.render import as_json as shapes

    number = "df" if name == "clue" else "messages"
    if as_json:
        put(shapes.dumps({f"{name}s": [{name: label, number: count} for label, count in rows]}))
    elif rows:
        from omem_cli.render import tables

        tables.show(tables.tallied(None, name, rows))
    else:
        fail(f"no {name}s", 0)


def messages(
    ctx: typer.Context,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            metavar="ID",
            help="Only this conversation (its id begins so).",
            show_default=False,
        ),
    ] = None,
    person: Person = None,
    speaker: Annotated[
        str | None, typer.Option("--speaker", metavar="NAME", help="Only this speaker.", show_default=False)
    ] = None,
    role: Annotated[
        str | None, typer.Option("--role", metavar="ROLE", help="Only this role.", show_default=False)
    ] = None,
    since: Since = None,
    before: Before = None,
    limit: Limit = None,
    as_lines: AsLines = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """List stored messages in the order they were said."""
    from omem_cli.records import Role
    from omem_cli.render import as_json as shapes

    if role is not None and role not in list(Role):
        raise UsageError(f"--role is one of {', '.join(Role)}, not {role!r}")
    with opened(ctx, db, user, as_json) as omem:
        rows = omem.store.messages.iterate(
            conversation=conversation and full_conversation(omem, conversation),
            person=person_named(omem, person), speaker=speaker, role=Role(role) if role else None,
            since=first_moment(since, "--since"),
            until=(end := first_moment(before, "--before")) and end - timedelta(microseconds=1), limit=limit,
        )  # fmt: skip
        if as_lines:
            for row in rows:
                put(shapes.dumps(shapes.message(row), indent=None))
        elif omem.as_json:
            put(shapes.dumps({"messages": [shapes.message(row) for row in rows]}))
        elif found := list(rows):
            from omem_cli.render import tables

            tables.show(tables.messages(found))
        else:
            fail("no messages", 0)


def _has(text: str, words: list[str] | None) -> bool:
    return all(word.casefold() in text.casefold() for word in words or ())


def full_conversation(omem: Omem, id: str) -> str:
    """The id of a conversation that is or begins with `id`. Raises OmemError if there is none, or more than
    one."""
    found = omem.store.messages.conversations(id)
    if id in found:
        return id
    if len(found) != 1:
        have = counted(len(found), "conversation has", "conversations have")
        raise OmemError(f"{have} an id that begins {id!r}")
    return found[0]


def first_moment(text: str | None, name: str) -> datetime | None:
    """The first moment (UTC) of a date, month or year; it has a day before it."""
    if text is None:
        return None
    first = max(days_option(text, name)[0], date(1, 1, 2))
    return datetime.combine(first, time(), UTC)


def _day_before(text: str | None) -> str | None:
    moment = first_moment(text, "--before")
    return None if moment is None else (moment - timedelta(days=1)).date().isoformat()
