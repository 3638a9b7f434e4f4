"""Messages that were candidates once, kept between questions, with what scorers need of each as columns."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload

import numpy as np
from numpy.typing import NDArray

from omem_cli.memory import hints
from omem_cli.memory.arrays import Floats, Ints, Places
from omem_cli.records import Message, Role
from omem_cli.store import Store
from omem_cli.store.messages import Record
from omem_cli.store.moments import microseconds

_KEPT = 20_000  # messages kept between questions
_COLUMNS = np.dtype(
    [
        ("row", "i8"), ("conversation", "i4"), ("position", "i8"), ("time", "i8"), ("wall", "i8"),
        ("role", "i1"), ("person", "i4"), ("speaker", "i4"), ("asks", "?"),
    ]
)  # fmt: skip
_NOBODY, _UNKNOWN = -1, -2  # a message without a person; a name that no candidate has
_NEVER = -(1 << 62)  # microseconds where the time is unknown
_MINUTE = 60_000_000  # microseconds
_ROLES = {str(role): number for number, role in enumerate(Role)}


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of a question by conversation and position; every array has shape (n,).

    `rows`: where they are stored; `conversation`: equal numbers for equal conversations; `seconds`: since
    1970, nan where unknown; `wall`: microseconds of the writer's clock since 1970, long before where unknown;
    `asks`: whether it ends by asking.
    """

    messages: "_Whole"
    rows: Ints
    conversation: Ints
    position: Ints
    seconds: Floats
    wall: Ints
    asks: NDArray[np.bool_]
    _columns: NDArray[np.void]
    _names: dict[str, int]
    _by_row: Ints  # where the lowest row is, the next, …

    def brought(self, channel: dict[int, float]) -> Floats:
        """The score that a channel gave to each, 0 to those that it did not bring."""
        scores = np.zeros(len(self.rows))
        if channel and len(self.rows):
            wanted = np.fromiter(channel, np.int64, len(channel))
            order = self._by_row
            at = order[np.searchsorted(self.rows, wanted, sorter=order).clip(max=len(order) - 1)]
            there = self.rows[at] == wanted
            scores[at[there]] = np.fromiter(channel.values(), np.float64, len(channel))[there]
        return scores

    def text(self, at: int) -> str:
        """What the message there says, without making the whole of it."""
        return self.messages.text(at)

    def said_by(self, name: str) -> NDArray[np.bool_]:
        """Whether this person says it, under this or another name."""
        number = self._names.get(name, _UNKNOWN)
        found: NDArray[np.bool_] = (self._columns["person"] == number) | (self._columns["speaker"] == number)
        return found

    def said_by_then(self, moment: datetime) -> NDArray[np.bool_]:
        """Whether it is known to have been said until a moment; without an offset, one of wall clocks."""
        times = self._columns["time"]
        said = (self.wall if moment.tzinfo is None else times) <= microseconds(moment)
        found: NDArray[np.bool_] = said & (times != _NEVER)
        return found

    def of_role(self, role: Role) -> NDArray[np.bool_]:
        """Whether it is said in this role."""
        found: NDArray[np.bool_] = self._columns["role"] == _ROLES[str(role)]
        return found


class _Whole(Sequence[Message]):
    """The messages at some places, each made when it is looked at."""

    def __init__(self, records: list[Record], made: dict[int, Message], places: list[int]) -> None:
        self._records, self._made, self._places = records, made, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Message: ...
    @overload
    def __getitem__(self, at: slice) -> list[Message]: ...
    def __getitem__(self, at: int | slice) -> Message | list[Message]:
        if isinstance(at, slice):
            return [self._at(place) for place in self._places[at]]
        return self._at(self._places[at])

    def text(self, at: int) -> str:
        """The text of one of them."""
        return self._records[self._places[at]].text

    def _at(self, place: int) -> Message:
        found = self._made.get(place)
        if found is None:
            found = self._made[place] = self._records[place].message()
        return found


