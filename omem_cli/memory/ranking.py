"""The join of the channels: candidates -> the best of them (O-Mem, section 3.3, eq. 12, and beyond).

The score of a message is the weighted sum of small scorers, each scaled to 0..1 over the candidates
(`weights.py`). No model reads anything, and no text is loaded but the candidates'.
"""

import re
from collections.abc import Sequence
from copy import copy
from datetime import timedelta

import numpy as np

from omem_cli.memory import arrays, channels, exact, hints, people, when
from omem_cli.memory.channels import Found
from omem_cli.memory.circumstances import Circumstances
from omem_cli.memory.known import Known, Pool
from omem_cli.memory.nearest import Nearest
from omem_cli.memory.question import Question
from omem_cli.memory.weights import Weights
from omem_cli.records import Message, MessageHit, Role
from omem_cli.store import Store
from omem_cli.understanding.bearing import signs

_LATEST = 200  # messages that are candidates for every open question
_WITH_NEIGHBOURS = 150  # best candidates whose neighbours become candidates
_FOREIGN = 0.3  # what is left of the weight of vectors that tell little
_PAUSE = 4 * 3600.0  # seconds of silence that end a session
_KEYWORDS = 4  # terms up to which what is searched for is words rather than a sentence
_DAY = 3.0  # times as much does a day that the question names count as a month or year
_AN_ANSWER = 0.7  # of what it is worth that somebody says it then is left to an answer or a mere question
_DEEP = 10  # best messages that come whatever session they are of
_READ = 250  # best candidates whose text is looked at
_FIRST = 20  # best of a look-up that are looked at for whom they tell of
_OTHERS = 0.8  # is left of what binds others where one plans for a relative
_JUDGED = 60  # best candidates that are judged by what they tell of their writer


def _unnamed(row: int, found: Found, lately: set[int]) -> tuple[str, ...]:
    """What brought a row that no channel names: a vector that is not very near, or what is said beside it."""
    if row in found.vector:
        return ("vector",)
    return () if row in lately else ("near",)


