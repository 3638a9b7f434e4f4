"""Any sentence-transformers model, run by sentence-transformers itself."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omem_cli.embedding.locate import LocatedModel
from omem_cli.errors import ModelError


def load_sentence_transformer(model: LocatedModel, **model_options: Any) -> Any:
    """The model on the CPU, from its folder alone, without progress bars. Raises ModelError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        chatter: Any = logging
        chatter.disable_progress_bar()
        chatter.set_verbosity_error()
        try:
            return SentenceTransformer(
                str(model.folder), device="cpu", local_files_only=True, model_kwargs=model_options
            )
        except Exception as error:  # a damaged folder fails in as many ways as it has files
            raise ModelError(f"cannot load the embedding model in {model.folder}: {error}") from error


class TorchEmbedder:
    """Embedder over `SentenceTransformer`."""

    def __init__(self, model: LocatedModel) -> None:
        self._model = load_sentence_transformer(model)
        self._fingerprint = model.fingerprint

    @property
    def fingerprint(self) -> str:
        """Names the weights."""
        return self._fingerprint

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._model.get_embedding_dimension())

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension)."""
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        found = self._model.encode_document(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(found, np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Unit vector, shape (dimension,)."""
        found: NDArray[np.float32] = self.encode_queries([text])[0]
        return found

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension)."""
        found = self._model.encode_query(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(found, np.float32)

    def count_tokens(self, text: str) -> int:
        """Tokens without special tokens; a model without a tokenizer counts words."""
        tokenizer = getattr(self._model, "tokenizer", None)
        if tokenizer is None or not hasattr(tokenizer, "encode"):
            return len(text.split())
        found = tokenizer.encode(text, add_special_tokens=False)
        return len(getattr(found, "ids", found))
