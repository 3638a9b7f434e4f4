"""What the pages of a damaged memory still say: rows by table, from tables and from their indexes.

A table's rows are read down from its root. Pages that a broken page cut off are known by what they hold. An
index repeats columns of its table: it tells which rows are missing, and gives back those it holds whole.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field

from omem_cli.store.pages import Damaged, Pages, Tree, Value
from omem_cli.store.schema import migrate

Row = dict[str, Value]

NOT_COPIED = ("_sqlite_migrations", "vector_blocks", "spaces", "vectors", "codes")
"""Made anew: the new file has its own list of migrations, and vectors come from messages."""

INSTEAD = {("topics", "name"): "norm", ("clues", "word"): "norm"}
"""Columns that no index holds, and which says nearly the same."""

UNKNOWN = {("conversations", "format"): "recovered"}
"""What stands for a value that is needed, lost, and not missed by much."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column as a record must have it: `kinds` are Python types."""

    name: str
    kinds: tuple[type, ...]
    needed: bool


@dataclass(frozen=True, slots=True)
class Table:
    """`columns` in the order of its records; `key` names the rowid's column or, if there is no rowid, the
    columns of the primary key. `later` columns may be missing at the end of old records."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    has_rowid: bool
    indexes: tuple["Index", ...]


@dataclass(frozen=True, slots=True)
class Index:
    """`columns` in the order of its records: the rowid (None), or the rest of the key, comes last.
    `partial` ones leave rows out."""

    name: str
    columns: tuple[str | None, ...]
    partial: bool


_TYPES: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,), "REAL": (float, int), "TEXT": (str,), "BLOB": (bytes,),
}  # fmt: skip


def tables() -> tuple[dict[str, Table], dict[str, int]]:
    """The tables of a memory as this omem makes them; where the roots of tables and indexes lie in a new
    file."""
    conn = sqlite3.connect(":memory:")
    try:
        migrate(conn)
        names = [
            (name, bool(without))
            for _, name, kind, _, without, _ in conn.execute("PRAGMA table_list")
            if kind == "table" and not name.startswith("sqlite_") and name not in NOT_COPIED
        ]
        roots = dict(conn.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0"))
        return {name: _table(conn, name, without) for name, without in sorted(names)}, roots
    finally:
        conn.close()


def _table(conn: sqlite3.Connection, name: str, without: bool) -> Table:
    found = conn.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [Column(row[1], _TYPES[row[2]], bool(row[3])) for row in found]
    key = [row[1] for row in sorted(found, key=lambda row: row[5]) if row[5]]
    if without:  # the key's columns stand first
        by_name = {column.name: column for column in columns}
        columns = [by_name[part] for part in key] + [c for c in columns if c.name not in key]
    elif len(key) != 1 or found[[c.name for c in columns].index(key[0])][2] != "INTEGER":
        key = []
    indexes = []
    for _, index, _, _, partial in conn.execute(f"PRAGMA index_list({name})").fetchall():
        if without and index.startswith("sqlite_autoindex"):
            continue  # that is the table itself
        parts = conn.execute(f"PRAGMA index_xinfo({index})").fetchall()
        indexes.append(Index(index, tuple(row[2] for row in parts), bool(partial)))
    return Table(name, tuple(columns), tuple(key), not without, tuple(indexes))


@dataclass
class Salvage:
    """Of one table: `found` counts rows, `missing` are the keys (rowid, or tuple) of rows that are known to
    have been there; `unsure` says that there may have been more, which no index tells of."""

    table: Table
    found: int = 0
    missing: set[object] = field(default_factory=set)
    unsure: bool = False
    partly: int = 0
    """Rows put together from indexes."""
    hints: dict[object, Row] = field(default_factory=dict)
    """What the indexes say of missing rows."""


class Source:
    """A damaged file. `roots` are the pages that its schema, as far as it can be read, names."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.roots: dict[str, int] = {}
        self._all_roots = True  # whether the schema could be read whole
        self.applied: list[str] = []
        self._claimed: set[int] = {1}
        self._read_schema()
        self.known, self.usual = tables()
        self._damaged: set[str] = set()  # tables and indexes with pages that can't be reached
        self._loose: dict[str, list[Tree]] = {}
        self._explore()

    # ------------------------------------------------------------ the schema
    def _read_schema(self) -> None:
        pages, walk = self.pages, self.pages.walk(1)
        trees = list(walk)
        self._claimed |= walk.seen
        if not walk.whole:
            self._all_roots = False
            trees += [tree for tree in pages.loose(self._claimed) if self._is_schema(tree)]
        for tree in trees:
            self._claimed.add(tree.number)
            for values in self._records(tree):
                if _schema_row(values):
                    self.roots[str(values[1])] = int(values[3])  # type: ignore[arg-type]

    def _is_schema(self, tree: Tree) -> bool:
        rows = list(self._records(tree))
        return bool(rows) and all(map(_schema_row, rows))

    def _records(self, tree: Tree) -> Iterator[tuple[Value, ...]]:
        for cell in tree.cells:
            try:
                yield self.pages.record(tree, cell)
            except Damaged:
                self.pages.broken.add(tree.number)

    # ------------------------------------------------------------ which page is whose
    def _explore(self) -> None:
        """Finds the pages that are reached from no root, and whose they must be."""
        kinds = {t.name: (t.name, None) for t in self.known.values()}
        kinds |= {i.name: (t.name, i) for t in self.known.values() for i in t.indexes}  # type: ignore[misc]
        for name in sorted(self.roots.keys() | kinds.keys()):
            root = self.roots.get(name)
            if root is None and not self._all_roots:
                self._damaged.add(name)
            elif root:
                walk = self.pages.walk(root)
                for _ in walk:
                    pass
                self._claimed |= walk.seen
                if not walk.whole:
                    self._damaged.add(name)
        if "_sqlite_migrations" in self.roots:
            self.applied = [
                str(values[2])
                for tree in self.pages.walk(self.roots["_sqlite_migrations"])
                for values in self._records(tree)
                if len(values) == 4
            ]
        places = self._damaged & kinds.keys()
        if not places:
            return
        for tree in self.pages.loose(self._claimed):
            fits = [name for name in sorted(places) if self._fits(tree, *kinds[name])]
            if len(fits) > 1:  # alike: then where a new file has it decides
                fits = [name for name in fits if self.usual[name] == tree.number]
            if fits:
                self._loose.setdefault(fits[0], []).append(tree)
            else:
                self.pages.broken.add(tree.number)

    def _fits(self, tree: Tree, name: str, index: Index | None) -> bool:
        """Whether all that a page holds could stand in a table or index."""
        table = self.known[name]
        if tree.is_table != (index is None and table.has_rowid):
            return False
        found = False
        for cell in tree.cells:
            try:
                values = self.pages.record(tree, cell)
            except Damaged:
                continue
            found = True
            row = (
                self._table_row(table, values, cell.rowid)
                if index is None
                else self._index_row(table, index, values)
            )
            if row is None:
                return False
        return found

    def _table_row(self, table: Table, values: tuple[Value, ...], rowid: int | None) -> Row | None:
        """The values by column, if they can be a row of the table."""
        if len(values) > len(table.columns):
            return None
        row: Row = {}
        for column, value in zip(table.columns, values, strict=False):
            if table.has_rowid and table.key == (column.name,):
                if value is not None:
                    return None
                value = rowid
            if value is None and column.needed:
                return None
            if value is not None and not isinstance(value, column.kinds):
                return None
            row[column.name] = value
        # Columns that a later version added are missing in old rows: only such as may be.
        if any(column.needed for column in table.columns[len(values) :]):
            return None
        return row

    def _index_row(self, table: Table, index: Index, values: tuple[Value, ...]) -> Row | None:
        if len(values) != len(index.columns):
            return None
        kinds = {column.name: column for column in table.columns}
        row: Row = {}
        for name, value in zip(index.columns, values, strict=True):
            if name is None:
                if not isinstance(value, int):
                    return None
                row[table.key[0] if table.key else "rowid"] = value
            elif isinstance(value, kinds[name].kinds) or (value is None and not kinds[name].needed):
                row[name] = value
            else:
                return None
        return row

    # ------------------------------------------------------------ rows
    def trees(self, name: str) -> Iterator[Tree]:
        """The pages of a table or index that hold its records."""
        root = self.roots.get(name)
        if root:
            yield from self.pages.walk(root)
        yield from self._loose.get(name, ())

    def rows(self, table: Table, into: Salvage) -> Iterator[Row]:
        """The rows of a table that can be read, each once; what they are is noted in `into`."""
        damaged = table.name in self._damaged
        expected, sure = self._expected(table) if damaged else (set(), False)
        strays = {tree.number for tree in self._loose.get(table.name, ())}
        seen: set[object] = set()
        failed = False
        for tree in self.trees(table.name):
            for cell in tree.cells:
                row = None
                with contextlib.suppress(Damaged):
                    row = self._table_row(table, self.pages.record(tree, cell), cell.rowid)
                if row is None:
                    self.pages.broken.add(tree.number)
                    failed = True
                    continue
                key = _key(table, row, cell.rowid)
                if key in seen or (tree.number in strays and sure and key not in expected):
                    continue  # a page that was given up: its rows are elsewhere, or were deleted
                seen.add(key)
                into.found += 1
                yield row
        if failed and not damaged:
            expected, sure = self._expected(table)
        into.unsure = (failed or damaged) and not sure
        for key, hint in self._hints(table, expected - seen).items():
            whole = self._completed(table, hint)
            if whole is not None:
                into.found += 1
                into.partly += 1
                yield whole
            else:
                into.missing.add(key)
                into.hints[key] = hint

    def _index_rows(self, table: Table, index: Index) -> Iterator[tuple[object, Row | None]]:
        for tree in self.trees(index.name):
            for cell in tree.cells:
                row = None
                with contextlib.suppress(Damaged):
                    row = self._index_row(table, index, self.pages.record(tree, cell))
                rowid = row.get(table.key[0] if table.key else "rowid") if row else None
                yield (None if row is None else _key(table, row, rowid)), row

    def _expected(self, table: Table) -> tuple[set[object], bool]:
        """Keys of all rows that the indexes name; whether they name every row."""
        found: set[object] = set()
        sure = False
        for index in table.indexes:
            whole = index.name not in self._damaged and index.name in self.roots
            for key, row in self._index_rows(table, index):
                if row is None:
                    whole = False
                else:
                    found.add(key)
            sure = sure or (whole and not index.partial)
        return found, sure

    def _hints(self, table: Table, missing: set[object]) -> dict[object, Row]:
        """What the indexes say of rows that are missing."""
        found: dict[object, Row] = {}
        for index in table.indexes if missing else ():
            for key, row in self._index_rows(table, index):
                if row is not None and key in missing:
                    found.setdefault(key, {}).update(row)
        return found

    def _completed(self, table: Table, hint: Row) -> Row | None:
        row = dict(hint)
        row.pop("rowid", None)
        for column in table.columns:
            if row.get(column.name) is not None or not (
                column.needed or (table.name, column.name) in INSTEAD
            ):
                continue
            other = INSTEAD.get((table.name, column.name))
            value = row.get(other) if other else UNKNOWN.get((table.name, column.name))
            if value is None:
                return None
            row[column.name] = value
        return row


def _key(table: Table, row: Row, rowid: Value) -> object:
    return rowid if table.has_rowid else tuple(row.get(part) for part in table.key)


def _schema_row(values: tuple[Value, ...]) -> bool:
    return (
        len(values) == 5
        and values[0] in ("table", "index", "trigger", "view")
        and isinstance(values[1], str)
        and isinstance(values[3], int)
        and (values[4] is None or isinstance(values[4], str))
    )
