"""Text in, text without what must not be kept out."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from omem_cli.privacy import contact, credentials, numbers, passwords
from omem_cli.privacy.base import DIGITS, Found
from omem_cli.privacy.policy import CONTACTS, KINDS, Policy
from omem_cli.privacy.signs import suspects
from omem_cli.records import AttributeClaim, Conversation, Notice, Parsed, Turn, Understanding
from omem_cli.settings import DROP, KEEP

FINDERS: dict[str, Callable[[str], Iterator[Found]]] = {
    "private_key": credentials.blocks,
    "jwt": credentials.jwts,
    "key": credentials.keys,
    "password": passwords.passwords,
    "iban": numbers.ibans,
    "card": numbers.cards,
    "ssn": numbers.ssns,
    "chinese_id": numbers.chinese_ids,
    "national_id": numbers.national_ids,
    "email": contact.emails,
    "phone": contact.phones,
}
"""Kinds in their order, with what finds them in a text whose digits are plain ones."""
_MARKS = {kind: f"[{kind.replace('_', ' ')}]" for kind in KINDS} | {
    "chinese_id": "[id]", "national_id": "[id]", "jwt": "[token]", "key": "[key]",
}  # fmt: skip
_MARK = re.compile(
    r"\[(?:card|iban)(?: \*{4}\w{4})?\]|" + "|".join(map(re.escape, sorted(set(_MARKS.values()))))
)
_WORD = re.compile(r"[^\W_]+")
_ORDER = {kind: place for place, kind in enumerate(FINDERS)}
_WIDE = re.compile(f"[{''.join(map(chr, DIGITS))}]")


def plain_digits(text: str) -> str:
    """The text with plain digits and dashes, each character in its place."""
    return text if text.isascii() or not _WIDE.search(text) else text.translate(DIGITS)


def find(text: str, kinds: Iterable[str] = KINDS) -> list[Found]:
    """What of these kinds stands in a text, in order, no two overlapping: the kind named first in `KINDS`
    wins."""
    plain = plain_digits(text)
    suspected = suspects(plain)
    if not suspected:
        return []
    taken: list[Found] = []
    wanted = set(kinds)
    # Those before the last wanted one are looked for too: a part of a key is no phone number.
    last = max((_ORDER[kind] for kind in wanted), default=-1)
    for kind in suspected:
        if _ORDER[kind] > last:
            break
        for found in FINDERS[kind](plain):
            if not any(found.start < other.end and other.start < found.end for other in taken):
                taken.append(found)
    return sorted((f for f in taken if f.kind in wanted), key=lambda f: f.start)


class Redactor:
    """Applies a policy and counts what it masked or dropped, by kind."""

    def __init__(self, policy: Policy | None = None, earlier: Sequence[Policy] = ()) -> None:
        """`earlier` policies are those under which messages were stored before."""
        self.policy = policy or Policy()
        self._earlier = [Redactor(one) for one in earlier]
        self._names: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        self._kinds = tuple(kind for kind in KINDS if self.policy[kind] != KEEP)
        self._titled = Conversation("")
        self._retitled = self._titled

    def text(self, text: str) -> str:
        """The text as it may be kept."""
        if not self._kinds or len(text) < 6:
            return text
        out, at = [], 0
        for found in find(text, self._kinds):
            self.counts[found.kind] += 1
            out += [text[at : found.start], self._mark(found)]
            at = found.end
        if not out:
            return text
        return "".join([*out, text[at:]]).strip() or _MARKS[next(iter(self.counts))]

    def _mark(self, found: Found) -> str:
        if self.policy[found.kind] == DROP:
            return ""
        return f"[{found.kind} ****{found.tail}]" if found.tail else _MARKS[found.kind]

    def records(self, parsed: Iterable[Parsed]) -> Iterator[Parsed]:
        """What was read of a source, as it may be kept and told: messages and what is said about broken
        ones."""
        quiet = Redactor(self.policy)
        for record in parsed:
            if isinstance(record, Turn):
                yield self.turn(record)
            elif isinstance(record, Notice):
                yield replace(record, text=quiet.text(record.text))
            else:
                yield replace(record, why=quiet.text(record.why))

    def turn(self, turn: Turn) -> Turn:
        """A turn as it may be kept, with its conversation's title. Its id is made from this text, so it says
        nothing about what was masked."""
        about, text = turn.conversation, self.text(turn.text)
        speaker, place = self.name(turn.speaker), turn.location
        if (path := self.name(place.path)) is not place.path:
            place = replace(place, path=path)
        before: tuple[tuple[str, str], ...] = ()
        if self._earlier:
            before = tuple((one.name(turn.speaker), one.text(turn.text)) for one in self._earlier)
        if about.title is not None:
            if about is not self._titled and about != self._titled:  # mostly that of the turn before
                self._titled = about
                title = Redactor(self.policy).text(about.title)
                self._retitled = about if title == about.title else replace(about, title=title)
            about = about if self._retitled is self._titled else self._retitled
        if (
            text is turn.text and about is turn.conversation and not before
            and speaker is turn.speaker and place is turn.location
        ):  # fmt: skip
            return turn
        return replace(turn, text=text, conversation=about, speaker=speaker, location=place, earlier=before)

    def name(self, text: str) -> str:
        """A name or path as it may be kept; each is looked at once, and not counted."""
        found = self._names.get(text)
        if found is None:
            found = self._names[text] = Redactor(self.policy).text(text)
        return text if found == text else found

    def value(self, value: Any) -> Any:
        """A JSON value with all its texts, keys included, as they may be kept."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.value(inner) for key, inner in value.items()}
        return [self.value(inner) for inner in value] if isinstance(value, list) else value


def clean(u: Understanding, text: str) -> Understanding:
    """What was understood of a message, without attributes that tell how to reach somebody, and without what
    comes from a mark: the mark's word is omem's, not the writer's."""
    kept = tuple(claim for claim in u.attributes if not _barred(claim))
    if (found := _MARK.findall(text)) or len(kept) < len(u.attributes):
        rest = set(_WORD.findall(_MARK.sub(" ", text).casefold()))
        ours = {word for mark in found for word in _WORD.findall(mark.casefold())} - rest
        kept = tuple(claim for claim in kept if _left(claim.value, ours))
        clues = tuple(clue for clue in u.clues if not _MARK.search(clue) and _left(clue, ours))
        topic = " ".join(_MARK.sub(" ", u.topic).split())
        if any(word in ours for word in _WORD.findall(topic.casefold())):
            topic = " ".join(word for word in topic.split() if _left(word, ours)) or "chat"
        return replace(u, attributes=kept, clues=clues, topic=topic or "chat")
    return u


def _left(text: str, ours: set[str]) -> bool:
    """Whether a text has a word beside these."""
    words = _WORD.findall(text.casefold())
    return not words or any(word not in ours for word in words)


def _barred(claim: AttributeClaim) -> bool:
    return bool(_MARK.search(claim.value)) or bool(find(claim.value, CONTACTS))
