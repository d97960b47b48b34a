"""What is looked at in whole columns: texts before they are scored, and counts after it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

if _kernel.name == "native":
    from mondegreen._kernel import _native as _implementation
else:
    from mondegreen._kernel import reference_looks as _implementation  # type: ignore[no-redef]

__all__ = [
    "Distinct",
    "are_ascii",
    "count_words",
    "first_repeated",
    "has_words",
    "kinds",
    "numbers",
    "rows_to_suspect",
]


def has_words(texts: Any) -> bool:
    """Whether any text of a column has a word; a list of tokens counts as one.

    >>> has_words(["", " "]), has_words(["", "so"])
    (False, True)
    """
    return bool(_kernel.checked(_implementation.has_words, texts))


def are_ascii(texts: Any) -> bool:
    """Whether all texts of a column are ASCII, or missing; anything else is not.

    >>> are_ascii(["so", None]), are_ascii(["só"])
    (True, False)
    """
    return bool(_kernel.checked(_implementation.are_ascii, texts))


def rows_to_suspect(
    references: Any, hypotheses: Any, insertions: array[int], hits: array[int] | None = None
) -> list[int]:
    """Return the rows with insertions that may be made up: no reference words, or repetitions.

    Where ``hits`` are given, a row with one is known to have reference words, and only its hypothesis is looked at.
    No row is left out in which six words, four phrases or thirty letters are the same in a row; others may be
    among them.
    """
    if not len(insertions):
        return []
    rows: list[int] = _kernel.checked(
        _implementation.rows_to_suspect, references, hypotheses, insertions, hits
    )
    return rows


def count_words(texts: Any, left_out: Sequence[int] = ()) -> int:
    """Return how many words the texts of a column have, without some rows.

    >>> count_words(["so it goes", None, "on"], [2])
    3
    """
    return int(_kernel.checked(_implementation.count_words, texts, set(left_out)))


def first_repeated(texts: Any) -> int | None:
    """Return the first row whose text is that of a row before it; ``None`` if all differ.

    >>> first_repeated(["a", "b", "a"]), first_repeated(["a", "b"])
    (2, None)
    """
    row: int | None = _kernel.checked(_implementation.first_repeated, texts)
    return row


class Distinct:
    """Whether ids that come a column at a time all differ.

    Nothing is kept of ids as long as each comes after the one before it, as the code points sort; of others
    there are eight bytes.

    >>> ids = Distinct()
    >>> [ids.add(column) for column in (["a", "b"], ["c"], ["d", None])]
    [True, True, False]
    >>> ids.are_distinct()
    True
    """

    def __init__(self, *, kept: bool = False) -> None:
        """Start with none; with ``kept`` something is kept of all ids, in order or not."""
        self._keys = array("Q")
        self._last, self._is_whole, self._kept = "", True, kept

    def add(self, ids: Any) -> bool:
        """Take more ids; return whether they are texts, and none is empty."""
        found = _kernel.checked(_implementation.id_keys, ids)
        if found is None:
            return False
        keys, ordered = found
        goes_on = ordered and not (self._keys or self._kept)
        if goes_on and len(keys) and str(ids[0]) > self._last:
            self._last = str(ids[-1])
        else:
            self._is_whole = self._is_whole and (bool(self._keys) or not self._last)
            self._keys += keys
        return True

    def are_distinct(self) -> bool | None:
        """Return whether all differ; ``None`` if that is not known, as the first were in order and not kept.

        That two different ids have one key has a chance of one in thousands.
        """
        if not self._is_whole:
            return None
        return not (self._keys and _implementation.any_equal(self._keys))


def numbers(rows: int, first: int = 1) -> Sequence[str | None]:
    """Return a column of the numbers from the first on, as texts: the names of rows without ids.

    >>> list(numbers(3))
    ['1', '2', '3']
    """
    return _implementation.numbers(rows) if first == 1 else _implementation.numbers(rows, first)


def kinds(columns: Sequence[array[int]]) -> tuple[array[int], list[tuple[int, ...]]]:
    """Return for each row of columns of counts the number of its kind, and the counts of each kind.

    Kinds are numbered from 0 in the order in which they come.

    >>> from array import array
    >>> kinds([array("q", [1, 2, 1]), array("q", [0, 0, 0])])
    (array('I', [0, 1, 0]), [(1, 0), (2, 0)])
    """
    if not len(columns[0]):  # it has no memory to look at
        return array("I"), []
    return _implementation.kinds(columns)
