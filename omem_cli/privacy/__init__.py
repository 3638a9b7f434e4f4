"""What must not be kept: found in text by form and checksum, and taken out before anything is stored."""

from omem_cli.privacy.policy import KINDS, Policy
from omem_cli.privacy.redact import Redactor, clean

__all__ = ["KINDS", "Policy", "Redactor", "clean"]
