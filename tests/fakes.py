"""Stand-ins for models, passed in where the real ones would be."""

import re
import zlib
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from omem_cli.records import MessageContext

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")


class ScriptedExtractor:
    """Answers each text with the reply written for it; notes what it was asked."""

    def __init__(
        self,
        replies: Mapping[str, str] | None = None,
        default: str = "topic: chat\nclues: ",
        id: str = "scripted-1",
    ) -> None:
        self.replies, self.default, self._id = dict(replies or {}), default, id
        self.asked: list[MessageContext] = []

    @property
    def id(self) -> str:
        return self._id

    def extract(self, message: MessageContext) -> str:
        self.asked.append(message)
        return self.replies.get(message.text, self.default)

    def answer(self, prompt: str, max_tokens: int) -> str:
        return " ".join(prompt.split()[:max_tokens])


class HashEmbedder:
    """Bags of hashed words (Chinese: characters) as unit vectors: texts that share words are near."""

    def __init__(self, dimension: int = 64, fingerprint: str = "hash-1") -> None:
        self._dimension, self._fingerprint = dimension, fingerprint

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def dimension(self) -> int:
        return self._dimension

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return (
            np.stack([self.encode_query(t) for t in texts])
            if texts
            else np.zeros((0, self._dimension), np.float32)
        )

    def encode_query(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(self._dimension, np.float32)
        for word in _WORD.findall(text.casefold()):
            vector[zlib.crc32(word.encode()) % self._dimension] += 1
        if not vector.any():
            vector[0] = 1
        return vector / np.linalg.norm(vector)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.encode_query(text) for text in texts])

    def count_tokens(self, text: str) -> int:
        return len(_WORD.findall(text))
