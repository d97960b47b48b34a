"""One row per utterance with its texts, for other programs: TSV, CSV, JSONL or Parquet."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from contextlib import contextmanager, suppress
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from mondegreen._kernel import looks
from mondegreen.errors import InputError, UsageError
from mondegreen.report import tsv
from mondegreen.report.hallucinations import FLAGS, flag_columns
from mondegreen.scoring.frames import REASON, TEXTS, as_arrow, as_lists, utterance_table
from mondegreen.scoring.hallucination import find
from mondegreen.scoring.json_text import json_bytes
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from mondegreen.scoring.hallucination import Hallucinations
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
        columns: all such columns, with the names of their types where these matter.
    """

    def __init__(self, columns: dict[str, str | None]) -> None:
        super().__init__(", ".join(columns))
        self.columns = columns


def write(result: Result, path: Path) -> None:
    """Write the rows in the form that the file's ending names.

    The texts are last: as they were given, and where a normalizer was at work also as they
    were aligned. They are written as they are; `mondegreen.read` gives them back.

    Raises:
        UsageError: another ending.
        InputError: the file cannot be written.
    """
    with writing(path) as file:
        file.add(result, find(result))


@contextmanager
def writing(path: Path, always: Mapping[str, str | None] | None = None) -> Iterator[RowsFile]:
    """Open a file for the rows of a result, or of its parts one after the other.

    Parts make the same bytes as the whole. Columns that a result has only where there is something to say,
    as a reason, are those of the first part and those that are ``always`` there.

    Raises:
        UsageError: another ending.
        InputError: the file cannot be written.
    """
    if path.suffix not in ENDINGS:
        raise UsageError(f"{path}: the file must end in {listed(ENDINGS)}")
    kinds = {".parquet": _Parquet, ".jsonl": _Jsonl}
    with written(path) as file:
        rows = kinds.get(path.suffix, _Cells)(path, file, always or {})
        try:
            yield rows
        except BaseException:
            with suppress(Exception):
                rows.close()  # as long as the file is open; what is in it is not kept
            raise
        rows.close()


class RowsFile(ABC):
    """A file of rows that is being written.

    Attributes:
        rows: how many were written.
        always: the columns that are there in each part, with the names of their types where these matter.
        spool: what takes all that is written a second time, as bytes that `again` writes.
    """

    def __init__(self, path: Path, file: BinaryIO, always: Mapping[str, str | None]) -> None:
        self.path, self.file, self.always = path, file, dict(always)
        self.rows = 0
        self.spool: Callable[[bytes], None] | None = None

    def add(self, result: Result, flags: Hallucinations | None, ids: Any = None) -> None:
        """Write the rows of a result with its flags; ``ids`` in place of its own, or of the numbers of rows.

        Raises:
            MoreColumnsError: it has columns that were not there, or had no values, in those before it.
            InputError: it has values of other types than those before it.
        """
        if ids is None and result.ids is None:
            ids = looks.numbers(len(result), self.rows + 1)
        columns = utterance_table(result, ids=ids, always=self.always)
        columns |= flag_columns(flags, columns, always=self.always)
        found = dict.fromkeys(({*columns} & {*SOMETIMES}) - {*result.metadata})
        if self.rows and found.keys() - self.always:
            raise MoreColumnsError(found | self.always)
        self.always = found | self.always
        columns |= {name: _texts(column) for name, column in result.text_columns().items()}
        for made in self._made(columns, len(result)):
            if self.spool is not None:
                self.spool(self._packed(made))
            self._take(made)
        self.rows += len(result)

    def again(self, packed: bytes) -> None:
        """Write what was spooled."""
        self._take(packed)

    def close(self) -> None:
        """Write what is left."""
        self.file.flush()

    @abstractmethod
    def _made(self, columns: dict[str, Any], rows: int) -> Iterator[Any]:
        """Yield what is written, some rows at a time."""

    def _packed(self, made: Any) -> bytes:
        return bytes(made)

    def _take(self, made: Any) -> None:
        self.file.write(made)


