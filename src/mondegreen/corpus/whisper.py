"""The JSON that Whisper writes, and whatever follows its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.corpus.reply import WORDS, ReplyFormat, given, ordered, word_of
from mondegreen.corpus.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses

__all__ = ["Whisper"]


class Whisper(ReplyFormat):
    """``{"text": ..., "segments": [{"start", "end", "text", "words": [...]}]}``.

    Words are there where it was run with word timestamps; their probability is the confidence.
    A document with a text and no segments is one segment without times.
    """

    name = "whisper"
    holds = WORDS - {"speaker"}
    expected = 'an object of Whisper with "segments" or "text"'
    confidence: ClassVar[str] = "probability"

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        if not root.has("segments"):
            return [Segment(root.text("text").strip())]
        return map(self.segment, root.items("segments"))

    def segment(self, node: Node) -> Segment:
        """Return one segment."""
        start, end = ordered(node, node.maybe_time("start"), node.maybe_time("end"))
        words = tuple(map(self.word, node.items("words", optional=True)))
        return Segment(
            node.text("text").strip(),
            speaker=node.label("speaker"),
            start=start,
            end=end,
            words=words,
        )

    def word(self, node: Node) -> Any:
        """Return one word."""
        return word_of(node, "word", confidence=self.confidence, speaker="speaker")

    def document(self, segments: tuple[Segment, ...], losses: Losses) -> Any:  # noqa: ARG002
        """Return the document."""
        return {
            "text": " ".join(segment.text for segment in segments),
            "segments": [self.written(at, segment) for at, segment in enumerate(segments)],
        }

    def written(self, at: int, segment: Segment) -> dict[str, Any]:
        """Return the object of one segment."""
        words = [
            {
                "word": word.text,
                **given(start=word.start, end=word.end, speaker=word.speaker),
                **given(**{self.confidence: word.confidence}),
            }
            for word in segment.words
        ]
        return {
            "id": at,
            **given(start=segment.start, end=segment.end),
            "text": segment.text,
            **given(speaker=segment.speaker, words=words or None),
        }
