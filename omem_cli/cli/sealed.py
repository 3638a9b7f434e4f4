"""Passphrases, and files that one opens: what `omem export`, `import` and `share` have in common."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Annotated

import typer

from omem_cli.errors import OmemError, UsageError

KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        metavar="FILE",
        help="Take the passphrase from here (else OMEM_PASSPHRASE, or asked for); made if missing.",
        show_default=False,
    ),
]
OpeningKeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        metavar="FILE",
        help="Take the passphrase from here (else OMEM_PASSPHRASE, or asked for).",
        show_default=False,
    ),
]


def read_key(file: Path, *, make: bool = False) -> str:
    """The key in a file: its first line. `make` writes a random one into a missing file, for its owner only.
    Raises OmemError."""
    file = file.expanduser()
    if make and not file.exists():
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as fresh:
            fresh.write(secrets.token_hex(32) + "\n")
    try:
        lines = file.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise OmemError(f"cannot read the key in {file}: it is no text") from error
    if not lines or not lines[0].strip():
        raise OmemError(f"there is no key in {file}")
    return lines[0].strip()


def passphrase(key_file: Path | None, *, new: bool = False) -> str:
    """The passphrase: of the file, else OMEM_PASSPHRASE, else asked for on a terminal (twice if `new`).
    Raises OmemError or UsageError."""
    if key_file is not None:
        return read_key(key_file, make=new)
    if given := os.environ.get("OMEM_PASSPHRASE"):
        return given
    if not sys.stdin.isatty():
        raise UsageError("give the passphrase: OMEM_PASSPHRASE or --key-file FILE")
    return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=new, err=True))


def is_sealed(path: str) -> bool:
    """Whether a file (never standard input) begins as an encrypted one."""
    from omem_cli.privacy.seal import MAGIC

    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def export_lines(path: str, key_file: Path | None) -> Iterator[str]:
    """Lines of an export, encrypted or not, without their ends; `-` is standard input. Asks for a passphrase,
    and checks it, before the first line is taken. Raises OmemError."""
    from omem_cli.privacy.seal import MAGIC, Opener

    with ExitStack() as stack:
        try:
            source = (
                typer.get_binary_stream("stdin") if path == "-" else stack.enter_context(open(path, "rb"))
            )
        except OSError as error:
            raise OmemError(f"cannot read {path}: {error.strerror or error}") from error
        name, head = "standard input" if path == "-" else path, source.read(len(MAGIC))
        if head == MAGIC:
            lines = Opener(source, passphrase(key_file), name).lines()
        elif key_file is None:
            lines = _plain_lines(head, source)
        else:
            raise UsageError(f"{name} is not encrypted: leave --key-file out")
        return _decoded(lines, stack.pop_all())


def _decoded(lines: Iterator[bytes], stack: ExitStack) -> Iterator[str]:
    with stack:
        for line in lines:
            yield line.decode("utf-8", "replace").rstrip("\r\n")


def _plain_lines(head: bytes, source: IO[bytes]) -> Iterator[bytes]:
    # The head may end in the middle of a line, or hold several.
    *whole, begun = head.split(b"\n")
    yield from whole
    for line in source:
        yield begun + line
        begun = b""
    if begun:
        yield begun
