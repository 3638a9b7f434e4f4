"""Where transcripts come from: a file, a folder, a zip archive (also one inside another), standard input;
each of them may be gzipped. Nothing is ever unpacked to disk, nothing is written beside the input, and memory
does not grow with its size."""

import gzip
import io
import os
import re
import stat
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import BinaryIO, cast

MAX_MEMBER = 8 << 30
"""A zip member larger than this is refused."""
MAX_RATIO, RATIO_FROM = 400, 64 << 20
"""A member above `RATIO_FROM` bytes that shrank more than this many times is taken for a zip bomb."""
MAX_MEMBERS = 200_000
READABLE = frozenset(
    [
        ".json",
        ".jsonl",
        ".ndjson",
        ".jsonlines",
        ".txt",
        ".text",
        ".md",
        ".markdown",
        ".log",
        ".csv",
        ".tsv",
        ".vtt",
        ".srt",
        ".html",
        ".htm",
    ]
)
"""Endings that are looked into inside a folder or zip. A file named by the user is always looked into."""
MAX_NESTED = 64 << 20
"""A zip archive inside another up to this size is held in memory; a larger one is read where it lies."""
_JUNK = frozenset({"__macosx", "thumbs.db", "desktop.ini", "node_modules", "__pycache__"})


@dataclass(frozen=True)
class Source:
    """Bytes that can be read from the start as often as needed. `path` is for people; `sibling(name)` is the
    file of that relative name in the same folder or archive, if there is one."""

    path: str
    open: Callable[[], BinaryIO]
    size: int | None = None
    sibling: "Callable[[str], Source | None]" = field(default=lambda _: None)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return re.split(r"[/\\]", self.path)[-1]

    @property
    def suffix(self) -> str:
        """The lower-case ending, with its dot."""
        return suffix(self.name)


@dataclass(frozen=True)
class Refused:
    """A path that can't be read at all, and why."""

    path: str
    why: str


@dataclass(frozen=True)
class LeftOut:
    """A file of a folder or archive that was not looked into. `hostile`: its name leads out of it."""

    path: str
    why: str
    hostile: bool = False


Found = Source | Refused | LeftOut


def natural(name: str) -> list[tuple[int, int, str]]:
    """Sort key: `part 2` before `part 10`."""
    return [
        (0, int(p), "") if p.isdigit() and p.isascii() else (1, 0, p.lower())
        for p in re.split(r"([0-9]+)", name)
    ]


def suffix(name: str) -> str:
    """The lower-case ending of a name, with its dot; that of `a.json.gz` is `.json`."""
    ending = PurePosixPath(name).suffix.lower()
    return PurePosixPath(name[: -len(ending)]).suffix.lower() if ending == ".gz" else ending


def is_hidden(name: str) -> bool:
    """Files that operating systems leave behind, and dot files."""
    return name.startswith(".") or name.lower() in _JUNK


def find(path: str) -> Iterator[Found]:
    """Every source behind a path (`-` is standard input), in natural order."""
    if path == "-":
        yield _stdin()
        return
    try:
        kind = os.stat(path)
    except FileNotFoundError:
        yield Refused(path, "no such file or folder")
        return
    except (OSError, ValueError) as error:
        yield Refused(path, f"cannot be opened: {getattr(error, 'strerror', None) or error}")
        return
    if stat.S_ISDIR(kind.st_mode):
        yield from _folder(path)
    elif not stat.S_ISREG(kind.st_mode):
        yield Refused(path, "not a regular file")
    else:
        yield from _file(path)


def is_container(path: str) -> bool:
    """A folder or a zip archive: files in it that are no transcripts are left out, not errors."""
    return path != "-" and (os.path.isdir(path) or _is_zip(path))


