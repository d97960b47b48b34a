"""What Google Cloud Speech-to-Text answers, versions 1 and 2."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.corpus.reply import WrittenReply, both_or_none, given
from mondegreen.corpus.segmented import words_for
from mondegreen.corpus.times import plain, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segment, Segments

__all__ = ["Google"]

_SECONDS: Final = re.compile(r"([0-9.]+)s", re.ASCII)
_DIGITS: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_STARTS: Final = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS: Final = ("endTime", "endOffset", "end_time", "end_offset")
_OTHER_KEYS: Final = {
    *("@type", "metadata", "requestId", "speechAdaptationInfo", "totalBilledTime"),
    *("request_id", "speech_adaptation_info", "total_billed_time"),
}
"""Keys next to the results, and alone where nothing was said."""
_ZERO: Final = Decimal(0)


class Google(WrittenReply):
    """``results``, each with alternatives, of which the first counts.

    With speakers, version 1 repeats all words in a last result without a transcript; then that
    one alone is read, and cut where the speaker changes. Times are texts such as ``"1.300s"``,
    or objects of seconds and nanos, and are left out where they are 0. Names may be in the snake
    case of Python; of a batch each file is a recording.
    """

    name = "google"
    about = "replies of Google Cloud Speech, versions 1 and 2"
    time_unit = "texts of seconds"
    keys = (
        frozenset({"results", "alternatives"}),
        frozenset({"response", "done", "@type"}),
        frozenset({"totalBilledTime"}),
    )
    example = '{"results": [{"alternatives": [{"transcript": "so it goes", "confidence": 0.98, "words": [{"startTime": "0.100s", "endTime": "0.500s", "word": "so"}, {"startTime": "0.500s", "endTime": "0.700s", "word": "it"}, {"startTime": "0.700s", "endTime": "1.200s", "word": "goes"}]}]}]}\n'
    holds = frozenset({"text", "channel", "speaker", "times", "words", "word times", "confidence"})
    expected = 'a reply of Google with "results"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        reply = root.at("response") if root.has("response") else root
        if not reply.has("results"):  # as it is written for silence
            if type(reply.value) is dict and reply.value.keys() <= _OTHER_KEYS:
                return
            raise reply.error("the key 'results' is missing, expected a reply with results")
        if type(reply.at("results").value) is dict:
            _add_batch(segments, reply.at("results"))
            return
        found = [each for node in reply.items("results") for each in _result(node)]
        repeated = [each for each in found if not each.text and _has_speakers(each)]
        for each in repeated[-1:] or found:
            for word in each.words:
                segments.word(*word)
            if not segments.add_by_speaker(each.text or None, channel=each.channel, named=False):
                segments.add(each.text, channel=each.channel)

    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return a reply of version 2."""
        return {"results": [_written(segment, losses) for segment in segments]}


def _add_batch(segments: Segments, results: Node) -> None:
    """Add what a batch of version 2 holds inline, a recording for each of its files."""
    for name in results.value:
        node = results.at(name)
        if node.has("error"):
            raise node.failure("error", node.at("error").maybe_text("message") or "no transcript")
        inline = node.at("inlineResult") if node.has("inlineResult") else node
        first = len(segments)
        Google().fill(segments, inline.at("transcript"))
        segments.recording[first:] = [name] * (len(segments) - first)


class _Result(NamedTuple):
    text: str
    channel: str | None
    words: list[tuple[Any, ...]]


def _result(node: Node) -> Iterator[_Result]:
    best = next(node.items("alternatives", optional=True), None)
    if best is None:
        return
    words = list(map(_word, best.items("words", optional=True)))
    channel = node.label("channelTag") or node.label("channel_tag")
    yield _Result((best.maybe_text("transcript") or "").strip(), channel, words)


def _word(node: Node) -> tuple[Any, ...]:
    start, end = _maybe_seconds(node, *_STARTS), _maybe_seconds(node, *_ENDS)
    if end is not None:
        start, end = both_or_none(_ZERO if start is None else start, end)
    tag = node.label("speakerTag") or node.label("speaker_tag")
    label = node.label("speakerLabel") or node.label("speaker_label")
    speaker = label or (None if tag == "0" else tag)
    return node.text("word"), start, end, node.number("confidence"), speaker


def _has_speakers(result: _Result) -> bool:
    return any(speaker is not None for *_, speaker in result.words)


def _maybe_seconds(node: Node, *keys: str) -> Decimal | None:
    """Return the time under the first of the keys that is there."""
    key = next(filter(node.has, keys), None)
    if key is None:
        return None
    value = node.at(key)
    if type(value.value) is dict:  # as the library for Node.js writes it
        return _whole(value, "seconds") + _whole(value, "nanos").scaleb(-9)
    text = node.text(key)
    found = _SECONDS.fullmatch(text)
    time = None if found is None else written(found[1])
    if time is None:
        raise value.error(f"{text!r:.60} is not a time, expected seconds as '1.300s'")
    return time


def _whole(node: Node, key: str) -> Decimal:
    """Return a whole number, which may be written as a text."""
    text = node.label(key) or "0"
    if not _DIGITS.fullmatch(text):
        raise node.at(key).error(f"{text!r:.60}, expected a whole number from 0 on")
    return Decimal(text)


def _written(segment: Segment, losses: Losses) -> dict[str, Any]:
    words = [
        {
            **given(startOffset=_seconds(word.start), endOffset=_seconds(word.end)),
            "word": word.text,
            **given(confidence=word.confidence, speakerLabel=segment.speaker),
        }
        for word in words_for(segment, losses)
    ]
    losses["speakers of segments without words"] += bool(segment.speaker) and not words
    best = {"transcript": segment.text, **given(words=words or None)}
    return {
        "alternatives": [best],
        **given(channelTag=segment.channel, resultEndOffset=_seconds(segment.end)),
    }


def _seconds(time: Decimal | None) -> str | None:
    return None if time is None else f"{plain(time)}s"
