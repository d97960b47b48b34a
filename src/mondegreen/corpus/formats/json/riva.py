"""What NVIDIA's Riva answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.segments import Segments

__all__ = ["Riva"]

_SCALE: Final = -3
_TIMES: Final = (("startTime", "endTime"), ("start_time", "end_time"))


class Riva(ReplyFormat):
    """``results``, each with ``alternatives`` of which the first counts.

    It has the shape of Google's replies, but its times are whole milliseconds and not texts as
    ``"0.500s"``; that tells them apart. Channels are those of ``channelTag``.
    """

    name = "riva"
    about = "replies of NVIDIA's Riva"
    time_unit = "milliseconds"
    keys = (
        frozenset({"results", "alternatives", "transcript", "words", "startTime"}),
        frozenset({"results", "alternatives", "transcript", "words", "start_time"}),
        frozenset({"results", "alternatives", "transcript", "audioProcessed"}),
        frozenset({"results", "alternatives", "transcript", "audio_processed"}),
    )
    holds = WORDS | {"channel"}
    expected = 'a reply of Riva with "results"'
    example = '{"results": [{"alternatives": [{"transcript": "so it ", "confidence": 0.9, "words": [{"startTime": 100, "endTime": 500, "word": "so", "confidence": 0.9}, {"startTime": 500, "endTime": 700, "word": "it", "confidence": 0.9}]}], "channelTag": 1, "audioProcessed": 2.0}]}\n'

    def recognise(self, sample: Sample) -> int:
        """Look for the keys, and for times that are whole numbers."""
        found = super().recognise(sample)
        if not found or {"audioProcessed", "audio_processed"} & sample.keys:
            return found + (1 if found else 0)
        return found + 1 if _is_whole(sample.document) else Certainty.NO

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        for result in root.items("results"):
            best = next(result.items("alternatives", optional=True), None)
            if best is None:
                continue  # nothing was heard in this stretch
            channel = result.label("channelTag") or result.label("channel_tag")
            for node in best.items("words", optional=True):
                _add_word(segments, node)
            text = (best.maybe_text("transcript") or "").strip()
            if not segments.add_by_speaker(text, channel=channel):
                segments.add(text, channel=channel)


def _add_word(segments: Segments, node: Node) -> None:
    keys = _TIMES[0] if node.has("endTime") else _TIMES[1]
    start, end = (node.maybe_time(key, _SCALE) for key in keys)
    start, end = both_or_none(start, end)
    speaker = node.label("speakerTag") or node.label("speaker_tag")
    segments.word(node.text("word").strip(), start, end, node.number("confidence"), speaker)


def _is_whole(document: object) -> bool:
    """Whether the first time of a word in a reply is a whole number."""
    value = document
    for key in ("results", "alternatives", "words"):
        value = value.get(key) if isinstance(value, dict) else None
        value = value[0] if isinstance(value, list) and value else None
    if not isinstance(value, dict):
        return False
    times = [value[key] for pair in _TIMES for key in pair if key in value]
    return any(times) and all(type(time) is int for time in times)
