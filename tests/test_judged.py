"""What a model of pairs judges a message to do to facts that no rule connects it with."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest

from omem_cli.memory import persona
from omem_cli.memory.judged import ASKED, may
from omem_cli.records import (
    Attribute,
    AttributeClaim,
    Conversation,
    Effect,
    Location,
    Role,
    Status,
    Turn,
    Understanding,
)
from omem_cli.store import Store, open_store
from omem_cli.understanding import effect

Told = tuple[str, str, str]
START = datetime(2024, 1, 1, 9, tzinfo=UTC)


class Judged:
    """Says of the facts it was given what becomes of them, that all others hold; counts what it was asked."""

    def __init__(self, gone: dict[str, Effect]) -> None:
        self.gone, self.asked = gone, list[tuple[str, str]]()

    def __call__(self, aspect: str, value: str, quote: str, message: str) -> Effect:
        self.asked.append((value, message))
        return self.gone.get(value, Effect(0.9, 0.05, 0.04, 0.01))


OVER, WRONG = Effect(0.05, 0.02, 0.9, 0.03), Effect(0.03, 0.02, 0.05, 0.9)


def fill(
    store: Store, told: list[tuple[str, str, str]], ask: Judged | None, order: list[int] | None = None
) -> None:
    """Stores messages of consecutive days and remembers what each claims: (text, aspect, value)."""
    turns = [
        Turn(Conversation("c", "c"), "me", Role.USER, START + timedelta(n), text, Location("chat", n))
        for n, (text, *_) in enumerate(told)
    ]
    store.messages.ingest(turns, "test")
    by_text = {m.text: m for m in store.messages.iterate()}
    for n in order or range(len(told)):
        text, aspect, value = told[n]
        understood = Understanding("talk", (AttributeClaim(aspect, value, text),))
        persona.remember(store, by_text[text], understood, ask=ask)


def found(store: Store) -> dict[str, Attribute]:
    return {a.value: a for a in persona.profile(store, history=True)[0]}


FERRY = [
    ("six hens now, all laying", "pet", "six hens"),
    ("my e-bike needs a new tyre", "possession", "e-bike"),
    ("the fox has been, the run is empty since monday", "possession", "empty run"),
    ("now sanding the boat", "hobby", "sanding the boat"),
]


def test_what_is_judged_over_ends_on_that_day_and_stays(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        fill(store, FERRY, Judged({"e-bike": OVER}))
        bike = found(store)["e-bike"]
        assert (bike.status, bike.since, bike.until) == (Status.PAST, "2024-01-02", "2024-01-03")
        reasons = [d.reason for d in store.memories.decisions(bike.id)]
        assert any("lets it be known" in reason for reason in reasons)
        assert found(store)["six hens"].status is Status.CURRENT


def test_what_is_judged_never_so_ends_where_it_began(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        fill(store, FERRY, Judged({"e-bike": WRONG}))
        assert found(store)["e-bike"].until == "2024-01-02"


def test_what_is_pinned_is_not_asked_about(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        judged = Judged({"e-bike": OVER})
        fill(store, FERRY[:2], judged)
        persona.pin(store, found(store)["e-bike"].id)
        fill(store, FERRY, judged, [2, 3])
        assert found(store)["e-bike"].status is Status.CURRENT


def test_answers_are_kept_so_that_nothing_is_asked_twice(tmp_path: Path) -> None:
    judged = Judged({"e-bike": OVER})
    with open_store(tmp_path / "o.db") as store:
        fill(store, FERRY, judged)
        before = found(store)
    assert len(judged.asked) == len(set(judged.asked)) > 0
    with open_store(tmp_path / "o.db") as store:
        with store.transaction():
            persona.refold(store, store.user)
        assert found(store) == before


def test_the_order_of_arrival_never_shows(tmp_path: Path) -> None:
    results = []
    for n, order in enumerate(permutations(range(4))):
        with open_store(tmp_path / f"{n}.db") as store:
            fill(store, FERRY, Judged({"e-bike": OVER, "six hens": OVER}), list(order))
            results.append({v: (a.status, a.since, a.until) for v, a in found(store).items()})
    assert all(one == results[0] for one in results)


def test_few_facts_are_asked_about_and_only_where_a_message_speaks_of_change(tmp_path: Path) -> None:
    words = ["desk", "lamp", "sofa", "rug", "vase", "clock", "mirror"]
    things = [(f"my {word} is here", "possession", word) for word in words]
    with open_store(tmp_path / "o.db") as store:
        judged = Judged({})
        fill(store, [*things, ("got a kettle, finally", "possession", "kettle")], judged)
        assert 0 < len(judged.asked) <= ASKED
        assert {message for _, message in judged.asked} == {"got a kettle, finally"}


def test_a_judgement_goes_with_its_message(tmp_path: Path) -> None:
    with open_store(tmp_path / "o.db") as store:
        fill(store, FERRY, Judged({"e-bike": OVER}))
        assert store.memories.effects(store.user)
        message = next(m for m in store.messages.iterate() if "fox" in m.text)
        with store.transaction():
            store.erasure.delete([message.row], tombstones=False)
        left = {id for id, _ in store.memories.effects(store.user)}
        assert message.id not in left


@pytest.mark.parametrize(
    ("text", "change"),
    [("I like tea", False), ("我喜欢茶", False), ("no tea any more", True), ("终于搬家了", True)],
)
def test_words_of_change_are_known(text: str, change: bool) -> None:
    assert may(text) is change


def test_the_real_model_tells_an_ending_from_what_goes_on() -> None:
    known = ("occupation", "barista", "I'm a barista near the station")
    gone = effect.ask(*known, "Third week at the bank and I still smell of milk")
    holds = effect.ask(*known, "My brother quit his bank job, can you find him a course?")
    assert gone is not None
    assert holds is not None
    assert gone.over + gone.wrong > holds.over + holds.wrong
    assert sum((holds.holds, holds.same, holds.over, holds.wrong)) == pytest.approx(1.0, abs=1e-5)
