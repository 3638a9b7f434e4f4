"""What omem needs of a model. Implementations live in `embedding/` and `understanding/`; tests pass fakes."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from omem_cli.records import MessageContext


class Embedder(Protocol):
    """Text -> unit vectors."""

    @property
    def fingerprint(self) -> str:
        """Names the weights; vectors of different fingerprints are never compared."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of stored texts, shape (len(texts), dimension)."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Unit vector of a question, shape (dimension,)."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of questions, shape (len(texts), dimension): faster than one by one."""

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` without special tokens."""


class Extractor(Protocol):
    """A language model that notes, in omem's line format, what a message tells about its writer."""

    @property
    def id(self) -> str:
        """Names model, adapter and prompt version."""

    def extract(self, message: MessageContext) -> str:
        """The model's raw reply: lines `topic: …`, `<aspect>: …`, `event: …`, `clues: a; b`."""

    def answer(self, prompt: str, max_tokens: int) -> str:
        """Free text for `ask --answer`."""


@runtime_checkable
class TunedExtractor(Extractor, Protocol):
    """An extractor tuned on omem's labelled messages, or not (`tuned` is False)."""

    @property
    def tuned(self) -> bool:
        """Whether it was trained on what the tagger was trained on: then the two read together."""


@runtime_checkable
class ParallelExtractor(Extractor, Protocol):
    """An extractor that may be asked from several threads at once."""

    @property
    def jobs(self) -> int:
        """How many messages at once, unless the user says otherwise."""
