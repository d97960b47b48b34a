"""``orc-wer``: the words alone, whichever stream each segment is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.session import ErrorsOfSessions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._kernel.sessions import Assignment
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ExactOrcWordErrorRate", "GreedyOrcWordErrorRate", "OrcWordErrorRate"]


class OrcWordErrorRate(ErrorsOfSessions):
    """Optimal reference combination word error rate (ORC-WER).

    Each segment of the reference is given whole to a stream of the hypothesis, in order of time, so
    that there are fewest errors. The best assignment where its search is small, else the one of
    MeetEval's greedy search, which is seldom worse; the row says which it was.
    Hits, substitutions and deletions are of the speaker of a reference word, insertions of nobody.

    >>> OrcWordErrorRate().value((4, 1, 1, 0, 1, 1))
    0.3333333333333333
    """

    name = "orc-wer"
    label = "optimal reference combination word error rate"
    statistics: ClassVar[tuple[str, ...]] = (
        *ErrorsOfSessions.statistics,
        *("sessions", "greedy_sessions"),
    )
    search: ClassVar[str] = "fitting"
    timed: ClassVar[bool] = False
    needs_speakers: ClassVar[bool] = False

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the counts of each speaker, and the insertions."""
        found = self.found(meeting)
        rows: list[Sequence[int]] = [(*counts[:3], 0, 0, 0) for counts in found.counts]
        return [*rows, (0, 0, 0, found.insertions, 1, int(not found.exact))]

    def found(self, meeting: Meeting) -> Assignment:
        """Return which segment goes where."""
        return meeting.assigned(self.search, timed=self.timed)

    def more(self, totals: Sequence[int]) -> str:
        """Return how the assignment was found."""
        return searched(*totals[4:])


def searched(sessions: int, greedy: int) -> str:
    """Return how assignments were found.

    >>> searched(3, 0), searched(3, 3), searched(3, 1)
    ('exact', 'greedy', '1 of 3 sessions greedy')
    """
    if not greedy:
        return "exact"
    return "greedy" if greedy == sessions else f"{greedy:,} of {sessions:,} sessions greedy"


class ExactOrcWordErrorRate(OrcWordErrorRate):
    """The same with the best assignment; refused where the search is too large."""

    name = "orc-wer[exact]"
    search = "exact"


class GreedyOrcWordErrorRate(OrcWordErrorRate):
    """The same with the greedy search, whatever the size."""

    name = "orc-wer[greedy]"
    search = "greedy"
