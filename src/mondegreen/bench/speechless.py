"""Clips of a manifest in which nobody speaks, where a column says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.corpus.table import Table

__all__ = ["COLUMNS", "spoken", "without_speech"]

_YES: Final = ("true", "yes", "1")
_NO: Final = ("false", "no", "0")
COLUMNS: Final = {"speech": _NO, "silence": _YES, "silent": _YES, "no_speech": _YES}
"""Names of the column, with the values that say that nobody speaks."""


def without_speech(table: Table, texts: Sequence[Any]) -> list[Any]:
    """Return the references of a table; that of a clip in which nobody speaks is empty, not missing.

    Args:
        table: of clips. The first of `COLUMNS` that it has says in which nobody speaks; other values than
            yes and no, as true, 1 or "no", say nothing.
        texts: the references; ``None`` where there is none.

    Raises:
        InputError: such a clip has a reference with words.
    """
    name = next((each for each in COLUMNS if each in table.columns), None)
    if name is None:
        return [*texts]
    found: list[Any] = []
    for row, (text, value) in enumerate(zip(texts, as_list(table.columns[name]), strict=True)):
        silent = _word(value) in COLUMNS[name]
        if silent and isinstance(text, str) and text.strip():
            raise table.error(
                row,
                f"the column {quoted(name)} says that nobody speaks, and the reference is "
                f"{quoted(text)}; expected an empty reference, or another value",
            )
        found.append("" if silent and text is None else text)
    return found


def spoken(row: Mapping[str, Any], text: str | None) -> str | None:
    """Return the reference of a line of a manifest; it is empty if the line says that nobody speaks.

    Raises:
        ValueError: what the line says is neither yes nor no, or such a line has a reference with words.
    """
    for name, silent in COLUMNS.items():
        value = row.get(name)
        if value is None:
            continue
        if _word(value) not in (*_YES, *_NO):
            raise ValueError(f"{name} is {value!r:.40}, expected true or false")
        if _word(value) in silent:
            if text and text.strip():
                raise ValueError(f"{name} says that nobody speaks, and the reference has words")
            return ""
    return text


def _word(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip().lower() if isinstance(value, (bool, int, str)) else ""
