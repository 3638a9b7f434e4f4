"""What holds of every profile, on messages with the claims a person labelled, English and Chinese."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fakes import HashEmbedder
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.memory import ending_clauses, hand, kin, persona
from omem_cli.memory.persona import profile
from omem_cli.protocols import Embedder
from omem_cli.records import (
    Attribute,
    AttributeClaim,
    Conversation,
    EventClaim,
    Location,
    Role,
    Status,
    Turn,
    Understanding,
)
from omem_cli.store import Store, open_store

PATH = Path(__file__).parent.parent / "benchmarks" / "data" / "persona-sequences.jsonl"
STORIES: list[list[dict[str, Any]]] = [
    [m for m in json.loads(line)["messages"] if m["role"] == "user"]
    for line in PATH.read_text("utf-8").splitlines()
]


def told(text: str, *claims: str, event: str | None = None, date: str | None = None) -> dict[str, Any]:
    """A labelled message; claims are written `aspect=value`, `date` is the event's."""
    pairs = [c.partition("=") for c in claims]
    found = [{"aspect": a, "value": v} for a, _, v in pairs]
    return {"text": text, "attributes": found, "events": [{"event": event, "date": date}] if event else []}


OTHERS = [
    told("my sister works at a bank", "family=works at a bank"),
    told("my wife is a nurse", "relationship=is a nurse"),
    told("my daughter Wren turned 7", "family=daughter Wren, 7"),
    told("Wren is six", "family=daughter Wren, 6"),
    told("old enough to know", "age=old enough"),
    told("I'm 34", "age=34"),
    told("sold the van back in March 2024", event="sold the van", date="2024-03"),
    told("let the van go in April", "possession=sold the van", event="let the van go", date="2024-04"),
    told("the van needs a new belt", "possession=van"),
    told("got a van", "possession=red van", event="got a van", date="2024-02-10"),
    told("actually no, I meant Hull, not Leeds", "location=Hull"),
    told("we live in Leeds", "location=Leeds"),
    told("moved to Hull in May", "location=Hull", event="moved to Hull", date="2024-05"),
    told("I quit climbing", "hobby=quit climbing"),
    told("climbing is my thing", "hobby=climbing", "like=climbing"),
    told("no meat since last year, full vegan", "diet=vegan"),
    told("a burger now and then, not vegan any more", "diet=no longer vegan"),
    told("divorced, it went through", "relationship=divorced"),
    told("my husband Ben cooks", "relationship=husband Ben"),
    told("我搬到杭州了", "location=杭州"),
    told("在成都住了六年", "location=成都"),
    told("车卖了", event="车卖了", date="2024-04-02"),
    told("我那辆车", "possession=车"),
    told("戒了咖啡", "diet=戒了咖啡"),
    told("每天两杯咖啡", "diet=咖啡"),
    told("我妹妹在银行上班", "family=在银行上班"),
    told("rumour has it", "hobby=gossip"),
    told("fine."),
]


@dataclass(frozen=True)
class Said:
    """A labelled message at an hour."""

    hour: int
    label: dict[str, Any]

    @property
    def time(self) -> datetime:
        return datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=self.hour)

    @property
    def turn(self) -> Turn:
        # A conversation each, so that who comes first has no say in the ids.
        where = Conversation(str(self.hour), str(self.hour))
        return Turn(where, "me", Role.USER, self.time, self.label["text"], Location("made up", 1))

    @property
    def understanding(self) -> Understanding:
        text, label = self.label["text"], self.label
        claims = [
            AttributeClaim(a["aspect"], a["value"], None if a["value"] == "gossip" else a.get("quote", text))
            for a in label.get("attributes") or ()
        ]
        events = [
            EventClaim(e["event"], e.get("quote", text), e.get("date")) for e in label.get("events") or ()
        ]
        return Understanding("", tuple(claims), tuple(events), model="labelled")


