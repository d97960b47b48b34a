"""One JSON document that is a table: a list of objects, an object of ids, or of columns."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.columns import HYPOTHESIS, HYPOTHESIS_OF_PAIR, ID, OTHER_ID, REFERENCE
from mondegreen.corpus.failures import failure_in
from mondegreen.corpus.format import COLUMNS, Certainty, Format
from mondegreen.corpus.json_document import parse
from mondegreen.corpus.table import Table, describe, quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Json"]

_TEXTS: Final = frozenset({*REFERENCE.names, *HYPOTHESIS.names, *HYPOTHESIS_OF_PAIR.names})
_KNOWN: Final = _TEXTS | {*ID.names, *OTHER_ID}
_MARKED: Final = re.compile(r"[\d_./\\-]")
_MOST_COLUMNS: Final = 1000
_EXPECTED: Final = (
    'a list of objects, of texts, an object {"id": "text"}, or columns {"reference": [...], ...}'
)


class Json(Format):
    """A document that is a table, in any of the shapes that programs write.

    - ``[{"id": ..., "reference": ...}, ...]``: rows. The list may be the only one of objects in an
      object, as ``{"data": [...]}``, and its objects may be under ``row`` each;
    - ``["so it goes", "and so on"]``: one text per utterance;
    - ``{"u1": "so it goes", "u2": "and so on"}``: texts by ids, or ``{"u1": {"reference": ...}}``;
    - ``{"reference": ["..."], "hypothesis": ["..."]}``: columns; also ``{"reference": {"0": "..."}}``
      and ``{"columns": [...], "data": [[...]]}``, as pandas writes them.

    A key that is absent counts as ``null``.
    """

    name = "json"
    about = "one JSON document that is a table: a list of objects, texts by ids, or columns"
    suffixes = (".json",)
    time_unit = "seconds"
    has_columns = True
    holds = COLUMNS
    example = (
        '[\n {"id": "u1", "reference": "press one", "hypothesis": "press won"},\n'
        ' {"id": "u2", "reference": "thank you", "hypothesis": "thank you"}\n]\n'
    )

    def recognise(self, sample: Sample) -> int:
        """Look for one of the shapes in the document, as far as it can be seen."""
        if sample.opening not in {"[", "{"} or sample.is_json_lines:
            return Certainty.NO
        return Certainty.MARKS + 1 if _columns(sample.document) else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read the whole document."""
        root = parse(source, _EXPECTED)
        columns = _columns(root.value) or _of_any_ids(root.value)
        if columns is None:
            said = failure_in(root.value) if isinstance(root.value, dict) else None
            if said is not None:
                raise root.failure("error", said)
            raise root.error(f"{_shown(root.value)}, expected {_EXPECTED}")
        if len(columns) > _MOST_COLUMNS:
            raise root.error(
                f"{len(columns)} different keys, more than {_MOST_COLUMNS:,}; expected the same keys in each row"
            )
        _check_texts(source.name, columns)
        plain = {name: [*map(_plain, values)] for name, values in columns.items()}
        return Table(source.name, self.name, {**plain}, transcript=columns.keys() <= {"id", "text"})


def _columns(value: Any) -> dict[str, list[Any]] | None:
    """Return the columns of a document; ``None`` if it has none of the shapes."""
    if not value or not isinstance(value, list | dict):
        return None
    if isinstance(value, list):
        if all(isinstance(each, str | None) for each in value) and any(value):
            return {"text": value}
        return _of_rows(value) if all(isinstance(each, dict) for each in value) else None
    if failure_in(value) is not None:
        return None
    shapes = (_of_columns, _of_ids, _split, _nested)
    return next((found for shape in shapes if (found := shape(value))), None)


def _of_columns(value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """Return columns, each a list of as many values, or an object with the same keys."""
    parts = list(value.values())
    if not _KNOWN.intersection(map(str.lower, value)) or not all(parts):
        return None
    if all(isinstance(part, list) for part in parts):
        return dict(value) if len(set(map(len, parts))) == 1 else None
    if all(isinstance(part, dict) and part.keys() == parts[0].keys() for part in parts):
        return {name: list(part.values()) for name, part in value.items()}
    return None


def _of_ids(value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """Return the texts or rows that are under their ids."""
    parts = list(value.values())
    if _KNOWN.intersection(map(str.lower, value)):
        return None
    if all(isinstance(part, dict) and _TEXTS.intersection(map(str.lower, part)) for part in parts):
        return _of_rows([{"id": name, **part} for name, part in value.items()])
    if all(isinstance(part, str | None) for part in parts) and any(parts) and _are_ids(value):
        return {"id": list(value), "text": parts}
    return None


def _of_any_ids(value: Any) -> dict[str, list[Any]] | None:
    """Return texts by ids of any look, of a document that the user called one."""
    known = not isinstance(value, dict) or _KNOWN.intersection(map(str.lower, value))
    if known or not value or not all(isinstance(part, str | None) for part in value.values()):
        return None
    return {"id": list(value), "text": list(value.values())}


def _are_ids(value: Mapping[str, Any]) -> bool:
    """Whether keys may be ids: half of them, or more, have a digit or a mark."""
    return 2 * sum(_MARKED.search(key) is not None for key in value) >= len(value)


def _split(value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of names and lists of cells, as pandas splits a table."""
    names, rows = value.get("columns"), value.get("data")
    if not isinstance(names, list) or not isinstance(rows, list) or not rows:
        return None
    if not all(isinstance(name, str) for name in names):
        return None
    if not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        return None
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def _nested(value: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of the only list of objects with texts in an object."""
    lists = [
        [each.get("row", each) for each in part]
        for part in value.values()
        if isinstance(part, list) and part and all(isinstance(each, dict) for each in part)
    ]
    found = [rows for rows in lists if all(isinstance(row, dict) for row in rows)]
    found = [
        rows for rows in found if any(_TEXTS.intersection(map(str.lower, row)) for row in rows)
    ]
    return _of_rows(found[0]) if len(found) == 1 else None


def _of_rows(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _plain(value: Any) -> Any:
    return float(value) if type(value) is Decimal else value


def _check_texts(name: str, columns: Mapping[str, list[Any]]) -> None:
    """Refuse halves of surrogate pairs, which are no text."""
    for column, values in columns.items():
        for row, value in enumerate([column, *values]):
            if isinstance(value, str) and not value.isascii():
                try:
                    value.encode()
                except UnicodeEncodeError as error:
                    half = ascii(error.object[error.start])[1:-1]
                    problem = f"row {row}: {half} is half of a surrogate pair and no text"
                    raise ParseError(name, None, problem) from None


def _shown(value: Any) -> str:
    if isinstance(value, dict) and value:
        return f"an object with the keys {', '.join(map(quoted, list(value)[:10]))}"
    return "an empty list or object" if not value else describe(value)
