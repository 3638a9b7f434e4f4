"""Every test has a home of its own, offline, and 80 columns without colour."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from typer.testing import CliRunner, Result

from omem_cli.cli import app
from omem_cli.cli.app import Models

pytest_plugins = ["golden_plugin"]

# No timed asserts: speed is measured in benchmarks/. Derandomised: a run says the same twice.
hypothesis.settings.register_profile("omem", deadline=None, derandomize=True)
hypothesis.settings.load_profile("omem")


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is costly to make and the same for all tests: exported models, a compiled dictionary."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory, session_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A new, empty home (not `tmp_path`: that is the test's own); the default memory lies in it."""
    folder = tmp_path_factory.mktemp("home")
    for name in (
        "OMEM_USER",
        "OMEM_KEY",
        "OMEM_KEY_FILE",
        "OMEM_PASSPHRASE",
        "FORCE_COLOR",
        "XDG_STATE_HOME",
        "XDG_RUNTIME_DIR",
    ):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "HOME": folder,
        "XDG_DATA_HOME": folder / "data",
        "XDG_CONFIG_HOME": folder / "config",
        "XDG_CACHE_HOME": session_cache,
        "OMEM_DB": folder / "omem.db",
        "HF_HUB_OFFLINE": "1",
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "TERM": "dumb",
    }.items():
        monkeypatch.setenv(name, str(value))
    return folder


class Omem:
    """`omem` in this process, with models that the test passes in."""

    def __init__(self) -> None:
        from fakes import HashEmbedder

        self.embedder: Any = HashEmbedder()
        self.extractor: Any = None

    def __call__(self, *words: object, input: str | bytes | None = None, code: int | None = 0) -> Result:
        """Runs a command and checks its exit code (None: any)."""
        models = Models(load_embedder=lambda: self.embedder, load_extractor=lambda: self.extractor)
        result = CliRunner().invoke(app, [str(word) for word in words], obj=models, input=input)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert code is None or result.exit_code == code, f"exit {result.exit_code}\n{result.stderr}"
        return result

    def script(self, replies: dict[str, str]) -> Any:
        """Lets the extractor give these replies."""
        from fakes import ScriptedExtractor

        self.extractor = ScriptedExtractor(replies)
        return self.extractor


@pytest.fixture
def omem() -> Omem:
    """The command with a hash embedder and no language model."""
    return Omem()


@pytest.fixture
def chat(tmp_path: Path) -> Callable[..., Path]:
    """Writes a role/content transcript: `chat(("user", "2026-05-09", "Hello"), …)`."""
    import json

    def write(*turns: tuple[str, str | None, str], name: str = "chat.json") -> Path:
        rows = []
        for role, date, text in turns:
            row = {"role": role, "content": text}
            if date is not None:
                row["timestamp"] = date if "T" in date else f"{date}T10:00:00+00:00"
            rows.append(row)
        path = tmp_path / name
        path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
        return path

    return write
