"""What may be forgotten by itself: memories too old, and events beyond a number that nobody asks for.

All policies are off until set. What they take is put aside, not erased: `omem persona undo` brings it back,
and its messages stay. What the user set or pinned is never taken.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from omem_cli import settings
from omem_cli.counting import counted
from omem_cli.memory import persona
from omem_cli.protocols import Embedder
from omem_cli.records import Attribute, Event, Status
from omem_cli.store import Store

EVENT = "event"


@dataclass(frozen=True, slots=True)
class Policy:
    """`expire`: aspect or `event` -> days after its newest evidence; `event_cap`: events kept of a person."""

    expire: Mapping[str, int] = field(default_factory=dict)
    event_cap: int | None = None

    def __bool__(self) -> bool:
        return bool(self.expire) or self.event_cap is not None


@dataclass(frozen=True, slots=True)
class Going:
    """A memory that a policy takes, and why."""

    memory: Attribute | Event
    why: str


def configured() -> Policy:
    """The policy in the settings; false if there is none."""
    cap = settings.get("event_cap")
    return Policy(settings.terms(str(settings.get("expire") or "")), None if cap is None else int(cap))


def plan(store: Store, policy: Policy, now: datetime) -> list[Going]:
    """What the policy would take at `now` (aware), oldest first."""
    taken: dict[str, Going] = {}
    for a in store.memories.attributes():
        term, seen = policy.expire.get(a.aspect), _newest(a)
        mine = a.pinned or a.id in store.memories.decided("set")
        if term is not None and seen is not None and not mine and now - seen > timedelta(days=term):
            taken[a.id] = Going(a, f"{a.aspect} expires {counted(term, 'day')} after it was last told")
    events = store.memories.events()
    term = policy.expire.get(EVENT)
    for e in events:
        seen = _newest(e)
        if term is not None and seen is not None and now - seen > timedelta(days=term):
            taken[e.id] = Going(e, f"events expire {counted(term, 'day')} after they were last told")
    if policy.event_cap is not None:
        counts = store.usage.counts()
        for person in sorted({e.person for e in events}):
            kept = [e for e in events if e.person == person and e.id not in taken]
            # Least used goes first; among equals the one told longest ago.
            kept.sort(
                key=lambda e: (counts.get(e.id, 0), _newest(e) or datetime.min.replace(tzinfo=now.tzinfo))
            )
            for e in kept[: max(0, len(kept) - policy.event_cap)]:
                often = counts.get(e.id, 0)
                times = "never shown" if not often else f"shown {counted(often, 'time')}"
                taken[e.id] = Going(e, f"more than {counted(policy.event_cap, 'event')} of {person}; {times}")
    return sorted(taken.values(), key=lambda g: ((_newest(g.memory) or now).timestamp(), g.memory.id))


def carry_out(store: Store, going: list[Going], embedder: Embedder | None = None) -> int:
    """Puts the memories aside, in one transaction, each as a decision with its reason; returns how many."""
    memories = store.memories
    with store.transaction():
        persons = set()
        for one in going:
            m = one.memory
            aspect, value = (EVENT, m.event) if isinstance(m, Event) else (m.aspect, m.value)
            memories.change(m.id, {"status": Status.HELD})
            reason = f"policy: {one.why}"
            memories.log("forget", reason, aspect=aspect, value=value, message=None, target=m.id)
            if isinstance(m, Attribute):
                persona.forget_claims(store, m.id)
            persons.add(m.person)
        for person in sorted(persons):
            persona.refold(store, person, embedder)
        if going:
            store.audit.add("expire", {"memories": len(going)})
    return len(going)


def _newest(one: Attribute | Event) -> datetime | None:
    return max((e.time for e in one.evidence if e.time is not None), default=None)


LISTED = 100
"""Ids of never-shown memories that `usage` lists."""


def usage(store: Store) -> dict[str, Any]:
    """Of the questions asked, the share for which each channel brought something that was shown (the memory
    hit rate), and which current memories never were."""
    hits = store.usage.hits()
    ids = [a.id for a in store.memories.attributes()] + [e.id for e in store.memories.events()]
    never = [id for id in ids if id not in hits.shown]
    return {
        "asks": hits.asks,
        "channels": {name: round(count / hits.asks, 3) for name, count in sorted(hits.channels.items())},
        "memories": len(ids),
        "never_shown": {"count": len(never), "ids": never[:LISTED]},
    }


def described() -> dict[str, Any]:
    """The policy as it is set; null where it is off."""
    return {"expire": settings.get("expire") or None, "event_cap": settings.get("event_cap")}
