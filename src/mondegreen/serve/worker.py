"""A process that scores the texts of the local page, so that no text keeps the page from answering."""

from __future__ import annotations

import signal
import threading
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MondegreenError, UsageError, counted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from mondegreen.serve.pair import Pair, Shown

__all__ = ["MOST_SECONDS", "Worker"]

MOST_SECONDS: Final = 20.0
"""That one pair of texts may take."""

_START_SECONDS: Final = 60.0
"""That a process may take to start, on a machine that is busy."""

_NO_MEMORY: Final = (
    "there is not enough memory for these texts; give shorter ones, or use mondegreen align"
)


class Worker:
    """Scores one pair after the other in a process, which is ended if a pair takes too long.

    The process starts with the first pair, and again after one that took too long. It is called from
    threads; those that come while it is busy wait.

    Args:
        seconds: that a pair may take.
    """

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def shown(self, pair: Pair) -> Shown:
        """Return what the page shows of a pair.

        Raises:
            UsageError: it takes too long, the process ended, or the pair is refused.
        """
        with self._lock:
            try:
                pipe = self._ready()
                pipe.send(pair)
                there = pipe.poll(self._seconds)
                found, refused = pipe.recv() if there else (None, "")
            except (OSError, EOFError):
                self._end()
                raise UsageError("scoring ended without a result; try again") from None
            if not there:
                self._end()
                limit = counted(round(self._seconds), "second")
                raise UsageError(
                    f"these texts take longer than {limit}; give shorter ones, or use mondegreen align"
                )
        if found is None:
            raise UsageError(refused)
        shown: Shown = found
        return shown

    def close(self) -> None:
        """End the process, also while somebody waits for it, and start no other."""
        self._closed = True
        process = self._process
        if process is not None and process.pid is not None:
            process.kill()
        with self._lock:
            self._end()

    def _ready(self) -> Connection:
        if self._pipe is None:
            context: Any = get_context(
                "spawn"
            )  # a copy of a process with threads may wait for ever
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            self._process = process
            process.start()
            theirs.close()
            if self._closed or not self._pipe.poll(_START_SECONDS):
                raise EOFError
            self._pipe.recv()
        return self._pipe

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None


def _work(pipe: Connection) -> None:
    """Answer pairs until the pipe is closed."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # who was started by a terminal ends with the command
    from mondegreen.serve.pair import Pair  # noqa: F401 - what a pair needs is loaded before the first

    pipe.send(None)
    while True:
        try:
            pair = pipe.recv()
        except EOFError:
            return
        try:
            answer = pair.shown(), ""
        except MondegreenError as error:
            answer = None, str(error)
        except MemoryError:
            answer = None, _NO_MEMORY
        pipe.send(answer)
