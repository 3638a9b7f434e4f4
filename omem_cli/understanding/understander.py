# ruff: noqa: E501 - one pattern a line
"""From a message to what it tells of its writer: gate, model, grounding, dates."""

import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from omem_cli import text as analyser
from omem_cli.errors import RefusedError
from omem_cli.protocols import Embedder, Extractor, ParallelExtractor, TunedExtractor
from omem_cli.records import AttributeClaim, EventClaim, MessageContext, Role, Understanding
from omem_cli.understanding import (
    conceded,
    corrections,
    dates,
    fallback,
    joint,
    refuted,
    second_look,
    statements,
)
from omem_cli.understanding import gate as write_filter
from omem_cli.understanding.corrections import Correction
from omem_cli.understanding.gate import Gate, load_gate
from omem_cli.understanding.ground import Evidence, Span, align, whole_words
from omem_cli.understanding.reply import Reply, parse
from omem_cli.understanding.tagger import Tagged, Tagger, load_tagger

NO_EXTRACTOR = "none"
"""Stands for the id of the model where there is none."""
NO_MODEL = "no model"
REFUSED = "refused by the model's server"
PART_CHARS, MAX_PARTS = 850, 4
MAX_ATTRIBUTES, MAX_EVENTS, MAX_CLUES, QUIET_CLUES = 6, 3, 5, 3
_SPLIT = re.compile(r"(?<=[.!?。！？\n])\s*")
_GLUE = re.compile(r"\s*(?:[,，、;]|\band\b|和|以及)\s*")
_LISTED = frozenset(
    ("hobby", "like", "dislike", "skill", "language", "pet", "family", "possession", "allergy", "diet")
)


def parts(text: str) -> list[str]:
    """`text` in at most MAX_PARTS pieces of at most PART_CHARS characters, cut at the ends of sentences. The
    model was tuned on messages of this length; what is longer than all pieces together is not read."""
    if len(text) <= PART_CHARS + 50:
        return [text]
    out, piece = [], ""
    for sentence in _SPLIT.split(text):
        while len(sentence) > PART_CHARS:
            if piece:
                out.append(piece)
            piece, sentence = sentence[:PART_CHARS], sentence[PART_CHARS:]
        if piece and len(piece) + len(sentence) + 1 > PART_CHARS:
            out.append(piece)
            piece = ""
        piece += (" " if piece else "") + sentence
    return [p for p in [*out, piece] if p.strip()][:MAX_PARTS]


@dataclass(frozen=True, slots=True)
class Question:
    """A message after the write filter: the `parts` to ask the extractor about, none if it was `skipped`."""

    message: MessageContext
    parts: tuple[MessageContext, ...]
    skipped: str | None
    gate: float | None
    tags: tuple[Tagged, ...]
    milliseconds: float
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Replies:
    """The extractor's replies to the parts of a question; None: it refused the message."""

    raws: list[str] | None
    milliseconds: float


