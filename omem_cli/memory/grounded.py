"""Whether an answer stands on the memories it names: a small model mixes people up, or repeats its orders.

An answer is cut into claims: one sentence or more, up to the ids that stand behind them. Each claim's words
must be in the memories of those ids, but for what the question says already; names and numbers must be there
in any case, for they are what is mixed up. This finds what the memories don't say. It can't tell whether what
they do say was put together rightly: for that, the ids are shown.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from omem_cli import text
from omem_cli.memory.resolved import resolved
from omem_cli.records import Context, Evidence

SHARE = 2 / 3
"""Of a claim's own words, how many its memories must hold: a fair answer has some of its own ("works as")."""

_END = re.compile(r"(?:[.!?](?=\s|$|[\[(])|[。！？；]|\n)+(?:\s*[\[(（【][^\])）】\n]*[\])）】])*")
_ABOUT_MEMORY = frozenset(
    ["user", "memory", "memories", "message", "messages", "according", "based", "mentioned", "said", "says",
     "told", "用户", "记忆", "消息", "根据", "提到", "说过", "表示"]
)  # fmt: skip
"""Words an answer may use of its own."""
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Grounded:
    """What of an answer may be shown, and the ids it stands on; or `withheld`: why nothing may."""

    text: str | None
    sources: tuple[str, ...] = ()
    withheld: str | None = None


@dataclass(frozen=True, slots=True)
class _Claim:
    words: str
    ids: tuple[str, ...]
    end: int


def memories(context: Context) -> dict[str, str]:
    """Message id -> all that the context says under it: words, speaker, dates, what was understood."""
    found: dict[str, list[str]] = {}
    for hit in context.messages:
        m = hit.message
        means = [date for _, date in resolved(m.text if hit.shown is None else hit.shown, m.time)]
        found.setdefault(m.id, []).extend([m.speaker, m.text, *_dates(m.time), *map(_spelt, means)])
    for a in (hit.attribute for hit in context.attributes):
        _add(found, a.evidence, [a.aspect, a.value, a.since or "", a.until or ""])
    for e in (hit.event for hit in context.events):
        _add(found, e.evidence, [e.event, e.date or ""])
    return {id: "\n".join(parts) for id, parts in found.items()}


def _add(found: dict[str, list[str]], evidence: tuple[Evidence, ...], parts: list[str]) -> None:
    for one in evidence:
        found.setdefault(one.message, []).extend([*parts, one.quote or "", *_dates(one.time)])


def _dates(time: datetime | None) -> list[str]:
    return [] if time is None else [time.strftime("%Y-%m-%d %A %d %B")]


def _spelt(date: str) -> str:
    """A resolved date with its weekdays and months by name, as an answer may give it."""
    days = re.findall(r"\d{4}-\d\d-\d\d", date)
    if days:
        return " ".join(one for day in days for one in _dates(datetime.fromisoformat(day)))
    return f"{date} {datetime.fromisoformat(date + '-01'):%B}" if len(date) == 7 else date


def check(reply: str, question: str, person: str, known: Mapping[str, str]) -> Grounded:
    """`reply` as far as it stands on the memories (`known`: id -> words) that it names; what follows the last
    id named is left out."""
    claims = list(_claims(reply, known))
    if not claims:
        return Grounded(None, withheld="it names no memory that it rests on")
    for claim in claims:
        if not _holds(claim, question, person, "\n".join(known[id] for id in claim.ids)):
            return Grounded(None, withheld="the memories it names do not say so")
    ids = dict.fromkeys(id for claim in claims for id in claim.ids)
    return Grounded(reply[: claims[-1].end].strip(), tuple(ids))


def _claims(reply: str, known: Mapping[str, str]) -> Iterator[_Claim]:
    if not known:
        return
    named = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(map(re.escape, known))})(?![0-9A-Za-z])")
    begin = start = 0
    for end in [*(match.end() for match in _END.finditer(reply)), len(reply)]:
        if ids := named.findall(reply, start, end):
            yield _Claim(named.sub(" ", reply[begin:end]), tuple(dict.fromkeys(ids)), end)
            begin = end
        start = end


def _holds(claim: _Claim, question: str, person: str, source: str) -> bool:
    folded, terms = text.fold(source), frozenset(text.analyse(source, query=True))

    def there(word: str) -> bool:
        if text.is_cjk(word):
            return word in folded
        return not terms.isdisjoint(text.analyse(word, query=True))

    asked, free = set(text.content_words(question)), _ABOUT_MEMORY | set(text.content_words(person))
    names = _names(claim.words) | _names(question)
    words = [word for word in text.content_words(claim.words) if word not in free]
    if not all(map(there, names.intersection(words))):
        return False
    numbers = _numbers(claim.words) - _numbers(question)
    if not numbers <= _numbers(folded):
        return False
    own = [word for word in words if word not in asked]
    held = sum(map(there, own))
    return held >= SHARE * len(own) and (held > 0 or bool(numbers) or any(map(there, words)))


def _numbers(said: str) -> set[int]:
    return set(map(int, _NUMBER.findall(text.fold(said))))


def _names(said: str) -> set[str]:
    """Words with a capital letter inside a sentence, folded."""
    found = set()
    after = True  # a sentence begins here
    last = 0
    for word, start, end in text.words(said):
        after = after or bool(re.search(r"[.!?:\n。！？]", said[last:start]))
        if word[0].isupper() and not after:
            found.update(text.content_words(word))
        after, last = False, end
    return found
