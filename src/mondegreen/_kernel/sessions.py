"""Sessions with several speakers in the kernel; there is no other implementation.

Times are whole microseconds. The rules in plain Python are in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import _native
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "WORD_TIMES",
    "Assignment",
    "Pairs",
    "Session",
    "Side",
    "Turns",
    "diarise",
    "self_overlap",
]

WORD_TIMES: Final = (
    "character_based",
    "character_based_points",
    "equidistant_intervals",
    "equidistant_points",
    "full_segment",
)
"""How the words of a segment get times of their own, named as in MeetEval."""


class Side(NamedTuple):
    """The segments of one side of a session, in the order of the file.

    Attributes:
        streams: of each the speaker or the stream, as a number.
        times: the starts and the ends; ``None`` if they are not known.
        texts: the words.
    """

    streams: Sequence[int]
    times: tuple[Sequence[int], Sequence[int]] | None
    texts: Sequence[str]


class Turns(NamedTuple):
    """Who spoke when.

    Attributes:
        speakers: of each turn the speaker, from 0.
        starts: when it begins.
        ends: when it ends.
        known: how many speakers there are, those without a turn too.
    """

    speakers: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    known: int


class Pairs(NamedTuple):
    """The best one-to-one map of reference speakers to streams.

    Attributes:
        streams: of each speaker, in order of their first segments; ``None`` for nobody.
        counts: hits, substitutions, deletions and insertions of each speaker.
        errors: of each speaker with each stream, row by row.
    """

    streams: list[int | None]
    counts: list[tuple[int, int, int, int]]
    errors: list[int]


class Assignment(NamedTuple):
    """The segments of one side, each given to a stream of the other.

    Attributes:
        streams: of each segment, in the order of the file.
        counts: hits, substitutions and deletions of the words of each speaker of that side, in order of
            their first segments; the fourth is 0.
        by_stream: hits, substitutions, deletions and insertions of each stream of the other side, in
            order of their first segments, with the segments that it is given.
        exact: whether no other assignment has fewer errors.
    """

    streams: list[int]
    counts: list[tuple[int, int, int, int]]
    by_stream: list[tuple[int, int, int, int]]
    exact: bool

    @property
    def insertions(self) -> int:
        """The words of the streams that are against no word."""
        return sum(counts[3] for counts in self.by_stream)

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return sum(counts[1] + counts[2] for counts in self.counts) + self.insertions


class Session:
    """One session, with its words cut and its segments sorted.

    Equal starts keep the order of the file; without times all segments do. Speakers and streams are
    in the order of their first segments.

    >>> said = Side([0, 1, 0], None, ["so it", "on", "goes"])
    >>> session = Session(said, Side([7, 8], None, ["so it goes", "on"]))
    >>> session.speakers, session.streams, session.pairs().streams
    ([0, 1], [7, 8], [7, 8])
    """

    def __init__(
        self,
        reference: Side,
        hypothesis: Side,
        reference_times: str = WORD_TIMES[0],
        hypothesis_times: str = WORD_TIMES[1],
    ) -> None:
        times = [WORD_TIMES.index(name) for name in (reference_times, hypothesis_times)]
        self._native = _native.Session(tuple(reference), tuple(hypothesis), *times)
        order = self._native.order()
        self.speakers, self.reference_rows, self.streams, self.hypothesis_rows = order

    def pairs(self, collar: int | None = None) -> Pairs:
        """Return the map of fewest errors; with a collar, of words that are near in time.

        Of several such maps it is the one with most hits, then the smallest in order of first start.
        """
        return Pairs(*self._native.pairs(collar))

    def assigned(
        self, collar: int | None = None, search: str = "fitting", *, swapped: bool = False
    ) -> Assignment:
        """Return the segments of the reference, each given to a stream of the hypothesis.

        Args:
            collar: as in `pairs`.
            search: ``exact``, ``greedy``, or ``fitting``: exact where that is quick.
            swapped: give the segments of the hypothesis to the speakers of the reference.

        Raises:
            UsageError: an exact search that is too large.
        """
        return _fitting(
            lambda: self._native.assigned(collar, search, swapped),
            "score greedily (orc-wer[greedy]), or, where there are times, with a collar (tcorc-wer)",
        )

    def interleaved(self, search: str = "fitting") -> Assignment:
        """Return the segments of the reference, each given to a stream, in any order of speakers.

        The segments of each speaker keep their order.

        Args:
            search: as in `assigned`.

        Raises:
            UsageError: an exact search that is too large.
        """
        return _fitting(
            lambda: self._native.interleaved(search),
            "score greedily (mimo-wer[greedy]), or with orc-wer, which keeps the order of all segments",
        )

    def stretches(
        self, reference: Sequence[int], hypothesis: Sequence[int], collar: int
    ) -> list[tuple[int, int]]:
        """Return where the alignment of some segments is cut, so that all words of a part are near each other.

        Args:
            reference: segments by their places in ``reference_rows``; their words are joined.
            hypothesis: the same in ``hypothesis_rows``.
            collar: as in `pairs`.

        Returns:
            The ends of the parts in words of both sides; the last are those of all words.
        """
        return self._native.stretches(list(reference), list(hypothesis), collar)

    def word_diarisation(self) -> tuple[list[list[int]], tuple[int, int, int, int]]:
        """Return, of each speaker, wrong hits, wrong substitutions, hits and substitutions.

        And the hits, substitutions, deletions and insertions of the whole.
        """
        return self._native.word_diarisation()


def _fitting(found: Callable[[], tuple[Any, ...]], advice: str) -> Assignment:
    """Return an assignment; refuse one that is too large."""
    try:
        return Assignment(*found())
    except OverflowError as error:
        cells = int(str(error))
        raise UsageError(
            f"the best assignment would take {cells:,} cells, which is too many; {advice}"
        ) from None


def diarise(
    reference: Turns,
    hypothesis: Turns,
    *,
    region: Sequence[tuple[int, int]] | None,
    both: bool,
    collar: int,
    overlap: bool,
    map_scored: bool,
) -> tuple[list[list[int]], int, list[int | None]]:
    """Compare turns.

    Args:
        reference: who spoke when.
        hypothesis: who is said to have spoken when.
        region: what is scored; ``None`` for the extent of the turns.
        both: whether that extent is of both sides, and not of the reference alone.
        collar: what is not scored on either side of each border of a reference turn.
        overlap: whether times with several reference speakers are scored.
        map_scored: whether speakers are mapped by what is scored alone.

    Returns:
        For each reference speaker the time that is scored, missed, and given to another; the time
        of the speaker or who is mapped to it; and the time of both. Then the false alarms, and who
        each speaker is mapped to.
    """
    return _native.diarise(
        tuple(reference), tuple(hypothesis), region, both, collar, overlap, map_scored
    )


def self_overlap(turns: Turns) -> list[tuple[int, int]]:
    """Return, of each speaker, the time spoken twice at once, and all time."""
    return _native.self_overlap(tuple(turns))
