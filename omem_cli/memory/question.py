"""A question as retrieval sees it: its words, meaning, names and dates, and of which kind it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.memory import hints, people, when
from omem_cli.store.moments import as_of_moment
from omem_cli.understanding.purpose import is_foreign, looks_up

_TERMS = 300  # distinct terms of a question that are looked up


@dataclass(frozen=True, slots=True)
class Question:
    """`terms`: its index terms; `vector`: its embedding, if there is a model; `named`: the persons it names;
    `as_of`: what was said later doesn't count; `spans`: the dates it names.

    `fact`: it looks up something that was said; else it is an open question, for which all that binds the
    asker matters; `food`: one about eating. `literal`: only what was said about it is wanted, not
    what bears on it. `foreign`: the embedding model doesn't know its language, so its vector tells little;
    `asked`: the aspects that a look-up asks for by name; `whole`: it asks for whatever there was in `spans`.
    """

    query: str
    terms: list[str]
    vector: NDArray[np.float32] | None
    person: str | None
    named: list[str]
    as_of: datetime | None
    spans: list[when.Span]
    fact: bool
    food: bool = False
    foreign: bool = False
    asked: frozenset[str] = frozenset()
    literal: bool = False
    whole: bool = False

    @property
    def telling(self) -> NDArray[np.float32] | None:
        """The embedding, if it tells short texts of its language apart."""
        return None if self.foreign else self.vector

    @property
    def before(self) -> datetime | None:
        """What the store is asked to leave out: wall clocks may be up to 14 hours ahead, the exact comparison
        comes with the candidates."""
        return self.as_of and self.as_of.replace(tzinfo=UTC) + timedelta(hours=14)

    def literally(self) -> "Question":
        """The same, where only what was said about it is wanted."""
        return replace(self, fact=True, literal=True, whole=self.whole and not self.terms)


def name_terms(names: Iterable[str]) -> frozenset[str]:
    """The index terms of these names."""
    return frozenset(term for name in names for term in text.analyse(name, query=True))


def embedded_as(query: str, names: Iterable[str]) -> str:
    """The words that are embedded for a question, where these are the names that it could name."""
    return hints.as_said_by(query, people.named(query, names))


def read(
    query: str,
    person: str | None,
    as_of: str | None,
    *,
    persons: Iterable[str],
    aliases: dict[str, str],
    vector_of: Callable[[str], NDArray[np.float32]] | None,
    fingerprint: str | None,
) -> Question:
    """What is asked. `persons`: who can be named; `aliases`: other names -> theirs; `vector_of`: the
    embedding of `embedded_as`, by the model `fingerprint`. Raises OmemError if `as_of` is no date."""
    called = people.named(query, [*persons, *aliases])
    named = list(dict.fromkeys(aliases.get(name, name) for name in called))
    ignored = name_terms(called)
    every = list(dict.fromkeys(text.analyse(hints.without_asking(when.without_dates(query)), query=True)))
    # A name says who speaks, not what about; a question that is but a name looks for the name.
    terms = [term for term in every if term not in ignored][:_TERMS] or every[:_TERMS]
    moment = None if as_of is None else as_of_moment(as_of)
    vector = None
    if vector_of is not None and query.strip():
        vector = vector_of(hints.as_said_by(query, called))
    now = (moment or datetime.now(UTC)).replace(tzinfo=None)
    whole = when.whole_time(query, now, called)
    fact = bool(named) or whole or looks_up(query, vector, fingerprint)
    return Question(
        query=query,
        terms=terms,
        vector=vector,
        person=person and aliases.get(person, person),
        named=named,
        as_of=moment,
        spans=when.spans(query, now),
        fact=fact,
        food=not fact and hints.about_food(query),
        foreign=is_foreign(query, fingerprint),
        asked=hints.asked_aspects(query) if fact else frozenset(),
        whole=whole,
    )
