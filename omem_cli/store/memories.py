"""The memories of one user: what a message told, decided and recorded in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from omem_cli.records import Attribute, Decision, EarlierText, Event, Message, Understanding
from omem_cli.store.database import Session
from omem_cli.store.index_tables import IndexTables
from omem_cli.store.messages import Messages
from omem_cli.store.persona_tables import PersonaTables
from omem_cli.store.versions import Versions


@dataclass(frozen=True, slots=True)
class Why:
    """What stands behind an id. `subject` is the attribute, event or message; `messages` the evidence (for a
    message: itself); `understandings` how each of them was understood; `attributes` and `events`: for a
    message, what stands on it; `edits` the texts that messages (by id) had before they were edited,
    `readings` how messages (by id) were understood before they were understood again."""

    subject: Attribute | Event | Message
    messages: tuple[Message, ...]
    understandings: tuple[Understanding | None, ...]
    decisions: tuple[Decision, ...]
    attributes: tuple[Attribute, ...] = ()
    events: tuple[Event, ...] = ()
    edits: Mapping[str, Sequence[EarlierText]] = field(default_factory=dict)
    readings: Mapping[str, Sequence[Understanding]] = field(default_factory=dict)


class Memories(IndexTables, PersonaTables):
    """Working, episodic and persona memory."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._messages = Messages(session)
        self._versions = Versions(session)

    def record(
        self,
        message: Message,
        u: Understanding,
        decide: Callable[[], Sequence[Decision]] | None = None,
        *,
        topics: Sequence[str] | None = None,
    ) -> list[Decision]:
        """Keeps what a message tells, in one transaction: the understanding with its raw reply, topics,
        clues, and what `decide` adds by `add_attribute`, `add_event`, `close`, `log`, …

        `topics` names the topics to file it under (default: `u.topic`), where near-equal ones were joined.
        Marks the message understood; one that already is (another process was faster) is left alone, and
        `decide` isn't called. Models are to be asked before, not in `decide`. Returns decide's decisions.
        """
        with self._session.transaction():
            done = self._conn.execute(
                "SELECT understood FROM messages WHERE row = ?", (message.row,)
            ).fetchone()
            if done is None or done[0]:
                return []
            self.restore(message.row, u)
            # It may have been read before: without a model, or with another text.
            self.unfile([message.row])
            self._conn.execute(
                "DELETE FROM versions WHERE message_row = ? AND replaced IS NULL", (message.row,)
            )
            self.file(message.row, [u.topic] if topics is None else topics, u.clues)
            decisions = list(decide()) if decide is not None else []
            self._conn.execute("UPDATE messages SET understood = 1 WHERE row = ?", (message.row,))
        return decisions

    def reopen(self, skipped: str) -> int:
        """Messages that were understood with `skipped` for a reason count as not understood again; returns
        how many. Their topics and clues stay until they are recorded anew."""
        theirs = (
            "SELECT m.row FROM understandings u JOIN messages m ON m.row = u.message_row "
            "WHERE m.user_id = ? AND u.skipped = ?"
        )
        values = (self._session.user_id, skipped)
        if self._conn.execute(f"{theirs} LIMIT 1", values).fetchone() is None:
            return 0
        with self._session.transaction():
            self._conn.execute(f"DELETE FROM decisions WHERE message_row IN ({theirs})", values)
            rows = self._conn.execute(f"UPDATE messages SET understood = 0 WHERE row IN ({theirs})", values)
            self._conn.execute(f"DELETE FROM understandings WHERE message_row IN ({theirs})", values)
        return rows.rowcount

    def why(self, id: str) -> Why | None:
        """What stands behind an attribute, event or message; None for an unknown id."""
        message = self._messages.get(id)
        if message is not None:
            ids = self.supported_by(message.row)
            return Why(
                message, (message,), (self.understanding(message.row),), tuple(self.decisions(id)),
                tuple(found for one in ids if (found := self.attribute(one))),
                tuple(event for one in ids if (event := self.event(one))), self._edits([message]),
                self._readings([message]),
            )  # fmt: skip
        attribute = self.attribute(id)
        subject: Attribute | Event | None = attribute if attribute is not None else self.event(id)
        if subject is None:
            return None
        got = [self._messages.get(one.message) for one in subject.evidence]
        messages = tuple(one for one in got if one is not None)
        read = tuple(self.understanding(one.row) for one in messages)
        return Why(
            subject,
            messages,
            read,
            tuple(self.decisions_about(id)),
            edits=self._edits(messages),
            readings=self._readings(messages),
        )

    def _readings(self, messages: Sequence[Message]) -> dict[str, list[Understanding]]:
        found = {m.id: [one.understanding for one in self._versions.earlier(m.row)] for m in messages}
        return {id: readings for id, readings in found.items() if readings}

    def _edits(self, messages: Sequence[Message]) -> dict[str, list[EarlierText]]:
        found = {one.id: self._messages.earlier(one) for one in messages}
        return {id: texts for id, texts in found.items() if texts}

    def stats(self) -> dict[str, Any]:
        """Counts: messages, conversations, pending, skipped (by reason), topics, clues, attributes and events
        (by status), persons, decisions."""
        user = self._session.user_id

        def grouped(query: str) -> dict[str, int]:
            return dict(self._conn.execute(query, (user,)).fetchall())

        def one(table: str) -> int:
            number: int = self._conn.execute(
                f"SELECT count(*) FROM {table} WHERE user_id = ?", (user,)
            ).fetchone()[0]
            return number

        return {
            "messages": one("messages"),
            "conversations": one("conversations"),
            "pending": self._messages.pending_count(),
            "skipped": grouped(
                "SELECT u.skipped, count(*) FROM understandings u JOIN messages m ON m.row = u.message_row "
                "WHERE m.user_id = ? AND u.skipped IS NOT NULL GROUP BY u.skipped ORDER BY u.skipped"
            ),
            "topics": one("topics"),
            "clues": one("clues"),
            "attributes": grouped(
                "SELECT status, count(*) FROM attributes WHERE user_id = ? GROUP BY status ORDER BY status"
            ),
            "events": grouped(
                "SELECT status, count(*) FROM events WHERE user_id = ? GROUP BY status ORDER BY status"
            ),
            "persons": [person for person, _ in self._messages.persons()],
            "decisions": one("decisions"),
        }
