"""``first-wer``, ``mean-wer`` and ``oracle-wer``: the rates of lists of hypotheses (n-best)."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.forgive.severities import FULL
from mondegreen.metrics.base import Rows, ratio
from mondegreen.metrics.edits import EditMetric
from mondegreen.metrics.forgiven import ForgivenWordErrorRate
from mondegreen.metrics.wer import WordErrorRate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch

__all__ = [
    "FirstWordErrorRate",
    "ForgivenFirstWordErrorRate",
    "ForgivenMeanWordErrorRate",
    "ForgivenOracleWordErrorRate",
    "MeanWordErrorRate",
    "OracleWordErrorRate",
]

_PARTS: Final = 10**6


class FirstWordErrorRate(WordErrorRate):
    """The word error rate of the first hypothesis of each list."""

    name = "first-wer"
    label = "word error rate of the first hypothesis"
    uses_lists: ClassVar[str] = "first"
    takes_pieces = False


class OracleWordErrorRate(WordErrorRate):
    """The word error rate of the hypothesis of each list that has fewest errors; of equals the first."""

    name = "oracle-wer"
    label = "word error rate of the best hypothesis"
    uses_lists: ClassVar[str] = "oracle"
    takes_pieces = False


class MeanWordErrorRate(EditMetric):
    """The mean errors of the hypotheses of each list over the words of the reference.

    The mean of a list is kept in millionths of an error, rounded once.

    >>> MeanWordErrorRate().value((1_500_000, 3))
    0.5
    """

    name = "mean-wer"
    label = "word error rate in the mean over hypotheses"
    statistics: ClassVar[tuple[str, ...]] = ("error_millionths", "reference_words")
    uses_lists: ClassVar[str] = "mean"
    takes_pieces = False
    counts_steps = False

    def rows(self, batch: Batch) -> Rows:
        """Return the errors of all pairs in millionths, and the reference words."""
        hits, substitutions, deletions, insertions = map(
            list, batch.edit_counts(self.unit or "word")[:4]
        )
        errors = array(
            "q",
            (
                _PARTS * (s + d + i)
                for s, d, i in zip(substitutions, deletions, insertions, strict=True)
            ),
        )
        words = array("q", map(sum, zip(hits, substitutions, deletions, strict=True)))
        there = batch.has_hypothesis()
        sums = (sum(map(int.__mul__, column, there)) for column in (errors, words))
        return Rows((errors, words), tuple(sums))

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the mean errors over the words of the reference."""
        return ratio(totals[0], _PARTS * totals[1])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the mean errors as a whole number."""
        return (totals[0] + _PARTS // 2) // _PARTS

    def exact(self, totals: Sequence[int]) -> float:
        """Return the mean errors."""
        return round(totals[0] / _PARTS, 3)

    def compared(self, totals: Sequence[Any]) -> Any:
        """Return the mean errors in millionths."""
        return totals[0]

    def describe(self, totals: Sequence[int]) -> str:
        """Return the words of the reference."""
        return f"{totals[1]:,} reference words"


class ForgivenMeanWordErrorRate(MeanWordErrorRate):
    """The same for what was not forgiven: the mean of the remaining errors, weighed by severities.

    >>> ForgivenMeanWordErrorRate("word", ["case"]).value((500_000, 4, 250_000))
    0.125
    """

    name = "mean-wer"
    statistics: ClassVar[tuple[str, ...]] = (*MeanWordErrorRate.statistics, "forgiven_millionths")
    units: ClassVar[tuple[str, ...]] = ForgivenWordErrorRate.units
    weighs: ClassVar[bool] = True

    def __init__(self, unit: str | None = None, *forgiving: Any) -> None:
        super().__init__(unit)
        self._rate = ForgivenWordErrorRate(unit, *forgiving)

    def rows(self, batch: Batch) -> Rows:
        """Return the weighed errors of all pairs in millionths, and the words of the reference."""
        found = array("q"), array("q"), array("q")
        for row in zip(*self._rate.rows(batch).columns, strict=True):
            left = self._rate.compared(row) * (_PARTS // FULL)
            numbers = left, row[1], _PARTS * self._rate.strict(row) - left
            for column, number in zip(found, numbers, strict=True):
                column.append(number)
        there = batch.has_hypothesis()
        return Rows(found, tuple(sum(map(int.__mul__, column, there)) for column in found))

    def describe(self, totals: Sequence[int]) -> str:
        """Return what was forgiven in the mean, and the words of the reference."""
        return f"{round(totals[2] / _PARTS, 3):,g} forgiven; {totals[1]:,} reference words"


class ForgivenFirstWordErrorRate(ForgivenWordErrorRate):
    """The same for what was not forgiven."""

    name = "first-wer"
    label = FirstWordErrorRate.label
    uses_lists: ClassVar[str] = "first"


class ForgivenOracleWordErrorRate(ForgivenWordErrorRate):
    """The same for what was not forgiven: the best hypothesis is that with fewest remaining errors."""

    name = "oracle-wer"
    label = OracleWordErrorRate.label
    uses_lists: ClassVar[str] = "oracle"