class Understander:
    """Notes what single messages tell about their writers. Deterministic; holds no state between messages."""

    def __init__(
        self,
        extractor: Extractor | None,
        *,
        gate: Gate | None = None,
        embedder: Embedder | None = None,
        tagger: Tagger | None = None,
    ) -> None:
        self._extractor = extractor
        self._gate = gate or load_gate()
        # A second reader of the same training as the tuned model; larger models know better than both.
        tuned = isinstance(extractor, TunedExtractor) and extractor.tuned
        self._tagger = tagger or (load_tagger() if tuned else None)
        self._embedder = embedder

    @property
    def model(self) -> str:
        """The extractor's id, NO_EXTRACTOR without one."""
        return self._extractor.id if self._extractor else NO_EXTRACTOR

    @property
    def at_once(self) -> int:
        """How many messages the extractor may be asked about at the same time; 1: it is not for threads."""
        return self._extractor.jobs if isinstance(self._extractor, ParallelExtractor) else 1

    def understand(self, message: MessageContext, role: Role) -> Understanding:
        """Attributes and events with their quotes (quote None: held), topic, clue words, and why no model was asked."""
        question = self.ask(message, role)
        return self.conclude(question, self.replies(question))

    def ask(self, message: MessageContext, role: Role) -> Question:
        """The first step: whether the extractor is to be asked about a message, and what."""
        started = time.perf_counter()
        verdict = self._gate.judge(message, role)
        skipped = verdict.skipped
        tags: list[Tagged] = []
        if self._tagger is not None and skipped in (None, *write_filter.UNLIKELY):
            tags = self._tagger.read(message.text, message.previous, self._embedder)
        fixes: list[Correction] = []
        if skipped in (None, *write_filter.UNLIKELY):
            fixes = corrections.find(message.text, message.own, self._read if self._tagger else None)
        if skipped in write_filter.UNLIKELY and (
            fixes
            or conceded.find(message.text)
            or joint.likeliest_of(tags) >= joint.thresholds(tags).rescue
            or statements.find(Evidence.of(message.text))
        ):
            skipped = None
        if skipped is None and self._extractor is None:
            skipped = NO_MODEL
        shown = () if skipped is not None else tuple(
            MessageContext(part, None if n else message.previous, message.time, message.speaker)
            for n, part in enumerate(parts(message.text))
        )  # fmt: skip
        return Question(
            message, shown, skipped, verdict.probability, tuple(tags), _since(started), tuple(fixes)
        )

    def _read(self, earlier: str) -> list[statements.Statement]:
        """What the second reader makes of an earlier message."""
        tags = self._tagger.read(earlier, None, self._embedder) if self._tagger else []
        found = joint.missed(Evidence.of(earlier), tags, [], True, joint.thresholds(tags))
        return [statements.Statement(*told) for told in found]

    def replies(self, question: Question) -> Replies:
        """The second step: what the extractor says. The only one that may run in another thread."""
        started = time.perf_counter()
        extractor, raws = self._extractor, None
        with contextlib.suppress(RefusedError):
            raws = [extractor.extract(part) for part in question.parts] if extractor else []
        return Replies(raws, _since(started))

    def conclude(self, question: Question, replies: Replies) -> Understanding:
        """The last step: what of the replies stands in the message."""
        started = time.perf_counter()
        message, skipped, raws = question.message, question.skipped, replies.raws
        if raws is None:
            skipped = REFUSED
        before = question.milliseconds + replies.milliseconds
        if skipped is not None or not raws:
            silent = skipped in (write_filter.SMALL_TALK, write_filter.EMPTY)
            clues = () if silent else fallback.clues(message.text, QUIET_CLUES)
            topic = "chat" if silent else fallback.topic(clues)
            return Understanding(
                topic,
                clues=clues,
                skipped=skipped,
                gate=question.gate,
                model=self.model,
                milliseconds=before + _since(started),
            )
        raw = "\n".join(r.rstrip("\n") for r in raws) + "\n" if len(raws) > 1 else raws[0]
        topic, attributes, events, clues = ground(
            message, parse(raw), question.tags, fixes=question.corrections
        )
        took = before + _since(started)
        return Understanding(topic, attributes, events, clues, None, question.gate, raw, self.model, took)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


Grounded = tuple[str, tuple[AttributeClaim, ...], tuple[EventClaim, ...], tuple[str, ...]]


def ground(
    message: MessageContext,
    reply: Reply,
    tags: Sequence[Tagged] = (),
    limits: joint.Thresholds | None = None,
    fixes: Sequence[Correction] = (),
) -> Grounded:
    """Topic, attributes, events and clues of a reply, every value a run of the message or held. `tags`: what
    the second reader makes of the clauses; without them the reply stands alone. `fixes`: what the message
    takes back of an earlier one."""
    text, proof = message.text, Evidence.of(message.text)
    limits = limits or joint.thresholds(tags)
    clues = _clues(text, reply.clues)
    topic = _topic(text, reply.topic) or fallback.topic(clues)
    return (
        topic,
        _attributes(proof, reply, tags, limits, fixes),
        _events(proof, reply, message.time, tags, limits),
        clues,
    )


def _topic(text: str, said: str) -> str:
    """Those words of a topic that are words of the message, in lower case; empty if none is."""
    said, there = said.strip(" .,:;").lower()[:60], text.lower()
    if said in there or analyser.is_cjk(said):
        return said if said in there else ""
    words = re.findall(r"[^\W_][\w'’+#-]*", there)
    own = (next((t for t in words if _alike(t, w)), None) for w in said.split() if len(w) > 1)
    return " ".join(dict.fromkeys(w for w in own if w is not None))


