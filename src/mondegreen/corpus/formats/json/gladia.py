"""What Gladia answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, times_of, word_of

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["Gladia"]

_DONE: Final = "done"


class Gladia(ReplyFormat):
    """``result.transcription.utterances``, else its ``full_transcript``.

    A reply whose status is not ``done`` is refused with the code of its error.
    """

    name = "gladia"
    about = "replies of Gladia"
    keys = (
        frozenset({"result", "transcription", "full_transcript"}),
        frozenset({"result", "transcription", "full_transcript", "utterances", "status"}),
        frozenset({"full_transcript", "utterances"}),
        frozenset({"status", "error_code", "request_params"}),
        frozenset({"status", "result_url", "request_params"}),
    )
    holds = WORDS | {"channel"}
    expected = 'a reply of Gladia with "result"'
    example = '{"id": "t1", "status": "done", "result": {"metadata": {"audio_duration": 2.0}, "transcription": {"full_transcript": "So it", "utterances": [{"text": "So it", "start": 0.1, "end": 0.7, "confidence": 0.9, "channel": 0, "speaker": 0, "words": [{"word": "So", "start": 0.1, "end": 0.5, "confidence": 0.98}, {"word": " it", "start": 0.5, "end": 0.7, "confidence": 0.99}]}]}}}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        status = root.maybe_text("status")
        if status not in {None, _DONE}:
            code = root.label("error_code")
            raise root.failure(status or "", f"error code {code}" if code else "no transcript")
        inner = root.at("result") if root.has("result") else root
        found = inner.at("transcription") if inner.has("transcription") else inner
        if not found.has("utterances"):
            segments.add(found.text("full_transcript").strip())
            return
        for node in found.items("utterances"):
            for word in node.items("words", optional=True):
                segments.word(*word_of(word, "word"))
            segments.add(
                node.text("text").strip(),
                channel=node.label("channel"),
                speaker=node.label("speaker"),
                **times_of(node),
            )
