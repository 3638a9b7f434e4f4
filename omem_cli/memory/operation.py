"""One step of what a claim does to a person's attributes, and the steps of one claim together."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from omem_cli.records import Attribute, Status


@dataclass(frozen=True, slots=True)
class Operation:
    """One step. `add` opens an attribute; `ignore` adds evidence to `target`; `close` ends `target`;
    `update` and `correct` end `target` and open another in its place, `correct` because it was never true;
    `hold` puts a claim aside. `since` and `until` are ISO dates of what is opened or ended. `opens` is False
    for the second and further attributes that one new value displaces."""

    action: str
    reason: str
    aspect: str
    value: str
    target: str | None = None
    status: Status = Status.CURRENT
    since: str | None = None
    until: str | None = None
    opens: bool = True


def day(time: datetime | None) -> str | None:
    """The ISO date of a time."""
    return None if time is None else time.date().isoformat()


_RECENT = timedelta(days=2)


def opened_by(old: Attribute, message: str) -> bool:
    return bool(message) and bool(old.evidence) and old.evidence[0].message == message


def opened_or_ended(old: Attribute, message: str) -> bool:
    return bool(message) and any(e.message == message for e in old.evidence)


def fresh(old: Attribute, message: str, time: datetime | None) -> bool:
    """Whether the old value was said just now, so that a correction can mean it."""
    if opened_by(old, message) or not old.evidence:
        return True
    then = old.evidence[-1].time
    return time is None or then is None or abs(time - then) <= _RECENT


def closing(o: Operation) -> Operation:
    """The same step, which only ends its target."""
    return Operation("close", o.reason, o.aspect, o.value, o.target, until=o.until)


class Step:
    """Gathers what one claim does."""

    def __init__(self, aspect: str, value: str, at: str | None) -> None:
        self.aspect, self.value, self.at = aspect, value, at
        self.gone: dict[str, Operation] = {}
        self.beside: str | None = None
        self.told: Attribute | None = None
        self.past = False
        self._pinned: Attribute | None = None

    def end(self, old: Attribute, reason: str) -> None:
        if old.pinned:
            self._pinned = old
        else:
            self.gone[old.id] = Operation("close", reason, old.aspect, self.value, old.id, until=self.at)

    def replace(self, old: Attribute, how: str, action: str = "update") -> None:
        if old.pinned:
            self._pinned = old
            return
        # What is taken back was never true: it ends where it began.
        until = old.since if action == "correct" else self.at
        self.gone[old.id] = Operation(
            action, f"{how}: {old.value}", self.aspect, self.value, old.id, since=self.at, until=until
        )

    def closings(self) -> list[Operation]:
        return [closing(o) for o in self.gone.values()]

    def operations(self) -> list[Operation]:
        if self._pinned is not None:
            reason = f"contradicts what you pinned: {self._pinned.value}"
            return [Operation("hold", reason, self.aspect, self.value, status=Status.HELD)]
        steps = list(self.gone.values())
        opening = [o for o in steps if o.action != "close"]
        if not opening:
            reason = "new" if self.beside is None else f"true beside: {self.beside}"
            if self.past:
                past = Operation(
                    "add", "told of the past", self.aspect, self.value, None, Status.PAST, None, self.at
                )
                return [*steps, past]
            return [*steps, Operation("add", reason, self.aspect, self.value, since=self.at)]
        first, *others = opening
        ends = [o for o in steps if o.action == "close"]
        return [*ends, first, *(replace(o, opens=False) for o in others)]
