"""The classes of errors, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.alignment.cells import visible
from mondegreen.report.grid import grid
from mondegreen.report.number_format import percent

if TYPE_CHECKING:
    from mondegreen.scoring.classes import Classes, ErrorClass


def render(classes: Classes) -> str:
    """Return one row a class with its most frequent difference, and what was not looked for."""
    rows = [
        (
            each.name,
            _example(each),
            f"{each.differences:,}",
            f"{each.errors:,}",
            percent(each.share, 1),
            f"{each.substitutions:,}",
            f"{each.deletions:,}",
            f"{each.insertions:,}",
        )
        for each in classes
    ]
    header = ("class", "most frequent", "differences", "errors", "share", "sub", "del", "ins")
    lines = [grid(header, rows, left=2)]
    if classes.missing:
        names = " and ".join(filter(None, (", ".join(classes.missing[:-1]), classes.missing[-1])))
        lines.append(f"not known of {classes.language}, so not looked for: {names}")
    return "\n".join(lines)


def _example(each: ErrorClass) -> str:
    sides = [
        " ".join(map(visible, side.split(" "))) if side else ""
        for side in (each.reference, each.hypothesis)
    ]
    times = f" ×{each.times:,}" if each.times > 1 else ""
    return f"[{' '.join(filter(None, (sides[0], '->', sides[1])))}]{times}"
