"""The door from ordinary code: it works in a script, and in a notebook where a loop is running."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

__all__ = ["run"]

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do asynchronous work and return what it returns.

    The work gets a loop in a thread of its own: where a loop is running already, as in a notebook, it
    cannot run in that one; and Ctrl-C is raised where the work is waited for, never in the midst of a
    client's code. What was begun is then cancelled, and ends before this returns.

    >>> async def work():
    ...     return 1
    >>> run(work())
    1
    """
    outcome: list[T] = []
    failure: list[BaseException] = []
    started: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []
    stopped = threading.Event()

    async def main() -> T:
        if (task := asyncio.current_task()) is not None:
            started.append((asyncio.get_running_loop(), task))
            if stopped.is_set():
                task.cancel()
        return await work

    def begin() -> None:
        try:
            outcome.append(asyncio.run(main()))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failure.append(error)

    thread = threading.Thread(target=contextvars.copy_context().run, args=(begin,), daemon=True)
    try:
        thread.start()
        thread.join()
    except BaseException:
        stopped.set()
        with suppress(RuntimeError):  # it has not quite begun, or has just come to its end
            for loop, task in started:
                loop.call_soon_threadsafe(task.cancel)
            thread.join()
        raise
    if failure:
        raise failure[0]
    return outcome[0]
