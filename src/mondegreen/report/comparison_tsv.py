"""``tsv``: one row a system, then one a pair, for spreadsheets and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import visible
from mondegreen.report.tsv import write

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison

_HEADER = (
    *("kind", "system", "other", "rank", "best_place", "worst_place", "rate", "interval_low"),
    *("interval_high", "errors", "own_rate", "own_utterances", "empty", "missing", "failed"),
    *("test", "p", "p_corrected", "separated", "wins", "losses", "smallest_difference"),
)


def render(found: Comparison) -> str:
    """Return a header and the rows; ``rate`` of a pair is the difference, system less other."""
    return write(table(found))


def table(found: Comparison) -> list[tuple[Any, ...]]:
    """Return the header and the rows; control characters in cells are shown."""
    rows: list[dict[str, Any]] = []
    for score in found.scores:
        values = score.to_dict()
        rows.append(
            {
                "kind": "system",
                "system": score.name,
                **{name: values[name] for name in _HEADER if name in values},
                "interval_low": values["interval"]["low"],
                "interval_high": values["interval"]["high"],
                **{name: values["coverage"][name] for name in ("empty", "missing", "failed")},
            }
        )
    for pair in found.pairs:
        values = pair.to_dict()
        rows.append(
            {
                "kind": "pair",
                "system": pair.first,
                "other": pair.second,
                **{name: values[name] for name in _HEADER if name in values},
                "rate": pair.difference,
                "interval_low": values["interval"]["low"],
                "interval_high": values["interval"]["high"],
                "test": pair.test.name,
                "p": pair.test.p,
            }
        )
    return [_HEADER, *(tuple(_cell(row.get(name)) for name in _HEADER) for row in rows)]


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return visible(value) if isinstance(value, str) else repr(value)
