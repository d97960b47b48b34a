"""The door from ordinary code: it works in a script, and in a notebook where a loop is running."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

__all__ = ["run"]

T = TypeVar("T")
_LOOK: Final = 0.2
"""Seconds until Ctrl-C is looked for again, where the system does not end a wait for it."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do asynchronous work and return what it returns.

    The work gets a loop in a thread of its own: where a loop is running already, as in a notebook, it
    cannot run in that one; and Ctrl-C is raised where the work is waited for, never in the midst of a
    client's code. What was begun is then cancelled, and ends before this returns; a second Ctrl-C
    does not wait for that.

    >>> async def work():
    ...     return 1
    >>> run(work())
    1
    """
    around = _around.get()
    begun = _Begun(work)
    context = contextvars.copy_context()
    context.run(_around.set, begun)
    thread = threading.Thread(target=context.run, args=(begun.do,), daemon=True)
    try:
        if around is not None:
            around.begin_inside(begun)
        thread.start()
        begun.wait()
        thread.join()
    except BaseException:
        begun.stop()
        if thread.is_alive():
            begun.wait()
        raise
    finally:
        if around is not None:
            around.inside.discard(begun)
    if begun.failure is not None:
        raise begun.failure
    return begun.outcome[0]


class _Begun(Generic[T]):
    """Work in another thread, and what came of it."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self.work = work
        self.outcome: list[T] = []
        self.failure: BaseException | None = None
        self.inside: set[_Begun[Any]] = set()
        self._started: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []
        self._stopped, self._ended = threading.Event(), threading.Event()

    def do(self) -> None:
        """Do it, in the thread that is its own."""
        try:
            self.outcome.append(asyncio.run(self._main()))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            self.failure = error
            for _loop, task in self._started:
                if task.done() and not task.cancelled():
                    task.exception()  # asked for here, or asyncio says that nobody did
        finally:
            self._ended.set()

    async def _main(self) -> T:
        if (task := asyncio.current_task()) is not None:
            self._started.append((asyncio.get_running_loop(), task))
            if self._stopped.is_set():
                task.cancel()
        return await self.work

    def wait(self) -> None:
        """Wait for its end. A join would not do: one that Ctrl-C ends takes the thread for ended."""
        while not self._ended.wait(_LOOK):
            pass

    def begin_inside(self, begun: _Begun[Any]) -> None:
        """Note work that is begun inside of this: it must be stopped with it."""
        self.inside.add(begun)
        if self._stopped.is_set():
            begun.stop()

    def stop(self) -> None:
        """Cancel it, and first what it waits for."""
        self._stopped.set()
        for begun in tuple(self.inside):
            begun.stop()
        with suppress(RuntimeError):  # it has not quite begun, or has just come to its end
            for loop, task in self._started:
                loop.call_soon_threadsafe(task.cancel)


_around: contextvars.ContextVar[_Begun[Any] | None] = contextvars.ContextVar("around", default=None)
"""The work inside of which something is done."""
