"""The JSON of Speechmatics, ``json-v2``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WrittenReply, both_or_none, given
from mondegreen.corpus.segmented import count_borders, words_for

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Speechmatics"]

_SPOKEN: Final = {"word", "punctuation", "entity"}


class Speechmatics(WrittenReply):
    """``results`` of the types word, punctuation and entity, cut where speaker or channel change.

    Punctuation is attached to the word before it, and other types, such as speaker_change, are
    passed over. A language without spaces is put together by its ``word_delimiter``. The first
    alternative counts; the name of the recording is that of the job.
    """

    name = "speechmatics"
    about = "transcripts of Speechmatics"
    keys = (frozenset({"results", "format", "content"}), frozenset({"results", "format", "job"}))
    example = '{"format": "2.9", "job": {"data_name": "talk.wav"}, "results": [{"type": "word", "start_time": 0.1, "end_time": 0.5, "alternatives": [{"content": "So", "confidence": 0.98, "speaker": "S1"}]}, {"type": "word", "start_time": 0.5, "end_time": 0.7, "alternatives": [{"content": "it", "confidence": 0.99, "speaker": "S1"}]}, {"type": "punctuation", "start_time": 0.7, "end_time": 0.7, "alternatives": [{"content": ".", "confidence": 1.0, "speaker": "S1"}]}]}\n'
    holds = frozenset(
        {"recording", "channel", "speaker", "times", "words", "word times", "confidence"}
    )
    expected = 'a transcript of Speechmatics with "results"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        recording = root.at("job").maybe_text("data_name") if root.has("job") else None
        between = _delimiter(root)
        held: list[list[Any]] = []
        channel = None
        for node in root.items("results"):
            if (node.maybe_text("type") or "word") not in _SPOKEN:
                continue
            word, attached, name = _item(node)
            if held and name != channel:
                _add(segments, held, recording, channel, between)
                held = []
            channel = name
            if attached and held:
                held[-1][0] += word[0]
            else:
                held.append(word)
        _add(segments, held, recording, channel, between)

    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return a transcript."""
        count_borders(segments, losses)
        results = [
            {
                "type": "word",
                **given(start_time=word.start, end_time=word.end, channel=segment.channel),
                "alternatives": [
                    {
                        "content": word.text,
                        **given(confidence=word.confidence, speaker=segment.speaker),
                    }
                ],
            }
            for segment in segments
            for word in words_for(segment, losses)
        ]
        names = [segment.recording for segment in segments if segment.recording]
        job = {"job": {"data_name": names[0]}} if names else {}
        return {"format": "2.9", **job, "results": results}


def _item(node: Node) -> tuple[list[Any], bool, str | None]:
    best = next(node.items("alternatives"), None)
    if best is None:
        raise node.error("no alternatives, expected one or more")
    start, end = both_or_none(node.maybe_time("start_time"), node.maybe_time("end_time"))
    kind = node.maybe_text("type")
    attached = kind == "punctuation" and node.maybe_text("attaches_to") != "next"
    speaker = best.label("speaker")
    word = [best.text("content"), start, end, best.number("confidence"), speaker]
    return word, attached, node.label("channel")


def _delimiter(root: Node) -> str:
    """Return what is between words in the language of a transcript."""
    node = root
    for key in ("metadata", "language_pack_info"):
        if not node.has(key):
            return " "
        node = node.at(key)
    found = node.maybe_text("word_delimiter")
    return " " if found is None else found


def _add(
    segments: Segments,
    words: list[list[Any]],
    recording: str | None,
    channel: str | None,
    between: str,
) -> None:
    for word in words:
        segments.word(*word)
    segments.add_by_speaker(recording=recording, channel=channel, named=False, between=between)
