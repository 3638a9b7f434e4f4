"""What was true when, aspect by aspect, and why it ceased to be."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from omem_cli.memory.persona import profile
from omem_cli.records import ASPECTS, Attribute, Decision, Evidence, Status
from omem_cli.store import Store
from omem_cli.store.moments import span

_ENDINGS = ("close", "update", "correct")
_BY_HAND = ("set", "distill")


@dataclass(frozen=True, slots=True)
class Ended:
    """Why an attribute is past: the decision, the message it rests on and when that was written (None: the
    user's own), and the value that took its place, if one did."""

    action: str
    reason: str
    message: str | None
    time: datetime | None
    by: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A span of time in which an attribute held. `late`: it was first told by a message that came into the
    memory after the one that ended it, as when an older export is read."""

    attribute: Attribute
    ended: Ended | None
    late: bool

    @property
    def told(self) -> int:
        """How many messages told of it, without the one that told its end."""
        messages = {e.message for e in self.attribute.evidence}
        return len(messages - {self.ended.message} if self.ended else messages) or len(messages)


def timeline(store: Store, person: str | None = None, aspect: str | None = None) -> list[Entry]:
    """All that ever held of a person (default: the memory's user), of one aspect or of all: by aspect, then
    in the order in which it began to."""
    found, _ = profile(store, person, history=True)
    wanted = [a for a in found if aspect is None or a.aspect == aspect]
    return [_entry(store, a) for a in sorted(wanted, key=_order)]


def _order(a: Attribute) -> tuple[int, datetime, datetime, str]:
    begin, end = _moment(a.since), _moment(a.until)
    return ASPECTS.index(a.aspect), begin or end or datetime.min, end or datetime.max, a.id


def _moment(date: str | None) -> datetime | None:
    """The first moment of a date on wall clocks; None for none, and for one that can't be read."""
    try:
        return None if date is None else span(date)[0].replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def _entry(store: Store, a: Attribute) -> Entry:
    if a.status is not Status.PAST:
        return Entry(a, None, False)
    d = _ending(store, a)
    if d is None:
        return Entry(a, None, False)
    message = None if d.message is None else store.messages.get(d.message)
    first = store.messages.get(a.evidence[0].message) if a.evidence else None
    late = message is not None and first is not None and first.row > message.row
    heir = None if a.superseded_by is None else store.memories.attribute(a.superseded_by)
    time, by = None if message is None else message.time, None if heir is None else heir.value
    return Entry(a, Ended(d.action, d.reason, d.message, time, by), late)


def _ending(store: Store, a: Attribute) -> Decision | None:
    """The decision that is in force among those that ever ended the attribute: a late message may have led to
    another one."""
    memories = store.memories
    if a.superseded_by is not None:
        heir = memories.attribute(a.superseded_by)
        said = {e.message for e in heir.evidence} if heir is not None else set()
        by_hand = [d for d in memories.decisions(a.superseded_by) if d.action in _BY_HAND]
        return _last(memories.decisions(a.id), said) or next(iter(by_hand), None)
    about = memories.decisions(a.id)
    last = max((e for e in a.evidence if e.time is not None), key=_time, default=None)
    ended = _last(about, {last.message} if last else set()) or _last(about, None)
    return ended or next((d for d in about if d.action == "add"), None)


def _time(e: Evidence) -> datetime:
    assert e.time is not None
    return e.time


def _last(about: Iterable[Decision], messages: set[str] | None) -> Decision | None:
    """The last ending among decisions that rest on one of `messages` (None: on any)."""
    found = [d for d in about if d.action in _ENDINGS and (messages is None or d.message in messages)]
    return found[-1] if found else None
