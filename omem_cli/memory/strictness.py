"""How strict the write filter is: as shipped, or (`gate = adaptive`) by how much of the memory is shown.

A control loop with a dead band: where most memories are never shown, the threshold rises by a step; where
most are, it goes back by one. It moves when messages are about to be understood, and only after enough
questions that could have shown everything. What only the higher threshold kept out is marked so, and read
again once the filter is less strict. The last move stands in the audit log, and is taken up from there.
"""

from dataclasses import dataclass
from typing import Any

from omem_cli import settings
from omem_cli.counting import counted
from omem_cli.memory.policies import usage
from omem_cli.store import Store
from omem_cli.understanding.gate import SET_ASIDE, STEPS, Gate, load_gate

ADAPTIVE = "adaptive"
ACTION = "gate"
"""The action of its entries in the audit log."""

MANY, FEW = 0.6, 0.4
"""Shares of never-shown memories from which the filter gets stricter, and below which less strict."""

ASKS = 20
"""Questions between two moves, at least."""

ROUNDS = 2
"""How often the memories shown since the last move could have been all memories there are, at least."""


@dataclass(frozen=True, slots=True)
class Strictness:
    """`step` of `STEPS`; `threshold` and `base`, the one as shipped, are probabilities. Since the last move
    `asks` questions were asked, of which `needed` are needed; `why` says what holds it where it is."""

    adaptive: bool
    step: int
    threshold: float
    base: float
    asks: int
    needed: int
    why: str


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was counted: in all, and since the last move."""

    step: int
    asks: int
    asks_since: int
    shows: int
    shows_since: int
    memories: int
    never: int

    @property
    def share(self) -> float:
        return self.never / self.memories if self.memories else 0.0

    @property
    def enough(self) -> bool:
        return self.asks_since >= ASKS and self.memories > 0 and self.shows_since >= ROUNDS * self.memories

    @property
    def wanted(self) -> int:
        """The step to take now: up, down or none; without memories there is nothing to be strict about."""
        if not self.memories:
            return 0
        if not self.enough or FEW < self.share < MANY:
            return self.step
        return min(self.step + 1, STEPS) if self.share >= MANY else max(self.step - 1, 0)

    @property
    def told(self) -> str:
        never = f"{self.share:.0%} of {counted(self.memories, 'memory', 'memories')} were never shown"
        return f"{never} in {counted(self.asks, 'question')}"


def follow(store: Store) -> Gate:
    """The write filter for messages that are about to be understood. Moves it by a step where that is due;
    what a stricter one had set aside is read again."""
    if not _adaptive() and not (store.audit.latest(ACTION) or {}).get("step"):
        return load_gate()  # as nearly always: nothing needs to be counted
    seen = _seen(store)
    step = seen.wanted if _adaptive() else 0
    if step != seen.step and not store.readonly:
        with store.transaction():
            counts = {"memories": seen.memories, "never_shown": seen.never} if _adaptive() else {}
            detail = {"step": step, "was": seen.step, "asks": seen.asks, "shows": seen.shows, **counts}
            store.audit.add(ACTION, detail)
            if step < seen.step:
                store.memories.reopen(SET_ASIDE)
    return load_gate().stricter(step)


def current(store: Store) -> Strictness:
    """Where the filter stands; moves nothing."""
    seen, adaptive, base = _seen(store), _adaptive(), load_gate().threshold
    step = seen.step if adaptive else 0
    threshold = load_gate().stricter(step).limit
    why = _why(seen) if adaptive else "fixed: `omem config set gate adaptive` lets it follow what is shown"
    return Strictness(adaptive, step, threshold, base, seen.asks_since, ASKS, why)


def _why(seen: _Seen) -> str:
    if not seen.memories:
        return "there are no memories yet"
    if seen.asks_since < ASKS:
        return f"{counted(seen.asks_since, 'question')} of {ASKS} asked since it last moved"
    if not seen.enough:
        return f"too little was shown so far to judge {counted(seen.memories, 'memory', 'memories')}"
    if seen.wanted > seen.step:
        return f"{seen.told}: stricter with the next messages"
    if seen.wanted < seen.step:
        return f"{seen.told}: less strict with the next messages"
    held = "as strict as it gets" if seen.share >= MANY else "as it is" if seen.share > FEW else "not strict"
    return f"{seen.told}: stays {held}"


def _adaptive() -> bool:
    return settings.get("gate") == ADAPTIVE


def _seen(store: Store) -> _Seen:
    last: dict[str, Any] = store.audit.latest(ACTION) or {}
    found, counts = usage(store), store.usage.counts()
    current = [a.id for a in store.memories.attributes()] + [e.id for e in store.memories.events()]
    asks, shows = int(found["asks"]), sum(counts.get(id, 0) for id in current)
    return _Seen(
        step=min(int(last.get("step", 0)), STEPS),
        asks=asks,
        asks_since=_since(asks, int(last.get("asks", 0))),
        shows=shows,
        shows_since=_since(shows, int(last.get("shows", 0))),
        memories=int(found["memories"]),
        never=int(found["never_shown"]["count"]),
    )


def _since(now: int, then: int) -> int:
    """What was counted since; a count that was set back begins anew."""
    return now - then if now >= then else now
