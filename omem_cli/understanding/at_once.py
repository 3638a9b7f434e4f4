"""Several messages at the extractor at once; what comes out is in the order of what went in."""

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import chain
from queue import SimpleQueue
from typing import TypeVar

from omem_cli.records import MessageContext, Role, Understanding
from omem_cli.understanding.understander import Question, Replies, Understander

AHEAD = 8
"""Messages read ahead for each request: many are told apart by the write filter and cost no request."""

LEAVE_SECONDS = 4.0

Item = TypeVar("Item")


def understood(
    understander: Understander,
    messages: Iterable[tuple[Item, MessageContext, Role] | None],
    jobs: int | None = None,
) -> Iterator[tuple[Item, Understanding]]:
    """Each item with the understanding of its message, in order; at most `jobs` requests at once (default:
    what suits the extractor; one that is not for threads is asked one by one).

    Filter, grounding and the caller's own work stay in this thread. A failure is raised where its message
    would have come; what comes after it is dropped. A None among the messages says that no further one is
    there yet: what is under way is finished first.
    """
    count = 1 if understander.at_once == 1 else jobs or understander.at_once
    if count == 1:
        for entry in messages:
            if entry is not None:
                yield entry[0], understander.understand(*entry[1:])
        return
    workers = _Workers(understander, count)
    waiting: deque[tuple[Item, Question, Future[Replies]]] = deque()
    try:
        for entry in chain(messages, (None,)):
            if entry is not None:
                question = understander.ask(*entry[1:])
                waiting.append((entry[0], question, workers.submit(question)))
            while waiting and (entry is None or len(waiting) > AHEAD * count or waiting[0][2].done()):
                first, question, future = waiting.popleft()
                yield first, understander.conclude(question, future.result())
    finally:
        workers.leave()


class _Workers:
    """Threads that ask the extractor. Daemons, unlike those of an executor: Ctrl-C need not wait for a slow
    server."""

    def __init__(self, understander: Understander, count: int) -> None:
        self._understander = understander
        self._tasks: SimpleQueue[tuple[Question, Future[Replies]] | None] = SimpleQueue()
        self._left = threading.Event()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, question: Question) -> "Future[Replies]":
        future: Future[Replies] = Future()
        if question.parts:
            self._tasks.put((question, future))
        else:
            future.set_result(self._understander.replies(question))
        return future

    def leave(self) -> None:
        """No more is asked; what is under way is waited for a little: a local model must not be taken down
        while it runs, a slow server may be."""
        self._left.set()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(LEAVE_SECONDS / len(self._threads))

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None and not self._left.is_set():
            question, future = task
            try:
                future.set_result(self._understander.replies(question))
            except BaseException as error:
                future.set_exception(error)