class _Jsonl(RowsFile):
    """One object per line."""

    def _made(self, columns: dict[str, Any], _rows: int) -> Iterator[bytes]:
        rows = zip(*as_lists(columns).values(), strict=True)
        while group := list(islice(rows, _GROUP)):
            plain = (dict(zip(columns, map(_plain, row), strict=True)) for row in group)
            yield b"".join(json_bytes(row) + b"\n" for row in plain)


class _Cells(RowsFile):
    """A header, and cells between tabs or commas."""

    def _made(self, columns: dict[str, Any], _rows: int) -> Iterator[bytes]:
        rows = zip(*as_lists(columns).values(), strict=True)
        header = [] if self.rows else [[*columns]]
        while group := [*header, *islice(rows, _GROUP)]:
            out, header = StringIO(newline=""), []
            tsv.writer(out, "," if self.path.suffix == ".csv" else "\t").writerows(group)
            yield out.getvalue().encode()


class _Parquet(RowsFile):
    """Groups of rows; texts become Arrow's group by group, and are not packed.

    To pack them would take longer than all the rest.
    """

    writer: Any = None
    held: Any = None
    schema: Any = None

    def _made(self, columns: dict[str, Any], rows: int) -> Iterator[Any]:
        whole = {
            name: column if hasattr(column, "__arrow_c_array__") else as_arrow({name: column})[name]
            for name, column in columns.items()
        }
        for start in range(0, rows, _GROUP):
            part = {name: each[start : start + _GROUP] for name, each in whole.items()}
            yield self._typed(as_arrow(part))

    def _typed(self, part: Any) -> Any:
        """Return rows with the types of those before them, where they have nothing in a column."""
        import pyarrow as pa  # `as_arrow` has said so if it is not there

        if self.schema is None:
            self.schema = part.schema
            for name, kind in self.always.items():
                if kind is not None:
                    field = pa.field(name, pa.type_for_alias(kind))
                    self.schema = self.schema.set(self.schema.get_field_index(name), field)
        if part.schema == self.schema:
            return part
        late: dict[str, str | None] = {}
        for mine, before in zip(part.schema, self.schema, strict=True):
            if pa.types.is_null(before.type):
                late |= {} if pa.types.is_null(mine.type) else {mine.name: str(mine.type)}
            elif mine.type != before.type and not pa.types.is_null(mine.type):
                raise InputError(f"{self.path}: {mine.name!r} holds values of several types")
        if late:
            raise MoreColumnsError(self.always | late)
        return part.cast(self.schema)

    def _packed(self, made: Any) -> bytes:
        import pyarrow as pa  # as above

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, made.schema) as stream:
            stream.write_table(made)
        return bytes(sink.getvalue().to_pybytes())

    def again(self, packed: bytes) -> None:
        """Write rows that were spooled."""
        import pyarrow as pa  # as above

        with pa.ipc.open_stream(packed) as stream:
            made = stream.read_all()
        self.schema = made.schema
        self._take(made)

    def _take(self, made: Any) -> None:
        import pyarrow as pa  # as above

        self.held = made if self.held is None else pa.concat_tables([self.held, made])
        while len(self.held) >= _GROUP:
            self._write(self.held[:_GROUP])
            self.held = self.held[_GROUP:]

    def _write(self, group: Any) -> None:
        from pyarrow import parquet  # as above

        if self.writer is None:
            names = group.column_names
            others = [name for name in names if name not in TEXTS]
            self.writer = parquet.ParquetWriter(
                self.file,
                group.schema,
                compression={name: "NONE" if name in TEXTS else "SNAPPY" for name in names},
                # ids hardly come again, and nobody asks for texts between two others
                use_dictionary=[name for name in others if name != "id"],
                write_statistics=others,
            )
        self.writer.write_table(group.combine_chunks())

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self.held:
            self._write(self.held)
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
