"""Files with private text: only their owner can read them, from the first byte, and they are whole or not
there."""

import contextlib
import glob
import io
import os
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

OWNER_ONLY = 0o600


@contextlib.contextmanager
def private_text(path: Path) -> Iterator[IO[str]]:
    """`private_bytes` for text (UTF-8)."""
    with private_bytes(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()  # writes what is left, and leaves closing to whom it belongs


@contextlib.contextmanager
def private_bytes(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, that takes the place of `path` when it is complete. What is no ordinary file (a pipe,
    a terminal) is written to as it is. Raises OSError."""
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    with beside(path) as fresh, fresh.open("wb") as file:
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


def make_folder(path: Path) -> None:
    """The folder that a file is to lie in, for its owner only (0700) where it is new. Raises OSError."""
    for folder in reversed([path.parent, *path.parent.parents]):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)


def before_upgrade(path: Path) -> Path:
    """Where the copy lies that is made before an older memory is brought up to date."""
    return path.with_name(f"{path.name}.before-upgrade")


_REPLACED = ".before-restore-"


def before_restore(path: Path, when: datetime) -> Path:
    """Where the file is kept that a restore takes the place of."""
    return path.with_name(f"{path.name}{_REPLACED}{when:%Y%m%dT%H%M%SZ}")


_DAMAGED = ".damaged-"


def damaged(path: Path, when: datetime) -> Path:
    """Where the file is kept that a repair takes the place of."""
    return path.with_name(f"{path.name}{_DAMAGED}{when:%Y%m%dT%H%M%SZ}")


def replaced(path: Path) -> list[Path]:
    """The files that restores and repairs have kept, oldest first of each."""
    names = [
        *path.parent.glob(f"{glob.escape(path.name)}{_REPLACED}*"),
        *path.parent.glob(f"{glob.escape(path.name)}{_DAMAGED}*"),
    ]
    return sorted(name for name in names if not name.name.endswith(("-wal", ".keyring")))
