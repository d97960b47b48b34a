"""Whether two files without ids say themselves that they are in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.columns import ID
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import PairingError

if TYPE_CHECKING:
    from mondegreen.corpus.table import Table

__all__ = ["refuse_other_order"]


def refuse_other_order(first: Table, second: Table, texts: tuple[str, str]) -> None:
    """Refuse to pair by position where a column of both says that the rows are mixed up.

    Such a column has the same values in both files, none twice, in another order. The column
    that has the ``texts`` of both sides says nothing: a wrong word may be another right one.

    Raises:
        PairingError: there is such a column.
    """
    if first.transcript or second.transcript:
        return
    for name in first.columns:
        if name not in second.columns or texts == (name, name):
            continue
        values, others = _values(first, name), _values(second, name)
        if values == others or len(set(values)) < len(values) or set(values) != set(others):
            continue
        row = next(i for i, pair in enumerate(zip(values, others, strict=True)) if len({*pair}) > 1)
        raise PairingError(
            f"{first.name}, {second.name}: no id column, and the rows are in another order: both "
            f"have the same values in {quoted(name)}, none twice, but {quoted(values[row])} stands "
            f"beside {quoted(others[row])} ({first.place(row)} and {second.place(row)}). Add "
            f"{_way_out(first, second, name)} (or {ID.flag} '' to pair by position)"
        )


def _values(table: Table, name: str) -> list[str]:
    """Return the values as texts; none where they cannot tell rows apart."""
    values = as_list(table.columns[name])
    return list(map(str, values)) if set(map(type, values)) <= {str, int, float} else []


def _way_out(first: Table, second: Table, name: str) -> str:
    values = [*as_list(first.columns[name]), *as_list(second.columns[name])]
    if float in set(map(type, values)) or "" in values:
        return "a column id to both files"
    return f"{ID.flag} {name if name.isidentifier() else repr(name)}"
