"""What a message tells about its writer: write filter, extractor, grounding, dates. Heavy parts load late."""

from omem_cli.protocols import Extractor
from omem_cli.understanding.at_once import understood
from omem_cli.understanding.understander import NO_EXTRACTOR, NO_MODEL, Understander

__all__ = ["NO_EXTRACTOR", "NO_MODEL", "Understander", "load_extractor", "understood"]


def load_extractor(name: str | None = None, *, threads: int | None = None) -> Extractor | None:
    """The extractor `name`: `bundled` (also None, which gives None where it is not installed), `none`, the
    path of a GGUF file, or `ADDRESS#MODEL` of an OpenAI-compatible server (connects to nothing yet). Raises
    ModelError if it can't be had."""
    from omem_cli import settings
    from omem_cli.understanding import endpoint, llama

    if name is not None and endpoint.is_address(name):
        return endpoint.load(name, timeout=float(settings.get("timeout") or 0))
    return llama.load(name, cache=settings.cache_dir() / "checked-models.json", threads=threads)
