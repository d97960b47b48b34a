"""What a live stream is made of: events, each with the moment at which it arrived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mondegreen.providers.word import Word

__all__ = ["KINDS_OF_EVENTS", "Event", "joined", "policy_of", "said_finally"]

KINDS_OF_EVENTS: Final = (
    *("connect", "first-audio", "finalize", "audio-end", "close"),
    *("partial", "final", "start-of-turn", "eager-end-of-turn", "turn-resumed", "end-of-turn"),
    *("done", "timeout", "error"),
)
"""What we do (the first five), what a recogniser says, and how it ends (the last three)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream.

    A transcript is a row of segments. An event with text has the whole text of one segment up to now;
    a later event of the same segment takes its place. So nothing is counted twice where a vendor sends
    a final text again, and segments whose texts come out of order are put in order.

    Attributes:
        seconds: when it arrived, in seconds since the first audio was sent; ``connect`` is before that.
        audio_seconds: how much of the recording, and of the silence after it, had been sent.
        kind: one of `KINDS_OF_EVENTS`.
        text: of the segment; empty if there is none.
        segment: the place of the segment; lower ones come first.
        words: of the segment, with their times in the recording.
    """

    seconds: float
    audio_seconds: float
    kind: str
    text: str = ""
    segment: int | None = None
    words: tuple[Word, ...] = ()

    @property
    def final(self) -> bool:
        """Whether the text will not change."""
        return self.kind == "final"


def joined(segments: Mapping[int, str]) -> str:
    """Return the text of segments, in their order.

    >>> joined({1: "goes", 0: "so it", 2: ""})
    'so it goes'
    """
    return " ".join(segments[each] for each in sorted(segments) if segments[each])


def said_finally(events: Iterable[Event]) -> tuple[str, tuple[Word, ...]]:
    """Return the final text and its words; what was never final is no part of them.

    >>> said_finally([Event(0.4, 0.5, "partial", "so", 0), Event(0.9, 1.0, "final", "sew", 0)])
    ('sew', ())
    """
    last: dict[int, Event] = {each.segment or 0: each for each in events if each.final}
    text = joined({segment: each.text for segment, each in last.items()})
    return text, tuple(word for segment in sorted(last) for word in last[segment].words)


def policy_of(finalize_after: Any) -> str:
    """Return the name of a policy: when a system is asked to make its text final.

    Args:
        finalize_after: milliseconds after the end of speech; ``None`` for never, so that the system ends
            the turn by itself.

    >>> policy_of(None), policy_of(0), policy_of(200.5)
    ('endpointed', 'forced@0ms', 'forced@200.5ms')
    """
    return "endpointed" if finalize_after is None else f"forced@{finalize_after:g}ms"
