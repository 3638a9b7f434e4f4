"""`omem doctor --repair`: what a damaged memory file still holds, in a sound one."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from omem_cli.cli.app import PARTLY, Omem, note, opened, put
from omem_cli.counting import counted
from omem_cli.errors import OmemError

if TYPE_CHECKING:
    from omem_cli.store.repair import Repaired

_REMADE = ("attributes", "events", "evidence", "decisions")
"""Tables that the fold makes anew from what messages were understood to say."""


def repair(ctx: typer.Context, path: Path, user: str, as_json: bool) -> None:
    """Looks whether the file is damaged, and if so puts a sound one in its place. Exit code 3 if anything was
    lost."""
    from omem_cli.render import as_json as shapes
    from omem_cli.store.repair import Repaired, damage, rebuild

    wrong = damage(path)
    report = rebuild(path, user) if wrong else Repaired(path)
    if wrong:
        _finish(ctx, report)
    if as_json:
        put(shapes.dumps(_document(report, wrong)))
    else:
        _show(report)
    if not wrong:
        return
    _advise(report)
    if not report.whole:
        raise typer.Exit(PARTLY)


def _finish(ctx: typer.Context, report: "Repaired") -> None:
    """Makes anew what messages give: the text index, and profiles that lost something."""
    from omem_cli.ingest import index
    from omem_cli.memory import persona

    with opened(ctx, report.path, None) as omem:
        names = omem.store.users()
    there: Counter[str] = Counter()
    for name in names:
        with opened(ctx, report.path, name, write=True) as omem:
            index(omem.store, None)
            if report.profiles:
                embedder = _embedder(omem)
                for person, *_ in omem.store.memories.persons():
                    persona.refold(omem.store, person, embedder)
            there.update(omem.store.erasure.counts())
    if report.profiles:
        for kind in _REMADE:
            missing = report.kept.get(kind, 0) + report.lost.pop(kind, 0) - there[kind]
            report.kept[kind] = there[kind]
            if missing > 0:
                report.lost[kind] = missing
        report.unsure = [kind for kind in report.unsure if kind not in _REMADE]
    if names:
        with opened(ctx, report.path, names[0], write=True) as omem:
            told = {"lost": report.lost, "pages": report.unreadable}
            omem.store.audit.add("repair", told, added=-report.lost.get("messages", 0))


def _embedder(omem: Omem) -> Any:
    try:
        return omem.models.load_embedder()
    except OmemError:  # values are then compared by their words
        return None


def _document(report: "Repaired", wrong: list[str]) -> dict[str, Any]:
    fields = asdict(report)
    return {
        "repaired": bool(wrong),
        "damage": wrong,
        "path": str(report.path),
        "kept_aside": None if report.aside is None else str(report.aside),
        **{
            name: fields[name]
            for name in (
                *("pages", "unreadable", "kept", "lost", "unsure", "lost_messages"),
                *("reopened", "vectors"),
            )
        },
    }


def _show(report: "Repaired") -> None:
    from omem_cli.render import tables

    if report.aside is None:
        put(f"{report.path} is sound: there is nothing to repair")
        return
    kept, lost = report.kept.get("messages", 0), report.lost.get("messages", 0)
    put(f"{report.path} is repaired: {counted(kept, 'message')} kept, {lost:,} lost")
    if not report.whole:
        grid = tables.table("What was lost", "kind", "kept", "lost", fixed=("kind",))
        for name in sorted({*report.lost, *report.unsure}):
            gone = f"{report.lost[name]:,}" if name in report.lost else "perhaps some"
            grid.add_row(name.replace("_", " "), f"{report.kept.get(name, 0):,}", gone)
        tables.show(grid)


def _advise(report: "Repaired") -> None:
    note(
        f"the damaged file is kept as {report.aside}; it still holds all that was in it: delete it when you "
        "no longer need it"
    )
    if report.lost.get("messages"):
        note("read your exports again with `omem ingest`: what was lost comes back")
    if report.reopened:
        waiting = counted(report.reopened, "message is", "messages are")
        note(f"{waiting} to be understood anew: `omem extract`")
    if {"topics", "clues", "topic_messages", "clue_messages"} & {*report.lost, *report.unsure}:
        note("topics and clues of some messages are gone: `omem extract --redo` reads all anew")
    if "tombstones" in {*report.lost, *report.unsure}:
        note("of erased messages some may no longer be known: an export that is read again may bring them")
    if report.vectors:
        note("the vectors are to be made anew: `omem reindex`")
