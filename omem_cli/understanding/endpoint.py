"""Extractors behind an address: servers that speak OpenAI's chat completions (vLLM, Ollama, …).

Replies are greedy, as JSON of a fixed schema where the server can, else plain lines. What it says is put into
omem's lines and goes the same way as any model's reply: parsed, and tied to the words of the message.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from omem_cli.errors import ModelError, RefusedError, UsageError
from omem_cli.records import ASPECTS, MessageContext
from omem_cli.understanding import prompts
from omem_cli.understanding.server import TRIES, Address, Rejected, Said, Server, bare

JOBS = 4
REPLY_TOKENS = 600
SEED = 1
HARMLESS = "I live in Oslo."

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "topic": {"type": "string"},
        "attributes": {
            "type": "array",
            "maxItems": 6,
            "items": {
                "type": "object",
                "properties": {
                    "aspect": {"type": "string", "enum": list(ASPECTS)},
                    "value": {"type": "string"},
                },
                "required": ["aspect", "value"],
                "additionalProperties": False,
            },
        },
        "events": {"type": "array", "maxItems": 3, "items": {"type": "string"}},
        "clues": {"type": "array", "maxItems": 5, "items": {"type": "string"}},
    },
    "required": ["topic", "attributes", "events", "clues"],
    "additionalProperties": False,
}
"""The reply as JSON. Without bounds on strings: some servers refuse a schema that has any."""

_FORMS: tuple[dict[str, Any] | None, ...] = (
    {"type": "json_schema", "json_schema": {"name": "reading", "strict": True, "schema": SCHEMA}},
    {"type": "json_object", "schema": SCHEMA},
    None,
)
"""Ways to ask for the reply's form, best first: OpenAI's, llama.cpp's older one, plain lines."""


def is_address(name: str) -> bool:
    """Whether a model's name is the address of a server."""
    return name.lower().startswith(("http://", "https://"))


def join(address: str, model: str) -> str:
    """Address and model as the one name that is kept in the settings: `ADDRESS#MODEL`. Raises UsageError."""
    Address.of(address)
    if not model.strip() or any(ord(c) < 33 for c in model.strip()):
        raise UsageError("--model names one of the server's models, without spaces")
    return f"{address.rstrip('/')}#{model.strip()}"


@dataclass(frozen=True, slots=True)
class _Habits:
    """What a server takes, as far as it has said: the form of the reply and the options of a request."""

    form: int = 0
    limit: str = "max_tokens"
    left_out: frozenset[str] = frozenset()

    def after(self, why: str, structured: bool) -> Iterator["_Habits"]:
        """What to try when a request was refused because of `why`, likeliest first."""
        said = why.casefold()
        if "max_completion_tokens" in said and self.limit == "max_tokens":
            yield _Habits(self.form, "max_completion_tokens", self.left_out)
        for option in ("temperature", "seed"):
            if option in said and option not in self.left_out:
                yield _Habits(self.form, self.limit, self.left_out | {option})
        if structured:
            for form in range(self.form + 1, len(_FORMS)):
                yield _Habits(form, self.limit, self.left_out)


