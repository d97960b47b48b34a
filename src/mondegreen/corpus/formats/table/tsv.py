"""Tab-separated values with a header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import KNOWN
from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.formats.table.csv import Csv

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample

__all__ = ["Tsv"]

# Names of columns that may be a whole utterance after an id and a tab.
_WORDS: Final = {
    *("audio", "file", "filename", "key", "label", "output", "path", "predictions"),
    *("references", "hypotheses", "segment"),
}


class Tsv(Csv):
    """Like `Csv` with tabs, quotes included: a cell that begins with ``"`` ends with one."""

    name = "tsv"
    about = "tab-separated rows after a header"
    suffixes = (".tsv",)
    example = "id\treference\thypothesis\nu1\tso it goes\tso it goes\nu2\tno\t\n"
    delimiter = other_delimiter = "\t"

    def recognise(self, sample: Sample) -> int:
        """Look for a known name of a column in the first line, next to a tab."""
        if sample.lines and _is_header(sample.lines[0]):
            return Certainty.SHAPE + 1
        return Format.recognise(self, sample)


def _is_header(line: str) -> bool:
    if "\t" not in line:
        return False
    known = KNOWN.intersection(cell.strip().strip('"') for cell in line.split("\t"))
    return bool(known - _WORDS) or len(known) > 1
