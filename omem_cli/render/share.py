"""Bundles, and memories that others shared, as JSON and tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from rich.text import Text

from omem_cli.privacy.sign import fingerprint
from omem_cli.render import as_json as shapes
from omem_cli.render import tables
from omem_cli.render.as_json import Json
from omem_cli.store.shares import Given, Piece, Shared, Taken


def last_day(expires: datetime | None) -> str | None:
    """The last day on which something is shared, by this machine's calendar."""
    return None if expires is None else (expires - timedelta(microseconds=1)).astimezone().date().isoformat()


def piece_json(p: Piece) -> Json:
    """A memory that is to be shared."""
    return {"aspect": p.aspect, "value": p.value, "since": p.since, "told": p.told, "messages": p.messages}


def shared_json(s: Shared) -> Json:
    """A memory that somebody shared."""
    return {
        "id": s.id,
        "from": s.person,
        **piece_json(s.piece),
        "bundle": s.bundle,
        "expires": shapes.iso(s.expires),
    }


def given_json(g: Given) -> Json:
    """A bundle that the user made."""
    return {
        "bundle": g.bundle,
        "to": g.recipient,
        "signer": fingerprint(g.signer),
        "aspects": list(g.aspects),
        "memories": g.memories,
        "given": shapes.iso(g.given),
        "expires": shapes.iso(g.expires),
        "revoked": shapes.iso(g.revoked),
    }


def taken_json(t: Taken) -> Json:
    """A bundle of somebody else."""
    return {
        "bundle": t.bundle,
        "from": t.person,
        "signer": fingerprint(t.signer),
        "consent": t.consent,
        "memories": t.memories,
        "taken": shapes.iso(t.taken),
        "expires": shapes.iso(t.expires),
        "revoked": shapes.iso(t.revoked),
    }


def pieces_table(rows: Iterable[Piece]) -> Any:
    """What would be shared."""
    grid = tables.table(None, "aspect", "value", "since", "said last", fixed=("aspect", "since", "said last"))
    for p in rows:
        grid.add_row(
            tables.cell(p.aspect, "cyan"), tables.cell(p.value, "bold"), tables.cell(p.since),
            tables.cell(p.told, "dim"),
        )  # fmt: skip
    return grid


def shared_table(rows: Iterable[Shared]) -> Any:
    """What others shared: never a part of a profile."""
    grid = tables.table(
        "Shared by others", "from", "aspect", "value", "since", "until", fixed=("aspect", "since", "until")
    )
    for s in rows:
        grid.add_row(
            tables.cell(s.person), tables.cell(s.piece.aspect, "cyan"), tables.cell(s.piece.value, "bold"),
            tables.cell(s.piece.since), Text(last_day(s.expires) or "", style="dim"),
        )  # fmt: skip
    return grid


def bundles(given: Sequence[Given], taken: Sequence[Taken]) -> list[Any]:
    """Both kinds of bundles, each with how it stands."""
    parts: list[Any] = []
    fixed = ("bundle", "on", "until")
    if given:
        grid = tables.table("Given", "bundle", "to", "aspects", "memories", "on", "until", fixed=fixed)
        for g in given:
            grid.add_row(
                Text(g.bundle), tables.cell(g.recipient, "bold"), tables.cell(", ".join(g.aspects), "cyan"),
                Text(str(g.memories)), Text(tables.day(g.given), style="dim"), _until(g.expires, g.revoked),
            )  # fmt: skip
        parts.append(grid)
    if taken:
        grid = tables.table("Taken", "bundle", "from", "signed by", "memories", "on", "until", fixed=fixed)
        for t in taken:
            grid.add_row(
                Text(t.bundle), tables.cell(t.person, "bold"), Text(fingerprint(t.signer), style="dim"),
                Text(str(t.memories)), Text(tables.day(t.taken), style="dim"), _until(t.expires, t.revoked),
            )  # fmt: skip
        parts.append(grid)
    return parts


def _until(expires: datetime | None, revoked: datetime | None) -> Text:
    if revoked is not None:
        return Text(f"taken back {tables.day(revoked)}")
    return Text(last_day(expires) or "", style="dim")
