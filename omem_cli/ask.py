"""Use case: question -> context, and the answer a local model gives from it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from omem_cli.protocols import Extractor
from omem_cli.records import Context
from omem_cli.store.ids import plain

if TYPE_CHECKING:
    from omem_cli.privacy import Policy

ANSWER_TOKENS = 160
"""Length of an answer at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query of a batch, in line `line` of it; what is None comes from the command line. `error`: why the
    line can't be asked."""

    query: str
    person: str | None = None
    as_of: str | None = None
    error: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`sources` are the ids of the messages it rests on. `text` is None if the memory holds nothing to answer
    from (then no model was asked), or if what the model said does not stand on it: `withheld` says why."""

    query: str
    text: str | None
    sources: tuple[str, ...]
    model: str | None
    withheld: str | None = None


def questions(lines: Iterable[str]) -> Iterator[Question]:
    """Queries of a batch, one a line: plain text, or a JSON object with `query`, `person`, `as_of`. A line
    that begins with a brace is meant as JSON."""
    for number, line in enumerate(lines, 1):
        line = line.strip("\ufeff \t\r\n")
        if line.startswith("{"):
            yield replace(_record(line), line=number)
        elif line:
            yield Question(line, line=number)


def _record(line: str) -> Question:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Question(line, error=f"it is no JSON ({getattr(error, 'msg', 'nested too deeply')})")
    fields = {key: record.get(key) for key in ("query", "person", "as_of")}
    if wrong := [key for key, value in fields.items() if not isinstance(value, str | None)]:
        return Question(line, error=f'"{wrong[0]}" is no text')
    # Half a surrogate pair is no text: as nothing can write it out, it is not taken in.
    fields = {key: value and plain(value) for key, value in fields.items()}
    query = fields["query"]
    if query is None or not query.strip():
        return Question(line, error='it has no "query"')
    return Question(query, fields["person"], fields["as_of"])


def answer(context: Context, block: str, extractor: Extractor, policy: "Policy | None" = None) -> Answer:
    """Lets the model answer from the context alone; `block` is the context as prompt text. What `policy`
    (default: the usual one) wants masked never reaches the model, and what it says without a memory that says
    so never reaches anybody."""
    # Their patterns take a tenth of a second to compile, which every other `ask` would pay for nothing.
    from omem_cli.memory import grounded
    from omem_cli.privacy import Redactor

    redactor = Redactor(policy)
    query, block = redactor.text(" ".join(context.query.split())), redactor.text(block)
    known = {id: redactor.text(words) for id, words in grounded.memories(context).items()}
    if not known:
        return Answer(context.query, None, (), None)
    reply = extractor.answer(
        f"{block}\n\nQuestion: {query}\nAnswer in one or two sentences, in the question's language, only "
        "from the memory above, and put the [id] of each message you use after it. If the memory lacks "
        "the answer, say so.",
        ANSWER_TOKENS,
    ).strip()
    found = grounded.check(reply, query, context.person, known)
    return Answer(context.query, found.text, found.sources, extractor.id, found.withheld)


def used(context: Context) -> tuple[set[str], set[str]]:
    """(ids of the memories and messages shown, channels that brought them), for the memory's hit rate."""
    ids = {h.attribute.id for h in context.attributes} | {h.event.id for h in context.events}
    ids |= {h.message.id for h in context.messages}
    channels = {name.partition(":")[0] for h in context.messages for name in h.via}
    return ids, channels | ({"attribute"} if context.attributes else set())
