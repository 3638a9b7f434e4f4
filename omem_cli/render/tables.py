"""Tables for people. Every foreign string goes through `cell`, so nothing in it is obeyed."""

import sys
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from omem_cli.counting import counted
from omem_cli.records import (
    ASPECTS,
    Attribute,
    Context,
    Decision,
    Event,
    Evidence,
    Message,
    MessageContext,
    MessageHit,
    Status,
    Told,
    Understanding,
)
from omem_cli.render.grid import Grid
from omem_cli.render.safe import one_line, shown

if TYPE_CHECKING:
    from omem_cli.ask import Answer
    from omem_cli.store.memories import Why

SHORT_ID = 8
"""Characters of an id in tables; commands take any unambiguous beginning."""

_SAID = 140
_TOO_SMALL = "What the memory holds about this does not fit into the budget (a larger --budget shows it)."
_TEXT = 280


def console() -> Console:
    """Standard output; NO_COLOR and COLUMNS are honoured, markup is not."""
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False)


def cell(text: str | None, style: str = "", limit: int | None = None) -> Text:
    """Foreign text as a table cell: on one line, cut to `limit`, shown and never obeyed."""
    return Text(one_line(text or "", limit), style=style, overflow="fold")


def table(
    title: str | None,
    *columns: str,
    fixed: Collection[str] = (),
    right: Collection[str] = (),
    once: str | None = None,
) -> Grid:
    """An open table; `fixed` columns are never wrapped, `right` ones hold numbers, of `once` what stands in
    the row above as well is left out."""
    return Grid(title, columns, fixed=fixed, right=right, once=once)


def day(time: datetime | None) -> str:
    """The date of a time in its own zone."""
    return "" if time is None else time.date().isoformat()


def show(*parts: Any) -> None:
    """Prints parts with an empty line between them, without the blanks that fill up a table's lines."""
    out = console()
    with out.capture() as captured:
        for number, part in enumerate(parts):
            if number:
                out.print()
            out.print(part)
    text = captured.get()
    if not out.is_terminal:
        text = "".join(f"{line.rstrip()}\n" for line in text.split("\n")[:-1])
    out.file.write(text)


def said(evidence: Sequence[Evidence]) -> str:
    """The newest words a memory stands on, in quotation marks."""
    quoted = [e for e in evidence if e.quote]
    if not quoted:
        return ""
    more = f" (+{len(evidence) - 1})" if len(evidence) > 1 else ""
    return f"“{one_line(quoted[-1].quote or '', _SAID)}”{more}"


# ---------------------------------------------------------------- persona
def attributes(
    rows: Sequence[Attribute], title: str | None = "Persona", *, history: bool = False, ranked: bool = False
) -> Grid:
    """Aspect, value, since, quote; with `history` also how each ended. By aspect; `ranked`: as they come."""
    names = ["aspect", "value", "since", *(["until"] if history else []), "said", "id"]
    grid = table(title, *names, fixed=("aspect", "since", "until", "id"), once="aspect")
    order = {aspect: number for number, aspect in enumerate(ASPECTS)}
    for a in rows if ranked else sorted(rows, key=lambda a: order.get(a.aspect, len(order))):
        style = {Status.PAST: "dim", Status.HELD: "dim italic"}.get(a.status, "")
        value = cell(a.value, style or "bold")
        if a.pinned:
            value.append(" (pinned)", style="dim")
        if a.status is Status.HELD:
            value.append(" (held)", style="dim")
        ended = [cell(a.until or ("past" if a.status is Status.PAST else ""), "dim")] if history else []
        told = cell(said(a.evidence), style)
        grid.add_row(cell(a.aspect, "cyan"), value, cell(a.since, style), *ended, told, _id(a.id))
    return grid


def events(rows: Sequence[Event], title: str | None = "Events") -> Grid:
    """Date, event, quote."""
    grid = table(title, "date", "event", "said", "id", fixed=("date", "id"))
    for e in rows:
        style = "dim italic" if e.status is Status.HELD else ""
        grid.add_row(
            cell(e.date, "cyan"), cell(e.event, style or "bold"), cell(said(e.evidence), style), _id(e.id)
        )
    return grid


def persona(
    person: str,
    as_of: str | None,
    held: Sequence[Attribute],
    happened: Sequence[Event],
    *,
    history: bool = False,
) -> list[Any]:
    """`persona show`: the attributes, then the events."""
    if not held and not happened:
        return [Text(f"Nothing is known of {one_line(person)} yet.")]
    when = f" as of {as_of}" if as_of else ""
    parts: list[Any] = []
    if held:
        parts.append(attributes(held, f"Persona of {one_line(person, 60)}{when}", history=history))
    if happened:
        parts.append(events(happened, "Events" if held else f"Events of {one_line(person, 60)}{when}"))
    return parts


