"""Reads chat transcripts: `read(path)` finds the sources behind a path, recognises each one's format and
yields its messages. A format is one module of `formats/` and one line of its `FORMATS`."""

from omem_cli.transcripts.base import Document, Format, Sample
from omem_cli.transcripts.formats import FORMATS
from omem_cli.transcripts.reader import SourceFile, read

__all__ = ["FORMATS", "Document", "Format", "Sample", "SourceFile", "read"]
