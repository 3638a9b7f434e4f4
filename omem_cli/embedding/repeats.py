"""Texts that are said again and again ("ok", "thank you", 好的) are embedded once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omem_cli.protocols import Embedder

_KEPT = 8192  # texts whose vectors are remembered: 13 MB at 384 dimensions
_SHORT = 200  # characters of a text that may well come again


class Repeats:
    """Makes the vectors of many texts, one batch after another: a text that is said twice in a batch, and a
    short one that was said not long before, has its vector already."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: dict[str, NDArray[np.float32]] = {}  # the one used longest ago first

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the embedder's `encode_documents`: unit vectors, shape (len(texts), dimension)."""
        if not texts:
            return self._embedder.encode_documents([])
        wanted = dict.fromkeys(texts)
        found = {text: self._kept.pop(text) for text in wanted if text in self._kept}
        new = [text for text in wanted if text not in found]
        if new:
            found.update(zip(new, self._embedder.encode_documents(new), strict=True))
        for text, vector in found.items():
            if len(text) <= _SHORT:
                # A copy: a row of a matrix would keep all of it.
                self._kept[text] = vector if vector.base is None else vector.copy()
        for text in list(self._kept)[: max(0, len(self._kept) - _KEPT)]:
            del self._kept[text]
        return np.stack([found[text] for text in texts])
