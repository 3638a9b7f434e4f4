"""How two values stand to each other: the same, one finer, one the other's opposite, one the end of the
other."""

from collections.abc import Callable, Mapping, Sequence

from omem_cli.memory import (
    aspects,
    faiths,
    intake,
    kinds,
    message_cues,
    over,
    shifts,
    trades,
    treatments,
    value_reading,
    wording,
)
from omem_cli.memory.wording import numbers, terms
from omem_cli.records import Attribute

SAME = 0.85
"""Cosine from which two values of one aspect mean the same. all-MiniLM-L6-v2 gives siblings of a kind (cat
and dog, vegan and vegetarian) up to 0.8, so it is set above them."""

NEAREST = 8
"""How many attributes of a many-valued aspect a claim is compared with."""

Similarity = Callable[[str, str], float]
Also = Mapping[str, Sequence[str]]
NOTHING_ELSE: Also = {}


def wordings(a: Attribute, also: Also) -> list[str]:
    """The value of an attribute, and the other words it was told in (`also`: id -> values)."""
    return [a.value, *also.get(a.id, ())]


def relation(new: str, old: str, similarity: Similarity | None = None, aspect: str = "") -> str | None:
    """How `new` stands to `old`: `same`, `coarser` (says less), `finer` (says more), `version` (the same
    thing with another number) or None."""
    no_new, no_old = denied(aspect, new), denied(aspect, old)
    if no_new is not None and no_old is not None:
        new, old = no_new, no_old  # what is denied counts: `no spicy food`, `can't eat spicy or sour food`
    a, b = terms(new), terms(old)
    if a != b and a & b:
        a, b = wording.spell_out(a, b)
    if a == b:
        return "same"
    if no_new is not None and no_old is not None and not new.isascii():
        han_a, han_b = wording.characters(new), wording.characters(old)
        if han_a and han_b and (han_a <= han_b or han_b <= han_a):
            return "coarser" if han_a <= han_b else "finer"
    if aspect == "schedule" and message_cues.same_hour_of(new, old):
        return "version"
    if aspect == "schedule" and shifts.other_days(new, old):
        return None
    na, nb = numbers(a), numbers(b)
    if na and nb and not (na <= nb or nb <= na):
        wa, wb = a - na, b - nb
        alike = wa <= wb or wb <= wa or _dice(wa, wb) >= 0.75
        return "version" if alike and (wa & wb) - wording.COUNTED else None
    if a <= b:
        return "coarser"
    if aspect == "possession" and not nb and (bare := a - na - _UNITS) and bare <= b:
        return "coarser"  # the gazelle, 1000 miles on
    for spared in _SPARED.get(aspect, ()):
        if (bare := a - spared) and bare <= b and bare != a:
            return "coarser"
    if b <= a:
        return "finer"
    if (a - b) & wording.names(new) and (b - a) & wording.names(old):
        return None  # two different names: two things
    if na == nb and _dice(a, b) >= 0.75:
        return "same"
    if (
        similarity is not None
        and na == nb
        and new.isascii()
        and old.isascii()
        and similarity(new, old) >= SAME
    ):
        return "same"
    return None


_SPARED = {
    "possession": (terms("old trusty faithful beloved dear ancient battered good poor"),),
    "diet": (
        terms("keep keeps eat eats follow strict strictly house household home kitchen meal meals diet"),
    ),
}
"""Words beside the thing itself that make it no other thing: the old Bernina, a kosher house."""
_UNITS = wording.COUNTED | terms("miles km kilometres hours days weeks months years 公里 小时")
"""Of what a thing has run or stood."""


