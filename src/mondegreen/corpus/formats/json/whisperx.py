"""The JSON that whisperX writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.formats.json.whisper import Whisper
from mondegreen.corpus.reply import WORDS

if TYPE_CHECKING:
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Whisperx"]


class Whisperx(Whisper):
    """As `Whisper`, with a ``speaker`` for segments and words, and a ``score`` for confidence.

    Words that could not be aligned have no times.
    """

    name = "whisperx"
    about = "JSON of whisperX"
    keys = (
        frozenset({"segments", "word_segments"}),
        frozenset({"segments", "word_segments", "text", "start", "end"}),
        frozenset({"segments", "words", "score"}),
        frozenset({"segments", "words", "score", "text", "start", "end"}),
    )
    example = '{"segments": [{"start": 0.1, "end": 1.2, "text": "so it goes", "speaker": "SPEAKER_00", "words": [{"word": "so", "start": 0.1, "end": 0.5, "score": 0.98, "speaker": "SPEAKER_00"}, {"word": "it", "start": 0.5, "end": 0.7, "score": 0.99, "speaker": "SPEAKER_00"}, {"word": "goes", "start": 0.7, "end": 1.2, "score": 0.97, "speaker": "SPEAKER_00"}]}], "word_segments": []}\n'
    holds = WORDS | {"word speakers"}
    expected = 'an object of whisperX with "segments"'
    confidence = "score"

    def document(self, segments: Segments, losses: Losses) -> Any:  # noqa: ARG002
        """Return the document."""
        written = [self.written(at, segment) for at, segment in enumerate(segments)]
        for each in written:
            del each["id"]
        words = [word for each in written for word in each.get("words", ())]
        return {"segments": written, "word_segments": words}