@dataclass
class EndpointExtractor:
    """An Extractor over a server's chat completions; may be asked from several threads."""

    server: Server
    model: str
    jobs: int = JOBS
    _habits: _Habits = field(default=_Habits(), init=False)
    _answers: bool | None = field(default=None, init=False)

    @property
    def id(self) -> str:
        """Model, server and prompt version."""
        return f"{self.model}@{self.server.address.host}/{prompts.GENERIC_VERSION}"

    def extract(self, message: MessageContext) -> str:
        """The reply in omem's lines. Raises RefusedError if the server won't answer this message but does
        answer others, ModelError if it can't be had at all."""
        try:
            return self._read(message)
        except Rejected as error:
            if error.hopeless or not self._answers_others():
                raise ModelError(self.server.complaint(error)) from None
            raise RefusedError(self.server.complaint(error)) from None

    def _read(self, message: MessageContext) -> str:
        language, text = prompts.language(message.text), prompts.plain(message.text)
        said, structured = self._ask(lambda as_json: prompts.generic(language, as_json=as_json), text)
        lines = lines_of(said.text) if structured and said.whole else None
        if lines is not None:
            return lines
        if structured:  # the server takes a schema and doesn't keep to it
            said, _ = self._ask(lambda _: prompts.generic(language), text, structured=False)
        found = bare(said.text)
        return found + "\n" if said.whole else found

    def answer(self, prompt: str, max_tokens: int) -> str:
        """Free text for `ask --answer`."""
        try:
            said, _ = self._ask(lambda _: [], prompts.plain(prompt), structured=False, tokens=max_tokens)
        except Rejected as error:
            raise ModelError(self.server.complaint(error)) from None
        return bare(said.text)

    def check(self) -> str:
        """Asks for one reply, once; says how the server gives it. Raises ModelError if it doesn't."""
        started = time.perf_counter()
        try:
            said, structured = self._ask(
                lambda as_json: prompts.generic("en", as_json=as_json), HARMLESS, tries=1
            )
        except Rejected as error:
            raise ModelError(self.server.complaint(error)) from None
        form = "JSON by schema" if structured and lines_of(said.text) is not None else "plain lines"
        return f"{self.id} answers ({form}, {time.perf_counter() - started:.1f} s)"

    def _answers_others(self) -> bool:
        """Whether a harmless message gets a reply; asked once. Tells a message the server minds from a
        server that answers nobody."""
        if self._answers is None:
            try:
                self._ask(lambda _: prompts.generic("en"), HARMLESS, structured=False)
                self._answers = True
            except Rejected:
                self._answers = False
        return self._answers

    def _ask(
        self,
        turns: Callable[[bool], list[dict[str, str]]],
        text: str,
        *,
        structured: bool = True,
        tokens: int = REPLY_TOKENS,
        tries: int = TRIES,
    ) -> tuple[Said, bool]:
        """The reply, and whether it was asked for as JSON. A request that is refused is put more simply; what
        then works is remembered."""
        first: Rejected | None = None
        whole = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no JSON text
        waiting, tried = [self._habits], set[_Habits]()
        while waiting:
            habits = waiting.pop(0)
            form = _FORMS[habits.form] if structured else None
            body: dict[str, Any] = {
                "model": self.model,
                "messages": [*turns(form is not None), {"role": "user", "content": whole}],
                habits.limit: tokens,
                **({} if form is None else {"response_format": form}),
                **{k: v for k, v in (("temperature", 0), ("seed", SEED)) if k not in habits.left_out},
            }
            tried.add(habits)
            try:
                said = self.server.complete(body, tries)
            except Rejected as error:
                if error.hopeless:
                    raise
                first = first or error
                waiting = [h for h in habits.after(str(error), form is not None) if h not in tried] or waiting
                continue
            if first is None or first.status >= 400:
                self._habits = habits
            return said, form is not None
        assert first is not None
        raise first


def lines_of(text: str) -> str | None:
    """A JSON reply in omem's lines; None if it is not of the schema."""
    try:
        reply = json.loads(bare(text), strict=False)
        lines = [("topic", reply["topic"])]
        lines += [(a["aspect"], a["value"]) for a in reply["attributes"]]
        lines += [("event", e) for e in reply["events"]]
        lines.append(("clues", "; ".join(str(c).replace(";", ",") for c in reply["clues"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not all(isinstance(k, str) and isinstance(v, str) for k, v in lines):
        return None
    # A value is one line, whatever it holds: it can't write a line of its own.
    return "".join(f"{' '.join(k.split())}: {' '.join(v.split())}\n" for k, v in lines)


def load(name: str, *, timeout: float = 120.0) -> EndpointExtractor:
    """The extractor `ADDRESS#MODEL`; connects to nothing. Raises ModelError."""
    address, _, model = name.partition("#")
    if not model:
        raise ModelError(f"which model of {address}? Choose with: omem models use {address} --model NAME")
    try:
        return EndpointExtractor(Server(Address.of(address), timeout), model)
    except UsageError as error:
        raise ModelError(str(error)) from None
