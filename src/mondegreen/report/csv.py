"""``csv``: what ``tsv`` has, with commas, for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.report import tsv

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result


# The wide ones are typed in East Asian writing, and spreadsheets there compute them too.
_FORMULA: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def render(result: Result) -> str:
    """Return a header and one row per metric, then one a group and metric.

    A spreadsheet computes what begins like a formula, and one can send what is next to it
    anywhere. A text that begins so has ``'`` in front, which spreadsheets read as: this is text.
    """
    return tsv.write(([harmless(cell) for cell in row] for row in tsv.table(result)), ",")


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet computes.

    >>> harmless("=HYPERLINK(A1)"), harmless("-5.0"), harmless("ada")
    ("'=HYPERLINK(A1)", '-5.0', 'ada')
    """
    if not isinstance(cell, str) or not cell.lstrip().startswith(_FORMULA):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
