"""Words touched by an alignment of letters: the rule of the space-insensitive word error rates.

The texts are aligned letter by letter, spaces left out, with fewest edits. A letter is a code point.
Among the alignments with equally few edits it is the one found by walking back from the ends of both
texts and taking, at each step, the first that keeps fewest edits: equal, substitute, delete, insert.

Where whole inserted words are counted, the words that both texts begin with and those that both end
with are equal before anything else is, and then what they begin and end with up to a word border of
both: else a letter of a word too many may take the place of the same letter in a right word, and the
word too many is none any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen._kernel.reference_ties import DELETE, EQUAL, INSERT, SUBSTITUTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Text", "Touched", "steps", "touch"]


class Touched(NamedTuple):
    """Words, each by its position, that edits touch or are made of; and word borders forgiven."""

    touched: list[int]
    inserted: list[int]
    splits: int
    joins: int


class Text(NamedTuple):
    """The letters of a text, and for each the position of its word among those with letters."""

    letters: str
    word_of: list[int]

    @classmethod
    def of(cls, tokens: Sequence[str]) -> Text:
        """Return the letters of tokens.

        >>> Text.of(["to", " ", "b e"])
        Text(letters='tobe', word_of=[0, 0, 1, 1])
        """
        words = [word for word in ("".join(token.split()) for token in tokens) if word]
        return cls("".join(words), [at for at, word in enumerate(words) for _ in word])

    def edge(self, at: int) -> bool:
        """Whether a place is between two words, or at an end."""
        return at in {0, len(self.letters)} or self.word_of[at - 1] != self.word_of[at]


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
    >>> touch(["one"], ["on", "e", "more"], "neighbour")
    Touched(touched=[0], inserted=[], splits=0, joins=0)
    """
    said, written = Text.of(reference), Text.of(hypothesis)
    counted = insertions == "count" or not said.letters
    first, last = common(said, written) if counted else (0, 0)
    middle = (text.letters[first : len(text.letters) - last] for text in (said, written))
    path = [EQUAL] * first + steps(*middle) + [EQUAL] * last

    touched: set[int] = set()
    broken: set[int] = set()  # hypothesis words with a letter that is not an insertion
    extra: list[tuple[int, int]] = []  # of each insertion, its word and the one it would touch
    splits = joins = row = column = 0
    before = None
    for step in path:
        if step == INSERT:
            extra.append((written.word_of[column], said.word_of[max(row - 1, 0)] if said[0] else 0))
        elif step == DELETE:
            touched.add(said.word_of[row])
        else:
            broken.add(written.word_of[column])
        if step == SUBSTITUTE:
            touched.add(said.word_of[row])
        if step == before == EQUAL:
            splits += written.edge(column) and not said.edge(row)
            joins += said.edge(row) and not written.edge(column)
        before = step
        row += step != INSERT
        column += step != DELETE
    inserted = {word for word, _ in extra if word not in broken} if counted else set()
    touched |= {neighbour for word, neighbour in extra if word not in inserted}
    return Touched(sorted(touched), sorted(inserted), splits, joins)


def common(said: Text, written: Text) -> tuple[int, int]:
    """Return how many letters at the beginning and at the end are equal before anything else is.

    >>> common(Text.of("so it is".split()), Text.of("soit was his".split()))
    (4, 0)
    """
    first = last = 0
    rows, columns = len(said.letters), len(written.letters)
    for whole_words in (True, False):
        places = ((first + at, first + at) for at in range(min(rows, columns) - first - last + 1))
        first += shared(said, written, places, 1, whole_words=whole_words)
        rest = range(min(rows, columns) - first - last + 1)
        places = ((rows - last - at, columns - last - at) for at in rest)
        last += shared(said, written, places, 0, whole_words=whole_words)
    return first, last


def shared(
    said: Text, written: Text, places: Iterable[tuple[int, int]], after: int, *, whole_words: bool
) -> int:
    """Return how many places on there is a word border of both, with equal letters up to it.

    ``after`` is 1 where the letter passed is before a place. With ``whole_words`` there may
    be no border of one text alone on the way.
    """
    found = 0
    for length, (row, column) in enumerate(places):
        if length and said.letters[row - after] != written.letters[column - after]:
            break
        if said.edge(row) and written.edge(column):
            found = length
        elif whole_words and said.edge(row) != written.edge(column):
            break
    return found


def steps(reference: str, hypothesis: str) -> list[int]:
    """Return the steps of the alignment, from the beginning.

    >>> steps("ab", "aaa")  # insert, equal, substitute
    [3, 0, 1]
    """
    costs = table(reference, hypothesis)
    path = []
    row, column = len(reference), len(hypothesis)
    while row or column:
        cost = costs[row][column]
        if row and column and reference[row - 1] == hypothesis[column - 1]:
            step = EQUAL
        elif row and column and cost == costs[row - 1][column - 1] + 1:
            step = SUBSTITUTE
        elif row and cost == costs[row - 1][column] + 1:
            step = DELETE
        else:
            step = INSERT
        path.append(step)
        row -= step != INSERT
        column -= step != DELETE
    return path[::-1]


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
