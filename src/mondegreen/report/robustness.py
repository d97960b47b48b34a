"""Differences on degraded recordings, as a table or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.errors import UsageError, visible
from mondegreen.report.grid import grid
from mondegreen.report.number_format import percent
from mondegreen.report.tsv import write
from mondegreen.scoring.json_text import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.robustness import Difference

__all__ = ["FORMATS", "render"]

FORMATS: Final = ("table", "tsv", "json")


def render(found: Sequence[Difference], to: str = "table") -> str:
    """Return differences as one of `FORMATS`; they are in percentage points.

    Raises:
        UsageError: no such format.
    """
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}")
    if to == "json":
        plain = [each.to_json() for each in found]
        return json_text(plain, indent=2)
    level = f"{100 * found[0].interval.level:g} % interval"
    header = ["degradation", "system", "samples", "before", "after", "difference", level]
    rows = [
        [
            *(each.degradation, each.system, f"{each.samples:,}"),
            *(percent(each.before), percent(each.after), f"{100 * each.value:+.2f}"),
            _interval(each),
        ]
        for each in found
    ]
    if to == "tsv":
        return write([[*map(visible, row)] for row in (header, *rows)])
    notes = [
        f"{each.system}, {each.degradation}: {reason}: {len(names):,}"
        for each in found
        for reason, names in each.left_out.items()
    ]
    units = sorted({each.interval.unit for each in found})
    notes.append(f"difference in percentage points, within samples; drawn by {', '.join(units)}")
    notes += sorted({f"signature: {each.signature}" for each in found})
    return "\n".join([grid(header, rows), "", *map(visible, notes)])


def _interval(each: Difference) -> str:
    low, high = each.interval
    if low is None or high is None:
        return f"n/a: {each.interval.reason}"
    return f"{100 * low:+.2f} to {100 * high:+.2f}"
