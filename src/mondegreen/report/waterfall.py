"""The way down from strict errors to the remaining errors, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.grid import grid
from mondegreen.report.number_format import NONE, percent

if TYPE_CHECKING:
    from mondegreen.scoring.waterfall import Waterfall


def render(waterfall: Waterfall) -> str:
    """Return one row per step: errors, their share of the strict ones, and the rate."""
    rows = []
    for step in waterfall:
        change = step.name not in {"raw", "strict", "remaining", "weighed"}
        share = NONE if step.share is None else percent(step.share, 1)
        sign = "" if not change else "-"
        rate = NONE if step.rate is None else f"{sign}{percent(abs(step.rate))}"
        errors = f"{sign}{abs(step.errors):,}"
        name = "raw (before the normalizer)" if step.name == "raw" else step.name
        rows.append((f"  {name}" if change else name, errors, share, rate))
    table = grid(("step", "errors", "of strict", waterfall.metric), rows)
    return f"{table}\n{waterfall.note}" if waterfall.note else table
