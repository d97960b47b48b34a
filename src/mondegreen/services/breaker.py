"""A circuit breaker: after repeated failures nothing is sent for a while, or any more."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Breaker"]


@dataclass
class Breaker:
    """Counts failures in a row. Once open, one call in every ``pause`` may try again.

    Args:
        limit: failures in a row that open it.
        pause: seconds until the next try.
        clock: of the seconds; the default never runs backwards.

    >>> breaker = Breaker(2)
    >>> breaker.failed("no reply"); breaker.refusal()
    >>> breaker.failed("no reply"); breaker.refusal()
    'the last 2 calls failed (no reply)'
    """

    limit: int
    pause: float = 30.0
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)
    _row: int = 0
    _reason: str = ""
    _closed_until: float = 0.0
    _for_good: bool = False

    def refusal(self) -> str | None:
        """Return why nothing is sent now, or ``None``; whoever gets ``None`` must call."""
        if self._for_good:
            return f"an earlier call failed in a way that all would ({self._reason})"
        if self._row < self.limit:
            return None
        now = self.clock()
        if now < self._closed_until:
            return f"the last {self._row} calls failed ({self._reason})"
        self._closed_until = now + self.pause  # one tries, and the others wait for what it finds
        return None

    def succeeded(self) -> None:
        """Note a call that was answered."""
        self._row, self._for_good = 0, False

    def failed(self, reason: str, *, for_good: bool = False) -> None:
        """Note a call that failed.

        Args:
            reason: one line for the reader.
            for_good: every other call would fail in the same way.
        """
        self._row, self._reason = self._row + 1, reason
        self._for_good |= for_good
        self._closed_until = self.clock() + self.pause
