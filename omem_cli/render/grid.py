"""A table that stays readable where it does not fit: its rows are then written one field a line."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

READABLE = 12
"""Cells (a Chinese character takes two) that a column which may be wrapped wants at least."""
GAP = 3
"""Cells between two columns."""


class Grid:
    """An open table. `fixed` columns are never wrapped, `right` ones hold numbers, and of `once` a value that
    stands in the row above as well is left out. Where the width leaves a column too little, rows are stacked:
    a field a line, without the empty ones."""

    def __init__(
        self,
        title: str | None,
        columns: Sequence[str],
        *,
        fixed: Collection[str] = (),
        right: Collection[str] = (),
        once: str | None = None,
    ) -> None:
        self._title = None if title is None else Text(title, style="bold")
        self._columns, self._fixed, self._right = tuple(columns), frozenset(fixed), frozenset(right)
        self._once = None if once is None else self._columns.index(once)
        self._rows: list[tuple[Text, ...]] = []

    def add_row(self, *cells: str | Text) -> None:
        """A row; a `str` is omem's own words, foreign text comes as a `Text`."""
        texts = [cell if isinstance(cell, Text) else Text(cell) for cell in cells]
        self._rows.append((*texts, *(Text() for _ in self._columns[len(texts) :])))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What rich prints."""
        if self._title is not None:
            yield self._title
        if self._needs() <= options.max_width:
            yield self._table()
        else:
            for number, row in enumerate(self._rows):
                if number:
                    yield Text()
                yield self._stacked(row, options.max_width)

    def _needs(self) -> int:
        """The width at which every column is readable."""
        widths = []
        for at, name in enumerate(self._columns):
            lines = [line for row in self._rows for line in row[at].plain.split("\n")]
            whole = max(map(cell_len, [name, *lines]), default=0)
            widths.append(whole if name in self._fixed else min(whole, max(READABLE, cell_len(name))))
        return sum(widths) + GAP * (len(widths) - 1)

    def _table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
        for name in self._columns:
            table.add_column(
                Text(name),
                no_wrap=name in self._fixed,
                overflow="fold",
                justify="right" if name in self._right else "left",
            )
        same = [False, *(self._repeats(above, row) for above, row in pairwise(self._rows))]
        for row, repeated in zip(self._rows, same, strict=False):
            table.add_row(*(Text() if repeated and at == self._once else cell for at, cell in enumerate(row)))
        return table

    def _repeats(self, above: tuple[Text, ...], row: tuple[Text, ...]) -> bool:
        return self._once is not None and above[self._once].plain == row[self._once].plain

    def _stacked(self, row: tuple[Text, ...], width: int) -> Table:
        fields = [(name, cell) for name, cell in zip(self._columns, row, strict=True) if cell.plain.strip()]
        longest = max((cell_len(name) for name, _ in fields), default=0)
        lines = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        if longest + 2 + READABLE <= width:
            lines.add_column(no_wrap=True, style="dim")
            lines.add_column(overflow="fold")
            for name, cell in fields:
                lines.add_row(Text(name), cell)
            return lines
        lines.add_column(overflow="fold")  # so narrow that even the names would take the values' room
        for name, cell in fields:
            lines.add_row(Text.assemble((f"{name}: " if name else "", "dim"), cell))
        return lines
