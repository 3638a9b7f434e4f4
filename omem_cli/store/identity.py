"""From parsed turns to stored messages: which conversation a turn belongs to and whether it is known."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from omem_cli.records import Role, Turn
from omem_cli.store.database import Session
from omem_cli.store.edits import Edits
from omem_cli.store.ids import (
    digest,
    hashed,
    packed,
    packed_name,
    packed_number,
    packed_text,
    plain,
    public_id,
    to_stored,
)
from omem_cli.store.overlap import Overlap, Overlaps
from omem_cli.store.tombstones import Tombstones, hidden, native_name

BATCH = 5000
"""Messages a commit: what a kill can cost is read again by the next run. Ids are random, so a commit touches
about as many pages of their index as it has messages, or all of them: few commits write few pages."""
BATCH_SIZE = 8_000_000
"""Characters a commit, but for the last text: long messages wait in memory no more than short ones."""
_FIRST = packed_number(0)
_COLUMNS = (
    "user_id", "id", "conversation_id", "position", "speaker", "role", "person", "time_us", "offset_min",
    "text", "source_id", "line", "ref", "native", "edited_us",
)  # fmt: skip
_ROLES = {role: role.value for role in Role}
_LOOKUP = 500
"""Keys a query."""
_MARKED = "EXISTS (SELECT 1 FROM edit_marks WHERE message_row = row)"
_DAY = 26 * 3_600_000_000
"""By what two zones can differ, in microseconds."""
OPENING = 20
"""Messages by which a conversation without an id of its own is recognised."""
_SHORT = len(digest())


@dataclass(slots=True)
class _Open:
    """A conversation of the source being read. `public` is None while its identity is open."""

    first: Turn
    public: str | None = None
    opening: bytes | None = None
    id: int | None = None
    held: list[Turn] = field(default_factory=list)
    chain: list[bytes] = field(default_factory=list)
    taken: int = 0
    earlier: list[list[bytes]] = field(default_factory=list)
    """The chains of the turns as earlier redaction policies would have left them."""
    renewed: bool = False
    """Whether its stored links are those of an earlier policy: they are hashes of what is masked now."""
    packed: tuple[bytes, bytes] | None = None
    strange: bool = False
    """Whether no stored conversation begins like it."""
    overlap: Overlap | None = None
    """By what it was recognised, if not by its beginning."""
    until: int | None = None
    """Until when its messages may be stored with the times of another zone: of `zones`."""
    zones: list[int] = field(default_factory=list)
    tries: int = 500
    elsewhere: dict[tuple[int, str, str], int] = field(default_factory=dict)
    """(wall clock, speaker, text) -> the last row that such a turn is: a row is one turn only."""
    again: int = 0
    """How often it stood in the source before, under the same id of its own."""
    before: bytes | None = None
    """How that one began that stood there last, until it is clear whether this one goes on after it."""
    goes_on: bool = False
    """Whether it does: then its messages without times are new, whatever was said before."""


@dataclass(slots=True)
class _Records:
    """The records of a source under one id of its own: how often it stood there, its first message, how the
    last record begins. A `digest` of `_SHORT` bytes a message: there may be millions of such records."""

    count: int = 0
    first: bytes = b""
    chain: bytes = b""


class _Alike:
    """Stored conversations of a format that begin with the same message and were not yet recognised in
    this source. `chain` k is a hash of the first k messages, so comparing two openings is a lookup.
    `covered` are rows of conversations with erased messages, their chains hashed under one of `keys`."""

    def __init__(
        self,
        rows: list[tuple[str, int, bytes]],
        covered: Sequence[tuple[str, int, bytes]] = (),
        keys: Collection[bytes] = (),
    ) -> None:
        self.hidden = {public for public, _, _ in covered}
        self._keys = keys if covered else ()
        self._chains: dict[str, list[bytes]] = {}
        for public, _, chain in [*rows, *covered]:
            self._chains.setdefault(public, []).append(chain)
        self._with: dict[bytes, dict[str, None]] = {}
        self._ending: dict[bytes, dict[str, None]] = {}
        self.count = len(self._chains)
        for public, chains in self._chains.items():
            for chain in chains:
                self._with.setdefault(chain, {})[public] = None
            self._ending.setdefault(chains[-1], {})[public] = None

    def find(self, chain: list[bytes], final: bool) -> tuple[str | None, bool]:
        """(the conversation recognised, whether that is settled)."""
        longer = self._look(self._with, chain[-1])
        shorter = [found for link in reversed(chain[:-1]) if (found := self._look(self._ending, link))]
        if not longer and not shorter:
            return None, True
        best = next(iter(longer or shorter[0]))
        if final:
            return best, True
        # A single one, wholly covered: further turns can't change it.
        alone = len(longer) + sum(map(len, shorter)) == 1
        return best, alone and len(self._chains[best]) <= len(chain)

    def _look(self, table: dict[bytes, dict[str, None]], link: bytes) -> dict[str, None]:
        found = table.get(link, {})
        for key in self._keys:
            found = found | table.get(hidden(key, link), {})
        return found

    def claim(self, public: str) -> None:
        chains = self._chains.pop(public)
        for chain in chains:
            del self._with[chain][public]
        del self._ending[chains[-1]][public]


@dataclass(slots=True)
class _Queued:
    """A turn on its way into the store: its time as stored, its public id, its link of the opening, the key
    of its own id, the ids it had under earlier redaction policies."""

    conversation: _Open
    turn: Turn
    time: tuple[int | None, int | None]
    identity: str
    link: bytes | None
    native: bytes | None
    former: tuple[str, ...] = ()
    zoned: bool = False
    """Whether `former` has its ids in the zone of before, too."""


@dataclass(frozen=True, slots=True)
class _Stored:
    row: int
    text: str
    edited: int | None
    marked: bool


@dataclass(frozen=True, slots=True)
class _Met:
    """A stored message that a turn is. `edited`: it was given the turn's text; these are `person`'s words.
    `masked`: so it was because the redaction policy is another now."""

    row: int
    edited: bool = False
    masked: bool = False
    person: str | None = None


class _Natives:
    """Stored messages whose own ids, or those of their earlier versions, stand in a batch."""

    def __init__(
        self, session: Session, user: int, batch: list[_Queued], key: Callable[[_Open, Turn, str], bytes]
    ) -> None:
        self._conn = session.conn
        self.stored: dict[bytes, _Stored] = {}
        self.former: dict[bytes, int] = {}
        own = [q for q in batch if q.native is not None and q.turn.native is not None]
        wanted = [q.native for q in own]
        wanted += [key(q.conversation, q.turn, id) for q in own for id in q.turn.native.replaces]  # type: ignore[union-attr]
        for at in range(0, len(wanted), _LOOKUP):
            part = wanted[at : at + _LOOKUP]
            marks = ",".join("?" * len(part))
            self.stored.update(
                (native, _Stored(row, text, edited, bool(marked)))
                for native, row, text, edited, marked in self._conn.execute(
                    f"SELECT native, row, text, edited_us, {_MARKED} FROM messages "
                    f"WHERE user_id = ? AND native IN ({marks})",
                    (user, *part),
                )
            )
            self.former.update(
                self._conn.execute(
                    "SELECT e.native, e.message_row FROM edits e JOIN messages m ON m.row = e.message_row "
                    f"WHERE +m.user_id = ? AND e.native IN ({marks})",
                    (user, *part),
                )
            )
        self._any = bool(own)

    def __bool__(self) -> bool:
        return self._any

    def adopt(self, row: int, q: _Queued) -> _Met:
        """Gives a stored message its own id."""
        edited = None if q.turn.native is None else to_stored(q.turn.native.edited)[0]
        self._conn.execute(
            "UPDATE messages SET native = ?, edited_us = ? WHERE row = ?", (q.native, edited, row)
        )
        return _Met(row)


class Ingest:
    """Takes turns in file order, commits them in batches."""

    def __init__(
        self, session: Session, format: str, on_batch: Callable[[int, int], None] | None,
        on_edits: Callable[[int, Collection[str]], None] | None, zones: dict[str, list[int]],
    ) -> None:  # fmt: skip
        self._session, self._format = session, format
        self._on_batch, self._on_edits = on_batch, on_edits
        self.new = self.known = self.erased = self.masked = 0
        self._tombstones = Tombstones(session)
        self._path: str | None = None
        self._open: dict[str, _Open] = {}
        self._alike: dict[bytes, _Alike] = {}
        self._equal: dict[bytes, int] = {}
        self._natives: dict[bytes, bytes] = {}
        self._met: dict[str, _Records] = {}
        self._waiting: _Open | None = None
        self._batch: list[_Queued] = []
        self._size = 0
        self._version: int | None = None
        """SQLite's number for what other connections wrote, as of the last batch; None before a source."""
        self._nothing_before = False
        """Whether there were no messages when the source began, and there are none now but its own."""
        self._sources: dict[str, int] = {}
        self.conversations: set[str] = set()
        self._zones = zones
        self._others: Overlaps | None = None
        self.overlaps: list[Overlap] = []

    def add(self, turn: Turn) -> None:
        """Takes a turn; it is committed with its batch, at the latest by `finish`."""
        if turn.location.path != self._path:
            # Within a source two conversations are never one; the same one in another source is.
            self.finish()
            self._path = turn.location.path
        conversation = self._open.get(turn.conversation.local)
        if conversation is None:
            conversation = self._open[turn.conversation.local] = _Open(turn)
            if turn.conversation.native is not None:
                conversation.public = public_id(
                    "c", self._session.user, self._format, "native", turn.conversation.native
                )
                records = self._met.setdefault(conversation.public, _Records())
                conversation.again, records.count = records.count, records.count + 1
                if conversation.again:
                    conversation.before, records.chain = records.chain, b""
        if self._waiting is not None and self._waiting is not conversation:
            self._go_on(self._waiting, True)
        if conversation.public is not None:
            if not self._waits(conversation, turn):
                self._queue(conversation, turn)
            return
        conversation.held.append(turn)
        self._extend(conversation, turn)
        self._settle(conversation, final=len(conversation.chain) >= OPENING)

    def finish(self) -> None:
        """Settles what is still open (the source ends here) and commits."""
        if self._waiting is not None:
            self._go_on(self._waiting, True)
        for conversation in self._open.values():
            if conversation.public is None:
                self._settle(conversation, final=True)
        self._flush()
        self.conversations.update(c.public for c in self._open.values() if c.public is not None)
        self._open.clear()
        self._alike.clear()
        self._equal.clear()
        self._natives.clear()
        self._met.clear()
        self._others = None
        self._version = None

    def _waits(self, conversation: _Open, turn: Turn) -> bool:
        """Whether the turn is held until the next ones tell if its record goes on where the one before it
        under this id ended, or has the conversation anew: that begins as the whole, or as that one did and
        has more. Only words without times and ids leave that open."""
        records = self._met.get(conversation.public or "")
        if records is None or conversation.again + 1 != records.count:
            return False
        bare = turn.time is None and turn.native is None
        if bare and len(records.chain) < _SHORT * OPENING:
            records.chain += digest(*_said(turn))
            records.first = records.first or records.chain
        chain, before = records.chain, conversation.before
        if before is None:
            return False
        conversation.held.append(turn)
        self._waiting = conversation
        if not bare or chain[:_SHORT] == records.first:
            self._go_on(conversation, False)
        elif len(chain) > len(before):
            self._go_on(conversation, len(before) < 2 * _SHORT or not chain.startswith(before))
        elif not before.startswith(chain):
            self._go_on(conversation, True)
        elif len(chain) == _SHORT * OPENING:
            self._go_on(conversation, False)
        return True

    def _go_on(self, conversation: _Open, after: bool) -> None:
        conversation.goes_on, conversation.before, self._waiting = after, None, None
        held, conversation.held = conversation.held, []
        for turn in held:
            self._queue(conversation, turn)

    @property
    def _overlaps(self) -> Overlaps:
        """Conversations without ids that were there before this source."""
        if self._others is None:
            self._others = Overlaps(self._session, self._format, self._zones)
        return self._others

    def _extend(self, conversation: _Open, turn: Turn) -> bytes:
        before = conversation.chain[-1].hex() if conversation.chain else ""
        link = digest(before, *_said(turn))
        conversation.chain.append(link)
        for number, (speaker, text) in enumerate(turn.earlier):
            if number == len(conversation.earlier):
                conversation.earlier.append([])
            chain = conversation.earlier[number]
            chain.append(digest(chain[-1].hex() if chain else "", speaker, to_stored(turn.time)[0], text))
        return link

    def _settle(self, conversation: _Open, *, final: bool) -> None:
        if conversation.strange and not final:
            return
        opening = conversation.chain[0]
        alike, public, settled = self._recognised(conversation.chain, final)
        for chain in conversation.earlier if public is None else ():
            if chain[-1] != conversation.chain[-1]:
                other, public, settled = self._recognised(chain, final)
                if public is not None:  # stored under another redaction policy
                    alike, conversation.renewed = other, True
                    break
        if not settled:
            return
        if public is None and not final and (self._overlaps or self._may_be_edited(conversation.held)):
            conversation.strange = True
            return  # the turns after it tell which conversation it is
        if public is None and (elsewhere := self._otherwise(conversation)) is not None:
            conversation.public = elsewhere
            conversation.chain, conversation.earlier = [], []
            held, conversation.held = conversation.held, []
            for turn in held:  # its stored links are those of another beginning
                self._queue(conversation, turn)
            return
        if public is None:
            # Its place among those that begin alike, so that the next run gives the same id.
            public = public_id("c", self._session.user, self._format, "opening", opening.hex(), alike.count)
            alike.count += 1
        else:
            alike.claim(public)
        conversation.public = public
        held, conversation.held = conversation.held, []
        links, conversation.chain = conversation.chain, []
        conversation.earlier = []
        if public in alike.hidden:  # hashes of erased words are not to be written again
            conversation.renewed = False
            for turn in held:
                self._queue(conversation, turn)
            return
        conversation.opening = opening
        for turn, link in zip(held, links, strict=True):
            conversation.chain.append(link)
            self._queue(conversation, turn, link)

    def _otherwise(self, conversation: _Open) -> str | None:
        """The stored conversation that this one is though it begins in another way."""
        turns = conversation.held
        if self._may_be_edited(turns) and (public := self._by_places(turns)) is not None:
            return public
        found = self._overlaps.find(turns, lambda: {c.public for c in self._open.values() if c.public})
        if found is None:
            return None
        conversation.overlap = found
        self.overlaps.append(found)
        return found.public

    def _may_be_edited(self, turns: Sequence[Turn]) -> bool:
        """Whether messages in these places were edited: now, or when they were stored."""
        if any(_is_edited(turn) for turn in turns):
            return True
        if turns[0].native is None or turns[0].native.certain:
            return False
        found = self._session.conn.execute(
            "SELECT 1 FROM edit_marks k JOIN messages m ON m.row = k.message_row "
            "JOIN conversations c ON c.id = m.conversation_id "
            "WHERE m.user_id = ? AND c.format = ? AND m.position < ? LIMIT 1",
            (self._session.user_id, self._format, OPENING),
        )
        return found.fetchone() is not None

    def _by_places(self, turns: Sequence[Turn]) -> str | None:
        """The stored conversation whose first turns stand in the same places and say the same, but for those
        that were edited since; None if there is no such one."""
        taken = {c.public for c in self._open.values()}
        conversations = self._session.conn.execute(
            "SELECT id, public FROM conversations WHERE user_id = ? AND format = ? AND native IS NULL "
            "ORDER BY id",
            (self._session.user_id, self._format),
        ).fetchall()
        for row, public in conversations:
            stored = self._session.conn.execute(
                f"SELECT native, text, {_MARKED} FROM messages WHERE conversation_id = ? "
                "ORDER BY position LIMIT ?",
                (row, OPENING),
            ).fetchall()
            equal = 0
            for turn, (native, text, marked) in zip(turns, stored, strict=False):
                own = turn.native and digest("native", self._format, public, turn.native.id)
                if native is None or native != own:
                    break
                if text == plain(turn.text):
                    equal += 1
                elif not marked and not _is_edited(turn):
                    break
            else:
                if equal and public not in taken:
                    return str(public)
        return None

    def _recognised(self, chain: list[bytes], final: bool) -> tuple[_Alike, str | None, bool]:
        """The stored conversations that begin like `chain`, which of them it is, whether that is settled."""
        opening = chain[0]
        alike = self._alike.get(opening)
        if alike is None:
            alike = self._alike[opening] = _Alike(
                self._session.conn.execute(
                    "SELECT c.public, o.length, o.chain FROM conversations c "
                    "JOIN openings o ON o.conversation_id = c.id "
                    "WHERE c.user_id = ? AND c.format = ? AND c.opening = ? ORDER BY c.id, o.length",
                    (self._session.user_id, self._format, opening),
                ).fetchall(),
                self._tombstones.openings(self._format, opening),
                self._tombstones.keys().values(),
            )
        public, settled = alike.find(chain, final)
        return alike, public, settled

    def _queue(self, conversation: _Open, turn: Turn, link: bytes | None = None) -> None:
        if link is None and conversation.opening is not None and conversation.taken < OPENING:
            link = self._extend(conversation, turn)
        conversation.taken += 1
        read, overlap = turn, conversation.overlap
        if overlap is not None:
            turn = overlap.as_before(turn)
        time = to_stored(turn.time)
        if conversation.packed is None:
            public = conversation.public
            conversation.packed = packed(public), packed("m", self._session.user, public)
        words = packed_name(turn.speaker) + packed_number(time[0]) + packed_text(turn.text)
        said = conversation.packed[1] + words
        # What is equal has the same first id, so that id also counts it.
        first = id = hashed(said + _FIRST)
        equal = first
        if conversation.again and not (conversation.goes_on and time[0] is None and turn.native is None):
            # Where a log has a conversation anew with each answer, it is read as if from another file.
            equal = hashed(first + packed_number(conversation.again))
        number = self._equal.get(equal, 0)
        self._equal[equal] = number + 1
        if equal != first and time[0] is None:  # for a record that goes on after it
            self._equal[first] = max(self._equal.get(first, 0), number + 1)
        if number:
            id = hashed(said + packed_number(number))
        identity = "m" + id.hex()
        native = None if turn.native is None else self._native(conversation, turn, first)
        former = self._former(conversation, turn, time[0]) if turn.earlier else ()
        if overlap is not None:
            others = overlap.others(read, time[0])
            former += self._ids(conversation, "other", [(who, when, turn.text) for who, when in others])
        zoned = overlap is not None and bool(overlap.zones)
        self._batch.append(_Queued(conversation, turn, time, identity, link, native, former, zoned))
        self._size += len(turn.text)
        if len(self._batch) >= BATCH or self._size >= BATCH_SIZE:
            self._flush()

    def _former(self, conversation: _Open, turn: Turn, time: int | None) -> tuple[str, ...]:
        """The ids that the turn has under earlier policies."""
        return self._ids(conversation, "policy", [(who, time, text) for who, text in turn.earlier])

    def _ids(
        self, conversation: _Open, kind: str, said: Sequence[tuple[str, int | None, str]]
    ) -> tuple[str, ...]:
        """The ids of a turn as it may have been stored: what is equal among them is counted for each."""
        assert conversation.packed is not None
        found = []
        for place, (speaker, time, text) in enumerate(said):
            words = packed_text(speaker) + packed_number(time) + packed_text(text)
            equal = hashed(packed(kind, place) + conversation.packed[0] + words)
            number = self._equal.get(equal, 0)
            self._equal[equal] = number + 1
            found.append("m" + hashed(conversation.packed[1] + words + packed_number(number)).hex())
        return tuple(found)

    def _native(self, conversation: _Open, turn: Turn, equal: bytes) -> bytes | None:
        """The key of the source's own id; none where a source gives it to different messages."""
        if turn.native is None:
            return None
        key = self._key(conversation, turn, turn.native.id)
        return key if self._natives.setdefault(key, equal) == equal else None

    def _key(self, conversation: _Open, turn: Turn, id: str) -> bytes:
        everywhere = turn.native is not None and turn.native.everywhere
        return digest("native", self._format, None if everywhere else conversation.public, id)

    def _flush(self) -> None:
        batch, self._batch, self._size = self._batch, [], 0
        if not batch:
            return
        conn = self._session.conn
        with self._session.transaction():
            user = self._session.ensure_user()
            batch = self._without_erased(batch)
            known = self._known(user, batch)
            natives = _Natives(self._session, user, batch, self._key)
            meets = bool(natives)
            changed: dict[int, str | None] = {}
            masked = 0
            places: dict[str, int] = {}
            messages, openings, marked = [], [], []
            own: set[bytes] = set()
            stored_now: set[str] = set()
            again = {q.identity for q in batch if q.conversation.again}
            for q in batch:
                if q.conversation.renewed:
                    self._renew(user, q.conversation)
                # Where a chat begins within a minute, places in that minute are others than before.
                moved = q.conversation.overlap is not None and q.identity in known
                row = self._meet(natives, q) if meets and not moved else None
                if row is None and q.former:
                    row = self._former_row(known, q)
                if row is not None:
                    if row.edited:
                        changed[row.row] = row.person
                        masked += row.masked
                    continue
                identity = q.identity
                if identity in known:
                    stored, native = known[identity]
                    if q.native is None or native in (None, q.native):
                        if q.native is not None and native is None:
                            natives.adopt(stored, q)
                        continue
                    # Said in the same words at the same time, but another message.
                    identity = public_id("m", self._session.user, q.conversation.public, q.native.hex())
                # The same message twice in a batch:
                if q.native is not None:
                    if q.native in own:
                        continue
                    own.add(q.native)
                if identity in again:
                    if identity in stored_now:
                        continue
                    stored_now.add(identity)
                public, turn = q.conversation.public or "", q.turn
                if public not in places or q.conversation.id is None:
                    places[public] = max(places.get(public, 0), self._place(user, q.conversation))
                if q.conversation.until is not None and self._read_elsewhere(q):
                    continue
                speaker, role, location = plain(turn.speaker), turn.role, turn.location
                person = (
                    self._session.user
                    if role is Role.USER
                    else speaker if role is Role.PARTICIPANT else None
                )  # fmt: skip
                place = places[public]
                messages.append(
                    (
                        user, identity, q.conversation.id, place, speaker, _ROLES[role], person,
                        q.time[0], q.time[1], plain(turn.text), self._source(location.path), location.line,
                        *(
                            () if turn.ref is None and turn.native is None
                            else (
                                None if turn.ref is None else plain(turn.ref), q.native,
                                None if turn.native is None else to_stored(turn.native.edited)[0],
                            )
                        ),
                    )
                )  # fmt: skip
                if turn.native is not None and turn.native.marked:
                    marked.append(identity)
                if q.link is not None:
                    openings.append((q.conversation.id, place + 1, q.link))
                places[public] = place + 1
            # sqlite3 takes as long for three None as for three texts: what is short is stored by itself.
            for length, rows in groupby(messages, len):
                conn.executemany(
                    f"INSERT INTO messages({', '.join(_COLUMNS[:length])}) "
                    f"VALUES ({', '.join('?' * length)})",
                    rows,
                )
            conn.executemany("INSERT OR IGNORE INTO openings VALUES (?, ?, ?)", openings)
            conn.executemany(
                "INSERT INTO edit_marks SELECT row FROM messages WHERE user_id = ? AND id = ?",
                [(user, identity) for identity in marked],
            )
            if masked:
                conn.execute("DELETE FROM sources WHERE id NOT IN (SELECT source_id FROM messages)")
                self._sources.clear()
            if changed:
                Edits(self._session).unlearn(changed)
                if self._on_edits is not None:
                    self._on_edits(len(changed) - masked, {p for p in changed.values() if p is not None})
            self.masked += masked
        self.new += len(messages)
        self.known += len(batch) - len(messages)
        if self._on_batch is not None:
            self._on_batch(self.new, self.known)

    def _known(self, user: int, batch: list[_Queued]) -> dict[str, tuple[int, bytes | None]]:
        """Those of the ids of a batch that are stored: id -> (row, key of the source's own id)."""
        conn = self._session.conn
        version = conn.execute("PRAGMA data_version").fetchone()[0]
        if self._version is None:
            found = conn.execute("SELECT 1 FROM conversations WHERE user_id = ? LIMIT 1", (user,))
            self._nothing_before = found.fetchone() is None
        elif version != self._version:  # another process has written meanwhile
            self._nothing_before = False
        self._version = version
        wanted = [id for q in batch for id in (q.identity, *q.former)]
        if (
            self._nothing_before
            and len(wanted) == len(batch)
            and not any(q.conversation.again for q in batch)
        ):
            return {}  # but for those, an id is made once in a source
        known: dict[str, tuple[int, bytes | None]] = {}
        for at in range(0, len(wanted), _LOOKUP):
            part = wanted[at : at + _LOOKUP]
            found = conn.execute(
                "SELECT id, row, native FROM messages WHERE user_id = ? "
                f"AND id IN ({','.join('?' * len(part))})",
                (user, *part),
            )
            known.update((id, (row, native)) for id, row, native in found)
        return known

    def _without_erased(self, batch: list[_Queued]) -> list[_Queued]:
        """The batch without messages that were erased: known by their id, or by the source's own id for them
        or for an earlier version."""
        if not self._tombstones.keys():
            return batch
        names = []
        for q in batch:
            own = [] if q.turn.native is None else q.turn.native.replaces
            keys = [self._key(q.conversation, q.turn, id) for id in own]
            names.append(
                [q.identity, *q.former, *(native_name(key) for key in [q.native, *keys] if key is not None)]
            )
        out = self._tombstones.erased({name for every in names for name in every})
        kept = [q for q, every in zip(batch, names, strict=True) if out.isdisjoint(every)]
        self.erased += len(batch) - len(kept)
        return kept

    def _meet(self, natives: "_Natives", q: _Queued) -> "_Met | None":
        """What becomes of a message whose own id, or a former one, is stored; None if it is new."""
        native = q.turn.native
        if q.native is None or native is None:
            return None
        found = natives.stored.get(q.native)
        text, edits = plain(q.turn.text), Edits(self._session)
        if found is None:
            if q.native in natives.former:
                return _Met(natives.former[q.native])
            ids = (self._key(q.conversation, q.turn, id) for id in native.replaces)
            found = next((natives.stored[id] for id in ids if id in natives.stored), None)
            if found is None or text == found.text:
                return None if found is None else natives.adopt(found.row, q)
        elif text == found.text:
            if native.marked and not found.marked:
                edits.mark(found.row)
            return _Met(found.row)
        elif q.turn.earlier and (masked := self._masked(found.row, q)) is not None:
            return masked
        elif edits.knows(found.row, text):
            return _Met(found.row)
        elif not native.certain and not native.marked:
            if found.marked:  # what it said before
                edits.keep(found.row, q.native, q.turn)
                return _Met(found.row)
            q.native = None  # the place of another message
            return None
        edited = to_stored(native.edited)[0]
        if found.edited is not None and (edited is None or edited < found.edited):
            edits.keep(found.row, q.native, q.turn)
            return _Met(found.row)
        person = edits.replace(found.row, q.native, q.turn, self._source(q.turn.location.path))
        if native.marked:
            edits.mark(found.row)
        natives.stored[q.native] = replace(found, text=text, edited=edited, marked=native.marked)
        return _Met(found.row, edited=True, person=person)

    def _renew(self, user: int, conversation: _Open) -> None:
        """Puts the links of the turns as they are kept now in the place of the stored ones."""
        conversation.renewed = False
        conn = self._session.conn
        found = conn.execute(
            "SELECT id FROM conversations WHERE user_id = ? AND public = ?", (user, conversation.public)
        ).fetchone()
        conn.execute("DELETE FROM openings WHERE conversation_id = ?", found)
        conn.execute("UPDATE conversations SET opening = ? WHERE id = ?", (conversation.opening, *found))
        conn.executemany(
            "INSERT INTO openings VALUES (?, ?, ?)",
            [(*found, length, link) for length, link in enumerate(conversation.chain, 1)],
        )

    def _former_row(self, known: dict[str, tuple[int, bytes | None]], q: _Queued) -> "_Met | None":
        """The stored message that a turn is under this or another redaction policy, if the policy matters:
        its id stays, and it says what may be kept now."""
        if q.identity in known:
            differs = any(pair != (q.turn.speaker, q.turn.text) for pair in q.turn.earlier)
            return self._masked(known[q.identity][0], q) if differs else None
        row = next((known[id][0] for id in q.former if id in known), None)
        return None if row is None else self._masked(row, q) or _Met(row)

    def _masked(self, row: int, q: _Queued) -> "_Met | None":
        """Gives a stored message the text that may be kept of it now, if its own is that of an earlier
        policy; the old one is kept nowhere."""
        from omem_cli.store.erasure import mark_unwiped

        conn, turn = self._session.conn, q.turn
        speaker, text = plain(turn.speaker), plain(turn.text)
        stored = conn.execute("SELECT speaker, text, person FROM messages WHERE row = ?", (row,)).fetchone()
        former = {(plain(who), plain(said)) for who, said in turn.earlier} - {(speaker, text)}
        for _, said in former:
            conn.execute("UPDATE edits SET text = ? WHERE message_row = ? AND text = ?", (text, row, said))
        if (stored[0], stored[1]) not in former:
            return None
        person = speaker if stored[2] == stored[0] else stored[2]
        conn.execute(
            "UPDATE messages SET speaker = ?, text = ?, person = ?, source_id = ?, understood = 0 "
            "WHERE row = ?",
            (speaker, text, person, self._source(turn.location.path), row),
        )
        conn.execute(
            "UPDATE conversations SET title = ?2 WHERE title IS NOT NULL AND id = "
            "(SELECT conversation_id FROM messages WHERE row = ?1)",
            (row, None if turn.conversation.title is None else plain(turn.conversation.title)),
        )
        mark_unwiped(self._session)
        return _Met(row, edited=True, masked=True, person=person)

    def _read_elsewhere(self, q: _Queued) -> bool:
        """Whether a message that seems new is stored with the same words and wall clock, in another zone."""
        conversation, native = q.conversation, q.turn.native
        if conversation.until is None or conversation.id is None or (native is not None and native.certain):
            return False
        if q.zoned or q.time[0] is None or q.time[0] > conversation.until:
            return False
        key = (q.time[0] + (q.time[1] or 0) * 60_000_000, q.turn.speaker, q.turn.text)
        after = conversation.elsewhere.get(key, 0)
        found = Overlaps.again(self._session, conversation.id, conversation.zones, q.turn, after)
        if found is None:
            conversation.tries -= 1
            if not conversation.tries:  # the whole of it would be found otherwise
                conversation.until = None
            return False
        conversation.elsewhere[key] = found[0]
        if conversation.overlap is None or not conversation.overlap.zones:
            names = {} if conversation.overlap is None else conversation.overlap.names
            zones = ((found[1], q.time[1] or 0),)
            conversation.overlap = Overlap(conversation.public or "", zones, names)
            self.overlaps.append(conversation.overlap)
        return True

    def _place(self, user: int, conversation: _Open) -> int:
        """The next free position; makes the conversation's row if missing."""
        conn = self._session.conn
        if conversation.id is None:
            about = conversation.first.conversation
            conn.execute(
                "INSERT OR IGNORE INTO conversations(user_id, public, format, native, title, opening) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (
                    *(user, conversation.public, self._format),
                    *(None if text is None else plain(text) for text in (about.native, about.title)),
                    conversation.opening,
                ),
            )
            conversation.id = conn.execute(
                "SELECT id FROM conversations WHERE user_id = ? AND public = ?", (user, conversation.public)
            ).fetchone()[0]
            latest, conversation.zones = Overlaps.latest(conn, conversation.id)
            conversation.until = None if latest is None else latest + _DAY
        place: int = conn.execute(
            "SELECT coalesce(max(position) + 1, 0) FROM messages WHERE conversation_id = ?",
            (conversation.id,),
        ).fetchone()[0]
        return place

    def _source(self, path: str) -> int:
        if path not in self._sources:
            conn = self._session.conn
            conn.execute("INSERT OR IGNORE INTO sources(path) VALUES (?)", (plain(path),))
            self._sources[path] = conn.execute(
                "SELECT id FROM sources WHERE path = ?", (plain(path),)
            ).fetchone()[0]
        return self._sources[path]


def _is_edited(turn: Turn) -> bool:
    return turn.native is not None and turn.native.marked


def _said(turn: Turn) -> tuple[str, int | None, str]:
    # Not the role: naming oneself with --me later changes roles, not what was said.
    return turn.speaker, to_stored(turn.time)[0], turn.text
