"""What Amazon Transcribe Call Analytics answers for a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none
from mondegreen.corpus.times import exact

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["AwsCallAnalytics"]

_SCALE: Final = -3
_DONE: Final = "COMPLETED"
_SPOKEN: Final = "pronunciation"


class AwsCallAnalytics(ReplyFormat):
    """``Transcript``, a segment for each of its turns, with the role of the participant as speaker.

    Times are milliseconds there.
    """

    name = "aws-call-analytics"
    about = "replies of Amazon Transcribe Call Analytics"
    time_unit = "milliseconds"
    keys = (
        frozenset({"Transcript", "ParticipantRole", "Content"}),
        frozenset({"JobStatus", "Transcript"}),
        frozenset({"CallAnalyticsJobStatus", "FailureReason"}),
    )
    holds = WORDS | {"id"}
    expected = 'a reply of Call Analytics with "Transcript"'
    example = '{"JobStatus": "COMPLETED", "LanguageCode": "en-US", "Transcript": [{"Id": "a1", "ParticipantRole": "AGENT", "BeginOffsetMillis": 100, "EndOffsetMillis": 700, "Content": "So it", "Items": [{"Type": "pronunciation", "Content": "So", "BeginOffsetMillis": 100, "EndOffsetMillis": 500, "Confidence": "0.98"}, {"Type": "pronunciation", "Content": "it", "BeginOffsetMillis": 500, "EndOffsetMillis": 700, "Confidence": "0.99"}]}]}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        job = root.at("CallAnalyticsJob") if root.has("CallAnalyticsJob") else root
        status = root.maybe_text("JobStatus") or job.maybe_text("CallAnalyticsJobStatus")
        if status not in {None, _DONE}:
            raise root.failure(status or "", job.maybe_text("FailureReason") or "no transcript")
        for node in root.items("Transcript"):
            _add_turn(segments, node)


def _add_turn(segments: Segments, node: Node) -> None:
    speaker = node.label("ParticipantRole") or node.label("ParticipantId")
    start, end = _times(node)
    for word in _words(node):
        segments.word(*word)
    segments.add(
        node.text("Content").strip(),
        id=node.label("Id"),
        speaker=speaker,
        start=start,
        end=end,
    )


def _words(node: Node) -> Iterator[tuple[Any, ...]]:
    for item in node.items("Items", optional=True):
        if item.maybe_text("Type") in {None, _SPOKEN}:
            start, end = _times(item)
            # A confidence is a text there.
            sure = exact(item.at("Confidence").value) if item.has("Confidence") else None
            yield item.text("Content").strip(), start, end, sure


def _times(node: Node) -> tuple[Decimal | None, Decimal | None]:
    start = node.maybe_time("BeginOffsetMillis", _SCALE)
    return both_or_none(start, node.maybe_time("EndOffsetMillis", _SCALE))
