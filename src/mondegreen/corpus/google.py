"""What Google Cloud Speech-to-Text answers, versions 1 and 2."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.reply import ReplyFormat, given, ordered
from mondegreen.corpus.segmented import spoken_by, words_for
from mondegreen.corpus.segments import Segment, Word
from mondegreen.corpus.times import plain, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses

__all__ = ["Google"]

_SECONDS: Final = re.compile(r"([0-9.]+)s", re.ASCII)
_ZERO: Final = Decimal(0)


class Google(ReplyFormat):
    """``results``, each with alternatives, of which the first counts.

    With speakers, version 1 repeats all words in a last result without a transcript; then that
    one alone is read, and cut where the speaker changes. Times are texts such as ``"1.300s"``,
    and are left out where they are 0.
    """

    name = "google"
    holds = frozenset({"text", "channel", "speaker", "times", "words", "word times", "confidence"})
    expected = 'a reply of Google with "results"'

    def segments(self, root: Node) -> Iterable[Segment]:
        """Yield the segments."""
        reply = root.at("response") if root.has("response") else root
        if not reply.has("results"):  # as it is written for silence
            if type(reply.value) is dict and not reply.value:
                return
            raise reply.error("the key 'results' is missing")
        found = [each for node in reply.items("results") for each in _result(node)]
        repeated = [each for each in found if not each.text and _has_speakers(each)]
        for segment in repeated[-1:] or found:
            yield from _by_speaker(segment)

    def document(self, segments: tuple[Segment, ...], losses: Losses) -> Any:
        """Return a reply of version 2."""
        return {"results": [_written(segment, losses) for segment in segments]}


def _result(node: Node) -> Iterator[Segment]:
    best = next(node.items("alternatives", optional=True), None)
    if best is None:
        return
    words = tuple(map(_word, best.items("words", optional=True)))
    timed = [word for word in words if word.end is not None]
    end = _maybe_seconds(node, "resultEndTime")
    end = _maybe_seconds(node, "resultEndOffset") if end is None else end
    yield Segment(
        (best.maybe_text("transcript") or "").strip(),
        channel=node.label("channelTag"),
        start=timed[0].start if timed else None,
        end=max(w.end for w in timed if w.end is not None) if timed else None,
        words=words,
    )


def _word(node: Node) -> Word:
    start = _maybe_seconds(node, "startTime")
    start = _maybe_seconds(node, "startOffset") if start is None else start
    end = _maybe_seconds(node, "endTime")
    end = _maybe_seconds(node, "endOffset") if end is None else end
    if end is not None:
        start, end = ordered(node, _ZERO if start is None else start, end)
    tag = node.label("speakerTag")
    speaker = node.label("speakerLabel") or (None if tag == "0" else tag)
    return Word(node.text("word"), start, end, node.number("confidence"), speaker)


def _has_speakers(segment: Segment) -> bool:
    return any(word.speaker is not None for word in segment.words)


def _by_speaker(segment: Segment) -> Iterator[Segment]:
    parts = spoken_by(segment.words)
    for part in parts or [segment]:
        words = tuple(replace(word, speaker=None) for word in part.words)
        text = segment.text if len(parts) <= 1 and segment.text else part.text
        yield replace(part, text=text, words=words, channel=segment.channel)


def _maybe_seconds(node: Node, key: str) -> Decimal | None:
    if not node.has(key):
        return None
    text = node.text(key)
    found = _SECONDS.fullmatch(text)
    time = None if found is None else written(found[1])
    if time is None:
        raise node.at(key).error(f"{text!r:.60} is no time, expected seconds as '1.300s'")
    return time


def _written(segment: Segment, losses: Losses) -> dict[str, Any]:
    words = [
        {
            **given(startOffset=_seconds(word.start), endOffset=_seconds(word.end)),
            "word": word.text,
            **given(confidence=word.confidence, speakerLabel=segment.speaker),
        }
        for word in words_for(segment, losses)
    ]
    losses["speakers of segments without words"] += bool(segment.speaker) and not words
    best = {"transcript": segment.text, **given(words=words or None)}
    return {
        "alternatives": [best],
        **given(channelTag=segment.channel, resultEndOffset=_seconds(segment.end)),
    }


def _seconds(time: Decimal | None) -> str | None:
    return None if time is None else f"{plain(time)}s"
