"""Plain frozen records passed between the layers. No behaviour, no imports from the rest of omem."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def _record(cls: type[_Class]) -> type[_Class]:
    """A record that is made for each message read. Nobody changes one, and mypy sees to that: to have Python
    see to it as well would make the making four times as slow."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


ASPECTS: tuple[str, ...] = (
    "name", "age", "birthday", "gender", "origin", "language", "location", "occupation", "education",
    "relationship", "family", "pet", "health", "allergy", "diet", "schedule", "hobby", "skill", "like",
    "dislike", "goal", "possession", "belief", "personality",
)  # fmt: skip
"""The closed list of attribute aspects."""


class Role(StrEnum):
    """Who speaks. `participant` is a person in a chat between people."""

    USER = "user"
    ASSISTANT = "assistant"
    PARTICIPANT = "participant"
    SYSTEM = "system"
    TOOL = "tool"
    EVENT = "event"


class Status(StrEnum):
    """State of an attribute or event: `held` lacks evidence and is never shown by `ask`."""

    CURRENT = "current"
    PAST = "past"
    HELD = "held"


# ---------------------------------------------------------------- transcripts
@_record
class Location:
    """Where in a source something stands; `line` counts from 1 and is None where lines mean nothing."""

    path: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of a source. `native` is the source's own lasting id, None if it has none;
    `local` tells conversations of one source apart."""

    local: str
    native: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Native:
    """By what a message is known again in a later export, though its text was edited.

    `id` is unique in the conversation, with `everywhere` in all conversations of the format. Where it is no
    more than a place (`certain` False), only a message that the source calls `marked` as edited can take the
    place of another text. `edited` is the time of the last edit. `replaces` are ids of other versions of the
    message that the source no longer shows.
    """

    id: str
    everywhere: bool = False
    certain: bool = True
    marked: bool = False
    edited: datetime | None = None
    replaces: tuple[str, ...] = ()


@_record
class Turn:
    """A message as parsed, in file order. `time` is timezone-aware or None (unknown, never guessed).
    `ref` is a data set's own message id (`D3:11`)."""

    conversation: Conversation
    speaker: str
    role: Role
    time: datetime | None
    text: str
    location: Location
    ref: str | None = None
    native: Native | None = None
    earlier: tuple[tuple[str, str], ...] = ()
    """(speaker, text) as they were kept under each of the redaction policies of before, in one order for all
    turns: by these a message is known that was stored then."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that could not be read: counted as failed, named, never fatal."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was read but holds nothing to keep (an empty message): seen and skipped."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know about the source (a guess, a truncated file)."""

    text: str


Parsed = Turn | Broken | Skipped | Notice


# ---------------------------------------------------------------- stored messages
@dataclass(frozen=True, slots=True)
class Message:
    """A stored message. `row` is internal; `id` is the public, stable id. `person` names whose words
    these are (the memory's user for role user, the speaker for participants, None for others)."""

    row: int
    id: str
    conversation: str
    position: int
    speaker: str
    role: Role
    time: datetime | None
    text: str
    location: Location
    ref: str | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class EarlierText:
    """An earlier text of a message, from before it was edited: `recorded` is when omem saw the edit."""

    text: str
    time: datetime | None
    edited: datetime | None
    location: Location
    recorded: datetime


# ---------------------------------------------------------------- understanding
@dataclass(frozen=True, slots=True)
class MessageContext:
    """What an extractor may see: the text, the other side's turn before it, the writing time, the writer, and
    the writer's own message before it, which a correction may mean."""

    text: str
    previous: str | None = None
    time: datetime | None = None
    speaker: str | None = None
    own: str | None = None


@dataclass(frozen=True, slots=True)
class AttributeClaim:
    """`quote` is a verbatim piece of the message, or None if the value could not be grounded (-> held).
    `about` names the person it is about where that is not the writer."""

    aspect: str
    value: str
    quote: str | None
    confidence: float = 1.0
    about: str | None = None


@dataclass(frozen=True, slots=True)
class EventClaim:
    """`date` is an ISO date, partial date or ISO week resolved against the message's time, or None."""

    event: str
    quote: str | None
    date: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Understanding:
    """What one message tells about its writer. `skipped` says why no model was asked (None: it was).
    `raw` is the model's reply word for word; `model` the extractor's id (model, adapter, prompt version)."""

    topic: str
    attributes: tuple[AttributeClaim, ...] = ()
    events: tuple[EventClaim, ...] = ()
    clues: tuple[str, ...] = ()
    skipped: str | None = None
    gate: float | None = None
    raw: str | None = None
    model: str = ""
    milliseconds: float = 0.0


# ---------------------------------------------------------------- memories
@dataclass(frozen=True, slots=True)
class Evidence:
    """A message (public id) that supports a memory, with the words that do."""

    message: str
    quote: str | None
    time: datetime | None


@dataclass(frozen=True, slots=True)
class Attribute:
    """A lasting fact of P_a (O-Mem eq. 4), valid from `since` to `until` (event time, ISO strings)."""

    id: str
    person: str
    aspect: str
    value: str
    status: Status
    since: str | None
    until: str | None
    confidence: float
    pinned: bool
    evidence: tuple[Evidence, ...]
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of P_f (O-Mem eq. 3)."""

    id: str
    person: str
    event: str
    date: str | None
    status: Status
    confidence: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a memory is as it is: `action` is add, ignore, update, close, correct, hold or a user's action; one
    that was taken back begins with `undone`. `id` names it for `omem persona undo`."""

    action: str
    reason: str
    aspect: str
    value: str
    message: str | None
    target: str | None
    recorded: datetime
    id: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What one person (`teller`) said of another: kept apart from what is known of that one."""

    id: str
    person: str
    teller: str
    aspect: str
    value: str
    evidence: Evidence


# ---------------------------------------------------------------- ask
@dataclass(frozen=True, slots=True)
class MessageHit:
    """A retrieved message; `via` names the channels that brought it (`text`, `vector`, `clue:…`, …)."""

    message: Message
    score: float
    via: tuple[str, ...]
    shown: str | None = None
    """The text as shown when the budget cut it around the matching part; None: whole."""


@dataclass(frozen=True, slots=True)
class AttributeHit:
    attribute: Attribute
    score: float


@dataclass(frozen=True, slots=True)
class EventHit:
    event: Event
    score: float


@dataclass(frozen=True, slots=True)
class Context:
    """The answer of `ask`. `tier` is hybrid, keyword or recent; `clues` are (word, df), `topics` are
    (name, score). `left_out`: messages and attributes (where nothing is shown: events too) that fit the
    question and not the budget."""

    query: str
    person: str
    tier: str
    topics: tuple[tuple[str, float], ...] = ()
    clues: tuple[tuple[str, int], ...] = ()
    attributes: tuple[AttributeHit, ...] = ()
    events: tuple[EventHit, ...] = ()
    messages: tuple[MessageHit, ...] = ()
    tokens: int = 0
    milliseconds: float = 0.0
    notes: tuple[str, ...] = field(default=())
    left_out: int = 0
