"""What a message tells about its writer: write filter, extractor, grounding, dates. Heavy parts load late."""

from omem_cli.protocols import Extractor
from omem_cli.understanding.understander import Understander

__all__ = ["Understander", "load_extractor"]


def load_extractor(name_or_path: str | None = None, *, threads: int | None = None) -> Extractor | None:
    """The extractor `name_or_path`: `bundled` (also None, which gives None where it is not installed),
    `none`, or the path of a GGUF file. Raises ModelError if it can't be had."""
    from omem_cli import settings
    from omem_cli.understanding import llama

    return llama.load(name_or_path, cache=settings.cache_dir() / "checked-models.json", threads=threads)
