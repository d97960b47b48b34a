"""The most frequent confusions, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.alignment.cells import visible
from mondegreen.report.grid import grid

if TYPE_CHECKING:
    from mondegreen.scoring.confusions import Confusions


def render(confusions: Confusions) -> str:
    """Return one row a confusion; the side without a token is left blank.

    Tokens look as they do in alignments: white space as ``␣``, a dash in quotation marks.
    """
    rows = [
        (
            record["error"],
            *("" if token is None else visible(token) for token in (said, written)),
            f"{record['count']:,}",
        )
        for record in confusions.records()
        for said, written in [(record["reference"], record["hypothesis"])]
    ]
    return grid(("error", "reference", "hypothesis", "count"), rows, left=3)
