"""What SECURITY.md promises: each promise names a test that exists, and nothing connects."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

OFFLINE = """
import json, os, sys, tempfile
from pathlib import Path

def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        raise SystemExit(f"connects: {event} {arguments}")

sys.addaudithook(watch)
sys.path.insert(0, sys.argv[1])
from typer.testing import CliRunner
from fakes import HashEmbedder
from omem_cli.cli import app
from omem_cli.cli.app import Models

folder = Path(tempfile.mkdtemp())
os.environ |= {"HOME": str(folder), "OMEM_DB": str(folder / "omem.db"), "XDG_CONFIG_HOME": str(folder)}
os.environ["OMEM_PASSPHRASE"] = "quiet"
chat = folder / "chat.json"
text = "I live in Porto, 4111 1111 1111 1111, +351 21 123 4567."
chat.write_text(json.dumps([{"role": "user", "content": text}]))
for words in (
    ["ingest", str(chat)], ["extract"], ["preview", str(chat)], ["ask", "Porto"], ["search", "Porto"],
    ["persona", "show"], ["persona", "set", "hobby", "chess"], ["messages"], ["topics"], ["clues"],
    ["events"],
    ["stats"], ["doctor"], ["doctor", "--privacy"], ["reindex"], ["export"], ["backup", str(folder / "b.db")],
    ["audit", "log"], ["audit", "verify"], ["config", "get"], ["formats"],
    ["export", "--encrypt", "--out", str(folder / "e")], ["import", str(folder / "e"), "--user", "other"],
    ["share", "export", "--to", "Ben", "--aspects", "hobby", str(folder / "s"), "--yes"],
    ["share", "import", str(folder / "s"), "--user", "other"], ["share", "list"], ["share", "show"],
    ["restore", str(folder / "b.db"), "--yes"], ["forget", "--all", "--yes"],
):
    models = Models(load_embedder=HashEmbedder, load_extractor=lambda: None)
    result = CliRunner().invoke(app, words, obj=models)
    assert "connects" not in str(result.exception), (words, result.exception)
    assert result.exit_code in (0, 1), (words, result.output)
print("quiet")
"""


def test_no_command_connects() -> None:
    run = subprocess.run(
        [sys.executable, "-c", OFFLINE, str(ROOT / "tests")], capture_output=True, text=True, timeout=300
    )
    assert run.stdout.strip() == "quiet", run.stdout + run.stderr


def test_every_promise_names_a_test_that_exists() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    promises = text.split("## What omem promises")[1].split("## What omem does not")[0]
    for promise in re.split(r"\n- ", promises)[1:]:
        names = re.findall(r"`(tests/\w+\.py)::(\w+)`", promise)
        assert names, promise
        for file, name in names:
            assert f"def {name}(" in (ROOT / file).read_text("utf-8"), f"{file}::{name}"
