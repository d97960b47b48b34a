"""How fast work goes, and how long it still takes."""

from __future__ import annotations

import time
from typing import Final

__all__ = ["Rate"]

_SOON: Final = 2.0  # seconds after which a rate says something


class Rate:
    """The rate of work on rows that begins at one of them, now.

    >>> Rate(0).so_far(2000, 10_000)
    '2,000 of about 10,000 utterances'
    """

    def __init__(self, first: int) -> None:
        self._first = first
        self.restart()

    def restart(self) -> None:
        """Begin now; what was done meanwhile were not rows of this run."""
        self._started = time.monotonic()

    def so_far(self, rows: int, about: int) -> str:
        """Return how many rows are done, of about so many; after some seconds how fast, and the time left."""
        said = f"{rows:,} of about {max(rows, about):,} utterances"
        seconds = time.monotonic() - self._started
        if seconds < _SOON or rows <= self._first:
            return said
        rate = (rows - self._first) / seconds
        return f"{said}, {rate:,.0f} per second, {duration(max(0, about - rows) / rate)} left"


def duration(seconds: float) -> str:
    """Return a time for people.

    >>> [*map(duration, [0.4, 59, 61, 7322])]
    ['1 s', '59 s', '1 min 1 s', '2 h 2 min']
    """
    whole = max(1, round(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
