"""`omem ask` and `omem search`."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import (
    PARTLY,
    AsJson,
    AsOf,
    Db,
    Limit,
    Omem,
    Person,
    User,
    date_option,
    fail,
    lines_of,
    note,
    opened,
    person_named,
    put,
)
from omem_cli.counting import counted
from omem_cli.errors import ModelError, StoreError, UnknownPersonError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omem_cli.ask import Question
    from omem_cli.memory.retrieve import Retriever
    from omem_cli.records import Context


ANSWER_BUDGET = 500
"""Tokens of context for `--answer`: more only confuses a small model, which reads some 100 a second."""

_AHEAD = 32  # questions of a batch that are embedded at once


def ask(
    ctx: typer.Context,
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY...", help="The question, in any words.", show_default=False),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("-n", min=1, metavar="N", help="Messages at most (default 10).", show_default=False),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget", min=1, metavar="TOKENS", help="Tokens at most (default 1500).", show_default=False
        ),
    ] = None,
    person: Person = None,
    as_of: AsOf = None,
    as_prompt: Annotated[
        bool, typer.Option("--prompt", metavar="", help="A block to put into any model's prompt.")
    ] = False,
    as_answer: Annotated[
        bool, typer.Option("--answer", metavar="", help="Let the local model answer, naming messages.")
    ] = False,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch",
            metavar="FILE",
            help="A query a line (- is stdin); writes a JSON line each.",
            show_default=False,
        ),
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Find what the memory holds for a question: persona, events, clues, topics, messages, and why."""
    from omem_cli import settings

    words = " ".join(query or []).strip()
    if bool(words) == (batch is not None):
        raise UsageError("give either a question or --batch FILE")
    if as_prompt + as_answer + (batch is not None) > 1:
        raise UsageError("--prompt, --answer and --batch exclude each other")
    day = date_option(as_of)
    limit, tokens = n or int(settings.get("results") or 10), budget or int(settings.get("budget") or 1500)
    with opened(ctx, db, user, as_json, embed=True) as omem:
        from omem_cli.ask import Question, questions, used
        from omem_cli.memory.retrieve import Retriever
        from omem_cli.render import as_json as shapes
        from omem_cli.store.ids import plain

        _searchable(omem)
        half_life = settings.get("half_life")
        finder = Retriever(omem.store, omem.embedder(), half_life=float(half_life) if half_life else None)

        everywhere = person_named(omem, person)
        asked: list[tuple[set[str], set[str]]] = []

        def find(question: Question) -> "Context":
            own = date_option(question.as_of, "as_of") if question.as_of else day
            who = person_named(omem, question.person) if question.person else everywhere
            found = finder.ask(question.query, n=limit, budget=tokens, person=who, as_of=own)
            asked.append(used(found))
            return found

        if batch is not None:
            broken, lines = 0, shapes.ContextLines()
            for question in _ahead(questions(lines_of(batch)), finder, batch):
                try:
                    if question.error:
                        raise UsageError(question.error)
                    line = lines.line(find(question))
                except (UsageError, UnknownPersonError) as error:
                    broken += 1
                    note(f"line {question.line}, {question.query[:60]!r}: {error}")
                    row = {"line": question.line, "query": question.query, "error": str(error)}
                    line = shapes.dumps(row, indent=None)
                put(line)
            omem.store.usage.note(asked)
            if broken:
                raise typer.Exit(PARTLY)
            return
        context = find(Question(plain(words)))
        for text in context.notes:
            note(text)
        if as_answer:
            _answer(omem, context, tokens)
        elif as_prompt:
            block = _block(omem, context, tokens)
            put(shapes.dumps({"query": context.query, "prompt": block}) if omem.as_json else block)
        elif omem.as_json:
            put(shapes.dumps(shapes.context(context)))
        else:
            from omem_cli.render import tables

            tables.show(*tables.context(context))
        omem.store.usage.note(asked)


def _ahead(asked: "Iterator[Question]", finder: "Retriever", source: str) -> "Iterator[Question]":
    """The questions of a batch. Those of a file are told to `finder` some at a time; whoever writes to a pipe
    may wait for the answer before they ask again."""
    if not Path(source).is_file():
        yield from asked
        return
    while several := list(islice(asked, _AHEAD)):
        finder.expect([question.query for question in several if not question.error])
        yield from several


def _searchable(omem: Omem) -> None:
    """Indexes the words of messages that were only stored (`ingest --no-embed`), if that can be written."""
    waiting = omem.store.text_index.behind()
    if not waiting:
        return
    from omem_cli.ingest import index
    from omem_cli.render.progress import bars

    try:
        with bars() as progress:
            index(omem.store, None, progress=progress)
    except StoreError as error:
        note(f"{counted(waiting, 'message')} can't be found yet: {error}")
    else:
        note(counted(waiting, "message was", "messages were") + " indexed first")


def _block(omem: Omem, context: "Context", budget: int) -> str:
    from omem_cli.render.prompt import block

    return block(context, budget=budget, count_tokens=_counter(omem))


def _counter(omem: Omem) -> Any:
    embedder = omem.embedder()
    if embedder is not None:
        return embedder.count_tokens
    from omem_cli.memory.retrieve import estimate_tokens

    return estimate_tokens


def _answer(omem: Omem, context: "Context", budget: int) -> None:
    from omem_cli.ask import answer
    from omem_cli.privacy import Policy
    from omem_cli.render import as_json as shapes

    extractor = omem.extractor()
    if extractor is None:
        raise ModelError("--answer needs a language model: `omem models use FILE.gguf`")
    reply = answer(context, _block(omem, context, min(budget, ANSWER_BUDGET)), extractor, Policy.chosen())
    if reply.withheld is not None:
        note(f"no answer that stands on the memories ({reply.withheld}); here they are themselves")
    if omem.as_json:
        put(shapes.dumps(shapes.answer(reply, context)))
    else:
        from omem_cli.render import tables

        told = reply.withheld is None and (reply.text is not None or not context.left_out)
        tables.show(*(tables.answer(reply) if told else tables.context(context)))


def search(
    ctx: typer.Context,
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY...", help="Words to look for.", show_default=False)
    ],
    limit: Limit = None,
    person: Person = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Search the messages themselves, best first."""
    from omem_cli import settings
    from omem_cli.memory.retrieve import Retriever
    from omem_cli.render import as_json as shapes

    words = " ".join(query).strip()
    if not words:
        raise UsageError("give some words to search for")
    with opened(ctx, db, user, as_json, embed=True) as omem:
        from omem_cli.store.ids import plain

        _searchable(omem)
        words = plain(words)
        hits = Retriever(omem.store, omem.embedder()).search(
            words, limit or int(settings.get("results") or 10), person=person_named(omem, person)
        )
        if omem.as_json:
            put(shapes.dumps({"query": words, "messages": [shapes.hit(h) for h in hits]}))
        elif hits:
            from omem_cli.render import tables

            tables.show(tables.hits(hits, None))
        else:
            fail("nothing found", 0)
