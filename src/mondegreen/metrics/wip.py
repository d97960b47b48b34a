"""``wip``: word information preserved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence


class WordInformationPreserved(EditMetric):
    """Hits over reference words times hits over hypothesis words, 0 to 1; higher is better.

    Morris, Maier and Green (2004). It depends on the tie rule, as hits do. Against an empty text
    it is 0, unless both are empty: 1.

    >>> WordInformationPreserved().value((3, 0, 1, 1))
    0.5625
    """

    name = "wip"
    label = "word information preserved"
    uses_ties = True
    higher_is_better = True

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (H / (H + S + D)) * (H / (H + S + I))."""
        return self.information_preserved(totals)
