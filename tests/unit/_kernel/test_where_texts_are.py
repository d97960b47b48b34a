"""Texts that are used where they are: the same counts, statuses and errors as of texts that are copied."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen import _kernel
from mondegreen._kernel import looks, reference_looks
from mondegreen.errors import InputError, MondegreenError

WORDS = st.sampled_from(["so", "it", "go\u0308", "日本", "\u3000", "", "goes"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


def columns_of(texts: list[str | None]) -> list[Any]:
    """Return the same texts as lists and as all columns that are not copied."""
    pa = pytest.importorskip("pyarrow")
    chunks = pa.chunked_array(
        [texts[:1], [], texts[1:3], texts[3:]],
        pa.string(),
    )
    lines = "".join(f"{text}\n" for text in texts).encode()
    whole = [] if None in texts else [_kernel.split_lines(lines, "x", 2**20)]
    return [
        texts,
        pa.array(texts, pa.large_string()),
        pa.array(texts, pa.string_view()),
        chunks,
        *whole,
    ]


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.none() | TEXTS, st.none() | TEXTS), min_size=1, max_size=8),
    st.sampled_from(["word", "character", "grapheme", "mixed"]),
    st.integers(1, 2),
)
def test_counts_do_not_depend_on_where_texts_are(
    pairs: list[tuple[str | None, str | None]], unit: str, threads: int
) -> None:
    said, heard = map(list, zip(*pairs, strict=True))
    expected = _kernel.count(said, heard, unit=unit)
    for references, hypotheses in product(columns_of(said), columns_of(heard)):
        assert _kernel.count(references, hypotheses, unit=unit, threads=threads) == expected


def test_more_rows_than_are_taken_at_once() -> None:
    said = [f"so it goes {row % 7}" for row in range(1000)]
    heard = [f"so it went {row % 5}" for row in range(1000)]
    expected = _kernel.count(said, heard)
    for references, hypotheses in product(columns_of(said), columns_of(heard)):
        assert _kernel.count(references, hypotheses) == expected


@pytest.mark.parametrize("row", [0, 300, 599])
def test_bytes_that_are_no_utf8_are_named_by_row(row: int) -> None:
    pa = pytest.importorskip("pyarrow")
    texts = [b"so it goes"] * 600
    texts[row] = b"so \xff"
    column = pa.array(texts, pa.binary()).view(pa.string())
    for sides in ((column, ["so"] * 600), (["so"] * 600, column)):
        with pytest.raises(InputError, match=f"row {row + 1}\\b") as found:
            _kernel.count(*sides)
        assert isinstance(found.value, MondegreenError)


def test_a_reference_with_hits_is_not_looked_at() -> None:
    said, heard = ["", "a b", " "], ["x", "a b c", "y"]
    counts = _kernel.count(said, heard)
    suspects = [
        kernel.rows_to_suspect(said, heard, counts.insertions, counts.hits)
        for kernel in (looks, reference_looks)
    ]
    assert suspects == [[0, 2]] * 2
