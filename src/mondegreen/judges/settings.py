"""How models are asked: one place, with the same meaning for every vendor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mondegreen.errors import UsageError

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """What is set in every request, and how hard is tried.

    Attributes:
        temperature: 0 to 2, or ``None`` to leave it to the vendor. Some models take none; `sent` of
            an answer says what was really sent.
        seed: for vendors that take one.
        timeout: seconds for one request.
        retries: how often a request is sent again after a rate limit, a failing server, a broken
            connection, a reply that cannot be read, or a timeout. The same for all vendors; the
            clients' own retries are off.
        longest_wait: seconds; a server that asks for a longer wait is given up.
        concurrency: how many requests may be under way.
        requests_per_minute: how many may be begun in a minute, evenly spread; ``None`` for any.
        batch: send all questions together through the vendor's batch interface, which is cheaper
            and may take a day. A run that ends before is taken up by the next one.
        poll: seconds between the first two looks at a batch; later ones are rarer, up to ten minutes.

    Raises:
        UsageError: a value is out of its range.
    """

    temperature: float | None = 0.0
    seed: int | None = None
    timeout: float = 60.0
    retries: int = 3
    longest_wait: float = 60.0
    concurrency: int = 8
    requests_per_minute: float | None = None
    batch: bool = False
    poll: float = 30.0

    def __post_init__(self) -> None:
        _within("temperature", self.temperature, 0, 2, optional=True)
        _within("timeout", self.timeout, 0.001, 86_400)
        _within("retries", self.retries, 0, 100)
        _within("longest_wait", self.longest_wait, 0, 86_400)
        _within("poll", self.poll, 0.01, 86_400)
        _within("concurrency", self.concurrency, 1, 10_000)
        _within("requests_per_minute", self.requests_per_minute, 0.001, 1e9, optional=True)

    def deciding(self) -> dict[str, Any]:
        """Return the settings that may decide an answer, and so belong to its key."""
        return {"temperature": self.temperature, "seed": self.seed}


def _within(
    name: str, value: float | None, low: float, high: float, *, optional: bool = False
) -> None:
    if value is None and optional:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise UsageError(f"{name}={value!r}: expected a number from {low:g} to {high:g}")
