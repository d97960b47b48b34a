"""``wder``: aligned words that another speaker is said to have said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.metrics.session import SessionMetric, rate_of_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["WordDiarisationErrorRate"]


class WordDiarisationErrorRate(SessionMetric):
    """The share of aligned words that have another speaker, 0 to 1 (arXiv 1907.05337).

    All words of a session are aligned in order of the starts of their segments, fewest errors and
    then most hits. Speakers are mapped one to one so that most aligned words agree. The rate is the
    aligned words with another speaker over the aligned words; deletions and insertions are not in it.

    >>> WordDiarisationErrorRate().value((1, 1, 6, 2))
    0.25
    """

    name = "wder"
    label = "word diarisation error rate"
    statistics: ClassVar[tuple[str, ...]] = (
        *("wrong_hits", "wrong_substitutions", "hits", "substitutions"),
    )
    undefined = "no aligned words"

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the aligned words of each speaker."""
        return [*meeting.word_diarisation(), (0, 0, 0, 0)]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the aligned words of another speaker over all aligned words."""
        return rate_of_time(self.errors(totals), totals[2] + totals[3])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the aligned words of another speaker."""
        return totals[0] + totals[1]

    def describe(self, totals: Sequence[int]) -> str:
        """Return of how many aligned words the speaker is another one."""
        return (
            f"another speaker in {self.errors(totals):,} of {totals[2] + totals[3]:,} aligned words"
        )
