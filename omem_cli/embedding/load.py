"""Which of the two ways to run a model is used."""

import sys
from pathlib import Path

from omem_cli import settings
from omem_cli.embedding.locate import locate
from omem_cli.protocols import Embedder

_FORMAT = 1  # of the exported folder; a change makes a new export


def load_embedder(name_or_path: str | None = None) -> Embedder:
    """A sentence-transformers model by name or folder; None is the bundled all-MiniLM-L6-v2.

    Exports it to ONNX in omem's cache folder the first time (some seconds; said on stderr), then runs that
    without torch. A model of another build than transformer, mean or CLS pooling, normalisation, and one
    that can't be cached, runs through sentence-transformers itself. Nothing is downloaded. Raises ModelError
    if the model isn't there or is damaged.
    """
    model = locate(name_or_path)
    folder = settings.cache_dir() / "embedding" / f"{model.digest[:32]}-{_FORMAT}"
    if not (folder / "meta.json").exists() and not (folder / "no-onnx").exists():
        from omem_cli.embedding.export import export

        print(f"omem: preparing the embedding model {model.name} (once)", file=sys.stderr)
        export(model, folder)
    if (folder / "meta.json").exists():
        from omem_cli.embedding.onnx_embedder import OnnxEmbedder

        return OnnxEmbedder(Path(folder), model.fingerprint)
    from omem_cli.embedding.torch_embedder import TorchEmbedder

    return TorchEmbedder(model)
