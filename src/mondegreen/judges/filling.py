"""What a judged metric knows of utterances that were not judged: that they needed the judge, and how bad they can be.

Each row says whether it needed the judge. A row that needed it and was not judged is *open*: its counts
are 0, and statistics of its own hold the best and the worst that a judge could have said. They are
integers that add up as all others do, so sums, slices and merged runs have bounds without the rows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.metrics.base import Metric

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BOUNDED", "NEEDED", "UNJUDGED", "Filling"]

NEEDED, BOUNDED, UNJUDGED = "needed", "bounded", "unjudged"


class Filling(Metric):
    """The part of a judged metric that fills in what was not judged.

    A metric with bounds names ``open_statistics``, which hold them, and defines `fill`. One without
    says in ``unbounded`` why it has none.

    Attributes:
        open_statistics: the names of what a row has in place of counts where it was not judged;
            empty for a metric without bounds.
        unbounded: why there are no bounds, as *how many facts they state is not known*.

    >>> class Share(Filling):
    ...     name, statistics = "share", ("wrong", "words", "unjudged")
    ...     open_statistics = ("open_words",)
    ...     def fill(self, counts, bound, *, worst):
    ...         counts[0], counts[1] = counts[0] + worst * bound[0], counts[1] + bound[0]
    >>> Share.statistics
    ('wrong', 'words', 'needed', 'open_words', 'bounded', 'unjudged')
    >>> Share().limits((1, 8, 2, 2, 1, 1))
    (0.1, 0.3)
    """

    open_statistics: ClassVar[tuple[str, ...]] = ()
    unbounded: ClassVar[str] = "nothing bounds what the judge would have said"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "statistics" in vars(cls):
            cls.statistics = cls.with_needed(cls.statistics, cls.open_statistics)

    @staticmethod
    def with_needed(statistics: Sequence[str], open_statistics: Sequence[str]) -> tuple[str, ...]:
        """Return statistics, of which the last is ``unjudged``, with those of open rows before it."""
        if NEEDED in statistics:
            return tuple(statistics)
        bounds = (*open_statistics, BOUNDED) if open_statistics else ()
        return (*statistics[:-1], NEEDED, *bounds, UNJUDGED)

    @property
    def later_statistics(self) -> tuple[str, ...]:
        """The statistics that run files of earlier releases do not have."""
        return self.statistics[self.statistics.index(NEEDED) : -1]

    def of(self, name: str, totals: Sequence[Any]) -> Any:
        """Return one of the summed statistics by its name."""
        return totals[self.statistics.index(name)]

    def is_bounded(self, totals: Sequence[Any]) -> bool:
        """Return whether there are bounds for all open rows of a sum."""
        if BOUNDED not in self.statistics:
            return not self.of(UNJUDGED, totals)
        return bool(self.of(BOUNDED, totals) == self.of(UNJUDGED, totals))

    def fill(self, counts: list[Any], bound: Sequence[Any], *, worst: bool) -> None:
        """Add to counts what the open rows have at best or at worst; ``bound`` is what they hold."""
        raise NotImplementedError

    def filled(self, totals: Sequence[Any], *, worst: bool) -> tuple[Any, ...]:
        """Return summed statistics as if a judge had ruled on all rows, at best or at worst.

        ``totals`` may hold arrays, as for `value`; what they sum must be bounded.
        """
        at = self.statistics.index(NEEDED)
        counts, needed, *bound = [*totals[:at]], totals[at], *totals[at + 1 : -1]
        self.fill(counts, [*bound[:-1], totals[-1]], worst=worst)
        nothing = 0 * totals[-1]
        return (*counts, needed, *(nothing for _ in bound), nothing)

    def limits(self, totals: Sequence[int]) -> tuple[float | None, float | None]:
        """Return the lowest and the highest value that a judge could have led to.

        ``None`` where there is no bound, or no value.
        """
        if not self.is_bounded(totals):
            return None, None
        ends = [float(self.value(self.filled(totals, worst=worst))) for worst in (False, True)]
        low, high = (end if math.isfinite(end) else None for end in ends)
        return low, high
