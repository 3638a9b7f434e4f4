"""Files with private text: only their owner can read them, from the first byte, and they are whole or not
there."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO

OWNER_ONLY = 0o600


@contextlib.contextmanager
def private_text(path: Path) -> Iterator[IO[str]]:
    """A text file to write (UTF-8), that takes the place of `path` when it is complete. What is no ordinary
    file (a pipe, a terminal) is written to as it is. Raises OSError."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    with beside(path) as fresh, fresh.open("w", encoding="utf-8", newline="\n") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A new, empty file (0600) beside `path`, that takes its place at the end; gone if that fails."""
    target = path.resolve()
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    try:
        yield fresh
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def before_upgrade(path: Path) -> Path:
    """Where the copy lies that is made before an older memory is brought up to date."""
    return path.with_name(f"{path.name}.before-upgrade")
