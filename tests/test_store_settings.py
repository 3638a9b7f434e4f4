"""Settings: where the memory lies and what the user has set."""

from pathlib import Path

import pytest

from omem_cli import settings
from omem_cli.errors import OmemError, UsageError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("OMEM_DB", "OMEM_USER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def test_option_beats_environment_beats_default(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.database_path().name == "omem.db"
    assert home in settings.database_path().parents
    assert settings.user_name() == "me"
    monkeypatch.setenv("OMEM_DB", "~/env.db")
    monkeypatch.setenv("OMEM_USER", "eva")
    assert settings.database_path() == home / "env.db"
    assert settings.user_name() == "eva"
    assert settings.database_path("given.db") == Path("given.db")
    assert settings.user_name("adam") == "adam"


def test_set_get_unset() -> None:
    assert settings.get("budget") == 1500
    assert settings.put("budget", "200") == 200
    assert settings.put("embedder", "模型") == "模型"
    assert settings.all_settings() == {
        "embedder": "模型", "extractor": None, "timeout": 120, "embed_minutes": 5,
        "budget": 200, "results": 10,
        "half_life": None, "expire": None, "event_cap": None, "gate": "fixed",
        **{f"redact.{kind}": action for kind, (action, _) in settings.REDACT.items()},
    }  # fmt: skip
    settings.unset("budget")
    assert settings.get("budget") == 1500


@pytest.mark.parametrize(("key", "text"), [("budget", "many"), ("results", "0"), ("colour", "red")])
def test_nonsense_is_refused(key: str, text: str) -> None:
    with pytest.raises(UsageError, match=key):
        settings.put(key, text)


@pytest.mark.parametrize("content", ["{", "[]", '{"budget": "x"}'])
def test_damaged_file_is_told(content: str) -> None:
    settings.put("budget", "5")
    settings.config_path().write_text(content)
    with pytest.raises(OmemError, match=r"config\.json"):
        settings.all_settings()


def test_keys_of_a_newer_version_stay() -> None:
    settings.put("budget", "5")
    settings.config_path().write_text('{"later": [1], "budget": 5}')
    settings.put("results", "3")
    assert "later" in settings.config_path().read_text()
