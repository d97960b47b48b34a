"""Alignments with tokens that are alike: native and reference agree in counts, and runs are alignments."""

from __future__ import annotations

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen._kernel import _native, reference

WORDS = list("abcd")
texts = st.lists(st.sampled_from(WORDS), max_size=9)
relations = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), max_size=5)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4), relations)
@settings(max_examples=400, deadline=None)
def test_runs_are_alignments_with_the_counts(pairs, alike) -> None:
    said, heard = [" ".join(a) for a, _ in pairs], [" ".join(b) for _, b in pairs]
    counts = _native.count_alike(said, heard, "word", alike, 1)[:4]
    for kernel in (_native, reference):
        starts, operations, *places = kernel.align_alike(said, heard, "word", alike)
        starts = array("q", starts)
        columns = [array("q", place) for place in places]
        for row, (first, second) in enumerate(pairs):
            found, r, h = [0, 0, 0, 0], 0, 0
            for at in range(starts[row], starts[row + 1]):
                r0, r1, h0, h1 = (column[at] for column in columns)
                assert (r0, h0) == (r, h)  # nothing is left out, and nothing is twice
                operation = operations[at]
                steps = max(r1 - r0, h1 - h0)
                assert steps
                assert (r1 - r0, h1 - h0) == (steps * (operation != 3), steps * (operation != 2))
                if operation in {0, 1}:
                    for a, b in zip(first[r0:r1], second[h0:h1], strict=True):
                        assert (a == b or (a, b) in alike) == (operation == 0)
                found[operation] += steps
                r, h = r1, h1
            assert (r, h) == (len(first), len(second))
            assert found == [column[row] for column in counts]