class Known:
    """Reads each message once, for questions to a store that doesn't change meanwhile."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._clear()

    def _clear(self) -> None:
        self._records: list[Record] = []
        self._made: dict[int, Message] = {}  # place -> those that were looked at
        self._places = Places()  # in the columns
        self._columns = np.zeros(256, _COLUMNS)
        self._names: dict[str, int] = {}
        self._conversations: dict[str, int] = {}
        self._ranks = np.empty(0, np.int32)  # of the conversations, by id

    def pool(self, rows: Collection[int], person: str | None = None) -> Pool:
        """The messages of these rows; those of one `person` only, if given. Unknown rows are left out."""
        if len(self._records) > _KEPT:
            self._clear()
        wanted = np.fromiter(rows, np.int64, len(rows))
        held = self._places.of(wanted)
        if (unknown := held == Places.UNKNOWN).any():
            self._read(sorted(wanted[unknown].tolist()))
            held = self._places.of(wanted)
            held = held[held != Places.UNKNOWN]
        if person is not None:
            held = held[self._columns["person"][held] == self._names.get(person, _UNKNOWN)]
        columns = self._columns[held]
        position = columns["position"]
        # One number to sort by takes a fifth of the time of two.
        place = (
            self._ranks[columns["conversation"]].astype(np.int64) * (position.max(initial=0) + 1) + position
        )
        return self._pooled(held[np.argsort(place)])

    def part(self, pool: Pool, kept: NDArray[np.bool_]) -> Pool:
        """Those of a pool that are kept."""
        return self._pooled(self._places.of(pool.rows[kept]))

    def _pooled(self, places: Ints) -> Pool:
        columns = self._columns[places]
        times = columns["time"]
        rows = np.ascontiguousarray(columns["row"])
        return Pool(
            messages=_Whole(self._records, self._made, places.tolist()),
            rows=rows,
            conversation=columns["conversation"].astype(np.int64),
            position=np.ascontiguousarray(columns["position"]),
            seconds=np.where(times == _NEVER, np.nan, times / 1e6),
            wall=np.ascontiguousarray(columns["wall"]),
            asks=columns["asks"],
            _columns=columns,
            _names=self._names,
            _by_row=np.argsort(rows),
        )

    def _read(self, rows: list[int]) -> None:
        found = self._store.messages.records(rows)
        if not found:
            return
        start, end = len(self._records), len(self._records) + len(found)
        if end > len(self._columns):
            larger = np.zeros(2 * end, _COLUMNS)
            larger[:start] = self._columns[:start]
            self._columns = larger
        before = len(self._conversations)
        self._note(self._columns[start:end], found)
        self._records += found
        self._places.put(self._columns["row"][start:end], np.arange(start, end))
        if len(self._conversations) > before:
            self._ranks = np.empty(len(self._conversations), np.int32)
            self._ranks[[self._conversations[id] for id in sorted(self._conversations)]] = np.arange(
                len(self._conversations)
            )

    def _note(self, columns: NDArray[np.void], found: list[Record]) -> None:
        names, conversations = self._names, self._conversations
        rows, _, said_in, position, speaker, role, time, offset, words, _, _, _, person = zip(
            *found, strict=True
        )
        columns["row"], columns["position"] = rows, position
        columns["conversation"] = [conversations.setdefault(id, len(conversations)) for id in said_in]
        columns["time"] = [_NEVER if moment is None else moment for moment in time]
        columns["wall"] = columns["time"] + [_MINUTE * (minutes or 0) for minutes in offset]
        columns["role"] = [_ROLES[name] for name in role]
        columns["person"] = [
            _NOBODY if name is None else names.setdefault(name, len(names)) for name in person
        ]
        columns["speaker"] = [names.setdefault(name, len(names)) for name in speaker]
        columns["asks"] = [hints.is_question(text) for text in words]
