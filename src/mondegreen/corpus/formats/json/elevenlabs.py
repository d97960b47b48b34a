"""What ElevenLabs answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.reply import WrittenReply, given, word_of
from mondegreen.corpus.segmented import count_borders, words_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segment, Segments

__all__ = ["Elevenlabs"]


class Elevenlabs(WrittenReply):
    """``words`` of the types word, spacing and audio_event, cut where the speaker changes.

    Spacing and events, such as ``(laughter)``, are no words; a language without spaces is put
    together as it was spoken. With several channels each is a transcript of its own. The
    confidence is the logarithm of a probability there.
    """

    name = "elevenlabs"
    about = "replies of ElevenLabs Scribe"
    keys = (
        frozenset({"language_probability", "words"}),
        frozenset({"logprob", "words", "type"}),
        frozenset({"transcripts", "channel_index"}),
        frozenset({"text", "words", "type"}),
    )
    example = '{"language_code": "en", "language_probability": 0.99, "text": "so it", "words": [{"text": "so", "start": 0.1, "end": 0.5, "type": "word", "speaker_id": "speaker_0", "logprob": -0.02}, {"text": " ", "start": 0.5, "end": 0.5, "type": "spacing", "speaker_id": "speaker_0"}, {"text": "it", "start": 0.5, "end": 0.7, "type": "word", "speaker_id": "speaker_0", "logprob": -0.01}]}\n'
    holds = frozenset({"text", "speaker", "channel", "times", "words", "word times", "confidence"})
    log_confidence = True
    expected = 'a reply of ElevenLabs with "text" and "words"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        if not root.has("transcripts"):
            _add_channel(segments, root)
            return
        for node in root.items("transcripts"):
            _add_channel(segments, node)

    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return a reply; with channels, one with a transcript for each run of them."""
        count_borders(segments, losses)
        if not any(segment.channel for segment in segments):
            return _written(segments, losses)
        transcripts: list[list[Segment]] = []
        for segment in segments:
            if not transcripts or transcripts[-1][-1].channel != segment.channel:
                transcripts.append([])
            transcripts[-1].append(segment)
        return {
            "transcripts": [
                {**_written(part, losses), **given(channel_index=part[0].channel)}
                for part in transcripts
            ]
        }


def _add_channel(segments: Segments, node: Node) -> None:
    text, channel = node.text("text"), node.label("channel_index")
    pieces, spaced, events = [], False, False
    for part in node.items("words", optional=True):
        kind = part.maybe_text("type") or "word"
        spaced |= kind == "spacing"
        events |= kind not in {"word", "spacing"}
        pieces.append(part.text("text") if kind in {"word", "spacing"} else " ")
        if kind == "word":
            segments.word(*word_of(part, "text", confidence="logprob", speaker="speaker_id"))
    if events:  # events are in the text too
        text = " ".join("".join(pieces).split()) if spaced else " ".join(segments.held.text)
    between = " " if spaced or any(map(str.isspace, text)) else ""
    if not segments.add_by_speaker(text.strip(), channel=channel, named=False, between=between):
        segments.add(text.strip(), channel=channel)


def _written(segments: Iterable[Segment], losses: Losses) -> dict[str, Any]:
    words: list[dict[str, Any]] = []
    texts = []
    for segment in segments:
        texts.append(segment.text)
        for word in words_for(segment, losses):
            if words:
                words.append({"text": " ", "type": "spacing"})
            words.append(
                {
                    "text": word.text,
                    "type": "word",
                    **given(start=word.start, end=word.end, speaker_id=segment.speaker),
                    **given(logprob=word.confidence),
                }
            )
    return {"text": " ".join(texts), "words": words}
