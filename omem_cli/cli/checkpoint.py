"""`omem checkpoint …`: where a task stands, kept apart from the memories."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from omem_cli.cli.app import AsJson, Db, OmemGroup, User, fail, note, opened, put
from omem_cli.counting import counted
from omem_cli.errors import OmemError, UsageError

if TYPE_CHECKING:
    from omem_cli.memory.machine import Machine

app = typer.Typer(
    cls=OmemGroup,
    no_args_is_help=True,
    help="Where a task stands: save its state, compare, take it up again.",
)

TaskName = Annotated[str, typer.Argument(metavar="TASK", help="Any name.", show_default=False)]
At = Annotated[
    int | None,
    typer.Option("--at", min=1, metavar="N", help="The N-th save (default: the last).", show_default=False),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Don't ask.")]
MOST = 64 * 1024 * 1024
"""Bytes of a state at most."""


@app.command()
def save(
    ctx: typer.Context,
    task: TaskName,
    state: Annotated[
        str,
        typer.Option("--state", metavar="FILE", help="The state as JSON; - is stdin.", show_default=False),
    ],
    machine: Annotated[
        str | None,
        typer.Option(
            "--machine",
            metavar="FILE",
            help="A state machine in YAML; kept with the task, and obeyed from then on.",
            show_default=False,
        ),
    ] = None,
    yes: Yes = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Save a task's state. Refused if the task's state machine has no such step."""
    from omem_cli.cli.privacy import tell_masked
    from omem_cli.memory import checkpoint
    from omem_cli.memory import machine as machines
    from omem_cli.privacy import Policy, Redactor
    from omem_cli.render import as_json as shapes

    value = checkpoint.read_state(_read(state), "standard input" if state == "-" else state)
    rules: Machine | None = None if machine is None else machines.read(_read(machine), machine)
    with opened(ctx, db, user, as_json, create=True, write=True) as omem:
        if not yes and (doubts := checkpoint.doubts(omem.store, task.strip(), value, rules)):
            _confirm("; ".join(doubts), asks=state != "-")
        redactor = Redactor(Policy.chosen())
        kept, changes = checkpoint.save(omem.store, task, value, rules, redactor)
        tell_masked(redactor.counts)
        if omem.as_json:
            from omem_cli.render.checkpoint import save_json

            put(shapes.dumps({"task": task.strip(), **save_json(kept), "changes": changes}))
        else:
            from omem_cli.render.safe import one_line

            stage = f" at {one_line(kept.name)}" if kept.name else ""
            what = "" if kept.number == 1 else f", {counted(changes, 'change')}"
            put(f"{one_line(task)}: save {kept.number}{stage}{what}")


def _confirm(why: str, *, asks: bool) -> None:
    if not (asks and sys.stdin.isatty()):
        raise OmemError(f"{why}: nothing was saved; --yes saves it all the same")
    note(why)
    if not typer.confirm("Save it all the same?", err=True):
        raise OmemError("nothing was saved")


def _read(path: str) -> str:
    try:
        if path == "-":
            data = typer.get_binary_stream("stdin").read(MOST + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST + 1)
        if len(data) > MOST:
            raise OmemError(f"{path} is larger than {MOST >> 20} MB")
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OmemError(f"{path} is not UTF-8 (byte {error.start})") from error
    except OSError as error:
        raise OmemError(f"cannot read {path}: {error.strerror or error}") from error


