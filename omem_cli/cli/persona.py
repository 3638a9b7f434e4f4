"""`omem persona …` and `omem why`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import (
    AsJson,
    AsLines,
    AsOf,
    Db,
    Limit,
    Omem,
    OmemGroup,
    Person,
    User,
    called,
    date_option,
    fail,
    lines_of,
    note,
    opened,
    put,
)
from omem_cli.counting import counted
from omem_cli.errors import OmemError, UsageError

if TYPE_CHECKING:
    from omem_cli.records import Attribute, Event
    from omem_cli.store.shares import Shared

app = typer.Typer(
    cls=OmemGroup, no_args_is_help=True, help="The profile: what is known of a person, and on what grounds."
)

Id = Annotated[str, typer.Argument(metavar="ID", help="An id, or the beginning of one.", show_default=False)]
StatusOption = Annotated[
    str | None,
    typer.Option("--status", metavar="S", help="Only current, past or held ones.", show_default=False),
]


@app.command()
def show(
    ctx: typer.Context,
    person: Person = None,
    history: Annotated[
        bool, typer.Option("--history", metavar="", help="Also what is no longer so.")
    ] = False,
    as_of: AsOf = None,
    status: StatusOption = None,
    as_lines: AsLines = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Show attributes and events, each with the words it stands on."""
    from omem_cli.memory.persona import profile
    from omem_cli.records import Status
    from omem_cli.render import as_json as shapes

    day = date_option(as_of)
    if status is not None and status not in list(Status):
        raise UsageError(f"--status is one of {', '.join(Status)}, not {status!r}")
    wanted = None if status is None else Status(status)
    with opened(ctx, db, user, as_json) as omem:
        who = called(omem, person or omem.store.user)
        told, shared = omem.store.people.told(who), omem.store.shares.of(who)
        known, happened = profile(omem.store, who, history=history, as_of=day, status=wanted)
        if as_lines:
            for row in [*map(shapes.attribute, known), *map(shapes.event, happened)]:
                put(shapes.dumps(row, indent=None))
        elif omem.as_json:
            document = shapes.persona(who, day, known, happened, told)
            put(shapes.dumps({**document, "shared": _shared(shared)}))
        else:
            from omem_cli.render import tables

            parts = tables.persona(who, day, known, happened, history=history or status is not None)
            if (told or shared) and not (known or happened):
                parts = []
            if told:
                parts.append(tables.told(told))
            if shared:
                from omem_cli.render.share import shared_table

                parts.append(shared_table(shared))
            tables.show(*parts)
        if not (known or happened or told or shared):
            _point_to_others(omem, who)


def _shared(rows: "list[Shared]") -> list[dict[str, Any]]:
    if not rows:
        return []  # the common case waits for no module
    from omem_cli.render.share import shared_json

    return [shared_json(one) for one in rows]


def _point_to_others(omem: Omem, who: str) -> None:
    others = [
        name
        for name, attributes, events in omem.store.memories.persons()
        if name != who and attributes + events
    ]
    if others:
        note(f"there are memories of {', '.join(others[:5])}: --person NAME")
    elif pending := omem.store.messages.pending_count():
        note(f"{counted(pending, 'message is', 'messages are')} not understood yet: `omem extract`")


