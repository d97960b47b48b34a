r"""``latex``: the result as tables for a paper; they need ``\usepackage{booktabs}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.errors import visible
from mondegreen.report import intervals
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import capped, details, errors, rate, short_rate
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result

_SPECIAL: Final = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "–": "--",
    }
)


def render(result: Result) -> str:
    """Return a table of rates and one of slices; coverage and signature are in comments."""
    most, *caps = capped(list(result))
    rows = [
        (m.title, rate(m), *intervals.cells(m), *cap, errors(m), details(m))
        for m, cap in zip(result, caps, strict=True)
    ]
    titles = [] if result.shown is None else [intervals.title(result.shown)]
    parts = [
        tabular(
            ["metric", "rate", *titles, *most, "errors", "made of"],
            rows,
            f"lr{'r' * (len(titles) + len(most))}rl",
        )
    ]
    if result.slices:
        groups = result.by(*result.slices)
        names = [title for name in result.rows for title in (name, *titles)]
        header = [*unclashing(groups.columns, names), *names]
        body = [
            (
                *label,
                *(cell for m in metrics.values() for cell in (short_rate(m), *intervals.cells(m))),
            )
            for label, metrics in zip(labels(groups), groups.values(), strict=True)
        ]
        columns = "l" * len(groups.columns) + "r" * len(names)
        parts.append(tabular(header, body, columns))
    made = [*intervals.notes(result), *intervals.slice_notes(result)] if titles else []
    notes = [*made, str(result.coverage), result.signature]
    return "\n\n".join([*parts, "\n".join(f"% {visible(note)}" for note in notes)])


def text(value: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(text("50 % of a_b \\input{x}"))
    50 \% of a\_b \textbackslash{}input\{x\}
    """
    return visible(value).translate(_SPECIAL)


def tabular(header: Sequence[str], rows: Sequence[Sequence[str]], columns: str) -> str:
    """Return a table with lines above, below and under its header; ``columns`` as LaTeX has them."""
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _row(header), r"\midrule"]
    return "\n".join([*lines, *map(_row, rows), r"\bottomrule", r"\end{tabular}"])


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(map(_cell, cells))} \\"


def _cell(value: str) -> str:
    r"""Return a text of a table; a line end takes a bracket or a star after it for its own.

    >>> print(_cell("[noise]"), _cell("*x"))
    {[}noise] {*}x
    """
    made = text(value)
    return f"{{{made[0]}}}{made[1:]}" if made[:1] in {"[", "*"} else made
