"""A word of a transcript, with what the provider says of it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Word"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a transcript.

    Attributes:
        text: as it is written, punctuation included.
        start: when it begins, in seconds from the start of the recording; ``None`` if not known.
        end: when it ends.
        confidence: as the vendor gives it; mostly 0 to 1.
        speaker: the vendor's name of the speaker.
        channel: of the recording, counted from 0.
    """

    text: str
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    speaker: str | None = None
    channel: int | None = None