def _is_zip(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    except (OSError, ValueError):
        return False


def _stdin() -> Source:
    spool = tempfile.SpooledTemporaryFile(max_size=64 << 20)  # noqa: SIM115 (lives as long as the source)
    while chunk := sys.stdin.buffer.read(1 << 20):
        spool.write(chunk)

    return unzipped(Source("-", lambda: cast(BinaryIO, _Spooled(spool)), spool.tell()))


class _Spooled(io.RawIOBase):
    """Standard input comes once, but is read several times, also side by side: each reader has its place."""

    def __init__(self, inner: "tempfile.SpooledTemporaryFile[bytes]") -> None:
        self._inner, self._place = inner, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        self._inner.seek(self._place)
        data = self._inner.read(size)
        self._place += len(data)
        return data

    def tell(self) -> int:
        return self._place


def _file(path: str) -> Iterator[Found]:
    if _is_zip(path):
        yield from _archive(path)
        return
    yield unzipped(_plain(path))


def _plain(path: str) -> Source:
    def sibling(name: str) -> Source | None:
        other = os.path.normpath(os.path.join(os.path.dirname(path), name))
        return _plain(other) if os.path.isfile(other) else None

    return Source(path, lambda: open(path, "rb"), os.path.getsize(path), sibling)


def _folder(root: str) -> Iterator[Found]:
    def failed(error: OSError) -> None:
        errors.append(Refused(str(error.filename), f"cannot be opened: {error.strerror}"))

    errors: list[Refused] = []
    found = False
    for folder, names, files in os.walk(root, onerror=failed):  # links to folders are not followed: no loops
        names[:] = sorted((n for n in names if not is_hidden(n)), key=natural)
        for name in sorted((f for f in files if not is_hidden(f)), key=natural):
            path = os.path.join(folder, name)
            found = True
            if not os.path.isfile(path):
                yield LeftOut(path, "not a regular file")
            elif suffix(name) == ".zip" or suffix(name) in READABLE:
                yield from _file(path)
            else:
                yield LeftOut(path, "not a kind of file that holds transcripts")
    yield from errors
    if not found and not errors:
        yield Refused(root, "the folder is empty")


def hostile(name: str) -> bool:
    """A member name that would leave the folder it is unpacked to."""
    parts = name.replace("\\", "/").split("/")
    return (
        name.startswith(("/", "\\"))
        or ".." in parts
        or (len(parts[0]) > 1 and parts[0][1] == ":")
        or "\0" in name
    )


class _Bomb(OSError):
    """Unpacks to suspiciously much."""


class _Gunzip(io.RawIOBase):
    """What a gzip file holds, up to the limits of an archive's member."""

    def __init__(self, file: BinaryIO, size: int | None) -> None:
        self._file, self._inner, self._size = file, gzip.GzipFile(fileobj=file), max(size or 0, 1)
        self._read = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._inner.read(size if size >= 0 else MAX_MEMBER)
        self._read += len(data)
        if self._read > MAX_MEMBER or (
            self._read > RATIO_FROM and self._read > MAX_RATIO * max(self._size, self._file.tell())
        ):
            raise _Bomb("it unpacks to suspiciously much (a zip bomb?)")
        return data

    def close(self) -> None:
        self._inner.close()
        self._file.close()
        super().close()


def unzipped(source: Source) -> Source:
    """The same source, or what is in it if it is gzipped."""
    try:
        with source.open() as file:
            if file.read(2) != b"\x1f\x8b":
                return source
    except (OSError, zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError):
        return source  # whoever reads it will say what is wrong

    return replace(source, open=lambda: cast(BinaryIO, _Gunzip(source.open(), source.size)), size=None)


def _archive(path: str) -> Iterator[Found]:
    try:
        archive = zipfile.ZipFile(path)
    except _UNREADABLE as error:
        yield Refused(path, _damaged(error))
        return
    yield from _members(path, archive, nested=False)


def _nested(path: str, outer: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[Found]:
    """The members of an archive that is itself a member."""
    try:
        file = outer.open(member)
        small = member.file_size <= MAX_NESTED
        inner = zipfile.ZipFile(io.BytesIO(file.read()) if small else cast(BinaryIO, file))
    except (*_UNREADABLE, zlib.error, EOFError) as error:
        yield Refused(path, _damaged(error))
        return
    yield from _members(path, inner, nested=True)


_UNREADABLE = (zipfile.BadZipFile, OSError, NotImplementedError, ValueError)


def _damaged(error: Exception) -> str:
    return f"not a readable zip archive, perhaps cut off or corrupt ({error})"


def _members(path: str, archive: zipfile.ZipFile, *, nested: bool) -> Iterator[Found]:
    members = [m for m in archive.infolist() if m.filename]
    if len(members) > MAX_MEMBERS:
        yield Refused(path, f"the zip archive has more than {MAX_MEMBERS} members")
        return
    by_name = {m.filename: m for m in members}

    def source(member: zipfile.ZipInfo) -> Source:
        def sibling(name: str) -> Source | None:
            other = by_name.get(
                os.path.normpath(str(PurePosixPath(member.filename).parent / name)).lstrip("/")
            )
            return source(other) if other and why_not(other) is None else None

        return Source(
            f"{path}/{member.filename}",
            lambda: cast(BinaryIO, archive.open(member)),
            member.file_size,
            sibling,
        )

    found = False
    for member in sorted(members, key=lambda m: natural(m.filename)):
        shown, ending = f"{path}/{member.filename}", suffix(member.filename)
        if member.is_dir() or any(is_hidden(p) for p in member.filename.split("/") if p not in ("..", ".")):
            continue
        if hostile(member.filename):
            yield LeftOut(shown, "its name points outside the archive", hostile=True)
        elif ending not in READABLE and (ending != ".zip" or nested):
            yield LeftOut(shown, "not a kind of file that holds transcripts")
        elif why := why_not(member):
            found = True
            yield Refused(shown, why)
        elif ending == ".zip":
            found = True
            yield from _nested(shown, archive, member)
        else:
            found = True
            yield unzipped(source(member))
    if not found:
        yield Refused(path, "the zip archive holds nothing that could be a transcript")


def why_not(member: zipfile.ZipInfo) -> str | None:
    """Why a zip member isn't read, or None."""
    if member.flag_bits & 1:
        return "encrypted; unpack it with its password first"
    if member.file_size > MAX_MEMBER:
        return f"unpacks to more than {MAX_MEMBER >> 30} GiB"
    if member.file_size > RATIO_FROM and member.file_size > MAX_RATIO * max(member.compress_size, 1):
        return "unpacks to suspiciously much (a zip bomb?)"
    return None
