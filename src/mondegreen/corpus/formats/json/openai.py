"""What OpenAI's transcription service answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.formats.json.whisper import Whisper
from mondegreen.corpus.reply import WrittenReply, end_of, given, word_of
from mondegreen.corpus.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Openai"]


class Openai(WrittenReply):
    """The replies ``json``, ``verbose_json`` and ``diarized_json``.

    Words stand beside the segments there; each goes to the segment in which its middle lies.
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

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        words = [word_of(node, "word") for node in root.items("words", optional=True)]
        found = list(map(Whisper().segment, root.items("segments", optional=True)))
        if not found:
            text = root.text("text").strip()
            times = [word for word in words if word.start is not None and word.end is not None]
            whole = Segment(text, words=tuple(words))
            if times:
                start, end = times[0].start, max(w.end for w in times if w.end is not None)
                whole = replace(whole, start=start, end=end)
            return [whole]
        if not words or any(segment.words for segment in found):
            return found
        parts: list[list[Any]] = [[] for _ in found]
        at = 0
        for word in words:
            if word.start is not None and word.end is not None:
                middle = (word.start + word.end) / 2
                while at + 1 < len(found) and _is_over(found[at], middle):
                    at += 1
            parts[at].append(word)
        return [
            replace(segment, words=tuple(part)) for segment, part in zip(found, parts, strict=True)
        ]

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


def _is_over(segment: Segment, time: Any) -> bool:
    return segment.end is not None and time >= segment.end
