"""Words that one side writes in several, by the two rules of the Open ASR Leaderboard.

``joined`` joins both sides where they differ in spaces alone, and then words are aligned by default;
``merged`` lets neighbouring words stand for one word of the other side at no cost, as kaldialign does.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeAlias

from mondegreen._kernel.reference_ties import DELETE, EQUAL, INSERT, SUBSTITUTE

if TYPE_CHECKING:
    from mondegreen._kernel.reference_ties import Steps, Tokens

__all__ = ["joined", "merged", "merged_steps"]

_Cell: TypeAlias = "tuple[int, _Cell | None, tuple[int, int, int]]"


def joined(reference: Tokens, hypothesis: Tokens) -> tuple[list[str], list[str]]:
    """Return both sides with runs joined that difflib finds different and that have the same letters.

    >>> joined("a white paper b".split(), "a whitepaper b".split())
    (['a', 'whitepaper', 'b'], ['a', 'whitepaper', 'b'])
    >>> joined("x white paper".split(), "y whitepaper".split())
    (['x', 'white', 'paper'], ['y', 'whitepaper'])
    """
    said: list[str] = []
    written: list[str] = []
    matcher = SequenceMatcher(None, list(reference), list(hypothesis))
    for tag, start, end, left, right in matcher.get_opcodes():
        sides = [list(reference[start:end]), list(hypothesis[left:right])]
        letters = ["".join(words) for words in sides]
        if tag == "replace" and letters[0] == letters[1]:
            sides = [[letters[0]], [letters[1]]]
        said += sides[0]
        written += sides[1]
    return said, written


def merged(reference: Tokens, hypothesis: Tokens) -> Steps:
    """Return the steps of the best alignment, where a merged word is as many hits as it has words.

    Only how many there are of each step means anything, not their order.

    >>> merged("a white paper".split(), "b whitepaper".split())
    [1, 0, 0]
    """
    found: list[int] = []
    for step, said, _ in merged_steps(reference, hypothesis):
        found += [step] * (said if step == EQUAL else 1)
    return found


def merged_steps(reference: Tokens, hypothesis: Tokens) -> list[tuple[int, int, int]]:
    """Return the steps of the best alignment, each with its number of words of both sides.

    A cell holds its errors, the cell before it and the step from there. Going on over the diagonal must be
    better than both other ways, a deletion better than an insertion, and merged words better than
    all three.

    >>> merged_steps("a white paper".split(), "b whitepaper".split())
    [(1, 1, 1), (0, 2, 1)]
    """
    table: list[list[_Cell]] = [[(0, None, (EQUAL, 0, 0))]]
    for _ in hypothesis:
        table[0].append((table[0][-1][0] + 1, table[0][-1], (INSERT, 0, 1)))
    for row, said in enumerate(reference, 1):
        first = table[-1][0]
        table.append([(first[0] + 1, first, (DELETE, 1, 0))])
        for column, written in enumerate(hypothesis, 1):
            wrong = int(said != written)
            diagonal, above, left = table[-2][column - 1], table[-2][column], table[-1][-1]
            cell: _Cell
            if diagonal[0] + wrong < min(above[0], left[0]) + 1:
                cell = (diagonal[0] + wrong, diagonal, (SUBSTITUTE if wrong else EQUAL, 1, 1))
            elif above[0] < left[0]:
                cell = (above[0] + 1, above, (DELETE, 1, 0))
            else:
                cell = (left[0] + 1, left, (INSERT, 0, 1))
            ways: list[_Cell] = [
                (before[0], before, (EQUAL, words, 1))
                for words in ending(reference, written, row)
                for before in [table[row - words][column - 1]]
            ]
            ways += [
                (before[0], before, (EQUAL, 1, words))
                for words in ending(hypothesis, said, column)
                for before in [table[-2][column - words]]
            ]
            table[-1].append(min([cell, *ways], key=lambda found: found[0]))
    steps = []
    at: _Cell = table[-1][-1]
    while at[1] is not None:
        steps.append(at[2])
        at = at[1]
    return steps[::-1]


def ending(words: Tokens, word: str, end: int) -> list[int]:
    """Return how many words before a place, two or more, are another one when they are joined.

    >>> ending("a white paper b".split(), "whitepaper", 3)
    [2]
    """
    found = []
    length = 0
    for start in range(end - 1, -1, -1):
        length += len(words[start])
        if length > len(word):
            break
        if length == len(word) and start < end - 1 and "".join(words[start:end]) == word:
            found.append(end - start)
    return found
