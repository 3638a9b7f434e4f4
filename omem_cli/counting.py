"""Numbers with their nouns, so that nowhere one message is called `1 messages`."""


def counted(number: int, unit: str, units: str | None = None) -> str:
    """A number with its noun (and verb): `1 message`, `1,200 messages`; `units` where more than one take more
    than an s. The noun is always omem's own word: a name or a topic of the user's is never bent."""
    return f"{number:,} {unit if number == 1 else units or f'{unit}s'}"
