"""What is done with each kind of personal or secret text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from omem_cli import settings

KINDS: Final = tuple(settings.REDACT)
"""Kinds, those that are looked for first before the others."""

CONTACTS: Final = ("email", "phone")
"""Kept in messages by default, but never in a profile."""

DEFAULTS: Final = {kind: default for kind, (default, _) in settings.REDACT.items()}


@dataclass(frozen=True, slots=True)
class Policy:
    """An action a kind: `keep` it, `mask` it with a mark that names the kind, `drop` it without a mark."""

    actions: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULTS))

    def __getitem__(self, kind: str) -> str:
        return self.actions.get(kind, DEFAULTS[kind])

    @classmethod
    def chosen(cls) -> "Policy":
        """As the user has set it (`omem config set redact.KIND`)."""
        return cls({kind: str(settings.get(f"redact.{kind}")) for kind in KINDS})
