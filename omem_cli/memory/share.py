"""Sharing with consent: chosen memories as a signed bundle, and what comes of one somewhere else.

A bundle names who gave it, to whom, what and until when; the signature covers all of that, so that it can't
be passed on as meant for somebody else (Davis, 2001: signing before encrypting must name the recipient). What
is signed is kept as the very bytes: a header line with signer and signature, then a line of JSON.

Only the user's own current attributes and events can be shared, as they stand: no message and no quote.
"""

import json
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from omem_cli.errors import OmemError
from omem_cli.memory import persona
from omem_cli.privacy import Policy, Redactor, sign
from omem_cli.records import ASPECTS, Evidence
from omem_cli.store import Store
from omem_cli.store.moments import span
from omem_cli.store.shares import Given, Piece, Taken

EVENT = "event"
KINDS = (*ASPECTS, EVENT)
"""What can be shared: the aspects, and events."""

LIMIT = 16 * 1024 * 1024
"""Bytes that a bundle may hold."""

_BUNDLE, _REVOCATION = "omem-share", "omem-revocation"
_ID = re.compile(r"b[0-9a-f]{16}")
_NAMELESS = "me"  # what a user is called who gave no name
_LONGEST = 4000  # characters of a value
_NAME = 200
_MOST = 20_000  # memories


class ShareError(OmemError):
    """Something can't be shared, or a bundle can't be taken."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a bundle or a revocation: memories `added`, memories `removed`. `known`: nothing was new.
    `taken` is None for the revocation of a bundle that never came."""

    bundle: str
    signer: bytes
    revoked: bool
    known: bool
    added: int
    removed: int
    taken: Taken | None


# ---------------------------------------------------------------- giving
def choose(store: Store, aspects: Iterable[str]) -> list[Piece]:
    """The user's current memories under these aspects (`event`: what happened), as they would be shared."""
    wanted = set(aspects)
    known, happened = persona.profile(store, store.user)
    masked = Redactor(Policy.chosen()).text
    pieces = [
        Piece(a.aspect, masked(a.value), a.since, _last(a.evidence), len(a.evidence))
        for a in known
        if a.aspect in wanted
    ]
    if EVENT in wanted:
        pieces += [
            Piece(EVENT, masked(e.event), e.date, _last(e.evidence), len(e.evidence)) for e in happened
        ]
    return pieces


def _last(evidence: Iterable[Evidence]) -> str | None:
    days = [e.time.date().isoformat() for e in evidence if e.time is not None]
    return max(days, default=None)


def give(
    store: Store, name: str, to: str, aspects: Iterable[str], pieces: list[Piece], expires: datetime | None,
    at: datetime,
) -> tuple[Given, bytes]:  # fmt: skip
    """A signed bundle of these memories from `name` to `to`, and its record, which is stored. Call it inside
    the transaction in which the bundle is written. The bytes are to be sealed before they reach a disk."""
    store.session.ensure_user()
    seed = store.shares.seed()
    if seed is None:
        seed = sign.new_seed()
        store.shares.keep_seed(seed)
    bundle, chosen = f"b{secrets.token_hex(8)}", sorted(set(aspects), key=KINDS.index)
    document = {
        "bundle": bundle,
        "consent": {
            "by": name,
            "to": to,
            "aspects": chosen,
            "given": at.isoformat(),
            "expires": None if expires is None else expires.isoformat(),
        },
        "memories": [
            {"aspect": p.aspect, "value": p.value, "since": p.since, "told": p.told, "messages": p.messages}
            for p in pieces
        ],
    }
    record = Given(bundle, sign.public(seed), to, tuple(chosen), len(pieces), at, expires)
    store.shares.give(record)
    store.audit.add("share", {"bundle": bundle, "memories": len(pieces)})
    return record, signed(seed, _BUNDLE, document)


def find(store: Store, id: str) -> Given:
    """The bundle that the user made whose name begins so. Raises ShareError."""
    found = [g for g in store.shares.given() if g.bundle.startswith(id)]
    if len(found) != 1:
        many = f"{len(found)} bundles" if found else "no bundle"
        raise ShareError(f"{many} of yours has a name that begins {id!r}: `omem share list` has them")
    return found[0]


