"""A language model behind an address: what is sent, what comes of the replies, and every fault on the way."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem
from fakes import HashEmbedder
from typer.testing import CliRunner, Result

from omem_cli.cli import app
from omem_cli.cli.app import Models
from omem_cli.errors import ModelError, RefusedError
from omem_cli.records import MessageContext, Role
from omem_cli.understanding import Understander, llama, load_extractor
from omem_cli.understanding.endpoint import EndpointExtractor
from omem_cli.understanding.server import Address, Server

Chat = Callable[..., Path]
Json = dict[str, Any]

BAKER = "I work as a baker in Lyon, and my back hurts when I lift the flour"
READ = {
    "topic": "work",
    "attributes": [{"aspect": "occupation", "value": "baker"}, {"aspect": "location", "value": "Lyon"}],
    "events": [],
    "clues": ["baker", "flour"],
}
NOTHING = {"topic": "chat", "attributes": [], "events": [], "clues": []}


class Fault(Exception):
    """What a server answers instead of a reply."""

    def __init__(self, status: int, body: str = "{}", **headers: str) -> None:
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers


class Drop(Exception):
    """The server closes the connection."""


class FakeServer:
    """A chat-completions server on loopback. `reply` maps a request's body to the text of the reply, or
    raises Fault or Drop; what was asked is noted."""

    def __init__(self) -> None:
        self.reply: Callable[[Json], Any] = lambda body: json.dumps(NOTHING)
        self.asked: list[Json] = []
        self.headers: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    fake.asked.append(body)
                    fake.headers.append(dict(self.headers))
                    fake.at_once += 1
                    fake.most_at_once = max(fake.most_at_once, fake.at_once)
                try:
                    said = fake.reply(body)
                    whole = {"choices": [{"message": {"content": said}, "finish_reason": "stop"}]}
                    status, content, headers = 200, json.dumps(whole), {}
                    if isinstance(said, dict):
                        content = json.dumps(said)
                except Fault as fault:
                    status, content, headers = fault.status, fault.body, fault.headers
                except Drop:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                finally:
                    with lock:
                        fake.at_once -= 1
                data = content.encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:  # a client that went away
                pass

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def knows(self, **replies: Json) -> None:
        """Replies by the text of the message."""
        self.reply = lambda body: json.dumps(replies.get(text_of(body), NOTHING))

    def fails(self, *faults: Exception) -> None:
        """First these faults, then replies."""
        left, then = list(faults), self.reply

        def reply(body: Json) -> Any:
            if left:
                raise left.pop(0)
            return then(body)

        self.reply = reply

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def text_of(body: Json) -> str:
    return str(body["messages"][-1]["content"])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    for name in ("OMEM_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    fake = FakeServer()
    yield fake
    fake.close()


def extractor(server: FakeServer, timeout: float = 10.0) -> EndpointExtractor:
    """As the command line makes it, but nobody waits between tries."""
    return EndpointExtractor(Server(Address.of(server.url), timeout, pause=lambda seconds: None), "tiny")


def run(*words: object, code: int = 0) -> Result:
    """`omem` with the models of the settings (and a small embedder)."""
    result = CliRunner().invoke(app, list(map(str, words)), obj=Models(load_embedder=HashEmbedder))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.stderr
    return result


def values(result: Result) -> set[tuple[str, str]]:
    return {(a["aspect"], a["value"]) for a in json.loads(result.stdout)["attributes"]}


# ---------------------------------------------------------------- the way through
def test_a_server_understands_what_is_ingested(server: FakeServer, chat: Chat) -> None:
    server.knows(**{BAKER: READ})
    used = run("models", "use", server.url, "--model", "tiny:1b")
    assert used.stdout == f"extractor: {server.url}#tiny:1b\n"
    run("ingest", chat(("user", "2026-05-09", BAKER)))
    plain = ("health", "back hurts")  # what is said in so many words needs no model
    told = {("occupation", "baker"), ("location", "Lyon"), plain}
    assert values(run("persona", "show", "--json")) == told
    why = json.loads(
        run("why", json.loads(run("messages", "--json").stdout)["messages"][0]["id"], "--json").stdout
    )
    assert why["evidence"][0]["model"].startswith("tiny:1b@127.0.0.1:")
    body = server.asked[0]
    assert (body["model"], body["temperature"], body["seed"]) == ("tiny:1b", 0, 1)
    assert body["response_format"]["json_schema"]["strict"] is True
    assert "Authorization" not in server.headers[0]


def test_nothing_is_contacted_before_there_is_something_to_ask(server: FakeServer, chat: Chat) -> None:
    run("models", "use", server.url, "--model", "tiny")
    rows = json.loads(run("models", "list", "--json").stdout)["models"]
    assert rows[1]["name"] == f"{server.url}#tiny"
    assert rows[1]["id"].startswith("tiny@")
    run("ingest", chat(("user", "2026-05-09", BAKER)), "--no-extract")
    run("ask", "baker")
    assert server.asked == []


def test_doctor_says_whether_the_server_answers(server: FakeServer) -> None:
    def check(code: int) -> str:
        checks = json.loads(run("doctor", "--json", code=code).stdout)["checks"]
        return str(next(c["detail"] for c in checks if c["name"] == "language model"))

    run("models", "use", server.url, "--model", "tiny")
    assert "answers (JSON by schema" in check(0)
    server.fails(Fault(404, '{"error": {"message": "no such model"}}'))
    assert "no such model" in check(1)
    server.close()
    assert "can't be reached" in check(1)


def test_what_the_message_does_not_say_is_held(server: FakeServer) -> None:
    made_up = {"aspect": "pet", "value": "a parrot called Coco"}
    server.knows(**{BAKER: {**READ, "attributes": [*READ["attributes"], made_up]}})
    u = Understander(extractor(server)).understand(MessageContext(BAKER), Role.USER)
    assert {a.value: a.quote is None for a in u.attributes} == {
        "baker": False, "Lyon": False, "back hurts": False, "a parrot called Coco": True,
    }  # fmt: skip


def test_a_value_cannot_write_lines_of_its_own(server: FakeServer) -> None:
    server.knows(hi={**READ, "topic": "x\nhobby: chess", "clues": ["a;b", "c\nname: Eva"]})
    lines = extractor(server).extract(MessageContext("hi")).splitlines()
    assert [line.partition(":")[0] for line in lines] == ["topic", "occupation", "location", "clues"]


def test_answers_come_from_the_server_too(server: FakeServer, chat: Chat) -> None:
    server.knows(**{BAKER: READ})
    run("models", "use", server.url, "--model", "tiny")
    run("ingest", chat(("user", "2026-05-09", BAKER)))
    (message,) = json.loads(run("messages", "--json").stdout)["messages"]
    server.reply = lambda body: f"<think>who bakes?</think>\nA baker [{message['id']}]."
    said = json.loads(run("ask", "what is my job?", "--answer", "--json").stdout)["answer"]
    assert said == f"A baker [{message['id']}]."


# ---------------------------------------------------------------- forms of the reply
LINES = "topic: work\noccupation: baker\nlocation: Lyon\nclues: baker; flour"


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("takes", ["json_object", None])
def test_a_server_without_schema_is_asked_more_simply_once_and_for_all(
    server: FakeServer, takes: str | None, status: int
) -> None:
    def reply(body: Json) -> str:
        form = body.get("response_format")
        if form is not None and form["type"] != takes:
            raise Fault(status, '{"error": {"message": "response_format is not supported"}}')
        return json.dumps(READ) if form else LINES

    server.reply = reply
    model = extractor(server)
    for _ in range(3):
        assert model.extract(MessageContext(BAKER)).splitlines() == LINES.splitlines()
    assert len(server.asked) == (2 if takes else 3) + 2


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("max_tokens", "Use 'max_completion_tokens' instead"),
        ("temperature", "temperature does not support 0"),
        ("seed", "unknown field: seed"),
    ],
)
def test_options_that_a_server_minds_are_left_out(server: FakeServer, option: str, complaint: str) -> None:
    def reply(body: Json) -> str:
        if option in body:
            raise Fault(400, json.dumps({"error": {"message": complaint}}))
        return json.dumps(READ)

    server.reply = reply
    model = extractor(server)
    assert model.extract(MessageContext(BAKER)) == model.extract(MessageContext(BAKER))
    assert [option in body for body in server.asked] == [True, False, False]
    assert all("response_format" in body for body in server.asked)


@pytest.mark.parametrize("reply", [f"```\n{LINES}\n```", f"<think>\nhm: no\n</think>\n\n{LINES}", LINES])
def test_a_server_that_ignores_the_schema_is_asked_for_lines(server: FakeServer, reply: str) -> None:
    server.reply = lambda body: reply
    assert extractor(server).extract(MessageContext(BAKER)) == LINES + "\n"


def test_a_cut_reply_loses_its_last_line_only(server: FakeServer) -> None:
    cut = "topic: work\noccupation: baker\nlocation: Ly"
    server.reply = lambda body: {"choices": [{"message": {"content": cut}, "finish_reason": "length"}]}
    u = Understander(extractor(server)).understand(MessageContext(BAKER), Role.USER)
    found = {a.value for a in u.attributes}
    assert "Ly" not in found
    assert found >= {"baker"}


# ---------------------------------------------------------------- faults
def test_what_may_pass_is_tried_again(server: FakeServer) -> None:
    server.knows(**{BAKER: READ})
    server.fails(Fault(429, Retry_After="7"), Fault(503), Drop(), Fault(200, "<html>busy</html>"))
    pauses: list[float] = []
    model = EndpointExtractor(Server(Address.of(server.url), 10.0, pauses.append), "tiny")
    assert model.extract(MessageContext(BAKER)).splitlines() == LINES.splitlines()
    assert pauses[0] == 7
    assert [0.25 * 2**n <= pause <= 0.5 * 2**n for n, pause in enumerate(pauses[1:], 1)] == [True] * 3


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Fault(429, '{"error": "slow down"}'), r"answers 429 \(slow down\), 5 times"),
        (Fault(500, "<html>oops</html>"), r"answers 500, 5 times"),
        (Fault(200, "{}"), "no chat completion"),
        (Fault(200, "[" * 100_000), "no chat completion"),
        (Drop(), "breaks the connection off"),
        (Fault(401, '{"error": "no key"}'), "wants a key"),
        (Fault(404, '{"detail": "Not Found"}'), "Not Found"),
        (Fault(400, '{"object": "error", "message": "bad\\nrequest"}'), r"answers 400 \(bad request\)"),
        (Fault(302, Location="http://127.0.0.1:9/v1"), "points elsewhere"),
    ],
)  # fmt: skip
def test_what_does_not_pass_is_one_clear_line(server: FakeServer, fault: Exception, says: str) -> None:
    server.fails(*[fault] * 9)
    with pytest.raises(ModelError, match=says) as caught:
        extractor(server).extract(MessageContext(BAKER))
    assert server.url in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_slow_server_is_not_waited_for(server: FakeServer) -> None:
    server.reply = lambda body: time.sleep(2) or ""
    started = time.monotonic()
    with pytest.raises(ModelError, match="does not answer in time, 2 times"):
        extractor(server, timeout=0.1).extract(MessageContext(BAKER))
    assert time.monotonic() - started < 2


def test_redirects_are_not_followed(server: FakeServer) -> None:
    other = FakeServer()
    server.fails(Fault(307, Location=f"{other.url}/chat/completions"))
    with pytest.raises(ModelError):
        extractor(server).extract(MessageContext(BAKER))
    other.close()
    assert other.asked == []


def test_proxies_are_not_told_what_stays_on_this_machine(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert extractor(server).extract(MessageContext("hi")).startswith("topic: chat")


def test_a_server_lost_on_the_way_costs_nothing_that_was_done(
    server: FakeServer, omem: Omem, chat: Chat
) -> None:
    texts = [f"I live in {place} and I love {thing}" for place, thing in zip(PLACES, THINGS, strict=True)]

    def reply(body: Json) -> str:
        if texts.index(text_of(body)) >= 5:
            raise Drop
        place = text_of(body).split()[3]
        return json.dumps({**NOTHING, "attributes": [{"aspect": "location", "value": place}]})

    server.reply = reply
    omem.extractor = extractor(server)
    path = chat(*(("user", f"2026-05-{day:02}", text) for day, text in enumerate(texts, 1)))
    failed = omem("ingest", path, "--jobs", 1, code=1)
    assert failed.stderr.count("\n") == 1
    assert "5 of 8 messages were understood before and stay; `omem extract` goes on" in failed.stderr
    assert json.loads(omem("stats", "--json").stdout)["pending"] == 3
    server.reply = lambda body: json.dumps(NOTHING)
    assert json.loads(omem("extract", "--json").stdout) == {"extracted": 3, "pending": 0}

    assert ("location", "Quito") in values(omem("persona", "show", "--history", "--json"))


def test_a_message_the_server_minds_does_not_stop_the_others(
    server: FakeServer, omem: Omem, chat: Chat
) -> None:
    def reply(body: Json) -> str:
        if "flour" in text_of(body):
            raise Fault(400, '{"error": {"message": "content filter"}}')
        return json.dumps({**NOTHING, "attributes": [{"aspect": "hobby", "value": "chess"}]})

    server.reply = reply
    omem.extractor = extractor(server)
    omem("ingest", chat(("user", "2026-05-09", BAKER), ("user", "2026-05-10", "Mondays mean chess for me")))
    assert ("hobby", "chess") in values(omem("persona", "show", "--json"))
    assert json.loads(omem("stats", "--json").stdout)["skipped"] == {"refused by the model's server": 1}
    with pytest.raises(RefusedError):
        extractor(server).extract(MessageContext(BAKER))


# ---------------------------------------------------------------- the key
def test_the_key_is_sent_and_nowhere_else(
    server: FakeServer, chat: Chat, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    monkeypatch.setenv("OMEM_API_KEY", " sk-secret-42 ")
    server.knows(**{BAKER: READ})
    said = run("models", "use", server.url, "--model", "tiny")
    told = [said, run("ingest", chat(("user", "2026-05-09", BAKER))), run("models", "list"), run("doctor")]
    assert {h["Authorization"] for h in server.headers} == {"Bearer sk-secret-42"}
    server.fails(*[Fault(418, '{"error": "your key sk-secret-42 is not brewed"}')] * 9)
    told.append(run("doctor", code=1))
    server.fails(*[Fault(401, '{"error": "sk-secret-42?"}')] * 9)
    told.append(run("doctor", code=1))
    assert "does not accept the key" in " ".join(told[-1].stdout.split())
    assert not any("secret" in result.output + result.stderr for result in told)
    assert not any(b"secret" in file.read_bytes() for file in home.rglob("*") if file.is_file())
    monkeypatch.setenv("OMEM_API_KEY", "two words")
    with pytest.raises(ModelError, match="can't be a key") as caught:
        load_extractor(f"{server.url}#tiny")
    assert "two" not in str(caught.value)


def test_a_key_for_openai_goes_nowhere_unencrypted(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    extractor(server).extract(MessageContext("hi"))
    assert server.headers[0]["Authorization"] == "Bearer sk-other"
    assert Server(Address.of("https://models.example/v1")).has_key
    assert not Server(Address.of("http://models.example/v1")).has_key
    assert "sk-other" not in repr(Server(Address.of("https://models.example/v1")))


@pytest.mark.parametrize(
    "words",
    [
        ["http://127.0.0.1:1/v1"],
        ["http://127.0.0.1:1/v1", "--model", " "],
        ["http://127.0.0.1:1/v1", "--model", "tiny", "--as", "embedder"],
        ["http://me:secret@127.0.0.1:1/v1", "--model", "tiny"],
        ["http://127.0.0.1:1/v1?api_key=secret", "--model", "tiny"],
        ["http://", "--model", "tiny"],
        ["http://127.0.0.1:port/v1", "--model", "tiny"],
        ["some-model", "--model", "tiny"],
    ],
)
def test_addresses_that_make_no_sense_are_exit_2(words: list[str], home: Path) -> None:
    result = run("models", "use", *words, code=2)
    assert result.stderr.count("\n") == 1
    assert "secret" not in result.stderr
    assert not (home / "config").exists()


def test_who_sends_messages_away_is_told(server: FakeServer) -> None:
    told = run("models", "use", "http://models.example/v1", "--model", "big").stderr
    assert "the messages will be sent to models.example, unencrypted" in told
    assert "sent to" not in run("models", "use", server.url, "--model", "tiny").stderr


# ---------------------------------------------------------------- several at once
PLACES = ["Oslo", "Rome", "Lima", "Graz", "Quito", "Porto", "Turku", "Bonn"]
THINGS = ["figs", "rye", "dill", "leeks", "plums", "mint", "kale", "oats"]


@pytest.mark.parametrize("jobs", [1, 4])
def test_the_outcome_does_not_depend_on_timing(
    server: FakeServer, omem: Omem, chat: Chat, tmp_path: Path, jobs: int
) -> None:
    """Slow replies to early messages, quick ones to later: the memory is that of one after the other."""

    def reply(body: Json) -> str:
        words = text_of(body).split()
        time.sleep(0.1 if jobs > 1 and int(words[0][1:-1]) % 4 == 0 else 0)
        facts = [{"aspect": "location", "value": words[4]}, {"aspect": "like", "value": words[-1]}]
        return json.dumps({**NOTHING, "topic": words[-1], "attributes": facts, "clues": [words[4]]})

    def memory(name: str, *options: object) -> list[Json]:
        run = omem("ingest", path, "--db", tmp_path / name, *options)
        assert run.stdout == "24 seen, 24 new, 0 known, 0 skipped, 0 failed\n"
        rows = omem("export", "--db", tmp_path / name).stdout.splitlines()
        return [{k: v for k, v in json.loads(row).items() if k != "recorded"} | without(row) for row in rows]

    def without(row: str) -> Json:
        u = json.loads(row).get("understanding")
        return {"understanding": u and {k: v for k, v in u.items() if k != "recorded"}}

    said = [
        (n, f"({n}) I live in {PLACES[n % 8]} and I love {THINGS[n * 3 % 8]}") for n in range(24)
    ]  # fmt: skip
    path = chat(*(("user", f"2026-05-{n + 1:02}", text) for n, text in said))
    server.reply = reply
    omem.extractor = extractor(server)
    expected = memory("one.db", "--jobs", 1)
    assert server.most_at_once == 1
    assert memory("again.db", "--jobs", jobs) == expected
    assert (server.most_at_once > 1) == (jobs > 1)


def test_a_local_model_reads_one_by_one_whatever_is_asked(omem: Omem, chat: Chat) -> None:
    omem.script({})
    assert "reads one message after the other" in omem("ingest", chat(("user", None, BAKER)), "-j", 3).stderr


# ---------------------------------------------------------------- a real server
SERVE = """
import sys
import llama_cpp
# As omem itself loads models: without buffers that crash on some virtual machines.
def set_params(self, value):
    value.use_extra_bufts = False
    self._plain_params = value
