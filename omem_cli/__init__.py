"""omem: a local, explainable memory of the people who chat (O-Mem, arXiv 2511.13593)."""

__version__ = "0.1.0"
