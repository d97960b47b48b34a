"""Rates of what is left when the differences that do not matter are forgiven."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen._kernel import EMPTY
from mondegreen.errors import counted
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.severities import FULL, NONE, Severities, preset
from mondegreen.metrics.base import Metric, Rows, ratio
from mondegreen.metrics.edits import CHARACTER_UNITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch

__all__ = ["ForgivenCharacterErrorRate", "ForgivenRate", "ForgivenWordErrorRate", "thousandths"]


class ForgivenRate(Metric):
    """Remaining errors, and those that were forgiven by reason, in words and in letters.

    A row holds the errors and the letters of each reason, so that any list of severities can be
    applied to sums that are stored.

    Args:
        unit: as for any metric.
        reasons: the forgivers, in the order of attribution.
        severities: how much a forgiven error still counts; those of ``own_severities`` if none are given.

    Attributes:
        own_severities: the name of a list; empty where what is forgiven counts not at all.
    """

    forgives = True
    weighs = True
    takes_pieces = True
    counts_steps = True
    counted_in = "word"
    """What the errors are counted in."""
    own_severities: ClassVar[str] = ""
    statistics = ("remaining", "reference_words", "remaining_letters", "reference_letters")

    def __init__(
        self,
        unit: str | None = None,
        reasons: Sequence[str] = (),
        severities: Severities | None = None,
    ) -> None:
        super().__init__(unit)
        self.reasons = tuple(reasons)
        own = preset(self.own_severities) if self.own_severities else NONE
        self.severities = severities or own
        more = [f"{name}_{what}" for name in self.reasons for what in ("errors", "letters")]
        vars(self)["statistics"] = (*ForgivenRate.statistics, *more)

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs."""
        chosen = batch.forgiving or Forgiving.choose(self.reasons)
        found = batch.forgiven(chosen, self.unit or "word")
        columns: list[array[int]] = [
            found.remaining,
            found.words,
            found.remaining_letters,
            found.reference_letters,
        ]
        for name in self.reasons:
            place = chosen.rank(name)
            columns += [found.errors[place], found.letters[place]]
        status = batch.status()
        there = max(status, default=EMPTY) <= EMPTY
        absent = () if there else [row for row, state in enumerate(status) if state > EMPTY]
        sums = [sum(column) - sum(column[row] for row in absent) for column in columns]
        return Rows(tuple(columns), tuple(sums))

    def fold(self, rows: Rows, starts: Sequence[int], right: Sequence[int]) -> list[array[int]]:
        """Return the sums of the pieces; the words between them are words of the reference."""
        columns = super().fold(rows, starts, right)
        columns[1] = array("q", map(int.__add__, columns[1], right))
        return columns

    def by_reason(self, totals: Sequence[Any], *, letters: bool = False) -> dict[str, Any]:
        """Return the forgiven errors, or letters, of each reason."""
        return {name: totals[4 + 2 * at + letters] for at, name in enumerate(self.reasons)}

    def strict(self, totals: Sequence[Any]) -> Any:
        """Return the errors of the strict alignment: remaining and forgiven."""
        return totals[0] + sum(self.by_reason(totals).values())

    def weighed(self, totals: Sequence[Any], severities: Severities) -> Any:
        """Return the remaining and the forgiven errors, weighed, in thousandths of an error or a letter."""
        letters = severities.unit == "letters"
        weight = FULL * totals[2 if letters else 0]
        for name, count in self.by_reason(totals, letters=letters).items():
            weight = weight + severities.severity(name) * count
        return weight

    def rate(self, totals: Sequence[Any], severities: Severities) -> Any:
        """Return the rate under a list: over words, or over letters, of the reference."""
        length = totals[3 if severities.unit == "letters" else 1]
        return ratio(self.weighed(totals, severities), FULL * length)

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the rate under the list of this metric."""
        return self.rate(totals, self.severities)

    def describe(self, totals: Sequence[int]) -> str:
        """Return the remaining errors and what was forgiven, in words or in letters."""
        letters = self.severities.unit == "letters"
        unit = f"reference {'letter' if letters else self.counted_in}"
        remaining, length = totals[2 if letters else 0], totals[3 if letters else 1]
        forgiven = sum(self.by_reason(totals, letters=letters).values())
        return f"{remaining:,} remaining, {forgiven:,} forgiven; {counted(length, unit)}"

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the weighed errors, rounded up: who has a part of one is not without errors."""
        return -(-self.weighed(totals, self.severities) // FULL)

    def compared(self, totals: Sequence[Any]) -> Any:
        """Return the weighed errors in thousandths."""
        return self.weighed(totals, self.severities)

    def exact(self, totals: Sequence[int]) -> float:
        """Return the weighed errors, with three digits where they are no whole number."""
        return thousandths(self.weighed(totals, self.severities))


def thousandths(number: int) -> float:
    """Return so many thousandths as a number, a whole one as an integer.

    >>> thousandths(2000), thousandths(1333)
    (2, 1.333)
    """
    return number / FULL if number % FULL else number // FULL


class ForgivenWordErrorRate(ForgivenRate):
    """Remaining errors, after forgiving, over the words of the reference.

    >>> counts = 2, 10, 7, 40, 3, 5  # remaining, words, their letters; forgiven by spacing
    >>> ForgivenWordErrorRate("word", ["spacing"]).value(counts)
    0.2
    >>> half = Severities.of({"spacing": 500})
    >>> ForgivenWordErrorRate("word", ["spacing"], half).value(counts)
    0.35
    """

    name = "wer"
    label = "word error rate"
    units = ("word", "word-ascii-space", "mixed")


class ForgivenCharacterErrorRate(ForgivenRate):
    """Remaining errors, after forgiving, over the characters of the reference.

    >>> ForgivenCharacterErrorRate("character-no-space", ["variants"]).value((1, 10, 1, 10, 3, 3))
    0.1
    """

    name = "cer"
    label = "character error rate"
    units = CHARACTER_UNITS
    counted_in = "character"
