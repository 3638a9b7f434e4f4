"""The user's hand on the persona: edits, people that are one, and decisions taken back.

What the user decides stands in the log of decisions; the profile is folded from the messages' claims and from
that log, so taking a decision back means folding without it.
"""

from omem_cli.errors import OmemError
from omem_cli.memory import persona, wording
from omem_cli.memory.fold import IN_PLACE, attribute_id, claim_key, replaced_by
from omem_cli.protocols import Embedder
from omem_cli.records import Attribute, Decision, Status
from omem_cli.store import Store
from omem_cli.store.persona_tables import UNDONE

BY_HAND = frozenset({"set", "pin", "unpin", "forget", "merge", "distill"})
"""Actions of the user (and of the policies they set up): those without a message."""

TAKES_BACK = "takes back "
"""How the reason of taking back begins: a decision's id follows, or a colon and what a message led to."""

ONE_PERSON = "one person with two names"


def edit(store: Store, id: str, value: str, embedder: Embedder | None = None) -> Attribute:
    """Puts the user's words in place of an attribute's: it never was otherwise, and what it stands on stays.
    Raises OmemError."""
    value, old = value.strip(), store.memories.attribute(id)
    if old is None:
        raise OmemError(f"no attribute {id!r}: `omem persona show --json` lists the ids")
    if not value:
        raise OmemError("an attribute needs a value")
    if old.status is Status.HELD or old.superseded_by is not None:
        raise OmemError(
            f"{id} is not what holds now; edit the one that took its place, or `omem persona set`"
        )
    if old.value == value:
        return old
    with store.transaction():
        new = store.memories.add_attribute(old.person, old.aspect, value, message=None, pinned=True)
        reason = f"{IN_PLACE}{old.id}"
        store.memories.log("set", reason, aspect=old.aspect, value=value, message=None, target=new)
        store.audit.add("edit", {"id": new})
        persona.refold(store, old.person, embedder)
    found = store.memories.attribute(new)
    assert found is not None
    return found


# ---------------------------------------------------------------- people
def merge(store: Store, person: str, other: str, embedder: Embedder | None = None) -> str:
    """Makes two names one person, called `person` (or the memory's user, who keeps their name); returns the
    name. Raises OmemError for a name nobody has."""
    known = {name for name, _ in store.messages.persons()} | {name for name, *_ in store.memories.persons()}
    known |= {t.person for t in store.people.told()} | store.people.aliases().keys() | {store.user}
    for name in (person, other):
        if name not in known:
            raise OmemError(f"nobody is called {name!r} here; there are {', '.join(sorted(known))}")
    a, b = store.people.canonical(person), store.people.canonical(other)
    if a == b:
        raise OmemError(f"{person} and {other} are one person already")
    if b == store.user:
        a, b = b, a
    with store.transaction():
        store.memories.log("merge", ONE_PERSON, aspect="name", value=b, message=None, target=a)
        store.audit.add("merge")
        _join(store, a, b, embedder)
    return a


def _join(store: Store, a: str, b: str, embedder: Embedder | None) -> None:
    """Moves what was said by `b` to `a`, with what the user had decided about it."""
    memories = store.memories
    mine = [*memories.attributes(b, history=True), *memories.attributes(b, status=Status.HELD)]
    put_away, said = memories.decided("forget"), memories.decided("set")
    pinned = [(p.aspect, p.value, e.message) for p in mine if p.pinned for e in p.evidence]
    for one in mine:
        about = memories.decisions(one.id)
        if one.id in put_away:
            for d in about:
                if d.message:
                    memories.forget_claim(claim_key(d.aspect, d.value, d.message))
        elif one.id in said and one.status is Status.CURRENT and not one.evidence:
            id = attribute_id(store.user, a, one.aspect, one.value, one.id)
            memories.add_attribute(a, one.aspect, one.value, message=None, pinned=True, id=id)
            memories.log("set", f"said of {b}", aspect=one.aspect, value=one.value, message=None, target=id)
    events = memories.events(b, status=None)
    for id in [one.id for one in mine] + [event.id for event in events]:
        if any(d.message is None for d in memories.decisions(id)):
            memories.change(id, {"status": Status.HELD})
        else:
            memories.delete(id)
    store.people.join(b, a)
    persona.refold(store, a, embedder)
    for aspect, value, message in pinned:
        id = attribute_id(store.user, a, aspect, value, message)
        if memories.attribute(id) is not None:
            memories.pin(id)
            memories.log("pin", f"said of {b}", aspect=aspect, value=value, message=None, target=id)
    if pinned:
        persona.refold(store, a, embedder)


