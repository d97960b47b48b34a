"""What formats with times or speakers are read to: one column for each field of a segment.

A column is a list, as long as there are segments. The words of all segments are columns of their own,
one after the other; the words of the segment in row ``r`` are those from ``offsets[r]`` to
``offsets[r + 1]``. A `Segment` is made on request.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from mondegreen.corpus.segment import Segment, Word, are_odd, is_odd

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Segment", "Segments", "Transcript", "Word", "Words", "are_odd", "is_odd"]

_T = TypeVar("_T")
_ZERO: Final = Decimal(0)
_PLAIN: Final = (
    *("text", "id", "recording", "channel", "speaker", "start", "end", "labels", "ignored", "line"),
)
"""The columns that have a value in each row."""


class _Absent(Enum):
    """What is in a column of `Segments.extra` where a segment has none of that name."""

    ABSENT = 0


_ABSENT: Final = _Absent.ABSENT


@dataclass(slots=True)
class Words(Sequence[Word]):
    """The words of one segment or of many, one column for each field of a `Word`."""

    text: list[str] = field(default_factory=list)
    start: list[Decimal | None] = field(default_factory=list)
    end: list[Decimal | None] = field(default_factory=list)
    confidence: list[Decimal | None] = field(default_factory=list)
    speaker: list[str | None] = field(default_factory=list)

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.text)

    @overload
    def __getitem__(self, at: int) -> Word: ...
    @overload
    def __getitem__(self, at: slice) -> Words: ...
    def __getitem__(self, at: int | slice) -> Word | Words:
        """Return one word, or the columns of some of them."""
        parts: Any = (column[at] for column in self.columns())
        return Words(*parts) if isinstance(at, slice) else Word(*parts)

    def __iter__(self) -> Iterator[Word]:
        """Make the words, one after the other."""
        return map(Word, *self.columns())

    def columns(self) -> tuple[list[Any], ...]:
        """Return all columns, in the order of the fields."""
        return self.text, self.start, self.end, self.confidence, self.speaker

    def take(self, rows: Sequence[int]) -> Words:
        """Return the words of some rows, in their order."""
        parts: Any = (list(map(column.__getitem__, rows)) for column in self.columns())
        return Words(*parts)

    def are_odd(self) -> bool:
        """Whether a time of any word is negative, or an end before its start."""
        return any(map(are_odd, self.start, self.end))


@dataclass(slots=True, eq=False)
class Segments(Sequence[Segment]):
    """The segments of a file, column by column.

    A reader calls `word` for each word that has more than its letters, then `add` for the segment of
    these words. Whoever has read columns already may give them all at once. After that nothing
    changes them: `take`, `replace` and `joined` return others, which share what is the same.

    Attributes:
        text: the words of each, as the format has them.
        id: their names.
        recording: the recordings (sessions) that they were cut from.
        channel: of the recordings.
        speaker: who said it.
        start: when each begins, in seconds; ``None`` if unknown.
        end: when each ends.
        labels: those of stm, without the brackets.
        ignored: whether what was said is not scored.
        line: where each is in the file; no part of a comparison.
        extra: other columns, by their names.
        words: the words of all, one after the other.
        offsets: where the words of each begin, and at last where all end.

    >>> segments = Segments()
    >>> segments.word("so")
    >>> segments.word("it")
    >>> segments.add("So, it", speaker="ada")
    >>> segments.add("goes", speaker="bo")
    >>> segments.text, segments.speaker, segments.offsets
    (['So, it', 'goes'], ['ada', 'bo'], [0, 2, 2])
    >>> segments[1].text, segments.take([1]).speaker
    ('goes', ['bo'])
    """

    text: list[str] = field(default_factory=list)
    id: list[str | None] = field(default_factory=list)
    recording: list[str | None] = field(default_factory=list)
    channel: list[str | None] = field(default_factory=list)
    speaker: list[str | None] = field(default_factory=list)
    start: list[Decimal | None] = field(default_factory=list)
    end: list[Decimal | None] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)
    ignored: list[bool] = field(default_factory=list)
    line: list[int | None] = field(default_factory=list)
    extra: dict[str, list[Any]] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    offsets: list[int] = field(default_factory=lambda: [0])

    @classmethod
    def of(cls, segments: Iterable[Segment]) -> Segments:
        """Return the columns of segments."""
        if isinstance(segments, cls):
            return segments
        found = cls()
        for each in segments:
            for word in each.words:
                found.word(word.text, word.start, word.end, word.confidence, word.speaker)
            values = {name: getattr(each, name) for name in _PLAIN}
            found.add(extra=each.extra, **values)
        return found

    @classmethod
    def of_columns(cls, text: list[str], **columns: list[Any] | dict[str, list[Any]]) -> Segments:
        """Return segments without words of their own from columns; what is not given is unknown."""
        rows = len(text)
        known: Any = {name: [None] * rows for name in _PLAIN} | {"ignored": [False] * rows}
        return cls(**known | columns | {"text": text, "offsets": [0] * (rows + 1)})

    def word(
        self,
        text: str,
        start: Decimal | None = None,
        end: Decimal | None = None,
        confidence: Decimal | None = None,
        speaker: str | None = None,
    ) -> None:
        """Add a word to the segment that `add` is called for next."""
        words = self.words
        words.text.append(text)
        words.start.append(start)
        words.end.append(end)
        words.confidence.append(confidence)
        words.speaker.append(speaker)

    def add(
        self,
        text: str,
        *,
        id: str | None = None,  # noqa: A002 - as the column is called
        recording: str | None = None,
        channel: str | None = None,
        speaker: str | None = None,
        start: Decimal | None = None,
        end: Decimal | None = None,
        labels: str | None = None,
        ignored: bool = False,
        extra: Mapping[str, Any] | None = None,
        line: int | None = None,
    ) -> None:
        """Add a segment, whose words are those since the one before it."""
        if extra or self.extra:
            self._add_extra(extra or {})
        self.text.append(text)
        self.id.append(id)
        self.recording.append(recording)
        self.channel.append(channel)
        self.speaker.append(speaker)
        self.start.append(start)
        self.end.append(end)
        self.labels.append(labels)
        self.ignored.append(ignored)
        self.line.append(line)
        self.offsets.append(len(self.words.text))

    def _add_extra(self, values: Mapping[str, Any]) -> None:
        row = len(self.text)
        for name in values:
            if name not in self.extra:
                self.extra[name] = [_ABSENT] * row
        for name, column in self.extra.items():
            column.append(values.get(name, _ABSENT))

    @property
    def is_held(self) -> bool:
        """Whether there are words since the last segment."""
        return self.offsets[-1] < len(self.words.text)

    @property
    def held(self) -> Words:
        """The words since the last segment."""
        return self.words[self.offsets[-1] :]

    def add_by_speaker(
        self,
        text: str | None = None,
        *,
        recording: str | None = None,
        channel: str | None = None,
        named: bool = True,
        between: str = " ",
    ) -> int:
        """Add the words since the last segment, cut where the speaker changes; return how many.

        Args:
            text: of them, if one speaker said them all; the words alone if not given.
            recording: of the segments.
            channel: of the segments.
            named: whether the words keep their speakers.
            between: what is between two words in a text that is made of them.
        """
        words, first = self.words, self.offsets[-1]
        speakers = words.speaker[first:]
        borders = [
            at for at, pair in enumerate(pairwise(speakers), first + 1) if pair[0] != pair[1]
        ]
        edges = [first, *borders, len(words)] if speakers else [first]
        for at, until in pairwise(edges):
            starts = [time for time in words.start[at:until] if time is not None]
            ends = [time for time in words.end[at:until] if time is not None]
            timed = bool(starts and ends)
            self.add(
                between.join(words.text[at:until]) if borders or text is None else text,
                recording=recording,
                channel=channel,
                speaker=words.speaker[at],
                start=starts[0] if timed else None,
                end=max(ends) if timed else None,
            )
            self.offsets[-1] = until
        if not named:
            words.speaker[first:] = [None] * len(speakers)
        return len(edges) - 1

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.text)

    @overload
    def __getitem__(self, row: int) -> Segment: ...
    @overload
    def __getitem__(self, row: slice) -> Segments: ...
    def __getitem__(self, row: int | slice) -> Segment | Segments:
        """Return one segment, or the columns of some of them."""
        if isinstance(row, slice):
            return self.take(range(*row.indices(len(self))))
        at = range(len(self))[row]
        values: dict[str, Any] = {name: getattr(self, name)[at] for name in _PLAIN}
        extra = {name: column[at] for name, column in self.extra.items()}
        return Segment(
            **values,
            words=tuple(self.words_of(at)),
            extra={name: value for name, value in extra.items() if value is not _ABSENT},
        )

    def __iter__(self) -> Iterator[Segment]:
        """Make the segments, one after the other."""
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same segments, wherever these are in their files."""
        if not isinstance(other, Segments):
            return NotImplemented
        return all(
            getattr(self, each.name) == getattr(other, each.name)
            for each in fields(self)
            if each.name not in {"line", "extra"}
        ) and _known(self.extra) == _known(other.extra)

    __hash__ = None  # type: ignore[assignment]

    def words_of(self, row: int) -> Words:
        """Return the words of one segment."""
        return self.words[self.offsets[row] : self.offsets[row + 1]]

    def has_words(self, row: int) -> bool:
        """Whether more is known of the words of a segment than its text."""
        return self.offsets[row] < self.offsets[row + 1]

    def place(self, row: int) -> str:
        """Return where a segment is in its file, in words."""
        line = self.line[row]
        return f"segment {row + 1}" if line is None else f"line {line}"

    def are_timed(self) -> bool:
        """Whether both times of every segment are known."""
        return None not in self.start and None not in self.end

    def odd_rows(self) -> list[int]:
        """Return the segments of which a time is negative, or an end before its start.

        Their own times and those of their words.
        """
        found = {row for row, odd in enumerate(map(are_odd, self.start, self.end)) if odd}
        if self.words.are_odd():
            found |= {row for row in range(len(self)) if self.words_of(row).are_odd()}
        return sorted(found)

    def extra_columns(self) -> dict[str, list[Any]]:
        """Return the other columns, with ``None`` where a segment has no such value."""
        return {
            name: [None if value is _ABSENT else value for value in column]
            for name, column in self.extra.items()
        }

    def take(self, rows: Sequence[int]) -> Segments:
        """Return the segments of some rows, in their order."""
        offsets, picked = [0], list[int]()
        for row in rows if self.words.text else ():
            picked += range(self.offsets[row], self.offsets[row + 1])
            offsets.append(len(picked))
        plain: dict[str, Any] = {name: _taken(getattr(self, name), rows) for name in _PLAIN}
        return Segments(
            **plain,
            extra=_known({name: _taken(column, rows) for name, column in self.extra.items()}),
            words=self.words.take(picked),
            offsets=offsets if self.words.text else [0] * (len(rows) + 1),
        )

    def in_order(self) -> Segments:
        """Return the same segments in the order of their starts.

        What has no start stays after the segment before it.
        """
        latest, starts = _ZERO, list[Decimal]()
        for start in self.start:
            latest = latest if start is None else start
            starts.append(latest)
        return self.take(sorted(range(len(self)), key=starts.__getitem__))

    def replace(self, **columns: Any) -> Segments:
        """Return the same segments with other columns; all others are shared."""
        kept = {each.name: getattr(self, each.name) for each in fields(self)}
        return Segments(**kept | columns)

    def without_words(self) -> Segments:
        """Return the same segments with nothing said of their words."""
        return self.replace(words=Words(), offsets=[0] * (len(self) + 1))

    def filled(self, name: str, value: Any) -> Segments:
        """Return the same segments with one value in all rows of a column."""
        return self.replace(**{name: [value] * len(self)})

    @classmethod
    def joined(cls, parts: Iterable[Segments]) -> Segments:
        """Return the segments of all parts, one after the other."""
        whole = cls()
        for part in parts:
            rows, first = len(whole), len(whole.words)
            for name in _PLAIN:
                getattr(whole, name).extend(getattr(part, name))
            for name in (*whole.extra, *part.extra):
                column = whole.extra.setdefault(name, [_ABSENT] * rows)
                if len(column) == rows and len(part):
                    column += part.extra.get(name, [_ABSENT] * len(part))
            for column, more in zip(whole.words.columns(), part.words.columns(), strict=True):
                column.extend(more)
            whole.offsets += [first + at for at in part.offsets[1:]]
        return whole

    def without_odd_times(self) -> Segments:
        """Return the same segments without times that cannot be, their own and those of their words.

        >>> from decimal import Decimal
        >>> segments = Segments()
        >>> segments.add("so", start=Decimal(2), end=Decimal(1))
        >>> segments.without_odd_times().start
        [None]
        """
        found = self.replace(**_possible(self.start, self.end))
        if self.words.are_odd():
            words = self.words
            times = _possible(words.start, words.end)
            found = found.replace(
                words=Words(
                    words.text, times["start"], times["end"], words.confidence, words.speaker
                )
            )
        return found


