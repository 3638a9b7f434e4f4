"""A key that trying out would find is told as weak, wherever one is chosen, and taken all the same."""

import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Omem
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.privacy.strength import bits, is_weak

Chat = Callable[..., Path]
ENCRYPTED = pytest.importorskip("sqlcipher3", reason="needs omem-cli[encrypted]") is not None
SAID = "is weak"


@pytest.mark.parametrize(
    ("key", "weak"),
    [
        ("k", True),
        ("hunter2", True),
        ("12345678", True),
        ("sunflower", True),
        ("Aa1!xyz", True),  # seven characters, whatever they are
        ("a" * 40, True),
        ("12" * 20, True),
        ("密码", True),
        ("correct horse battery staple", False),
        ("vier zufällige wörter eben", False),
        ("纸鹤飞过青石桥", False),
        ("Tz9!kvQ2", False),
        (secrets.token_hex(32), False),
    ],
)
def test_what_is_weak(key: str, weak: bool) -> None:
    assert is_weak(key) is weak


@given(st.text(min_size=1, max_size=7, alphabet=st.characters(max_codepoint=127)))
def test_under_eight_plain_characters_is_always_weak(key: str) -> None:
    assert is_weak(key)


@given(st.text(min_size=1, max_size=40), st.characters())
def test_a_character_more_is_never_weaker(key: str, more: str) -> None:
    assert bits(key + more) >= bits(key) or len(key) == 64


def test_where_a_key_is_chosen(
    omem: Omem, chat: Chat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = chat(("user", "2026-05-09", "I like tea."))
    omem("ingest", path)
    for words, weak in (("quiet", True), ("four quite random words", False)):
        monkeypatch.setenv("OMEM_PASSPHRASE", words)
        said = omem("export", "--encrypt", "--out", tmp_path / words)
        assert (SAID in said.stderr) is weak
        assert SAID not in omem("import", tmp_path / words, "--db", tmp_path / f"{words}.db").stderr
        monkeypatch.setenv("OMEM_KEY", words)
        said = omem("encrypt")
        assert said.stderr.count(SAID) == weak
        assert SAID not in omem("stats").stderr  # told once, when it was chosen
        omem("decrypt")
        fresh = tmp_path / f"new {words}.db"
        assert omem("ingest", path, "--db", fresh).stderr.count(SAID) == weak
        assert SAID not in omem("ingest", path, "--db", fresh).stderr
        monkeypatch.delenv("OMEM_KEY")
    assert SAID not in omem("encrypt", "--key-file", tmp_path / "made").stderr
