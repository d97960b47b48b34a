"""One row per utterance with its texts, for other programs: TSV, CSV, JSONL or Parquet."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from mondegreen._kernel import looks
from mondegreen.errors import InputError, UsageError
from mondegreen.report import tsv
from mondegreen.report.hallucinations import FLAGS, flag_columns
from mondegreen.scoring.frames import REASON, as_arrow, as_lists, utterance_table
from mondegreen.scoring.json_text import json_bytes
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from mondegreen.scoring.result import Result

__all__ = ["ENDINGS", "SOMETIMES", "MoreColumnsError", "RowsFile", "listed", "write", "writing"]

ENDINGS = (".tsv", ".csv", ".jsonl", ".parquet")
_GROUP = 2**16
"""Rows that are written together."""
SOMETIMES = (REASON, *FLAGS)
"""Columns that are there where they have something to say."""


class MoreColumnsError(Exception):
    """A part has values in columns that were not there so far, or had none.

    Attributes:
        columns: all such columns, with their types where these matter.
    """

    def __init__(self, columns: dict[str, Any]) -> None:
        super().__init__(", ".join(columns))
        self.columns = columns


class RowsFile(Protocol):
    """A file of rows that is being written."""

    def add(self, result: Result, ids: Any = None) -> None:
        """Write the rows of a result; ``ids`` in place of its own, or of the numbers of rows."""
        ...


def write(result: Result, path: Path) -> None:
    """Write the rows in the form that the file's ending names.

    The texts are last: as they were given, and where a normalizer was at work also as they
    were aligned. They are written as they are; `mondegreen.read` gives them back.

    Raises:
        UsageError: another ending.
        InputError: the file cannot be written.
    """
    with writing(path) as file:
        file.add(result)


@contextmanager
def writing(path: Path, always: Mapping[str, Any] | None = None) -> Iterator[RowsFile]:
    """Open a file for the rows of a result, or of its parts one after the other.

    Parts make the same bytes as the whole. Columns that a result has only where there is something to say,
    as a reason, are those of the first part and those that are ``always`` there.

    Raises:
        UsageError: another ending.
        InputError: the file cannot be written; or a part has values of other types than those before it.
        MoreColumnsError: of ``add``, where a later part has such columns.
    """
    if path.suffix not in ENDINGS:
        raise UsageError(f"{path}: the file must end in {listed(ENDINGS)}")
    kinds = {".parquet": _Parquet, ".jsonl": _Jsonl}
    with written(path) as file:
        rows = kinds.get(path.suffix, _Cells)(path, file, dict(always or {}))
        try:
            yield rows
        except BaseException:
            with suppress(Exception):
                rows.close()  # as long as the file is open; what is in it is not kept
            raise
        rows.close()


class _Rows(ABC):
    """What all files of rows have in common: which columns there are."""

    def __init__(self, path: Path, file: BinaryIO, always: dict[str, Any]) -> None:
        self.path, self.file, self.always = path, file, always
        self.rows = 0

    def add(self, result: Result, ids: Any = None) -> None:
        columns = utterance_table(result, always=self.always)
        if ids is not None or result.ids is None:
            columns["id"] = looks.numbers(len(result), self.rows + 1) if ids is None else ids
        columns |= flag_columns(result, columns, always=self.always)
        found = dict.fromkeys(({*columns} & {*SOMETIMES}) - {*result.metadata})
        if self.rows and found.keys() - self.always:
            raise MoreColumnsError(found | self.always)
        self.always = found | self.always
        texts = result.text_columns()
        self.put(columns | {name: _texts(column) for name, column in texts.items()}, {*texts})
        self.rows += len(result)

    @abstractmethod
    def put(self, columns: dict[str, Any], texts: set[str]) -> None:
        """Write rows, some columns of which are texts as they were given or aligned."""

    @abstractmethod
    def close(self) -> None:
        """Write what is left."""


class _Jsonl(_Rows):
    """One object per line."""

    def put(self, columns: dict[str, Any], _texts: set[str]) -> None:
        for row in zip(*as_lists(columns).values(), strict=True):
            plain = dict(zip(columns, map(_plain, row), strict=True))
            self.file.write(json_bytes(plain) + b"\n")

    def close(self) -> None:
        pass  # all is written


class _Cells(_Rows):
    """A header, and cells between tabs or commas."""

    def put(self, columns: dict[str, Any], _texts: set[str]) -> None:
        if not self.rows:
            self.out = TextIOWrapper(self.file, "utf-8", newline="")
            self.writer = tsv.writer(self.out, "," if self.path.suffix == ".csv" else "\t")
            self.writer.writerow(columns)
        self.writer.writerows(zip(*as_lists(columns).values(), strict=True))

    def close(self) -> None:
        if self.rows:
            self.out.detach()


class _Parquet(_Rows):
    """Groups of rows; texts become Arrow's group by group, and are not packed.

    To pack them would take longer than all the rest.
    """

    writer: Any = None
    held: Any = None
    schema: Any = None

    def put(self, columns: dict[str, Any], texts: set[str]) -> None:
        rows = len(next(iter(columns.values())))
        whole = {
            name: column if hasattr(column, "__arrow_c_array__") else as_arrow({name: column})[name]
            for name, column in columns.items()
        }
        self.texts = texts
        done = 0
        while done < rows:
            size = _GROUP - (0 if self.held is None else len(self.held))
            part = self._typed(
                as_arrow({name: each[done : done + size] for name, each in whole.items()})
            )
            self.held = part if self.held is None else self._joined(part)
            done += size
            if len(self.held) == _GROUP:
                self._write()

    def _joined(self, part: Any) -> Any:
        import pyarrow as pa  # `as_arrow` has said so if it is not there

        return pa.concat_tables([self.held, part])

    def _typed(self, part: Any) -> Any:
        """Return a part with the types of those before it, where it has nothing in a column.

        Raises:
            InputError: it has values of other types.
            MoreColumnsError: those before it had nothing in a column.
        """
        if self.schema is None:
            self.schema = part.schema
            for name, kind in self.always.items():
                if kind is not None:
                    at = self.schema.get_field_index(name)
                    self.schema = self.schema.set(at, self.schema.field(at).with_type(kind))
        if part.schema == self.schema:
            return part
        for mine, before in zip(part.schema, self.schema, strict=True):
            if "null" not in {str(mine.type), str(before.type)} and mine.type != before.type:
                raise InputError(f"{self.path}: {mine.name!r} holds values of several types")
        late = {
            mine.name: mine.type
            for mine, before in zip(part.schema, self.schema, strict=True)
            if str(before.type) == "null" != str(mine.type)
        }
        if late:
            raise MoreColumnsError(self.always | late)
        return part.cast(self.schema)

    def _write(self) -> None:
        from pyarrow import parquet  # as above

        table, self.held = self.held.combine_chunks(), None
        if self.writer is None:
            packed = {
                name: "NONE" if name in self.texts else "SNAPPY" for name in table.column_names
            }
            coded = [name for name in table.column_names if name not in self.texts]
            self.writer = parquet.ParquetWriter(
                self.file, table.schema, compression=packed, use_dictionary=coded
            )
        self.writer.write_table(table)

    def close(self) -> None:
        if self.held is not None:
            self._write()
        if self.writer is not None:
            self.writer.close()


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _plain(value: Any) -> Any:
    """Return what JSON has: null for NaN and infinity, text for what it does not know."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return list(map(_plain, value)) if isinstance(value, (list, tuple)) else str(value)


def _texts(column: Any) -> Any:
    """Return a column with texts alone: where a hypothesis is missing or failed is null."""
    if not isinstance(column, list) or set(map(type, column)) <= {str}:
        return column
    return [text if isinstance(text, (str, list, tuple)) else None for text in column]
