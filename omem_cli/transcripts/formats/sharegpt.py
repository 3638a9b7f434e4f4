"""ShareGPT and the question/answer records of fine-tuning sets (Alpaca, Dolly, prompt and completion)."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Parsed
from omem_cli.transcripts.base import Document, Sample, string
from omem_cli.transcripts.formats.messages import Thread, is_message, lasting_id, pair, read_threads, threads

NAME = "sharegpt"
DESCRIPTION = "ShareGPT conversations, and Alpaca, Dolly or prompt/completion records"
HOW = "`conversations` of `from`/`value`; or `instruction`, `input`, `output`; or `prompt` and `completion`"

_PAIRS = (
    ("user", "assistant"), ("human", "assistant"), ("prompt", "completion"), ("prompt", "response"),
    ("user", "bot"), ("instruction", "output"), ("instruction", "response"), ("query", "response"),
)  # fmt: skip


def identify(sample: Sample) -> bool:
    return any(_is_sharegpt(v) or bool(_answered(v)) for v in sample.values)


def _is_sharegpt(value: Any) -> bool:
    turns = value.get("conversations") if isinstance(value, dict) else None
    return isinstance(turns, list) and any(
        isinstance(t, dict) and "from" in t and "value" in t for t in turns
    )


def parse(document: Document) -> Iterator[Parsed]:
    yield from read_threads(document, lambda value: _answered(value) or threads(value))


def _answered(value: Any) -> list[Thread]:
    if (
        not isinstance(value, dict)
        or is_message(value)
        or any(isinstance(value.get(k), list) for k in ("messages", "conversations"))
    ):
        return []
    for asks, answers in _PAIRS:
        question, answer = string(value.get(asks)), string(value.get(answers))
        if question and answer:
            extra = string(value.get("input")) or string(value.get("context"))
            asked = f"{question}\n\n{extra}" if extra and asks == "instruction" else question
            history = value.get("history")
            earlier = threads(history)[0].messages if isinstance(history, list) and threads(history) else []
            when = value.get("timestamp") or value.get("created_at") or value.get("time")
            return [
                Thread([*earlier, *pair(asked, answer)], lasting_id(value), string(value.get("title")), when)
            ]
    return []
