"""Work that is done by a copy of this process, while this one does something else."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["in_child_process"]

T = TypeVar("T")


@contextmanager
def in_child_process(work: Callable[[], T], *, fork: bool = True) -> Iterator[Callable[[], T]]:
    """Begin some work in a copy of this process; yield what waits for it and returns its result.

    Where no copy can be made (there are other threads, or another system), and where one ends
    without a result, whatever ended it, the work is done here when its result is asked for: so it
    returns and raises what it would without all this. The copy does not outlive the block.

    >>> with in_child_process(lambda: 6 * 7) as result:
    ...     result()
    42
    """
    if not fork or not hasattr(os, "fork") or threading.active_count() > 1:
        yield work
        return
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:  # no memory for a second one
        os.close(reading)
        os.close(writing)
        yield work
        return
    if not child:
        os.close(reading)
        _work(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:

        def result() -> T:
            try:
                found: T = pickle.loads(pipe.read())  # noqa: S301 - our own copy wrote it
            except (EOFError, pickle.UnpicklingError):
                return work()
            return found

        try:
            yield result
        finally:
            os.kill(child, signal.SIGKILL)  # not yet waited for, so the number is still its own
            os.waitpid(child, 0)


def _work(work: Callable[[], Any], writing: int) -> None:
    """Do the work, write its result, and end without anything that ends a program."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)  # whoever asked for it says that it was stopped
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(), pipe, protocol=pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)
