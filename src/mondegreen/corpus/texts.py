"""One column of texts, for work on texts that are not compared with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.corpus.column_sides import id_name
from mondegreen.corpus.columns import Role, choose, found, hypothesis_texts, identifiers
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.memory import WAY_OUT
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError, visible
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from typing import Unpack

    from mondegreen.corpus.table import Column
    from mondegreen.options.reading import ReadingKeywords

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
    column: str | None = None,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> Texts:
    """Read one column of a file: the named one, ``text``, or the only one.

    Raises:
        InputError: the file cannot be read, holds no texts, or nothing says which column is meant.
        UsageError: no format has this name.
    """
    options = Reading.of(options, chosen)
    if options.format is not None:
        FORMATS.get(options.format)
    try:
        with opened(path, **options.opening()) as source:
            table = FORMATS.get(options.format or by_columns(sniff(source)))().read(source)
    except MemoryError:
        raise InputError(f"{visible(path)}: does not fit into memory; {WAY_OUT}") from None
    if not len(table):
        raise InputError(f"{table.name}: no texts; expected at least one")
    name = choose(table, Role("", (_TEXT,)), column)
    if name is None:
        if len(table.columns) != 1:
            raise InputError(
                f"{table.name}: which column? {found(table)} Name one with --column NAME"
            )
        (name,) = table.columns
    named = id_name(table, options.id_column, (name,), pair=False)
    ids = None if named is None else identifiers(table, named)
    found_in = f"{table.name} ({table.format})"
    return Texts(ids, hypothesis_texts(table, name), found_in, dict(table.columns))