def _dice(a: frozenset[str], b: frozenset[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def single_relation(aspect: str, new: str, old: str, similarity: Similarity | None) -> str | None:
    if aspect == "gender":
        one, other = aspects.gender_class(new), aspects.gender_class(old)
        return "same" if one == other and one is not None else None if one != other else relation(new, old)
    if aspect == "age":
        a, b = numbers(terms(new)), numbers(terms(old))
        return ("same" if a & b else None) if a and b else relation(new, old)
    if aspect == "relationship":
        return _partner_relation(new, old)
    if aspect == "occupation" and trades.says_no_more(new, old):
        return "same"
    found = relation(new, old, similarity)
    return None if found == "version" and aspect == "birthday" else found


def _partner_relation(new: str, old: str) -> str | None:
    a, b = (aspects.partner_names(v, wording.names(v)) for v in (new, old))
    role, was = aspects.partner_role(new), aspects.partner_role(old)
    if role is None or was is None or value_reading.read(new).ended or value_reading.STATES.search(old):
        return relation(new, old)
    if a and b and not a & b:
        return None
    if role == was or "partner" in (role, was):
        if a and not b:
            return "finer"
        return relation(new, old) or "same"
    steps = ("lover", "engaged", "spouse")
    if steps.index(role) > steps.index(was):
        return "finer"  # engaged, then married
    return "same" if role == "lover" and was == "engaged" else None  # None: a husband, then a boyfriend


def denied(aspect: str, value: str) -> str | None:
    """What a value says is not (any more) so, or None if it states something. An aim states something, even
    that of giving something up."""
    if aspect == "goal":
        return None
    reading = over.read(aspect, value)
    if reading.negated:
        return reading.core
    return " ".join(reading.ended) if reading.ended and not reading.holds else None


_HAD = frozenset({"family", "pet", "relationship", "possession"})
"""Aspects of whom or what one has: the opposite is to have none, not what one doesn't do with them."""

_TASTES = frozenset({"diet", "like", "hobby", "health"})


def _at_odds(aspect: str, value: str, old: Attribute) -> bool:
    """Whether two values cannot both hold, though neither denies the other's words."""
    return intake.exclude(aspect, value, old.aspect, old.value) or treatments.recovered(
        aspect, value, old.aspect, old.value
    )


def opposite(aspect: str, value: str, old: Attribute) -> bool:
    if _at_odds(aspect, value, old):
        return True
    no_new, no_old = denied(aspect, value), denied(old.aspect, old.value)
    if aspect == old.aspect == "belief" and no_new is None and faiths.exclude(value, old.value):
        return True
    if (no_new is None) != (no_old is None):
        if aspect != old.aspect and not {aspect, old.aspect} <= _TASTES:
            return False
        core, stated = (no_new, old.value) if no_new is not None else (no_old or "", value)
        if aspect in _TASTES and intake.limited(value if no_new is not None else old.value):
            return False  # no coffee after lunch
        if aspect in _HAD and not aspects.only_names(core, stated):
            return False  # haven't told the kids
        whole = aspect == old.aspect and aspects.names_all(aspect, core)
        return whole or wording.touches(core, stated) or aspects.of_kind(core, stated)
    if {aspect, old.aspect} == {"like", "dislike"} and no_new is None:
        return relation(value, old.value) in ("same", "coarser")
    return aspect == old.aspect and no_new is None and aspects.exclude(aspect, value, old.value)


def nearest(
    aspect: str, value: str, existing: Sequence[Attribute], similarity: Similarity | None,
    also: Also = NOTHING_ELSE,
) -> list[Attribute]:  # fmt: skip
    """The attributes worth comparing: all rivals of a single-valued aspect, else those that share a word or
    deny something, and the most similar ones, whatever of their aspects; at most `NEAREST`."""
    if aspect in aspects.SINGLE:
        return [a for a in existing if a.aspect == aspect]
    mine = terms(value)
    no_new = denied(aspect, value)

    def score(old: Attribute) -> float:
        no_old = denied(old.aspect, old.value)
        shared = _dice(mine, terms(old.value)) + (0.5 if (no_new is None) != (no_old is None) else 0.0)
        if no_new is not None and no_old is not None:
            shared += _dice(wording.characters(no_new), wording.characters(no_old))
        apart = aspects.exclude(aspect, value, old.value) or _at_odds(aspect, value, old)
        return shared + (0.2 if apart or kinds.one_thing(aspect, value, old.aspect, old.value) else 0.0)

    ranked = [(score(a), a) for a in existing]
    found = sorted((p for p in ranked if p[0] > 0), key=lambda p: (-p[0], p[1].id))[:NEAREST]
    if similarity is not None and value.isascii():
        alike = [a for s, a in ranked if s == 0 and aspects.interchangeable(aspect, a.aspect)]
        rest = [(max(similarity(value, v) for v in wordings(a, also)), a) for a in alike]
        found += sorted((p for p in rest if p[0] >= SAME), key=lambda p: (-p[0], p[1].id))[:3]
    return [a for _, a in found]


GOODS = frozenset({"possession", "pet"})


def ended_by(core: str, aspect: str, current: Sequence[Attribute]) -> list[Attribute]:
    standing = [a for a in current if denied(a.aspect, a.value) is None]
    standing = [a for a in standing if a.aspect not in GOODS or not kinds.only_modifies(core, a.value)]
    touched = [a for a in standing if wording.touches(core, a.value) or kinds.names_by_kind(core, a.value)]
    full = [
        a
        for a in touched
        if terms(core) - wording.GENERIC <= terms(a.value) or kinds.names_by_kind(core, a.value)
    ]
    own = [a for a in full or touched if a.aspect == aspect]
    return own if aspect not in ("diet", "health") and own else full or touched
