"""What a message claimed, as JSON: kept beside the model's raw reply."""

import json
from dataclasses import asdict, replace
from typing import Any

from omem_cli.records import AttributeClaim, EventClaim, Understanding


def dump(u: Understanding) -> dict[str, list[dict[str, Any]]]:
    """The claims of an understanding as plain data."""
    return {"attributes": [asdict(one) for one in u.attributes], "events": [asdict(one) for one in u.events]}


def to_text(u: Understanding) -> str | None:
    """The claims as stored; None if there are none."""
    return json.dumps(dump(u), ensure_ascii=True) if u.attributes or u.events else None


def with_claims(u: Understanding, data: dict[str, list[dict[str, Any]]]) -> Understanding:
    """`u` with the claims of `dump`."""
    return replace(
        u,
        attributes=tuple(AttributeClaim(**one) for one in data["attributes"]),
        events=tuple(EventClaim(**one) for one in data["events"]),
    )


def from_text(u: Understanding, text: str | None) -> Understanding:
    """`u` with the claims of `to_text`."""
    return u if text is None else with_claims(u, json.loads(text))