def revoke(store: Store, one: Given, at: datetime) -> bytes:
    """Takes a bundle back: notes it, and returns the signed revocation for whoever has the bundle. It holds
    no text. Raises ShareError if the bundle was signed with another memory's key."""
    seed = store.shares.seed()
    if seed is None or sign.public(seed) != one.signer:
        raise ShareError(
            f"{one.bundle} was signed by the memory that this record was imported from: take it back there"
        )
    with store.transaction():
        store.shares.mark_revoked(one.bundle, at)
        store.audit.add("share revoke", {"bundle": one.bundle})
    return signed(seed, _REVOCATION, {"bundle": one.bundle, "revoked": at.isoformat()})


def signed(seed: bytes, kind: str, document: dict[str, Any]) -> bytes:
    """The lines of something signed: a header with type, signer and signature, then the document."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    header = {
        "type": kind,
        "version": 1,
        "signer": sign.public(seed).hex(),
        "signature": sign.sign(seed, kind.encode() + b"\n" + body).hex(),
    }
    return json.dumps(header).encode() + b"\n" + body + b"\n"


# ---------------------------------------------------------------- taking
def take(
    store: Store, data: bytes, *, person: str | None = None, signer: str | None = None, at: datetime
) -> Outcome:
    """Takes in a bundle (opened), or a revocation. `person` is what its giver is to be called here; `signer`
    is the fingerprint that the giver has told, else the one of their earlier bundles is expected.

    All or nothing. Raises ShareError for what is not genuine, is over, was taken back, or is one's own.
    """
    kind, public, document = _verified(data)
    print_ = sign.fingerprint(public)
    if signer is not None and re.sub(r"[\s:-]", "", signer).lower() != print_:
        raise ShareError(f"it was signed by {print_}, not by {signer}: nothing was taken")
    if store.shares.seed() is not None and public == sign.public(store.shares.seed() or b""):
        raise ShareError("it was made by this very memory")
    with store.transaction():
        if kind == _REVOCATION:
            return _take_back(store, public, document)
        return _take_in(store, public, document, person, trusted=signer is not None, at=at)


def _take_back(store: Store, public: bytes, document: dict[str, Any]) -> Outcome:
    try:
        bundle, at = _bundle(document), _aware(document["revoked"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ShareError("it is not an omem revocation") from error
    before = _held(store, bundle, public)
    if before is not None and before.revoked is not None:
        return Outcome(bundle, public, True, True, 0, 0, before)
    removed = store.shares.revoke(bundle, public, at)
    if removed:
        store.erasure.mark_unwiped()
    store.audit.add("share revoked", {"bundle": bundle, "memories": removed})
    return Outcome(bundle, public, True, False, 0, removed, before)


def _take_in(
    store: Store, public: bytes, document: dict[str, Any], person: str | None, *, trusted: bool, at: datetime
) -> Outcome:  # fmt: skip
    try:
        bundle, consent = _bundle(document), _consent(document["consent"])
        pieces = _pieces(document["memories"], consent["aspects"])
        expires = None if consent["expires"] is None else _aware(consent["expires"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ShareError("it is not an omem bundle") from error
    print_ = sign.fingerprint(public)
    before = _held(store, bundle, public)
    if before is not None and before.revoked is not None:
        raise ShareError(f"{bundle} was taken back by who gave it: nothing was taken")
    if expires is not None and expires <= at:
        raise ShareError(f"{bundle} was shared until {expires.isoformat()}: that is over, nothing was taken")
    if before is not None:
        return Outcome(bundle, public, False, True, 0, 0, before)
    name = person or consent["by"]
    if person is not None and store.people.canonical(person) == store.user:
        raise ShareError(f"{person} is you: choose another name for who shared it with --from")
    if person is None and (name == _NAMELESS or store.people.canonical(name) == store.user):
        name = f"{name} ({print_[:8]})"
    known = {t.signer for t in store.shares.taken() if t.person == name}
    if known and public not in known and not trusted:
        raise ShareError(
            f"it was signed by {print_}, what {name!r} shared before by "
            f"{', '.join(sorted(map(sign.fingerprint, known)))}: ask, then say --signer {print_}, or give "
            "another name with --from"
        )
    masked = Redactor(Policy.chosen()).text
    count = store.shares.take(
        bundle, public, masked(name), consent, expires,
        [Piece(p.aspect, masked(p.value), p.since, p.told, p.messages) for p in pieces],
    )  # fmt: skip
    store.audit.add("share import", {"bundle": bundle, "memories": count, "signer": print_})
    return Outcome(bundle, public, False, False, count, 0, _held(store, bundle, public))


def _held(store: Store, bundle: str, public: bytes) -> Taken | None:
    return next((t for t in store.shares.taken() if (t.bundle, t.signer) == (bundle, public)), None)


def _verified(data: bytes) -> tuple[str, bytes, dict[str, Any]]:
    """(type, signer's public key, document) of what is signed. Raises ShareError."""
    if len(data) > LIMIT:
        raise ShareError("it is too large for an omem bundle")
    head, _, body = data.removesuffix(b"\n").partition(b"\n")
    try:
        header = json.loads(head)
        kind, version = header["type"], header["version"]
        public, signature = bytes.fromhex(header["signer"]), bytes.fromhex(header["signature"])
        if kind not in (_BUNDLE, _REVOCATION):
            raise ValueError(kind)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ShareError("it is neither a bundle of `omem share export` nor a revocation") from error
    if version != 1:
        raise ShareError("it was made by a newer omem: upgrade omem to take it")
    if not sign.is_signed(public, signature, kind.encode() + b"\n" + body):
        raise ShareError("its signature is wrong: it was changed after it was signed; nothing was taken")
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ShareError("it is not an omem bundle") from error
    if not isinstance(document, dict):
        raise ShareError("it is not an omem bundle")
    return kind, public, document


def _bundle(document: dict[str, Any]) -> str:
    if not _ID.fullmatch(document["bundle"]):
        raise ValueError("name")
    return str(document["bundle"])


def _consent(found: dict[str, Any]) -> dict[str, Any]:
    """The consent record with just what it must have."""
    consent = {key: found[key] for key in ("by", "to", "aspects", "given", "expires")}
    for key in ("by", "to"):
        consent[key] = _text(consent[key], _NAME)
    if not isinstance(consent["aspects"], list) or not set(consent["aspects"]) <= set(KINDS):
        raise ValueError("aspects")
    _aware(consent["given"])
    return consent


def _pieces(found: Any, aspects: list[str]) -> list[Piece]:
    if not isinstance(found, list) or len(found) > _MOST:
        raise ValueError("memories")
    pieces = []
    for one in found:
        if one["aspect"] not in aspects:
            raise ValueError("no consent for this aspect")
        for key in ("since", "told"):
            if one[key] is not None:
                span(_text(one[key], 40))
        if type(one["messages"]) is not int or not 0 <= one["messages"] < 1 << 31:
            raise ValueError("messages")
        value = _text(one["value"], _LONGEST)
        pieces.append(Piece(one["aspect"], value, one["since"], one["told"], one["messages"]))
    return pieces


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise ValueError("text")
    return value


def _aware(text: Any) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError("a time without an offset")
    return time.astimezone(UTC)


def drop(store: Store, bundles: Iterable[Taken], action: str) -> int:
    """Takes bundles of others out, with an entry in the log; returns how many memories they held. Afterwards
    `erasure.wipe()` clears what SQLite leaves in the file."""
    gone = list(bundles)
    if not gone:
        return 0
    with store.transaction():
        count = sum(store.shares.drop(t.bundle, t.signer) for t in gone)
        if count:
            store.erasure.mark_unwiped()
        for t in gone:
            store.audit.add(action, {"bundle": t.bundle, "memories": t.memories})
    return count
