"""What single items of a metric are made of: listed words, marks, capitals."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

__all__ = ["ItemScore", "Items"]


class ItemScore(NamedTuple):
    """How often one item was said, kept and written; a rate by nothing is ``None``.

    >>> score = ItemScore("Orla", said=4, kept=3, written=6)
    >>> score.recall, score.precision, score.f1
    (0.75, 0.5, 0.6)
    """

    item: str
    said: int = 0
    kept: int = 0
    written: int = 0

    @property
    def recall(self) -> float | None:
        """Kept over said."""
        return self.kept / self.said if self.said else None

    @property
    def precision(self) -> float | None:
        """Kept over written."""
        return self.kept / self.written if self.written else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        both = self.said + self.written
        return 2 * self.kept / both if both else None

    def to_dict(self) -> dict[str, Any]:
        """Return counts and rates as plain values."""
        rates = {"recall": self.recall, "precision": self.precision, "f1": self.f1}
        return {**self._asdict(), **rates}


class Items:
    """Counts of items by row, as columns: row, item, said, kept, written.

    >>> items = Items()
    >>> items.add(0, "Orla", said=1, kept=0, written=1)
    >>> items.add(7, "Orla", said=1, kept=1, written=1)
    >>> items.scores()
    [ItemScore(item='Orla', said=2, kept=1, written=2)]
    """

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.columns = tuple(array("q") for _ in range(5))

    def add(self, row: int, item: str, *, said: int, kept: int, written: int) -> None:
        """Add the counts of an item in a row."""
        code = self.names.setdefault(item, len(self.names))
        for column, number in zip(self.columns, (row, code, said, kept, written), strict=True):
            column.append(number)

    def extend(self, other: Items, start: int) -> None:
        """Add those of other rows, which come from ``start`` on."""
        codes = [self.names.setdefault(item, len(self.names)) for item in other.names]
        rows, items, *counts = other.columns
        self.columns[0].extend(map(start.__add__, rows))
        self.columns[1].extend(map(codes.__getitem__, items))
        for column, more in zip(self.columns[2:], counts, strict=True):
            column.extend(more)

    def scores(self, left_out: Container[int] = ()) -> list[ItemScore]:
        """Return the sums over all rows but some, the item said most often first."""
        sums = [[0, 0, 0] for _ in self.names]
        for row, code, *counts in zip(*self.columns, strict=True):
            if row not in left_out:
                sums[code] = [
                    total + number for total, number in zip(sums[code], counts, strict=True)
                ]
        found = [ItemScore(name, *sums[code]) for name, code in self.names.items()]
        there = [score for score in found if score.said or score.written]
        return sorted(there, key=lambda score: (-score.said, -score.written, score.item))

    @staticmethod
    def total(scores: Iterable[ItemScore]) -> ItemScore:
        """Return all together."""
        sums = [sum(column) for column in zip(*(score[1:] for score in scores), strict=True)]
        return ItemScore("all", *sums)
