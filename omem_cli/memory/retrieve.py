"""The join of the channels: a question -> the context for it (O-Mem, section 3.3, eq. 12).

Every message that a channel brings is a candidate. Its score is the weighted sum of small scorers, each
scaled to 0..1 over the candidates (`weights.py`); `via` names those that brought it. One embedding a
question, no model reads anything, and no text is loaded but the candidates'.
"""

import math
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from omem_cli import text
from omem_cli.errors import ModelError
from omem_cli.memory import arrays, episodic, exact, hints, people, when
from omem_cli.memory.aspects import of_kind
from omem_cli.memory.budget import FRAME, Purse, estimate_tokens, fill
from omem_cli.memory.circumstances import Circumstances
from omem_cli.memory.nearest import Nearest
from omem_cli.memory.profile import BODY_AND_TASTE, Profile
from omem_cli.memory.weights import DEFAULT, Weights
from omem_cli.memory.working import Topic, Topics
from omem_cli.protocols import Embedder
from omem_cli.records import Attribute, AttributeHit, Context, Event, Message, MessageHit
from omem_cli.store import Store
from omem_cli.store.moments import as_of_moment, not_after

__all__ = ["Retriever", "estimate_tokens"]

_TERMS = 300  # distinct terms of a question that are looked up
_FROM_TEXT, _FROM_VECTORS = 400, 300  # candidates a channel brings
_WITH_NEIGHBOURS = 150  # best candidates whose neighbours become candidates
_PAUSE = 4 * 3600.0  # seconds of silence that end a session
_KEYWORDS = 4  # terms up to which what is searched for is words rather than a sentence
_DAY = 3.0  # times as much does a day that the question names count as a month or year
_LATEST = 200  # messages that are candidates for every open question
_SHOWN_NEAR, _SHOWN_FIRST = 0.25, 20  # `via` says vector from this cosine, and for the first few
_PERSONA_NEAR = 0.3  # relevance from which a memory brings its evidence
_FACT_NEAR = 0.2  # relevance that an attribute must have where a fact is looked up
_DEEP = 10  # best messages that come whatever session they are of
_READ = 250  # best candidates whose text is looked at
_JUDGED = 120  # best candidates that are judged by what they tell of their writer
_BINDS = 0.45  # probability from which an attribute's evidence tells of circumstances
_NEAR_BINDS = 0.35  # the same for a family or possession line that is near the question
_KIDS_BIND = 0.2  # and for one about the writer's children
_WEIGHED = 60  # attributes whose evidence is looked at for that
_CACHED = 20_000  # messages kept between questions


@dataclass(frozen=True, slots=True)
class _Question:
    query: str
    terms: list[str]
    vector: NDArray[np.float32] | None
    person: str | None
    named: list[str]
    as_of: datetime | None
    spans: list[when.Span]
    literal: bool = False  # what was said about this, not what bears on it

    @property
    def before(self) -> datetime | None:
        """What the store is asked to leave out: wall clocks may be up to 14 hours ahead, the exact comparison
        comes with the candidates."""
        return self.as_of and self.as_of.replace(tzinfo=UTC) + timedelta(hours=14)


@dataclass(slots=True)
class _Found:
    """What the channels brought: row -> score a channel, and the names for `via`."""

    text: dict[int, float]
    vector: dict[int, float]
    clue: dict[int, float]
    topic: dict[int, float]
    persona: dict[int, float]
    via: dict[int, list[str]]


