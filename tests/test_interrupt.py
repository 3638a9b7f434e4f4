"""Ctrl-C at moments at which Python itself loses it or makes something else of it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Omem

RUN = """
import signal, sys
from omem_cli import interrupt
interrupt.end_at_once()
from fakes import HashEmbedder
from omem_cli.cli import app
from omem_cli.cli.app import Models

def load():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        {what}
    return HashEmbedder()

app(sys.argv[1:], obj=Models(load_embedder=load, load_extractor=lambda: None))
"""


def run(code: str, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("what", ["raise ImportError('initialization failed') from None", "pass"])
def test_a_lost_interrupt_ends_the_command_all_the_same(omem: Omem, tmp_path: Path, what: str) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text("".join(f'{{"role": "user", "content": "message {n}"}}\n' for n in range(500)))
    result = run(RUN.format(what=what), "ingest", "--no-extract", path)
    assert result.returncode == 130
    assert result.stderr.splitlines()[-1].startswith("omem: interrupted; what was stored stays")
    assert "Traceback" not in result.stderr
    omem("ingest", "--no-extract", path)
    assert "500" in omem("stats").stdout


def test_before_anything_is_begun_an_interrupt_ends_the_process() -> None:
    result = run(
        "from omem_cli import interrupt; interrupt.end_at_once()\nimport signal\nsignal.raise_signal(2)"
    )
    assert (result.returncode, result.stderr) == (-signal.SIGINT, "")


def test_an_ignored_interrupt_stays_ignored() -> None:
    code = "import signal; signal.signal(2, signal.SIG_IGN)\nfrom omem_cli import interrupt\n"
    code += "interrupt.end_at_once(); interrupt.listen(); signal.raise_signal(2); print('on')"
    assert run(code).stdout == "on\n"