@st.composite
def lives(draw: st.DrawFn) -> list[Said]:
    """One or two stories in their order, with other remarks between, at any hours; several on a day."""
    stories = draw(st.lists(st.sampled_from(STORIES), max_size=2))
    every = [m for story in stories for m in story] + draw(
        st.lists(st.sampled_from(OTHERS), min_size=1, max_size=6)
    )
    gaps = draw(st.lists(st.sampled_from([1, 5, 30, 700, 2000]), min_size=len(every), max_size=len(every)))
    if draw(st.booleans()):
        every = draw(st.permutations(every))
    hours = [sum(gaps[: n + 1]) for n in range(len(every))]
    return [Said(hour, label) for hour, label in zip(hours, every, strict=True)]


EMBEDDERS = st.sampled_from([None, HashEmbedder()])


def take(store: Store, said: Sequence[Said], embedder: Embedder | None) -> None:
    """Stores and decides, in this order of arrival."""
    for one in said:
        store.messages.ingest([one.turn], "made-up")
        (message,) = store.messages.pending()
        persona.remember(store, message, one.understanding, embedder)


@contextmanager
def stores(count: int) -> Iterator[list[str]]:
    with TemporaryDirectory() as folder:
        yield [f"{folder}/{n}.db" for n in range(count)]


def whole(store: Store) -> list[Attribute]:
    """All of the profile, ids and evidence included."""
    found = profile(store, history=True)[0] + profile(store, status=Status.HELD)[0]
    return sorted(found, key=lambda a: a.id)


@settings(max_examples=25)
@given(lives(), EMBEDDERS, st.data())
def test_the_order_of_arrival_never_shows(
    said: list[Said], embedder: Embedder | None, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(said))
    closed = data.draw(st.integers(0, len(said)))  # after so many the memory is closed and opened again
    with stores(2) as (one, other):
        with open_store(one) as a:
            take(a, said, embedder)
            expected = whole(a)
        with open_store(other) as b:
            take(b, shuffled[:closed], embedder)
        with open_store(other) as b:
            take(b, shuffled[closed:], embedder)
            assert whole(b) == expected


@settings(max_examples=25)
@given(lives(), EMBEDDERS, st.integers(0, 999))
def test_what_is_undone_was_never_claimed_and_comes_back_exactly(
    said: list[Said], embedder: Embedder | None, pick: int
) -> None:
    with stores(2) as (one, other), open_store(one) as a, open_store(other) as b:
        take(a, said, embedder)
        every = [d for d in a.memories.all_decisions() if d.aspect != "event"]
        if not every:
            return
        before, chosen = whole(a), every[pick % len(every)]
        hand.undo(a, chosen.id, embedder)
        after = whole(a)
        undo = next(d for d in a.memories.all_decisions() if d.action == "undo")
        hand.undo(a, undo.id, embedder)
        assert whole(a) == before
        message = a.messages.get(chosen.message or "")
        assert message is not None
        source = next(s for s in said if s.time == message.time)
        read = source.understanding.attributes
        named = kin.named(message.text, read)
        if (chosen.aspect, chosen.value) not in {(c.aspect, c.value) for c in named}:
            return  # it was the sentence that ended something, not a claim
        if any(e.clause == chosen.value for e in ending_clauses.endings(message.text)):
            return  # it was both
        left = [
            label
            for label, c in zip(source.label["attributes"], named, strict=True)
            if (c.aspect, c.value) != (chosen.aspect, chosen.value)
        ]
        without = [s if s != source else Said(s.hour, {**s.label, "attributes": left}) for s in said]
        take(b, without, embedder)
        assert whole(b) == after


@settings(max_examples=25)
@given(lives(), EMBEDDERS, st.data())
def test_your_own_decisions_are_undone_exactly(
    said: list[Said], embedder: Embedder | None, data: st.DataObject
) -> None:
    """Whatever the user does, in whatever order: undone from the last to the first, nothing is left of it."""
    with stores(1) as (path,), open_store(path) as store:
        take(store, said, embedder)
        before = profile(store, history=True), profile(store, status=Status.HELD)
        for _ in range(data.draw(st.integers(1, 3))):
            _act(store, embedder, data)
        taken = [d for d in store.memories.all_decisions() if d.message is None]
        for d in reversed(taken):
            hand.undo(store, d.id, embedder)
        held, events = profile(store, status=Status.HELD)
        # The user's own words are kept, held and on no ground, for the undoing to be undone.
        after = profile(store, history=True), ([a for a in held if a.evidence], events)
        assert after == before


