"""``mimo-wer``: the words alone, whichever stream each segment is in, and in whatever order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen.metrics.orc_wer import OrcWordErrorRate

if TYPE_CHECKING:
    from mondegreen._kernel.sessions import Assignment
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ExactMimoWordErrorRate", "GreedyMimoWordErrorRate", "MimoWordErrorRate"]


class MimoWordErrorRate(OrcWordErrorRate):
    """Word errors where segments go to streams in any order that each speaker's segments keep.

    That is the multiple-input speaker, multiple-output channel word error rate (MIMO-WER).
    Each segment of the reference is given whole to a stream of the hypothesis so that there are
    fewest errors. The segments of one speaker keep their order; those of different speakers may be in
    any. The best assignment where its search is small; else that of `OrcWordErrorRate`, in
    which segments are moved one by one for as long as there are fewer errors. The row says which it was.

    >>> MimoWordErrorRate().value((4, 1, 1, 0, 1, 1))
    0.3333333333333333
    """

    name = "mimo-wer"
    label = "multiple-input multiple-output word error rate"
    needs_speakers: ClassVar[bool] = True

    def found(self, meeting: Meeting) -> Assignment:
        """Return which segment goes where."""
        return meeting.interleaved(self.search)


class ExactMimoWordErrorRate(MimoWordErrorRate):
    """The same with the best assignment; refused where the search is too large."""

    name = "mimo-wer[exact]"
    search = "exact"


class GreedyMimoWordErrorRate(MimoWordErrorRate):
    """The same with the greedy search, whatever the size."""

    name = "mimo-wer[greedy]"
    search = "greedy"
