"""What formats of segments have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Final

from mondegreen.corpus.format import Format
from mondegreen.corpus.segments import Segment, Transcript, Word
from mondegreen.corpus.table import Table
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = [
    "Losses",
    "SegmentFormat",
    "is_silent",
    "one_line",
    "one_word",
    "timed_words",
]

Losses = Counter[str]
_NOT_SCORED: Final = "segments marked as not to be scored"
_EVEN: Final = Decimal("0.001")


class SegmentFormat(Format):
    """A format that is read to segments and written from them."""

    time_unit = "seconds"
    log_confidence: ClassVar[bool] = False
    """Whether confidences of words are natural logarithms of probabilities."""

    @abstractmethod
    def read_segments(self, source: Source) -> Transcript:
        """Read the whole source.

        Raises:
            ParseError: the content breaks the format.
        """

    def read_hypotheses(self, source: Source) -> Transcript:
        """Read the source for what a recogniser wrote, where the format may hold both sides."""
        return self.read_segments(source)

    def spoken(self, text: str) -> str:
        """Return the words of a text that are scored, without what the format marks next to them."""
        return text

    def read(self, source: Source) -> Table:
        """Read every segment that is scored."""
        return self.table(self.read_segments(source))

    def table(self, transcript: Transcript) -> Table:
        """Return the segments that are scored as rows; times are numbers of seconds there."""
        segments = transcript.segments
        left_out = []
        if any(segments.ignored):
            left_out = [segments.place(row) for row, out in enumerate(segments.ignored) if out]
            segments = segments.take([row for row, out in enumerate(segments.ignored) if not out])
        columns: dict[str, Column] = {}
        if segments and all(segments.id):
            columns["id"] = segments.id
        columns["text"] = [self.spoken(text) for text in segments.text]
        for name in ("recording", "channel", "speaker", "labels"):
            values = getattr(segments, name)
            if any(value is not None for value in values):
                columns[name] = values
        for name in ("start", "end"):
            times = getattr(segments, name)
            if any(time is not None for time in times):
                columns[name] = [None if time is None else float(time) for time in times]
        for name, values in segments.extra_columns().items():
            columns.setdefault(name, values)
        known = [line for line in segments.line if line is not None]
        return Table(
            transcript.name,
            self.name,
            columns,
            known if len(known) == len(segments) else None,
            transcript=True,
            left_out={_NOT_SCORED: left_out} if left_out else {},
        )

    def error(self, segment: Segment, number: int, missing: str) -> InputError:
        """Return the error for a segment that cannot be written."""
        where = f"segment {number}" if segment.line is None else f"line {segment.line}"
        return InputError(
            f"{where} has no {missing}, without which no {self.name} can be written; "
            "choose another format with --to"
        )

    def needs_times(self, transcript: Transcript) -> None:
        """Refuse segments without times."""
        segments = transcript.segments
        for row, times in enumerate(zip(segments.start, segments.end, strict=True)):
            if None in times:
                raise self.error(segments[row], row + 1, "start and end")


def one_line(text: str, losses: Losses) -> str:
    r"""Return a text without breaks of lines, which would end it.

    >>> one_line("so\n it\tgoes", Counter())
    'so it\tgoes'
    """
    if not any(mark in text for mark in "\n\r"):
        return text
    losses["line breaks in texts became spaces"] += 1
    return " ".join(filter(None, (part.strip() for part in text.splitlines())))


def one_word(name: str | None, losses: Losses, missing: str, what: str = "name") -> str:
    """Return a name without white space, which would end it; ``missing`` where there is none.

    ``what`` says what it is the name of: ``channel``, ``recording``, ``speaker``.

    >>> one_word("Ada King", Counter(), "-"), one_word(None, Counter(), "-")
    ('Ada_King', '-')
    """
    if not name:
        if missing and missing != "<NA>":
            losses[f"segments got {missing!r} as {what}, which is not known"] += 1
        return missing
    parts = name.split()
    if parts == [name]:
        return name
    losses["white space in names became _"] += 1
    return "_".join(parts) or missing


def timed_words(segment: Segment, losses: Losses) -> Iterator[Word]:
    """Yield the words with their times.

    Words without times share the time between those of their neighbours, or the whole segment if no
    word has any, by their letters. They are counted in ``losses``.
    """
    words = segment.words or tuple(map(Word, segment.text.split()))
    if any(word.start is None or word.end is None for word in words) and not segment.is_timed:
        return
    begin, held = segment.start, list[Word]()
    for word in words:
        if word.start is None or word.end is None:
            held.append(word)
            continue
        yield from _spread(held, begin, word.start, losses)
        held = []
        yield word
        begin = word.end
    yield from _spread(held, begin, segment.end, losses)


def _spread(
    words: Sequence[Word], start: Decimal | None, end: Decimal | None, losses: Losses
) -> Iterator[Word]:
    """Yield words that share the time between two others, or none of it where those overlap."""
    if not words or start is None or end is None:
        return
    losses["word times are not known and were spread evenly over their segments"] += len(words)
    whole = sum(len(word.text) for word in words) or 1
    length, at, begin = max(end - start, Decimal(0)), 0, start
    for word in words:
        at += len(word.text)
        until = max(begin, min(start + (length * at / whole).quantize(_EVEN), start + length))
        yield Word(word.text, begin, until, word.confidence, word.speaker)
        begin = until


def words_for(segment: Segment, losses: Losses) -> list[Word]:
    """Return the words for a format in which only words have times."""
    if segment.is_timed and segment.text.split():
        return list(timed_words(segment, losses))
    return list(segment.words or map(Word, segment.text.split()))


def is_silent(segment: Segment) -> bool:
    """Whether a segment has no words."""
    return not segment.words and not segment.text.split()


def count_borders(segments: Sequence[Segment], losses: Losses) -> None:
    """Count what words do not show: segments without any, borders between those of one speaker."""
    before: Segment | None = None
    for segment in segments:
        losses["segments without words"] += len(segments) > 1 and is_silent(segment)
        same = before is not None and (before.speaker, before.channel) == (
            segment.speaker,
            segment.channel,
        )
        losses["borders between segments of one speaker"] += same
        before = segment