class Retriever:
    """Answers questions from a store that doesn't change meanwhile; keeps what many questions share.

    Without an embedder, or without vectors, words alone decide (tier keyword); where no channel finds
    anything, the latest messages come (tier recent). `half_life`: days after which a message counts half
    where the question is how things stand; a fact doesn't fade. Raises ModelError if the store's vectors are
    of another model than `embedder`.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None = None,
        weights: Weights = DEFAULT,
        *,
        half_life: float | None = None,
    ) -> None:
        self._store, self._embedder, self._weights = store, embedder, weights
        self._half_life = half_life
        self._nearest: Nearest | None = None
        self._note: str | None = None
        if embedder is not None:
            known = store.vectors.fingerprints("message")
            if embedder.fingerprint in known:
                self._nearest = Nearest(store, embedder.fingerprint)
            elif known:
                raise ModelError(
                    f"the memory's vectors come from another embedding model ({', '.join(known)}) than "
                    f"the one in use ({embedder.fingerprint}): run `omem reindex`, or choose the old model"
                )
            elif store.messages.count():
                self._note = "no message has a vector yet, so only words were compared; run `omem reindex`"
        self._topics = Topics(store)
        self._speakers = store.messages.names()
        self._remembered = {name: a + e for name, a, e in store.memories.persons()}
        self._persons = list(dict.fromkeys([*self._speakers, *self._remembered]))
        self._aliases = store.people.aliases()
        self._profiles: dict[tuple[tuple[str, ...], str | None], Profile] = {}
        self._messages: dict[int, Message] = {}
        self._rows: dict[str, int | None] = {}
        self._gates: dict[int, float | None] = {}
        self._circumstances: Circumstances | None = None

    # ------------------------------------------------------------ the two questions
    def ask(
        self, query: str, n: int = 10, budget: int = 1500, person: str | None = None, as_of: str | None = None
    ) -> Context:
        """The context for a question: at most `n` messages, and all within `budget` tokens.

        `person`: whose messages and persona (None: everybody's messages; the persona of who is named in the
        question, else of the memory's user). `as_of`: an ISO date; what was said later doesn't count, and
        the persona is as it was then.
        """
        start = time.perf_counter()
        question = self._question(query, person, as_of)
        owners = self._owners(question)
        profile = self._profile(owners, as_of)
        attributes, events = profile.ranked(question.terms, question.vector, question.spans)
        found, topics, clues = self._channels(question)
        attributes = self._fitting(question, attributes)
        offered: list[tuple[Attribute | Event, float, str]] = [
            *((hit.attribute, near, f"persona:{hit.attribute.aspect}") for hit, near in attributes),
            *((hit.event, near, "event") for hit, near in events),
        ]
        binding = not self._asks_fact(question)
        for place, (memory, near, name) in enumerate(offered):
            # What binds its owner is a candidate for every open question; the rest has to be near it.
            if near >= _PERSONA_NEAR or (binding and place < _WEIGHED):
                for one in memory.evidence:
                    self._bring(found.persona, found.via, self._row(one.message), min(1.0, near), name)
        hits, tier = self._ranked(question, found, n)
        topics, clues = self._seen(question, topics, clues)
        purse = Purse(max(0, budget - FRAME), self._count)
        kept_a, kept_e, kept_m = fill(
            purse, question.terms, [a for a, _ in attributes], [e for e, _ in events], hits
        )
        spent = max(0, budget - FRAME) - purse.left
        return Context(
            query=query,
            person=question.person or (owners[0] if len(owners) == 1 else self._store.user),
            tier=tier,
            topics=tuple((topic.name, topic.score) for topic in topics),
            clues=tuple((clue.word, clue.df) for clue in clues),
            attributes=tuple(kept_a),
            events=tuple(kept_e),
            messages=tuple(kept_m),
            tokens=min(budget, spent + FRAME),
            milliseconds=(time.perf_counter() - start) * 1000,
            notes=(self._note,) if self._note else (),
        )

    def _fitting(
        self, question: _Question, attributes: list[tuple[AttributeHit, float]]
    ) -> list[tuple[AttributeHit, float]]:
        """The attributes that go with a question: all where somebody is named; the near ones where a fact is
        looked up; the near ones and those whose evidence tells of circumstances for an open question. What
        the user pinned or said by hand always does."""
        if question.named:
            return attributes
        fact = self._asks_fact(question)
        told = {} if fact else self._evidence_told(question, [hit.attribute for hit, _ in attributes])

        def fits(a: Attribute, near: float) -> bool:
            if a.pinned or not a.evidence:
                return True
            if fact:
                return near >= _FACT_NEAR
            if a.aspect in BODY_AND_TASTE:
                return True
            if near < _PERSONA_NEAR:
                needed = _KIDS_BIND if a.aspect == "family" and of_kind("kids", a.value) else _BINDS
            else:  # what a relative does and what one owns share words with many questions
                needed = _NEAR_BINDS if a.aspect in ("family", "possession") else 0.0
            return told.get(a.id, 0.0) >= needed

        return [(hit, near) for hit, near in attributes if fits(hit.attribute, near)]

    def _evidence_told(self, question: _Question, attributes: list[Attribute]) -> dict[str, float]:
        """For the first attributes the probability that their evidence tells of circumstances."""
        proofs = [
            (row, a.id)
            for a in attributes[:_WEIGHED]
            for one in a.evidence
            if (row := self._row(one.message)) is not None
        ]
        messages = self._allowed(question, {row for row, _ in proofs})
        told = {m.row: p for m, p in zip(messages, self._told(messages).tolist(), strict=True)}
        best: dict[str, float] = {}
        for row, id in proofs:
            best[id] = max(best.get(id, 0.0), told.get(row, 0.0))
        return best

    def search(
        self, query: str, n: int = 10, *, person: str | None = None, as_of: str | None = None
    ) -> list[MessageHit]:
        """The messages themselves, best first, whole. Nothing found: an empty list."""
        question = replace(self._question(query, person, as_of), literal=True)
        hits, tier = self._ranked(question, self._channels(question)[0], n)
        return hits if tier != "recent" else []

    # ------------------------------------------------------------ reading the question
    def _question(self, query: str, person: str | None, as_of: str | None) -> _Question:
        called = people.named(query, [*self._persons, *self._aliases])
        named = list(dict.fromkeys(self._aliases.get(name, name) for name in called))
        person = person and self._aliases.get(person, person)
        ignored = self._name_terms(called)
        every = list(dict.fromkeys(text.analyse(when.without_dates(query), query=True)))
        # A name says who speaks, not what about; a question that is but a name looks for the name.
        terms = [term for term in every if term not in ignored][:_TERMS] or every[:_TERMS]
        moment = None if as_of is None else as_of_moment(as_of)
        vector = None
        if self._embedder is not None and (self._nearest is not None or self._remembered) and query.strip():
            vector = self._embedder.encode_query(hints.as_said_by(query, called))
        now = (moment or datetime.now(UTC)).replace(tzinfo=None)
        return _Question(query, terms, vector, person, named, moment, when.spans(query, now))

    @staticmethod
    def _name_terms(named: list[str]) -> frozenset[str]:
        return frozenset(term for name in named for term in text.analyse(name, query=True))

    def _owners(self, question: _Question) -> list[str]:
        """Whose persona goes with the question."""
        user = self._store.user
        if question.person is not None:
            return [question.person]
        if question.named:
            own = people.speaks_of_self(question.query) and user not in question.named
            return [*question.named, *([user] if own and user in self._remembered else [])]
        if user in self._remembered or not self._remembered:
            return [user]
        return list(self._remembered)

    def _profile(self, owners: list[str], as_of: str | None) -> Profile:
        key = (tuple(owners), as_of)
        if key not in self._profiles:
            if len(self._profiles) > 50:
                self._profiles.clear()
            self._profiles[key] = Profile(self._store, self._embedder, owners, as_of)
        return self._profiles[key]

    # ------------------------------------------------------------ channels
    def _channels(self, question: _Question) -> tuple[_Found, list[Topic], list[episodic.Clue]]:
        store, found = self._store, _Found({}, {}, {}, {}, {}, {})
        for row, score in store.text_index.search(
            question.terms, _FROM_TEXT, question.person, question.before
        ):
            self._bring(found.text, found.via, row, score, "text")
        if self._nearest is not None and question.vector is not None:
            narrowed = question.person is not None or question.as_of is not None
            limit = _FROM_VECTORS * (16 if narrowed else 1)
            for rank, (row, cosine) in enumerate(self._nearest.search(question.vector, limit)):
                near = cosine >= _SHOWN_NEAR or rank < _SHOWN_FIRST
                self._bring(found.vector, found.via, row, cosine, "vector" if near else None)
        clues = episodic.clues(store, question.query, self._name_terms(question.named))
        for clue in clues:
            for row in clue.rows:
                self._bring(found.clue, found.via, row, 0.0, f"clue:{clue.word}")
        found.clue.update(episodic.scores(clues))
        fingerprint = self._embedder.fingerprint if self._embedder is not None else None
        topics = self._topics.nearest(question.terms, question.vector, fingerprint)
        for topic in topics:
            for row in topic.rows:
                self._bring(found.topic, found.via, row, topic.score, f"topic:{topic.name}")
        return found, topics, clues

    @staticmethod
    def _bring(
        channel: dict[int, float], via: dict[int, list[str]], row: int | None, score: float, name: str | None
    ) -> None:
        if row is None:
            return
        channel[row] = max(score, channel.get(row, score))
        if name is not None and name not in (names := via.setdefault(row, [])):
            names.append(name)

    # ------------------------------------------------------------ joining
    def _ranked(self, question: _Question, found: _Found, n: int) -> tuple[list[MessageHit], str]:
        """The best `n` messages and the tier that brought them."""
        brought = {*found.text, *found.vector, *found.clue, *found.topic, *found.persona}
        messages = self._allowed(question, brought)
        if messages:
            if lately := self._lately(question, found) - brought:
                brought |= lately
                messages = self._allowed(question, brought)
            base = self._base(question, found, messages, second_hop=False)
            best = [messages[at].row for at in np.argsort(-base, kind="stable")[:_WITH_NEIGHBOURS]]
            near = self._store.messages.neighbours(best, reach=2)
            missing = {row for rows in near.values() for row in rows} - brought
            if missing:
                messages = self._allowed(question, brought | missing)
            base = self._base(question, found, messages, second_hop=True)
            total, session = self._with_context(question, found, messages, base)
            # Between equals the newest, then the one that was stored last.
            newest = np.array([-m.time.timestamp() if m.time else math.inf for m in messages])
            order = np.lexsort((-np.array([m.row for m in messages]), newest, -total))
            late = total + self._weights.session_late * arrays.session_prior(total, session)
            order = arrays.varied(order, late, session, n, _DEEP, self._weights.variety)
            worth = max(self._worth(question), 1e-9)
            hits = [
                MessageHit(
                    messages[at], max(0.0, float(total[at])) / worth, self._via(found, messages[at].row)
                )
                for at in order
            ]
            return hits, "hybrid" if question.vector is not None and self._nearest is not None else "keyword"
        many = n if question.as_of is None else n + _LATEST
        latest = self._store.messages.recent(many, question.person, question.before)
        kept = [m for m in latest if self._within(question, m)][:n]
        return [MessageHit(m, 0.0, ()) for m in kept], "recent"  # no channel brought them

    def _lately(self, question: _Question, found: _Found) -> set[int]:
        """The rows of the latest messages, for an open question: what weighs on somebody now was said lately,
        in words that no channel knows."""
        if self._asks_fact(question):
            return set()
        latest = self._store.messages.recent(_LATEST, question.person, question.before)
        for message in latest:
            found.via.setdefault(message.row, [])  # no channel brought it
        return {message.row for message in latest}

    @staticmethod
    def _via(found: _Found, row: int) -> tuple[str, ...]:
        return tuple(found.via.get(row, ("near",)))

    def _allowed(self, question: _Question, rows: set[int]) -> list[Message]:
        """The messages of these rows that the question may see, by conversation and position."""
        if len(self._messages) > _CACHED:
            self._messages.clear()
        missing = sorted(rows - self._messages.keys())
        self._messages.update((m.row, m) for m in self._store.messages.by_rows(missing))
        known = (self._messages[row] for row in rows if row in self._messages)
        kept = [m for m in known if self._within(question, m)]
        return sorted(kept, key=lambda m: (m.conversation, m.position))

    def _seen(
        self, question: _Question, topics: list[Topic], clues: list[episodic.Clue]
    ) -> tuple[list[Topic], list[episodic.Clue]]:
        """The topics and clues that stand in a message which the question may see."""
        if question.person is None and question.as_of is None:
            return topics, clues
        kept = [topic for topic in topics if self._allowed(question, set(topic.rows))]
        counted = [
            replace(clue, df=min(clue.df, len(self._allowed(question, set(clue.rows))))) for clue in clues
        ]
        return kept, [clue for clue in counted if clue.df]

    @staticmethod
    def _within(question: _Question, m: Message) -> bool:
        if question.person is not None and m.person != question.person:
            return False
        return question.as_of is None or (m.time is not None and not_after(m.time, question.as_of))

    def _base(
        self, question: _Question, found: _Found, messages: list[Message], *, second_hop: bool
    ) -> arrays.Floats:
        """What a message is worth by itself, shape (n,)."""
        w, rows = self._weights, np.array([m.row for m in messages], np.int64)
        places = {row: at for at, row in enumerate(rows.tolist())}

        def brought(channel: dict[int, float]) -> arrays.Floats:
            scores = np.zeros(len(messages))
            for row, score in channel.items():
                if (at := places.get(row)) is not None:
                    scores[at] = score
            return scores

        base = (
            w.text * arrays.scaled(brought(found.text))
            + w.clue * arrays.scaled(brought(found.clue))
            + w.topic * brought(found.topic)
            + w.persona * brought(found.persona)
        )
        if self._nearest is not None and question.vector is not None:
            cosines = self._nearest.cosines(rows, question.vector)
            base += w.vector * arrays.scaled(cosines)
            if second_hop and w.second_hop:
                first = [int(rows[at]) for at in np.argsort(-base, kind="stable")[:3]]
                mean = self._nearest.mean(first)
                if mean is not None:
                    base += w.second_hop * arrays.scaled(self._nearest.cosines(rows, mean))
        return base

    def _with_context(
        self, question: _Question, found: _Found, messages: list[Message], base: arrays.Floats
    ) -> tuple[arrays.Floats, arrays.Ints]:
        """Adds what a message is worth by where it stands, who says it and when; also each one's session."""
        w = self._weights
        numbers = {name: at for at, name in enumerate(dict.fromkeys(m.conversation for m in messages))}
        conversation = np.array([numbers[m.conversation] for m in messages], np.int64)
        position = np.array([m.position for m in messages], np.int64)
        seconds = np.array([m.time.timestamp() if m.time else np.nan for m in messages])
        session = arrays.sessions(conversation, position, seconds, _PAUSE)
        total = arrays.spread(base, session, position, w.following, w.preceding, w.reach)
        if len(question.named) == 1:
            total += w.speaker * np.array([question.named[0] in (m.person, m.speaker) for m in messages])
        elif not question.named:
            role = people.likely_role(question.query)
            total += w.owner * np.array([m.role is role for m in messages])
        exact_day = any(after - first <= timedelta(days=1) for first, after in question.spans)
        named = w.when * (_DAY if exact_day else 1.0)
        total += named * np.array([when.fit(m.time, question.spans) for m in messages])
        sign = hints.answer_sign(question.query)
        for at in np.argsort(-total, kind="stable")[:_READ]:
            words = messages[at].text
            total[at] -= w.asking * hints.is_question(words)
            if sign is not None:
                total[at] += w.answer * (sign.search(words) is not None)
        total += w.session * arrays.session_prior(total, session)
        return self._with_personal(question, found, messages, total), session

    def _with_personal(
        self,
        question: _Question,
        found: _Found,
        messages: list[Message],
        total: arrays.Floats,
    ) -> arrays.Floats:
        """Adds, for the best candidates, what they tell of their writer: for a fact that they tell something,
        for an open question that it bears on plans."""
        w, best = self._weights, np.argsort(-total, kind="stable")[:_JUDGED]
        if self._asks_fact(question):
            for at in best:
                total[at] += w.personal_fact * (self._gate(messages[at].row) or 0.0)
            if question.literal and len(question.terms) <= _KEYWORDS:
                total += w.every_word * self._shared(question, found, messages, best)
            if self._half_life is not None and hints.how_things_stand(question.query):
                total *= when.freshness([m.time for m in messages], question.as_of, self._half_life)
            return total
        judged = [messages[at] for at in best]
        told = self._told(judged)
        if self._half_life is not None:
            told = told * when.freshness([m.time for m in judged], question.as_of, self._half_life)
        total[best] += w.circumstance * told
        shared = self._shared(question, found, messages, best)
        total[best] += w.every_word * shared[best] * exact.trust(question.query, judged, shared[best])
        return total

    def _shared(
        self, question: _Question, found: _Found, messages: list[Message], best: arrays.Ints
    ) -> arrays.Floats:
        topics = {name for names in found.via.values() for name in names if name.startswith("topic:")}
        rarity = exact.rarities(self._store, question.query, question.terms, topics)
        return exact.shared(rarity, messages, best.tolist(), found.via)

    def _told(self, messages: list[Message]) -> arrays.Floats:
        if self._circumstances is None:
            fingerprint = self._embedder.fingerprint if self._embedder is not None else None
            self._circumstances = Circumstances(self._nearest, fingerprint)
        return self._circumstances.told(messages)

    @staticmethod
    def _asks_fact(question: _Question) -> bool:
        return question.literal or bool(question.named) or hints.looks_up(question.query)

    def _gate(self, row: int) -> float | None:
        """Probability that the message tells of its writer; None if it was not understood yet."""
        if row not in self._gates:
            self._gates[row] = self._store.memories.gate(row)
        return self._gates[row]

    def _worth(self, question: _Question) -> float:
        """The highest score there can be, so that scores lie within 0..1."""
        w = self._weights
        own = w.text + w.vector + w.clue + w.topic + w.persona + w.second_hop
        spread = own * (1 + (w.following + w.preceding) * (1 + w.reach))
        own_place = max(w.speaker, w.owner) + _DAY * w.when + w.answer
        personal = w.personal_fact if self._asks_fact(question) else w.circumstance
        personal += w.every_word if question.literal or not self._asks_fact(question) else 0.0
        return (spread + own_place) * (1 + w.session) + personal

    def _row(self, id: str) -> int | None:
        if id not in self._rows:
            message = self._store.messages.get(id)
            self._rows[id] = None if message is None else message.row
        return self._rows[id]

    # ------------------------------------------------------------ budget
    def _count(self, words: str) -> int:
        return self._embedder.count_tokens(words) if self._embedder is not None else estimate_tokens(words)
