"""Use case: question -> context, and the answer a local model gives from it."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omem_cli import text
from omem_cli.protocols import Extractor
from omem_cli.records import Context

if TYPE_CHECKING:
    from omem_cli.privacy import Policy

ANSWER_TOKENS = 160
"""Length of an answer at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query of a batch; what is None comes from the command line. `error`: why the line can't be asked."""

    query: str
    person: str | None = None
    as_of: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`sources` are ids of messages of the context: those that the model named, else those whose words the
    answer uses. `text` is None if the memory holds nothing to answer from (then no model was asked)."""

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
        if isinstance(record, dict) and "query" in record and not isinstance(record["query"], str):
            yield Question(line, error='"query" is no text')
        elif isinstance(record, dict) and "query" in record:
            person, as_of = (v if isinstance(v := record.get(k), str) else None for k in ("person", "as_of"))
            yield Question(record["query"], person, as_of)
        else:
            yield Question(line)


def answer(context: Context, block: str, extractor: Extractor, policy: "Policy | None" = None) -> Answer:
    """Lets the model answer from the context alone; `block` is the context as prompt text. What `policy`
    (default: the usual one) wants masked never reaches the model."""
    # Its patterns take a tenth of a second to compile, which every other `ask` would pay for nothing.
    from omem_cli.privacy import Redactor

    redactor = Redactor(policy)
    query, block = redactor.text(" ".join(context.query.split())), redactor.text(block)
    known = [hit.message.id for hit in context.messages]
    known += [e.message for a in context.attributes for e in a.attribute.evidence]
    known += [e.message for v in context.events for e in v.event.evidence]
    if not known:
        return Answer(context.query, None, (), None)
    reply = extractor.answer(
        f"{block}\n\nQuestion: {query}\nAnswer in one or two sentences, in the question's language, only "
        "from the memory above, and put the [id] of each message you use after it. If the memory lacks "
        "the answer, say so.",
        ANSWER_TOKENS,
    ).strip()
    named = [
        i for i in dict.fromkeys(known) if re.search(rf"(?<![0-9A-Za-z]){re.escape(i)}(?![0-9A-Za-z])", reply)
    ]
    return Answer(context.query, reply, tuple(named or _behind(reply, context)), extractor.id)


def _behind(reply: str, context: Context) -> list[str]:
    """Ids of up to three messages with most of the reply's words that are not the question's."""
    wanted = set(text.analyse(reply)) - set(text.analyse(context.query))
    shared = [
        (len(wanted.intersection(text.analyse(h.message.text))), h.message.id) for h in context.messages
    ]
    best = max((count for count, _ in shared), default=0)
    return [id for count, id in shared if count == best > 0][:3]


def used(context: Context) -> tuple[set[str], set[str]]:
    """(ids of the memories and messages shown, channels that brought them), for the memory's hit rate."""
    ids = {h.attribute.id for h in context.attributes} | {h.event.id for h in context.events}
    ids |= {h.message.id for h in context.messages}
    channels = {name.partition(":")[0] for h in context.messages for name in h.via}
    return ids, channels | ({"attribute"} if context.attributes else set())
