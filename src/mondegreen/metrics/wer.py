"""``wer``: word error rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence


class WordErrorRate(EditMetric):
    """Substitutions, deletions and insertions over the words of the reference.

    At least 0; above 1 where there are more errors than reference words. Errors against an empty
    reference make the rate infinite; they still count in the sum of a corpus. Nothing against
    nothing is 0.

    >>> WordErrorRate().value((4, 1, 1, 0))
    0.3333333333333333
    """

    name = "wer"
    label = "word error rate"

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return self.error_rate(totals)
