"""``tsv``: one row per system, then one a pair, for spreadsheets and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import visible
from mondegreen.report.tsv import write

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison

_HEADER = (
    *("kind", "system", "other", "rank", "worst_place", "group", "rate", "interval_low"),
    *("interval_high", "errors", "own_rate", "own_utterances", "empty", "missing", "failed"),
    *("test", "p", "p_corrected", "separated", "wins", "losses", "smallest_difference"),
)

_OF_JUDGES = ("rate_low", "rate_high", "needed", "unjudged", "refused")


def render(found: Comparison) -> str:
    """Return a header and the rows; ``rate`` of a pair is the difference, system less other."""
    return write(table(found))


def table(found: Comparison) -> list[tuple[Any, ...]]:
    """Return the header and the rows; control characters in cells are shown."""
    judged = found.systems.kind.judged
    header = (*_HEADER, *_OF_JUDGES) if judged else _HEADER
    rows: list[dict[str, Any]] = []
    for score in found.scores:
        values = score.to_dict()
        rows.append(
            {
                "kind": "system",
                "system": score.name,
                **{name: values[name] for name in header if name in values},
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
                **{name: values[name] for name in header if name in values},
                "rate": pair.difference,
                "rate_low": values.get("difference_low"),
                "rate_high": values.get("difference_high"),
                "interval_low": values["interval"]["low"],
                "interval_high": values["interval"]["high"],
                "test": found.choices.test,
                "p": None if pair.test is None else pair.test.p,
            }
        )
    return [header, *(tuple(_cell(row.get(name)) for name in header) for row in rows)]


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return visible(value) if isinstance(value, str) else repr(value)
