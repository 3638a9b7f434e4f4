"""States of tasks, as tables: a history a task, kept as full snapshots and differences between them.

Nothing here is a memory: no index, no vector, no channel of `ask` sees it.
"""

import sqlite3
import zlib
from dataclasses import dataclass
from datetime import datetime

from omem_cli.store.database import Session
from omem_cli.store.ids import from_stored, now, plain


@dataclass(frozen=True, slots=True)
class Save:
    """One save of a task, without its contents. `name` is the state it is in, `schema` its version,
    `stored` the bytes it takes."""

    number: int
    saved: datetime
    full: bool
    name: str | None
    schema: str | None
    stored: int


@dataclass(frozen=True, slots=True)
class Task:
    """A task with its latest save; `machine` as JSON."""

    row: int
    name: str
    machine: str | None
    latest: Save | None


class Checkpoints:
    """The tasks of a user. Contents are JSON texts: whole (`full`), or steps from the save before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conn: sqlite3.Connection = session.conn

    def tasks(self) -> list[Task]:
        """All tasks, the one saved last first."""
        found = self._conn.execute(
            "SELECT id, name, machine FROM checkpoint_tasks WHERE user_id = ?", (self._session.user_id,)
        ).fetchall()
        every = [Task(row, name, machine, self._latest(row)) for row, name, machine in found]
        return sorted(
            every, key=lambda t: (t.latest is None, t.latest and -t.latest.saved.timestamp(), t.name)
        )

    def task(self, name: str) -> Task | None:
        """The task of this name."""
        found = self._conn.execute(
            "SELECT id, name, machine FROM checkpoint_tasks WHERE user_id = ? AND name = ?",
            (self._session.user_id, plain(name)),
        ).fetchone()
        return None if found is None else Task(found[0], found[1], found[2], self._latest(found[0]))

    def make(self, name: str, machine: str | None) -> Task:
        """The task of this name, made if missing; `machine` (if given) is kept with it."""
        with self._session.transaction():
            self._conn.execute(
                "INSERT INTO checkpoint_tasks(user_id, name, machine) VALUES (?, ?, ?) "
                "ON CONFLICT(user_id, name) DO UPDATE SET machine = coalesce(excluded.machine, machine)",
                (self._session.ensure_user(), plain(name), machine),
            )
        task = self.task(name)
        assert task is not None
        return task

    def add(
        self, task: Task, contents: str, *, full: bool, name: str | None, schema: str | None,
        number: int | None = None, saved: int | None = None,
    ) -> Save:  # fmt: skip
        """Keeps one more save of a task."""
        number = number or (task.latest.number + 1 if task.latest else 1)
        data = zlib.compress(contents.encode("utf-8"), 9)
        at = now() if saved is None else saved
        with self._session.transaction():
            self._conn.execute(
                "INSERT INTO checkpoints(task_id, number, saved, full, name, schema, data) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (task.row, number, at, full, name and plain(name), schema and plain(schema), data),
            )
        return Save(number, _time(at), full, name, schema, len(data))

    def saves(self, task: Task) -> list[Save]:
        """All saves of a task, oldest first."""
        found = self._conn.execute(f"{_SAVE} WHERE task_id = ? ORDER BY number", (task.row,))
        return [_save(row) for row in found]

    def save(self, task: Task, number: int) -> Save | None:
        """One save of a task."""
        found = self._conn.execute(f"{_SAVE} WHERE task_id = ? AND number = ?", (task.row, number)).fetchone()
        return None if found is None else _save(found)

    def contents(self, task: Task, number: int) -> list[tuple[bool, str]]:
        """What makes up the save `number`: the last full one before it, then each step to it, as
        (whether it is full, JSON text)."""
        found = self._conn.execute(
            "SELECT full, data FROM checkpoints WHERE task_id = ?1 AND number <= ?2 AND number >= "
            "(SELECT max(number) FROM checkpoints WHERE task_id = ?1 AND number <= ?2 AND full) "
            "ORDER BY number",
            (task.row, number),
        )
        return [(bool(full), zlib.decompress(data).decode("utf-8")) for full, data in found]

    def own(self, task: Task, number: int) -> tuple[bool, str]:
        """What is stored of one save alone."""
        full, data = self._conn.execute(
            "SELECT full, data FROM checkpoints WHERE task_id = ? AND number = ?", (task.row, number)
        ).fetchone()
        return bool(full), zlib.decompress(data).decode("utf-8")

    def delete(self, task: Task) -> None:
        """Takes a task out with all its saves."""
        with self._session.transaction():
            self._conn.execute("DELETE FROM checkpoint_tasks WHERE id = ?", (task.row,))

    def _latest(self, row: int) -> Save | None:
        found = self._conn.execute(
            f"{_SAVE} WHERE task_id = ? ORDER BY number DESC LIMIT 1", (row,)
        ).fetchone()
        return None if found is None else _save(found)


_SAVE = "SELECT number, saved, full, name, schema, length(data) FROM checkpoints"


def _save(row: tuple[int, int, int, str | None, str | None, int]) -> Save:
    number, saved, full, name, schema, stored = row
    return Save(number, _time(saved), bool(full), name, schema, stored)


def _time(microseconds: int) -> datetime:
    time = from_stored(microseconds, 0)
    assert time is not None
    return time
