"""``orc-wer``: the words alone, whichever stream each segment is in."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.metrics.forgiven_sessions import ForgivenErrorsOfSessions
from mondegreen.metrics.session import ErrorsOfSessions
from mondegreen.speakers.compared_words import of_said_segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen._kernel.sessions import Assignment
    from mondegreen.metrics.batch import Batch
    from mondegreen.speakers.compared_words import ComparedWords
    from mondegreen.speakers.meetings import Meeting

__all__ = [
    "ExactOrcWordErrorRate",
    "ForgivenExactOrcWordErrorRate",
    "ForgivenGreedyOrcWordErrorRate",
    "ForgivenOrcWordErrorRate",
    "GreedyOrcWordErrorRate",
    "OrcWordErrorRate",
]


class OrcWordErrorRate(ErrorsOfSessions):
    """Word errors where each segment of the reference goes to the stream that fits, whoever speaks.

    That is the optimal reference combination word error rate (ORC-WER).
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
    needs_streams: ClassVar[bool] = False

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


class ForgivenOrcWordErrorRate(ForgivenErrorsOfSessions):
    """The same for what was not forgiven. Segments are assigned by the strict errors."""

    name = "orc-wer"
    label = OrcWordErrorRate.label
    search: ClassVar[str] = "fitting"
    timed: ClassVar[bool] = False
    swapped: ClassVar[bool] = False
    needs_speakers: ClassVar[bool] = False
    needs_streams: ClassVar[bool] = False

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        vars(self)["statistics"] = (*self.statistics, "sessions", "greedy_sessions")

    def found(self, meeting: Meeting) -> Assignment:
        """Return which segment goes where."""
        return meeting.assigned(self.search, timed=self.timed, swapped=self.swapped)

    def words_of(self, meeting: Meeting) -> Iterable[ComparedWords]:
        """Return the words of each stream, and of the segments that it is given."""
        return of_said_segments(meeting, self.found(meeting), timed=self.timed)

    def more_columns(self, batch: Batch) -> list[array[int]]:
        """Return how many sessions there are, and those of a greedy search, in the rows of nobody."""
        whole, greedy = array("q"), array("q")
        for meeting in batch.sessions or ():
            speakers = [0] * len(meeting.speakers)
            whole.extend([*speakers, 1])
            greedy.extend([*speakers, int(not self.found(meeting).exact)])
        return [whole, greedy]

    def describe(self, totals: Sequence[int]) -> str:
        """Return what is left and forgiven, and how the assignment was found."""
        return f"{super().describe(totals)}; {searched(*totals[-2:])}"


class ForgivenExactOrcWordErrorRate(ForgivenOrcWordErrorRate):
    """The same with the best assignment; refused where the search is too large."""

    name = "orc-wer[exact]"
    search = "exact"


class ForgivenGreedyOrcWordErrorRate(ForgivenOrcWordErrorRate):
    """The same with the greedy search, whatever the size."""

    name = "orc-wer[greedy]"
    search = "greedy"
