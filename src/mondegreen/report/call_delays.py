"""Times of calls in words: the cell of a table, and what is below it; the same in report and leaderboard."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mondegreen.report.number_format import NONE

if TYPE_CHECKING:
    from mondegreen.bench.calls import Delay
    from mondegreen.stats.percentiles import Percentile

__all__ = ["delay_cell", "delay_notes", "seconds_cell"]


def delay_cell(delay: Delay | None) -> str:
    """Return median, P95 and P99 in seconds; what too few clips cannot show is n/a."""
    if delay is None or not delay.percentiles:
        return NONE
    return ", ".join(map(seconds_cell, delay.percentiles))


def seconds_cell(found: Percentile) -> str:
    """Return one time in seconds; ``lost`` is later than anybody waited."""
    if found.value is None:
        return "n/a"
    return f"{found.value:.2f}" if math.isfinite(found.value) else "lost"


def delay_notes(name: str, delay: Delay | None) -> list[str]:
    """Return why a time is not there and what makes it so, with ``{}`` in place of the system."""
    if delay is None:
        return []
    lines = []
    if delay.failed and delay.percentiles:
        failed = f"{delay.failed:,} of {delay.calls:,} calls failed, which is slower than any time"
        lines.append(f"{name} of {{}}: {failed}")
    why = [each.reason for each in delay.percentiles if each.value is None]
    return lines + [f"{name} of {{}}: {each}" for each in [*why, delay.reason] if each]
