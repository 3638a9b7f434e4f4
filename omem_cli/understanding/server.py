"""The line to a server that speaks OpenAI's chat completions: its address, the key, tries and time-outs.

Only the address that the user named is ever contacted; redirects are not followed. The key comes from the
environment, is kept in memory only, and stands in no error.
"""

import json
import os
import random
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from omem_cli.errors import ModelError, UsageError

TRIES, TIMED_OUT_TRIES = 5, 2
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
MAX_BODY = 8 * 2**20
_FORM_OPTIONS = ("response_format", "json_schema")
KEYS = ("OMEM_API_KEY", "OPENAI_API_KEY")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, checked; `host` with its port."""

    url: str
    host: str
    secure: bool
    here: bool
    """On this machine: nothing leaves it."""

    @classmethod
    def of(cls, url: str) -> "Address":
        """Reads an address such as http://127.0.0.1:8080/v1. Raises UsageError, without a password in it."""
        try:
            parts = urlsplit(url.strip())
            host, port, password = parts.hostname or "", parts.port, parts.username or parts.password
        except ValueError:
            raise UsageError("the address is no URL such as http://127.0.0.1:8080/v1") from None
        if password is not None or parts.query:
            raise UsageError(
                "the address holds a key: put that into OMEM_API_KEY, and give the address alone"
            )
        scheme, plain = (
            parts.scheme.lower(),
            url.isascii() and url.strip().isprintable() and " " not in url.strip(),
        )
        if scheme not in ("http", "https") or not host or not plain:
            raise UsageError(f"{url} is no address such as http://127.0.0.1:8080/v1")
        shown = f"[{host}]" if ":" in host else host
        where = shown if port is None else f"{shown}:{port}"
        return cls(f"{scheme}://{where}{parts.path.rstrip('/')}", where, scheme == "https", _loopback(host))


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _key(address: Address) -> str | None:
    """The key of the environment. One that was meant for OpenAI goes nowhere unencrypted."""
    for name in KEYS:
        key = os.environ.get(name, "").strip()
        if key and (name == KEYS[0] or address.secure or address.here):
            if not key.isascii() or not key.isprintable() or " " in key:
                raise ModelError(f"{name} can't be a key: it has spaces or characters that no key has")
            return key
    return None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key is for the address it was given for."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _TransientError(Exception):
    """Worth another try; the text says why, `wait` how long the server wants to be left alone."""

    def __init__(self, why: str, wait: float = 0.0, *, slow: bool = False) -> None:
        super().__init__(why)
        self.wait, self.slow = wait, slow


