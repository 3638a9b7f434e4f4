"""The JSON shapes promised to scripts. Floats are rounded, times are ISO 8601, text stays as it is."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omem_cli.records import (
    Attribute,
    AttributeHit,
    Context,
    Decision,
    Event,
    EventHit,
    Evidence,
    Message,
    MessageContext,
    MessageHit,
    Told,
    Understanding,
)
from omem_cli.render.safe import json_text

if TYPE_CHECKING:  # these bring whole layers along, which `ask` must not wait for
    from omem_cli.ask import Answer
    from omem_cli.ingest import IngestReport
    from omem_cli.memory.timeline import Entry
    from omem_cli.pull import Pulled
    from omem_cli.store.memories import Why

Json = dict[str, Any]

_KEPT = 2_000_000  # characters of memories that are kept written out


def dumps(document: Any, *, indent: int | None = 2) -> str:
    """One document; `indent=None` puts it on one line."""
    return json_text(json.dumps(document, ensure_ascii=False, indent=indent))


def iso(time: datetime | None) -> str | None:
    """ISO 8601 with the offset, None if unknown."""
    return None if time is None else time.isoformat()


def score(value: float) -> float:
    """Four digits are more than a ranking tells."""
    return round(float(value), 4)


def message(m: Message) -> Json:
    """A stored message."""
    return {
        "id": m.id,
        "conversation": m.conversation,
        "speaker": m.speaker,
        "role": str(m.role),
        "time": iso(m.time),
        "text": m.text,
        "source": {"path": m.location.path, "line": m.location.line},
        "ref": m.ref,
    }


def evidence(entries: Iterable[Evidence]) -> list[Json]:
    """What a memory stands on."""
    return [{"message": e.message, "quote": e.quote, "time": iso(e.time)} for e in entries]


def attribute(a: Attribute) -> Json:
    """An attribute of P_a."""
    return {
        "id": a.id,
        "aspect": a.aspect,
        "value": a.value,
        "status": str(a.status),
        "since": a.since,
        "until": a.until,
        "confidence": round(a.confidence, 3),
        "pinned": a.pinned,
        "evidence": evidence(a.evidence),
        "superseded_by": a.superseded_by,
    }


def event(e: Event) -> Json:
    """An event of P_f."""
    return {"id": e.id, "event": e.event, "date": e.date, "evidence": evidence(e.evidence)}


def told(t: Told) -> Json:
    """What one person said of another."""
    (said,) = evidence([t.evidence])
    return {"id": t.id, "person": t.person, "told_by": t.teller, "aspect": t.aspect, "value": t.value, **said}


def persona(
    person: str,
    as_of: str | None,
    attributes: Iterable[Attribute],
    events: Iterable[Event],
    told_by_others: Iterable[Told] = (),
) -> Json:
    """`persona show`."""
    return {
        "person": person,
        "as_of": as_of,
        "attributes": [attribute(a) for a in attributes],
        "events": [event(e) for e in events],
        "told": [told(t) for t in told_by_others],
    }


def timeline(person: str, aspect: str | None, entries: "Iterable[Entry]") -> Json:
    """`persona timeline`: attributes with how often they were told, and why they ended."""
    rows = []
    for one in entries:
        e = one.ended
        ended = e and {
            "action": e.action, "reason": e.reason, "message": e.message, "time": iso(e.time), "by": e.by,
        }  # fmt: skip
        rows.append(attribute(one.attribute) | {"told": one.told, "late": one.late, "ended": ended})
    return {"person": person, "aspect": aspect, "timeline": rows}


def hit(h: MessageHit) -> Json:
    """A retrieved message."""
    m = h.message
    return {
        "id": m.id,
        "ref": m.ref,
        "conversation": m.conversation,
        "speaker": m.speaker,
        "role": str(m.role),
        "time": iso(m.time),
        "text": m.text if h.shown is None else h.shown,
        "score": score(h.score),
        "via": list(h.via),
    }


def context(c: Context) -> Json:
    """`ask`."""
    return {
        "query": c.query,
        "person": c.person,
        "tier": c.tier,
        "topics": [{"topic": name, "score": score(s)} for name, s in c.topics],
        "clues": [{"clue": word, "df": df} for word, df in c.clues],
        "persona": [attribute(a.attribute) | {"score": score(a.score)} for a in c.attributes],
        "events": [event(e.event) | {"score": score(e.score)} for e in c.events],
        "messages": [hit(h) for h in c.messages],
        "tokens": c.tokens,
        "took_ms": round(c.milliseconds),
    }


class ContextLines:
    """Contexts as lines, for many questions: a memory may stand on hundreds of messages and go along with
    every question, so it is written out once."""

    def __init__(self) -> None:
        # By identity, which stays theirs as long as they are held: as of another date one says other things.
        self._written: dict[int, tuple[Attribute | Event, str]] = {}
        self._size = 0

    def line(self, c: Context) -> str:
        """`dumps(context(c), indent=None)`."""
        without = dumps(context(replace(c, attributes=(), events=())), indent=None)
        persona = ", ".join(self._scored(one.attribute, one) for one in c.attributes)
        events = ", ".join(self._scored(one.event, one) for one in c.events)
        # No text holds this: within one the quotation marks are escaped.
        return without.replace(
            '"persona": [], "events": []', f'"persona": [{persona}], "events": [{events}]', 1
        )

    def _scored(self, memory: Attribute | Event, hit: AttributeHit | EventHit) -> str:
        known = self._written.get(id(memory))
        if known is None:
            fields = attribute(memory) if isinstance(memory, Attribute) else event(memory)
            known = self._written[id(memory)] = (memory, dumps(fields, indent=None))
            self._size += len(known[1])
            if self._size > _KEPT:
                self._written, self._size = {}, 0
        return f'{known[1][:-1]}, "score": {score(hit.score)!r}}}'


def answer(a: "Answer", c: Context) -> Json:
    """`ask --answer`; where the model's answer is withheld, with the memories in its place."""
    return {
        "query": a.query,
        "answer": a.text,
        "sources": list(a.sources),
        "model": a.model,
        "withheld": a.withheld,
        "memories": None if a.withheld is None else context(c),
    }


