"""A question -> the context for it (O-Mem, section 3.3): what memory holds for it, within a token budget.

One embedding a question; no model reads anything.
"""

import time
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import ModelError
from omem_cli.memory import channels, episodic, people
from omem_cli.memory import question as questions
from omem_cli.memory.budget import Purse, estimate_tokens, fill, frame
from omem_cli.memory.channels import Proofs
from omem_cli.memory.fitting import Fitting
from omem_cli.memory.nearest import Nearest
from omem_cli.memory.profile import Profile
from omem_cli.memory.question import Question
from omem_cli.memory.ranking import Ranking
from omem_cli.memory.weights import DEFAULT, Weights
from omem_cli.memory.working import Topic, Topics
from omem_cli.protocols import Embedder
from omem_cli.records import Context, MessageHit
from omem_cli.store import Store

__all__ = ["Retriever", "estimate_tokens"]


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
        self._store, self._embedder = store, embedder
        self._fingerprint = embedder.fingerprint if embedder is not None else None
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
        self._remembered = {name: a + e for name, a, e in store.memories.persons()}
        self._persons = list(dict.fromkeys([*store.messages.names(), *self._remembered]))
        self._aliases = store.people.aliases()
        self._profiles: dict[tuple[tuple[str, ...], str | None], Profile] = {}
        self._compares = embedder is not None and (self._nearest is not None or bool(self._remembered))
        self._expected: dict[str, NDArray[np.float32]] = {}
        self._ranking = Ranking(store, self._nearest, self._fingerprint, weights, half_life)
        self._proofs = Proofs(store)
        self._fitting = Fitting(self._ranking, self._proofs)

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
        attributes, events = self._profile(owners, as_of).ranked(
            question.terms, question.telling, question.spans, food=question.food
        )
        found, topics, clues = self._channels(question)
        attributes = self._fitting.fitting(question, attributes)
        self._fitting.bring(question, found, attributes, events)
        hits, tier = self._ranked(question, found, n)
        topics, clues = self._seen(question, topics, clues)
        framed = frame(budget)
        purse = Purse(max(0, budget - framed), self._count)
        kept_a, kept_e, kept_m = fill(
            purse, question.terms, [a for a, _ in attributes], [e for e, _ in events], hits
        )
        shown = bool(kept_a or kept_e or kept_m)
        left_out = len(attributes) + len(hits) - len(kept_a) - len(kept_m) + (0 if shown else len(events))
        return Context(
            query=query,
            person=question.person or (owners[0] if len(owners) == 1 else self._store.user),
            tier=tier,
            topics=tuple((topic.name, topic.score) for topic in topics),
            clues=tuple((clue.word, clue.df) for clue in clues),
            attributes=tuple(kept_a),
            events=tuple(kept_e),
            messages=tuple(kept_m),
            tokens=min(budget, max(0, budget - framed) - purse.left + framed) if shown else 0,
            milliseconds=(time.perf_counter() - start) * 1000,
            notes=(self._note,) if self._note else (),
            left_out=left_out,
        )

    def search(
        self, query: str, n: int = 10, *, person: str | None = None, as_of: str | None = None
    ) -> list[MessageHit]:
        """The messages themselves, best first, whole. Nothing found: an empty list."""
        question = self._question(query, person, as_of).literally()
        found = self._channels(question)[0]
        return self._ranking.ranked(question, found, n) if channels.fits(question, found) else []

    def weighing(self, weights: Weights) -> "Retriever":
        """One that weighs otherwise, and shares what is known already."""
        other = copy(self)
        other._ranking = self._ranking.weighing(weights)
        other._fitting = Fitting(other._ranking, self._proofs)
        return other

    def expect(self, queries: Sequence[str]) -> None:
        """Says what will be asked next: embedding several questions at once takes a fraction of the time."""
        if self._embedder is not None and self._compares:
            names = [*self._persons, *self._aliases]
            texts = list(dict.fromkeys(questions.embedded_as(q, names) for q in queries if q.strip()))
            if texts:
                self._expected = dict(zip(texts, self._embedder.encode_queries(texts), strict=True))
                if self._nearest is not None:
                    self._nearest.expect(list(self._expected.values()), channels.FROM_VECTORS)

    # ------------------------------------------------------------ steps
    def _vector_of(self, words: str) -> NDArray[np.float32]:
        assert self._embedder is not None  # or nothing is compared
        known = self._expected.get(words)
        return self._embedder.encode_query(words) if known is None else known

    def _question(self, query: str, person: str | None, as_of: str | None) -> Question:
        return questions.read(
            query,
            person,
            as_of,
            persons=self._persons,
            aliases=self._aliases,
            vector_of=self._vector_of if self._compares else None,
            fingerprint=self._fingerprint,
        )

    def _owners(self, question: Question) -> list[str]:
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

    def _channels(self, question: Question) -> tuple[channels.Found, list[Topic], list[episodic.Clue]]:
        return channels.bring(self._store, self._nearest, self._topics, self._fingerprint, question)

    def _ranked(self, question: Question, found: channels.Found, n: int) -> tuple[list[MessageHit], str]:
        """The best `n` messages and the tier that brought them."""
        if channels.fits(question, found) and (hits := self._ranking.ranked(question, found, n)):
            return hits, "hybrid" if question.vector is not None and self._nearest is not None else "keyword"
        # No channel brought these.
        return [MessageHit(m, 0.0, ()) for m in self._ranking.latest(question, n)], "recent"

    def _seen(
        self, question: Question, topics: list[Topic], clues: list[episodic.Clue]
    ) -> tuple[list[Topic], list[episodic.Clue]]:
        """The topics and clues that stand in a message which the question may see."""
        if question.person is None and question.as_of is None:
            return topics, clues

        def seen(rows: tuple[int, ...]) -> int:
            return len(self._ranking.pool(question, set(rows)).messages)

        counted = [replace(clue, df=min(clue.df, seen(clue.rows))) for clue in clues]
        return [topic for topic in topics if seen(topic.rows)], [clue for clue in counted if clue.df]

    def _count(self, words: str) -> int:
        return self._embedder.count_tokens(words) if self._embedder is not None else estimate_tokens(words)