@app.command()
def show(
    ctx: typer.Context,
    task: TaskName,
    at: At = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Show a task's state as it was saved."""
    from omem_cli.memory import checkpoint
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        one = checkpoint.load(omem.store, task, at)
        from omem_cli.render import checkpoint as render

        if omem.as_json:
            put(shapes.dumps(render.checkpoint_json(one)))
        else:
            from omem_cli.render import tables

            tables.show(render.head(one))
            put("\n" + render.state_text(one.state))


@app.command("list")
def list_(
    ctx: typer.Context,
    task: Annotated[
        str | None, typer.Argument(metavar="[TASK]", help="The saves of this task.", show_default=False)
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """List the tasks, or the saves of one."""
    from omem_cli.memory import checkpoint
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        from omem_cli.render import checkpoint as render
        from omem_cli.render import tables

        if task is not None:
            saves = checkpoint.history(omem.store, task)
            if omem.as_json:
                put(shapes.dumps({"task": task.strip(), "saves": [render.save_json(one) for one in saves]}))
            else:
                tables.show(render.saves_table(saves))
            return
        tasks = omem.store.checkpoints.tasks()
        if omem.as_json:
            put(shapes.dumps({"tasks": [render.task_json(one) for one in tasks]}))
        elif not tasks:
            fail("no task was saved yet: `omem checkpoint save TASK --state FILE`", 0)
        else:
            tables.show(render.tasks_table(tasks))


@app.command()
def diff(
    ctx: typer.Context,
    task: TaskName,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[A B]", help="Two saves (default: the last two).", show_default=False),
    ] = None,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Show what changed between two saves of a task."""
    from omem_cli.memory import checkpoint
    from omem_cli.render import as_json as shapes

    if numbers and len(numbers) != 2:
        raise UsageError("give two saves, or none for the last two")
    pair = (numbers[0], numbers[1]) if numbers else None
    with opened(ctx, db, user, as_json) as omem:
        a, b, found = checkpoint.compare(omem.store, task, pair)
        from omem_cli.render import checkpoint as render

        if omem.as_json:
            put(shapes.dumps(render.changes_json(task.strip(), a, b, found)))
        else:
            from omem_cli.render import tables

            tables.show(render.changes_table(found))


@app.command()
def restore(
    ctx: typer.Context,
    task: TaskName,
    at: At = None,
    as_prompt: Annotated[
        bool, typer.Option("--prompt", metavar="", help="A block to put into any model's prompt.")
    ] = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Take a task up again: its state, where it stopped, and the memories that go with it."""
    from omem_cli import settings
    from omem_cli.memory import checkpoint
    from omem_cli.memory.retrieve import Retriever, estimate_tokens
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json) as omem:
        one = checkpoint.load(omem.store, task, at)
        embedder = omem.embedder() if omem.store.messages.count() else None
        budget = int(settings.get("budget") or 1500)
        context = Retriever(omem.store, embedder).ask(
            checkpoint.question(one), n=int(settings.get("results") or 10), budget=budget
        )
        from omem_cli.render import checkpoint as render

        if as_prompt:
            from omem_cli.render.prompt import block

            count: Any = embedder.count_tokens if embedder is not None else estimate_tokens
            text = render.block(one, block(context, budget=budget, count_tokens=count))
            put(shapes.dumps({"task": one.task, "prompt": text}) if omem.as_json else text)
        elif omem.as_json:
            put(shapes.dumps({**render.checkpoint_json(one), "memories": shapes.context(context)}))
        else:
            from omem_cli.render import tables

            tables.show(render.head(one))
            put("\n" + render.state_text(one.state) + "\n")
            tables.show(*tables.context(context))


@app.command()
def delete(
    ctx: typer.Context,
    task: TaskName,
    yes: Yes = False,
    db: Db = None,
    user: User = None,
    as_json: AsJson = False,
) -> None:
    """Delete a task with all its saves."""
    from omem_cli.memory import checkpoint
    from omem_cli.render import as_json as shapes

    with opened(ctx, db, user, as_json, write=True) as omem:
        saves = len(checkpoint.history(omem.store, task))
        if not yes:
            if not sys.stdin.isatty():
                raise UsageError(f"{counted(saves, 'save')} would be deleted: --yes does it")
            if not typer.confirm(f"Delete {counted(saves, 'save')}?", err=True):
                raise OmemError("nothing was deleted")
        checkpoint.delete(omem.store, task)
        put(
            shapes.dumps({"deleted": task.strip(), "saves": saves})
            if omem.as_json
            else f"{counted(saves, 'save')} deleted"
        )
