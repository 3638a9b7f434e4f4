"""Looking at the persona: as it is, as it was, and what was ever true."""

from datetime import datetime

from omem_cli.records import Attribute, Event, Status
from omem_cli.store import Store
from omem_cli.store.moments import as_of_moment, not_after, overlaps


def profile(
    store: Store,
    person: str | None = None,
    *,
    history: bool = False,
    as_of: datetime | str | None = None,
    status: Status | None = None,
) -> tuple[list[Attribute], list[Event]]:
    """What is known of a person (default: the memory's user): attributes and events, as they are or, with
    `as_of`, as they were then. `history` brings past attributes too, `status` picks one status."""
    who = person or store.user
    found = store.memories.attributes(who, history=history, as_of=as_of, status=status)
    attributes = [a for a in found if not _absorbed(store, a)]
    events = store.memories.events(who, status=status or Status.CURRENT)
    if as_of is not None:
        moment = as_of_moment(as_of)
        events = [e for e in events if _by(e, moment)]
    return attributes, events


def _by(e: Event, moment: datetime) -> bool:
    """Whether an event had happened, and been told, by a moment."""
    told = min((x.time for x in e.evidence if x.time is not None), default=None)
    return (e.date is None or overlaps(e.date, None, moment)) and (told is None or not_after(told, moment))


def _absorbed(store: Store, a: Attribute) -> bool:
    """Whether `a` was withdrawn: a late message showed that its evidence belongs to its successor."""
    if a.status is not Status.PAST or a.superseded_by is None or a.since != a.until or not a.evidence:
        return False
    heir = store.memories.attribute(a.superseded_by)
    return heir is not None and any(e.message == a.evidence[0].message for e in heir.evidence)


def timeline(store: Store, aspect: str, person: str | None = None) -> list[Attribute]:
    """All that was ever true under one aspect, oldest first."""
    found, _ = profile(store, person, history=True)
    return sorted(
        (a for a in found if a.aspect == aspect), key=lambda a: (a.since or "", a.until or "~", a.id)
    )
