"""What a message tells about its writer: write filter, extractor, grounding, dates. Heavy parts load late."""

from typing import TYPE_CHECKING, Any

from omem_cli.protocols import Extractor

if TYPE_CHECKING:
    from omem_cli.understanding.at_once import understood
    from omem_cli.understanding.understander import NO_EXTRACTOR, NO_MODEL, Understander

MOST_COPIES = 4
"""Copies of the bundled model at most: each takes some 150 MB."""

__all__ = ["NO_EXTRACTOR", "NO_MODEL", "Understander", "load_extractor", "understood"]


def __getattr__(name: str) -> Any:
    """Loads what reads messages when it is first named: some hundred patterns are compiled for it, and a
    question needs none of them, though it uses other modules of this package."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from omem_cli.understanding import at_once, understander

    return getattr(at_once if name == "understood" else understander, name)


def load_extractor(name: str | None = None, *, threads: int | None = None) -> Extractor | None:
    """The extractor `name`: `bundled` (also None, which gives None where it is not installed), `none`, the
    path of a GGUF file, or `ADDRESS#MODEL` of an OpenAI-compatible server (connects to nothing yet). Raises
    ModelError if it can't be had."""
    from omem_cli import settings
    from omem_cli.understanding import endpoint, llama
    from omem_cli.understanding.pool import PooledExtractor

    if name is not None and endpoint.is_address(name):
        return endpoint.load(name, timeout=float(settings.get("timeout") or 0))
    checked = settings.cache_dir() / "checked-models.json"
    found = llama.load(name, cache=checked, threads=threads)
    copies = min(llama.cores(), MOST_COPIES)
    if found is None or not found.tuned or threads is not None or copies == 1:
        return found
    ready = [found]

    def load() -> llama.LlamaExtractor:
        copy = ready.pop() if ready else llama.load(name, cache=checked)
        assert copy is not None  # the first one was there
        return copy

    return PooledExtractor(load, copies)