def _part(store: Store, a: str, b: str, embedder: Embedder | None) -> None:
    """Takes `b` away from `a` again."""
    memories = store.memories
    merges = [
        (d.value, d.target)
        for d in memories.all_decisions()
        if d.action == "merge" and d.target is not None and not (d.value == b and d.target == a)
    ]
    stands = store.people.canonical(b)
    for d in memories.all_decisions():
        if d.reason == f"said of {b}" and d.action in ("set", "pin"):
            memories.mark_undone(d)
            assert d.target is not None
            if d.action == "set":
                memories.change(d.target, {"status": Status.HELD, "pinned": False})
    store.people.part(b, [(alias, name) for alias, name in merges if name is not None])
    for name in (stands, b):
        persona.refold(store, name, embedder)


# ---------------------------------------------------------------- taking back
def undo(store: Store, id: str, embedder: Embedder | None = None) -> tuple[Decision, Decision | None]:
    """Takes a decision back (or the last one about an attribute or event), as if it had not been taken; the
    taking back is a decision itself, so it can be taken back too. Returns the decision it took back and the
    one to do so (None if it took back a taking back).

    What one message claimed is taken back as a whole: its claim does not count any more.
    """
    with store.transaction():
        d = _find(store, id)
        store.audit.add("undo", {"id": d.id})
        if d.action == "undo":
            _again(store, d, embedder)
        elif d.message is not None and d.action == "forget":
            raise OmemError("that is part of forgetting a memory: undo it by the memory's id")
        elif d.message is not None:
            _drop_claim(store, d, embedder)
        elif d.action in BY_HAND:
            marked = store.memories.mark_undone(d)
            reason = f"{TAKES_BACK}{d.id}"
            store.memories.log("undo", reason, aspect=d.aspect, value=d.value, message=None, target=d.target)
            _settle(store, marked, embedder, holds=False)
        else:
            raise OmemError(f"a decision to {d.action} can't be taken back")
    if d.action == "undo":
        return d, None
    return d, next(x for x in reversed(store.memories.all_decisions()) if x.action == "undo")


def _find(store: Store, id: str) -> Decision:
    every = store.memories.all_decisions()
    found = [d for d in every if d.id.startswith(id)] if id.startswith("d") else []
    if not found and len(id) > 2:
        found = _last_about(store, id, every)
    if not found:
        raise OmemError(f"there is no decision {id!r}: `omem why ID` shows those about a memory")
    if len(found) > 1:
        raise OmemError(f"{id!r} begins {len(found)} ids; give more of it")
    if found[0].action.startswith(UNDONE):
        raise OmemError(f"{found[0].id} is taken back already; to have it again, undo that")
    return found[0]


def _last_about(store: Store, id: str, every: list[Decision]) -> list[Decision]:
    """The last decision about the memory whose id begins so, if there is one. Raises OmemError if that was
    taken back: who says so twice does not mean the one before it."""
    memories = store.memories
    known = {*memories.rows_ids("attribute").values(), *memories.rows_ids("event").values()}
    meant = {one for one in known.union(d.target or "" for d in every) if one.startswith(id)}
    if len(meant) > 1:
        raise OmemError(f"{id!r} begins several ids; give more of it")
    about = {d.id for one in meant for d in memories.decisions_about(one)}
    # An edit made another memory of it: that is a decision about it too, and the last one.
    edits = [d for d in every if meant.intersection(replaced_by(d.reason))]
    mine = [d for d in every if d.id in about or d in edits]
    standing = [d for d in mine if d.action != "undo" and not d.action.startswith(UNDONE)]
    standing = [d for d in standing if d.message is None or d.action != "forget"]  # parts of one forgetting
    found = ([d for d in standing if d in edits] or standing)[-1:]
    if taken := _taken_before(store, id, meant, {d.id for d in mine}, every):
        by_hand = [at for at, d in enumerate(every) if d in standing and d.message is None]
        if not by_hand or by_hand[-1] < every.index(taken):
            raise OmemError(
                f"the last decision about {id} is taken back already: `omem persona undo {taken.id}` brings "
                "it again; an older one is taken back by its own id, which `omem why` shows"
            )
    told = memories.attribute(found[0].target or "") if found else None
    if told is not None and told.evidence and found[0].action == "pin":
        # What a message had told and the user states too is set and pinned: that is one decision.
        both = [d for d in standing if d.message is None][-2:]
        if [d.action for d in both] == ["set", "pin"] and not replaced_by(both[0].reason):
            return both[:1]
    return found


