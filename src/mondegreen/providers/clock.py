"""The clock of live streams, which tests replace by one of their own."""

from __future__ import annotations

import asyncio
import time
from typing import Final

__all__ = ["Clock"]

_COARSE: Final = 0.002  # seconds: how much too late a sleeping loop may wake up


class Clock:
    """Seconds that only go forward, and sleeping until one of them."""

    def now(self) -> float:
        """Return the time in seconds; its zero means nothing."""
        return time.perf_counter()

    async def sleep_until(self, when: float) -> None:
        """Return at a moment, to much less than a millisecond; at once if it is past.

        A loop sleeps in whole milliseconds, so the last two are waited for by looking at the clock, and
        what arrives meanwhile is still seen at once.
        """
        await asyncio.sleep(max(when - self.now() - _COARSE, 0.0))
        while self.now() < when:  # noqa: ASYNC110 - there is nothing to wait for but time
            await asyncio.sleep(0)
