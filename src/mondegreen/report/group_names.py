"""What the groups of a result are called where all is text: tables, TSV, HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import visible

if TYPE_CHECKING:
    from mondegreen.scoring.groups import Groups

__all__ = ["labels", "names_of"]

_EMPTY: Final = "(empty)"


def labels(groups: Groups) -> list[tuple[str, ...]]:
    """Return the key of each group as texts, one a column, no two alike except for equal values.

    Null, true and false look as in JSON, and a text without a letter is *(empty)*. A text that looks
    like another kind of value of its column is in quotation marks, and so are one that then looks like it
    and one of white space.

    >>> from mondegreen import score
    >>> result = score(["a"] * 4, ["a"] * 4, by={"k": ["null", None, "x", ""]})
    >>> labels(result.by("k"))
    [('(empty)',), ('"null"',), ('x',), ('null',)]
    """
    keys = [groups.key(key) for key in groups]
    columns = [names_of(list(values)) for values in zip(*keys, strict=True)]
    return list(zip(*columns, strict=True))


def names_of(values: list[Any]) -> list[str]:
    """Return the values of a column as texts, as `labels` does.

    >>> names_of([None, "a", "", " "])
    ['null', 'a', '(empty)', '" "']
    """
    taken = {_EMPTY} | {_plain(value).strip('"') for value in values if type(value) is not str}
    return [_plain(value) if type(value) is not str else _quoted(value, taken) for value in values]


def _plain(value: Any) -> str:
    if value is None:
        return "null"
    return visible(str(value).lower() if isinstance(value, bool) else str(value))


def _quoted(text: str, taken: set[str]) -> str:
    if not text:
        return _EMPTY
    shown = visible(text)
    return f'"{shown}"' if not shown.strip() or shown.strip('"') in taken else shown