def pulled(p: "Pulled", *, in_use: bool) -> Json:
    """`models pull`."""
    return {
        "name": p.name,
        "kind": p.kind,
        "path": str(p.path),
        "sha256": p.sha256,
        "checked": p.checked,
        "new": p.new,
        "in_use": in_use,
    }


def ingest(report: "IngestReport") -> Json:
    """`ingest`."""
    return {
        "seen": report.seen,
        "new": report.new,
        "known": report.known,
        "edited": report.edited,
        "skipped": report.skipped,
        "failed": report.failed,
        "extracted": report.extracted,
        "pending": report.pending,
        "unembedded": report.unembedded,
        "redacted": report.redacted,
        "files": [
            {
                "path": f.path,
                "format": f.format,
                "conversations": f.conversations,
                "seen": f.seen,
                "new": f.new,
                "known": f.known,
                "edited": f.edited,
                "skipped": f.skipped,
                "failed": [{"where": b.where, "why": b.why} for b in f.failed],
                "warnings": f.warnings,
                "erased": f.erased,
                "redacted": dict(sorted(f.redacted.items())),
            }
            for f in report.files
        ],
    }


def understanding(u: Understanding) -> Json:
    """`preview --jsonl`. A claim without a quote would be held, so it is not shown as understood."""
    return {
        "topic": u.topic,
        "attributes": [
            {"aspect": a.aspect, "value": a.value, "quote": a.quote} for a in u.attributes if a.quote
        ],
        "events": [{"event": e.event, "quote": e.quote, "date": e.date} for e in u.events if e.quote],
        "clues": list(u.clues),
        "skipped": u.skipped,
        "ms": round(u.milliseconds, 1),
    }


def preview(c: MessageContext, u: Understanding) -> Json:
    """`preview --json`: the message and what would be extracted."""
    return {"text": c.text, "prev": c.previous, "date": iso(c.time), "speaker": c.speaker} | understanding(u)


def decision(d: Decision) -> Json:
    """An entry of a memory's history."""
    return {
        "id": d.id,
        "action": d.action,
        "reason": d.reason,
        "aspect": d.aspect,
        "value": d.value,
        "message": d.message,
        "target": d.target,
        "recorded": iso(d.recorded),
    }


def why(w: "Why") -> Json:
    """`why`: the thing itself, each message of its evidence and how it was read, the decisions."""
    subject = w.subject
    kind = {Attribute: "attribute", Event: "event", Message: "message"}[type(subject)]
    body = (
        attribute(subject) if isinstance(subject, Attribute)
        else event(subject) if isinstance(subject, Event) else message(subject)
    )  # fmt: skip
    quotes = {} if isinstance(subject, Message) else {e.message: e.quote for e in subject.evidence}
    return {
        "id": subject.id,
        "kind": kind,
        kind: body,
        "evidence": [
            {
                "message": m.id,
                "quote": quotes.get(m.id),
                "time": iso(m.time),
                "speaker": m.speaker,
                "text": m.text,
                "source": {"path": m.location.path, "line": m.location.line},
                "model": u.model if u and u.model else None,
                "topic": u.topic if u else None,
                "clues": list(u.clues) if u else [],
                "skipped": u.skipped if u else None,
                "earlier": [
                    {
                        "text": e.text,
                        "time": iso(e.time),
                        "edited": iso(e.edited),
                        "source": {"path": e.location.path, "line": e.location.line},
                    }
                    for e in w.edits.get(m.id, ())
                ],
                "readings": [
                    {"model": one.model, "raw": one.raw} | understanding(one)
                    for one in w.readings.get(m.id, ())
                ],
            }
            for m, u in zip(w.messages, w.understandings, strict=True)
        ],
        "decisions": [decision(d) for d in w.decisions],
        "attributes": [attribute(a) for a in w.attributes],
        "events": [event(e) for e in w.events],
    }
