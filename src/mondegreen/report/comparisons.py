"""Comparisons of the same systems by several metrics, in one output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError
from mondegreen.report import comparison_tsv, junit
from mondegreen.report.json import to_json
from mondegreen.report.tsv import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.comparing.comparison import Comparison

__all__ = ["SEVERAL", "refuse_several", "render_all"]

_ONE_BELOW_THE_OTHER = ("table", "markdown", "latex")
_DELIMITERS = {"tsv": "\t", "csv": ","}
SEVERAL = (*_ONE_BELOW_THE_OTHER, "tsv", "csv", "json", "junit")
"""Outputs that have a place for several metrics."""


def render_all(found: Sequence[Comparison], to: str) -> str:
    """Return comparisons as one text; a single one is as its renderer has it.

    Args:
        found: one a metric.
        to: ``table``, ``markdown`` and ``latex`` have one below the other, ``tsv`` and ``csv`` a first
            column ``metric``, ``json`` a list, ``junit`` a suite each.

    Raises:
        UsageError: an output that shows one metric, and there are several.
    """
    if len(found) == 1:
        return found[0].render(to)
    if to in _ONE_BELOW_THE_OTHER:
        return "\n\n".join(each.render(to).rstrip("\n") for each in found)
    if to == "json":
        return to_json([each.to_dict() for each in found])
    if to == "junit":
        return junit.render_all(found)
    if to in _DELIMITERS:
        return write(_rows(found), _DELIMITERS[to])
    raise _one_alone(to, [each.metric for each in found])


def refuse_several(metrics: Sequence[str], to: str) -> None:
    """Refuse an output that shows one metric where several are named.

    Raises:
        UsageError: it is so.
    """
    if len(metrics) > 1 and to not in SEVERAL:
        raise _one_alone(to, metrics)


def _one_alone(to: str, metrics: Sequence[str]) -> UsageError:
    return UsageError(
        f"--to {to} shows one metric, and {len(metrics)} are named: {', '.join(metrics)}; name one, "
        f"or choose {', '.join(SEVERAL[:-1])} or {SEVERAL[-1]}"
    )


def _rows(found: Sequence[Comparison]) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for each in found:
        header, *rest = comparison_tsv.table(each)
        rows += [] if rows else [("metric", *header)]
        rows += [(each.metric, *row) for row in rest]
    return rows
