"""The fold of one person beside an open store: what was said, what follows from it, what of it is shown."""

from dataclasses import replace

from omem_cli.memory.fold import Key, Profile, Rules, Statement, fold, place
from omem_cli.memory.relation import Similarity
from omem_cli.records import Attribute, Decision, Event, Message, Status
from omem_cli.store import Store

Token = tuple[int, int]
"""Names a state of a store."""


class State:
    """What was said of and by a person, its fold, and what of it the store shows."""

    def __init__(self, store: Store, person: str, like: Similarity | None) -> None:
        self.person, self.user, self.similarity = person, store.user, like
        self.statements: list[Statement] = []
        self.rules = Rules()
        self.profile = Profile(person, self.user)
        self.shown: dict[str, Attribute] = {}
        self.withdrawn: dict[str, Attribute] = {}
        self.token: Token = (-1, -1)
        self._events: dict[str | None, list[Event]] | None = None
        self._last: Key | None = None
        self._latest = float("-inf")
        self._anew = False
        self.messages: dict[str, Message] = {}
        """Those that are at hand while everything is written anew."""
        self.logged: set[tuple[str, str, str, str, str | None, str | None]] = set()

    def events_of(self, store: Store, date: str | None) -> list[Event]:
        """The person's events of one date (None: without a date)."""
        if self._events is None:
            self._events = {}
            for event in store.memories.events(self.person, status=None):
                self._events.setdefault(event.date, []).append(event)
        return self._events.setdefault(date, [])

    def start_events(self) -> None:
        """Forgets the events of the store: they are about to be told anew."""
        self._events = {}

    def take(self, s: Statement) -> None:
        """Adds a statement: one step if it is the newest, else everything anew."""
        self.statements.append(s)
        if s.time is not None:
            self._latest = max(self._latest, s.time.timestamp())
        key = place(s, self._latest)
        if self._last is None or key >= self._last:
            self._last = key
            self.profile.hear(s, self.similarity)
        else:
            self.refold()

    def refold(self) -> None:
        """Folds all statements again."""
        self._latest, self._last = float("-inf"), None
        for s in self.statements:
            self._latest = self._latest if s.time is None else max(self._latest, s.time.timestamp())
            key = place(s, self._latest)
            self._last = key if self._last is None else max(self._last, key)
        self._anew = True
        self.profile = fold(self.person, self.statements, self.similarity, user=self.user, rules=self.rules)

    def write(self, store: Store) -> list[Decision]:
        """Brings the store's tables in line with the fold; returns the decisions that are new."""
        now, memories = self.profile.attributes, store.memories
        for id in self.withdrawn.keys() & now.keys():  # late messages brought it back
            self.shown[id] = self.withdrawn.pop(id)
        changed = [now[id] for id in sorted(self.profile.changed) if self.shown.get(id) != now[id]]
        messages: dict[str, Message] = {}
        for a in changed:
            known = {e.message for e in self.shown[a.id].evidence} if a.id in self.shown else set()
            if known - {e.message for e in a.evidence}:  # a late message shows that some stands elsewhere
                memories.save_attribute(a)
                self.shown[a.id] = a
                continue
            for e in a.evidence:
                if e.message not in known and e.message not in messages:
                    message = self.message(store, e.message)
                    if message is not None:
                        messages[message.id] = message
            if a.id not in self.shown:
                first = a.evidence[0] if a.evidence else None
                memories.add_attribute(
                    a.person, a.aspect, a.value, message=messages[first.message] if first else None,
                    quote=first.quote if first else None, confidence=a.confidence, id=a.id,
                )  # fmt: skip
            for e in a.evidence:
                if e.message not in known:
                    memories.add_evidence(a.id, messages[e.message], e.quote)
            memories.change(
                a.id,
                {
                    "status": a.status, "since": a.since, "until": a.until, "confidence": a.confidence,
                    "pinned": a.pinned, "superseded_by": a.superseded_by,
                },
            )  # fmt: skip
            self.shown[a.id] = a
        if self._anew:
            for id in self.shown.keys() - now.keys():
                self.withdrawn[id] = self.shown.pop(id)
            for id in sorted(self.withdrawn):
                self._withdraw(store, self.withdrawn[id])
        self._anew = False
        self.profile.changed.clear()
        return self._log(store)

    def message(self, store: Store, id: str) -> Message | None:
        """The stored message with this id."""
        return self.messages.get(id) or store.messages.get(id)

    def _log(self, store: Store) -> list[Decision]:
        """Writes down the steps that are new; after a late message also those that now come out otherwise."""
        written = []
        for s in self.profile.log:
            entry = (s.operation.action, s.operation.reason, s.aspect, s.value, s.message, s.target)
            if entry in self.logged:
                continue
            self.logged.add(entry)
            message = self.message(store, s.message)
            if message is not None:
                action, reason, aspect, value, _, target = entry
                written.append(
                    store.memories.log(
                        action, reason, aspect=aspect, value=value, message=message, target=target
                    )
                )
        self.profile.log.clear()
        return written

    def _withdraw(self, store: Store, a: Attribute) -> None:
        # A late message showed that this is another attribute's evidence. Nothing is deleted: it stays as an
        # empty span of time that points to that one.
        origin = a.evidence[0].message if a.evidence else ""
        others = self.profile.attributes.values()
        heirs = [b for b in others if any(e.message == origin for e in b.evidence)]
        heir = next((b for b in heirs if b.aspect == a.aspect), heirs[0] if heirs else None)
        gone = replace(a, status=Status.PAST, until=a.since, superseded_by=heir.id if heir else None)
        if gone != a:  # with every late message the heir may be another
            store.memories.close(a.id, a.since, gone.superseded_by)
            self.withdrawn[a.id] = gone
