"""One metric over some utterances."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.coverage import judged_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.result import Result
    from mondegreen.scoring.sampled_rows import Shown
    from mondegreen.stats.interval import Interval

__all__ = [
    "LEFT_OUT",
    "NOTHING_SCORED",
    "NO_REFERENCE",
    "OF_NOBODY",
    "WITHOUT_ERRORS",
    "MetricResult",
    "finite_rate",
    "summary_of",
]

NOTHING_SCORED = "nothing was scored"
NO_REFERENCE = "errors against an empty reference"
LEFT_OUT = "skipped: a text is empty"
WITHOUT_ERRORS = frozenset(["wil", "wip"])
"""Rates of information, which is not a number of errors."""
OF_NOBODY = "what belongs to no speaker"


def finite_rate(kind: Metric, counts: Sequence[int]) -> float | None:
    """Return the rate of the counts of an utterance; ``None`` where it has none."""
    if kind.left_out_of(counts):
        return None
    value = kind.value(counts)
    return float(value) if math.isfinite(value) else None


@dataclass(frozen=True)
class MetricResult:
    """One metric over some utterances.

    Where a judge did not answer for all utterances that needed it, there is no ``value``: what was
    judged may be the easy part. The rate is then from ``value_low``, in which what was not judged
    has no errors, to ``value_high``, in which it has all that a judge could have left.

    Attributes:
        name: as on the command line.
        unit: what is counted, or ``""``.
        value: the rate as a fraction; ``inf`` for errors against no reference tokens at all,
            ``nan`` where nothing was scored, and ``None`` where not all was judged.
        counts: the sums of the statistics by name.
        errors: the errors among them.
        utterances: how many were scored.
        signature: the comparing part for this metric.
        uses_ties: whether it can change with the rule for ties.
        counts_errors: whether the rate is one of errors, and not of information or of hits.
        in_usual_unit: whether the unit is the metric's own: words for ``wer``.
        normalizer: the metric's own, if it has one, as ``space-norm@1``.
        undefined: why there is no rate where something was scored and there is none.
        exact: the errors where a part of one may count, as 1.333; 0 stands for ``errors``.
        judge: who judged and in which way, where somebody did.
        made_of: what the rate is made of, for people, where the counts do not say it.
        limits: the lowest and the highest rate where not all was judged; ``None`` each without one.
        unbounded: why they are ``None``.
        sample: the result and the positions of its utterances, all without positions;
            ``None`` where it is of parts of utterances.
        shown: how its interval is made where tables and JSON show one.
    """

    name: str
    label: str
    unit: str
    value: float | None
    counts: dict[str, int]
    errors: int
    utterances: int
    signature: str
    uses_ties: bool = False
    counts_errors: bool = True
    in_usual_unit: bool = True
    made_of: str = ""
    normalizer: str | None = None
    undefined: str = ""
    exact: float = 0
    judge: str = ""
    limits: tuple[float | None, float | None] = (None, None)
    unbounded: str = ""
    sample: tuple[Result, Sequence[int] | None] | None = field(
        default=None, repr=False, compare=False
    )
    shown: Shown | None = field(default=None, repr=False, compare=False)

    @property
    def title(self) -> str:
        """The name for tables: with the judge, or with the unit where the name promises another.

        So that nobody takes for a word error rate what was counted in characters.
        """
        if self.judge:
            return f"{self.name}[{self.judge}]"
        return self.name if self.in_usual_unit else f"{self.name}[{self.unit}]"

    @property
    def reason(self) -> str | None:
        """Why tables and JSON show null, or ``None`` where there is a rate."""
        if self.value is None:
            why = "" if None not in self.limits else f"; no bounds: {self.unbounded}"
            return f"{self.judged_share}{why}"
        if math.isnan(self.value):
            return self.undefined or NOTHING_SCORED if self.utterances else NOTHING_SCORED
        return NO_REFERENCE if math.isinf(self.value) else None

    @property
    def value_low(self) -> float | None:
        """The rate if what was not judged has no errors; ``None`` where there is none, or no bound."""
        return self.limits[0] if self.value is None else self._finite

    @property
    def value_high(self) -> float | None:
        """The rate if what was not judged is as bad as it can be; ``None`` as for ``value_low``."""
        return self.limits[1] if self.value is None else self._finite

    @property
    def _finite(self) -> float | None:
        return None if self.reason else self.value

    @property
    def needed(self) -> int:
        """How many utterances needed the judge; 0 for a metric without one."""
        return self.counts.get("needed", 0) if self.judge else 0

    @property
    def unjudged(self) -> int:
        """How many of these it did not judge."""
        return self.counts["unjudged"] if self.judge else 0

    @property
    def judged_fraction(self) -> float:
        """The share of the utterances that needed the judge and were judged, 0 to 1; 1 if none did."""
        return (self.needed - self.unjudged) / self.needed if self.needed else 1.0

    @property
    def judged_share(self) -> str:
        """Of how many utterances that needed the judge it judged how many; empty if all."""
        return judged_share(self.needed, self.unjudged) if self.unjudged else ""

    @property
    def capped(self) -> float | None:
        """The rate with no utterance above 1, of metrics that count ``capped_errors``; else ``None``."""
        errors, words = self.counts.get("capped_errors"), self.counts.get("reference_words")
        if errors is None or not words or self.unjudged:
            return None
        return min(1.0, errors / words)

    def ci(
        self,
        level: float = 0.95,
        *,
        method: str = "percentile",
        cluster: str | None = None,
        resamples: int = 1000,
        seed: int = 0,
    ) -> Interval:
        """Return a confidence interval of the rate, from the rows of its utterances.

        Args:
            level: the confidence, 0.95 for 95 %.
            method: ``percentile``, ``bca`` or ``analytic``; see docs/statistics.md.
            cluster: a column, as ``speaker`` or ``recording``, whose equal values are drawn
                together; without one each utterance is taken to be independent of the others.
            resamples: how often the utterances are drawn again.
            seed: of the random numbers; the same seed gives the same interval.

        Returns:
            An interval that unpacks into ``low, high``; both are ``None``, with a ``reason``,
            where there are fewer than two units, no rate, or no spread.

        Raises:
            UsageError: an argument that cannot be used, or no such column.
            MissingDependencyError: without the extra ``stats``.

        >>> from mondegreen import score
        >>> result = score(["a b c"] * 4, ["a b c", "a b", "a x y", "a b c d"])
        >>> low, high = result["wer"].ci()
        >>> low < result["wer"].value < high
        True
        """
        from mondegreen.scoring.sampled_rows import Shown  # imported only if needed

        return self._interval(Shown(level, method, cluster, resamples, seed))

    @cached_property
    def interval(self) -> Interval | None:
        """The interval that tables and JSON show; ``None`` where none was asked for."""
        return None if self.shown is None else self._interval(self.shown)

    def _interval(self, shown: Shown) -> Interval:
        from mondegreen.scoring.sampled_rows import Sample, no_interval  # as above

        if self.sample is None:
            return no_interval(shown)
        result, rows = self.sample
        return Sample(result, self.name, rows).interval(shown)

    @cached_property
    def measures(self) -> dict[str, Any]:
        """Numbers that no sums tell, as quantiles, by name.

        Empty where the metric has none, and for a run file of an earlier release.
        """
        if self.sample is None:
            return {}
        result, chosen = self.sample
        details = result.rows[self.name].details
        if not details:
            return {}
        rows = result.scored_rows() if chosen is None else chosen
        return result.metrics[self.name].measures(details[row] for row in rows if row in details)

    @property
    def said(self) -> str:
        """What `measures` are, in one line for people; empty without any."""
        if self.sample is None or not self.measures:
            return ""
        return self.sample[0].metrics[self.name].say(self.measures)

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; a rate that is not a number is null, with a reason."""
        interval = self.interval
        return {
            "name": self.name,
            "unit": self.unit or None,
            "value": None if self.reason else self.value,
            "reason": self.reason,
            "errors": self.exact or self.errors,
            "counts": dict(self.counts),
            "utterances": self.utterances,
            "signature": self.signature,
            **({"capped": self.capped} if "capped_errors" in self.counts else {}),
            **self._of_judges(),
            **({"measures": self.measures} if self.measures else {}),
            **({} if interval is None else {"interval": interval.to_dict()}),
        }

    def _of_judges(self) -> dict[str, Any]:
        """Return what is said of a judged metric alone."""
        if not self.judge:
            return {}
        unjudged = {"unjudged": self.unjudged} if self.unjudged else {}
        limits = {"value_low": self.value_low, "value_high": self.value_high}
        return {**limits, "needed": self.needed, **unjudged}


