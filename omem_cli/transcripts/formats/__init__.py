"""The formats. Those of one app are told apart by what only it writes; the general ones, which take whatever
has a speaker and a text, are asked in their order where none of the others recognises a file."""

from omem_cli.transcripts.base import Format
from omem_cli.transcripts.formats import (
    chatgpt,
    claude,
    claude_code,
    codex,
    deepseek,
    dialogue,
    discord,
    gemini,
    google_chat,
    grok,
    imessage,
    lechat,
    line,
    locomo,
    longmemeval,
    messages,
    messenger,
    msc,
    perplexity,
    personamem,
    qq,
    sharegpt,
    signal,
    slack,
    subtitles,
    table,
    telegram,
    wechat,
    whatsapp,
)

_ALL: tuple[Format, ...] = (
    longmemeval, locomo, claude, deepseek, chatgpt, discord, telegram, messenger, google_chat, wechat,
    slack, gemini, codex, claude_code, signal, grok, perplexity, lechat, msc, personamem, sharegpt, messages,
    subtitles, line, qq, whatsapp, imessage, table, dialogue,
)  # fmt: skip
FORMATS: dict[str, Format] = {module.NAME: module for module in _ALL}
GENERAL = tuple(module.NAME for module in (sharegpt, messages, table, dialogue))
