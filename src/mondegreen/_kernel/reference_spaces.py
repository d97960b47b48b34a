"""Words touched by an alignment of letters: the rule of the space-insensitive word error rates.

The texts are aligned letter by letter, spaces left out, with fewest edits. A letter is a code point.
Among the alignments with equally few edits it is the one found by walking back from the ends of both
texts and taking, at each step, the first that keeps fewest edits: equal, substitute, delete, insert.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Touched", "letters_of", "touch"]


class Touched(NamedTuple):
    """Words, each by its position, that edits touch or are made of; and word borders forgiven."""

    touched: list[int]
    inserted: list[int]
    splits: int
    joins: int


def letters_of(tokens: Sequence[str]) -> tuple[str, list[int]]:
    """Return the letters of tokens, and for each the position of its word among those with any.

    >>> letters_of(["to", " ", "b e"])
    ('tobe', [0, 0, 1, 1])
    """
    words = [word for word in ("".join(token.split()) for token in tokens) if word]
    return "".join(words), [at for at, word in enumerate(words) for _ in word]


def touch(reference: Sequence[str], hypothesis: Sequence[str], insertions: str) -> Touched:
    """Return which words of two lists are touched by edits.

    A substituted or deleted letter touches its word. An inserted one touches the word of the
    reference letter before it, at the beginning the first word; with ``insertions="count"`` those
    that fill a hypothesis word touch nothing, and the word is inserted. So is every hypothesis word
    where the reference has none.

    >>> touch(["a", "b"], ["aaa"], "count")
    Touched(touched=[0, 1], inserted=[], splits=0, joins=0)
    >>> touch(["one"], ["on", "e", "more"], "count")
    Touched(touched=[], inserted=[2], splits=1, joins=0)
    >>> touch(["one"], ["one", "more"], "neighbour")
    Touched(touched=[0], inserted=[], splits=0, joins=0)
    """
    said, word_of = letters_of(reference)
    written, hypothesis_word_of = letters_of(hypothesis)
    costs = table(said, written)
    touched: set[int] = set()
    inserted_letters: list[tuple[int, int]] = []  # the hypothesis word, and the word it would touch
    broken: set[int] = set()  # hypothesis words with a letter that is no insertion
    borders = {"splits": 0, "joins": 0}
    row, column, equal_behind = len(said), len(written), False
    while row or column:
        cost = costs[row][column]
        diagonal = costs[row - 1][column - 1] if row and column else None
        equal = row > 0 and column > 0 and said[row - 1] == written[column - 1]
        if equal:
            if equal_behind:
                here = word_of[row - 1] != word_of[row]
                there = hypothesis_word_of[column - 1] != hypothesis_word_of[column]
                borders["splits"] += there and not here
                borders["joins"] += here and not there
            broken.add(hypothesis_word_of[column - 1])
            row, column = row - 1, column - 1
        elif diagonal is not None and cost == diagonal + 1:
            touched.add(word_of[row - 1])
            broken.add(hypothesis_word_of[column - 1])
            row, column = row - 1, column - 1
        elif row and cost == costs[row - 1][column] + 1:
            touched.add(word_of[row - 1])
            row -= 1
        else:
            neighbour = word_of[max(row - 1, 0)] if word_of else -1
            inserted_letters.append((hypothesis_word_of[column - 1], neighbour))
            column -= 1
        equal_behind = equal
    inserted: set[int] = set()
    for word, neighbour in inserted_letters:
        if word in broken or (insertions == "neighbour" and word_of):
            touched.add(neighbour)
        else:
            inserted.add(word)
    return Touched(sorted(touched), sorted(inserted), borders["splits"], borders["joins"])


def table(reference: str, hypothesis: str) -> list[list[int]]:
    """Return the edit distances of all prefixes.

    >>> table("ab", "b")
    [[0, 1], [1, 1], [2, 1]]
    """
    rows = [list(range(len(hypothesis) + 1))]
    for letter in reference:
        above = rows[-1]
        row = [above[0] + 1]
        for at, other in enumerate(hypothesis):
            row.append(min(above[at] + (letter != other), above[at + 1] + 1, row[at] + 1))
        rows.append(row)
    return rows
