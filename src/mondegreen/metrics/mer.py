"""``mer``: match error rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.metrics.base import ratio
from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence


class MatchErrorRate(EditMetric):
    """The share of the steps of the alignment that are errors, 0 to 1.

    Morris, Maier and Green (2004). It depends on the tie rule: among alignments with equally few
    errors, one with more hits has more steps.

    >>> MatchErrorRate().value((3, 0, 1, 1))
    0.4
    """

    name = "mer"
    label = "match error rate"
    uses_ties = True

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D + I)."""
        return ratio(self.errors(totals), totals[0] + self.errors(totals))
