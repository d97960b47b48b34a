"""The hub through which all formats with times or speakers go: segments and their words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

__all__ = ["Segment", "Transcript", "Word", "is_odd", "without_odd_times"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word, where a format says more of it than its letters.

    Attributes:
        text: the word as it is written, punctuation included.
        start: when it begins, in seconds; ``None`` if nobody says.
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
        start: when it begins, in seconds; ``None`` if nobody says.
        end: when it ends; see `is_odd`.
        words: the words one by one; empty if nobody says more than the text.
        labels: those of stm, without the brackets.
        ignored: what was said here is not scored.
        extra: other columns.
        line: where it stands in the file; not part of any comparison.
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

    >>> from decimal import Decimal
    >>> is_odd(Word("so", Decimal(2), Decimal(1))), is_odd(Word("so"))
    (True, False)
    """
    start, end = part.start, part.end
    is_negative = any(time is not None and time < 0 for time in (start, end))
    return is_negative or (start is not None and end is not None and end < start)


def without_odd_times(segment: Segment) -> Segment:
    """Return a segment without times that cannot be, its own and those of its words.

    >>> from decimal import Decimal
    >>> without_odd_times(Segment("so", start=Decimal(2), end=Decimal(1))).is_timed
    False
    """
    changes: dict[str, Any] = {"start": None, "end": None} if is_odd(segment) else {}
    if any(map(is_odd, segment.words)):
        changes["words"] = tuple(
            replace(word, start=None, end=None) if is_odd(word) else word for word in segment.words
        )
    return replace(segment, **changes) if changes else segment


@dataclass(frozen=True)
class Transcript:
    """The segments of one file.

    Attributes:
        name: the file, as the user named it.
        format: the name of the format it was read as.
        segments: in the order of the file.
        header: lines that say something of the whole, such as the categories of stm.
        failed: recordings that the recogniser failed on, with the reasons.
    """

    name: str
    format: str
    segments: tuple[Segment, ...]
    header: tuple[str, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)

    def with_segments(self, segments: tuple[Segment, ...] | list[Segment]) -> Transcript:
        """Return the same with other segments."""
        return replace(self, segments=tuple(segments))
