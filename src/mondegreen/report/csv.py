"""``csv``: what ``tsv`` has, with commas, for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report import tsv

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result


def render(result: Result) -> str:
    """Return a header and one row per metric, then one a group and metric; no cell is a formula."""
    return tsv.write(tsv.table(result), ",")