def _act(store: Store, embedder: Embedder | None, data: st.DataObject) -> None:
    """Sets, edits, pins or forgets something."""
    known = sorted(profile(store)[0], key=lambda a: a.id)
    kind = data.draw(st.sampled_from(["set", "edit", "pin", "forget"] if known else ["set"]))
    words = data.draw(st.sampled_from(["Leeds", "Bath", "vegan", "climbing", "杭州"]))
    if kind == "set":
        aspect = data.draw(st.sampled_from(["location", "diet", "hobby"]))
        persona.set_(store, aspect, words, embedder=embedder)
        return
    one = data.draw(st.sampled_from(known))
    if kind == "edit":
        hand.edit(store, one.id, words, embedder)
    elif kind == "pin":
        persona.pin(store, one.id, embedder=embedder)
    else:
        persona.forget(store, one.id, embedder)


@settings(max_examples=25)
@given(lives(), EMBEDDERS)
def test_closing_never_deletes(said: list[Said], embedder: Embedder | None) -> None:
    with stores(1) as (path,), open_store(path) as store:
        seen: dict[str, set[str]] = {}
        for one in said:
            take(store, [one], embedder)
            found = {a.id: {e.message for e in a.evidence} for a in whole(store)}
            assert all(messages <= found.get(id, set()) for id, messages in seen.items())
            assert all(found.values())
            for a in whole(store):
                # Said and taken back in one message: kept, though no history shows that it held.
                assert a.superseded_by is None or store.memories.attribute(a.superseded_by) is not None
                assert (a.status is Status.PAST) or a.until is None
            seen = found


@settings(max_examples=25)
@given(lives(), EMBEDDERS, st.data())
def test_as_of_any_moment_is_what_the_messages_up_to_then_give(
    said: list[Said], embedder: Embedder | None, data: st.DataObject
) -> None:
    moment = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(
        hours=data.draw(st.integers(0, said[-1].hour + 50)), minutes=30
    )
    arrival = data.draw(st.permutations(said))
    with stores(2) as (one, other), open_store(one) as a, open_store(other) as b:
        take(a, arrival, embedder)
        take(b, [s for s in said if s.time <= moment], embedder)
        then, happened = profile(a, as_of=moment)
        expected, events = profile(b)
        assert {(x.aspect, x.value, x.since) for x in then} == {
            (x.aspect, x.value, x.since) for x in expected
        }
        assert {x.event for x in happened} <= {x.event for x in events}


def test_the_date_of_an_end_is_not_when_it_became_known(tmp_path: Path) -> None:
    van, sold = told("the van needs a new belt", "possession=van"), "sold the van back in April 2024"
    ended = told(sold, "possession=sold the van", event=sold, date="2024-04")
    with open_store(tmp_path / "o.db") as store:
        take(store, [Said(2400, van), Said(3200, {**van, "text": "the van again"}), Said(4100, ended)], None)
        (past,) = profile(store, history=True)[0]
        assert (past.status, past.since, past.until) == (Status.PAST, "2024-04-10", "2024-04")
        assert [a.value for a in profile(store, as_of="2024-05-30")[0]] == ["van"]  # nobody knew better
        assert profile(store, as_of="2024-07-01")[0] == []


def test_what_late_messages_withdrew_stays_withdrawn(tmp_path: Path) -> None:
    hull = told("actually no, I meant Hull, not Leeds", "location=Hull")
    leeds = told("we live in Leeds", "location=Leeds")
    said = [Said(5, hull), Said(6, leeds), Said(7, hull), Said(9, hull)]
    results = []
    for name, order in (("a", (0, 1, 2, 3)), ("b", (3, 0, 2, 1)), ("c", (3, 2, 1, 0))):
        with open_store(tmp_path / name) as store:
            take(store, [said[n] for n in order], None)
            results.append(whole(store))
    assert results[0] == results[1] == results[2]
