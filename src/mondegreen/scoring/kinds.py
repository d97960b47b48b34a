"""The kinds of rows of a metric: the distinct counts, of which there are few.

Whatever a metric says of a row depends on its counts alone. So it is asked once per kind, and the answers
become columns by their codes.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, compress
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import looks

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["Coded", "Kinds"]


class Coded:
    """A column of few distinct values: a code per row, and the value of each code.

    >>> list(Coded(bytes([1, 0, 1]), ["no", "yes"]))
    ['yes', 'no', 'yes']
    """

    def __init__(self, codes: bytes | array[int], values: Sequence[Any]) -> None:
        self.codes, self.values = codes, values

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        return self.values[self.codes[row]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes)

    def to_pylist(self) -> list[Any]:
        """Return the value of each row."""
        return list(self)

    def replaced(self, others: Iterable[tuple[int, Any]]) -> Coded | list[Any]:
        """Return the column with other values in some rows."""
        found: Coded | list[Any] = replaced(self, list(others))
        return found


def replaced(column: Any, others: Sequence[tuple[int, Any]]) -> Any:
    """Return a column with other values in some rows; as it is if there are none."""
    if not others:
        return column
    changed = list(column)
    for row, value in others:
        changed[row] = value
    return changed


class Kinds:
    """The rows of a metric by their counts.

    Attributes:
        codes: the kind of each row.
        counts: the counts of each kind, in the order in which they come.
    """

    def __init__(self, columns: Sequence[array[int]]) -> None:
        self.codes, self.counts = looks.kinds(columns)

    def column(self, of: Callable[[tuple[int, ...]], Any]) -> Coded:
        """Return what a function says of the counts of each row."""
        return Coded(self.codes, list(map(of, self.counts)))

    def rows(self, holds: Callable[[tuple[int, ...]], Any]) -> list[int]:
        """Return the rows of whose counts a function holds."""
        return list(compress(range(len(self.codes)), self.column(holds)))

    def ordered(self, key: Callable[[tuple[int, ...]], Any], count: int | None = None) -> list[int]:
        """Return the rows in the order of a key of their counts, those of equal keys in order.

        Rows whose key is ``None`` are left out; ``count`` says how many at most are wanted.
        """
        keys = list(map(key, self.counts))
        ranks = {each: rank for rank, each in enumerate(sorted({*keys} - {None}))}
        of_kind = [ranks.get(each, len(ranks)) for each in keys]
        last = len(ranks)  # the first rank that nobody wants
        if count is not None:
            sizes = Counter[int]()
            for kind, size in Counter(self.codes).items():
                sizes[of_kind[kind]] += size
            enough = (rank for rank, size in enumerate(_sums(sizes, last)) if size >= count)
            last = min(last, next(enough, last) + 1)
        found = compress(
            range(len(self.codes)), Coded(self.codes, [each < last for each in of_kind])
        )
        return sorted(found, key=Coded(self.codes, of_kind).__getitem__)[:count]


def _sums(sizes: Counter[int], ranks: int) -> Iterator[int]:
    return accumulate(sizes[rank] for rank in range(ranks))
