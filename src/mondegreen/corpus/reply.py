"""What the JSON of recognisers has in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.json_document import Node, parse, to_json
from mondegreen.corpus.segmented import Losses, SegmentFormat
from mondegreen.corpus.segments import Segment, Segments, Transcript, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from decimal import Decimal

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = [
    "WORDS",
    "ReplyFormat",
    "WrittenReply",
    "both_or_none",
    "end_of",
    "given",
    "times_of",
    "word_of",
]

WORDS: Final = frozenset({"text", "speaker", "times", "words", "word times", "confidence"})


class ReplyFormat(SegmentFormat):
    """One JSON document for one recording."""

    expected: ClassVar[str]
    """What the document is, for messages."""
    keys: ClassVar[tuple[frozenset[str], ...]]
    """Sets of keys of which one must be there, anywhere in the document; the largest counts."""
    shared_suffixes = (".json",)
    by_recognisers = True

    def recognise(self, sample: Sample) -> int:
        """Look for the keys of this recogniser in an object."""
        if sample.opening != "{" or sample.is_json_lines:
            return Certainty.NO
        found = max((len(each) for each in self.keys if each <= sample.keys), default=0)
        return Certainty.MARKS + found if found else Certainty.NO

    @abstractmethod
    def fill(self, segments: Segments, root: Node) -> None:
        """Add the segments of a document."""

    def read_segments(self, source: Source) -> Transcript:
        """Read the document; one in which nothing was said is one empty segment."""
        root = parse(source, self.expected)
        segments = Segments()
        self.fill(segments, root)
        if not segments:
            segments.add("")
        return Transcript(source.name, self.name, segments)


class WrittenReply(ReplyFormat):
    """One that is written too."""

    @abstractmethod
    def document(self, segments: Segments, losses: Losses) -> Any:
        """Return the document that holds segments."""

    def write(self, transcript: Transcript, losses: Losses) -> str:
        """Write the document."""
        return to_json(self.document(transcript.segments, losses))


def word_of(
    node: Node,
    text: str,
    start: str = "start",
    end: str = "end",
    *,
    confidence: str = "confidence",
    speaker: str | None = None,
    scale: int = 0,
) -> tuple[Any, ...]:
    """Return the text of the word that an object describes, its times, confidence and speaker.

    That is what `Segments.word` takes.

    Args:
        node: the object.
        text: the key of the text.
        start: the key of its start.
        end: the key of its end.
        confidence: the key of its confidence.
        speaker: the key of its speaker.
        scale: the power of ten that makes seconds of its times.
    """
    times = both_or_none(node.maybe_time(start, scale), node.maybe_time(end, scale))
    return (
        node.text(text).strip(),
        *times,
        node.number(confidence),
        None if speaker is None else node.label(speaker),
    )


def times_of(node: Node, start: str = "start", end: str = "end", scale: int = 0) -> dict[str, Any]:
    """Return the times of an object by their names; both are ``None`` where one is not known."""
    begin, until = both_or_none(node.maybe_time(start, scale), node.maybe_time(end, scale))
    return {"start": begin, "end": until}


def both_or_none(start: Any, end: Any) -> tuple[Decimal | None, Decimal | None]:
    """Return both times, or none of them where one is not known."""
    if start is None or end is None:
        return None, None
    return start, end


def given(**values: Any) -> dict[str, Any]:
    """Return the values that are there, by their keys.

    >>> given(start=0, speaker=None)
    {'start': 0}
    """
    return {key: value for key, value in values.items() if value is not None}


def end_of(segments: Segments) -> Decimal | None:
    """Return when the last segment ends."""
    return max((end for end in segments.end if end is not None), default=None)


def all_words(segments: Iterable[Segment]) -> Iterator[tuple[Segment, Word]]:
    """Yield every word with its segment, whose text is in where no words are known."""
    for segment in segments:
        for word in segment.words or map(Word, segment.text.split()):
            yield segment, word
