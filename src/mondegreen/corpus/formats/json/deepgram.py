"""What Deepgram answers for a recording."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WORDS, WrittenReply, end_of, given, times_of, word_of

if TYPE_CHECKING:
    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segments

__all__ = ["Deepgram"]

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}", re.ASCII)


class Deepgram(WrittenReply):
    """``results.utterances`` where they were asked for, else the words of ``results.channels``.

    Words without utterances are cut where the speaker changes. The first alternative counts.
    Punctuated words are taken where there are any. Channels count from 0.
    """

    name = "deepgram"
    about = "replies of Deepgram"
    keys = (
        frozenset({"results", "channels", "alternatives"}),
        frozenset({"channels", "alternatives", "transcript"}),
    )
    example = '{"metadata": {"duration": 2.0}, "results": {"channels": [{"alternatives": [{"transcript": "so it goes", "confidence": 0.98, "words": [{"word": "so", "start": 0.1, "end": 0.5, "confidence": 0.98}, {"word": "it", "start": 0.5, "end": 0.7, "confidence": 0.99}, {"word": "goes", "start": 0.7, "end": 1.2, "confidence": 0.97}]}]}]}}\n'
    holds = WORDS | {"id", "channel", "word speakers"}
    expected = 'a reply of Deepgram with "results"'

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        results = root if root.has("channels") else root.at("results")
        if results.has("utterances"):
            for node in results.items("utterances"):
                _add_utterance(segments, node)
            return
        channels = list(results.items("channels"))
        for number, channel in enumerate(channels):
            name = str(number) if len(channels) > 1 else None
            _add_channel(segments, channel, name)

    def document(self, segments: Segments, losses: Losses) -> Any:  # noqa: ARG002
        """Return a reply with utterances."""
        utterances = [
            {
                **given(start=each.start, end=each.end, channel=_number(each.channel)),
                "transcript": each.text,
                "words": [
                    {
                        "word": word.text,
                        **given(start=word.start, end=word.end, confidence=word.confidence),
                        **given(speaker=_number(word.speaker)),
                    }
                    for word in each.words
                ],
                **given(speaker=_number(each.speaker), id=each.id),
            }
            for each in segments
        ]
        text = " ".join(segment.text for segment in segments)
        return {
            "metadata": given(duration=end_of(segments)),
            "results": {
                "channels": [{"alternatives": [{"transcript": text}]}],
                "utterances": utterances,
            },
        }


def _add_utterance(segments: Segments, node: Node) -> None:
    for word in node.items("words", optional=True):
        segments.word(*_word(word))
    segments.add(
        node.text("transcript").strip(),
        id=node.label("id"),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        **times_of(node),
    )


def _add_channel(segments: Segments, channel: Node, name: str | None) -> None:
    best = next(channel.items("alternatives"), None)
    if best is None:
        raise channel.error("no alternatives, expected one or more")
    for word in best.items("words", optional=True):
        segments.word(*_word(word))
    text = best.text("transcript").strip()  # punctuation may be in it alone
    if not segments.add_by_speaker(text, channel=name):
        segments.add(text, channel=name)


def _word(node: Node) -> tuple[Any, ...]:
    key = "punctuated_word" if node.has("punctuated_word") else "word"
    return word_of(node, key, speaker="speaker")


def _number(name: str | None) -> Any:
    """Return a name as the number that it is, where it is one."""
    if name is None or not _NUMBER.fullmatch(name):
        return name
    return int(name)
