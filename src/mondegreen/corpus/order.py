"""Whether two files without ids are in another order, as a column or their texts say."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import ID
from mondegreen.corpus.pairing_names import are_numbers
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import DoubtWarning, PairingError, counted, warn

if TYPE_CHECKING:
    from mondegreen.corpus.corpus import Corpus
    from mondegreen.corpus.table import Table

__all__ = ["doubt_order", "refuse_other_order"]

_LOOKED_AT: Final = 2000
_FEWEST: Final = 3
_FEWEST_WORDS: Final = 3


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
            f"have the same values in {quoted(name)}, none twice, but {quoted(values[row])} is "
            f"next to {quoted(others[row])} ({first.place(row)} and {second.place(row)}). Add "
            f"{_way_out(first, second, name)} (or {ID.flag} '' to pair by position)"
        )


def _values(table: Table, name: str) -> list[str]:
    """Return the values as texts; none where they cannot tell rows apart."""
    values = as_list(table.columns[name])
    return list(map(str, values)) if set(map(type, values)) <= {str, int, float} else []


def _way_out(first: Table, second: Table, name: str) -> str:
    if not name:
        return "a name to that column in both files, as id"
    values = [*as_list(first.columns[name]), *as_list(second.columns[name])]
    if float in set(map(type, values)) or "" in values:
        return "a column id to both files"
    return f"{ID.flag} {name if name.isidentifier() else repr(name)}"


def doubt_order(corpus: Corpus) -> bool:
    """Warn where rows have, more often than not, the words of another row.

    Rows without ids are looked at, and those of tables whose ids only count them. Of the first
    2,000 rows those count whose texts differ and whose hypothesis has three words or more. If three
    of them, and most, are in full the reference of another row, the rows of one file are moved.

    Returns:
        Whether there was a warning.
    """
    if corpus.ids is not None and ("start" in corpus.metadata or not are_numbers(corpus.ids)):
        return False
    sides = (islice(side, _LOOKED_AT) for side in (corpus.references, corpus.hypotheses))
    said, heard = (
        [" ".join(str(text).casefold().split()) if isinstance(text, str) else "" for text in side]
        for side in sides
    )
    known = set(said)
    odd = [
        text
        for text, other in zip(heard, said, strict=True)
        if text != other and text.count(" ") >= _FEWEST_WORDS - 1
    ]
    moved = [text for text in odd if text in known]
    if many := len(moved) >= _FEWEST and 2 * len(moved) > len(odd):
        warn(
            f"{corpus.source}: paired by {'position' if corpus.ids is None else 'ids that only count the rows'}, "
            f"but {counted(len(moved), 'hypothesis', 'hypotheses')} "
            f"of {len(odd):,} that differ are the reference of another row, the first is "
            f"{quoted(moved[0])}; the rows of one file seem to be in another order, or one is missing. "
            "Bring them into the same order, or give both files ids",
            DoubtWarning,
        )
    return many
