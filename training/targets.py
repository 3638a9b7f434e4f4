"""What the extractor learns to say: labels rewritten as runs of the message's own words, in its order.

omem lets the model say nothing but runs of the message (omem_cli/understanding/grammar.py), and a small
model learns to copy far sooner than to rephrase. A label such as "slipped on wet steps" becomes the run that
says it, "slipped on the wet steps".
"""

import re

from omem_cli.understanding.grammar import units

_BREAK = re.compile(r"[.!?…。！？；;\n]")
_STOP = frozenset(
    re.findall(
        r"\w+",
        "a an the my his her their our your i is am are was were be been has have had to of in at as on for "
        "and or with it its we they this that",
    )
)
EXTRA = 4
VALUE_FLOOR, EVENT_FLOOR = 0.5, 0.6
MAX_QUOTE_UNITS, MAX_BARE_UNITS = 14, 6


def _folded(text: str, start: int, end: int) -> str:
    word = text[start:end].casefold().replace("’", "'")
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def best_run(
    text: str,
    wanted: str,
    quote: str | None = None,
    *,
    floor: float = VALUE_FLOOR,
    previous: str | None = None,
) -> tuple[int, int] | None:
    """Span of the run of `text` that says `wanted`, looked for in `quote`; None if nothing is near it.

    The verbatim text if it is there; else the window with the best F1 of its words (characters for Chinese,
    Japanese and Korean) with those of `wanted`, at least `floor`; else, where the words differ altogether, a
    short quote itself, unless `wanted` takes a word of the `previous` turn.
    """
    low = text.find(quote) if quote else -1
    zone = (low, low + len(quote)) if quote and low >= 0 else (0, len(text))
    for a, b in (zone, (0, len(text))):
        at = text.find(wanted, a, b)
        if at >= 0 and not _BREAK.search(wanted):
            return at, at + len(wanted)
    goal = [w for w in (_folded(wanted, a, b) for a, b in units(wanted)) if w not in _STOP]
    spans = [s for s in units(text) if zone[0] <= s[0] and s[1] <= zone[1]] or units(text)
    best: tuple[float, int, tuple[int, int]] | None = None
    for i, (start, _) in enumerate(spans):
        heavy: list[str] = []
        for j in range(i, min(len(spans), i + len(goal) * 2 + EXTRA)):
            if j > i and _BREAK.search(text[spans[j - 1][1] : spans[j][0]]):
                break
            word = _folded(text, *spans[j])
            if word in _STOP:
                continue
            heavy.append(word)
            hits = sum(min(heavy.count(w), goal.count(w)) for w in set(heavy))
            score = 2 * hits / (len(heavy) + len(goal)) if goal else 0.0
            candidate = (score, i - j, (start, spans[j][1]))
            if hits and word in goal and (best is None or candidate[:2] > best[:2]):
                best = candidate
    if best and best[0] >= floor:
        return best[2]
    inner = [s for s in units(text) if zone[0] <= s[0] and s[1] <= zone[1]]
    short = quote and low >= 0 and 0 < len(inner) <= (MAX_QUOTE_UNITS if best else MAX_BARE_UNITS)
    if short and not _BREAK.search((quote or "").strip(" .!?。！？")) and (best or floor == EVENT_FLOOR):
        return inner[0][0], inner[-1][1]
    if short and not best and not _taken(wanted, previous):
        return inner[0][0], inner[-1][1]
    return best[2] if best and best[0] >= 0.3 and floor != EVENT_FLOOR else None


def _taken(wanted: str, previous: str | None) -> bool:
    """Does a word of `wanted` come from the previous turn? The message's own words can't say it then."""
    before = {_folded(previous or "", a, b) for a, b in units(previous or "")}
    return any(_folded(wanted, a, b) in before for a, b in units(wanted))


def topic(row: dict) -> str:
    """The topic as a run of the message: its own words where they are, else the first clue, else `chat`."""
    span = best_run(row["text"], row["topic"])
    if span and span[1] - span[0] > 1:
        return row["text"][span[0] : span[1]]
    return row["clues"][0] if row["clues"] else "chat"


def lines(row: dict) -> list[str]:
    """The reply lines for a labelled message."""
    text = row["text"]

    def runs(items: list[dict], key: str, floor: float) -> list[tuple[int, str, dict]]:
        found = []
        for item in items:
            span = best_run(text, item[key], item["quote"], floor=floor, previous=row["prev"])
            found.append((span, item))
        return sorted(
            ((s[0], text[s[0] : s[1]].replace("\n", " "), item) for s, item in found if s), key=lambda x: x[0]
        )

    out = [f"topic: {topic(row)}"]
    out += [f"{item['aspect']}: {run}" for _, run, item in runs(row["attributes"], "value", VALUE_FLOOR)]
    out += [f"event: {run}" for _, run, _ in runs(row["events"], "event", EVENT_FLOOR)]
    return [*out, "clues: " + "; ".join(sorted(row["clues"], key=text.find))]
