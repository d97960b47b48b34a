"""``cer``: character error rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.metrics.edits import CHARACTER_UNITS, EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence


class CharacterErrorRate(EditMetric):
    """Character edits over the characters of the reference.

    Characters are Unicode code points, white space included, as jiwer has it; the units
    ``character-no-space``, ``grapheme`` (extended grapheme clusters, what a reader sees as one
    character) and ``grapheme-no-space`` are the other choices.

    >>> CharacterErrorRate().value((17, 1, 4, 0))
    0.22727272727272727
    """

    name = "cer"
    label = "character error rate"
    units = CHARACTER_UNITS

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return self.error_rate(totals)
