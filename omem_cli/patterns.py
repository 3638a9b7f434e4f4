"""Regular expressions that are compiled when they are first used."""

import re
from functools import cached_property
from typing import Any, cast


class _Late:
    """Has what the compiled pattern has, once it is asked for any of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._written = (pattern, flags)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(*self._written)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._compiled, name)
        setattr(self, name, found)  # from now on it is found without coming here
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, for modules of which a command that is over in half a second needs few patterns, where
    most would take a millisecond each. Its methods are those of a pattern; the functions of `re`, which take
    patterns too, don't know it."""
    return cast(re.Pattern[str], _Late(pattern, flags))
