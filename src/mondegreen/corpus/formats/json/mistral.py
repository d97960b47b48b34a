"""What Mistral's Voxtral answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.reply import WORDS, ReplyFormat, times_of, word_of

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segments import Segments

__all__ = ["Mistral"]


class Mistral(ReplyFormat):
    """``segments`` where their times were asked for, else the ``text``.

    Segments that are single words, as older models gave them, are words.
    """

    name = "mistral"
    about = "replies of Mistral's Voxtral"
    keys = (frozenset({"model", "text", "language", "segments", "usage"}),)
    holds = WORDS
    expected = 'a reply of Mistral with "text"'
    example = '{"model": "voxtral-mini-transcribe-3", "text": "So it goes. And so on.", "language": "en", "segments": [{"text": "So it goes.", "start": 0.1, "end": 2.0, "speaker_id": "speaker_1"}, {"text": "And so on.", "start": 2.5, "end": 4.0, "speaker_id": "speaker_2"}], "usage": {"prompt_audio_seconds": 4}}\n'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        found = list(root.items("segments", optional=True))
        text = root.text("text").strip()
        if not found:
            segments.add(text)
            return
        words = [word_of(node, "text", confidence="score", speaker="speaker_id") for node in found]
        if len(words) > 1 and len(text.split()) == len(words):
            for word in words:
                segments.word(*word)
            segments.add_by_speaker()
            return
        for node in found:
            times = times_of(node)
            for part in node.items("words", optional=True):
                segments.word(*word_of(part, "text"))
            segments.add(node.text("text").strip(), speaker=node.label("speaker_id"), **times)
