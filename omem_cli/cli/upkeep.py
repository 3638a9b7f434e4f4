"""`omem export`, `omem import`, `omem stats`, `omem doctor`, `omem reindex`."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from omem_cli.cli.app import AsJson, Db, Omem, User, check_model, note, note_weak, opened, put, shared
from omem_cli.cli.sealed import KeyFile, OpeningKeyFile, export_lines, passphrase
from omem_cli.counting import counted
from omem_cli.errors import ModelError, OmemError, UsageError


def export(
    ctx: typer.Context,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to (- is stdout).")] = "-",
    format: Annotated[str, typer.Option("--format", metavar="F", help="jsonl is the only one.")] = "jsonl",
    encrypt: Annotated[
        bool, typer.Option("--encrypt", metavar="", help="Encrypt it: AES-256-GCM, by a passphrase.")
    ] = False,
    key_file: KeyFile = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Write the whole memory as JSON lines: nothing is lost, and `omem import` reads it back."""
    from omem_cli.store.exchange import export
    from omem_cli.store.files import private_text

    if format != "jsonl":
        raise UsageError(f"there is no export format {format!r}, only jsonl")
    if key_file is not None and not encrypt:
        raise UsageError("--key-file goes with --encrypt")
    if encrypt and out == "-" and sys.stdout.isatty():
        raise UsageError("an encrypted export is not for a terminal: name a file with --out")
    with opened(ctx, db, user, as_json) as omem:
        if encrypt:
            _export_sealed(omem, out, passphrase(key_file, new=True))
            if key_file is not None:
                note(f"keep {key_file} safe: without it the export can't be read")
            return
        if out == "-":
            _exported(omem, out, export(omem.store, sys.stdout))
            return
        try:
            with private_text(Path(out)) as file:
                count = export(omem.store, file)
        except OSError as error:
            raise OmemError(f"cannot write {out}: {error.strerror or error}") from error
        _exported(omem, out, count)


def _export_sealed(omem: Omem, out: str, words: str) -> None:
    """Writes the export encrypted: no plain byte of it reaches the disk."""
    from omem_cli.privacy.seal import Sealer
    from omem_cli.store.exchange import export
    from omem_cli.store.files import private_bytes

    target = nullcontext(typer.get_binary_stream("stdout")) if out == "-" else private_bytes(Path(out))
    try:
        with target as file, Sealer(file, words) as sealed:
            text = TextIOWrapper(sealed, encoding="utf-8", newline="\n", write_through=True)
            count = export(omem.store, text)
            text.detach()
    except OSError as error:
        raise OmemError(f"cannot write {out}: {error.strerror or error}") from error
    _exported(omem, out, count, encrypted=True)
    note_weak(words, "passphrase")


def _exported(omem: Omem, out: str, lines: int, *, encrypted: bool = False) -> None:
    """Logs an export, and tells of it unless standard output is the export itself."""
    from omem_cli.render import as_json as shapes

    if not omem.store.readonly:
        omem.store.audit.add("export", {"lines": lines} | ({"encrypted": True} if encrypted else {}))
    if out == "-":
        return
    if omem.as_json:
        put(shapes.dumps({"path": out, "lines": lines, "encrypted": encrypted}))
    else:
        note(f"{counted(lines, 'line')} written to {out}{', encrypted' if encrypted else ''}")


