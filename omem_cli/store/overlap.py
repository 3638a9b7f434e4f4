"""A chat without ids whose later export begins elsewhere, was read in another zone, or renames a person.

Its beginning says nothing then; that its messages (same time and words) are stored in one conversation does.
Times are compared as moments and by the wall clock, which is what most exports write.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta, timezone
from typing import NamedTuple

from omem_cli.records import Role, Turn
from omem_cli.store.database import Session
from omem_cli.store.ids import plain, to_stored

_MINUTE = 60_000_000
_SUMMER = (0, -60, 60)
"""What an offset from UTC is shifted by over a year, in minutes."""
_LOOKED = 5
"""Turns, spread over those given, of which one must be stored before all are looked for."""
_TRIES = 500
"""Conversations of a source that are looked for in vain: after these nothing in it is."""
_ZONE_TRIES = 50
_SAMPLE = 2000
"""Conversations that tell in which zones was read before."""
_PILE = 1000
"""Stored messages of one moment that are looked at."""
_COPY = re.compile(r"\s*\(\d+\)\Z")


@dataclass(frozen=True, slots=True)
class Overlap:
    """The stored conversation that a chat is. `zones` are (offset as read before, as read now), in minutes,
    of the messages compared, empty if their times are the same; `names` are speakers now -> before."""

    public: str
    zones: tuple[tuple[int, int], ...] = ()
    names: dict[str, str] = field(default_factory=dict)

    def as_before(self, turn: Turn) -> Turn:
        """The turn at the time that it has in the zone of before."""
        if not self.zones or turn.time is None:
            return turn
        now = to_stored(turn.time)[1] or 0
        before = next((old for old, new in reversed(self.zones) if new == now), None)
        old, new = self.zones[-1]
        if abs(old - new) <= 60:  # the zones may differ in summer only
            return turn
        if before is None:  # the other half of the year
            before = max(-720, min(840, now + old - new))
        return replace(turn, time=turn.time.replace(tzinfo=timezone(timedelta(minutes=before))))

    def others(self, turn: Turn, time: int | None) -> list[tuple[str, int | None]]:
        """(speaker, time) that the turn may be stored with, but its own speaker with `time`."""
        own, offset = to_stored(turn.time)
        times = [time]
        if self.zones and own is not None:
            wall = own + (offset or 0) * _MINUTE
            # Summer time may have come or gone where the stored times are from.
            near = _all_year({old for old, _ in self.zones})
            times += [t for t in dict.fromkeys([own, *(wall - o * _MINUTE for o in near)]) if t != time]
        speakers = [turn.speaker, *([self.names[turn.speaker]] if turn.speaker in self.names else [])]
        return [(who, when) for who in speakers for when in times][1:]


class _Row(NamedTuple):
    conversation: int
    position: int
    speaker: str
    time: int
    offset: int


class _Pair(NamedTuple):
    place: int
    turn: Turn
    row: _Row


class Overlaps:
    """Looks among the conversations that were stored before a source."""

    def __init__(self, session: Session, format: str, zones: dict[str, list[int]]) -> None:
        """`zones` keeps, from source to source, the zones of what was stored before the first of them."""
        self._conn, self._user, self._format = session.conn, session.user_id, format
        self._zones = zones
        self._tries, self._zone_tries = _TRIES, _ZONE_TRIES
        self._newest: int | None = None
        if self._conn.execute(
            "SELECT 1 FROM conversations WHERE user_id = ? AND format = ? AND opening IS NOT NULL LIMIT 1",
            (self._user, format),
        ).fetchone():
            self._newest = self._conn.execute("SELECT max(id) FROM conversations").fetchone()[0]

    def __bool__(self) -> bool:
        return self._newest is not None and self._tries > 0

    def _offsets(self) -> list[int]:
        if self._format not in self._zones:
            found = self._conn.execute(
                "SELECT DISTINCT ifnull(m.offset_min, 0) FROM (SELECT id FROM conversations "
                "WHERE +user_id = ? AND format = ? AND native IS NULL ORDER BY id DESC LIMIT ?) c "
                "JOIN messages m ON m.conversation_id = c.id AND m.position = 0",
                (self._user, self._format, _SAMPLE),
            )
            self._zones[self._format] = _all_year(offset for (offset,) in found)
        return self._zones[self._format]

    def find(self, turns: Sequence[Turn], taken: Callable[[], Collection[str]]) -> Overlap | None:
        """The stored conversation, none of `taken`, that these first turns of a chat are in."""
        if not self:
            return None
        if any(True for turn in _spread(turns, _LOOKED) for _ in self._stored(turn)):
            found = self._best(turns, taken(), zones=False)
            if found is not None:
                return found
        if self._zone_tries and any(
            True for turn in _spread(turns, 3) for _ in self._stored(turn, zones=True)
        ):
            found = self._best(turns, taken(), zones=True)
            if found is not None:
                return found
        self._tries -= 1
        self._zone_tries = max(0, self._zone_tries - 1)
        return None

    @staticmethod
    def again(
        session: Session, conversation: int, zones: Sequence[int], turn: Turn, after: int
    ) -> tuple[int, int] | None:
        """(row, offset) of the first message in a row `after` that one which `turn` is, if it was read in
        another one of `zones`: what is equal at the same offset is another message."""
        time, offset = to_stored(turn.time)
        if time is None:
            return None
        wall = time + (offset or 0) * _MINUTE
        found = session.conn.execute(
            "SELECT row, ifnull(offset_min, 0) FROM messages "
            f"WHERE user_id = ? AND time_us IN ({','.join('?' * len(zones))}) "
            "AND +conversation_id = ? AND time_us + ifnull(offset_min, 0) * 60000000 = ? "
            "AND ifnull(offset_min, 0) <> ? AND speaker = ? AND text = ? AND +row > ? ORDER BY +row LIMIT 1",
            (
                *(session.user_id, *(wall - zone * _MINUTE for zone in zones), conversation, wall),
                *(offset or 0, plain(turn.speaker), plain(turn.text), after),
            ),
        ).fetchone()
        return None if found is None else (int(found[0]), int(found[1]))

    @staticmethod
    def latest(conn: sqlite3.Connection, conversation: int) -> tuple[int | None, list[int]]:
        """When about the last stored message of a conversation was sent, and zones of such."""
        found = conn.execute(
            "SELECT time_us, ifnull(offset_min, 0) FROM messages WHERE conversation_id = ? "
            "AND time_us IS NOT NULL ORDER BY position DESC LIMIT 100",
            (conversation,),
        ).fetchall()
        return max((time for time, _ in found), default=None), _all_year({zone for _, zone in found})

    def _stored(self, turn: Turn, *, zones: bool = False) -> Iterator[_Row]:
        """Stored messages with the words of `turn` at its time, by whomever."""
        time, offset = to_stored(turn.time)
        if time is None:
            return
        wall = time + (offset or 0) * _MINUTE
        times = [wall - zone * _MINUTE for zone in self._offsets()] if zones else [time]
        texts = list(dict.fromkeys(plain(text) for text in (turn.text, *(t for _, t in turn.earlier))))
        found = self._conn.execute(
            "SELECT m.conversation_id, m.position, m.speaker, m.time_us, ifnull(m.offset_min, 0) FROM "
            "(SELECT conversation_id, position, speaker, time_us, offset_min, text FROM messages "
            f"WHERE user_id = ? AND time_us IN ({','.join('?' * len(times))}) LIMIT {_PILE}) m "
            "JOIN conversations c ON c.id = m.conversation_id "
            f"WHERE m.text IN ({','.join('?' * len(texts))}) AND c.format = ? AND c.native IS NULL "
            "AND c.id <= ? AND (m.time_us = ? OR m.time_us + ifnull(m.offset_min, 0) * 60000000 = ?)",
            (self._user, *times, *texts, self._format, self._newest, time, wall),
        )
        yield from map(_Row._make, found.fetchall())

    def _best(self, turns: Sequence[Turn], taken: Collection[str], *, zones: bool) -> Overlap | None:
        rows = [list(self._stored(turn, zones=zones)) for turn in turns]
        count = Counter(conversation for some in rows for conversation in {row.conversation for row in some})
        best: tuple[int, Overlap] | None = None
        for conversation, _ in count.most_common(8):
            public, title, last = self._conn.execute(
                "SELECT public, title, (SELECT max(position) FROM messages WHERE conversation_id = c.id) "
                "FROM conversations c WHERE id = ?",
                (conversation,),
            ).fetchone()
            if public in taken:
                continue
            here = [[row for row in some if row.conversation == conversation] for some in rows]
            pairs = _paired(turns, here, renamed=False)
            anyone = _paired(turns, here, renamed=True)
            names = _renamed(turns, anyone)
            if not _is_one(turns, pairs, last, _titled(turns[0], title)):
                pairs = anyone
                if not names or not _in_step(turns, pairs, last, gaps=0):
                    continue
            if best is None or len(pairs) > best[0]:
                best = len(pairs), Overlap(public, _zones(pairs), names)
        return None if best is None else best[1]


def _all_year(offsets: Iterable[int]) -> list[int]:
    return sorted({offset + change for offset in offsets for change in _SUMMER})


def _spread(turns: Sequence[Turn], count: int) -> list[Turn]:
    return [turns[n] for n in sorted({round(k * (len(turns) - 1) / (count - 1)) for k in range(count)})]


def _paired(turns: Sequence[Turn], rows: Sequence[Sequence[_Row]], *, renamed: bool) -> list[_Pair]:
    """Each turn with a stored message of its own, where there is one; `renamed`: by whomever."""
    used: set[int] = set()
    pairs = []
    for index, (turn, some) in enumerate(zip(turns, rows, strict=True)):
        speakers = {plain(who) for who in (turn.speaker, *(who for who, _ in turn.earlier))}
        free = [row for row in some if row.position not in used and (renamed or row.speaker in speakers)]
        if free:
            time = to_stored(turn.time)[0]
            row = min(free, key=lambda r: (r.speaker not in speakers, r.time != time, r.position))
            used.add(row.position)
            pairs.append(_Pair(index, turn, row))
    return pairs


def _in_step(turns: Sequence[Turn], pairs: Sequence[_Pair], last: int, gaps: int) -> bool:
    """Whether at most so many turns before the last known one are unknown, and one side has nothing after it:
    two chats that part (another branch, another answer) both go on."""
    if not pairs:
        return False
    end = pairs[-1].place
    after = len(turns) - 1 - end
    left = last - max(pair.row.position for pair in pairs)
    return end + 1 - len(pairs) <= gaps and min(after, left) <= (len(pairs) >= 8)


def _is_one(turns: Sequence[Turn], pairs: Sequence[_Pair], last: int, titled: bool) -> bool:
    """Whether that many turns are stored there that it can't be chance: a greeting sent to all, a text
    passed on stand in two chats at the same time, and have one speaker."""
    if not _in_step(turns, pairs, last, gaps=len(pairs) // 2):
        return False
    if titled:
        return True
    speakers = {pair.row.speaker for pair in pairs}
    return len(pairs) >= 3 and len(speakers) > 1 and len({pair.row.time for pair in pairs}) > 1


def _titled(turn: Turn, title: str | None) -> bool:
    """Whether a chat between people has the stored title, which names who is in it."""
    new = turn.conversation.title
    if new is None or title is None or turn.role not in (Role.PARTICIPANT, Role.USER):
        return False
    return _COPY.sub("", plain(new)) == _COPY.sub("", title)


def _renamed(turns: Sequence[Turn], pairs: Sequence[_Pair]) -> dict[str, str]:
    """The one speaker that has another name now, {} if that isn't clear: several messages of theirs and of
    others, at several times, are all stored, theirs under one other name that is nobody's now."""
    here = {plain(turn.speaker) for turn in turns}
    names: dict[str, set[str]] = {}
    for pair in pairs:
        names.setdefault(pair.turn.speaker, set()).add(pair.row.speaker)
    new = [who for who, old in names.items() if old != {plain(who)}]
    if len(new) != 1 or len(names[new[0]]) != 1:
        return {}
    (old,) = names[new[0]]
    theirs = [pair for pair in pairs if pair.turn.speaker == new[0]]
    others = len(pairs) - len(theirs)
    moments = {pair.row.time for pair in theirs}
    return {new[0]: old} if old not in here and len(moments) > 1 and others > 1 else {}


def _zones(pairs: Sequence[_Pair]) -> tuple[tuple[int, int], ...]:
    """(offset before, offset now) of the pairs, in order, if their moments differ."""
    if all(pair.row.time == to_stored(pair.turn.time)[0] for pair in pairs):
        return ()
    return tuple(dict.fromkeys((pair.row.offset, to_stored(pair.turn.time)[1] or 0) for pair in pairs))
