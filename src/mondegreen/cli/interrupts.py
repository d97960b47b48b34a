"""Ctrl-C and signals to end do so at any moment, also while Python imports a module."""

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

__all__ = ["between_imports", "ended_by"]

_ENDS: Final = ("SIGTERM", "SIGHUP")
"""Signals that end a command as Ctrl-C does; the system's other names are not there on Windows."""

_SOON: Final = 0.02
"""Seconds until an import is looked at again."""


@contextmanager
def between_imports() -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl-C, SIGTERM and SIGHUP; while a module is imported, when that is done.

    In the midst of an import Python may lose the exception (one raised in a callback of the import
    locks is printed and dropped, and the command continues) or make a RuntimeError of it (where a class
    is being made). A signal that a program takes in another way than Python does by default, or ignores, as under
    nohup, is left as it is.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    outermost = sys._getframe(2)  # whoever wrote `with`, past contextlib; imports may lie beyond
    waiting: list[threading.Timer] = []

    def interrupted(number: int, frame: FrameType | None) -> None:
        if not _importing(frame, outermost):
            _came.append(number)
            raise KeyboardInterrupt
        waiting.append(threading.Timer(_SOON, _again, (number,)))
        waiting[-1].daemon = True
        waiting[-1].start()

    usual = {signal.SIGINT: signal.default_int_handler} | dict.fromkeys(_ends(), signal.SIG_DFL)
    before = {
        number: handler for number, handler in usual.items() if signal.getsignal(number) is handler
    }
    _came.clear()
    for number in before:
        signal.signal(number, interrupted)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for timer in waiting:
            timer.cancel()


def ended_by() -> signal.Signals | None:
    """Return the signal to end that came last, if one did; Ctrl-C is none."""
    return signal.Signals(_came[-1]) if _came and _came[-1] != signal.SIGINT else None


_came: list[int] = []


def _ends() -> list[signal.Signals]:
    return [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]


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
