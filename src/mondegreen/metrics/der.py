"""``der``: the time that is missed, false, or another speaker's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.metrics.session import SessionMetric, rate_of_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["DiarisationErrorRate"]


class DiarisationErrorRate(SessionMetric):
    """Diarisation error rate: missed speech, false alarms and confused speakers over all speech.

    Times are in microseconds. Turns of one speaker that overlap or touch count as one. Where fewer
    speakers are heard than speak, the first in order of start who are not heard as themselves are taken
    as confused, the others as missed; this decides about the rows of speakers, not about the sum.
    Only times count: a segment without words is speech. Undefined (null, NaN) where nobody speaks in the
    reference, whatever the hypothesis has.

    >>> DiarisationErrorRate().value((4_000_000, 500_000, 300_000, 200_000))
    0.25
    """

    name = "der"
    label = "diarisation error rate"
    statistics: ClassVar[tuple[str, ...]] = ("scored", "missed", "false_alarm", "confused")
    undefined = "no speech to score in the reference"
    counts_errors = False
    uses_turns: ClassVar[bool] = True
    leaves_out_times: ClassVar[bool] = True
    needs_speakers: ClassVar[bool] = False

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the times of each speaker, and the false alarms."""
        conditions = meeting.conditions
        times, false_alarm, _ = meeting.diarised(
            collar=conditions.der_collar,
            overlap=conditions.der_overlap,
            convention=conditions.der_convention,
        )
        rows: list[Sequence[int]] = [
            (scored, missed, 0, confused) for scored, missed, confused, _, _ in times
        ]
        return [*rows, (0, 0, false_alarm, 0)]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the wrong time over the time of all speakers."""
        return rate_of_time(self.errors(totals), totals[0])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the wrong time, in microseconds."""
        return totals[1] + totals[2] + totals[3]

    def shown(self, errors: float) -> str:
        """Return the wrong time in seconds."""
        return f"{errors / 1e6:,.2f} s"

    def describe(self, totals: Sequence[int]) -> str:
        """Return the times in seconds."""
        scored, missed, false_alarm, confused = (f"{each / 1e6:,.2f} s" for each in totals)
        return f"{missed} missed, {false_alarm} false alarm, {confused} confused; {scored} scored"
