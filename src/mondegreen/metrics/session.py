"""What metrics of sessions with several speakers have in common."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.errors import UsageError, counted
from mondegreen.metrics.base import Metric, Rows, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ErrorsOfSessions", "SessionMetric", "rate_of_time"]


class SessionMetric(Metric):
    """A metric of whole sessions: a row per reference speaker, and one for what is nobody's.

    It defines ``of_session``, which returns the rows of one session, that of nobody last.
    """

    uses_sessions: ClassVar[bool] = True
    aligns_rows: ClassVar[bool] = False
    needs_speakers: ClassVar[bool] = True
    """Whether it means nothing where the references do not say who speaks."""
    needs_streams: ClassVar[bool] = True
    """Whether it means little where the hypotheses do not."""

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the statistics of each reference speaker, and then of nobody."""
        raise NotImplementedError

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all sessions."""
        if batch.sessions is None:
            raise UsageError(
                f"{self.name} scores sessions with several speakers: give files with speakers, or "
                "mondegreen.sessions(reference, hypothesis)"
            )
        columns = tuple(array("q") for _ in self.statistics)
        sums = [0] * len(columns)
        found = batch.sessions.ask(self.of_session, batch.threads)
        for meeting, rows in zip(batch.sessions, found, strict=True):
            for row in rows:
                for at, number in enumerate(row):
                    columns[at].append(number)
                    sums[at] += 0 if meeting.is_missing else number
        return Rows(columns, tuple(sums))


class ErrorsOfSessions(SessionMetric):
    """A rate of wrong words."""

    statistics: ClassVar[tuple[str, ...]] = ("hits", "substitutions", "deletions", "insertions")
    units: ClassVar[tuple[str, ...]] = ("word",)

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return ratio(self.errors(totals), totals[0] + totals[1] + totals[2])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return substitutions + deletions + insertions."""
        return totals[1] + totals[2] + totals[3]

    def describe(self, totals: Sequence[int]) -> str:
        """Return the errors by their kind, and what else there is to say."""
        words = counted(sum(totals[:3]), "reference word")
        more = self.more(totals)
        return (
            f"{totals[1]:,} sub, {totals[2]:,} del, {totals[3]:,} ins; {words}"
            f"{'; ' if more else ''}{more}"
        )

    def more(self, totals: Sequence[int]) -> str:
        """Return what else there is to say of sums."""
        del totals
        return ""


def rate_of_time(wrong: Any, whole: Any) -> Any:
    """Divide; not a number where there is nothing to divide by."""
    if isinstance(whole, int):
        return wrong / whole if whole else math.nan
    import numpy as np  # only who brings arrays has it

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole == 0, np.nan, wrong / whole)
