"""Writes docs/cli.md and the output blocks of README.md anew; with --check only says what is out of date.

The blocks are real runs of omem on sample_sessions/. The language model's replies are played back from
scripts/replies.jsonl, where `--record` notes what the bundled model answers: floating point differs a
little between processors, and a document must come out the same everywhere. All else is computed afresh.
"""

import argparse
import html
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REPLIES = ROOT / "scripts" / "replies.jsonl"
USERS = {"english": "maya", "chinese": "lin"}


# ---------------------------------------------------------------- the language model, recorded
class Replay:
    """An extractor that gives the recorded replies of another."""

    tuned = True

    def __init__(self) -> None:
        rows = [json.loads(line) for line in REPLIES.read_text(encoding="utf-8").splitlines()]
        self.id = rows[0]["model"]
        self.replies = {row["text"]: row["reply"] for row in rows}

    def extract(self, message: Any) -> str:
        """The recorded reply."""
        if message.text not in self.replies:
            raise SystemExit(f"no recorded reply to {message.text!r}: run scripts/docs.py --record")
        return str(self.replies[message.text])

    def answer(self, prompt: str, max_tokens: int) -> str:
        """No document shows one."""
        raise NotImplementedError


class Record:
    """The bundled model, whose replies are noted."""

    tuned = True

    def __init__(self) -> None:
        from omem_cli.understanding import load_extractor

        model = load_extractor()
        if model is None:
            raise SystemExit("the bundled language model is not installed")
        self.model, self.id = model, model.id

    def extract(self, message: Any) -> str:
        """Asks the model and notes the reply."""
        reply: str = self.model.extract(message)
        row = {"text": message.text, "reply": reply, "model": self.id}
        with REPLIES.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
        return reply

    def answer(self, prompt: str, max_tokens: int) -> str:
        """No document shows one."""
        raise NotImplementedError


# ---------------------------------------------------------------- blocks of README.md
def omem(*words: str, extractor: Any = Replay) -> str:
    """What a command prints, as on a terminal 100 columns wide without colour."""
    from typer.testing import CliRunner

    from omem_cli.cli import app
    from omem_cli.cli.app import Models

    result = CliRunner().invoke(app, words, obj=Models(load_extractor=extractor))
    if result.exit_code:
        raise SystemExit(f"omem {' '.join(words)}: exit {result.exit_code}\n{result.stderr}")
    return result.stdout


def shell(line: str) -> str:
    """A fenced block with a command line and its output."""
    lines = [text.rstrip() for text in omem(*shlex.split(line)[1:]).splitlines()]
    lines = [re.sub(r"\b\d+ ms\b", "… ms", text) for text in lines]
    longest = max((len(run) for text in lines for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}console", f"$ {line}", *lines, fence])


def command_list() -> str:
    """A Markdown table of all commands with the first sentence of their help."""
    import typer

    from omem_cli.cli import app

    rows = ["| command | does |", "|---|---|"]

    def walk(command: Any, words: str) -> None:
        for name, child in command.commands.items():
            if child.hidden:
                continue
            if getattr(child, "commands", None):
                walk(child, f"{words} {name}")
            else:
                first = " ".join((child.help or "").strip().split("\n\n")[0].split())
                rows.append(f"| `{words} {name}` | {first} |")

    walk(typer.main.get_command(app), "omem")
    return "\n".join(rows)


def format_list() -> str:
    """A Markdown list of the transcript formats."""
    from omem_cli.transcripts import FORMATS

    return "\n".join(f"- `{name}`: {form.DESCRIPTION}" for name, form in FORMATS.items())


def filter_table() -> str:
    """A Markdown table of how many labelled messages the write filter keeps out at each step."""
    from omem_cli.embedding import load_embedder
    from omem_cli.records import MessageContext, Role
    from omem_cli.understanding import Understander
    from omem_cli.understanding.gate import STEPS, load_gate

    text = (ROOT / "training" / "data" / "validation.jsonl").read_text(encoding="utf-8")
    said = [json.loads(line) for line in text.splitlines()]
    rows = ["| threshold | messages kept out | of them, with something to tell |", "|---|---|---|"]
    embedder = load_embedder()
    for step in range(STEPS + 1):
        gate = load_gate().stricter(step)
        reader = Understander(Replay(), gate=gate, embedder=embedder)
        out = [row for row in said if _kept_out(reader, MessageContext(row["text"], row["prev"]), Role.USER)]
        telling = sum(bool(row["attributes"] or row["events"]) for row in out)
        first = (" (as shipped)", f" of {len(said)}") if step == 0 else ("", "")
        rows.append(f"| {gate.limit:.2f}{first[0]} | {len(out)}{first[1]} | {telling} |")
    return "\n".join(rows)


def _kept_out(reader: Any, message: Any, role: Any) -> bool:
    return reader.ask(message, role).skipped is not None


def reference() -> str:
    """docs/cli.md: every command's help."""
    run = subprocess.run(
        [sys.executable, "-m", "typer", "omem_cli.cli", "utils", "docs", "--name", "omem"],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return html.unescape(run.stdout).rstrip() + "\n"


def main() -> int:
    """Exit code 0: current (or now written)."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if something is out of date"
    )
    parser.add_argument("--only-reference", action="store_true", help="docs/cli.md only")
    parser.add_argument("--record", action="store_true", help="ask the bundled model anew")
    options = parser.parse_args()
    os.chdir(ROOT)
    page = ROOT / "docs" / "cli.md"
    text = reference()
    if options.check and (not page.exists() or page.read_text(encoding="utf-8") != text):
        print("docs/cli.md is out of date: make docs", file=sys.stderr)
        return 1
    if not options.check:
        page.write_text(text, encoding="utf-8")
    if options.only_reference:
        return 0

    from cogapp import Cog

    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            OMEM_DB=f"{folder}/omem.db", NO_COLOR="1", COLUMNS="100", TZ="UTC", LC_ALL="C.UTF-8"
        )
        os.environ.pop("OMEM_USER", None)
        if options.record:
            REPLIES.write_text("", encoding="utf-8")
        for name, user in USERS.items():
            omem(
                "ingest",
                f"sample_sessions/{name}",
                "--user",
                user,
                extractor=Record if options.record else Replay,
            )
        code = Cog().main(["cog", "-I", "scripts", *(["--check"] if options.check else ["-r"]), "README.md"])
    if code and options.check:
        print("README.md is out of date: make docs", file=sys.stderr)
    return code or 0


if __name__ == "__main__":
    sys.exit(main())
