"""``metadata.csv`` of LJSpeech."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import KNOWN
from mondegreen.corpus.format import Certainty, Format
from mondegreen.corpus.table import Table, quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Ljspeech"]

_WIDTHS: Final = (2, 3)


class Ljspeech(Format):
    """One utterance per line, without a header: its id, the text and the normalized text, with bars.

    The normalized text is read, or the text where the file has no other. Quotation marks are part of
    a text. Ids have no spaces, and their endings of audio mean nothing.
    """

    name = "ljspeech"
    about = "metadata.csv of LJSpeech: id|text|normalized text"
    shared_suffixes = (".csv", ".txt")
    holds = frozenset({"text", "id"})
    example = 'LJ1-1|So it goes, Mr. "X".|So it goes, Mister "X".\nLJ1-2|And on.|And on.\n'

    def recognise(self, sample: Sample) -> int:
        """Look for as many bars on all lines, ids in front of them, and no header."""
        rows = [line.split("|") for line in sample.whole_lines]
        if not rows or len(rows[0]) not in _WIDTHS or any(len(row) != len(rows[0]) for row in rows):
            return Certainty.NO
        ids = {row[0] for row in rows}
        named = len(ids) == len(rows) > 1 and all(map(_is_id, ids))
        header = KNOWN.intersection(cell.strip().strip('"').lower() for cell in rows[0])
        texts = any(" " in row[1].strip() for row in rows)
        return Certainty.SHAPE + 7 if named and texts and not header else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read every line."""
        ids, texts, numbers = [], [], []
        width = 0
        for number, line in enumerate(source.lines(), 1):
            cells = line.split("|")
            width = width or len(cells)
            if not line.strip():
                continue
            if len(cells) != width or width not in _WIDTHS or not _is_id(cells[0]):
                raise ParseError(
                    source.name,
                    number,
                    f"got {quoted(line)}, expected id|text or id|text|normalized text, on all lines "
                    "the same",
                )
            ids.append(cells[0])
            texts.append(cells[-1].strip())
            numbers.append(number)
        columns = {"id": ids, "text": texts}
        return Table(source.name, self.name, dict(columns), numbers, transcript=True)


def _is_id(cell: str) -> bool:
    return cell.strip() == cell != "" and len(cell.split()) == 1