class Ranking:
    """Ranks candidates, for many questions to a store that doesn't change meanwhile."""

    def __init__(
        self,
        store: Store,
        nearest: Nearest | None,
        fingerprint: str | None,
        weights: Weights,
        half_life: float | None,
    ) -> None:
        self._store, self._nearest, self._fingerprint = store, nearest, fingerprint
        self._weights, self._half_life = weights, half_life
        self._known, self._words = Known(store), exact.Words()
        self._circumstances: Circumstances | None = None
        self._latest: dict[tuple[str | None, object], list[int]] = {}
        self._neighbours: dict[int, list[int]] = {}
        self._gates: dict[int, float] = {}

    def weighing(self, weights: Weights) -> "Ranking":
        """One that weighs otherwise, and shares what is known already."""
        other = copy(self)
        other._weights = weights
        return other

    def ranked(self, question: Question, found: Found, n: int) -> list[MessageHit]:
        """The best `n` of what was found, their neighbours and, for an open question, the latest messages;
        nothing if the question may see nothing of what was found."""
        brought = found.rows()
        narrowed = question.person is not None or question.as_of is not None
        if not brought or (narrowed and not self.pool(question, brought).messages):
            return []
        lately = set() if question.fact else set(self._lately(question)) - brought
        brought |= lately
        pool = self.pool(question, brought)
        base = self._base(question, found, pool, second_hop=False)
        best = pool.rows[arrays.highest(base, _WITH_NEIGHBOURS)].tolist()
        if missing := self._next_to(best) - brought:
            pool = self.pool(question, brought | missing)
        base = self._base(question, found, pool, second_hop=True)
        total, session = self._with_context(question, found, pool, base)
        order = self._order(pool, total, session, n)
        worth = max(self._worth(question), 1e-9)
        return [
            MessageHit(
                (message := pool.messages[at]),
                max(0.0, float(total[at])) / worth,
                found.via(message.row) or _unnamed(message.row, found, lately),
            )
            for at in order.tolist()
        ]

    def _order(self, pool: Pool, total: arrays.Floats, session: arrays.Ints, n: int) -> arrays.Ints:
        """Where the best `n` are: between equals the newest, then the one that was stored last."""
        newest = np.where(np.isnan(pool.seconds), np.inf, -pool.seconds)
        places = arrays.contenders(total, n) if n <= _DEEP else np.arange(len(total))
        order = places[np.lexsort((-pool.rows[places], newest[places], -total[places]))]
        if n <= _DEEP:
            return order[:n]
        late = total + self._weights.session_late * arrays.session_prior(total, session)
        return arrays.varied(order, late, session, n, _DEEP, self._weights.variety)

    def pool(self, question: Question, rows: set[int]) -> Pool:
        """The messages of these rows that the question may see."""
        pool = self._known.pool(rows, question.person)
        limit = question.as_of
        if limit is None:
            return pool
        return self._known.part(pool, pool.said_by_then(limit))

    def latest(self, question: Question, n: int) -> list[Message]:
        """The `n` latest messages that the question may see, latest first."""
        many = n if question.as_of is None else n + _LATEST  # some are left out by the exact moment
        recent = self._store.messages.recent(many, question.person, question.before)
        seen = set(self.pool(question, {m.row for m in recent}).rows.tolist())
        return [m for m in recent if m.row in seen][:n]

    def told(self, messages: Sequence[Message]) -> arrays.Floats:
        """The probability of each that it tells of circumstances, shape (n,)."""
        if self._circumstances is None:
            self._circumstances = Circumstances(self._nearest, self._fingerprint)
        return self._circumstances.told(messages)

    def _lately(self, question: Question) -> list[int]:
        """The rows of the latest messages: what weighs on somebody now was said lately, in words that no
        channel knows."""
        key = (question.person, question.before)
        if key not in self._latest:
            latest = self._store.messages.recent(_LATEST, question.person, question.before)
            self._latest[key] = [m.row for m in latest]
        return self._latest[key]

    def _next_to(self, rows: list[int]) -> set[int]:
        missing = [row for row in rows if row not in self._neighbours]
        if missing:
            self._neighbours.update(self._store.messages.neighbours(missing, reach=2))
        return {other for row in rows for other in self._neighbours[row]}

    def _base(self, question: Question, found: Found, pool: Pool, *, second_hop: bool) -> arrays.Floats:
        """What a message is worth by itself, shape (n,)."""
        w = self._weights
        base = (
            w.text * arrays.scaled(pool.brought(found.text))
            + w.clue * arrays.scaled(pool.brought(found.clue))
            + w.topic * pool.brought(found.topic)
            + w.persona * pool.brought(found.persona)
        )
        if self._nearest is not None and question.vector is not None:
            cosines = self._nearest.cosines(pool.rows, question.vector)
            base += w.vector * (_FOREIGN if question.foreign else 1.0) * arrays.scaled(cosines)
            if second_hop and w.second_hop:
                first = pool.rows[arrays.highest(base, 3)].tolist()
                mean = self._nearest.mean(first)
                if mean is not None:
                    base += w.second_hop * arrays.scaled(self._nearest.cosines(pool.rows, mean))
        return base

    def _with_context(
        self, question: Question, found: Found, pool: Pool, base: arrays.Floats
    ) -> tuple[arrays.Floats, arrays.Ints]:
        """Adds what a message is worth by where it stands, who says it and when; also each one's session."""
        w = self._weights
        session = arrays.sessions(pool.conversation, pool.position, pool.seconds, _PAUSE)
        total = arrays.spread(base, session, pool.position, w.following, w.preceding, w.reach)
        if len(question.named) == 1:
            total += w.speaker * pool.said_by(question.named[0])
        elif not question.named:
            total += w.owner * pool.of_role(people.likely_role(question.query))
        if question.spans:
            fit = np.maximum(
                when.fits(pool.wall, question.spans), pool.brought(dict.fromkeys(found.dated, 1.0))
            )
            exact_day = any(after - first <= timedelta(days=1) for first, after in question.spans)
            total += w.when * (_DAY if exact_day else 1.0) * fit
        read = arrays.highest(total, _READ)
        total[read] -= w.asking * pool.asks[read]
        if (sign := hints.answer_sign(question.query)) is not None:
            total[read] += w.answer * np.array(
                [sign.search(pool.text(at)) is not None for at in read.tolist()]
            )
        total += w.session * arrays.session_prior(total, session)
        if question.spans and (question.whole or not question.fact):
            answers = pool.of_role(Role.ASSISTANT) | pool.asks
            total += (
                (w.whole_time if question.whole else w.open_time) * fit * np.where(answers, _AN_ANSWER, 1.0)
            )
        return self._with_personal(question, found, pool, total), session

    def _with_personal(
        self, question: Question, found: Found, pool: Pool, total: arrays.Floats
    ) -> arrays.Floats:
        """Adds, for the best candidates, what they tell of their writer: for a fact that they tell something,
        for an open question that it bears on plans."""
        w, best = self._weights, arrays.highest(total, _JUDGED)
        judged = [pool.messages[at] for at in best.tolist()]
        if question.fact:
            total[best] += w.personal_fact * self._gate(judged)
            if not question.named and not question.literal and people.speaks_of_self(question.query):
                first = arrays.highest(total, _FIRST)
                total[first] -= w.aside * self._aside(question, [pool.messages[at] for at in first.tolist()])
            if question.literal and len(question.terms) <= _KEYWORDS:
                total += w.every_word * self._shared(question, found, pool, best)
            if self._half_life is not None and hints.how_things_stand(question.query):
                total *= when.freshness([m.time for m in pool.messages], question.as_of, self._half_life)
            return total
        told = self.told(judged)
        if (kin := hints.kin_asked(question.query, [m.text for m in judged])) is not None:
            about = [m.role is not Role.ASSISTANT and hints.tells_of(kin, m.text) for m in judged]
            told = np.where(about, 1.0, _OTHERS * told)
        harm = hints.harm(question.query, question.food)
        told[[self._binds(question, found, m, harm) for m in judged]] = 1.0
        if self._half_life is not None:
            told = told * when.freshness([m.time for m in judged], question.as_of, self._half_life)
        total[best] += w.circumstance * told
        shared = self._shared(question, found, pool, best)[best]
        trusted = exact.trust(question.query, judged, shared, self._words, told, found.persona)
        total[best] += w.every_word * shared * trusted
        return total

    @staticmethod
    def _binds(question: Question, found: Found, message: Message, harm: re.Pattern[str] | None) -> bool:
        """Whether it bears on the question for sure: what must not be eaten, or what hinders a journey, by
        whomever of those near."""
        if message.row in found.binding:
            return True
        own = message.role in (Role.USER, Role.PARTICIPANT)
        if harm is None or not own or not harm.search(message.text):
            return False
        # A colleague's allergy matters for the colleagues' dinner.
        return not signs(message.text) or bool(signs(question.query))

    @staticmethod
    def _aside(question: Question, messages: list[Message]) -> arrays.Floats:
        """1 for what tells nothing of the asker, who asks about themselves, else 0, shape (n,)."""
        found = exact.aside(question.query, question.terms, messages)
        if question.asked:  # what the assistant says is no fact about the asker
            found |= np.array([m.role is Role.ASSISTANT for m in messages], np.bool_)
        return found.astype(np.float64)

    def _shared(self, question: Question, found: Found, pool: Pool, best: arrays.Ints) -> arrays.Floats:
        filed = channels.topics_of(found)
        rarity = exact.rarities(
            self._store, question.query, question.terms, {name for names in filed.values() for name in names}
        )
        return exact.shared(rarity, pool, best, self._words, filed)

    def _gate(self, messages: Sequence[Message]) -> arrays.Floats:
        """Probability of each message that it tells of its writer, shape (n,); 0 if it was not understood."""
        missing = [m.row for m in messages if m.row not in self._gates]
        if missing:
            self._gates.update(dict.fromkeys(missing, 0.0) | self._store.memories.gates(missing))
        return np.array([self._gates[m.row] for m in messages], np.float64)

    def _worth(self, question: Question) -> float:
        """The highest score there can be, so that scores lie within 0..1."""
        w = self._weights
        own = w.text + w.vector + w.clue + w.topic + w.persona + w.second_hop
        spread = own * (1 + (w.following + w.preceding) * (1 + w.reach))
        own_place = max(w.speaker, w.owner) + _DAY * w.when + w.answer
        if question.spans and (question.whole or not question.fact):
            own_place += w.whole_time if question.whole else w.open_time
        personal = w.personal_fact if question.fact else w.circumstance
        personal += w.every_word if question.literal or not question.fact else 0.0
        return (spread + own_place) * (1 + w.session) + personal
