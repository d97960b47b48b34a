"""Rates of sessions of which forgivers take errors off."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.forgive.languages import Spoken
from mondegreen.metrics.base import Rows
from mondegreen.metrics.forgiven import ForgivenWordErrorRate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen._kernel.forgiven import Columns
    from mondegreen.metrics.batch import Batch
    from mondegreen.speakers.compared_words import ComparedWords
    from mondegreen.speakers.meetings import Meeting

__all__ = ["ForgivenErrorsOfSessions"]

_COUNTED = 4
"""The statistics of `ForgivenRate` before those of the reasons."""


class ForgivenErrorsOfSessions(ForgivenWordErrorRate):
    """The remaining errors of a metric of sessions; speakers and segments go where the strict one has them.

    It defines ``words_of``. With a collar only words that may be aligned with each other are looked at
    together, so nothing is forgiven that is far apart in time.
    """

    units: ClassVar[Any] = ("word",)
    uses_sessions: ClassVar[bool] = True
    aligns_rows: ClassVar[bool] = False
    counts_steps: ClassVar[bool] = False
    needs_speakers: ClassVar[bool] = True
    needs_streams: ClassVar[bool] = True

    def words_of(self, meeting: Meeting) -> Iterable[ComparedWords]:
        """Return the words of a session as they are compared."""
        raise NotImplementedError

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all sessions."""
        chosen, sessions = batch.forgiving, batch.sessions
        if chosen is None or sessions is None:
            raise TypeError(f"{self.name} with forgivers needs these, and sessions")
        compared: list[ComparedWords] = []
        starts: list[int] = []
        size = 0
        for meeting in sessions:
            found = list(self.words_of(meeting))
            compared += found
            starts += [size] * len(found)
            size += len(meeting.speakers) + 1
        if isinstance(chosen, Spoken):
            rows = [start + each.rest for start, each in zip(starts, compared, strict=True)]
            chosen = chosen.of_rows(rows)
        forgiven = chosen.run(
            [each.reference for each in compared],
            [each.hypothesis for each in compared],
            unit="word",
            ties=batch.ties,
            threads=batch.threads,
            detail=True,
        )
        ranks = {chosen.rank(name): at for at, name in enumerate(self.reasons)}
        columns = [array("q", bytes(8 * size)) for _ in range(_COUNTED + 2 * len(ranks))]
        for at, (start, each) in enumerate(zip(starts, compared, strict=True)):
            _count(columns, (start, each), (forgiven, at), ranks)
        columns += self.more_columns(batch)
        missing = _missing_rows(sessions)
        sums = (sum(column) - sum(column[row] for row in missing) for column in columns)
        return Rows(tuple(columns), tuple(sums))

    def more_columns(self, batch: Batch) -> list[array[int]]:
        """Return columns of statistics that follow those of the reasons."""
        del batch
        return []


def _missing_rows(sessions: Iterable[Meeting]) -> list[int]:
    rows: list[int] = []
    start = 0
    for meeting in sessions:
        end = start + len(meeting.speakers) + 1
        rows += range(start, end) if meeting.is_missing else ()
        start = end
    return rows


def _count(
    columns: Sequence[array[int]],
    place: tuple[int, ComparedWords],
    found: tuple[Columns, int],
    ranks: dict[int, int],
) -> None:
    """Add what became of some words to the rows.

    A remaining error is of the speaker of its reference word, or of who has insertions. What is
    forgiven is of the speaker of its first reference word.
    """
    (start, words), (forgiven, at) = place, found
    remaining, said, remaining_letters, letters, *reasons = columns
    for owner, word in zip(words.owners, words.reference, strict=True):
        said[start + owner] += 1
        letters[start + owner] += len(word)
    pieces = forgiven.pieces
    if pieces is None:
        raise TypeError("forgivers ran without detail")
    for piece in range(pieces.starts[at], pieces.starts[at + 1]):
        own = words.owners[pieces.reference_starts[piece] : pieces.reference_ends[piece]]
        first = start + (own[0] if own else words.rest)
        rank, errors = pieces.ranks[piece], pieces.errors[piece]
        if rank >= 0:
            reasons[2 * ranks[rank]][first] += errors
            reasons[2 * ranks[rank] + 1][first] += pieces.letters[piece]
            continue
        for owner in chain(own, [words.rest] * (errors - len(own))):
            remaining[start + owner] += 1
        remaining_letters[first] += pieces.letters[piece]
