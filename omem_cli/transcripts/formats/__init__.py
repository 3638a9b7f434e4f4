"""The formats, most particular first: the first that recognises a file reads it."""

from omem_cli.transcripts.base import Format
from omem_cli.transcripts.formats import (
    chatgpt,
    claude,
    claude_code,
    dialogue,
    locomo,
    messages,
    sharegpt,
    table,
    whatsapp,
)

_ALL: tuple[Format, ...] = (
    locomo, claude, chatgpt, claude_code, sharegpt, messages,
    whatsapp, table, dialogue,
)  # fmt: skip
FORMATS: dict[str, Format] = {module.NAME: module for module in _ALL}
