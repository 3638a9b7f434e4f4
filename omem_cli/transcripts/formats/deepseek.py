"""DeepSeek's data export (its `conversations.json` is not ChatGPT's)."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, path_to_root, string, turn

NAME = "deepseek"
DESCRIPTION = "DeepSeek data export, without thoughts and search results"
HOW = "Settings > Data > Export: the zip as it came, or `conversations.json`"

_SPEAKERS = {"REQUEST": Role.USER, "RESPONSE": Role.ASSISTANT}


def identify(sample: Sample) -> bool:
    return any(_is_conversation(v) for v in sample.values)


def _is_conversation(value: Any) -> bool:
    mapping = value.get("mapping") if isinstance(value, dict) else None
    return isinstance(mapping, dict) and any(
        isinstance(n, dict) and isinstance(n.get("message"), dict) and "fragments" in n["message"]
        for n in mapping.values()
    )


def parse(document: Document) -> Iterator[Parsed]:
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        mapping = item.value.get("mapping") if isinstance(item.value, dict) else None
        if not isinstance(mapping, dict):
            yield Broken(f"conversation {number}", "not a conversation: it has no `mapping`")
            continue
        native = string(item.value.get("id"))
        conversation = Conversation(str(number), native, string(item.value.get("title")))
        nodes = {k: n for k, n in mapping.items() if isinstance(n, dict)}
        parents = {k: n.get("parent") for k, n in nodes.items()}
        inner = {p for p in parents.values() if isinstance(p, str)}
        times = {
            k: document.clock.parse(mapped(n.get("message")).get("inserted_at")) for k, n in nodes.items()
        }
        leaves = [k for k in nodes if k not in inner]
        leaf = max(leaves, key=lambda k: t.timestamp() if (t := times[k]) else 0.0, default=None)
        path = path_to_root(parents, leaf)
        for key, node in nodes.items():
            if key not in path and node.get("message"):
                yield Skipped(
                    f"conversation {number}", "another version of a message, not the one last shown"
                )
        for key in path:
            for fragment in listed(mapped(nodes[key].get("message")).get("fragments")):
                role = _SPEAKERS.get(str(fragment.get("type"))) if isinstance(fragment, dict) else None
                text = string(fragment.get("content")) if role else None
                if role and text:
                    yield turn(document, conversation, role.value, role, times[key], text, item.line)
                else:
                    yield Skipped(f"conversation {number}", "a thought, a search or a file")
