"""``csv``: what ``tsv`` has of a comparison, with commas, for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.comparison_tsv import table
from mondegreen.report.tsv import write

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison


def render(found: Comparison) -> str:
    """Return a header, one row per system, then one a pair; no cell is a formula."""
    return write(table(found), ",")
