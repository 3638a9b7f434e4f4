"""All texts of a user's memory, wherever they lie: for those who must look through every one."""

import json
from collections.abc import Iterator

from omem_cli.store.store import Store

_PLACES = {
    "message": "SELECT id, text FROM messages WHERE user_id = ?",
    "speaker": "SELECT min(id), speaker FROM messages WHERE user_id = ? GROUP BY speaker",
    "source": "SELECT min(m.id), s.path FROM messages m JOIN sources s ON s.id = m.source_id "
    "WHERE m.user_id = ? GROUP BY s.id",
    "conversation": "SELECT public, title FROM conversations WHERE user_id = ? AND title IS NOT NULL",
    "earlier text": "SELECT m.id, e.text FROM edits e JOIN messages m ON m.row = e.message_row "
    "WHERE m.user_id = ?",
    "reading": "SELECT m.id, coalesce(u.raw, '') || char(10) || u.topic FROM understandings u "
    "JOIN messages m ON m.row = u.message_row WHERE m.user_id = ?",
    "earlier reading": "SELECT m.id, coalesce(v.raw, '') || char(10) || v.topic || char(10) || v.clues "
    "FROM versions v JOIN messages m ON m.row = v.message_row WHERE m.user_id = ?",
    "topic": "SELECT NULL, name FROM topics WHERE user_id = ?",
    "clue": "SELECT NULL, word FROM clues WHERE user_id = ?",
    "attribute": "SELECT id, value FROM attributes WHERE user_id = ?",
    "event": "SELECT id, event FROM events WHERE user_id = ?",
    "quote": "SELECT memory, quote FROM evidence WHERE user_id = ? AND quote IS NOT NULL",
    "decision": "SELECT target, value || char(10) || reason FROM decisions WHERE user_id = ?",
    "told": "SELECT id, value || char(10) || coalesce(quote, '') FROM told WHERE user_id = ?",
    "shared": "SELECT id, value FROM shared WHERE user_id = ?",
    "put away": "SELECT NULL, claim FROM forgotten WHERE user_id = ?",
    "person": "SELECT NULL, person FROM attributes WHERE user_id = ?1 UNION "
    "SELECT NULL, person FROM events WHERE user_id = ?1 UNION "
    "SELECT NULL, person FROM told WHERE user_id = ?1 UNION "
    "SELECT NULL, alias FROM aliases WHERE user_id = ?1",
}


def texts(store: Store) -> Iterator[tuple[str, str | None, str]]:
    """(place, id of what it belongs to, text) of everything of the user that is text; what is made from texts
    (the index, vectors) is not."""
    for place, query in _PLACES.items():
        for id, text in store.session.conn.execute(query, (store.session.user_id,)):
            yield place, id, text
    for task in store.checkpoints.tasks():
        yield "task", None, task.name
        for save in store.checkpoints.saves(task):
            yield "task", None, "\n".join(_strings(json.loads(store.checkpoints.own(task, save.number)[1])))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