@app.command()
def timeline(
    ctx: typer.Context,
    aspect: Annotated[
        str | None,
        typer.Argument(help="One of the aspects, such as location (default: all).", show_default=False),
    ] = None,
    person: Person = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Show what was so from when to when, how often it was told, and why it ended."""
    from omem_cli.memory import timeline as spans
    from omem_cli.records import ASPECTS
    from omem_cli.render import as_json as shapes

    if aspect is not None and aspect not in ASPECTS:
        raise UsageError(f"there is no aspect {aspect!r}; there are {', '.join(ASPECTS)}")
    with opened(ctx, db, user, as_json) as omem:
        who = called(omem, person or omem.store.user)
        found = spans.timeline(omem.store, who, aspect)
        if omem.as_json:
            put(shapes.dumps(shapes.timeline(who, aspect, found)))
        else:
            from omem_cli.render.tables import show as print_tables
            from omem_cli.render.timeline import shown

            print_tables(*shown(who, aspect, found))
        if not found:
            _point_to_others(omem, who)


@app.command("list")
def list_(ctx: typer.Context, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """List the people of whom something is known."""
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        spoken, aliases = dict(omem.store.messages.persons()), omem.store.people.aliases()
        known = {name: (attributes, events) for name, attributes, events in omem.store.memories.persons()}
        rows = [
            (name, spoken.get(name, 0), *known.get(name, (0, 0)))
            for name in dict.fromkeys([*known, *spoken])
            if name not in aliases
        ]
        if omem.as_json:
            names = ("person", "messages", "attributes", "events")
            found = [dict(zip(names, row, strict=True)) for row in rows]
            for one in found:
                one["aliases"] = [alias for alias, name in aliases.items() if name == one["person"]]
            put(shapes.dumps({"persons": found}))
        elif not rows:
            fail("nobody is known yet", 0)
        else:
            from omem_cli.render import tables

            grid = tables.table(None, "person", "messages", "attributes", "events")
            for name, *counts in rows:
                called = ", ".join([name, *(alias for alias, one in aliases.items() if one == name)])
                grid.add_row(tables.cell(called, "bold"), *map(str, counts))
            tables.show(grid)


@app.command("set")
def set_(
    ctx: typer.Context,
    aspect: Annotated[
        str, typer.Argument(help="One of the aspects, such as occupation, diet or hobby.", show_default=False)
    ],
    value: Annotated[
        list[str], typer.Argument(metavar="VALUE...", help="In your own words.", show_default=False)
    ],
    person: Person = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """State an attribute yourself; it is pinned, and takes the place of what it contradicts."""
    from omem_cli.memory import persona
    from omem_cli.privacy import Policy, Redactor
    from omem_cli.records import ASPECTS

    redactor = Redactor(Policy.chosen())
    words, person = redactor.text(" ".join(value).strip()), person and redactor.name(person)
    if aspect not in ASPECTS:
        raise UsageError(f"there is no aspect {aspect!r}; there are {', '.join(ASPECTS)}")
    if not words:
        raise UsageError("give a value")
    with opened(ctx, db, user, as_json, create=True, write=True) as omem:
        who = person and called(omem, person)
        _print(omem, persona.set_(omem.store, aspect, words, who, omem.embedder()))


@app.command()
def pin(
    ctx: typer.Context,
    id: Id,
    off: Annotated[bool, typer.Option("--off", metavar="", help="Take the pin off again.")] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Pin an attribute: messages no longer change it; a past one holds again."""
    from omem_cli.memory import persona

    with opened(ctx, db, user, as_json, write=True) as omem:
        full = resolve(omem, id, "a")
        was, held = omem.store.memories.attribute(full), _holding(omem, full)
        now = persona.pin(omem.store, full, not off, omem.embedder())
        _print(omem, now)
        if was is not None and (told := _pinned(was, now, held, _holding(omem, full))):
            note(told)


@app.command()
def forget(ctx: typer.Context, id: Id, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Take an attribute or event out of the profile; the same claim does not come back."""
    from omem_cli.memory import persona
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json, write=True) as omem:
        full = resolve(omem, id, "ae")
        if full.startswith("a"):
            persona.forget(omem.store, full, omem.embedder())
        else:
            _forget_event(omem, full)
        put(shapes.dumps({"forgotten": full}) if omem.as_json else f"forgotten: {full}")


@app.command()
def edit(
    ctx: typer.Context,
    id: Id,
    value: Annotated[
        list[str], typer.Argument(metavar="VALUE...", help="In your own words.", show_default=False)
    ],
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Put your own words in place of an attribute's; it is pinned, and what it stands on stays."""
    from omem_cli.memory import hand
    from omem_cli.privacy import Policy, Redactor

    words = Redactor(Policy.chosen()).text(" ".join(value).strip())
    if not words:
        raise UsageError("give a value")
    with opened(ctx, db, user, as_json, write=True) as omem:
        _print(omem, hand.edit(omem.store, resolve(omem, id, "a"), words, omem.embedder()))


@app.command()
def merge(
    ctx: typer.Context,
    person: Annotated[str, typer.Argument(metavar="A", help="The name that stays.", show_default=False)],
    other: Annotated[
        str, typer.Argument(metavar="B", help="Another name of the same person.", show_default=False)
    ],
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Make two names one person: what was said under both is that person's."""
    from omem_cli.memory import hand
    from omem_cli.render import as_json as shapes
    from omem_cli.render.safe import one_line

    with opened(ctx, db, user, as_json, write=True) as omem:
        name = hand.merge(omem.store, person, other, omem.embedder())
        alias = other if name == omem.store.people.canonical(person) and name != other else person
        if omem.as_json:
            put(shapes.dumps({"person": name, "alias": alias}))
        else:
            put(f"{one_line(alias)} is {one_line(name)}")


@app.command()
def undo(
    ctx: typer.Context,
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Of a decision, as `omem why` shows it; of a memory: the last one about it.",
            show_default=False,
        ),
    ],
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Take a decision back, your own or one that a message led to; undoing the undo brings it again."""
    from omem_cli.memory import hand
    from omem_cli.render import as_json as shapes
    from omem_cli.render.safe import one_line

    with opened(ctx, db, user, as_json, write=True) as omem:
        taken, by = hand.undo(omem.store, id, omem.embedder())
        if omem.as_json:
            put(shapes.dumps({"undone": shapes.decision(taken), "undo": by and by.id}))
        else:
            again = f"; `omem persona undo {by.id}` brings it again" if by else ""
            put(f"taken back: {taken.action} {one_line(f'{taken.aspect}: {taken.value}')}{again}")


def _forget_event(omem: Omem, id: str) -> None:
    """Puts an event aside for good: it is not shown, and its messages do not bring it back."""
    from omem_cli.records import Status

    memories = omem.store.memories
    event = memories.event(id)
    assert event is not None  # `resolve` found it
    with omem.store.transaction():
        memories.change(id, {"status": Status.HELD})
        memories.log("forget", "your decision", aspect="event", value=event.event, message=None, target=id)
        omem.store.audit.add("put away", {"id": id})


@app.command(hidden=True)
def decide(
    ctx: typer.Context,
    candidates: Annotated[
        str,
        typer.Option(
            "--candidates",
            metavar="FILE",
            help="Labelled messages as JSON lines, in place of a model's reading (- is stdin).",
            show_default=False,
        ),
    ],
    limit: Limit = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Decide labelled candidates for the messages that are not understood yet: measures deciding alone."""
    from omem_cli.memory import candidates as labelled
    from omem_cli.render import as_json as shapes

    found = labelled.read(lines_of(candidates))
    with opened(ctx, db, user, as_json, write=True) as omem:
        before = omem.store.messages.pending_count()
        taken = labelled.decide(omem.store, found, omem.embedder(), limit)
        pending = omem.store.messages.pending_count()
        row = {"messages": before - pending, "pending": pending, "decisions": dict(sorted(taken.items()))}
        if omem.as_json:
            put(shapes.dumps(row))
        else:
            counts = ", ".join(f"{n} {action}" for action, n in sorted(taken.items())) or "no decision"
            put(f"{counted(before - pending, 'message')}: {counts}; {pending} pending")


def _holding(omem: Omem, id: str) -> set[str]:
    """The values that hold of an attribute's person, but its own."""
    one = omem.store.memories.attribute(id)
    found = omem.store.memories.attributes(one.person) if one else []
    return {a.value for a in found if a.id != id}


def _pinned(was: "Attribute", now: "Attribute", before: set[str], after: set[str]) -> str | None:
    """What a pin, or taking it off, did besides; None if nothing."""
    from omem_cli.records import Status
    from omem_cli.render.safe import one_line

    value = one_line(now.value, 60)
    aside, back = (
        ", ".join(one_line(v, 60) for v in sorted(values - {now.value}))
        for values in (before - after, after - before)
    )
    if was.pinned == now.pinned:
        return f"{value} was pinned already" if now.pinned else f"{value} was not pinned"
    if now.pinned:
        had = {
            Status.PAST: f"had ended{' ' + was.until if was.until else ''} and holds again",
            Status.HELD: "was held back and holds now",
        }.get(was.status, "holds")
        instead = f"; put aside while it is pinned: {aside}" if aside else ""
        return f"{value} {had}{instead}" if aside or was.status is not Status.CURRENT else None
    if now.status is Status.CURRENT and not back:
        return None
    state = {Status.PAST: "is past again", Status.HELD: "is held back again"}.get(now.status, "holds")
    return f"{value} {state}" + (f"; this holds: {back}" if back else "")


def _print(omem: Omem, attribute: "Attribute") -> None:
    from omem_cli.render import as_json as shapes

    if omem.as_json:
        put(shapes.dumps(shapes.attribute(attribute)))
    else:
        from omem_cli.records import Status
        from omem_cli.render import tables

        tables.show(tables.attributes([attribute], None, history=attribute.status is not Status.CURRENT))


def resolve(omem: Omem, id: str, kinds: str) -> str:
    """The full id that `id` begins; `kinds` are first letters of what is wanted (a attribute, e event,
    m message). Raises OmemError if there is none, or more than one."""
    from omem_cli.records import Status

    memories, messages = omem.store.memories, omem.store.messages
    found: list[str] = []
    if "a" in kinds and id.startswith("a"):
        rows: list[Attribute | Event] = [
            *memories.attributes(history=True),
            *memories.attributes(status=Status.HELD),
        ]
        found += [row.id for row in rows if row.id.startswith(id)]
    if "e" in kinds and id.startswith("e"):
        found += [row.id for row in memories.events(status=None) if row.id.startswith(id)]
    if "m" in kinds and id.startswith("m"):
        found += [id] if messages.get(id) else [m.id for m in messages.iterate() if m.id.startswith(id)]
    if "m" in kinds and not found:
        found += [m.id for m in messages.iterate(ref=id)]
    if len(found) == 1:
        return found[0]
    if found:
        raise OmemError(f"{id!r} begins {len(found)} ids: {', '.join(found[:5])}; give more of it")
    raise OmemError(
        f"nothing has the id {id!r}; ids stand in `omem persona show`, `omem ask` and `omem messages`"
    )


def why(ctx: typer.Context, id: Id, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Show what an attribute, an event or a found message stands on, and how it came about."""
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        full = resolve(omem, id, "aem")
        known = omem.store.memories.why(full)
        assert known is not None  # `resolve` found it
        if omem.as_json:
            put(shapes.dumps(shapes.why(known)))
        else:
            from omem_cli.render import tables

            tables.show(*tables.why(known))
