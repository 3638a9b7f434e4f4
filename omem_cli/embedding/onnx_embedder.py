"""The exported model, run by onnxruntime: starts in a fraction of a second, without torch."""

import json
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omem_cli.errors import ModelError

_BATCH_TOKENS = 1024  # padded tokens run at once: more take longer each, for they leave the cache
_SHORT = 500  # characters of a text whose length in tokens is remembered
_THREADS = 4  # at most: more cost more to start than they save


class OnnxEmbedder:
    """Embedder over a folder that `export` made."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The graph was optimised when it was exported.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            meta = json.loads((folder / "meta.json").read_text("utf-8"))
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # tokenizers and onnxruntime raise bare exceptions
            raise ModelError(
                f"the prepared embedding model is damaged; delete {folder} and try again"
            ) from error
        self._short = lru_cache(maxsize=20_000)(self._tokens)
        self._fingerprint = fingerprint
        self._dimension = int(meta["dimension"])
        self._max_length = int(meta["max_length"])
        self._pad = int(meta["pad_id"])
        self._inputs: list[str] = list(meta["inputs"])
        self._query_prompt, self._document_prompt = str(meta["query_prompt"]), str(meta["document_prompt"])

    @property
    def fingerprint(self) -> str:
        """Names the weights."""
        return self._fingerprint

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension). Texts of like length run together: less padding."""
        return self._encode([self._document_prompt + text for text in texts])

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Unit vector, shape (dimension,)."""
        found: NDArray[np.float32] = self.encode_queries([text])[0]
        return found

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension)."""
        return self._encode([self._query_prompt + text for text in texts])

    def count_tokens(self, text: str) -> int:
        """Tokens without special tokens, however many."""
        # Lines of a profile are counted for question after question.
        return self._short(text) if len(text) <= _SHORT else self._tokens(text)

    def _tokens(self, text: str) -> int:
        self._tokenizer.no_truncation()
        # "Fast" leaves out where each token stands in the text.
        (found,) = self._tokenizer.encode_batch_fast([_encodable(text)], add_special_tokens=False)
        return len(found)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        result = np.empty((len(texts), self._dimension), np.float32)
        self._tokenizer.enable_truncation(self._max_length)
        # A token is seldom longer: what is cut here would be cut after tokenising anyway.
        limit = 100 * self._max_length
        encoded = self._tokenizer.encode_batch([_encodable(text[:limit]).strip() for text in texts])
        ids = [found.ids for found in encoded]
        order = sorted(range(len(ids)), key=lambda number: len(ids[number]))
        at = 0
        while at < len(order):
            end = at + 1
            while end < len(order) and (end + 1 - at) * len(ids[order[end]]) <= _BATCH_TOKENS:
                end += 1
            result[order[at:end]] = self._run([ids[number] for number in order[at:end]])
            at = end
        return result

    def _run(self, batch: list[list[int]]) -> NDArray[np.float32]:
        width = max(1, *(len(ids) for ids in batch))
        tokens = np.full((len(batch), width), self._pad, np.int64)
        mask = np.zeros((len(batch), width), np.int64)
        for row, ids in enumerate(batch):
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        found: NDArray[np.float32] = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        return found


def _encodable(text: str) -> str:
    """Lone surrogates, which no tokenizer takes, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
