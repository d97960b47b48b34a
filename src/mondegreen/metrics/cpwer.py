"""``cpwer``: word error rate of what each speaker said, with the best map of speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.errors import counted
from mondegreen.metrics.forgiven import ForgivenWordErrorRate
from mondegreen.metrics.session import ErrorsOfSessions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.speakers.meetings import Meeting

__all__ = ["CpWordErrorRate", "ForgivenCpWordErrorRate", "rows_of_pairs"]


class CpWordErrorRate(ErrorsOfSessions):
    """Word errors of what each speaker says in all, against all of the stream that fits.

    That is the concatenated minimum-permutation word error rate (cpWER). The words of each reference
    speaker are joined in order of time, and so are those of each stream of the hypothesis. Of all one-to-one maps of speakers to streams the one with fewest errors
    counts. A speaker without a stream is all deletions, a stream without a speaker all insertions.

    >>> CpWordErrorRate().value((4, 1, 1, 0, 2, 0, 0))
    0.3333333333333333
    """

    name = "cpwer"
    label = "concatenated minimum-permutation word error rate"
    aligns_rows: ClassVar[bool] = True
    counts_steps: ClassVar[bool] = True
    statistics: ClassVar[tuple[str, ...]] = (
        *ErrorsOfSessions.statistics,
        *("speakers", "missed_speakers", "extra_streams"),
    )

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the counts of each pair, and the streams that no speaker has."""
        return rows_of_pairs(meeting, timed=False)

    def more(self, totals: Sequence[int]) -> str:
        """Return how many speakers have a stream."""
        speakers, missed, extra = totals[4:]
        more = f", {counted(extra, 'stream')} too many" if extra else ""
        return f"{speakers - missed:,} of {speakers:,} speakers matched{more}"


def rows_of_pairs(meeting: Meeting, *, timed: bool) -> list[Sequence[int]]:
    """Return the counts of each speaker with its stream, and the words of all other streams."""
    streams = meeting.stream_of(timed=timed)
    pairs = meeting.pairs(timed=timed)
    rows: list[Sequence[int]] = [
        (*counts, 1, int(stream is None), 0)
        for counts, stream in zip(pairs.counts, streams, strict=True)
    ]
    lengths = meeting.lengths
    extra = [at for at in range(len(lengths)) if at not in streams]
    rows.append((0, 0, 0, sum(lengths[at] for at in extra), 0, 0, len(extra)))
    return rows


class ForgivenCpWordErrorRate(ForgivenWordErrorRate):
    """The same for what was not forgiven. Speakers are mapped by the strict errors."""

    name = "cpwer"
    label = CpWordErrorRate.label
    units: ClassVar[Any] = ("word",)
    uses_sessions: ClassVar[bool] = True
    needs_speakers: ClassVar[bool] = True
    needs_streams: ClassVar[bool] = True
