"""Near-duplicates become one: the paper's graph with a floor, and the same in a person's profile."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from test_persona import said

from omem_cli.memory.clusters import Clusters, components
from omem_cli.memory.fold import fold
from omem_cli.records import Attribute, Status


def unit(angles: list[int]) -> np.ndarray:
    turned = np.radians(np.array(angles, np.float64))
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


def test_one_alone_stays_and_strangers_are_not_paired() -> None:
    assert components(unit([10]), 0.9) == [[0]]
    assert components(unit([0, 90]), 0.9) == [[0], [1]]
    assert components(unit([0, 5, 90, 94, 180]), 0.9) == [[0, 1], [2, 3], [4]]
    assert components(np.empty((0, 2), np.float32), 0.9) == []


@given(st.lists(st.integers(0, 359), max_size=12), st.sampled_from([0.0, 0.7, 0.95]))
def test_growing_gives_the_graph_of_the_whole(angles: list[int], floor: float) -> None:
    vectors = unit(angles) if angles else np.empty((0, 2), np.float32)
    grown = Clusters(2, floor)
    for vector in vectors:
        grown.add(vector)
    cosines = vectors @ vectors.T
    linked: dict[int, set[int]] = {n: {n} for n in range(len(angles))}
    for n in range(len(angles)):
        others = [m for m in range(len(angles)) if m != n]
        near = [m for m in others if cosines[n, m] >= max(cosines[n, k] for k in others) - 1e-6]
        if near and cosines[n, near[0]] >= floor + 1e-6 and len(near) == 1:
            joined = linked[n] | linked[near[0]]
            for m in joined:
                linked[m] = joined
    for component in grown.components():
        first = component[0]
        assert linked[first] <= set(component)
    assert sorted(n for c in grown.components() for n in c) == list(range(len(angles)))


ALIKE = [{"bouldering", "indoor climbing walls"}, {"indoor climbing walls", "the climbing gym"}]


def alike(one: str, other: str) -> float:
    return 0.9 if {one, other} in ALIKE else 0.1


def current(*statements: object) -> list[Attribute]:
    found = fold("me", statements, alike).attributes.values()  # type: ignore[arg-type]
    return [a for a in found if a.status is Status.CURRENT]


def test_near_duplicates_across_aspects_become_one_attribute() -> None:
    told = [said(0, "bouldering again", "hobby=bouldering"),
            said(5, "love indoor climbing walls", "like=indoor climbing walls"),
            said(9, "the climbing gym is full", "hobby=the climbing gym"),
            said(12, "choir tonight", "hobby=choir")]  # fmt: skip
    one, other = current(*told)
    assert (one.value, len(one.evidence)) == ("bouldering", 3)
    assert (other.value, len(other.evidence)) == ("choir", 1)
    log = fold("me", told, alike).log
    assert [(s.operation.action, s.aspect, s.value) for s in log if s.target == one.id] == [
        ("add", "hobby", "bouldering"),
        ("ignore", "like", "indoor climbing walls"),
        ("ignore", "hobby", "the climbing gym"),
    ]


def test_what_is_no_near_duplicate_stays_apart() -> None:
    assert len(current(said(0, "choir on wednesdays", "schedule=choir on wednesdays"),
                       said(1, "choir", "hobby=choir"))) == 2  # fmt: skip
    assert len(current(said(0, "bouldering", "dislike=bouldering"),
                       said(1, "x", "possession=indoor climbing walls"))) == 2  # fmt: skip
