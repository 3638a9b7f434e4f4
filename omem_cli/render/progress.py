"""Progress bars on stderr, only where somebody watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from omem_cli import interrupt
from omem_cli.ingest import Progress, silent

_NAMES = {
    "reading": "Reading messages",
    "indexing": "Indexing messages",
    "embedding": "Embedding messages",
    "understanding": "Understanding messages",
    "asking": "Asking questions",
    "fetching": "Fetching megabytes",
}


@contextmanager
def bars() -> Iterator[Progress]:
    """A `Progress` that draws a bar for each step, with rate and remaining time; silent if stderr is no
    terminal. Either way a Ctrl-C that got lost is heard of with the next step."""
    if not sys.stderr.isatty():
        yield _checked(silent)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TaskID,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bars
    from rich.text import Text

    class Rate(ProgressColumn):
        """Messages a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:.1f}/s", style="dim")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks: dict[str, TaskID] = {}

        def tell(step: str, done: int, total: int | None) -> None:
            if step not in tasks:
                for earlier in tasks.values():
                    shown.remove_task(earlier)
                tasks.clear()
                tasks[step] = shown.add_task(_NAMES.get(step, step), total=total)
            shown.update(tasks[step], completed=done, total=total)

        yield _checked(tell)


def _checked(progress: Progress) -> Progress:
    def tell(step: str, done: int, total: int | None) -> None:
        interrupt.check()
        progress(step, done, total)

    return tell
