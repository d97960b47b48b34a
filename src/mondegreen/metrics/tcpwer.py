"""``tcpwer``: cpWER in which two words must be near in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.cpwer import CpWordErrorRate, rows_of_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["TcpWordErrorRate"]


class TcpWordErrorRate(CpWordErrorRate):
    """Time-constrained cpWER: words that are further apart than the collar are no pair.

    Words get times from their segment: those of the reference in proportion to their letters, those of
    the hypothesis the middle of that. A reference word and a hypothesis word may be against each other
    if the one begins before the other ends, with the collar on either side of the hypothesis word.
    """

    name = "tcpwer"
    label = "time-constrained minimum-permutation word error rate"
    aligns_rows: ClassVar[bool] = False
    uses_collar: ClassVar[bool] = True

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the counts of each pair, and the streams that no speaker has."""
        return rows_of_pairs(meeting, timed=True)
