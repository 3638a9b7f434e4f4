"""The memory file: one SQLite database. The only place that knows SQL."""

from omem_cli.store.store import Store, open_store

__all__ = ["Store", "open_store"]
