"""One metric over some utterances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

__all__ = [
    "LEFT_OUT",
    "NOTHING_JUDGED",
    "NOTHING_SCORED",
    "NO_REFERENCE",
    "WITHOUT_ERRORS",
    "MetricResult",
]

NOTHING_SCORED = "nothing was scored"
NOTHING_JUDGED = "nothing could be judged; the coverage says why"
NO_REFERENCE = "errors against an empty reference"
LEFT_OUT = "left out: a text is empty"
WITHOUT_ERRORS = frozenset(["wil", "wip"])
"""Rates of information, which is no number of errors."""


@dataclass(frozen=True)
class MetricResult:
    """One metric over some utterances.

    Attributes:
        name: as on the command line.
        unit: what is counted, or ``""``.
        value: the rate as a fraction; ``inf`` for errors against no reference tokens at all, and
            ``nan`` where nothing was scored.
        counts: the sums of the statistics by name.
        errors: the errors among them.
        utterances: how many were scored.
        signature: the comparing part for this metric.
        uses_ties: whether it can change with the rule for ties.
        counts_errors: whether the rate is one of errors, and not of information or of hits.
        in_usual_unit: whether the unit is the metric's own: words for ``wer``.
        normalizer: the metric's own, if it has one, as ``space-norm@1``.
        undefined: why there is no rate where something was scored and there is none.
        judge: who judged and in which way, where somebody did.
        made_of: what the rate is made of, for people, where the counts do not say it.
    """

    name: str
    label: str
    unit: str
    value: float
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
    judge: str = ""

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
        if math.isnan(self.value):
            if self.utterances:
                return self.undefined or NOTHING_SCORED
            return NOTHING_JUDGED if self.counts.get("unjudged") else NOTHING_SCORED
        return NO_REFERENCE if math.isinf(self.value) else None

    def __float__(self) -> float:
        return self.value

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; a rate that is not a number is null, with a reason."""
        return {
            "name": self.name,
            "unit": self.unit or None,
            "value": None if self.reason else self.value,
            "reason": self.reason,
            "errors": self.errors,
            "counts": dict(self.counts),
            "utterances": self.utterances,
            "signature": self.signature,
        }