def told(rows: Sequence[Told]) -> Grid:
    """What others said of a person."""
    grid = table("Told by others", "aspect", "value", "by", "said", fixed=("aspect",))
    for t in rows:
        grid.add_row(cell(t.aspect, "cyan"), cell(t.value, "bold"), cell(t.teller), cell(said([t.evidence])))
    return grid


def _id(id: str) -> Text:
    return Text(id[:SHORT_ID], style="dim")


# ---------------------------------------------------------------- ask
def context(c: Context) -> list[Any]:
    """`ask`: persona, events, clues with their messages, topics, messages; then how it was found."""
    parts: list[Any] = []
    if c.attributes:
        parts.append(attributes([a.attribute for a in c.attributes], ranked=True))
    if c.events:
        parts.append(events([e.event for e in c.events]))
    if c.clues:
        grid = table("Clues", "clue", "stands in", "for example", fixed=("stands in",))
        for word, df in c.clues:
            brought = [h for h in c.messages if f"clue:{word}" in h.via]
            brought = [h for h in brought if word.casefold() in h.message.text.casefold()][:2] or brought[:1]
            examples = Text("\n").join(cell(_snippet(h, word), limit=_SAID) for h in brought)
            grid.add_row(cell(word, "bold"), Text(counted(df, "message"), style="dim"), examples)
        parts.append(grid)
    if c.topics:
        grid = table("Topics", "topic", "near by", "messages below")
        for name, score in c.topics:
            below = sum(f"topic:{name}" in h.via for h in c.messages)
            grid.add_row(
                cell(name, "bold"), Text(f"{score:.2f}", style="dim"), Text(str(below or ""), style="dim")
            )
        parts.append(grid)
    if c.messages:
        parts.append(hits(c.messages))
    if not parts or (c.left_out and not (c.attributes or c.events or c.messages)):
        parts.append(Text(_TOO_SMALL if c.left_out else "The memory holds nothing about this."))
    more = f" · {c.left_out} more left out for the budget" if c.left_out else ""
    took = f"{c.tier} · {counted(c.tokens, 'token')} · {c.milliseconds:.0f} ms{more}"
    parts.append(Text(took, style="dim"))
    return parts


def _snippet(h: MessageHit, word: str) -> str:
    """A piece of the message with the word in it."""
    text = one_line(h.message.text)
    at = max(0, text.casefold().find(word.casefold()))
    start = 0 if at < 50 else text.rfind(" ", 0, at - 30) + 1 or at - 30
    return f"{day(h.message.time)} {'…' if start else ''}{one_line(text[start:], 90)}".strip()


def hits(rows: Sequence[MessageHit], title: str | None = "Messages") -> Grid:
    """Date, speaker, text, and the channels that brought it."""
    grid = table(title, "date", "speaker", "text", "via", "id", fixed=("date", "id"))
    for h in rows:
        m = h.message
        text = cell(m.text if h.shown is None else h.shown, limit=_TEXT)
        grid.add_row(cell(day(m.time), "cyan"), cell(m.speaker, "bold", 24), text, _via(h.via), _id(m.id))
    return grid


def _via(channels: Sequence[str]) -> Text:
    """Channels, each on a line: names of topics and clues stand in their own tables."""
    kinds = dict.fromkeys(c.partition(":")[0] for c in channels)
    return Text("\n".join(one_line(kind) for kind in kinds), style="dim")


def answer(a: "Answer") -> list[Any]:
    """`ask --answer`."""
    if a.text is None:
        return [Text("The memory holds nothing about this.")]
    return [
        Text(shown(a.text)),
        Text(f"from {', '.join(a.sources)} · {one_line(a.model or '')}", style="dim"),
    ]


# ---------------------------------------------------------------- messages and indexes
def messages(rows: Iterable[Message]) -> Grid:
    """Time, speaker, role, text."""
    grid = table(None, "time", "speaker", "role", "text", "id", fixed=("time", "role", "id"))
    for m in rows:
        time = "" if m.time is None else m.time.strftime("%Y-%m-%d %H:%M")
        grid.add_row(
            cell(time, "cyan"),
            cell(m.speaker, "bold", 24),
            cell(str(m.role), "dim"),
            cell(m.text, limit=_TEXT),
            _id(m.id),
        )
    return grid


