"""The column ``status``, with which rows without null mark a missing hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import counted, warn
from mondegreen.types import Failed

if TYPE_CHECKING:
    from mondegreen.corpus.table import Column, Table

__all__ = ["is_reason", "with_status"]

_STATUS: Final = "status"
_WORDS: Final = {"scored", "empty", "missing", "failed"}


def with_status(table: Table, column: str, texts: Column) -> Column:
    """Return the hypotheses with ``None`` where the status is missing, `Failed` where failed.

    Every row must have one of the four words that ``--per-utterance`` writes; a column
    ``status`` with anything else is metadata; a warning says so where it calls texts without words
    missing or failed. The reason of a failure is in the column
    ``reason`` or ``error``.

    >>> from mondegreen.corpus.table import Table
    >>> rows = Table("x", "tsv", {"hyp": ["", ""], "status": ["empty", "missing"]})
    >>> with_status(rows, "hyp", ["", ""])
    ['', None]

    Raises:
        ParseError: a hypothesis that is missing or failed has words.
    """
    if _STATUS not in table.columns or column == _STATUS:
        return texts
    states = as_list(table.columns[_STATUS])
    marks = {state for state in states if isinstance(state, str)} & {"missing", "failed"}
    if not marks:
        return texts
    if not all(isinstance(state, str) and state in _WORDS for state in states):
        _doubt(table, column, as_list(texts), states)
        return texts
    marked = as_list(texts)[:]
    for row, state in enumerate(states):
        if state not in {"missing", "failed"}:
            continue
        text = marked[row]
        if isinstance(text, str) and text.strip():
            raise table.error(
                row,
                f"the {_STATUS} is {state!r} and the hypothesis {column!r} is {quoted(text)}, "
                f"expected none; correct one of them, or give the column {_STATUS!r} another name",
            )
        marked[row] = None if state == "missing" else Failed(_reason(table, row))
    return marked


def _doubt(table: Table, column: str, texts: list[Any], states: list[Any]) -> None:
    """Warn of texts without words that are missing or failed in the words of somebody else."""
    rows = [
        row
        for row, (text, state) in enumerate(zip(texts, states, strict=True))
        if isinstance(state, str)
        and state in {"missing", "failed"}
        and isinstance(text, str)
        and not text.strip()
    ]
    if rows:
        warn(
            f"{table.name}: {counted(len(rows), 'text')} in {quoted(column)} without words, of which the "
            f"column {_STATUS!r} says {states[rows[0]]!r} ({table.place(rows[0])} is the first), "
            f"scored as empty; to mark them as {states[rows[0]]}, use these words for all rows: "
            f"{', '.join(sorted(_WORDS))}"
        )


def is_reason(value: object) -> bool:
    """Whether a value says why something failed: a text, a code, an object; not 0 or false."""
    if isinstance(value, str):
        return bool(value.strip())
    return bool(value) and value == value  # noqa: PLR0124 - NaN says nothing


def _reason(table: Table, row: int) -> str:
    for name in ("reason", "error"):
        reason: Any = table.columns[name][row] if name in table.columns else None
        reason = reason.as_py() if hasattr(reason, "as_py") else reason
        if is_reason(reason):
            return str(reason)
    return "failed"