class Rejected(Exception):
    """The server understood the request and won't have it."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status

    @property
    def hopeless(self) -> bool:
        """Whether no other request would fare better: the key, the address or the model is wrong."""
        return self.status in (401, 403, 404) or 300 <= self.status < 400


@dataclass(frozen=True, slots=True)
class Said:
    """A reply."""

    text: str
    whole: bool
    """False: cut off at the limit of tokens."""


@dataclass
class Server:
    """Chat completions of one server; may be asked from several threads. `timeout` is in seconds, for a whole
    request; `pause` waits (seconds) before another try."""

    address: Address
    timeout: float = 120.0
    pause: Callable[[float], None] = time.sleep
    _key: str | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Proxies of the environment are not for this machine: they would be told what stays on it.
        proxies = [urllib.request.ProxyHandler({})] if self.address.here else []
        self._opener = urllib.request.build_opener(_NoRedirect, *proxies)
        self._key = _key(self.address)

    @property
    def has_key(self) -> bool:
        """Whether the requests carry a key."""
        return self._key is not None

    def complete(self, body: dict[str, Any], tries: int) -> Said:
        """One request, again after what may pass: 429, 5xx, a lost connection, a reply that is none."""
        slow = 0
        for number in range(1, tries + 1):
            try:
                return self._request(body)
            except _TransientError as error:
                slow += error.slow
                if number == tries or slow == TIMED_OUT_TRIES:
                    again = "" if number == 1 else f", {number} times"
                    raise ModelError(f"the model's server at {self.address.url} {error}{again}") from None
                longest = min(FIRST_PAUSE * 2 ** (number - 1), LONGEST_PAUSE)
                # Chance keeps many from asking at once; it guards no secret.
                wait = longest * random.uniform(0.5, 1)  # nosec B311
                self.pause(max(min(error.wait, 2 * LONGEST_PAUSE), wait))
        raise AssertionError("a last try returns or raises")

    def _request(self, body: dict[str, Any]) -> Said:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "omem"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = json.dumps(body, ensure_ascii=True).encode("ascii")
        request = urllib.request.Request(f"{self.address.url}/chat/completions", data, headers)
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                content = self._whole(response)
        except urllib.error.HTTPError as error:
            with error:
                raise self._status(error) from None
        except urllib.error.URLError as error:
            raise _lost(error.reason) from None
        except (OSError, HTTPException) as error:
            raise _lost(error) from None
        return _completion(content)

    def _whole(self, response: Any) -> bytes:
        """The body, within the time and of a sensible size."""
        deadline, content = time.monotonic() + self.timeout, b""
        while piece := response.read1(65536):
            content += piece
            if time.monotonic() > deadline:
                raise TimeoutError
            if len(content) > MAX_BODY:
                raise _TransientError("sends more than a reply can be")
        return content

    def _status(self, error: urllib.error.HTTPError) -> _TransientError | Rejected:
        try:
            why = self._discreet(_reason(error.read(65536)))
        except (OSError, HTTPException):
            why = ""
        told = f"answers {error.code}" + (f" ({why})" if why else "")
        if any(option in why for option in _FORM_OPTIONS):
            return Rejected(error.code, told)  # llama-cpp-python's server says 500 to what it does not know
        if error.code in (408, 409, 425, 429) or error.code >= 500:
            try:
                wait = max(0.0, float(error.headers.get("Retry-After") or 0))
            except ValueError:  # a date
                wait = 0.0
            return _TransientError(told, wait)
        return Rejected(error.code, told)

    def _discreet(self, text: str) -> str:
        """A server's words, short and without the key."""
        if self._key is not None:
            text = text.replace(self._key, "…")
        text = " ".join(text.split())
        return text if len(text) <= 200 else text[:199] + "…"

    def complaint(self, error: Rejected) -> str:
        """What to tell the user when nothing but giving up is left."""
        where = f"the model's server at {self.address.url}"
        if error.status in (401, 403):
            if self._key is None:
                return f"{where} wants a key: put it into the environment variable OMEM_API_KEY"
            return f"{where} does not accept the key of the environment (OMEM_API_KEY, else OPENAI_API_KEY)"
        if error.status == 404:
            return (
                f"{where} {error}: is there such a model, and does the address end as it should (often /v1)?"
            )
        if 300 <= error.status < 400:
            return f"{where} only points elsewhere ({error.status}): name the right address"
        return f"{where} {error}"


def _lost(error: object) -> _TransientError:
    if isinstance(error, TimeoutError):
        return _TransientError("does not answer in time", slow=True)
    if isinstance(error, ConnectionRefusedError):
        return _TransientError("can't be reached (connection refused): is it running?")
    if isinstance(error, (ConnectionError, HTTPException)):
        return _TransientError("breaks the connection off")
    return _TransientError(f"can't be reached ({getattr(error, 'strerror', None) or error})")


def _reason(body: bytes) -> str:
    """What an error's body says, in whichever of the usual shapes."""
    text = body.decode("utf-8", "replace")
    try:
        found = json.loads(text)
    except ValueError:
        return "" if text.lstrip().startswith("<") else text
    for key in ("error", "message", "detail"):
        if isinstance(found, dict) and found.get(key):
            found = found[key]
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def _completion(content: bytes) -> Said:
    try:
        choice = json.loads(content.decode("utf-8", "replace"), strict=False)["choices"][0]
        text, end = choice["message"]["content"], choice.get("finish_reason")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise _TransientError("sends something that is no chat completion") from None
    if text is None:
        text = ""
    if not isinstance(text, str):
        raise _TransientError("sends something that is no chat completion")
    if end == "length" and not bare(text):
        raise Rejected(200, "uses up all its tokens before it replies (a model that reasons first?)")
    return Said(text, end != "length")


_THOUGHT = re.compile(r"\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"\s*```[a-z]*\n(.*?)\n?```\s*", re.DOTALL)


def bare(text: str) -> str:
    """A reply without what some models put around it."""
    text = _THOUGHT.sub("", text, count=1)
    fenced = _FENCE.fullmatch(text)
    return (fenced[1] if fenced else text).strip()
