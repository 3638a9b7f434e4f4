"""Use case: question -> context, and the answer a local model gives from it."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from omem_cli.protocols import Extractor
from omem_cli.records import Context

ANSWER_TOKENS = 160
"""Length of an answer at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query of a batch; what is None comes from the command line."""

    query: str
    person: str | None = None
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`sources` are ids of messages of the context that the model named; `text` is None if the memory holds
    nothing to answer from (then no model was asked)."""

    query: str
    text: str | None
    sources: tuple[str, ...]
    model: str | None


def questions(lines: Iterable[str]) -> Iterator[Question]:
    """Queries of a batch, one a line: plain text, or a JSON object with `query`, `person`, `as_of`."""
    for line in lines:
        line = line.strip("\ufeff \t\r\n")
        if not line:
            continue
        record = None
        if line.startswith("{"):
            try:
                record = json.loads(line)
            except ValueError:  # a question may well begin with a brace
                record = None
        if isinstance(record, dict) and isinstance(record.get("query"), str):
            person, as_of = (v if isinstance(v := record.get(k), str) else None for k in ("person", "as_of"))
            yield Question(record["query"], person, as_of)
        else:
            yield Question(line)


def answer(context: Context, block: str, extractor: Extractor) -> Answer:
    """Lets the model answer from the context alone; `block` is the context as prompt text."""
    known = [hit.message.id for hit in context.messages]
    known += [e.message for a in context.attributes for e in a.attribute.evidence]
    known += [e.message for v in context.events for e in v.event.evidence]
    if not known:
        return Answer(context.query, None, (), None)
    reply = extractor.answer(
        f"{block}\n\nAnswer the question from the memory above, in the question's language, in one or two "
        "sentences. Name the id of each message you use in brackets. If the memory does not hold the answer, "
        f"say so.\n\nQuestion: {context.query}\nAnswer:",
        ANSWER_TOKENS,
    ).strip()
    named = [
        i for i in dict.fromkeys(known) if re.search(rf"(?<![0-9A-Za-z]){re.escape(i)}(?![0-9A-Za-z])", reply)
    ]
    return Answer(context.query, reply, tuple(named), extractor.id)
