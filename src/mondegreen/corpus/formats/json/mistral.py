"""What Mistral's Voxtral answers for a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.reply import WORDS, ReplyFormat, both_or_none, word_of
from mondegreen.corpus.segmented import spoken_by
from mondegreen.corpus.segments import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.json_document import Node

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

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        found = list(root.items("segments", optional=True))
        text = root.text("text").strip()
        if not found:
            return [Segment(text)]
        words = [word_of(node, "text", confidence="score", speaker="speaker_id") for node in found]
        if len(words) > 1 and len(text.split()) == len(words):
            return spoken_by(words)
        return map(_segment, found)


def _segment(node: Node) -> Segment:
    start, end = both_or_none(node.maybe_time("start"), node.maybe_time("end"))
    return Segment(
        node.text("text").strip(),
        speaker=node.label("speaker_id"),
        start=start,
        end=end,
        words=tuple(word_of(word, "text") for word in node.items("words", optional=True)),
    )
