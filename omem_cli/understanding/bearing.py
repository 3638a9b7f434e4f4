"""Does a message tell of something that bears on what its writer can do or would choose?

"She's on the machine Monday, Wednesday and Friday" decides a holiday and shares no word with the question;
"my boss's holiday was a disaster" shares one and decides nothing. One linear model on the text alone, trained
by `training/train_bearing.py` on invented chats whose messages are marked as bearing on an open question,
related to it, misleading or neither.
"""

from functools import lru_cache

from omem_cli.understanding import heads

BITS = 14
"""2^BITS columns for n-grams."""


@lru_cache(maxsize=1)
def load_bearing() -> heads.Heads:
    """The model that ships with omem."""
    return heads.load("bearing")
