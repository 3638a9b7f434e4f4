"""A database file read page by page, without SQLite: what is whole can be read however much else is not.

Follows the file format that SQLite promises to keep (https://www.sqlite.org/fileformat2.html): b-tree pages,
records, overflow chains, and the write-ahead log up to its last whole transaction. Nothing here knows what
the tables mean; `repair` does.
"""

import mmap
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Value = int | float | str | bytes | None
Decode = Callable[[int, bytes], bytes | None]
"""(page number, its bytes on disk) -> the page, or None if it is damaged: for encrypted files."""

MAGIC = b"SQLite format 3\x00"
DEFAULT_SIZE = 4096
_LEAF_TABLE, _INNER_TABLE, _LEAF_INDEX, _INNER_INDEX = 13, 5, 10, 2
_TABLE, _INDEX = (_LEAF_TABLE, _INNER_TABLE), (_LEAF_INDEX, _INNER_INDEX)


class Damaged(Exception):
    """A page, cell or record that is not what it should be."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of a b-tree page. `rowid` is None in an index; `child` is None in a leaf."""

    rowid: int | None
    child: int | None
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Tree:
    """A b-tree page: of a table or an index, its cells and, unless it is a leaf, its last child."""

    number: int
    is_table: bool
    is_leaf: bool
    cells: tuple[Cell, ...]
    last: int | None
    damaged: int
    """Cells that could not be read."""

    def children(self) -> list[int]:
        """The pages below."""
        found = [cell.child for cell in self.cells if cell.child is not None]
        return found if self.last is None else [*found, self.last]


