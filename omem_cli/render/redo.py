"""What understanding all messages again has changed: as JSON and for people."""

from typing import TYPE_CHECKING, Any

from omem_cli.counting import counted
from omem_cli.records import AttributeClaim, EventClaim, Message
from omem_cli.render import tables

if TYPE_CHECKING:
    from omem_cli.ingest import RedoReport

SHOWN = 40
"""Changed messages in the table; JSON has all of them."""


def as_json(report: "RedoReport") -> dict[str, Any]:
    """`extract --redo`."""
    found = report.changes
    return {
        "redone": report.redone,
        "changed": len(found),
        "attributes": {
            "added": [_attribute(c.message, a) for c in found for a in c.attributes_added],
            "removed": [_attribute(c.message, a) for c in found for a in c.attributes_removed],
        },
        "events": {
            "added": [_event(c.message, e) for c in found for e in c.events_added],
            "removed": [_event(c.message, e) for c in found for e in c.events_removed],
        },
        "remaining": report.remaining,
        "extracted": report.extracted,
        "pending": report.pending,
    }


def _attribute(m: Message, a: AttributeClaim) -> dict[str, Any]:
    return {"message": m.id, "aspect": a.aspect, "value": a.value, "quote": a.quote}


def _event(m: Message, e: EventClaim) -> dict[str, Any]:
    return {"message": m.id, "event": e.event, "date": e.date, "quote": e.quote}


def show(report: "RedoReport") -> None:
    """A table of the messages that tell something else now, and the sums."""
    parts: list[Any] = []
    if report.changes:
        grid = tables.table(None, "message", "gone", "new", fixed=("message",))
        for c in report.changes[:SHOWN]:
            gone = [*map(_said, c.attributes_removed), *map(_told, c.events_removed)]
            new = [*map(_said, c.attributes_added), *map(_told, c.events_added)]
            grid.add_row(
                tables.cell(c.message.id[: tables.SHORT_ID], "dim"),
                tables.cell("; ".join(gone), "red"),
                tables.cell("; ".join(new), "green"),
            )
        parts.append(grid)
    if len(report.changes) > SHOWN:
        more = counted(len(report.changes) - SHOWN, "more message")
        parts.append(f"and {more} (all of them in --json)")
    tables.show(*parts, "\n".join(_sums(report)))


def _said(a: AttributeClaim) -> str:
    return f"{a.aspect}: {a.value}"


def _told(e: EventClaim) -> str:
    return f"event: {e.event}" + (f" ({e.date})" if e.date else "")


def _sums(report: "RedoReport") -> list[str]:
    found = report.changes
    new = sum(len(c.attributes_added) for c in found), sum(len(c.events_added) for c in found)
    gone = sum(len(c.attributes_removed) for c in found), sum(len(c.events_removed) for c in found)
    lines = [
        f"{report.redone} understood again, {len(found)} changed",
        f"attributes: {new[0]} new, {gone[0]} gone; events: {new[1]} new, {gone[1]} gone",
    ]
    if report.remaining:
        left = counted(report.remaining, "remains", "remain")
        lines.append(f"{left}, and until all are done the memory stays as it was: `omem extract`")
    if report.extracted or report.pending:
        lines.append(f"{report.extracted} understood for the first time, {report.pending} pending")
    return lines
