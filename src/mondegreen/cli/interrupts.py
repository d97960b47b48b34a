"""Ctrl-C ends a command at any moment, also while Python imports a module."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["between_imports"]

_SOON: Final = 0.02
"""Seconds until an import is looked at again."""


@contextmanager
def between_imports() -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl-C, and while a module is imported when that is done.

    In the midst of an import Python may lose the exception (one raised in a callback of the import
    locks is printed and dropped, and the command continues) or make a RuntimeError of it (where a class
    is being made). A program that does not take Ctrl-C as Python does by default is left as it is.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    outermost = sys._getframe(2)  # whoever wrote `with`, past contextlib; imports may lie beyond
    waiting: list[threading.Timer] = []

    def interrupted(number: int, frame: FrameType | None) -> None:
        if not _importing(frame, outermost):
            raise KeyboardInterrupt
        waiting.append(threading.Timer(_SOON, _again, (number,)))
        waiting[-1].daemon = True
        waiting[-1].start()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for timer in waiting:
            timer.cancel()


def _importing(frame: FrameType | None, outermost: FrameType) -> bool:
    while frame is not None and frame is not outermost:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _again(number: int) -> None:
    """Give the main thread the signal again; where it waits for input, it wakes."""
    if sys.platform == "win32":
        _thread.interrupt_main(number)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)