class Pages:
    """Use as a context manager. Raises OSError."""

    def __init__(self, path: Path, decode: Decode | None = None) -> None:
        self._file = path.open("rb")
        self._decode = decode
        self._data = _mapped(self._file.fileno())
        log = path.with_name(path.name + "-wal")
        self._log_file = log.open("rb") if log.exists() else None
        self._log = _mapped(self._log_file.fileno()) if self._log_file is not None else b""
        head = self._data[:100]
        self.header = bytes(head) if decode is None else (decode(1, bytes(self._data[:DEFAULT_SIZE])) or b"")
        self.size = _size(self.header) or _log_size(self._log) or DEFAULT_SIZE
        self._on_top, length = _committed(self._log, self.size)
        self.count = length if self._on_top else len(self._data) // self.size
        self._first = self.page(1)
        self.header = self._first[:100] if self._first is not None else b""
        reserved = self.header[20] if _size(self.header) else (0 if decode is None else 80)
        self.usable = self.size - reserved
        self.broken: set[int] = set()
        """Pages that were wanted and could not be read as what they should be."""

    def __enter__(self) -> "Pages":
        return self

    def __exit__(self, *_: object) -> None:
        for data in (self._data, self._log):
            if isinstance(data, mmap.mmap):
                data.close()
        self._file.close()
        if self._log_file is not None:
            self._log_file.close()

    @property
    def whole_header(self) -> bool:
        """Whether the first page can be read at all."""
        return _size(self.header) is not None

    def page(self, number: int) -> bytes | None:
        """A page as the last whole transaction left it; None if there is no such page, or it is damaged."""
        if not 1 <= number <= self.count:
            return None
        at = self._on_top.get(number)
        if at is not None:
            raw = bytes(self._log[at : at + self.size])
        else:
            raw = bytes(self._data[(number - 1) * self.size : number * self.size])
        if len(raw) != self.size:
            return None
        return raw if self._decode is None else self._decode(number, raw)

    # ------------------------------------------------------------ b-trees
    def tree(self, number: int) -> Tree:
        """The b-tree page of this number. Raises Damaged."""
        page = self.page(number)
        if page is None:
            raise Damaged(f"page {number} is missing")
        base = 100 if number == 1 else 0
        kind = page[base]
        if kind not in (*_TABLE, *_INDEX):
            raise Damaged(f"page {number} is no part of a table")
        leaf = kind in (_LEAF_TABLE, _LEAF_INDEX)
        count = int.from_bytes(page[base + 3 : base + 5], "big")
        begin = base + (8 if leaf else 12)
        content = int.from_bytes(page[base + 5 : base + 7], "big") or 65536
        if begin + 2 * count > min(content, self.usable) or content > self.usable:
            raise Damaged(f"page {number} is damaged")
        last = None if leaf else int.from_bytes(page[base + 8 : base + 12], "big")
        cells, damaged, seen = [], 0, set()
        for at in range(begin, begin + 2 * count, 2):
            place = int.from_bytes(page[at : at + 2], "big")
            try:
                if not content <= place < self.usable or place in seen:
                    raise Damaged("a pointer that points nowhere")
                seen.add(place)
                cells.append(self._cell(page, place, kind))
            except (Damaged, IndexError):
                damaged += 1
        if count and not cells:
            raise Damaged(f"page {number} is damaged")
        return Tree(number, kind in _TABLE, leaf, tuple(cells), last, damaged)

    def _cell(self, page: bytes, at: int, kind: int) -> Cell:
        child = rowid = None
        if kind in (_INNER_TABLE, _INNER_INDEX):
            child, at = int.from_bytes(page[at : at + 4], "big"), at + 4
            if child < 2:
                raise Damaged("no page below")
        if kind == _INNER_TABLE:
            rowid, at = _varint(page, at)
            return Cell(_signed(rowid), child, at, 0)
        size, at = _varint(page, at)
        if kind == _LEAF_TABLE:
            rowid, at = _varint(page, at)
            rowid = _signed(rowid)
        if at + self._local(size, kind) > self.usable or size > 1 << 31:
            raise Damaged("a cell that is longer than its page")
        return Cell(rowid, child, at, size)

    def _local(self, size: int, kind: int) -> int:
        """Bytes of a payload that stand in the page itself, without the pointer to the rest."""
        u = self.usable
        most = u - 35 if kind == _LEAF_TABLE else (u - 12) * 64 // 255 - 23
        if size <= most:
            return size
        least = (u - 12) * 32 // 255 - 23
        fitting = least + (size - least) % (u - 4)
        return fitting if fitting <= most else least

    def payload(self, tree: Tree, cell: Cell) -> bytes:
        """The bytes of a cell's record, with what lies in other pages. Raises Damaged."""
        page = self.page(tree.number)
        assert page is not None  # it was read before
        kind = _LEAF_TABLE if tree.is_table else _LEAF_INDEX
        local = self._local(cell.size, kind)
        parts = [page[cell.start : cell.start + local]]
        missing = cell.size - local
        if not missing:
            return parts[0]
        following = int.from_bytes(page[cell.start + local : cell.start + local + 4], "big")
        seen: set[int] = set()
        while missing > 0:
            more = self.page(following) if following > 1 and following not in seen else None
            if more is None:
                self.broken.add(following)
                raise Damaged("a part of it is missing")
            seen.add(following)
            taken = min(missing, self.usable - 4)
            parts.append(more[4 : 4 + taken])
            missing -= taken
            before, following = following, int.from_bytes(more[:4], "big")
            if (missing == 0) != (following == 0):
                self.broken.add(before)
                raise Damaged("its parts don't fit")
        return b"".join(parts)

    def record(self, tree: Tree, cell: Cell) -> tuple[Value, ...]:
        """The values of a cell. Raises Damaged."""
        return decoded(self.payload(tree, cell))

    def walk(self, root: int) -> "Walk":
        """The b-tree below a page."""
        return Walk(self, root)

    def loose(self, claimed: set[int]) -> Iterator[Tree]:
        """B-tree pages that hold records and are not among `claimed`."""
        for number in range(2, self.count + 1):
            if number in claimed:
                continue
            try:
                tree = self.tree(number)
            except Damaged:
                continue
            if tree.cells and (tree.is_leaf or not tree.is_table):
                yield tree