def _alike(word: str, other: str) -> bool:
    """The same word but for its ending (`moved`, `moving`)."""
    if word == other or min(len(word), len(other)) < 4:
        return word == other
    stem = max(3, min(len(word), len(other)) - 3)
    return word[:stem] == other[:stem] and abs(len(word) - len(other)) <= 3


_THIN = frozenset("去来來吃说說看做要有想在是到用买買给給让讓问問天人我你他她了的也就都很")
"""Single characters that a message can't be remembered by."""


def _clues(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    spans = [whole_words(text, s) for w in words if (s := align(text, w))]
    found = list(dict.fromkeys(text[a:b] for a, b in spans if b - a <= 60 and text[a:b] not in _THIN))
    kept = [c for c in found if not any(c != other and c.lower() in other.lower() for other in found)]
    return tuple(kept[:MAX_CLUES]) or fallback.clues(text, 3)


def _spans(text: str, aspect: str, value: str) -> list[Span]:
    """Where a value stands; two values glued into one stand in two places, if the aspect can have many."""
    whole = align(text, value)
    if whole and text[whole[0] : whole[1]].lower() == value.lower():
        return [whole]
    pieces = [p for p in _GLUE.split(value) if p]
    if len(pieces) > 1:
        found = [s for p in pieces if (s := align(text, p))]
        if found and (whole is None or len(found) == len(pieces)) and not _joined(text, found):
            return found if aspect in _LISTED else found[:1]
    return [whole] if whole else []


def _joined(text: str, spans: list[Span]) -> bool:
    """Do the pieces stand side by side, as one run of the message?"""
    ordered = sorted(spans)
    return all(0 <= b[0] - a[1] <= 8 for a, b in pairwise(ordered))


def _attributes(
    proof: Evidence,
    reply: Reply,
    tags: Sequence[Tagged],
    limits: joint.Thresholds,
    fixes: Sequence[Correction] = (),
) -> tuple[AttributeClaim, ...]:
    """The model's claims, tied down or held, completed and corrected by plain statements and the tagger."""
    sure: list[tuple[Span, AttributeClaim]] = []
    held: list[AttributeClaim] = []
    for claimed, value in reply.attributes:
        spans = _spans(proof.text, claimed, value)
        if not spans:
            held.append(AttributeClaim(claimed, value, None, 0.0))
        for span in spans:
            span = _negated(proof, second_look.arrived(proof.text, whole_words(proof.text, span)))
            run = proof.text[span[0] : span[1]]
            low, high = proof.clause(span)
            clause = proof.text[min(low, span[0]) : max(high, span[1])]
            aspect = second_look.aspect(claimed, run, clause)
            if aspect is not None and tags:
                checked = joint.checked(aspect, span, tags, limits)
                aspect = checked if checked in (None, aspect) else second_look.aspect(checked, run, clause)
            if aspect is not None:
                aspect = _owned(proof, span, aspect)
            lead = proof.text[proof.clause(span)[0] : span[0]]
            if (
                aspect is None
                or joint.denied(aspect, lead)
                or proof.doubt(span, aspect)
                or not _says_something(run)
            ):
                held.append(AttributeClaim(aspect or claimed, run, None, 0.0))
            elif not any(span == s or (c.aspect == aspect and _overlap(span, s)) for s, c in sure):
                sure.append((span, AttributeClaim(aspect, run, proof.quote(span))))
    stated: list[tuple[Span, AttributeClaim]] = []
    found = statements.find(proof)
    for statement in (*found, *found):  # again: one may have driven out what stood in the way of another
        span = statement.span
        if any(c.aspect == statement.aspect and _overlap(span, s) for s, c in stated):
            continue
        touching = [(s, c) for s, c in sure if _overlap(span, s)]
        same = [x for x in touching if x[1].aspect == statement.aspect]
        if any(not _better(statement, s) for s, _ in same):
            continue
        # The same words under another aspect: the plain form wins, unless the model took in far more than it.
        twins = [x for x in touching if joint.TWINS.get(x[1].aspect) == statement.aspect]
        kept = [x for x in touching if _wide(x[0], span) and x not in same and x not in twins]
        sure = [x for x in sure if x not in touching or x in kept]
        run = proof.text[span[0] : span[1]]
        stated.append((span, AttributeClaim(statement.aspect, run, proof.quote(span))))
    sure += stated
    for fix in fixes:
        sure = [x for x in sure if not any(at and _overlap(x[0], at) for at in (fix.span, fix.old))]
        run = proof.text[fix.span[0] : fix.span[1]]
        sure.append((fix.span, AttributeClaim(fix.aspect, run, proof.quote(fix.span))))
    grants = conceded.find(proof.text)
    sure, denied = conceded.settled(proof, sure, grants)
    held += denied
    taken = [*(s for s, _ in sure), *(f.old for f in fixes if f.old), *(g.denied for g in grants)]
    for aspect, span in joint.missed(proof, tags, taken, _silent(reply), limits):
        span = second_look.arrived(proof.text, span)
        run = proof.text[span[0] : span[1]]
        seen = second_look.aspect(aspect, run, proof.quote(span))
        if seen is not None and _says_something(run):
            sure.append((span, AttributeClaim(_owned(proof, span, seen), run, proof.quote(span))))
    believed: list[AttributeClaim] = []
    for span, claim in sure:
        whose, span = refuted.whose_day(proof, claim.aspect, span)
        seen = None if whose is None else refuted.checked(proof, whose, span)
        span = refuted.begun(proof.text, refuted.ended(proof, span, claim.aspect), claim.aspect)
        span = joint.tidy(proof.text, refuted.over(proof, span, claim.aspect))
        run = proof.text[span[0] : span[1]]
        if seen is None:
            held.append(AttributeClaim(claim.aspect, run, None, 0.0))
        else:
            believed.append(AttributeClaim(seen, run, proof.quote(span)))
    said = {(c.aspect, c.value.casefold()): c for c in believed}
    doubted = {(c.aspect, c.value.casefold()): c for c in held}
    rest = [c for key, c in doubted.items() if key not in said]
    return (*list(said.values())[:MAX_ATTRIBUTES], *rest[:MAX_ATTRIBUTES])


def _owned(proof: Evidence, span: Span, aspect: str) -> str:
    """`aspect`, or that of the relative or partner whom the clause is about."""
    return aspect if aspect in ("family", "relationship", "pet", "name") else proof.owner(span) or aspect


_CLOSED = ("name", "age", "location", "origin")
"""Aspects whose value is a name or a number and nothing else."""


def _better(statement: statements.Statement, span: Span) -> bool:
    """Whether the plain statement says better than the model's run `span` what both say: all of it and more, or
    just the value."""
    low, high = statement.span
    if (low, high) == span:
        return False
    inside = low <= span[0] and span[1] <= high
    without_lead = span[0] < low < span[1] <= high  # 包子铺里养了只狸花 | 狸花叫煤球
    return inside or without_lead or statement.aspect in _CLOSED or _wide(span, statement.span)


def _wide(span: Span, form: Span) -> bool:
    """Does `span` take in far more than the plain statement `form`?"""
    return span[1] - span[0] > 3 * (form[1] - form[0])


def _silent(reply: Reply) -> bool:
    return not reply.attributes and not reply.events


_EMPTY_VALUE = re.compile(
    r"(?:i|me|my|it|this|that|yes|no|ok|and|the|a|you|he|she|they|we|是|我|的|了|不|也|很)(?:['’]\w+)?",
    re.IGNORECASE,
)


def _says_something(run: str) -> bool:
    return not _EMPTY_VALUE.fullmatch(run) and (len(run) > 1 or run.isdigit())


_NEGATION = re.compile(r"(?:\b(?:don'?t|do not|doesn'?t|can'?t|cannot|never|no longer|not|quit|stopped|gave up|no|without)(?: (?:really|even|eat|drink|like|do|have|own|use|any|eating|drinking|a|been))*\s|(?:不再|不太|不能|不会|不敢|不|没有|没|戒了|戒)(?:怎么)?(?:吃|喝|喜欢|爱|抽|养)?)$", re.IGNORECASE)  # fmt: skip


_NONE_OF = re.compile(r"(?:连?(?:一[个只条])?(?:都|也|还)+)没有?(?=$|[，。,！!？?；;\s呢啊])")
"""Behind a value: there is none of it (`孩子都没有`)."""


def _negated(proof: Evidence, span: Span) -> Span:
    """A value that is negated just before it takes the negation in: `coffee` of "I don't drink coffee" would lie."""
    low, _ = proof.clause(span)
    if behind := _NONE_OF.match(proof.text, span[1]):
        return span[0], behind.end()
    found = _NEGATION.search(proof.text[low : span[0]])
    return (low + found.start(), span[1]) if found and low < span[0] else span


def _overlap(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1]


_OF_A_VERB = re.compile(r"[了过着]")
_BEFORE_VERB = re.compile(r"(?:我们?|咱们?|刚刚?|已经|终于|又|也|都|昨天|今天|前天)+")
_VERB_CHARS = 6


def _with_verb(proof: Evidence, span: Span) -> Span:
    """An event that begins with what only follows a verb (`了一只猫`), with that verb."""
    low, _ = proof.clause(span)
    if not _OF_A_VERB.match(proof.text, span[0]) or not 0 < span[0] - low <= _VERB_CHARS:
        return span
    lead = _BEFORE_VERB.match(proof.text, low, span[0])
    start = lead.end() if lead else low
    return (start if start < span[0] else low), span[1]


def _events(
    proof: Evidence,
    reply: Reply,
    when: datetime | None,
    tags: Sequence[Tagged],
    limits: joint.Thresholds,
) -> tuple[EventClaim, ...]:
    out: list[EventClaim] = []
    taken: list[Span] = []
    for value in reply.events:
        span = align(proof.text, value)
        if span is None:
            out.append(EventClaim(value, None, None, 0.0))
            continue
        span = _with_verb(proof, whole_words(proof.text, span))
        if any(_overlap(span, s) for s in taken):
            continue
        taken.append(span)
        span = refuted.ended(proof, span, "event")
        run = proof.text[span[0] : span[1]]
        nothing = not _says_something(run) or refuted.no_event(proof.text, span)
        doubtful = nothing or proof.doubt(span, "event") is not None
        tag = joint.clause_of(tags, span)
        doubtful = doubtful or (tag is not None and tag.of("event") < limits.keep_event)
        date = event_date(proof, span, when) if when else None
        out.append(EventClaim(run, None if doubtful else proof.quote(span), date, 0.0 if doubtful else 1.0))
    for span in joint.missed_events(proof, tags, taken, _silent(reply), limits):
        span = _with_verb(proof, refuted.ended(proof, span, "event"))
        run = proof.text[span[0] : span[1]]
        if _says_something(run) and not refuted.no_event(proof.text, span):
            out.append(
                EventClaim(run, proof.quote(span), event_date(proof, span, when) if when else None, 1.0)
            )
    return tuple(out)[:MAX_EVENTS]


def event_date(proof: Evidence, span: Span, when: datetime) -> str | None:
    """The date of the event at `span`: from its clause, else its sentence, else the message if that names one only."""
    text, language = proof.text, dates.guess_language(proof.text)
    sentence = proof.sentence(span)
    low, high = proof.clause(span)
    clause = (min(low, span[0]), max(high, span[1]))
    own = text[clause[0] : clause[1]]
    way = dates.direction(own, language)
    if not way and not dates.is_set(own):
        way = dates.direction(text[sentence[0] : sentence[1]], language)
    found = dates.find(text, when, language, way)
    for a, b in (clause, sentence):
        inside = [f for f in found if a <= f.start < b]
        strong = [f for f in inside if not f.weak]
        if strong:
            return min(strong, key=lambda f: max(span[0] - f.end, f.start - span[1], 0)).iso
    everywhere = {f.iso for f in found if not f.weak}
    if len(everywhere) == 1:
        return everywhere.pop()
    weak = [f for f in found if f.weak and sentence[0] <= f.start < sentence[1]]
    return weak[0].iso if weak else None
