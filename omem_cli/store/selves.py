"""Which participant of a chat between people is the user.

Nothing is kept for this: messages that are the user's, with the names they were written under, tell it for
the same file, the same conversation, and other chats of the format with the same partners.
"""

import json
from collections.abc import Collection, Iterable

from omem_cli.store.database import Session
from omem_cli.store.ids import plain

_HERE = "conversation_id IN (SELECT id FROM conversations WHERE user_id = ?1 AND public IN ({}))"


class Selves:
    """The names of a user."""

    def __init__(self, session: Session) -> None:
        self._session, self._conn = session, session.conn

    def known(
        self, format: str, path: str, conversations: Collection[str], people: Collection[str]
    ) -> str | None:
        """The one of `people` (in a source's conversations) who was known to be the user before; None if
        nobody was, or more than one."""
        user, names = self._session.user_id, _packed(map(plain, people))
        questions = (
            ("SELECT DISTINCT speaker FROM messages WHERE user_id = ?1 AND role = 'user' AND "
             f"{_HERE.format('SELECT value FROM json_each(?3)')} "
             "AND speaker IN (SELECT value FROM json_each(?2))", _packed(conversations)),
            ("SELECT DISTINCT speaker FROM messages WHERE user_id = ?1 AND role = 'user' "
             "AND source_id = (SELECT id FROM sources WHERE path = ?3) "
             "AND speaker IN (SELECT value FROM json_each(?2))", plain(path)),
            ("SELECT DISTINCT m.speaker FROM messages m JOIN conversations c ON c.id = m.conversation_id "
             "WHERE m.user_id = ?1 AND m.role = 'user' AND c.format = ?3 "
             "AND m.speaker IN (SELECT value FROM json_each(?2)) "
             "AND EXISTS (SELECT 1 FROM messages o WHERE o.conversation_id = m.conversation_id "
             "AND o.role = 'participant' AND o.speaker IN (SELECT value FROM json_each(?2)))", format),
        )  # fmt: skip
        for query, about in questions:
            found = self._conn.execute(query, (user, names, about)).fetchall()
            if found:
                return str(found[0][0]) if len(found) == 1 else None
        return None

    def claim(self, name: str, conversations: Collection[str]) -> tuple[int, bool]:
        """Makes the messages of a participant of these conversations the user's own; returns how many, and
        whether any of them were already understood as somebody else's."""
        here = f"user_id = ?1 AND role = 'participant' AND speaker = ?2 AND {_HERE}".format(
            "SELECT value FROM json_each(?3)"
        )
        values = (self._session.user_id, plain(name), _packed(conversations))
        with self._session.transaction():
            understood = self._conn.execute(
                f"SELECT coalesce(sum(understood), 0) FROM messages WHERE {here}", values
            ).fetchone()[0]
            changed = self._conn.execute(
                f"UPDATE messages SET role = 'user', person = ?4 WHERE {here}", (*values, self._session.user)
            )
        return changed.rowcount, understood > 0


def _packed(values: Iterable[str]) -> str:
    return json.dumps(list(values))
