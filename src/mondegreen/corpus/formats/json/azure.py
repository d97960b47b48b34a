"""What Azure's speech service answers: fast, batch and detailed transcription."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WrittenReply, both_or_none, given
from mondegreen.corpus.times import MILLISECOND, exact

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segment, Segments, Word

__all__ = ["Azure"]

_TICKS: Final = -7
_MILLISECONDS: Final = -3
_WHOLE: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


class Azure(WrittenReply):
    """``phrases`` (fast), ``recognizedPhrases`` (batch) or one phrase with ``NBest`` (detailed).

    Times are milliseconds in the first and ticks of 100 ns in the others. The first of the best
    counts, as it is displayed. Phrases of a batch that were not recognised are no segments.
    """

    name = "azure"
    about = "replies of Azure Speech: fast, batch, detailed and short audio"
    time_unit = "milliseconds, or ticks of 100 ns"
    keys = (
        frozenset({"combinedPhrases", "phrases"}),
        frozenset({"recognizedPhrases"}),
        frozenset({"combinedRecognizedPhrases"}),
        frozenset({"RecognitionStatus", "Offset"}),
    )
    example = '{"durationMilliseconds": 2000, "combinedPhrases": [{"text": "So it goes."}], "phrases": [{"offsetMilliseconds": 100, "durationMilliseconds": 1100, "text": "So it goes.", "confidence": 0.98, "words": [{"text": "So", "offsetMilliseconds": 100, "durationMilliseconds": 400}, {"text": "it", "offsetMilliseconds": 500, "durationMilliseconds": 200}, {"text": "goes.", "offsetMilliseconds": 700, "durationMilliseconds": 500}]}]}\n'
    holds = frozenset({"text", "channel", "speaker", "times", "words", "word times"})
    expected = 'a reply of Azure with "phrases", "recognizedPhrases" or "NBest"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        if root.has("recognizedPhrases"):
            for node in root.items("recognizedPhrases"):
                if (node.maybe_text("recognitionStatus") or "Success") == "Success":
                    _add_of_batch(segments, node)
        elif any(map(root.has, ("NBest", "DisplayText", "RecognitionStatus"))):
            _add_detailed(segments, root)
        else:
            for node in root.items("phrases"):
                _add_fast(segments, node)

    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return a reply of the fast kind."""
        text = " ".join(segment.text for segment in segments)
        return {
            "combinedPhrases": [{"text": text}],
            "phrases": [
                {
                    **given(channel=each.channel, speaker=each.speaker),
                    **_times(each, losses),
                    "text": each.text,
                    "words": [{"text": word.text, **_times(word, losses)} for word in each.words],
                }
                for each in segments
            ],
        }


def _add_fast(segments: Segments, node: Node) -> None:
    keys = "offsetMilliseconds", "durationMilliseconds"
    if not node.has(keys[0]):
        keys = "offset", "duration"  # as the preview named them
    start, end = _span(node, *keys, _MILLISECONDS)
    for part in node.items("words", optional=True):
        begin, until = _span(part, *keys, _MILLISECONDS)
        segments.word(part.text("text"), begin, until, part.number("confidence"))
    segments.add(
        node.text("text").strip(),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        start=start,
        end=end,
    )


def _add_of_batch(segments: Segments, node: Node) -> None:
    start, end = _span(node, "offsetInTicks", "durationInTicks", _TICKS)
    best = next(node.items("nBest"), None)
    if best is None:
        raise node.error("no nBest, expected one or more")
    key = "displayWords" if best.has("displayWords") else "words"
    name = "displayText" if key == "displayWords" else "word"
    for part in best.items(key, optional=True):
        begin, until = _span(part, "offsetInTicks", "durationInTicks", _TICKS)
        segments.word(part.text(name), begin, until, part.number("confidence"))
    segments.add(
        best.text("display").strip(),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        start=start,
        end=end,
    )


def _add_detailed(segments: Segments, node: Node) -> None:
    status = node.maybe_text("RecognitionStatus")
    if status not in {None, "Success"}:
        raise node.failure(status or "", "nothing was recognised")
    start, end = _span(node, "Offset", "Duration", _TICKS)
    best = next(node.items("NBest", optional=True), None)
    for part in best.items("Words", optional=True) if best else ():
        begin, until = _span(part, "Offset", "Duration", _TICKS)
        segments.word(part.text("Word"), begin, until, part.number("Confidence"))
    text = node.text("DisplayText") if best is None else best.text("Display")
    segments.add(text.strip(), start=start, end=end)


def _span(node: Node, start: str, duration: str, scale: int) -> Any:
    begin, length = _time(node, start, scale), _time(node, duration, scale)
    if begin is None or length is None:
        return None, None
    return both_or_none(begin, begin + length)


def _time(node: Node, key: str, scale: int) -> Decimal | None:
    """Return a time, which the service for short audio writes as a text."""
    if not node.has(key) or type(node.value[key]) is not str:
        return node.maybe_time(key, scale)
    text = node.text(key)
    time = exact(Decimal(text).scaleb(scale)) if _WHOLE.fullmatch(text) else None
    if time is None:
        raise node.at(key).error(f"{text!r:.60} is not a time, expected ticks as '1300000'")
    return time


def _times(part: Segment | Word, losses: Losses) -> dict[str, int]:
    if part.start is None or part.end is None:
        return {}
    start, end = (time.quantize(MILLISECOND) for time in (part.start, part.end))
    losses["times were rounded to milliseconds"] += (start, end) != (part.start, part.end)
    return {
        "offsetMilliseconds": _whole(start),
        "durationMilliseconds": _whole(end - start),
    }


def _whole(time: Decimal) -> int:
    return int(time.scaleb(3))
