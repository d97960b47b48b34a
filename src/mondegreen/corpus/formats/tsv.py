"""Tab-separated values with a header."""

from __future__ import annotations

from mondegreen.corpus.formats.csv import Csv

__all__ = ["Tsv"]


class Tsv(Csv):
    """Like `Csv` with tabs, quotes included: a cell that begins with ``"`` ends with one."""

    name = "tsv"
    delimiter = other_delimiter = "\t"
