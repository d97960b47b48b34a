"""What OpenAI's transcription service answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.formats.json.whisper import Whisper
from mondegreen.corpus.reply import WrittenReply, end_of, given, word_of

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Openai"]


class Openai(WrittenReply):
    """The replies ``json``, ``verbose_json`` and ``diarized_json``.

    Words are listed next to the segments; each goes to the segment that contains its middle.
    Without segments the whole text is one.
    """

    name = "openai"
    about = "replies of OpenAI: json, verbose_json and diarized_json"
    only_read = frozenset({"words", "word times"})
    keys = (
        frozenset({"task", "segments", "text"}),
        frozenset({"task", "segments", "text", "start", "end"}),
        frozenset({"task", "words", "text"}),
        frozenset({"task", "words", "text", "start", "end"}),
    )
    example = '{"task": "transcribe", "language": "english", "duration": 4.0, "text": "so it goes and so on", "segments": [{"id": 0, "start": 0.1, "end": 2.0, "text": " so it goes"}, {"id": 1, "start": 2.5, "end": 4.0, "text": " and so on"}]}\n'
    holds = frozenset({"text", "speaker", "times"})
    expected = 'a reply of OpenAI with "text" or "segments"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        words = [word_of(node, "word") for node in root.items("words", optional=True)]
        whisper = Whisper()
        for node in root.items("segments", optional=True):
            whisper.add(segments, node)
        if segments.words or (segments and not words):
            return
        at, last = 0, len(segments) - 1
        for word in words:
            _, start, end, *_ = word
            if start is not None:
                middle = (start + end) / 2
                while at < last and _is_over(segments.end[at], middle):
                    at += 1
                    segments.offsets[at] = len(segments.words)
            segments.word(*word)
        if segments:
            segments.offsets[at + 1 :] = [len(words)] * (last + 1 - at)
            return
        timed = [(start, end) for _, start, end, *_ in words if start is not None]
        segments.add(
            root.text("text").strip(),
            start=timed[0][0] if timed else None,
            end=max(end for _, end in timed) if timed else None,
        )

    def document(self, segments: Segments, losses: Losses) -> Any:  # noqa: ARG002
        """Return a verbose reply."""
        whisper = Whisper()
        rows = [
            whisper.written(at, replace(segment, words=())) for at, segment in enumerate(segments)
        ]
        return {
            "task": "transcribe",
            **given(duration=end_of(segments)),
            "text": " ".join(segment.text for segment in segments),
            "segments": rows,
        }


def _is_over(end: Any, time: Any) -> bool:
    return end is not None and time >= end