def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `omem export` wrote; - is stdin.")],
    key_file: OpeningKeyFile = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Add an exported memory to this one; what is there already is left alone."""
    from omem_cli.cli.privacy import tell_masked
    from omem_cli.ingest import index
    from omem_cli.privacy import Policy, Redactor
    from omem_cli.render import as_json as shapes
    from omem_cli.render.progress import bars
    from omem_cli.store.exchange import import_

    lines = export_lines(file, key_file)
    with opened(ctx, db, user, as_json, create=True, write=True) as omem:
        embedder = omem.embedder()
        redactor = Redactor(Policy.chosen())
        added = import_(omem.store, lines, redactor.text)
        with bars() as progress:
            index(omem.store, embedder, progress=progress)
        if omem.as_json:
            put(shapes.dumps({"added": added, "redacted": dict(sorted(redactor.counts.items()))}))
        else:
            put(
                ", ".join(
                    counted(count, *_LINES.get(kind, (kind,))) for kind, count in added.items() if count
                )
                + " added"
                if any(added.values())
                else "nothing new"
            )
        tell_masked(redactor.counts)


_LINES = {
    "forgotten": ("claim put away", "claims put away"),
    "alias": ("other name", "other names"),
    "told": ("remark about others", "remarks about others"),
    "erased": ("erasure",),
}
"""What the lines of an export are called, where their type is no noun."""


def stats(ctx: typer.Context, db: Db = None, user: User = None, as_json: AsJson = False) -> None:
    """Count what the memory holds."""
    from contextlib import ExitStack
    from tempfile import TemporaryDirectory

    from omem_cli import settings
    from omem_cli.memory import policies, strictness
    from omem_cli.render import as_json as shapes

    path = settings.database_path(db or shared(ctx).db)
    with TemporaryDirectory(prefix="omem-") as folder, ExitStack() as stack:
        # Looking must leave no file behind where a path was mistyped: the zeros come from a passing store.
        where = path if path.exists() else Path(folder) / "omem.db"
        omem = stack.enter_context(opened(ctx, where, user, as_json, create=not path.exists()))
        if where != path:
            note(f"there is no memory at {path} yet: `omem ingest FILE` makes it")
        store = omem.store
        found = {
            "path": str(path),
            "user": store.user,
            "bytes": store.size() if where == path else 0,
            **store.memories.stats(),
            "vectors": store.vectors.fingerprints("message"),
            "models": store.memories.models(),
            "policies": policies.described(),
            "usage": policies.usage(store),
            "gate": asdict(strictness.current(store)),
        }
        if omem.as_json:
            put(shapes.dumps(found))
            return
        from omem_cli.render import tables

        apart = ("policies", "usage", "gate")
        rows = [(name, _plain(value)) for name, value in found.items() if name not in apart]
        rows.append(("policies", _plain({k: v for k, v in found["policies"].items() if v}) or "off"))
        rows += _used(found["usage"])
        rows.append(("write filter", _filter(found["gate"])))
        tables.show(tables.record("Memory", rows))


def _used(usage: dict[str, Any]) -> list[tuple[str, str]]:
    """How much of the memory was shown, in words."""
    if not usage["asks"]:
        return [("asked", "never")]
    shares = sorted(usage["channels"].items(), key=lambda pair: -pair[1])
    never = usage["never_shown"]
    ids = ", ".join(never["ids"][:5]) + (", …" if len(never["ids"]) > 5 else "")
    return [
        (
            "asked",
            f"{counted(usage['asks'], 'time')}; shown came from "
            + ", ".join(f"{n} {s:.0%}" for n, s in shares),
        ),
        (
            "never shown",
            f"{never['count']:,} of {counted(usage['memories'], 'memory', 'memories')}"
            + (f" ({ids})" if ids else ""),
        ),
    ]


def _filter(gate: dict[str, Any]) -> str:
    """How strict the write filter is, and why."""
    raised = f" ({gate['base']:.2f} as shipped, step {gate['step']})" if gate["step"] else ""
    return f"threshold {gate['threshold']:.2f}{raised}; {gate['why']}"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name or 'no model'}: {number:,}" for name, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def reindex(
    ctx: typer.Context,
    missing: Annotated[
        bool, typer.Option("--missing", metavar="", help="Only what isn't indexed yet, or has no vector.")
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Make the text index and the vectors anew, with the embedding model now in use."""
    from omem_cli.ingest import index
    from omem_cli.render import as_json as shapes
    from omem_cli.render.progress import bars

    with opened(ctx, db, user, as_json, write=True) as omem:
        try:
            embedder = omem.models.load_embedder()
        except ModelError as error:
            raise ModelError(f"{error}; nothing was changed") from error
        store = omem.store
        if missing and embedder is not None:
            check_model(store, embedder)
        with bars() as progress:
            if not missing:
                with store.transaction():
                    store.text_index.clear()
                    if embedder is not None:
                        store.vectors.clear()
            made = index(store, embedder, progress=progress)
        count = store.messages.count()
        store.audit.add("reindex", {"messages": count, "vectors": made})
        put(
            shapes.dumps({"messages": count, "vectors": made})
            if omem.as_json
            else f"{counted(count, 'message')} indexed, {counted(made, 'vector')} made"
        )


