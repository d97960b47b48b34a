"""Words that one side writes in several, by the two rules of the Open ASR Leaderboard.

``joined`` joins both sides where they differ in spaces alone, and then words are aligned by default;
``merged`` lets neighbouring words stand for one word of the other side at no cost, as kaldialign does.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from mondegreen._kernel.reference_ties import DELETE, EQUAL, INSERT, SUBSTITUTE

if TYPE_CHECKING:
    from mondegreen._kernel.reference_ties import Steps, Tokens

__all__ = ["joined", "merged"]


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

    Only how many there are of each step means anything, not their order. A cell holds errors,
    substitutions, deletions and insertions. Going on over the diagonal must be better than both other
    ways, a deletion better than an insertion, and merged words better than all three.

    >>> merged("a white paper".split(), "b whitepaper".split())
    [0, 0, 1]
    """
    table = [[(column, 0, 0, column) for column in range(len(hypothesis) + 1)]]
    for row, said in enumerate(reference, 1):
        table.append([(row, 0, row, 0)])
        for column, written in enumerate(hypothesis, 1):
            wrong = int(said != written)
            diagonal, above, left = table[-2][column - 1], table[-2][column], table[-1][-1]
            if diagonal[0] + wrong < min(above[0], left[0]) + 1:
                errors, substitutions, deletions, insertions = diagonal
                cell = (errors + wrong, substitutions + wrong, deletions, insertions)
            elif above[0] < left[0]:
                errors, substitutions, deletions, insertions = above
                cell = (errors + 1, substitutions, deletions + 1, insertions)
            else:
                errors, substitutions, deletions, insertions = left
                cell = (errors + 1, substitutions, deletions, insertions + 1)
            before = [
                *(table[row - words][column - 1] for words in ending(reference[:row], written)),
                *(table[-2][column - words] for words in ending(hypothesis[:column], said)),
            ]
            table[-1].append(min([cell, *before], key=lambda found: found[0]))
    _, substitutions, deletions, insertions = table[-1][-1]
    hits = len(reference) - substitutions - deletions
    return (
        [EQUAL] * hits + [SUBSTITUTE] * substitutions + [DELETE] * deletions + [INSERT] * insertions
    )


def ending(words: Tokens, word: str) -> list[int]:
    """Return how many of the last words, two or more, are another one when they are joined.

    >>> ending("a white paper".split(), "whitepaper")
    [2]
    """
    return [
        count for count in range(2, len(words) + 1) if "".join(words[len(words) - count :]) == word
    ]
