"""Where things lie and what the user has set. Reads the environment anew at each call."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import platformdirs

from omem_cli.errors import OmemError, UsageError
from omem_cli.records import ASPECTS

_APP: Final = "omem"
Value = str | int


def _positive(text: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise ValueError("a whole number above 0")
    return int(text)


def _minutes(text: str) -> int:
    if not text.strip().isdecimal():
        raise ValueError("a whole number of minutes")
    return int(text)


def _action(text: str) -> str:
    if text not in ACTIONS:
        raise ValueError("keep, mask or drop")
    return text


def _gate(text: str) -> str:
    if text not in ("fixed", "adaptive"):
        raise ValueError("fixed or adaptive")
    return text


_UNITS: Final = {"d": 1, "w": 7, "m": 30, "y": 365}


def terms(text: str) -> dict[str, int]:
    """`age=30d, event=2y` as days of each aspect and of events. Raises ValueError with what it should be."""
    found = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        match = re.fullmatch(r"([a-z]+)\s*=\s*([1-9]\d{0,5})([dwmy]?)", part)
        if match is None:
            raise ValueError("written like age=30d, event=2y (d, w, m or y)")
        if match[1] != "event" and match[1] not in ASPECTS:
            raise ValueError(f"for event or an aspect ({', '.join(ASPECTS)}), and {match[1]} is none")
        found[match[1]] = int(match[2]) * _UNITS[match[3] or "d"]
    return found


def _terms(text: str) -> str:
    return ", ".join(f"{kind}={days}d" for kind, days in sorted(terms(text).items()))


KEEP, MASK, DROP = ACTIONS = ("keep", "mask", "drop")
"""What can be done with a kind of personal text before it is stored."""

REDACT: Final[dict[str, tuple[str, str]]] = {
    "private_key": (MASK, "private key blocks"),
    "jwt": (MASK, "JSON web tokens"),
    "key": (MASK, "API keys and access tokens"),
    "password": (MASK, "passwords after their labels"),
    "iban": (MASK, "bank accounts"),
    "card": (MASK, "payment cards and their check codes"),
    "ssn": (MASK, "US social security numbers"),
    "chinese_id": (MASK, "Chinese resident ids"),
    "national_id": (MASK, "other national and tax ids, passports"),
    "email": (KEEP, "e-mail addresses (never in a profile)"),
    "phone": (KEEP, "phone numbers (never in a profile)"),
}
"""Kinds of personal text, those that are looked for first before the others, with what is done by default."""


KEYS: Final[dict[str, tuple[Callable[[str], Value], Value | None, str]]] = {
    "embedder": (str, None, "sentence-transformers model, name or path (default: all-MiniLM-L6-v2)"),
    "extractor": (str, None, "GGUF file, or ADDRESS#MODEL of a server, that understands messages; or `none`"),
    "timeout": (_positive, 120, "seconds to wait for a reply of such a server"),
    "embed_minutes": (
        _minutes,
        5,
        "minutes that `ingest --no-extract` gives to vectors; `omem reindex --missing` makes those left",
    ),
    "budget": (_positive, 1500, "tokens `ask` may fill"),
    "results": (_positive, 10, "messages `ask` and `search` bring"),
    "half_life": (
        _positive,
        None,
        "days after which a remark counts half for questions of how things stand, not for facts",
    ),
    "expire": (_terms, None, "what `omem forget --policy` takes by age, such as `age=30d, event=2y`"),
    "event_cap": (
        _positive,
        None,
        "events of a person that `omem forget --policy` leaves, the most used ones",
    ),
    "gate": (
        _gate,
        "fixed",
        "write filter: `fixed`, or `adaptive`: stricter while most memories are never shown",
    ),
    **{
        f"redact.{kind}": (_action, default, f"{what}: keep, mask or drop")
        for kind, (default, what) in REDACT.items()
    },
}
"""What can be set: how its text is read, its default, what it means."""


def database_path(override: str | os.PathLike[str] | None = None) -> Path:
    """The memory file: `override` (--db), else OMEM_DB, else `omem.db` in the user's data folder."""
    chosen = override or os.environ.get("OMEM_DB")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir(_APP)) / "omem.db"