def _taken(column: list[_T], rows: Sequence[int]) -> list[_T]:
    return list(map(column.__getitem__, rows))


def _known(extra: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {
        name: column
        for name, column in extra.items()
        if any(value is not _ABSENT for value in column)
    }


def _possible(
    start: list[Decimal | None], end: list[Decimal | None]
) -> dict[str, list[Decimal | None]]:
    odd = list(map(are_odd, start, end))
    return {
        name: [None if out else time for time, out in zip(column, odd, strict=True)]
        for name, column in (("start", start), ("end", end))
    }


@dataclass(frozen=True, init=False)
class Transcript:
    """The segments of one file.

    Attributes:
        name: the file, as the user named it.
        format: the name of the format it was read as.
        segments: in the order of the file, column by column; made of any segments that are given.
        header: lines that say something of the whole, such as the categories of stm.
        failed: recordings that the recogniser failed on, with the reasons.
    """

    name: str
    format: str
    segments: Segments
    header: tuple[str, ...]
    failed: Mapping[str, str]

    def __init__(
        self,
        name: str,
        format: str,  # noqa: A002 - as the attribute is called
        segments: Iterable[Segment],
        header: Iterable[str] = (),
        failed: Mapping[str, str] | None = None,
    ) -> None:
        values = (name, format, Segments.of(segments), tuple(header), failed or {})
        for each, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, each.name, value)

    def with_segments(self, segments: Iterable[Segment]) -> Transcript:
        """Return the same with other segments."""
        return replace(self, segments=Segments.of(segments))
