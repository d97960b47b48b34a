"""Which alignment is chosen among the cheapest ones: the rules, as textbook dynamic programming.

An alignment is a list of steps, read from the beginning of both texts: ``EQUAL`` (a hit),
``SUBSTITUTE``, ``DELETE`` (a reference token without counterpart) and ``INSERT`` (a hypothesis
token without counterpart). A step's number is also its rank: the smaller one goes first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DELETE",
    "EQUAL",
    "INSERT",
    "SUBSTITUTE",
    "Steps",
    "Tokens",
    "as_rapidfuzz",
    "as_sclite",
    "least",
]

Tokens: TypeAlias = Sequence[str]
Steps: TypeAlias = list[int]

EQUAL, SUBSTITUTE, DELETE, INSERT = range(4)

LARGE, LEAST_ROWS, LEAST_COLUMNS = 1 << 20, 65, 10
"""From where on RapidFuzz takes a problem for a large one: in bytes, and in tokens."""

Cell: TypeAlias = tuple[int, int, int, int]
"""Weight, errors, minus hits, and the first step: the least tuple is the one to take."""


def least(
    reference: Tokens, hypothesis: Tokens, weights: tuple[int, int, int] = (1, 1, 1)
) -> Steps:
    """Return the steps of least weight, then fewest errors, then most hits.

    ``weights`` are those of a substitution, a deletion and an insertion; when all are 1, the
    weight is the number of errors. What is common at the beginning, then what is common at the
    end, is taken as hits, which never makes an alignment worse. The steps between them are read
    from the beginning, each the first of equal, substitute, delete, insert that keeps the optimum.

    >>> least("abc", "bcd") == [DELETE, EQUAL, EQUAL, INSERT]  # not three substitutions
    True
    """
    prefix, suffix = affixes(reference, hypothesis)
    middle = least_middle(
        reference[prefix : len(reference) - suffix],
        hypothesis[prefix : len(hypothesis) - suffix],
        weights,
    )
    return [EQUAL] * prefix + middle + [EQUAL] * suffix


def affixes(reference: Tokens, hypothesis: Tokens) -> tuple[int, int]:
    """Return the lengths of the common prefix and of the common suffix of what remains.

    >>> affixes("abcab", "abab")
    (2, 2)
    """
    same = takewhile(lambda pair: pair[0] == pair[1], zip(reference, hypothesis, strict=False))
    prefix = sum(1 for _ in same)
    rest = zip(reversed(reference[prefix:]), reversed(hypothesis[prefix:]), strict=False)
    return prefix, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))


def least_middle(reference: Tokens, hypothesis: Tokens, weights: tuple[int, int, int]) -> Steps:
    """Fill a table over the ends of both texts, then read the steps from its first cell."""
    substitution, deletion, insertion = weights
    rows, columns = len(reference), len(hypothesis)
    # table[row][column] is about aligning reference[row:] with hypothesis[column:].
    table: list[list[Cell]] = [[(0, 0, 0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for row in reversed(range(rows + 1)):
        for column in reversed(range(columns + 1)):
            ways = []
            if row < rows and column < columns:
                if reference[row] == hypothesis[column]:
                    ways.append(before(table[row + 1][column + 1], EQUAL, 0))
                else:
                    ways.append(before(table[row + 1][column + 1], SUBSTITUTE, substitution))
            if row < rows:
                ways.append(before(table[row + 1][column], DELETE, deletion))
            if column < columns:
                ways.append(before(table[row][column + 1], INSERT, insertion))
            if ways:
                table[row][column] = min(ways)
    steps = []
    row = column = 0
    while row < rows or column < columns:
        step = table[row][column][3]
        steps.append(step)
        row += step != INSERT
        column += step != DELETE
    return steps


def before(cell: Cell, step: int, weight: int) -> Cell:
    """Return what a cell becomes when a step is put before its alignment.

    >>> before((0, 0, -2, EQUAL), DELETE, 3)
    (3, 1, -2, 2)
    """
    total, errors, minus_hits, _ = cell
    return total + weight, errors + (step != EQUAL), minus_hits - (step == EQUAL), step


def as_sclite(
    reference: Tokens, hypothesis: Tokens, weights: tuple[int, int, int] = (1, 1, 1)
) -> Steps:
    """Return the steps of least weight that NIST's sclite would choose.

    The table is filled from the beginning of both texts and walked back from their end: over the
    diagonal if that costs at most as much as both others, else by a deletion if that costs less
    than an insertion, else by an insertion.

    >>> as_sclite("aab", "ac", (4, 3, 3)) == [DELETE, EQUAL, SUBSTITUTE]  # the later "a" is hit
    True
    """
    substitution, deletion, insertion = weights
    rows, columns = len(reference), len(hypothesis)
    costs = [[0] * (columns + 1) for _ in range(rows + 1)]
    steps = [[EQUAL] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows + 1):
        for column in range(columns + 1):
            ways = {}
            if row and column:
                same = reference[row - 1] == hypothesis[column - 1]
                change = 0 if same else substitution
                ways[EQUAL if same else SUBSTITUTE] = costs[row - 1][column - 1] + change
            if column:
                ways[INSERT] = costs[row][column - 1] + insertion
            if row:
                ways[DELETE] = costs[row - 1][column] + deletion
            if ways:
                step = min(ways, key=ways.__getitem__)  # the first of equally cheap ones
                costs[row][column], steps[row][column] = ways[step], step
    found = []
    row, column = rows, columns
    while row or column:
        step = steps[row][column]
        found.append(step)
        row -= step != INSERT
        column -= step != DELETE
    return found[::-1]


def as_rapidfuzz(reference: Tokens, hypothesis: Tokens, most: int | None = None) -> Steps:
    """Return the steps of fewest errors that RapidFuzz, and so jiwer, would choose.

    A small problem is walked back from its end. A large one is cut in two, at the middle of the
    hypothesis and at the first place of the reference where the costs of both halves add up to
    the least; each half is aligned by itself. ``most`` is the number of errors, or more: what
    RapidFuzz takes for the size of the problem.

    >>> as_rapidfuzz("abc", "bcd") == [DELETE, EQUAL, EQUAL, INSERT]
    True
    >>> as_rapidfuzz("ab", "bc") == [SUBSTITUTE, SUBSTITUTE]  # where `least` has a hit
    True
    """
    prefix, suffix = affixes(reference, hypothesis)
    first = reference[prefix : len(reference) - suffix]
    second = hypothesis[prefix : len(hypothesis) - suffix]
    rows, columns = len(first), len(second)
    longer = max(rows, columns)
    most = longer if most is None else min(most, longer)
    matrix_bytes = 2 * min(rows, 2 * most + 1) * columns // 8
    if matrix_bytes < LARGE or rows < LEAST_ROWS or columns < LEAST_COLUMNS:
        middle = walk_back(first, second)
    else:
        half = columns // 2
        left = last_costs(first, second[:half])
        right = last_costs(first[::-1], second[half:][::-1])[::-1]
        cut = min(range(rows + 1), key=lambda row: left[row] + right[row])
        middle = as_rapidfuzz(first[:cut], second[:half], left[cut])
        middle += as_rapidfuzz(first[cut:], second[half:], right[cut])
    return [EQUAL] * prefix + middle + [EQUAL] * suffix


def cost_columns(reference: Tokens, hypothesis: Tokens) -> Iterator[list[int]]:
    """Yield, for each beginning of the hypothesis, the costs of all beginnings of the reference.

    >>> list(cost_columns("ab", "b"))
    [[0, 1, 2], [1, 1, 1]]
    """
    column = list(range(len(reference) + 1))
    yield column
    for token in hypothesis:
        left, column = column, [column[0] + 1]
        for row, other in enumerate(reference):
            diagonal = left[row] + (other != token)
            column.append(min(diagonal, left[row + 1] + 1, column[row] + 1))
        yield column


def last_costs(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Return the costs of the whole hypothesis against all beginnings of the reference."""
    return deque(cost_columns(reference, hypothesis), maxlen=1)[0]


def walk_back(reference: Tokens, hypothesis: Tokens) -> Steps:
    """Walk back from the end of both texts by RapidFuzz's rule.

    Delete where a cell costs one more than the one above it; else insert where, in the column
    before, the cell costs one less than the one above it; else go diagonally.
    """
    table = list(cost_columns(reference, hypothesis))
    steps = []
    row, column = len(reference), len(hypothesis)
    while row and column:
        if table[column][row] == table[column][row - 1] + 1:
            steps.append(DELETE)
            row -= 1
        elif table[column - 1][row] == table[column - 1][row - 1] - 1:
            steps.append(INSERT)
            column -= 1
        else:
            row, column = row - 1, column - 1
            steps.append(EQUAL if reference[row] == hypothesis[column] else SUBSTITUTE)
    return [INSERT] * column + [DELETE] * row + steps[::-1]
