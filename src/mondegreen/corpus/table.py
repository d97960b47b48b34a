"""What a format returns: named columns, and the line that each row came from."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Column", "NativeColumn", "Table", "as_list", "describe", "quoted", "twice"]

_QUOTED_LENGTH = 60


class NativeColumn(Protocol):
    """A column of texts that is not a list: pyarrow's, or the kernel's own."""

    def __len__(self) -> int:
        """Return the number of texts."""
        ...

    def __getitem__(self, index: int, /) -> Any:
        """Return one text."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Return all texts, one after the other."""
        ...


Column: TypeAlias = "list[Any] | NativeColumn"


@dataclass(frozen=True)
class Table:
    """The rows of one file, column by column.

    Attributes:
        name: the file, as the user named it.
        format: the name of the format it was read as.
        columns: name → values. A column that is not a list holds texts (or nulls) only.
        lines: the 1-based line of each row; ``None`` where a format has rows and no lines.
        transcript: the format holds one text per utterance, so columns cannot be chosen.
        fold_ids: ids that differ in case alone are the same.
        alternatives: the texts have alternatives as the format has them.
        skipped: columns that were left out, each with its type, for messages.
        left_out: rows that were read and are no utterances, by the reason: their lines or names.
    """

    name: str
    format: str
    columns: dict[str, Column]
    lines: Sequence[int] | None = None
    transcript: bool = False
    fold_ids: bool = False
    skipped: tuple[str, ...] = ()
    alternatives: bool = False
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of rows."""
        return max(map(len, self.columns.values()), default=0)

    def find(self, name: str) -> str | None:
        """Return the column of a known name, else the only one that differs from it in case alone.

        Blanks around a name, and a blank or hyphen in it for ``_``, are such a difference too.

        >>> Table("x", "csv", {"Utt ID": [], "Text": [], "text": []}).find("utt_id")
        'Utt ID'
        """
        return name if name in self.columns else self._folded.get(name)

    @cached_property
    def _folded(self) -> dict[str, str]:
        """The columns by names in lower case, those that nothing else is so."""
        if self.transcript:
            return {}
        names = [(_plain(name), name) for name in self.columns]
        counts = Counter(plain for plain, _ in names)
        return {plain: name for plain, name in names if counts[plain] == 1}

    def place(self, row: int) -> str:
        """Return where a row is, in words."""
        return f"row {row + 1}" if self.lines is None else f"line {self.lines[row]}"

    def error(self, row: int, problem: str) -> ParseError:
        """Return the error for a row, with its line where it has one."""
        if self.lines is None:
            return ParseError(self.name, None, f"row {row + 1}: {problem}")
        return ParseError(self.name, self.lines[row], problem)


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def as_list(column: Column) -> list[Any]:
    """Return the values of a column as Python objects.

    Raises:
        InputError: texts of an Arrow column that are not UTF-8.
    """
    if isinstance(column, list):
        return column
    to_list = getattr(column, "to_pylist", None)
    if to_list is None:
        return list(column)
    try:
        return list(to_list())
    except UnicodeDecodeError:
        row = next(row for row, value in enumerate(column, 1) if not _is_utf8(value))
        raise InputError(f"row {row}: the Arrow column holds bytes that are not UTF-8") from None


def _is_utf8(value: Any) -> bool:
    try:
        value.as_py()
    except UnicodeDecodeError:
        return False
    return True


def twice(names: Iterable[str]) -> str | None:
    """Return the first name that occurs more than once, in a time that is linear in them.

    >>> twice(["id", "text", "text"]), twice(["id", "text"])
    ('text', None)
    """
    return next((name for name, count in Counter(names).items() if count > 1), None)


def quoted(text: str) -> str:
    """Quote what was found, cut to 60 characters.

    >>> quoted("tea")
    "'tea'"
    >>> len(quoted("tea" * 1000))
    65
    """
    if len(text) <= _QUOTED_LENGTH:
        return repr(text)
    return repr(text[:_QUOTED_LENGTH]) + "..."


def describe(value: object) -> str:
    """Name the kind of a value that should have been a text.

    >>> describe(12), describe(True), describe([1, 2]), describe(None)
    ('a number (12)', 'true', 'a list', 'null')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and value.bit_length() > sys.int_info.str_digits_check_threshold:
        return "a number"  # too long for Python to print
    if isinstance(value, int | float):
        return f"a number ({str(value)[:_QUOTED_LENGTH]})"
    names = {"dict": "an object", "list": "a list"}
    return names.get(type(value).__name__, f"a value of type {type(value).__name__}")
