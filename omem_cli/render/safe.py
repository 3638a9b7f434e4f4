"""The one place where foreign text is made fit for a terminal, a prompt or JSON.

Text of a transcript may hold anything: escape sequences that move the cursor, set the clipboard or forge a
line of output, characters that turn the reading direction, invisible letters. None of that gets out raw.
"""

import re

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
"""Control characters as the symbols Unicode has for showing them (ESC as ␛)."""

_SHOWN: dict[int, str | None] = {
    **_PICTURES,
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),  # C1: a terminal may take U+009B for ESC [
    **dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), None),  # bidi
    **dict.fromkeys((0x00AD, 0x200B, 0x2060, 0xFEFF, *range(0x206A, 0x2070), *range(0xFFF9, 0xFFFC)), None),
    **dict.fromkeys(range(0xE0000, 0xE0080), None),  # tags: text nobody sees and a model reads
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),  # half a surrogate pair cannot be written
    0x09: " ",
    0x0A: "\n",
    0x2028: "\n",
    0x2029: "\n",
}

_JSON_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """`text` with every control, direction and invisible character replaced or left out; keeps newlines."""
    return text.replace("\r\n", "\n").translate(_SHOWN)


def one_line(text: str, limit: int | None = None) -> str:
    """`shown` on one line, blanks joined, cut to `limit` characters with an ellipsis."""
    line = " ".join(shown(text).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def json_text(document: str) -> str:
    """A JSON document in which characters a terminal could obey are escaped: it reads the same, losslessly.

    (json.dumps escapes those below U+0020 itself; the rest can only stand inside strings.)
    """
    return _JSON_ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", document)
