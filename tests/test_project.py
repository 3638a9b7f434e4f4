"""What the project promises about itself: quick help, documented commands, current documents."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from omem_cli.cli import app

ROOT = Path(__file__).resolve().parent.parent
HEAVY = (
    "torch",
    "sentence_transformers",
    "transformers",
    "llama_cpp",
    "onnxruntime",
    "tokenizers",
    "dateparser",
    "jieba",
)


def commands() -> Iterator[tuple[str, str | None, bool]]:
    """All commands as (words, help text, is a group)."""

    def walk(command: object, words: str) -> Iterator[tuple[str, str | None, bool]]:
        children = getattr(command, "commands", None) or {}
        yield words, getattr(command, "help", None), bool(children)
        for name, child in children.items():
            if not getattr(child, "hidden", False):
                yield from walk(child, f"{words} {name}")

    yield from walk(typer.main.get_command(app), "omem")


COMMANDS = list(commands())


@pytest.mark.parametrize(("words", "text", "group"), COMMANDS, ids=[words for words, _, _ in COMMANDS])
def test_every_command_has_help_and_stands_in_the_readme(words: str, text: str | None, group: bool) -> None:
    assert text
    assert len(text.strip()) > 10
    if not group:
        assert f"`{words}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "--help"], ["ingest", "--help"]])
def test_help_loads_no_heavy_module(arguments: list[str]) -> None:
    script = (
        "import sys, omem_cli.cli as cli\n"
        f"sys.argv = ['omem', *{arguments!r}]\n"
        "try: cli.main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        f"print('loaded:', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "loaded: []"


def test_command_reference_is_current() -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check", "--only-reference"],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr


def test_one_version_everywhere() -> None:
    from importlib.metadata import version

    import omem_cli

    assert omem_cli.__version__ == version("omem-cli")
