"""ShareGPT and the question/answer records of fine-tuning sets (Alpaca, Dolly, prompt and completion)."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Parsed
from omem_cli.transcripts.base import Document, Sample
from omem_cli.transcripts.formats.messages import answered, read_threads, threads

NAME = "sharegpt"
DESCRIPTION = "ShareGPT conversations, and Alpaca, Dolly or prompt/completion records"
HOW = "`conversations` of `from`/`value`; or `instruction`, `input`, `output`; or `prompt` and `completion`"


def identify(sample: Sample) -> bool:
    return any(_is_sharegpt(v) or bool(answered(v)) for v in sample.values)


def _is_sharegpt(value: Any) -> bool:
    turns = value.get("conversations") if isinstance(value, dict) else None
    return isinstance(turns, list) and any(
        isinstance(t, dict) and "from" in t and "value" in t for t in turns
    )


def parse(document: Document) -> Iterator[Parsed]:
    yield from read_threads(document, lambda value: answered(value) or threads(value))
