"""Where a task stands: its states as a history that can be looked at, compared and taken up again."""

import json
from dataclasses import dataclass
from typing import Any

from omem_cli.errors import OmemError
from omem_cli.memory import machine as machines
from omem_cli.memory import patch
from omem_cli.memory.machine import Machine
from omem_cli.privacy import Redactor
from omem_cli.store import Store
from omem_cli.store.checkpoints import Save, Task

FULL_EVERY = 64
"""A full snapshot after so many differences: what reading any save costs at most."""

_WORDS, _LEAF = 40, 80  # of a state, for finding the memories that go with it


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A task's state at one save. `following` names what may come next (without a machine: None)."""

    task: str
    save: Save
    last: int
    state: Any
    following: tuple[str, ...] | None


def read_state(text: str, where: str) -> Any:
    """A state from JSON text. Raises OmemError for what is no JSON (NaN and the like are none)."""

    def refuse(name: str) -> None:
        raise ValueError(f"{name} is no JSON number")

    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=refuse)
    except ValueError as error:
        raise OmemError(f"{where} is no JSON ({error}); nothing was saved") from error


def doubts(store: Store, name: str, state: Any, machine: Machine | None = None) -> list[str]:
    """Why a save should be confirmed first: the schema's version, or the machine, is another than before."""
    task = store.checkpoints.task(name)
    if task is None or task.latest is None:
        return []
    found, known = [], machines.kept(task.machine)
    if machine is not None and known is not None and machine != known:
        found.append("the state machine is another than the one kept with the task")
    schema = machines.schema_of(machine or known, state)
    if schema != task.latest.schema:
        found.append(f"the schema version was {task.latest.schema or 'none'} and is {schema or 'none'}")
    return found


def save(
    store: Store, name: str, state: Any, machine: Machine | None = None, redactor: Redactor | None = None
) -> tuple[Save, int]:
    """Keeps a state as the task's next save; returns it with the number of changes since the one before.
    What must not be kept is masked in all its texts (`redactor`: default, by the usual policy).

    Raises OmemError (and keeps nothing) if the task's machine forbids the way from the last state.
    """
    redactor = redactor or Redactor()
    name, state = redactor.name(name.strip()), redactor.value(state)
    if not name:
        raise OmemError("a task needs a name")
    with store.transaction():
        store.audit.add("checkpoint")
        task = store.checkpoints.make(name, machine.to_json() if machine is not None else None)
        rules = machines.kept(task.machine)
        latest = task.latest
        stage = machines.check(rules, latest.name if latest else None, state)
        schema = machines.schema_of(rules, state)
        whole, steps = _text(state), None
        if latest is not None:
            before = _state(store, task, latest.number)
            steps = patch.diff(before, state)
            since = len(store.checkpoints.contents(task, latest.number))
            if since < FULL_EVERY and 2 * len(text := _text(steps)) < len(whole):
                kept = store.checkpoints.add(task, text, full=False, name=stage, schema=schema)
                return kept, len(steps)
        kept = store.checkpoints.add(task, whole, full=True, name=stage, schema=schema)
        return kept, len(steps) if steps is not None else 0


def load(store: Store, name: str, number: int | None = None) -> Checkpoint:
    """The task's state at a save (default: the last). Raises OmemError."""
    task = _task(store, name)
    last = task.latest
    assert last is not None  # a task is made with its first save
    one = last if number is None else store.checkpoints.save(task, number)
    if one is None:
        raise OmemError(f"{name!r} has saves 1 to {last.number}, no {number}")
    rules = machines.kept(task.machine)
    following = None if rules is None else rules.after(one.name)
    return Checkpoint(task.name, one, last.number, _state(store, task, one.number), following)


def compare(
    store: Store, name: str, numbers: tuple[int, int] | None = None
) -> tuple[int, int, list[patch.Change]]:
    """What changed between two saves (default: the last two), with their numbers."""
    last = load(store, name)
    a, b = numbers or (max(1, last.save.number - 1), last.save.number)
    return a, b, patch.changes(load(store, name, a).state, load(store, name, b).state)


def history(store: Store, name: str) -> list[Save]:
    """All saves of a task, oldest first. Raises OmemError."""
    return store.checkpoints.saves(_task(store, name))


def delete(store: Store, name: str) -> int:
    """Takes a task out with all its saves; returns how many there were."""
    task = _task(store, name)
    count = len(store.checkpoints.saves(task))
    with store.transaction():
        store.checkpoints.delete(task)
        store.audit.add("drop checkpoints")
    return count


def question(one: Checkpoint) -> str:
    """Words that bring the memories related to a task: its name and the short texts of its state."""
    found = [one.task]
    queue = [one.state]
    while queue and sum(len(text.split()) for text in found) < _WORDS:
        value = queue.pop(0)
        if isinstance(value, dict | list):
            queue += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str) and len(value) <= _LEAF and any(c.isalpha() for c in value):
            found.append(value)
    return " ".join(dict.fromkeys(found))


def _task(store: Store, name: str) -> Task:
    task = store.checkpoints.task(name.strip())
    if task is None or task.latest is None:
        known = ", ".join(t.name for t in store.checkpoints.tasks()[:5])
        raise OmemError(f"there is no task {name!r}" + (f"; there are {known}" if known else " and no other"))
    return task


def _state(store: Store, task: Task, number: int) -> Any:
    state: Any = None
    for full, text in store.checkpoints.contents(task, number):
        state = json.loads(text) if full else patch.apply(state, json.loads(text))
    return state


def _text(value: Any) -> str:
    # Escaped: a lone half of a surrogate pair is legal in JSON and can't be written as UTF-8.
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