def summary_of(
    result: Result,
    metric: str,
    sums: Sequence[int],
    utterances: int,
    sample: tuple[Result, Sequence[int] | None] | None = None,
) -> MetricResult:
    """Return a metric of a result over some of its utterances, from their sums."""
    kind: Any = result.metrics[metric]
    utterances -= kind.left_out_of(sums)
    # What belongs to no speaker has errors and no utterances.
    value = float(kind.value(sums)) if utterances or kind.errors(sums) else math.nan
    limits = {}
    if kind.judged and kind.left_out_of(sums):
        limits = {"value": None, "limits": kind.limits(sums), "unbounded": kind.unbounded}
    return MetricResult(
        name=metric,
        label=kind.label or metric,
        unit=kind.unit or "",
        counts=dict(zip(kind.statistics, sums, strict=True)),
        errors=kind.errors(sums),
        utterances=utterances,
        signature=result.recipe.only(metric).signature(),
        uses_ties=kind.uses_ties,
        counts_errors=kind.counts_errors
        and not (kind.higher_is_better or metric in WITHOUT_ERRORS),
        made_of=kind.describe(sums),
        in_usual_unit=_family(kind.unit) == _family(next(iter(kind.units), "")),
        normalizer=kind.normalizer,
        undefined=kind.undefined,
        exact=kind.exact(sums),
        judge=kind.judge,
        sample=sample,
        shown=result.shown,
        **{"value": value, **limits},
    )


def _family(unit: str | None) -> str:
    return (unit or "").partition("-")[0]
