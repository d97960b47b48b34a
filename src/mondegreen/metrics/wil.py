"""``wil``: word information lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence


class WordInformationLost(EditMetric):
    """One minus the word information preserved, 0 to 1.

    Morris, Maier and Green (2004). It depends on the tie rule, as hits do.

    >>> WordInformationLost().value((3, 0, 1, 1))
    0.4375
    """

    name = "wil"
    label = "word information lost"
    uses_ties = True

    def value(self, totals: Sequence[Any]) -> Any:
        """Return 1 - wip."""
        return 1 - self.information_preserved(totals)
