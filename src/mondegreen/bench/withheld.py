"""A standing without its rates: of a system that drafted the references, or of clips that stand for no whole."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.result import MetricResult

__all__ = ["without_rates"]


def without_rates(each: Standing) -> Standing:
    """Return the standing with nothing of which a rate could be made; the reason is in its metrics.

    What does not depend on the references stays: coverage, calls, speed, cost and delays. Where the
    system drafted references, what it wrote on silent clips and its loops go too.

    Args:
        each: one whose ``withheld`` says why.
    """
    between = each.between_repeats and replace(each.between_repeats, rate=None, judge=None)
    live = each.live and replace(each.live, points=())
    drafted = bool(each.withheld_draft)
    return replace(
        each,
        metric=_without(each.metric, each.withheld),
        others=tuple(_without(other, each.withheld) for other in each.others),
        perfect=None,
        perfect_share=None,
        mean=None,
        answered_only=None,
        no_normalizer=None,
        before=None,
        spread=None,
        between_repeats=between,
        semantic=None,
        entities=None,
        live=live,
        silence=None if drafted else each.silence,
        loops=None if drafted else each.loops,
    )


def _without(metric: MetricResult, why: str) -> MetricResult:
    return replace(
        metric,
        value=math.nan,
        counts={},
        errors=0,
        exact=0,
        judge="",
        limits=(None, None),
        undefined=why.removeprefix("n/a: "),
        sample=None,
        shown=None,
    )