def tallied(title: str | None, name: str, rows: Iterable[tuple[str, int]], unit: str = "messages") -> Grid:
    """Names with a number."""
    grid = table(title, name, unit, fixed=(unit,), right=(unit,))
    for label, number in rows:
        grid.add_row(cell(label, "bold"), Text(str(number)))
    return grid


def preview(rows: Iterable[tuple[MessageContext, Understanding]]) -> Grid:
    """What would be extracted: message, aspect, value, quote."""
    grid = table(None, "message", "finds", "in the words", fixed=())
    for c, u in rows:
        found = [(a.aspect, a.value, a.quote) for a in u.attributes if a.quote]
        found += [(f"event {e.date or ''}".strip(), e.event, e.quote) for e in u.events if e.quote]
        message = cell(c.text, limit=_SAID)
        for kind, value, quote in found:
            what = Text.assemble((f"{one_line(kind)}: ", "cyan"), cell(value, "bold"))
            grid.add_row(message, what, cell(quote, limit=_SAID))
            message = Text()
        if not found:
            grid.add_row(message, cell(f"nothing: {u.skipped}" if u.skipped else "nothing", "dim"))
    return grid


def record(title: str, rows: Iterable[tuple[str, str | None]]) -> Group:
    """Names and values of one thing, a line each; empty ones left out."""
    grid = Table(box=None, show_header=False, pad_edge=False)
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for name, value in rows:
        if value:
            grid.add_row(Text(name), Text(shown(value)))
    return Group(Text(title, style="bold"), grid)  # a table's own title would wrap at the table's width


def decisions(rows: Sequence[Decision]) -> Grid:
    """How a memory came to be as it is."""
    grid = table("History", "action", "value", "because", "message", "id", fixed=("message", "id"))
    for d in rows:
        what = f"{d.aspect}: {d.value}" if d.aspect else d.value
        grid.add_row(cell(d.action, "cyan"), cell(what), cell(d.reason), _id(d.message or ""), _id(d.id))
    return grid


def checks(rows: Iterable[tuple[str, bool, str]]) -> Grid:
    """`doctor`."""
    grid = table(None, "", "check", "result", fixed=("check",))
    for name, good, detail in rows:
        grid.add_row(
            Text("ok" if good else "!!", style="green" if good else "bold red"),
            Text(name),
            Text(shown(detail)),
        )
    return grid


def why(w: "Why") -> list[Any]:
    """`why`."""
    s = w.subject
    parts: list[Any] = []
    quotes = {} if isinstance(s, Message) else {e.message: e.quote for e in s.evidence}
    if isinstance(s, Attribute):
        span = " to ".join(filter(None, [s.since, s.until]))
        parts.append(record(f"{s.aspect}: {one_line(s.value)}", [
            ("person", s.person), ("status", str(s.status)), ("since", span),
            ("confidence", f"{s.confidence:.2f}"),
            ("pinned", "yes" if s.pinned else None), ("superseded by", s.superseded_by), ("id", s.id),
        ]))  # fmt: skip
    elif isinstance(s, Event):
        parts.append(record(one_line(s.event), [
            ("person", s.person), ("date", s.date), ("status", str(s.status)),
            ("confidence", f"{s.confidence:.2f}"), ("id", s.id),
        ]))  # fmt: skip
    for m, u in zip(w.messages, w.understandings, strict=True):
        model = (
            f"skipped: {u.skipped}" if u and u.skipped else (u.model or "none") if u else "not understood yet"
        )
        place = m.location.path + (f", line {m.location.line}" if m.location.line else "")
        parts.append(record(f"Message {m.id}", [
            ("speaker", f"{m.speaker} ({m.role})"),
            ("time", m.time.isoformat(" ", "minutes") if m.time else "unknown"),
            ("text", m.text), *(("before its edit", e.text) for e in reversed(w.edits.get(m.id, ()))),
            ("quote", (q := quotes.get(m.id)) and f"“{q}”"),
            ("topic", u.topic if u else None),
            ("clues", ", ".join(u.clues) if u else None), ("model", model), ("source", place), ("ref", m.ref),
        ]))  # fmt: skip
    if w.attributes:
        parts.append(attributes(w.attributes, "Attributes that stand on it", history=True))
    if w.events:
        parts.append(events(w.events, "Events that stand on it"))
    if w.decisions:
        parts.append(decisions(w.decisions))
    return parts
