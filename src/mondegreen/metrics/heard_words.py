"""The words of both sides with their times and confidences, and which words are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen._kernel.nearest import Row, hits
from mondegreen.corpus.row_words import RowWords, of_texts
from mondegreen.corpus.table import as_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["HeardWords", "heard_words", "normalized"]

_EQUAL: Final = 0
"""The operation of a run of equal words."""


@dataclass(frozen=True, slots=True)
class HeardWords:
    """The words of all rows.

    Attributes:
        reference: what was said.
        hypothesis: what the system wrote.
        pairs: the places of the words of both that are equal and against each other.
    """

    reference: RowWords
    hypothesis: RowWords
    pairs: tuple[list[int], list[int]]

    def sides(self) -> list[list[list[str]]]:
        """Return the words of each row, of both sides."""
        return [
            [side.text[places.start : places.stop] for places in side.rows()]
            for side in (self.reference, self.hypothesis)
        ]

    def aligned(self, ties: str, weights: tuple[int, int, int] | None) -> HeardWords:
        """Return the same words with the pairs of another rule than fewest errors, most hits, near in time."""
        said, heard = self.sides()
        runs = _kernel.align(said, heard, ties=ties, weights=weights)
        pairs: tuple[list[int], list[int]] = ([], [])
        for row, (mine, other) in enumerate(
            zip(self.reference.rows(), self.hypothesis.rows(), strict=True)
        ):
            for run in range(runs.starts[row], runs.starts[row + 1]):
                if runs.operations[run] == _EQUAL:
                    ends = runs.reference_ends[run], runs.hypothesis_ends[run]
                    pairs[0].extend(
                        range(mine.start + runs.reference_starts[run], mine.start + ends[0])
                    )
                    pairs[1].extend(
                        range(other.start + runs.hypothesis_starts[run], other.start + ends[1])
                    )
        return HeardWords(self.reference, self.hypothesis, pairs)


def heard_words(
    known: tuple[RowWords | None, RowWords | None],
    texts: tuple[Any, Any],
    parts: Iterable[tuple[Callable[[Any], Any], Iterable[int]]],
    unit: str = "word",
) -> HeardWords:
    """Return the normalized words of both sides.

    Args:
        known: the words of each side of which something is known.
        texts: the texts of both sides, before the normalizer.
        parts: what normalizes texts, and the rows that it is for.
        unit: ``word``, or ``mixed``: single characters where a script has no spaces between words.
    """
    listed = [(by, list(rows)) for by, rows in parts]
    said, heard = (
        normalized(of_texts(as_list(column)) if words is None else words, listed, unit)
        for words, column in zip(known, texts, strict=True)
    )
    sides = [Row(side.text, side.start, side.end, side.offsets) for side in (said, heard)]
    return HeardWords(said, heard, hits(*sides))


def normalized(
    words: RowWords, parts: list[tuple[Callable[[Any], Any], list[int]]], unit: str
) -> RowWords:
    """Return the words, each normalized by itself.

    Of a word that becomes several the first has the start, the last the end, and all have the
    confidence.
    """
    texts: list[str] = list(words.text)
    rows = list(words.rows())
    for by, chosen in parts:
        places = [at for row in chosen for at in rows[row]]
        made = as_list(by([words.text[at] for at in places])) if places else []
        for at, text in zip(places, made, strict=True):
            texts[at] = text
    found = RowWords()
    for row in rows:
        for at in row:
            pieces = texts[at].split() if unit == "word" else _kernel.tokens(texts[at], unit)
            for number, piece in enumerate(pieces):
                found.text.append(piece)
                found.start.append(words.start[at] if number == 0 else None)
                found.end.append(words.end[at] if number + 1 == len(pieces) else None)
                found.confidence.append(words.confidence[at])
        found.end_row()
    return found