def user_name(override: str | None = None) -> str:
    """Whose memory: `override` (--user), else OMEM_USER, else "me"."""
    return override or os.environ.get("OMEM_USER") or "me"


def key() -> str | None:
    """The key of an encrypted memory: OMEM_KEY, else the first line of the file that OMEM_KEY_FILE names."""
    if given := os.environ.get("OMEM_KEY"):
        return given
    if not (file := os.environ.get("OMEM_KEY_FILE")):
        return None
    try:
        found = Path(file).expanduser().read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OmemError(f"cannot read the key in {file}: {error}") from error
    if not found or not found[0].strip():
        raise OmemError(f"there is no key in {file}")
    return found[0].strip()


def cache_dir() -> Path:
    """Folder for what can be made again (exported models); not created here."""
    return Path(platformdirs.user_cache_dir(_APP))


def models_dir() -> Path:
    """Folder of the model files that `omem models pull` brought; not created here."""
    return Path(platformdirs.user_data_dir(_APP)) / "models"


def shared_cache_dir() -> Path | None:
    """The virtual environment's own cache, for what is the same for all who use it (converted weights,
    never anything of a memory); None outside of a virtual environment."""
    if sys.prefix == sys.base_prefix:
        return None
    return Path(sys.prefix) / "var" / "cache" / _APP


def config_path() -> Path:
    """The settings file (JSON); may not exist."""
    return Path(platformdirs.user_config_dir(_APP)) / "config.json"


def all_settings() -> dict[str, Value | None]:
    """Every key with its value: as set, else its default. Raises OmemError if the file is damaged."""
    saved = _read()
    return {key: saved.get(key, default) for key, (_, default, _) in KEYS.items()}


def get(key: str) -> Value | None:
    """The value of a key. Raises UsageError for a key that doesn't exist."""
    _known(key)
    return all_settings()[key]


def put(key: str, text: str) -> Value:
    """Saves a value given as text; returns it as read. Raises UsageError if it makes no sense."""
    read = _known(key)
    try:
        value = read(text)
    except ValueError as error:
        raise UsageError(f"{key} must be {error}, not {text!r}") from None
    _write({**_read(), key: value})
    return value


def unset(key: str) -> None:
    """Back to the default."""
    _known(key)
    _write({name: value for name, value in _read().items() if name != key})


def _known(key: str) -> Callable[[str], Value]:
    if key not in KEYS:
        raise UsageError(f"there is no setting {key!r}; there are {', '.join(KEYS)}")
    return KEYS[key][0]


def _read() -> dict[str, Value]:
    path = config_path()
    try:
        saved = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise OmemError(f"cannot read the settings in {path}: {error}; mend or delete it") from error
    if not isinstance(saved, dict):
        raise OmemError(f"the settings in {path} are not a JSON object; mend or delete it")
    checked: dict[str, Value] = {}
    for key, value in saved.items():
        # Keys of a newer omem are kept and ignored; a known key must hold what `put` would have written.
        if key in KEYS:
            try:
                value = KEYS[key][0](str(value))
            except ValueError:
                raise OmemError(f"{path}: {key} can't be {value!r}; mend it or `omem config`") from None
        checked[key] = value
    return checked


def _write(saved: dict[str, Value]) -> None:
    path = config_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Written beside and moved: a crash leaves the old file or the new one, never half of one.
        fresh = path.with_name(path.name + ".new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(json.dumps(saved, ensure_ascii=False, indent=2) + "\n")
        fresh.replace(path)
    except OSError as error:
        raise OmemError(f"cannot write the settings to {path}: {error.strerror or error}") from error