def doctor(
    ctx: typer.Context,
    privacy: Annotated[
        bool,
        typer.Option(
            "--privacy", metavar="", help="Look for secrets and personal numbers in what is stored instead."
        ),
    ] = False,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair", metavar="", help="Save what a damaged memory file still holds into a sound one."
        ),
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Check the memory file and the models; exit code 1 if something needs attention."""
    from omem_cli import settings
    from omem_cli.render import as_json as shapes
    from omem_cli.store.files import before_upgrade
    from omem_cli.understanding import NO_MODEL

    root = shared(ctx)
    path = settings.database_path(db or root.db)
    if repair:
        from omem_cli.cli.repair import repair as mend

        mend(ctx, path, settings.user_name(user or root.user), as_json or root.as_json)
        return
    if privacy:
        from omem_cli.cli.privacy import scan

        with opened(ctx, path, user, as_json) as omem:
            scan(omem)
        return
    checks: list[tuple[str, bool, str]] = []

    def check(name: str, work: Callable[[], str]) -> None:
        try:
            checks.append((name, True, work()))
        except OmemError as error:
            checks.append((name, False, str(error)))

    def settings_file() -> str:
        settings.all_settings()
        return f"{settings.config_path()}" + (
            "" if settings.config_path().exists() else " (none, all defaults)"
        )

    def memory() -> str:
        if not path.exists():
            return f"{path} (not made yet)"
        with opened(ctx, path, user) as omem:
            if wrong := omem.store.integrity():
                raise OmemError(
                    f"{path}: {'; '.join(wrong[:3])}: `omem doctor --repair` saves what can be read"
                )
            if omem.store.erasure.unfinished:
                raise OmemError(f"{path}: an erasure was interrupted: `omem forget --wipe` ends it")
            return f"{path}, sound, {counted(omem.store.messages.count(), 'message')}" + (
                ", read-only" if omem.store.readonly else ""
            )

    def waiting() -> str:
        with opened(ctx, path, user) as omem:
            unindexed = omem.store.messages.count() - omem.store.text_index.count()
            pending = omem.store.messages.pending_count()
            unread = omem.store.memories.stats()["skipped"].get(NO_MODEL, 0)
            found = [
                *([f"{counted(unindexed, 'message')} to be indexed"] if unindexed else []),
                *([f"{counted(pending, 'message')} to be understood"] if pending else []),
                *([f"{counted(unread, 'message')} read without a model"] if unread else []),
            ]
            return " and ".join(found) + ": `omem extract`" if found else "nothing is waiting"

    def embedder() -> str:
        model = root.models.load_embedder()
        if model is None:
            raise ModelError("none: messages are found by their words only")
        left = 0
        if path.exists():
            from omem_cli.ingest import EMBEDDED

            with opened(ctx, path, user) as omem:
                check_model(omem.store, model)
                left = omem.store.messages.unembedded_count(model.fingerprint, EMBEDDED)
        rest = f", {counted(left, 'message')} without a vector: `omem reindex --missing`" if left else ""
        return f"{model.fingerprint}, {model.dimension} dimensions{rest}"

    def extractor() -> str:
        model = root.models.load_extractor()
        if model is None:
            raise ModelError(
                "none: clues and topics come from the text, no persona; `omem models use FILE.gguf` (or the "
                "address of a server)"
            )
        answers = getattr(model, "check", None)  # a server's
        return model.id if answers is None else str(answers())

    def private() -> str:
        for file in (path, before_upgrade(path), settings.config_path()):
            if file.exists() and file.stat().st_mode & 0o077:
                raise OmemError(f"others can read {file}: `chmod 600 {file}`")
        return "only you can read the memory and the settings"

    check("settings", settings_file)
    check("memory file", memory)
    check("permissions", private)
    if path.exists() and checks[1][1]:
        check("waiting work", waiting)
    check("embedding model", embedder)
    check("language model", extractor)
    good = all(ok for _, ok, _ in checks)
    if as_json or root.as_json:
        put(
            shapes.dumps(
                {"ok": good, "checks": [{"name": n, "ok": ok, "detail": detail} for n, ok, detail in checks]}
            )
        )
    else:
        from omem_cli.render import tables

        tables.show(tables.checks(checks))
    if not good:
        raise typer.Exit(OmemError.exit_code)
