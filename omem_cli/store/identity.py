"""From parsed turns to stored messages: which conversation a turn belongs to and whether it is known."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from omem_cli.records import Role, Turn
from omem_cli.store.database import Session
from omem_cli.store.ids import digest, plain, public_id, to_stored

BATCH = 500
"""Messages a commit: what a kill can cost is read again by the next run."""
OPENING = 20
"""Messages by which a conversation without an id of its own is recognised."""


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


class _Alike:
    """Stored conversations of a format that begin with the same message and were not yet recognised in
    this source. `chain` k is a hash of the first k messages, so comparing two openings is a lookup."""

    def __init__(self, rows: list[tuple[str, int, bytes]]) -> None:
        self._chains: dict[str, list[bytes]] = {}
        for public, _, chain in rows:
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
        longer = self._with.get(chain[-1], {})
        shorter = [found for link in reversed(chain[:-1]) if (found := self._ending.get(link))]
        if not longer and not shorter:
            return None, True
        best = next(iter(longer or shorter[0]))
        if final:
            return best, True
        # A single one, wholly covered: further turns can't change it.
        alone = len(longer) + sum(map(len, shorter)) == 1
        return best, alone and len(self._chains[best]) <= len(chain)

    def claim(self, public: str) -> None:
        chains = self._chains.pop(public)
        for chain in chains:
            del self._with[chain][public]
        del self._ending[chains[-1]][public]


class Ingest:
    """Takes turns in file order, commits them in batches."""

    def __init__(self, session: Session, format: str, on_batch: Callable[[int, int], None] | None) -> None:
        self._session, self._format, self._on_batch = session, format, on_batch
        self.new = self.known = 0
        self._path: str | None = None
        self._open: dict[str, _Open] = {}
        self._alike: dict[bytes, _Alike] = {}
        self._equal: Counter[bytes] = Counter()
        self._batch: list[tuple[_Open, Turn, str, bytes | None]] = []
        self._sources: dict[str, int] = {}

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
        if conversation.public is not None:
            self._queue(conversation, turn)
            return
        conversation.held.append(turn)
        self._extend(conversation, turn)
        self._settle(conversation, final=len(conversation.chain) >= OPENING)

    def finish(self) -> None:
        """Settles what is still open (the source ends here) and commits."""
        for conversation in self._open.values():
            if conversation.public is None:
                self._settle(conversation, final=True)
        self._flush()
        self._open.clear()
        self._alike.clear()
        self._equal.clear()

    def _extend(self, conversation: _Open, turn: Turn) -> bytes:
        before = conversation.chain[-1].hex() if conversation.chain else ""
        link = digest(before, *_said(turn))
        conversation.chain.append(link)
        return link

    def _settle(self, conversation: _Open, *, final: bool) -> None:
        opening = conversation.chain[0]
        alike = self._alike.get(opening)
        if alike is None:
            alike = self._alike[opening] = _Alike(
                self._session.conn.execute(
                    "SELECT c.public, o.length, o.chain FROM conversations c "
                    "JOIN openings o ON o.conversation_id = c.id "
                    "WHERE c.user_id = ? AND c.format = ? AND c.opening = ? ORDER BY c.id, o.length",
                    (self._session.user_id, self._format, opening),
                ).fetchall()
            )
        public, settled = alike.find(conversation.chain, final)
        if not settled:
            return
        if public is None:
            # Its place among those that begin alike, so that the next run gives the same id.
            public = public_id("c", self._session.user, self._format, "opening", opening.hex(), alike.count)
            alike.count += 1
        else:
            alike.claim(public)
        conversation.public, conversation.opening = public, opening
        held, conversation.held = conversation.held, []
        links, conversation.chain = conversation.chain, []
        for turn, link in zip(held, links, strict=True):
            conversation.chain.append(link)
            self._queue(conversation, turn, link)

    def _queue(self, conversation: _Open, turn: Turn, link: bytes | None = None) -> None:
        if link is None and conversation.opening is not None and conversation.taken < OPENING:
            link = self._extend(conversation, turn)
        conversation.taken += 1
        said = _said(turn)
        equal = digest(conversation.public, *said)
        identity = public_id("m", self._session.user, conversation.public, *said, self._equal[equal])
        self._equal[equal] += 1
        self._batch.append((conversation, turn, identity, link))
        if len(self._batch) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if not batch:
            return
        conn = self._session.conn
        with self._session.transaction():
            user = self._session.ensure_user()
            marks = ",".join("?" * len(batch))
            known = {
                identity
                for (identity,) in conn.execute(
                    f"SELECT id FROM messages WHERE user_id = ? AND id IN ({marks})",
                    (user, *(identity for _, _, identity, _ in batch)),
                )
            }
            places: dict[str, int] = {}
            messages, openings = [], []
            for conversation, turn, identity, link in batch:
                if identity in known:
                    continue
                public = conversation.public or ""
                if public not in places:
                    places[public] = self._place(user, conversation)
                time, offset = to_stored(turn.time)
                person = self._session.user if turn.role is Role.USER else None
                if turn.role is Role.PARTICIPANT:
                    person = plain(turn.speaker)
                messages.append(
                    (
                        *(
                            user,
                            identity,
                            conversation.id,
                            places[public],
                            plain(turn.speaker),
                            str(turn.role),
                        ),
                        *(person, time, offset, plain(turn.text), self._source(turn.location.path)),
                        *(turn.location.line, None if turn.ref is None else plain(turn.ref)),
                    )
                )
                if link is not None:
                    openings.append((conversation.id, places[public] + 1, link))
                places[public] += 1
            conn.executemany(
                "INSERT INTO messages(user_id, id, conversation_id, position, speaker, role, person, "
                "time_us, offset_min, text, source_id, line, ref) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                messages,
            )
            conn.executemany("INSERT OR IGNORE INTO openings VALUES (?, ?, ?)", openings)
        self.new += len(messages)
        self.known += len(batch) - len(messages)
        if self._on_batch is not None:
            self._on_batch(self.new, self.known)

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


def _said(turn: Turn) -> tuple[str, int | None, str]:
    # Not the role: naming oneself with --me later changes roles, not what was said.
    return turn.speaker, to_stored(turn.time)[0], turn.text
