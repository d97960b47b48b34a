"""``tcpwer``: cpWER in which two words must be near in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.cpwer import CpWordErrorRate, rows_of_pairs
from mondegreen.metrics.forgiven_sessions import ForgivenErrorsOfSessions
from mondegreen.speakers.compared_words import of_speakers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.speakers.compared_words import ComparedWords
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ForgivenTcpWordErrorRate", "TcpWordErrorRate"]


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


class ForgivenTcpWordErrorRate(ForgivenErrorsOfSessions):
    """The same for what was not forgiven. Speakers are mapped by the strict errors."""

    name = "tcpwer"
    label = TcpWordErrorRate.label
    uses_collar: ClassVar[bool] = True

    def words_of(self, meeting: Meeting) -> Iterable[ComparedWords]:
        """Return the words of each speaker and of its stream."""
        return of_speakers(meeting, timed=True)
