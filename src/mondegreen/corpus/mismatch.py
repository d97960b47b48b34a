"""What to type where the ids of two files do not match."""

from __future__ import annotations

import shlex
from itertools import islice
from operator import eq
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import HYPOTHESIS, ID, REFERENCE
from mondegreen.corpus.table import as_list, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.corpus.table import Table

__all__ = ["advice"]

_TEXTS: Final = {*REFERENCE.names, *HYPOTHESIS.names}
_MOST_COLUMNS: Final = 50
_MOST_IDS: Final = 10_000  # enough to see a rule in them
_LONGEST: Final = 1000


def advice(
    tables: tuple[Table, Table],
    columns: tuple[str | None, str | None],
    ids: tuple[Sequence[str], Sequence[str]],
) -> str:
    """Return a sentence for ids of which most of the second file are not in the first.

    It names a column that would match, or what the ids have too much; else what could be done.
    Nothing is returned where half of the ids match, or more.

    >>> from mondegreen.corpus.table import Table
    >>> rows = Table("r", "csv", {"id": ["a"]}), Table("h", "csv", {"id": ["sys/a"]})
    >>> advice(rows, ("id", "id"), (["a"], ["sys/a"]))
    "Without 'sys/' in front the ids of h are those of r: take it off"
    """
    known, others = set(ids[0]), set(ids[1])
    if 2 * len(others & known) >= len(others):
        return ""
    some = list(islice((name for name in ids[1] if name not in known), _MOST_IDS))
    rest = list(islice((name for name in ids[0] if name not in others), _MOST_IDS))
    return (
        _same_column(tables, columns)
        or _cut_at_blanks(some, ids[0], tables[1].name, tables[0].name)
        or _cut_at_blanks(rest, ids[1], tables[0].name, tables[1].name)
        or _too_much(some, known, tables[1].name, tables[0].name)
        or _too_much(rest, others, tables[0].name, tables[1].name)
        or _alike(some, ids)
        or _ways_out(tables, columns)
    )


def _same_column(tables: tuple[Table, Table], columns: tuple[str | None, str | None]) -> str:
    """Find a column, of both files or of one, that has the ids of the other."""
    first, second = tables
    if first.transcript and second.transcript:
        return ""
    if not first.transcript and not second.transcript:
        for name in islice(first.columns, _MOST_COLUMNS):
            if columns == (name, name) or name not in second.columns or name in _TEXTS:
                continue
            values, others = _values(first, name), _values(second, name)
            if values and others and len(set(others)) == len(others) and _most(others, values):
                word = shlex.quote(name) if name.isprintable() else quoted(name)
                return f"Both have {quoted(name)}, with the same values: add {ID.flag} {word}"
    for table, other, column in ((first, second, columns[1]), (second, first, columns[0])):
        if table.transcript or column is None:
            continue
        wanted = _values(other, column)
        for name in islice(table.columns, _MOST_COLUMNS):
            if name not in columns and _most(wanted, _values(table, name)):
                return (
                    f"The ids of {other.name} are in the column {quoted(name)} of {table.name}: "
                    f"give it the name {quoted(column)}"
                )
    return ""


def _values(table: Table, name: str) -> list[str]:
    values = as_list(table.columns[name])
    return list(map(str, values)) if set(map(type, values)) <= {str, int} else []


def _most(names: Iterable[str], known: Iterable[str]) -> bool:
    wanted = set(names)
    return bool(wanted) and 2 * len(wanted & set(known)) > len(wanted)


def _cut_at_blanks(names: list[str], known: Sequence[str], name: str, other: str) -> str:
    """Find ids of which one file has the first word alone, since its format ends them at a blank."""
    first = next((each for each in known if len(each.split()) > 1), None)
    if first is None or not _most(names, (each.split()[0] for each in known if each.split())):
        return ""
    return (
        f"The ids of {other} have blanks, as {quoted(first)}, and {name} ends them at the first one: write _ "
        "for a blank in both files, or give both as tables"
    )


def _too_much(names: list[str], known: set[str], name: str, other: str) -> str:
    """Find a prefix or suffix that only the ids of one file have."""
    first = names[0] if names else ""
    if len(first) > _LONGEST:
        return ""
    for at in range(1, len(first)):
        before, after = first[:at], first[-at:]
        if first[at:] in known and _most((n.removeprefix(before) for n in names), known):
            return f"Without {quoted(before)} in front the ids of {name} are those of {other}: take it off"
        if first[:-at] in known and _most((n.removesuffix(after) for n in names), known):
            return f"Without {quoted(after)} at the end the ids of {name} are those of {other}: take it off"
    return ""


def _alike(names: list[str], ids: tuple[Sequence[str], Sequence[str]]) -> str:
    """Find ids that differ in case, folders or endings alone."""
    for what, key in (
        ("in upper and lower case alone", str.lower),
        ("in folders alone", lambda name: PurePosixPath(name).name),
        ("only in folders and endings", lambda name: PurePosixPath(name).stem),
    ):
        if _most(map(key, names), map(key, ids[0])):
            same = len(ids[0]) == len(ids[1]) and all(map(eq, *(map(key, each) for each in ids)))
            position = f", or add {ID.flag} '' to pair by position" if same else ""
            return f"The ids differ {what}: write them alike{position}"
    return ""


def _ways_out(tables: tuple[Table, Table], columns: tuple[str | None, str | None]) -> str:
    if tables[0].transcript and tables[1].transcript:
        return ""
    places = [
        f"{quoted(column)} of {table.name}"
        for table, column in zip(tables, columns, strict=True)
        if not table.transcript and column is not None
    ]
    return (
        f"The ids were taken from {' and '.join(places)}: if another column has them in both "
        f"files, add {ID.flag} COLUMN, and {ID.flag} '' to pair by position"
    )
