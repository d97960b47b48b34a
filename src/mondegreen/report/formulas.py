"""Cells that a spreadsheet would compute.

A spreadsheet computes what begins like a formula, and a formula can send what is next to it
anywhere. A text that begins so gets ``'`` in front, which spreadsheets read as: this is text.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["harmless"]

# The wide ones are typed in East Asian writing, and spreadsheets there compute them too.
_FORMULA: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


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
