"""Which of the two ways to run a model is used."""

import os
import sys
from pathlib import Path

from omem_cli import settings
from omem_cli.embedding.locate import locate
from omem_cli.protocols import Embedder

_FORMAT = 2  # of the exported folder; a change makes a new export


def load_embedder(name_or_path: str | None = None) -> Embedder:
    """A sentence-transformers model by name or folder; None is the bundled all-MiniLM-L6-v2.

    Exports it to ONNX the first time (some seconds; said on stderr), into the virtual environment's cache
    where there is one that can be written, else into the user's, then runs that without torch. A model of
    another build than transformer, mean or CLS pooling, normalisation, and one that can't be cached, runs
    through sentence-transformers itself. Nothing is downloaded. Raises ModelError if the model isn't there
    or is damaged.
    """
    model = locate(name_or_path)
    shared = settings.shared_cache_dir()
    folders = [
        cache / "embedding" / f"{model.digest[:32]}-{_FORMAT}"
        for cache in (shared, settings.cache_dir())
        if cache is not None
    ]
    if not any((folder / name).exists() for folder in folders for name in ("meta.json", "no-onnx")):
        from omem_cli.embedding.export import export

        print(f"omem: preparing the embedding model {model.name} (once)", file=sys.stderr)
        for folder in folders:
            if _writable(folder):
                export(model, folder)
                break
    for folder in folders:
        if (folder / "meta.json").exists():
            from omem_cli.embedding.onnx_embedder import OnnxEmbedder

            return OnnxEmbedder(folder, model.fingerprint)
    from omem_cli.embedding.torch_embedder import TorchEmbedder

    return TorchEmbedder(model)


def _writable(folder: Path) -> bool:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder.parent, os.W_OK)
