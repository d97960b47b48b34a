"""Whether the channels of two files go together by their names, as their words say."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Final

from mondegreen.errors import PairingError

if TYPE_CHECKING:
    from mondegreen.corpus.segments import Segments, Transcript

__all__ = ["refuse_crossed_channels"]

_MOST: Final = 0.5
_MORE: Final = 2
_Words = dict[str, dict[str, Counter[str]]]


def refuse_crossed_channels(reference: Transcript, hypothesis: Transcript) -> None:
    """Refuse two channels of a recording whose words are those of each other.

    That is so where most of the words match crosswise, and more than twice as many as straight.

    Raises:
        PairingError: there are two such channels.
    """
    said, wrote = _words(reference.segments), _words(hypothesis.segments)
    for recording, channels in said.items():
        others = wrote.get(recording, {})
        for one, two in combinations([name for name in channels if name in others], 2):
            straight = _shared(channels[one], others[one]) + _shared(channels[two], others[two])
            crossed = _shared(channels[one], others[two]) + _shared(channels[two], others[one])
            sides = (channels[one] + channels[two]).total(), (others[one] + others[two]).total()
            if crossed > _MORE * straight and crossed >= _MOST * min(sides):
                raise PairingError(
                    f"{hypothesis.name}: the channels {one!r:.60} and {two!r:.60} seem to be those of "
                    f"{reference.name} the other way round: {crossed:,} of {min(sides):,} words match "
                    f"so, and {straight:,} by the names of the channels. Exchange their names in one file"
                )


def _words(segments: Segments) -> _Words:
    """Return the words of each recording and channel, with how often each is there."""
    found: _Words = defaultdict(lambda: defaultdict(Counter))
    rows = zip(segments.recording, segments.channel, segments.text, strict=True)
    for recording, channel, text in rows:
        if channel is not None:
            place = found[(recording or "").casefold()][channel.casefold()]
            place.update(text.casefold().split())
    return found


def _shared(first: Counter[str], second: Counter[str]) -> int:
    return (first & second).total()
