"""The words of the rows of a corpus, with what is known of each: its times and its confidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.segment import are_odd
from mondegreen.corpus.table import describe
from mondegreen.corpus.times import exact, signed
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from mondegreen.corpus.resegmenting import Piece
    from mondegreen.corpus.segments import Segments, Words

__all__ = ["COLUMNS", "RowWords", "of_columns", "of_pieces", "of_places", "of_segments", "of_texts"]

_MICROSECONDS: Final = 1_000_000
_TEXTS: Final = ("word", "text", "value")
_STARTS: Final = ("start", "start_time")
_ENDS: Final = ("end", "end_time")
_CONFIDENCES: Final = ("confidence", "probability", "score", "conf")
_CONFIDENCES_ALONE: Final = "confidences"
COLUMNS: Final = (("reference_words",), ("hypothesis_words", "words"))
"""Columns that have lists of words, for each side."""


@dataclass(slots=True)
class RowWords:
    """The words of all rows, one after the other; those of row ``r`` begin at ``offsets[r]``.

    Attributes:
        text: the words.
        start: when each begins, in microseconds; ``None`` if not known.
        end: when each ends.
        confidence: what the system thinks of each, as it was written; ``None`` if not known.
        offsets: where the words of each row begin, and at last where all end.
    """

    text: list[str] = field(default_factory=list)
    start: list[int | None] = field(default_factory=list)
    end: list[int | None] = field(default_factory=list)
    confidence: list[Decimal | None] = field(default_factory=list)
    offsets: list[int] = field(default_factory=lambda: [0])

    def add(
        self,
        text: str,
        start: Decimal | None = None,
        end: Decimal | None = None,
        confidence: Decimal | None = None,
    ) -> None:
        """Add a word to the row that `end_row` is called for next; times in seconds.

        A negative time, or an end before its start, is not known.
        """
        if are_odd(start, end):
            start = end = None
        self.text.append(text)
        self.start.append(None if start is None else _microseconds(start))
        self.end.append(None if end is None else _microseconds(end))
        self.confidence.append(confidence)

    def end_row(self) -> None:
        """End a row; its words are those since the one before it."""
        self.offsets.append(len(self.text))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def rows(self) -> Iterator[range]:
        """Yield the places of the words of each row."""
        return map(range, self.offsets, self.offsets[1:])

    @classmethod
    def joined(cls, parts: Iterable[RowWords]) -> RowWords:
        """Return the rows of all parts, one after the other."""
        whole = cls()
        for part in parts:
            first = len(whole.text)
            whole.text += part.text
            whole.start += part.start
            whole.end += part.end
            whole.confidence += part.confidence
            whole.offsets += [first + at for at in part.offsets[1:]]
        return whole

    def take(self, rows: Iterable[int | None]) -> RowWords:
        """Return the words of some rows; a row that is ``None`` has none."""
        found = RowWords()
        for row in rows:
            if row is not None:
                part = slice(self.offsets[row], self.offsets[row + 1])
                found.text += self.text[part]
                found.start += self.start[part]
                found.end += self.end[part]
                found.confidence += self.confidence[part]
            found.end_row()
        return found


def _microseconds(time: Decimal) -> int:
    return int((time * _MICROSECONDS).to_integral_value())


def of_texts(texts: Iterable[Any]) -> RowWords:
    """Return the words of texts, or lists of tokens, of which nothing more is known."""
    found = RowWords()
    for text in texts:
        if isinstance(text, (str, list, tuple)):
            for word in text.split() if isinstance(text, str) else text:
                found.add(str(word))
        found.end_row()
    return found


def of_segments(segments: Segments) -> RowWords:
    """Return the words of segments.

    Where only a segment has times, its first word has its start, and its last word its end.
    """
    found = RowWords()
    for row, text in enumerate(segments.text):
        words = text.split()
        if segments.has_words(row):
            own = segments.words_of(row)
            texts = words if len(words) == len(own) else own.text  # the text has the punctuation
            for each, word in zip(texts, own, strict=True):
                found.add(each, word.start, word.end, word.confidence)
        else:
            last = len(words) - 1
            odd = are_odd(segments.start[row], segments.end[row])
            for at, each in enumerate(words):
                start = segments.start[row] if at == 0 and not odd else None
                end = segments.end[row] if at == last and not odd else None
                found.add(each, start, end)
        found.end_row()
    return found


def of_places(words: Words, rows: Sequence[Sequence[int]]) -> RowWords:
    """Return words row by row; ``rows`` has the places of the words of each."""
    found = RowWords()
    for row in rows:
        for at in row:
            found.add(words.text[at], words.start[at], words.end[at], words.confidence[at])
        found.end_row()
    return found


def of_pieces(
    hypotheses: Segments, pieces: Sequence[Piece], rows: Sequence[Sequence[int]]
) -> RowWords:
    """Return the words of which pieces are, row by row; ``rows`` has the places of the pieces of each.

    A word that is in several rows is in the first of them.
    """
    found, words = RowWords(), hypotheses.words
    homes: dict[int, int] = {}
    for number, row in enumerate(rows):
        last = None
        for at in row:
            piece = pieces[at]
            place = piece.word
            if place is None:
                ends = at + 1 == len(pieces) or pieces[at + 1].begins
                start = piece.start if piece.begins else None
                found.add(piece.text, start, piece.end if ends else None)
            elif place == last:
                found.text[-1] += piece.text
            elif homes.setdefault(place, number) == number:
                known = words.start[place], words.end[place], words.confidence[place]
                found.add(piece.text, *known)
                last = place
        found.end_row()
    return found


def of_columns(
    metadata: Mapping[str, Sequence[Any]],
    side: int,
    texts: Sequence[Any],
    name: Callable[[int], str],
) -> RowWords | None:
    """Return the words that columns of lists have; ``None`` where there is no such column.

    A column of `COLUMNS` has objects as ``{"word": "so", "start": 0.1, "end": 0.4, "confidence":
    0.9}``; the column ``confidences`` has a number per word of the hypothesis.

    Raises:
        InputError: something else is in it.
    """
    column = next((each for each in COLUMNS[side] if _has_lists(metadata.get(each, ()))), None)
    if column is not None:
        found = RowWords()
        for row, words in enumerate(metadata[column]):
            _add_listed(found, words, f"column {column!r}, {name(row)}")
            found.end_row()
        return found
    if side == 0 or _CONFIDENCES_ALONE not in metadata:
        return None
    found = of_texts(texts)
    for row, (places, given) in enumerate(
        zip(found.rows(), metadata[_CONFIDENCES_ALONE], strict=True)
    ):
        where = f"column {_CONFIDENCES_ALONE!r}, {name(row)}"
        if given is None:
            continue
        numbers = _listed(given, where)
        if len(numbers) != len(places):
            raise InputError(
                f"{where}: {len(numbers)} confidences for {len(places)} words; expected one per word"
            )
        found.confidence[places.start : places.stop] = [_number(each, where) for each in numbers]
    return found


def _has_lists(column: Sequence[Any]) -> bool:
    return any(isinstance(value, (list, tuple)) or hasattr(value, "tolist") for value in column)


def _add_listed(found: RowWords, words: Any, where: str) -> None:
    for word in () if words is None else _listed(words, where):
        if isinstance(word, str):
            found.add(word)
            continue
        if not isinstance(word, Mapping):
            raise InputError(f"{where}: a word is {describe(word)}, expected an object with word")
        text = _first(word, _TEXTS)
        if not isinstance(text, str):
            raise InputError(f"{where}: the text of a word is {describe(text)}, expected a text")
        start, end = (_time(_first(word, names), where) for names in (_STARTS, _ENDS))
        confidence = _first(word, _CONFIDENCES)
        found.add(text, start, end, None if confidence is None else _number(confidence, where))


def _listed(value: Any, where: str) -> list[Any]:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        raise InputError(f"{where} is {describe(value)}, expected a list")
    return list(value)


def _first(word: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((word[name] for name in names if word.get(name) is not None), None)


def _number(value: Any, where: str) -> Decimal | None:
    if value is None:
        return None
    number = None if value != value else signed(value)  # noqa: PLR0124 - only NaN is not itself
    if number is None:
        raise InputError(
            f"{where}: {describe(value)} is no confidence, expected a number from 0 to 1"
        )
    return number


def _time(value: Any, where: str) -> Decimal | None:
    if value is None:
        return None
    time = exact(value)
    if time is None:
        raise InputError(f"{where}: {describe(value)} is no time, expected seconds")
    return time
