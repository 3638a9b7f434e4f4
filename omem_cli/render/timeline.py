"""`persona timeline` as a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from omem_cli.records import Status
from omem_cli.render.grid import Grid
from omem_cli.render.safe import one_line
from omem_cli.render.tables import SHORT_ID, cell, table

if TYPE_CHECKING:
    from omem_cli.memory.timeline import Ended, Entry

_HOW = {
    "is newer than": "newer",
    "is a newer state of": "newer",
    "says more than": "said more exactly",
    "takes back": "corrected",
    "says the opposite of": "the opposite",
    "narrows down": "narrower",
    "ends": "over",
}
"""How a reason begins that a new value has for taking an old one's place, and how it reads from there."""


def shown(person: str, aspect: str | None, entries: Sequence["Entry"]) -> list[Any]:
    """A table for each aspect: since, until, value, how often it was told, why it ended."""
    who = one_line(person, 60)
    if not entries:
        return [
            Text(f"Nothing is known of {who} yet." if aspect is None else f"No {aspect} of {who} is known.")
        ]
    aspects = dict.fromkeys(one.attribute.aspect for one in entries)
    return [
        _grid(f"{name.capitalize()} of {who}", [one for one in entries if one.attribute.aspect == name])
        for name in aspects
    ]


def _grid(title: str, entries: Sequence["Entry"]) -> Grid:
    names = ("since", "until", "value", "told", "ended", "id")
    grid = table(title, *names, fixed=("since", "until", "told", "id"), right=("told",))
    for one in entries:
        a, past = one.attribute, one.attribute.status is Status.PAST
        value = cell(a.value, "dim" if past else "bold")
        if a.pinned:
            value.append(" (pinned)", style="dim")
        if one.late:
            value.append(" (told late)", style="dim")
        until = cell(a.until or ("past" if past else "now"), "dim")
        why = cell("" if one.ended is None else _why(one.ended), "dim")
        told = cell(str(one.told), "dim")
        grid.add_row(cell(a.since), until, value, told, why, cell(a.id[:SHORT_ID], "dim"))
    return grid


def _why(ended: "Ended") -> str:
    how, _, _ = ended.reason.partition(":")
    if ended.by is not None and how in _HOW:
        return f"{_HOW[how]}: {ended.by}"
    if ended.by is not None and ended.message is None:
        return f"distilled: {ended.by}" if ended.action == "distill" else f"your word: {ended.by}"
    if ended.reason.startswith(_OVER):
        return f"over: {ended.reason.removeprefix(_OVER).removesuffix(')')}"
    return ended.reason


_OVER = "the message says that it is over ("
