"""What Rev and Rev AI answer for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none
from mondegreen.corpus.times import parse_clock

if TYPE_CHECKING:
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["Rev"]

_SPOKEN: Final = "text"
_MARKS: Final = "punct"
_FAILED: Final = "failed"


class Rev(ReplyFormat):
    """``monologues``, each a segment of one speaker, of ``elements``.

    Elements of the type ``text`` are words, those of the type ``punct`` are what is between
    them. Others, as ``unknown``, are no words. The transcripts of Rev's people have clock times.
    """

    name = "rev"
    about = "replies of Rev AI, and transcripts of Rev"
    by_recognisers = False  # people write such transcripts too
    keys = (
        frozenset({"monologues", "elements", "value"}),
        frozenset({"failure", "failure_detail", "status"}),
    )
    holds = WORDS
    expected = 'a reply of Rev with "monologues"'
    example = '{"monologues": [{"speaker": 0, "elements": [{"type": "text", "value": "so", "ts": 0.1, "end_ts": 0.5, "confidence": 0.98}, {"type": "punct", "value": " "}, {"type": "text", "value": "it", "ts": 0.5, "end_ts": 0.7, "confidence": 0.99}, {"type": "punct", "value": "."}]}, {"speaker": 1, "elements": [{"type": "text", "value": "goes", "ts": 1.1, "end_ts": 1.5, "confidence": 0.9}]}]}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        status = root.maybe_text("status")
        if not root.has("monologues") and status is not None:
            reason = root.maybe_text("failure_detail") or root.maybe_text("failure")
            raise root.failure(status, reason or "no transcript")
        names = {
            each.label("id"): each.maybe_text("name")
            for each in root.items("speakers", optional=True)
        }
        for monologue in root.items("monologues"):
            speaker = monologue.label("speaker")
            _add_turn(segments, monologue, names.get(speaker) or speaker)


def _add_turn(segments: Segments, monologue: Node, speaker: str | None) -> None:
    written = []
    for element in monologue.items("elements"):
        kind, value = element.text("type"), element.text("value")
        if kind in {_SPOKEN, _MARKS}:
            written.append(value)
        if kind != _SPOKEN or not value.strip():
            continue
        start, end = both_or_none(*_times(element))
        segments.word(value.strip(), start, end, element.number("confidence"), speaker)
    text = " ".join("".join(written).split())
    if not segments.add_by_speaker(text):
        segments.add(text, speaker=speaker)


def _times(element: Node) -> tuple[Decimal | None, Decimal | None]:
    if not element.has("timestamp"):
        return element.maybe_time("ts"), element.maybe_time("end_ts")
    times = []
    for key in ("timestamp", "end_timestamp"):
        given = element.maybe_text(key)
        time = None if given is None else parse_clock(given)
        if given is not None and time is None:
            raise element.at(key).error(
                f"{given!r:.60} is not a time, expected hours:minutes:seconds,milliseconds"
            )
        times.append(time)
    return times[0], times[1]
