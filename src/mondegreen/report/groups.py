"""The slices of a result, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.grid import grid
from mondegreen.report.numbers import short_rate

if TYPE_CHECKING:
    from mondegreen.scoring.groups import Groups


def render(groups: Groups) -> str:
    """Return one row a group: its key, utterances, errors of the first metric, and all rates."""
    names = list(next(iter(groups.values()), {}))
    header = [*groups.columns, "utterances", "errors", *names]
    rows = []
    for key, metrics in groups.items():
        cells = [str(part) for part in groups.key(key)]
        first = next(iter(metrics.values()))
        cells += [f"{first.utterances:,}", f"{first.errors:,}", *map(short_rate, metrics.values())]
        rows.append(cells)
    return grid(header, rows, left=len(groups.columns))
