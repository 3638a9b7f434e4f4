"""`omem doctor --privacy`: what a memory holds that would be masked today."""

from collections import Counter
from typing import Any

from omem_cli.cli.app import Omem, put
from omem_cli.counting import counted
from omem_cli.errors import OmemError

SHOWN = 5
"""Messages named for each kind; all of them in JSON."""


def scan(omem: Omem) -> None:
    """Looks through all messages and the profile; never shows what it found. Raises OmemError (after the
    report) if there is something that the settings want masked."""
    from omem_cli.privacy import Policy
    from omem_cli.privacy.redact import find
    from omem_cli.render import as_json as shapes
    from omem_cli.settings import KEEP

    policy, store = Policy.chosen(), omem.store
    kinds = [kind for kind in Policy().actions if policy[kind] != KEEP]
    total: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    scanned = 0
    texts = [(m.id, m.text) for m in store.messages.iterate()]
    texts += [(a.id, a.value) for a in store.memories.attributes(history=True)]
    texts += [(e.id, e.event) for e in store.memories.events(status=None)]
    for id, text in texts:
        scanned += 1
        if found := Counter(one.kind for one in find(text, kinds)):
            total += found
            rows.append({"id": id, "kinds": dict(sorted(found.items()))})
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
            ids = [row["id"] for row in rows if kind in row["kinds"]]
            more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
            grid.add_row(kind.replace("_", " "), f"{count:,}", tables.cell(", ".join(ids[:SHOWN]) + more))
        if rows:
            tables.show(grid)
        else:
            put(f"{counted(scanned, 'text')} looked through, nothing to mask")
    if rows:
        hold = counted(len(rows), "text holds", "texts hold")
        raise OmemError(
            f"{hold} what is masked today, of {scanned:,} looked through: erase a message with "
            "`omem forget --message ID`; reading its export again stores it masked"
        )
