"""A state machine for a task: which states there are, and which may follow which.

```yaml
state: /stage                 # where in the saved JSON the state's name stands
states: [searching, booked]   # all names
start: [searching]            # optional: where a task may begin
transitions:                  # staying where one is is always allowed
  searching: [booked]
schema: /schema_version       # optional: where the version of the saved JSON stands
```
"""

import json
from dataclasses import dataclass
from typing import Any

from omem_cli.errors import OmemError
from omem_cli.memory import patch

SCHEMA = "/schema_version"
"""Where the version of a state's schema stands, unless the machine says otherwise."""


@dataclass(frozen=True, slots=True)
class Machine:
    """States and transitions; `at` and `schema` are JSON pointers into a task's state."""

    at: str
    states: tuple[str, ...]
    start: tuple[str, ...]
    transitions: dict[str, tuple[str, ...]]
    schema: str = SCHEMA

    def after(self, name: str | None) -> tuple[str, ...]:
        """What may follow `name` (None: what a task may begin with)."""
        if name is None:
            return self.start or self.states
        return self.transitions.get(name, ())

    def to_json(self) -> str:
        """As it is kept with a task."""
        return json.dumps(
            {
                "state": self.at, "states": self.states, "start": self.start,
                "transitions": self.transitions, "schema": self.schema,
            }
        )  # fmt: skip


def read(text: str, where: str) -> Machine:
    """A machine from YAML (or JSON, which is YAML). Raises OmemError naming `where` and what is wrong."""
    import yaml

    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise OmemError(f"{where} is no YAML: {' '.join(str(error).split())[:160]}") from error
    return _machine(data, where)


def kept(text: str | None) -> Machine | None:
    """The machine of `Machine.to_json`."""
    return None if text is None else _machine(json.loads(text), "the task's state machine")


def _machine(data: Any, where: str) -> Machine:
    if not isinstance(data, dict):
        raise OmemError(f"{where} must be a mapping with state, states and transitions")
    if unknown := [str(k) for k in data if k not in ("state", "states", "start", "transitions", "schema")]:
        raise OmemError(
            f"{where}: there is no {unknown[0]!r}; there are state, states, start, transitions, schema"
        )
    states = _names(data.get("states"), f"{where}: states")
    if not states:
        raise OmemError(f"{where}: states must list at least one name")
    table = data.get("transitions") or {}
    if not isinstance(table, dict):
        raise OmemError(f"{where}: transitions must name, for each state, the list of those that may follow")
    transitions = {str(k): _names(v, f"{where}: transitions of {k}") for k, v in table.items()}
    start = _names(data.get("start"), f"{where}: start")
    for name in (*start, *transitions, *(n for names in transitions.values() for n in names)):
        if name not in states:
            raise OmemError(f"{where}: {name!r} is not among the states ({', '.join(states)})")
    at, schema = (
        _pointer(data.get(k, d), f"{where}: {k}") for k, d in (("state", "/state"), ("schema", SCHEMA))
    )
    return Machine(at, states, start, transitions, schema)


def _names(value: Any, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    many = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in many):
        raise OmemError(f"{where} must be a list of names (put names such as yes, no, on into quotes)")
    return tuple(dict.fromkeys(str(one) for one in many))


def _pointer(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip("/"):
        raise OmemError(f"{where} must be a JSON pointer such as /stage")
    return value if value.startswith("/") else f"/{value}"


def name_in(machine: Machine | None, state: Any) -> str | None:
    """The name of the state that a saved JSON is in; None if it doesn't say (with a machine: an error)."""
    if machine is None:
        return None
    try:
        name = patch.at(state, machine.at)
    except LookupError:
        raise OmemError(
            f"the state has no {machine.at}, where its machine expects one of {', '.join(machine.states)}"
        ) from None
    if not isinstance(name, str | int) or isinstance(name, bool) or str(name) not in machine.states:
        shown = json.dumps(name, ensure_ascii=False)[:60]
        raise OmemError(f"{machine.at} is {shown}: allowed are {', '.join(machine.states)}")
    return str(name)


def check(machine: Machine | None, before: str | None, state: Any) -> str | None:
    """The name of the new state, if it may follow `before`. Raises OmemError naming what may."""
    name = name_in(machine, state)
    if machine is None or name is None or name == before:
        return name
    allowed = machine.after(before)
    if name not in allowed:
        what = f"a task cannot begin as {name!r}" if before is None else f"{before!r} cannot become {name!r}"
        rest = ", ".join(allowed) if allowed else "nothing"
        raise OmemError(f"{what}: after {before or 'nothing'} comes {rest}; nothing was saved")
    return name


def schema_of(machine: Machine | None, state: Any) -> str | None:
    """The version of the state's schema, as text; None if it has none."""
    try:
        found = patch.at(state, machine.schema if machine else SCHEMA)
    except LookupError:
        return None
    return json.dumps(found, ensure_ascii=False)[:100]
