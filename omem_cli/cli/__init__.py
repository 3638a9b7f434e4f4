"""The command line. Each command imports what it works with only when it runs."""

import gc
import os
from typing import Annotated

import typer

from omem_cli.cli import (
    ask,
    audit,
    backup,
    bench,
    checkpoint,
    distill,
    encrypt,
    forget,
    formats,
    indexes,
    ingest,
    models,
    persona,
    share,
    upkeep,
)
from omem_cli.cli.app import AsJson, Db, OmemGroup, User, never_without_input, shared, utf8_streams

app = typer.Typer(
    cls=OmemGroup,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_IN, _OUT, _UP = "Taking in", "Looking up", "Upkeep"
for _name, _command, _panel in (
    ("ingest", ingest.ingest, _IN),
    ("extract", ingest.extract, _IN),
    ("preview", ingest.preview, _IN),
    ("formats", formats.formats, _IN),
    ("ask", ask.ask, _OUT),
    ("search", ask.search, _OUT),
    ("why", persona.why, _OUT),
    ("events", indexes.events, _OUT),
    ("topics", indexes.topics, _OUT),
    ("clues", indexes.clues, _OUT),
    ("messages", indexes.messages, _OUT),
    ("forget", forget.forget, _UP),
    ("distill", distill.distill, _UP),
    ("backup", backup.backup, _UP),
    ("restore", backup.restore, _UP),
    ("encrypt", encrypt.encrypt, _UP),
    ("decrypt", encrypt.decrypt, _UP),
    ("export", upkeep.export, _UP),
    ("import", upkeep.import_, _UP),
    ("stats", upkeep.stats, _UP),
    ("doctor", upkeep.doctor, _UP),
    ("reindex", upkeep.reindex, _UP),
):
    app.command(_name, rich_help_panel=_panel)(_command)
app.add_typer(persona.app, name="persona", rich_help_panel=_OUT)
app.add_typer(checkpoint.app, name="checkpoint", rich_help_panel=_IN)
app.add_typer(audit.app, name="audit", rich_help_panel=_UP)
app.add_typer(share.app, name="share", rich_help_panel=_UP)
app.add_typer(models.app, name="models", rich_help_panel=_UP)
app.add_typer(models.config, name="config", rich_help_panel=_UP)
app.add_typer(bench.app, name="bench", rich_help_panel=_UP)


def _version(wanted: bool) -> None:
    if wanted:
        from omem_cli import __version__

        typer.echo(f"omem {__version__}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
    version: Annotated[
        bool,
        typer.Option("--version", metavar="", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """A local, explainable long-term memory for people who chat with AI."""
    options = shared(ctx)
    options.db, options.user, options.as_json = db, user, as_json


_OBJECTS = 100_000
"""New objects after which garbage is looked for: a question makes fewer, a long command looks as before."""


def main() -> None:
    """The `omem` command."""
    # numpy's products here are small: waking a second thread for one costs more than it saves. Read by numpy
    # when it is imported, so set before; it leaves the models' own threads alone.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Nearly all that a short command makes are modules, which stay: looking through them for garbage, again
    # and again while they are loaded and once more at the end, would take a sixth of its time.
    gc.set_threshold(_OBJECTS)
    utf8_streams()
    never_without_input()
    try:
        app(prog_name="omem")
    finally:
        gc.freeze()
