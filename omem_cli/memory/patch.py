"""The difference of two JSON values as a list of steps, and its application.

The steps are those of JSON Patch (RFC 6902: add, remove, replace, with JSON Pointer paths) and one more,
`splice`, for a piece of a long text: a log that grows by a line costs a line.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

Json = Any
Step = dict[str, Json]

_ALIGNED = 3000
"""Entries of lists that are compared with all others, not only place by place."""

_LONG = 64
"""Characters from which a changed text is spliced rather than replaced."""


def same(a: Json, b: Json) -> bool:
    """Whether two JSON values are one: unlike in Python, 1, 1.0 and true differ."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def diff(old: Json, new: Json, path: str = "") -> list[Step]:
    """The steps that turn `old` into `new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        steps: list[Step] = [{"op": "remove", "path": _under(path, key)} for key in old if key not in new]
        for key, value in new.items():
            place = _under(path, key)
            steps += diff(old[key], value, place) if key in old else [_put("add", place, value)]
        return steps
    if isinstance(old, list) and isinstance(new, list):
        return _lists(old, new, path)
    if same(old, new):
        return []
    if isinstance(old, str) and isinstance(new, str) and len(old) >= _LONG:
        return _texts(old, new, path)
    return [_put("replace", path, new)]


def _lists(old: list[Json], new: list[Json], path: str) -> list[Step]:
    most = min(len(old), len(new))
    head = next((n for n in range(most) if not same(old[n], new[n])), most)
    most -= head
    tail = next((n for n in range(most) if not same(old[-1 - n], new[-1 - n])), most)
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    steps: list[Step] = []
    place = head
    for a, b in _aligned(before, after):
        paired = min(len(a), len(b))
        for n in range(paired):
            steps += diff(a[n], b[n], f"{path}/{place + n}")
        place += paired
        steps += [{"op": "remove", "path": f"{path}/{place}"} for _ in a[paired:]]
        steps += [_put("add", f"{path}/{place + n}", value) for n, value in enumerate(b[paired:])]
        place += len(b) - paired
    return steps


def _aligned(old: list[Json], new: list[Json]) -> Iterator[tuple[list[Json], list[Json]]]:
    """Runs of both lists that belong together; equal ones show what was moved, put in or taken out."""
    in_place = len(old) == len(new) and 2 * sum(map(same, old, new)) >= len(old)
    if in_place or not (old and new) or max(len(old), len(new)) > _ALIGNED:
        yield old, new
        return
    a, b = ([json.dumps(one, sort_keys=True) for one in many] for many in (old, new))
    for _, i, i_end, j, j_end in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        yield old[i:i_end], new[j:j_end]


def _texts(old: str, new: str, path: str) -> list[Step]:
    most = min(len(old), len(new))
    head = next((n for n in range(most) if old[n] != new[n]), most)
    most -= head
    tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    put = new[head : len(new) - tail]
    return [{"op": "splice", "path": path, "at": head, "cut": len(old) - head - tail, "put": put}]


def _put(op: str, path: str, value: Json) -> Step:
    return {"op": op, "path": path, "value": value}


def _under(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


def keys(path: str) -> list[str]:
    """The keys of a JSON Pointer (RFC 6901). Raises ValueError."""
    if not path:
        return []
    if not path.startswith("/"):
        raise ValueError(f"a JSON pointer begins with /, not {path!r}")
    return [key.replace("~1", "/").replace("~0", "~") for key in path[1:].split("/")]


def at(value: Json, path: str) -> Json:
    """What stands at a JSON Pointer. Raises LookupError where nothing does."""
    for key in keys(path):
        if isinstance(value, list):
            if not key.isdigit():
                raise LookupError(path)
            value = value[int(key)]
        elif isinstance(value, dict):
            value = value[key]
        else:
            raise LookupError(path)
    return value


def apply(value: Json, steps: list[Step]) -> Json:
    """The value after the steps; `value` itself is left alone."""
    root = [copy.deepcopy(value)]
    for step in steps:
        parent: Json = root
        key: Json = 0
        for name in keys(step["path"]):
            parent, key = parent[key], name
            if isinstance(parent, list):
                key = int(name)
        op = step["op"]
        if op == "remove":
            del parent[key]
        elif op == "splice":
            text, start = parent[key], step["at"]
            parent[key] = text[:start] + step["put"] + text[start + step["cut"] :]
        elif op == "add" and isinstance(parent, list) and parent is not root:
            parent.insert(key, step["value"])
        else:
            parent[key] = step["value"]
    return root[0]


@dataclass(frozen=True, slots=True)
class Change:
    """A place where two states differ; `kind` is added, removed or changed. For people."""

    kind: str
    path: str
    before: Json = None
    after: Json = None


def changes(old: Json, new: Json, path: str = "") -> list[Change]:
    """Where two states differ, in the order of the new one, lists place by place."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in [*new, *(k for k in old if k not in new)]:
            place = _under(path, key)
            if key not in old:
                found.append(Change("added", place, after=new[key]))
            elif key not in new:
                found.append(Change("removed", place, before=old[key]))
            else:
                found += changes(old[key], new[key], place)
        return found
    if isinstance(old, list) and isinstance(new, list):
        both = min(len(old), len(new))
        found = [c for n in range(both) for c in changes(old[n], new[n], f"{path}/{n}")]
        found += [Change("removed", f"{path}/{n}", before=old[n]) for n in range(both, len(old))]
        return found + [Change("added", f"{path}/{n}", after=new[n]) for n in range(both, len(new))]
    return [] if same(old, new) else [Change("changed", path or "/", old, new)]
