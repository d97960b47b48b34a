"""A clock that stands still while anybody works, and then continues to the next moment that is awaited."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from mondegreen.providers.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

T = TypeVar("T")

IDLE = 25  # rounds of the loop after which nobody works


class VirtualClock(Clock):
    """Begins at some second; tests find out that its zero means nothing.

    ``settle`` are asked before it continues: each waits until what is on its way has arrived, and returns
    whether there was anything.
    """

    def __init__(self, begin: float = 1000.0) -> None:
        self.time = begin
        self.settle: list[Callable[[], Awaitable[bool]]] = []
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self.time

    async def sleep_until(self, when: float) -> None:
        await asyncio.sleep(0)
        if when > self.time:
            moment = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (when, next(self._order), moment))
            await moment

    async def go(self) -> None:
        while True:
            await self._idle()
            if not self._waiting:
                await asyncio.sleep(0.001)  # somebody waits for the system: a connection, a thread
                continue
            when, _, moment = heapq.heappop(self._waiting)
            if not moment.done():
                self.time = max(self.time, when)
                moment.set_result(None)

    async def _idle(self) -> None:
        busy = True
        while busy:
            for _ in range(IDLE):
                await asyncio.sleep(0)
            busy = False
            for each in self.settle:
                busy |= await each()


def run(clock: VirtualClock, work: Coroutine[object, object, T]) -> T:
    """Run what a clock is for."""

    async def both() -> T:
        going = asyncio.create_task(clock.go())
        try:
            return await asyncio.wait_for(work, 60)
        finally:
            going.cancel()
            with suppress(asyncio.CancelledError):
                await going

    return asyncio.run(both())
