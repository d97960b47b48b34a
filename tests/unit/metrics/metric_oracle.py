"""What the tests of the metrics share: values by hand, over arrays, and jiwer's."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from mondegreen.metrics import METRICS

# Few words, so that ties are many.
sentences = st.lists(st.sampled_from(["a", "b", "c", "ab"]), max_size=7).map(" ".join)
corpora = st.lists(st.tuples(sentences, sentences), min_size=1, max_size=6).filter(
    lambda pairs: any(reference for reference, _ in pairs)
)


def value(name: str, *totals: int) -> float:
    return float(METRICS.get(name)().value(totals))


def assert_broadcasts(name: str, rows: Sequence[tuple[int, ...]]) -> None:
    """The value of arrays is, element by element, the value of their numbers."""
    np = pytest.importorskip("numpy")
    metric = METRICS.get(name)()
    singles = [float(metric.value(row)) for row in rows]
    flat = [np.array(column, np.int64) for column in zip(*rows, strict=True)]
    assert metric.value(flat).tolist() == singles
    deep = [np.stack([column, column]) for column in flat]
    assert metric.value(deep).tolist() == [singles, singles]
    assert metric.errors(deep).tolist() == [[metric.errors(row) for row in rows]] * 2


def jiwers(pairs: list[tuple[str, str]], *, characters: bool = False) -> Any:
    import jiwer

    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    process = jiwer.process_characters if characters else jiwer.process_words
    return process(references, hypotheses)
