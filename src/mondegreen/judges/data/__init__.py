"""Tables of words that judges need: data of languages, a file each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["rows"]


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the cells of each line of a table, without comments.

    >>> rows("endings.tsv")[0]
    ("'s", 'is has')
    """
    text = (files("mondegreen.judges.data") / name).read_text("utf-8")
    lines = (line for line in text.split("\n") if line and not line.startswith("#"))
    return tuple(tuple(line.split("\t")) for line in lines)
