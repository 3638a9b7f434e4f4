"""Ctrl-C, so that it is never lost and never a traceback.

Python raises KeyboardInterrupt wherever it happens to be. Where that is a C extension being imported it
comes out as an ImportError, and a callback of the interpreter drops it altogether. So it is also remembered
here: what fails after it failed by it, and work in progress asks between its steps.
"""

import signal
import threading
from types import FrameType

_asked = threading.Event()


def end_at_once() -> None:
    """Until `listen`, Ctrl-C ends the process without a word: nothing is begun yet. Where it is ignored
    (`nohup`) or somebody else's handler is set, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def listen() -> None:
    """From here on Ctrl-C raises KeyboardInterrupt and is remembered; without `end_at_once` before, nothing
    changes."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, _remember)


def _remember(number: int, frame: FrameType | None) -> None:
    _asked.set()
    raise KeyboardInterrupt


def asked() -> bool:
    """Whether there was a Ctrl-C."""
    return _asked.is_set()


def check() -> None:
    """Raises KeyboardInterrupt if one was lost."""
    if _asked.is_set():
        raise KeyboardInterrupt
