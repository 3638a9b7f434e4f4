"""Sentence embeddings: a sentence-transformers model, run as ONNX wherever it can be."""

from omem_cli.embedding.load import load_embedder
from omem_cli.embedding.locate import DEFAULT_MODEL

__all__ = ["DEFAULT_MODEL", "load_embedder"]
