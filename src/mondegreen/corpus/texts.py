"""One column of texts, for work on texts that are not compared with others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.corpus.columns import Role, choose, found, hypothesis_texts, identifiers
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.memory import WAY_OUT
from mondegreen.corpus.roles import id_name
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError, visible

if TYPE_CHECKING:
    from mondegreen.corpus.table import Column

__all__ = ["Texts", "read_texts"]

_TEXT = "text"


class Texts(NamedTuple):
    """A column of texts, ``None`` where one is missing, their ids where there are any, and all columns."""

    ids: list[str] | None
    texts: Column
    source: str
    columns: dict[str, Column]


def read_texts(
    path: str,
    *,
    format: str | None = None,  # noqa: A002 (the name of the option)
    column: str | None = None,
    id_column: str | None = None,
    max_line: int = 16 * 2**20,
) -> Texts:
    """Read one column of a file: the named one, ``text``, or the only one.

    Raises:
        InputError: the file cannot be read, holds no texts, or nothing says which column is meant.
        UsageError: no format has this name.
    """
    if format is not None:
        FORMATS.get(format)
    try:
        with opened(path, max_line=min(max_line, sys.maxsize - 3)) as source:
            table = FORMATS.get(format or by_columns(sniff(source)))().read(source)
    except MemoryError:
        raise InputError(f"{visible(path)}: does not fit into memory; {WAY_OUT}") from None
    if not len(table):
        raise InputError(f"{table.name}: no texts; expected at least one")
    chosen = choose(table, Role("", (_TEXT,)), column)
    if chosen is None:
        if len(table.columns) != 1:
            raise InputError(
                f"{table.name}: which column? {found(table)} Name one with --column NAME"
            )
        (chosen,) = table.columns
    named = id_name(table, id_column, (chosen,), pair=False)
    ids = None if named is None else identifiers(table, named)
    found_in = f"{table.name} ({table.format})"
    return Texts(ids, hypothesis_texts(table, chosen), found_in, dict(table.columns))
