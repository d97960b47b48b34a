"""What Deepgram answers for a recording."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import WORDS, WrittenReply, both_or_none, end_of, given, word_of
from mondegreen.corpus.segmented import spoken_by
from mondegreen.corpus.segments import Segment, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        results = root if root.has("channels") else root.at("results")
        if results.has("utterances"):
            for node in results.items("utterances"):
                yield _utterance(node)
            return
        channels = list(results.items("channels"))
        for number, channel in enumerate(channels):
            name = str(number) if len(channels) > 1 else None
            yield from _channel(channel, name)

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


def _utterance(node: Node) -> Segment:
    start, end = both_or_none(node.maybe_time("start"), node.maybe_time("end"))
    return Segment(
        node.text("transcript").strip(),
        id=node.label("id"),
        channel=node.label("channel"),
        speaker=node.label("speaker"),
        start=start,
        end=end,
        words=tuple(map(_word, node.items("words", optional=True))),
    )


def _channel(channel: Node, name: str | None) -> Iterator[Segment]:
    best = next(channel.items("alternatives"), None)
    if best is None:
        raise channel.error("no alternatives, expected one or more")
    words = list(map(_word, best.items("words", optional=True)))
    text = best.text("transcript").strip()
    parts = spoken_by(words)
    if len(parts) == 1:  # punctuation may stand in the transcript alone
        parts = [replace(parts[0], text=text)]
    for part in parts or [Segment(text)]:
        yield replace(part, channel=name)


def _word(node: Node) -> Word:
    key = "punctuated_word" if node.has("punctuated_word") else "word"
    return word_of(node, key, speaker="speaker")


def _number(name: str | None) -> Any:
    """Return a name as the number that it is, where it is one."""
    if name is None or not _NUMBER.fullmatch(name):
        return name
    return int(name)