llama_cpp.Llama.model_params = property(lambda self: self._plain_params, set_params)
from llama_cpp.server.__main__ import main
sys.argv = ["server", *sys.argv[1:]]
main()
"""


@pytest.mark.models
def test_llama_cpps_own_server(omem: Omem, chat: Chat, tmp_path: Path) -> None:
    path = llama.bundled_path()
    if path is None or any(find_spec(name) is None for name in ("fastapi", "uvicorn", "sse_starlette")):
        pytest.skip("the bundled model or the server's packages are not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--model", str(path), "--host", "127.0.0.1", "--port", str(port), "--n_ctx", "2048"]
    with (tmp_path / "log").open("wb") as log:
        child = subprocess.Popen(
            [sys.executable, "-c", SERVE, *options, "--n_threads", "2"],
            stdout=log, stderr=log, env={**os.environ, "OMP_WAIT_POLICY": "PASSIVE"},
        )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}/v1"
        for _ in range(600):
            assert child.poll() is None, (tmp_path / "log").read_text()
            try:
                urllib.request.urlopen(f"{url}/models", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        run("models", "use", url, "--model", "smollm2")
        assert "answers" in run("doctor").stdout
        run("ingest", chat(("user", "2026-05-09", BAKER)))
        known = json.loads(run("persona", "show", "--json").stdout)
        assert all(e["quote"] in BAKER for a in known["attributes"] for e in a["evidence"])
        message = json.loads(run("messages", "--json").stdout)["messages"][0]["id"]
        read = json.loads(run("why", message, "--json").stdout)["evidence"][0]
        assert (read["model"].split("@")[0], read["skipped"]) == ("smollm2", None)
    finally:
        child.terminate()
        child.wait(30)
