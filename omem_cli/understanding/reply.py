"""Reads a model's reply lines into claims. A line that is none of ours, or a cut one, is dropped."""

from dataclasses import dataclass

from omem_cli.records import ASPECTS

_ASPECTS = frozenset(ASPECTS)
MAX_VALUE = 160


@dataclass(frozen=True, slots=True)
class Reply:
    """What the lines say, nothing checked yet: `attributes` are (aspect, value)."""

    topic: str
    attributes: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    clues: tuple[str, ...]


def parse(raw: str) -> Reply:
    """Lines `topic: …`, `<aspect>: …`, `event: …`, `clues: a; b` in any order; repeats count once."""
    lines = raw.split("\n")
    if raw and not raw.endswith("\n"):
        lines, cut = lines[:-1], lines[-1]
        # The clue list may lack its line end; any other unfinished line may be half a value.
        if cut.startswith("clues:") or not lines:
            lines.append(cut)
    topic, attributes, events, clues = "", [], [], []
    for line in dict.fromkeys(lines):
        key, colon, value = line.partition(":")
        key, value = key.strip().casefold(), value.strip()
        if not colon or not value or (len(value) > MAX_VALUE and key != "clues"):
            continue
        if key == "topic":
            topic = topic or value
        elif key == "event":
            events.append(value)
        elif key == "clues":
            clues += [c.strip() for c in value.replace("；", ";").split(";") if c.strip()]
        elif key in _ASPECTS:
            attributes.append((key, value))
    return Reply(
        topic, tuple(dict.fromkeys(attributes)), tuple(dict.fromkeys(events)), tuple(dict.fromkeys(clues))
    )
