"""`omem bench …`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from omem_cli.cli.app import AsJson, Limit, OmemGroup, lines_of, note, put, shared
from omem_cli.errors import OmemError

if TYPE_CHECKING:
    from omem_cli.cli.app import Models
    from omem_cli.protocols import Extractor

app = typer.Typer(
    cls=OmemGroup, no_args_is_help=True, help="Measure omem on labelled data; no memory is touched."
)


@app.command()
def extraction(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Labelled messages, a JSON object a line; - is stdin.", show_default=False
        ),
    ],
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="PATH",
            help="A GGUF file, bundled, or none, for this run (default: the model in use).",
            show_default=False,
        ),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Compare what is understood of labelled messages with their labels: scores, confusions, time by stage.

    Each line holds text, date, prev, lang, and what is to be found: attributes, events and clues.
    """
    from itertools import islice

    from omem_cli.bench.extraction import run
    from omem_cli.bench.labels import read
    from omem_cli.render import as_json as shapes
    from omem_cli.render import bench
    from omem_cli.render.progress import bars

    root = shared(ctx)
    rows = list(islice(read(lines_of(file), file), limit))
    if not rows:
        raise OmemError(f"no labelled messages in {file}")
    chosen = _extractor(root.models, model)
    embedder = root.models.load_embedder() if getattr(chosen, "tuned", False) else None
    with bars() as progress:
        report = run(rows, chosen, embedder=embedder, progress=progress)
    if as_json or root.as_json:
        put(shapes.dumps(bench.extraction_json(report, file)))
    else:
        from omem_cli.render import tables

        tables.show(*bench.extraction(report))


def _extractor(models: "Models", name: str | None) -> "Extractor | None":
    """The model in use, or the one named. One that can't be loaded is an error: it can't be measured."""
    from omem_cli.understanding import load_extractor

    if name is not None:
        return load_extractor(name)
    found = models.load_extractor()
    if found is None:
        note("no language model: only the write filter and clue words are measured")
    return found


@app.command()
def locomo(
    ctx: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="LoCoMo conversations with questions.", show_default=False),
    ],
    budget: Annotated[
        int, typer.Option("--budget", min=1, metavar="TOKENS", help="Tokens a question.")
    ] = 1500,
    extract: Annotated[
        bool,
        typer.Option(
            "--extract/--no-extract", metavar="", help="Understand the messages first (takes long)."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare how grep, BM25, vectors and omem find the messages that answer questions.

    Shares count the first ten: of evidence messages (turn), of questions with any, of evidence sessions.
    """
    from omem_cli.bench.locomo import read, run
    from omem_cli.render import as_json as shapes
    from omem_cli.render import bench
    from omem_cli.render.progress import bars
    from omem_cli.understanding import Understander

    root = shared(ctx)
    samples = read(file)
    embedder = root.models.load_embedder()
    if embedder is None:
        note("no embedding model: nothing is found by vectors")
    understander = Understander(_extractor(root.models, None), embedder=embedder) if extract else None
    with bars() as progress:
        report = run(
            samples, embedder, understander=understander, budget=budget, path=str(file), progress=progress
        )
    if as_json or root.as_json:
        put(shapes.dumps(bench.locomo_json(report, str(file))))
    else:
        from omem_cli.render import tables

        tables.show(*bench.locomo(report))
