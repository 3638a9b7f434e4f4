"""What is repaired in text before it is kept: only what no database or terminal could hold.

NUL is removed and half a surrogate pair becomes U+FFFD; both are counted. Every other control character
stays in the text (it is the writer's), so whoever shows text has to escape it. Names and titles are labels:
they lose control and invisible characters.
"""

import re
import unicodedata
from functools import lru_cache

_DAMAGE = re.compile("[\x00\ud800-\udfff]")
_KEPT_INVISIBLE = "\u200c\u200d"  # joiners are part of Persian and Indic spelling and of emoji
_SPACES = re.compile(r"\s+")
MAX_NAME = 200


def text(raw: str) -> tuple[str, int]:
    """The storable text and the number of characters that were removed or replaced."""
    if "\x00" not in raw if raw.isascii() else _DAMAGE.search(raw) is None:
        return raw, 0
    # Two escapes that form a pair but came in pieces are one character.
    paired = raw.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return paired, raw.count("\x00") + paired.count("\ufffd") - raw.count("\ufffd")


@lru_cache(4096)
def name(raw: str) -> str:
    """A speaker's name or a title on one line, without control and invisible characters ('': none left)."""
    kept = (
        " " if c.isspace() else c
        for c in text(raw)[0]
        if c.isspace() or c in _KEPT_INVISIBLE or unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cn")
    )
    return _SPACES.sub(" ", "".join(kept)).strip()[:MAX_NAME]
