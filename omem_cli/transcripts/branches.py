"""Exports of chats with an assistant: a list of conversations, whose messages may form a tree."""

from collections.abc import Iterator, Sequence
from typing import Any

from omem_cli.records import Broken, Conversation, Role
from omem_cli.transcripts.base import Document, first_of, path_to_root, string
from omem_cli.transcripts.jsonstream import Item


def each_conversation(
    document: Document, key: str, kind: type, ids: Sequence[str], title: str
) -> Iterator[Broken | tuple[Conversation, dict[str, Any], Item]]:
    """The conversations of an export: records that hold their messages under `key` (a list or an object, as
    `kind` says); what is none is named."""
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        value = item.value
        if not isinstance(value, dict) or not isinstance(value.get(key), kind):
            yield Broken(f"conversation {number}", f"not a conversation: it has no `{key}`")
            continue
        native = string(first_of(value, ids))
        yield Conversation(str(number), native, string(value.get(title))), value, item


def in_order(records: dict[str, Any], keys: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """The records of these keys in the order of the keys. The records are gone through once, and only those
    that come too early are held back: an object that is too large for memory is mostly in order."""
    places = {key: place for place, key in enumerate(keys)}
    held: dict[int, Any] = {}
    place = 0
    for key, record in records.items():
        if key not in places:
            continue
        held[places[key]] = record
        while place in held:
            yield keys[place], held.pop(place)
            place += 1


OTHER_VERSION = "another version of a message, not the one last shown"


class Branches:
    """The messages of a conversation in which editing or asking again begins a new branch.

    `parents` tells each message's parent, `roles` who speaks (None: nobody, it is no speech). `shown` are
    the messages of the branch that ends in `leaf`, in order.
    """

    def __init__(self, parents: dict[str, Any], roles: dict[str, Role | None], leaf: Any) -> None:
        self.shown = path_to_root(parents, leaf)
        self._roles = roles
        self._instead: dict[tuple[int, Role | None], list[str]] = {}
        depths: dict[str, int] = {}
        for key in parents:
            climbed = []
            node: Any = key
            while isinstance(node, str) and node in parents and node not in depths:
                depths[node] = 0  # a cycle ends here
                climbed.append(node)
                node = parents[node]
            depth = depths.get(node, 0) if isinstance(node, str) else 0
            for node in reversed(climbed):
                depth += roles.get(node) is not None
                depths[node] = depth
        self._depths = depths
        on_path = set(self.shown)
        self.others = [k for k in parents if k not in on_path and roles.get(k) is not None]
        for key in self.others:
            self._instead.setdefault((depths[key], roles[key]), []).append(key)

    def replaced_by(self, key: str) -> list[str]:
        """The messages of other branches in whose place a shown one stands: the same speaker's, after as
        many messages."""
        return self._instead.get((self._depths[key], self._roles[key]), [])
