"""Which words are right: the kernel finds what trying all alignments finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_nearest import Word, best, cost

from mondegreen import _kernel
from mondegreen._kernel import nearest
from mondegreen._kernel.nearest import Row, hits

times = st.none() | st.integers(-5, 20)
words = st.tuples(st.sampled_from("abc"), times, times)
sides = st.lists(words, max_size=6)
rows = st.lists(st.tuples(sides, sides), min_size=1, max_size=4)


def side(rows: list[list[Word]]) -> Row:
    listed = [word for row in rows for word in row]
    offsets = [sum(map(len, rows[:at])) for at in range(len(rows) + 1)]
    return Row(*([word[at] for word in listed] for at in range(3)), offsets)  # type: ignore[arg-type]


def found(rows: list[tuple[list[Word], list[Word]]]) -> list[list[tuple[int, int]]]:
    said, heard = side([row[0] for row in rows]), side([row[1] for row in rows])
    places = list(zip(*hits(said, heard), strict=True))
    return [
        [
            (one - said.offsets[row], other - heard.offsets[row])
            for one, other in places
            if said.offsets[row] <= one < said.offsets[row + 1]
        ]
        for row in range(len(rows))
    ]


@given(rows)
def test_hits_are_those_of_the_best_of_all_alignments(
    rows: list[tuple[list[Word], list[Word]]],
) -> None:
    for (said, heard), pairs in zip(rows, found(rows), strict=True):
        assert pairs == sorted(pairs)
        assert all(said[row][0] == heard[at][0] for row, at in pairs)
        least = best(said, heard)
        _, hits_of, far = cost(said, heard, pairs)
        assert (hits_of, far) == least[1:]


long = st.lists(st.tuples(st.sampled_from("abcdefgh"), times, times), max_size=150)


@given(long, long)
def test_as_many_hits_as_the_word_error_rate_counts(said: list[Word], heard: list[Word]) -> None:
    counted = _kernel.count([[each[0] for each in said]], [[each[0] for each in heard]]).sums[0]
    assert len(found([(said, heard)])[0]) == counted


@given(sides)
def test_a_shift_of_all_words_changes_no_hit(said: list[Word]) -> None:
    def later(word: Word) -> Word:
        return word[0], *(None if time is None else time + 10**6 for time in word[1:])  # type: ignore[return-value]

    (pairs,) = found([(said, list(map(later, said)))])
    assert pairs == [(at, at) for at in range(len(said))]


@given(rows)
def test_very_long_rows_have_as_many_hits(rows: list[tuple[list[Word], list[Word]]]) -> None:
    usual = found(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearest, "_MOST_CELLS", 4)
        long_ones = found(rows)
    assert list(map(len, long_ones)) == list(map(len, usual))
    for (said, heard), pairs in zip(rows, long_ones, strict=True):
        assert all(said[row][0] == heard[at][0] for row, at in pairs)
