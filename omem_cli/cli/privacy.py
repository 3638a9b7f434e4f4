"""What is masked on its way in, and `omem doctor --privacy`: what a memory holds that would be."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from omem_cli.cli.app import Omem, note, put
from omem_cli.counting import counted
from omem_cli.errors import OmemError

SHOWN = 5
"""Messages named for each kind; all of them in JSON."""


def tell_masked(counts: Mapping[str, int]) -> None:
    """Says on stderr what was masked, by kind."""
    if counts:
        found = ", ".join(counted(count, kind.replace("_", " ")) for kind, count in sorted(counts.items()))
        note(f"masked before it was stored: {found} (`omem config get` shows what is)")


def scan(omem: Omem) -> None:
    """Looks through all texts, wherever they lie; never shows what it found. Raises OmemError (after the
    report) if there is something that the settings want masked."""
    from omem_cli.privacy import Policy
    from omem_cli.privacy.redact import find
    from omem_cli.render import as_json as shapes
    from omem_cli.settings import KEEP
    from omem_cli.store.texts import texts

    policy, store = Policy.chosen(), omem.store
    kinds = [kind for kind in Policy().actions if policy[kind] != KEEP]
    total: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    scanned = 0
    for place, id, text in texts(store):
        scanned += 1
        if found := Counter(one.kind for one in find(text, kinds)):
            total += found
            rows.append({"id": id, "where": place, "kinds": dict(sorted(found.items()))})
    if omem.as_json:
        put(
            shapes.dumps(
                {"ok": not rows, "scanned": scanned, "found": dict(sorted(total.items())), "in": rows}
            )
        )
    else:
        from omem_cli.render import tables

        grid = tables.table("Privacy", "kind", "found", "in", fixed=("kind",))
        for kind, count in sorted(total.items()):
            mine = [row for row in rows if kind in row["kinds"]]
            ids = list(dict.fromkeys(row["id"] or f"a {row['where']}" for row in mine))
            more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
            grid.add_row(kind.replace("_", " "), f"{count:,}", tables.cell(", ".join(ids[:SHOWN]) + more))
        if rows:
            tables.show(grid)
        else:
            put(f"{counted(scanned, 'text')} looked through, nothing to mask")
    if rows:
        hold = counted(len(rows), "text holds", "texts hold")
        raise OmemError(
            f"{hold} what is masked today, of {scanned:,} looked through: read the export of a message again "
            "with `omem ingest`, which masks it where it is, or erase it with `omem forget --message ID`"
        )
