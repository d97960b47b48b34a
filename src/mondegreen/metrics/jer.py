"""``jer``: how little each speaker's time and that of the mapped one have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import counted
from mondegreen.metrics.session import SessionMetric, rate_of_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["JaccardErrorRate"]

_PARTS: Final = 10**12


class JaccardErrorRate(SessionMetric):
    """Jaccard error rate (DIHARD II): the mean over speakers of the time of one side alone.

    Of each reference speaker it is the time in which either the speaker or who is mapped to it
    speaks, and not both, over the time in which either does; 1 for a speaker that nobody is mapped to.
    There is no collar. Speakers are mapped by the time they have in common. The rates of speakers
    are kept as millionths of a millionth, so that they can be added.

    >>> JaccardErrorRate().value((1_500_000_000_000, 3))
    0.5
    """

    name = "jer"
    label = "Jaccard error rate"
    statistics: ClassVar[tuple[str, ...]] = ("summed_rates", "speakers")
    undefined = "nobody speaks in the reference"
    counts_errors = False
    uses_turns: ClassVar[bool] = True
    needs_speakers: ClassVar[bool] = False

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the rate of each speaker."""
        times, _, heard = meeting.diarised(
            collar=0, overlap=True, convention=meeting.conditions.der_convention
        )
        rows: list[Sequence[int]] = []
        for (_, _, _, either, both), other in zip(times, heard, strict=True):
            wrong = either if other is None else either - both
            rate = (2 * wrong * _PARTS + either) // (2 * either) if either else 0
            rows.append((rate, int(either > 0)))
        return [*rows, (0, 0)]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the mean over speakers."""
        return rate_of_time(totals[0], _PARTS * totals[1])

    def shown(self, errors: float) -> str:
        """Return the rate of a speaker in percent."""
        return f"{100 * errors / _PARTS:.2f} %"

    def describe(self, totals: Sequence[int]) -> str:
        """Return the number of speakers."""
        return f"the mean over {counted(totals[1], 'speaker')}"
