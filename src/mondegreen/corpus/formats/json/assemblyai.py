"""What AssemblyAI answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.reply import WORDS, WrittenReply, all_words, given, times_of, word_of
from mondegreen.corpus.times import MILLISECOND

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Assemblyai"]

_SCALE = -3


class Assemblyai(WrittenReply):
    """``utterances`` where speakers were asked for, else ``words``, else ``text``.

    The replies of ``/sentences`` and ``/paragraphs`` are read too.

    Times are milliseconds there. A reply whose status is not ``completed`` is refused with the
    reason it gives, since an empty text would look like a transcript.
    """

    name = "assemblyai"
    about = "replies of AssemblyAI"
    time_unit = "milliseconds"
    keys = (
        frozenset({"audio_url", "status"}),
        frozenset({"audio_url", "status", "text", "words"}),
        frozenset({"utterances", "text", "status"}),
        frozenset({"sentences", "audio_duration", "confidence"}),
        frozenset({"paragraphs", "audio_duration", "confidence"}),
    )
    example = '{"id": "t1", "audio_url": "talk.wav", "status": "completed", "text": "so it", "words": [{"text": "so", "start": 100, "end": 500, "confidence": 0.98, "speaker": "A"}, {"text": "it", "start": 500, "end": 700, "confidence": 0.99, "speaker": "A"}], "utterances": [{"text": "so it", "start": 100, "end": 700, "confidence": 0.98, "speaker": "A", "words": [{"text": "so", "start": 100, "end": 500, "confidence": 0.98, "speaker": "A"}, {"text": "it", "start": 500, "end": 700, "confidence": 0.99, "speaker": "A"}]}]}\n'
    holds = WORDS | {"channel", "word speakers"}
    expected = 'a reply of AssemblyAI with "text"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        status = root.maybe_text("status")
        if status not in {None, "completed"}:
            reason = root.maybe_text("error") or "no transcript"
            raise root.failure(status, reason)
        for key in ("utterances", "sentences", "paragraphs"):
            if root.has(key):
                for node in root.items(key):
                    _add_utterance(segments, node)
                return
        for node in root.items("words", optional=True):
            segments.word(*_word(node))
        text = root.maybe_text("text") if segments.held else root.text("text")
        if not segments.add_by_speaker(text.strip() if text else None):
            segments.add((text or "").strip())

    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return a reply with utterances."""
        words = [_written(word, losses, word.speaker) for _, word in all_words(segments)]
        return {
            "status": "completed",
            "text": " ".join(segment.text for segment in segments),
            "words": words,
            "utterances": [
                {
                    "speaker": each.speaker,
                    **given(channel=each.channel),
                    **_times(each.start, each.end, losses),
                    "text": each.text,
                    "words": [_written(word, losses, word.speaker) for word in each.words],
                }
                for each in segments
            ],
        }


def _add_utterance(segments: Segments, node: Node) -> None:
    for word in node.items("words", optional=True):
        segments.word(*_word(word))
    segments.add(
        node.text("text").strip(),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        **times_of(node, scale=_SCALE),
    )


def _word(node: Node) -> Any:
    return word_of(node, "text", speaker="speaker", scale=_SCALE)


def _written(word: Any, losses: Losses, speaker: str | None) -> dict[str, Any]:
    return {
        "text": word.text,
        **_times(word.start, word.end, losses),
        **given(confidence=word.confidence),
        "speaker": speaker,
    }


def _times(start: Any, end: Any, losses: Losses) -> dict[str, int]:
    found = {}
    for key, time in (("start", start), ("end", end)):
        if time is not None:
            whole = time.quantize(MILLISECOND)
            losses["times were rounded to milliseconds"] += whole != time
            found[key] = int(whole.scaleb(3))
    return found
