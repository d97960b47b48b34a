"""One segment and its words, as people look at them; `Segments` has the columns that they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Segment", "Word", "are_odd", "is_odd"]

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Word:
    """One word, where a format says more of it than its letters.

    Attributes:
        text: the word as it is written, punctuation included.
        start: when it begins, in seconds; ``None`` if unknown.
        end: when it ends.
        confidence: what the system thinks of it, as it was written; mostly 0 to 1.
        speaker: who said it, where that is known for each word.
    """

    text: str
    start: Decimal | None = None
    end: Decimal | None = None
    confidence: Decimal | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """What was said between two times, by one speaker where that is known.

    Attributes:
        text: the words, as the format has them.
        id: the name of the segment.
        recording: the name of the recording that it was cut from.
        channel: of the recording.
        speaker: who said it.
        start: when it begins, in seconds; ``None`` if unknown.
        end: when it ends; see `is_odd`.
        words: the words one by one; empty if only the text is known.
        labels: those of stm, without the brackets.
        ignored: what was said here is not scored.
        extra: other columns.
        line: where it is in the file; not part of any comparison.
    """

    text: str
    id: str | None = None
    recording: str | None = None
    channel: str | None = None
    speaker: str | None = None
    start: Decimal | None = None
    end: Decimal | None = None
    words: tuple[Word, ...] = ()
    labels: str | None = None
    ignored: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = field(default=None, compare=False)

    @property
    def is_timed(self) -> bool:
        """Whether both times are known."""
        return self.start is not None and self.end is not None


def is_odd(part: Segment | Word) -> bool:
    """Whether a time is negative, or the end is before the start.

    >>> is_odd(Word("so", Decimal(2), Decimal(1))), is_odd(Word("so"))
    (True, False)
    """
    return are_odd(part.start, part.end)


def are_odd(start: Decimal | None, end: Decimal | None) -> bool:
    """Whether a time is negative, or the end is before the start.

    >>> are_odd(Decimal(-1), None), are_odd(Decimal(1), Decimal(1))
    (True, False)
    """
    if start is None:
        return end is not None and end < _ZERO
    return start < _ZERO or (end is not None and (end < _ZERO or end < start))
