"""Perplexity threads, as its export and browser extensions save them."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Native, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, first_of, listed, mapped, string, turn

NAME = "perplexity"
DESCRIPTION = "Perplexity threads: questions and answers, without sources"
HOW = "a thread's or the library's JSON: `conversations` of `query`/`answer`, or `entries` of `query_str`"

_ASKED = ("query", "query_str")
_WHEN = ("timestamp", "entry_created_datetime", "created_at", "entry_updated_datetime", "updated_at")
_THREAD = ("thread_uuid", "thread_id", "context_uuid", "uuid", "id", "thread_url_slug", "slug", "url")


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and any(_is_entry(e) for e in _entries(v)[:20]) for v in sample.values)


def _entries(value: dict[str, Any]) -> list[Any]:
    return listed(value.get("conversations")) or listed(value.get("entries")) or [value]


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and (
        ("query" in value and "answer" in value)
        or ("query_str" in value and ("blocks" in value or "answer" in value))
    )


def parse(document: Document) -> Iterator[Parsed]:
    number = 0
    for item in document.items():
        if isinstance(item, Broken):
            yield item
            continue
        number += 1
        value = mapped(item.value)
        entries = _entries(value)
        about = mapped(value.get("metadata")) or mapped(value.get("thread_metadata")) or value
        first = next((e for e in entries if isinstance(e, dict)), {})
        shared = string(first.get("context_uuid")) or string(first.get("thread_url_slug"))
        native = string(first_of(about, _THREAD)) if about is not first else None
        title = string(first_of(about, ("thread_title", "title", "name"))) or string(
            first.get("thread_title")
        )
        local = shared or str(number)
        conversation = Conversation(local, native or shared, title)
        for position, entry in enumerate(entries, 1):
            where = f"thread {number}, entry {position}"
            if not isinstance(entry, dict) or not (_is_entry(entry) or any(k in entry for k in _ASKED)):
                yield Broken(where, "not a question with its answer")
                continue
            time = document.clock.parse(first_of(entry, _WHEN))
            id = string(first_of(entry, ("uuid", "backend_uuid", "id")))
            said = ((Role.USER, string(first_of(entry, _ASKED))), (Role.ASSISTANT, _answer(entry)))
            for role, text in said:
                own = Native(f"{id}/{role}") if id and conversation.native else None
                if text:
                    yield turn(document, conversation, role.value, role, time, text, item.line, native=own)
                else:
                    yield Skipped(where, "a question or an answer without text")


def _answer(entry: dict[str, Any]) -> str | None:
    """The answer as text: the same words stand in several blocks, so the first that has them counts."""
    if found := string(entry.get("answer")):
        return found.strip()
    for block in listed(entry.get("blocks")):
        markdown = mapped(mapped(block).get("markdown_block"))
        text = string(markdown.get("answer"))
        chunks = [c for c in listed(markdown.get("chunks")) if isinstance(c, str)]
        if text or "".join(chunks).strip():
            return (text or "".join(chunks)).strip()
    return None