class Walk:
    """All pages of a b-tree with records, in order; afterwards `whole` says whether every page was there and
    `seen` which they were."""

    def __init__(self, pages: Pages, root: int) -> None:
        self._pages, self._root = pages, root
        self.whole = True
        self.seen: set[int] = set()

    def __iter__(self) -> Iterator[Tree]:
        pages, queue, is_table = self._pages, [self._root], None
        while queue:
            number = queue.pop()
            try:
                if number in self.seen:
                    raise Damaged("a page within itself")
                tree = pages.tree(number)
                if is_table is not None and tree.is_table is not is_table:
                    raise Damaged("a page of another kind")
            except Damaged:
                pages.broken.add(number)
                self.whole = False
                continue
            is_table = tree.is_table
            self.seen.add(number)
            if tree.damaged:
                pages.broken.add(number)
                self.whole = False
            queue += reversed(tree.children())
            if tree.is_leaf or not tree.is_table:
                yield tree


def decoded(payload: bytes) -> tuple[Value, ...]:
    """The values of a record. Raises Damaged."""
    try:
        end, at = _varint(payload, 0)
        kinds = []
        while at < end:
            kind, at = _varint(payload, at)
            kinds.append(kind)
        if at != end:
            raise Damaged("a record whose head is cut")
        values: list[Value] = []
        for kind in kinds:
            length = _length(kind)
            piece = payload[at : at + length]
            if len(piece) != length:
                raise Damaged("a record that is cut")
            values.append(_value(kind, piece))
            at += length
        if at != len(payload):
            raise Damaged("a record with something behind it")
    except (IndexError, UnicodeDecodeError) as error:
        raise Damaged("no record") from error
    return tuple(values)


def _length(kind: int) -> int:
    if kind in (10, 11):
        raise Damaged("a kind of value that there is not")
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else (kind - 12) // 2


def _value(kind: int, piece: bytes) -> Value:
    if kind == 0:
        return None
    if kind == 7:
        number: float = struct.unpack(">d", piece)[0]
        return number
    if kind in (8, 9):
        return kind - 8
    if kind < 7:
        return int.from_bytes(piece, "big", signed=True)
    return piece if kind % 2 == 0 else piece.decode("utf-8")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _size(header: bytes) -> int | None:
    """The page size that a file's first bytes tell; None if they are no such bytes."""
    if header[:16] != MAGIC or len(header) < 24:
        return None
    size = int.from_bytes(header[16:18], "big")
    size = 65536 if size == 1 else size
    fits = size & (size - 1) == 0 and 512 <= size <= 65536
    return size if fits and header[21:24] == b"\x40\x20\x20" else None


# ---------------------------------------------------------------- the log
_LOG_HEAD = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")


def _log_size(log: bytes | mmap.mmap) -> int | None:
    if len(log) < _LOG_HEAD.size:
        return None
    magic, version, size, *_ = _LOG_HEAD.unpack(log[: _LOG_HEAD.size])
    return size if magic & ~1 == 0x377F0682 and version == 3007000 else None


def _committed(log: bytes | mmap.mmap, size: int) -> tuple[dict[int, int], int]:
    """(page number -> where its latest content stands in the log, pages of the database) as of the last
    transaction that is there whole; ({}, 0) if none is."""
    if _log_size(log) != size:
        return {}, 0
    magic, _, _, _, salt, salt2, *_ = _LOG_HEAD.unpack(log[: _LOG_HEAD.size])
    order = ">" if magic & 1 else "<"
    sums = _summed((0, 0), log[:24], order)
    if sums != _LOG_HEAD.unpack(log[: _LOG_HEAD.size])[6:]:
        return {}, 0
    found: dict[int, int] = {}
    waiting: dict[int, int] = {}
    length, at = 0, _LOG_HEAD.size
    while at + _FRAME.size + size <= len(log):
        number, commit, first, second, *check = _FRAME.unpack(log[at : at + _FRAME.size])
        begin = at + _FRAME.size
        sums = _summed(sums, log[at : at + 8] + log[begin : begin + size], order)
        if (first, second) != (salt, salt2) or sums != tuple(check):
            break
        waiting[number] = begin
        if commit:
            found.update(waiting)
            waiting.clear()
            length = commit
        at = begin + size
    return found, length


def _summed(before: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    a, b = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        a = (a + first + b) & 0xFFFFFFFF
        b = (b + second + a) & 0xFFFFFFFF
    return a, b


def _mapped(descriptor: int) -> bytes | mmap.mmap:
    try:
        return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
    except ValueError:  # an empty file
        return b""
