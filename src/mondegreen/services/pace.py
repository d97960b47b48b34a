"""How many requests are in flight at a time, and how many are started per minute."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Pace"]


class Pace:
    """Lets requests through one by one; all requests to one model share it.

    Args:
        concurrency: how many may be in flight.
        per_minute: how many may be begun in a minute; they are spread evenly. ``None`` for any.
    """

    def __init__(self, concurrency: int, per_minute: float | None = None) -> None:
        self._places = asyncio.Semaphore(concurrency)
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._queue = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a place and for the moment, and hold the place."""
        clock = asyncio.get_running_loop().time
        async with self._places:
            async with self._queue:
                begin = clock()
                while (begin := max(begin, self._next)) > clock():  # noqa: ASYNC110 - `hold` moves it
                    await asyncio.sleep(begin - clock())
                self._next = begin + self._gap
            yield

    def hold(self, seconds: float) -> None:
        """Begin nothing for so many seconds: a server that asked one to wait means all."""
        self._next = max(self._next, asyncio.get_running_loop().time() + seconds)
