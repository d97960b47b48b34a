"""The JSON that Whisper writes, and whatever follows its shape."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.corpus.reply import WORDS, WrittenReply, both_or_none, given, times_of, word_of
from mondegreen.corpus.times import parse_clock
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.corpus.json_document import Node
    from mondegreen.corpus.segmented import Losses
    from mondegreen.corpus.segments import Segment, Segments

__all__ = ["Whisper"]

_SPECIAL: Final = pattern(r"\s*(?:\[_[A-Z]+_\d*\]|<\|[^|]*\|>)\s*")


class Whisper(WrittenReply):
    """``{"text": ..., "segments": [{"start", "end", "text", "words": [...]}]}``.

    Words are there where it was run with word timestamps; their probability is the confidence.
    A document with a text and no segments is one segment without times. The ``transcription`` of
    whisper.cpp and the ``chunks`` of a pipeline of Transformers are read too. The confidence of a word of
    whisper.cpp is the mean of its tokens, as Whisper computes it. whisper-timestamped names the keys of words
    ``text`` and ``confidence``.
    """

    name = "whisper"
    about = "JSON of Whisper, whisper.cpp and the pipeline of Transformers"
    keys: ClassVar[tuple[frozenset[str], ...]] = (
        frozenset({"segments", "text", "start", "end"}),
        frozenset({"transcription", "offsets", "timestamps"}),
        frozenset({"transcription", "timestamps", "from", "to"}),
        frozenset({"chunks", "timestamp", "text"}),
    )
    example = '{"text": " so it goes and so on", "segments": [{"id": 0, "start": 0.1, "end": 2.0, "text": " so it goes"}, {"id": 1, "start": 2.5, "end": 4.0, "text": " and so on"}], "language": "en"}\n'
    holds = WORDS - {"speaker"}
    expected = 'an object of Whisper with "segments" or "text"'
    confidence: ClassVar[str] = "probability"

    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments."""
        if root.has("transcription"):
            for node in root.items("transcription"):
                _add_cpp(segments, node)
        elif root.has("chunks"):
            _add_chunks(segments, root)
        else:
            for node in root.items("segments", optional=True):
                self.add(segments, node)
            if not segments and (root.has("text") or not root.has("segments")):
                segments.add(root.text("text").strip())

    def add(self, segments: Segments, node: Node) -> None:
        """Add one segment."""
        times = times_of(node)
        for word in node.items("words", optional=True):
            timestamped = not word.has("word") and word.has("text")
            text, confidence = ("text", "confidence") if timestamped else ("word", self.confidence)
            segments.word(*word_of(word, text, confidence=confidence, speaker="speaker"))
        segments.add(node.text("text").strip(), speaker=node.label("speaker"), **times)

    def document(self, segments: Segments, losses: Losses) -> Any:  # noqa: ARG002
        """Return the document."""
        return {
            "text": " ".join(segment.text for segment in segments),
            "segments": [self.written(at, segment) for at, segment in enumerate(segments)],
        }

    def written(self, at: int, segment: Segment) -> dict[str, Any]:
        """Return the object of one segment."""
        words = [
            {
                "word": word.text,
                **given(start=word.start, end=word.end, speaker=word.speaker),
                **given(**{self.confidence: word.confidence}),
            }
            for word in segment.words
        ]
        return {
            "id": at,
            **given(start=segment.start, end=segment.end),
            "text": segment.text,
            **given(speaker=segment.speaker, words=words or None),
        }


def _add_cpp(segments: Segments, node: Node) -> None:
    if node.has("offsets") or not node.has("timestamps"):
        found = node.at("offsets")
        times = found.maybe_time("from", -3), found.maybe_time("to", -3)
    else:
        found = node.at("timestamps")
        times = _clock(found, "from"), _clock(found, "to")
    start, end = both_or_none(*times)
    text = node.text("text").strip()
    words = list(_words_of(node.items("tokens", optional=True)))
    if [word for word, *_ in words] == text.split():
        for word in words:
            segments.word(*word)
    segments.add(text, start=start, end=end)


def _words_of(tokens: Iterable[Node]) -> Iterator[tuple[str, Any, Any, Decimal | None]]:
    """Yield the text, times and confidence of the words of tokens; a space begins a word."""
    spoken = [(node, node.text("text")) for node in tokens]
    spoken = [(node, text) for node, text in spoken if not _SPECIAL.fullmatch(text)]
    starts = [at for at, (_, text) in enumerate(spoken) if at == 0 or text.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(spoken)], strict=False):
        nodes = [node for node, _ in spoken[start:end]]
        word = "".join(text for _, text in spoken[start:end]).strip()
        known = [number for node in nodes if (number := node.number("p")) is not None]
        timed = all(node.has("offsets") for node in nodes)
        begin = nodes[0].at("offsets").maybe_time("from", -3) if timed else None
        until = nodes[-1].at("offsets").maybe_time("to", -3) if timed else None
        mean = sum(known, Decimal()) / len(known) if len(known) == len(nodes) else None
        yield word, *both_or_none(begin, until), mean


def _clock(node: Node, key: str) -> Decimal:
    time = parse_clock(node.text(key))
    if time is None:
        problem = (
            f"{node.text(key)!r:.60} is not a time, expected hours:minutes:seconds,milliseconds"
        )
        raise node.at(key).error(problem)
    return time


def _add_chunks(segments: Segments, root: Node) -> None:
    """Add a segment for each chunk; where chunks are words, one for all of them."""
    words = [_chunk(node) for node in root.items("chunks")]
    text = root.text("text").strip()
    if not words or len(text.split()) == len(words) > 1:
        for word in words:
            segments.word(*word)
        times = [(begin, until) for _, begin, until in words if begin is not None]
        start, end = (times[0][0], max(until for _, until in times)) if times else (None, None)
        segments.add(text, start=start, end=end)
        return
    for said, start, end in words:
        segments.add(said, start=start, end=end)


def _chunk(node: Node) -> tuple[str, Any, Any]:
    times = list(node.items("timestamp", optional=True))
    if len(times) not in {0, 2}:
        raise node.at("timestamp").error(f"a list of {len(times)}, expected the start and the end")
    known = times and all(time.value is not None for time in times)
    start, end = both_or_none(times[0].seconds(), times[1].seconds()) if known else (None, None)
    return node.text("text").strip(), start, end
