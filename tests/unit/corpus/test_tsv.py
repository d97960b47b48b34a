"""TSV: like CSV, with tabs."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import ParseError


@pytest.mark.parametrize("name", ["x.tsv", "x.txt", "x.csv"])
def test_columns(write: Any, name: str) -> None:
    """A tab and a known name in the first line are enough, whatever the suffix."""
    corpus = read(write(name, "file_path\ttarget\tprediction\na.wav\tx, y\tx\n"))
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (["a.wav"], ["x, y"], ["x"])


def test_loose_quote(write: Any) -> None:
    """A cell that only begins with a quote is not swallowed together with the next rows."""
    with pytest.raises(ParseError, match=r"^x\.tsv:2: text goes on after a closing quote"):
        read(write("x.tsv", 'ref\thyp\n"Yes," he said\tyes he said\nb\tb\n'))
