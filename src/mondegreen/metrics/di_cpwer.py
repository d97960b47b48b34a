"""``di-cpwer``: cpWER in which each segment of the hypothesis may go to any speaker."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.orc_wer import ForgivenOrcWordErrorRate, OrcWordErrorRate
from mondegreen.speakers.compared_words import of_heard_segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.speakers.compared_words import ComparedWords
    from mondegreen.speakers.meetings import Meeting

__all__ = ["DiCpWordErrorRate", "ForgivenDiCpWordErrorRate"]


class DiCpWordErrorRate(OrcWordErrorRate):
    """Diarisation-invariant cpWER: what cpWER would be if no segment had a wrong speaker.

    Each segment of the hypothesis is given whole to a reference speaker so that there are fewest
    errors; see `OrcWordErrorRate` for the search.
    """

    name = "di-cpwer"
    label = "diarisation-invariant word error rate"
    needs_speakers: ClassVar[bool] = True

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the counts of each speaker with the segments it was given."""
        found = meeting.assigned(self.search, timed=self.timed, swapped=True)
        rows: list[Sequence[int]] = [
            (hits, substitutions, insertions, deletions, 0, 0)
            for hits, substitutions, deletions, insertions in found.by_stream
        ]
        given = sum(row[0] + row[1] + row[3] for row in rows)
        return [*rows, (0, 0, 0, sum(meeting.lengths) - given, 1, int(not found.exact))]


class ForgivenDiCpWordErrorRate(ForgivenOrcWordErrorRate):
    """The same for what was not forgiven. Segments are assigned by the strict errors."""

    name = "di-cpwer"
    label = DiCpWordErrorRate.label
    swapped = True
    needs_speakers: ClassVar[bool] = True

    def words_of(self, meeting: Meeting) -> Iterable[ComparedWords]:
        """Return the words of each speaker, and of the segments that it is given."""
        return of_heard_segments(meeting, self.found(meeting), timed=self.timed)
