"""``html``: the page of a report, with the tests of the comparison at the front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.document import render_report
from mondegreen.report.pages import UNKNOWN

if TYPE_CHECKING:
    from mondegreen.report.pages import Origin
    from mondegreen.scoring.comparing.comparison import Comparison

__all__ = ["render"]


def render(found: Comparison, origin: Origin = UNKNOWN) -> str:
    """Return the page, which loads nothing.

    Args:
        found: the comparison.
        origin: the data set and the files that the head of the page names.
    """
    how = found.choices.shown
    results = {
        name: result.with_intervals(
            how.level, cluster=how.cluster, resamples=how.resamples, seed=how.seed
        )
        for name, result in found.systems.results.items()
    }
    return render_report(
        results,
        metric=found.systems.metric,
        by=list(dict.fromkeys(each.column for each in found.slices)) or None,
        title=f"{found.metric} of {len(found.scores)} systems",
        comparison=found,
        origin=origin,
    )