def _taken_before(
    store: Store, id: str, meant: set[str], about: set[str], every: list[Decision]
) -> Decision | None:
    """The last standing decision that took one back about this memory."""
    hands = [d for d in every if d.message is None or d.action == "undo"]
    one = next((a for a in map(store.memories.attribute, meant) if a is not None), None)
    for d in reversed(hands):
        if d.action != "undo":
            continue
        if d.message is None:
            if d.reason.removeprefix(TAKES_BACK) in about:
                return d
            continue
        said = store.messages.get(d.message)
        if said is None or said.person is None:
            continue
        # A claim that is taken back opens nothing any more, but it is known which memory it opened.
        if attribute_id(store.user, said.person, d.aspect, d.value, d.message).startswith(id):
            return d
        # One that changed or confirmed another leaves no trace at that one: meant is who asks again at once.
        again = one is not None and (one.person, one.aspect) == (said.person, d.aspect)
        if again and d is hands[-1] and not d.reason.startswith(f"{TAKES_BACK.rstrip()}: add"):
            return d
    return None


def _drop_claim(store: Store, d: Decision, embedder: Embedder | None) -> None:
    assert d.message is not None
    store.memories.forget_claim(claim_key(d.aspect, d.value, d.message))
    reason = f"{TAKES_BACK.rstrip()}: {d.action}, {d.reason}"
    store.memories.log("undo", reason, aspect=d.aspect, value=d.value, message=d.message, target=None)
    _refold_writer(store, d.message, embedder)


def _again(store: Store, d: Decision, embedder: Embedder | None) -> None:
    """Takes the taking back back."""
    store.memories.mark_undone(d)
    if d.message is not None:
        store.memories.unforget_claim(claim_key(d.aspect, d.value, d.message))
        _refold_writer(store, d.message, embedder)
        return
    first = d.reason.removeprefix(TAKES_BACK)
    taken = next((x for x in store.memories.all_decisions() if x.id == first), None)
    if taken is None:
        raise OmemError("what it took back is gone")
    _settle(store, store.memories.mark_undone(taken, False), embedder, holds=True)


def _refold_writer(store: Store, message: str, embedder: Embedder | None) -> None:
    said = store.messages.get(message)
    if said is not None and said.person is not None:
        persona.refold(store, said.person, embedder)


def _settle(store: Store, d: Decision, embedder: Embedder | None, *, holds: bool) -> None:
    """Brings the tables in line after one of the user's decisions began or ceased to hold."""
    memories, action = store.memories, d.action.removeprefix(UNDONE)
    if action == "merge":
        assert d.target is not None
        (_join if holds else _part)(store, d.target, d.value, embedder)
        return
    one = memories.attribute(d.target or "") or memories.event(d.target or "")
    if one is None or d.target is None:
        raise OmemError("what it was about is gone")
    about = memories.decisions(d.target)
    if isinstance(one, Attribute):
        if action == "set" and not holds and (pin := _pinned_with(d, about)) is not None:
            memories.mark_undone(pin)
            about = memories.decisions(d.target)
        memories.pin(d.target, _pinned(about))
        if action in ("set", "distill"):
            standing = any(x.action in ("set", "distill") for x in about)
            if not one.evidence or replaced_by(d.reason):
                memories.change(d.target, {"status": Status.CURRENT if standing else Status.HELD})
    if action == "forget":
        memories.change(d.target, {"status": Status.HELD if holds else Status.CURRENT})
        if holds and isinstance(one, Attribute):
            persona.forget_claims(store, d.target)
    persona.refold(store, one.person, embedder)


def _pinned_with(d: Decision, about: list[Decision]) -> Decision | None:
    """The pin that came with stating again what a message had told."""
    later = [x for x in about if x.recorded >= d.recorded and x.action == "pin"]
    return later[0] if later and not replaced_by(d.reason) and wording.key(later[0].value) else None


def _pinned(about: list[Decision]) -> bool:
    mine = [d.action for d in about if d.message is None]
    last = [action for action in mine if action in ("set", "pin", "unpin", "forget")]
    return bool(last) and last[-1] in ("set", "pin")
