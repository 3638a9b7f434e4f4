"""Several copies of a small model side by side, one thread each.

The operations of a model of 135 million parameters are too short to share among threads: on two cores, two
copies read more than twice as many messages a second as one copy with two threads, above all where something
else is running. The weights are mapped from the same file, so a copy costs its cache only.
"""

from collections.abc import Callable
from queue import LifoQueue

from omem_cli.protocols import TunedExtractor
from omem_cli.records import MessageContext


class PooledExtractor:
    """An extractor for `jobs` threads at once: copies of one that is for a single thread. Each gives the
    same reply to the same message."""

    def __init__(self, load: Callable[[], TunedExtractor], jobs: int) -> None:
        self._load, self._jobs = load, jobs
        self._first = load()
        self._free: LifoQueue[TunedExtractor | None] = LifoQueue()
        for copy in [None] * (jobs - 1) + [self._first]:  # a copy is made when it is first needed
            self._free.put(copy)

    @property
    def id(self) -> str:
        """The id of the model."""
        return self._first.id

    @property
    def tuned(self) -> bool:
        """Whether the model is."""
        return self._first.tuned

    @property
    def jobs(self) -> int:
        """Copies at most."""
        return self._jobs

    def extract(self, message: MessageContext) -> str:
        """The reply of a copy that is free; waits for one."""
        copy = self._free.get()
        try:
            copy = copy or self._load()
            return copy.extract(message)
        finally:
            self._free.put(copy)

    def answer(self, prompt: str, max_tokens: int) -> str:
        """Free text of the first copy."""
        return self._first.answer(prompt, max_tokens)
