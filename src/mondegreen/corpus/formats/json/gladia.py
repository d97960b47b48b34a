"""What Gladia answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none, word_of
from mondegreen.corpus.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.json_document import Node

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

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        status = root.maybe_text("status")
        if status not in {None, _DONE}:
            code = root.label("error_code")
            raise root.failure(status or "", f"error code {code}" if code else "no transcript")
        inner = root.at("result") if root.has("result") else root
        found = inner.at("transcription") if inner.has("transcription") else inner
        if not found.has("utterances"):
            return [Segment(found.text("full_transcript").strip())]
        return map(_utterance, found.items("utterances"))


def _utterance(node: Node) -> Segment:
    start, end = both_or_none(node.maybe_time("start"), node.maybe_time("end"))
    speaker = node.label("speaker")
    return Segment(
        node.text("text").strip(),
        channel=node.label("channel"),
        speaker=speaker,
        start=start,
        end=end,
        words=tuple(word_of(word, "word") for word in node.items("words", optional=True)),
    )
