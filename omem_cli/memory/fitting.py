"""Which memories of a person go along with a question, and what their evidence brings."""

from omem_cli.memory import when
from omem_cli.memory.channels import Found, Proofs
from omem_cli.memory.profile import BODY_AND_TASTE, FORBIDS_FOOD
from omem_cli.memory.question import Question
from omem_cli.memory.ranking import Ranking
from omem_cli.records import Attribute, AttributeHit, EventHit

_PERSONA_NEAR = 0.3  # relevance from which a memory brings its evidence
_FACT_NEAR = 0.2  # relevance that an attribute must have where a fact is looked up
_BINDS = 0.45  # probability from which an attribute's evidence tells of circumstances
_NEAR_BINDS = 0.35  # the same for a family or possession line that is near the question
_KIDS_BIND = 0.2  # and for one about the writer's children
_JUDGED = 2  # of an attribute's evidence, the first and the last, that are judged for that
_WEIGHED = 60  # attributes whose evidence is looked at for that


class Fitting:
    """Chooses among a person's memories; each comes with its relevance (0..1, and more for shared words)."""

    def __init__(self, ranking: Ranking, proofs: Proofs) -> None:
        self._ranking, self._proofs = ranking, proofs
        self._known: dict[str, float] = {}  # what was told by all of an attribute's evidence

    def fitting(
        self, question: Question, attributes: list[tuple[AttributeHit, float]]
    ) -> list[tuple[AttributeHit, float]]:
        """The attributes that go with a question: all where somebody is named; the near ones where a fact is
        looked up; the near ones and those whose evidence tells of circumstances for an open question. What
        the user pinned or said by hand always does."""
        if question.named:
            return attributes
        told = {} if question.fact else self._told(question, [hit.attribute for hit, _ in attributes])

        def fits(a: Attribute, near: float) -> bool:
            if a.pinned or not a.evidence:
                return True
            if question.fact:
                return near >= _FACT_NEAR or a.aspect in question.asked
            if a.aspect in BODY_AND_TASTE:
                return True
            if near < _PERSONA_NEAR:
                needed = _KIDS_BIND if a.aspect == "family" and _of_children(a.value) else _BINDS
            else:  # what a relative does and what one owns share words with many questions
                needed = _NEAR_BINDS if a.aspect in ("family", "possession") else 0.0
            return told.get(a.id, 0.0) >= needed

        return [(hit, near) for hit, near in attributes if fits(hit.attribute, near)]

    def bring(
        self,
        question: Question,
        found: Found,
        attributes: list[tuple[AttributeHit, float]],
        events: list[tuple[EventHit, float]],
    ) -> None:
        """Adds the evidence of these memories to what was found. What binds its owner comes for every open
        question; the rest has to be near it."""
        always = 0 if question.fact else _WEIGHED
        offered = [
            (hit.attribute, near)
            for at, (hit, near) in enumerate(attributes)
            if near >= _PERSONA_NEAR or at < always or hit.attribute.aspect in question.asked
        ]
        for (a, near), rows in zip(offered, self._proofs.of([a for a, _ in offered]), strict=True):
            score = 1.0 if a.aspect in question.asked else min(1.0, near)
            found.add(found.persona, rows, score, f"persona:{a.aspect}")
            if question.food and a.aspect in FORBIDS_FOOD:
                found.binding.update(rows)
        left = always - len(attributes)
        told = [
            (hit.event, near) for at, (hit, near) in enumerate(events) if near >= _PERSONA_NEAR or at < left
        ]
        for (_, near), rows in zip(told, self._proofs.of([e for e, _ in told]), strict=True):
            found.add(found.persona, rows, min(1.0, near), "event")
        if question.spans:
            dated = [hit.event for hit, _ in events if when.dated_in(hit.event.date, question.spans)]
            for rows in self._proofs.of(dated):
                found.dated.update(rows)
                found.add(found.persona, rows, 1.0, "event")

    def _told(self, question: Question, attributes: list[Attribute]) -> dict[str, float]:
        """For the first attributes the probability that their evidence tells of circumstances."""
        weighed = attributes[:_WEIGHED]
        if question.person is not None or question.as_of is not None:  # not all evidence may be seen
            return self._judged(question, weighed)
        if missing := [a for a in weighed if a.id not in self._known]:
            self._known.update(self._judged(question, missing))
        return self._known

    def _judged(self, question: Question, weighed: list[Attribute]) -> dict[str, float]:
        proofs = [(*rows[:_JUDGED], *rows[_JUDGED:][-_JUDGED:]) for rows in self._proofs.of(weighed)]
        messages = self._ranking.pool(question, {row for rows in proofs for row in rows}).messages
        told = dict(zip((m.row for m in messages), self._ranking.told(messages).tolist(), strict=True))
        return {
            a.id: max((told.get(row, 0.0) for row in rows), default=0.0)
            for a, rows in zip(weighed, proofs, strict=True)
        }


def _of_children(value: str) -> bool:
    # Loaded only here: what is looked up needs none of it, and it takes a cold start 5 ms.
    from omem_cli.memory.aspects import of_kind

    return of_kind("kids", value)
