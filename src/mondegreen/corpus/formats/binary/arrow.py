"""Arrow IPC files and streams, through pyarrow."""

from __future__ import annotations

from contextlib import contextmanager
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.memory import WAY_OUT, refuse_more, refuse_rows, refuse_scarcity, room
from mondegreen.corpus.places import opened_remotely
from mondegreen.corpus.table import Table, quoted, twice
from mondegreen.corpus.table_format import TableFormat
from mondegreen.errors import (
    InputError,
    MissingDependencyError,
    ParseError,
    lacks_memory,
    visible,
)

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = [
    "Arrow",
    "as_table",
    "floats",
    "import_pyarrow",
    "is_text",
    "longest",
    "opened_natively",
    "refuse_twice",
    "refusing_damage",
    "to_table",
    "usable",
    "written_out",
]

_LONG = 60
_LONGEST_REASON = 300


class Arrow(TableFormat):
    """An Arrow IPC file (which Feather is, since its version 2) or stream.

    Text columns stay native, dictionary-encoded ones as plain texts. Numbers, truth values
    and times become Python values (times as texts); nested and binary columns, such as the
    audio of a data set, are left out.
    """

    name = "arrow"
    about = "an Arrow IPC file (Feather version 2) or stream"
    suffixes = (".arrow", ".feather", ".ipc")

    def recognise(self, sample: Sample) -> int:
        """Look at the first bytes: of a file, or of a stream."""
        begins = sample.head.startswith((b"ARROW1", b"\xff\xff\xff\xff"))
        return Certainty.MAGIC if begins else super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every column that can be used."""
        arrow = import_pyarrow("reading Arrow files", "ipc")
        with (
            refusing_damage(arrow, source, "an Arrow file"),
            opened_natively(arrow, source) as file,
        ):
            rows = _batch_by_batch(arrow, file, source)
            refuse_twice(rows.schema, source.name)
            return to_table(arrow, rows, source.name, self.name)

    def write_columns(self, columns: dict[str, list[Any]], losses: Counter[str]) -> bytes:
        """Write an IPC file."""
        arrow = import_pyarrow("writing arrow", "ipc")
        table, sink = as_table(arrow, floats(columns, losses)), arrow.BufferOutputStream()
        with arrow.ipc.new_file(sink, table.schema) as file:
            file.write_table(table)
        content: bytes = sink.getvalue().to_pybytes()
        return content


def _batch_by_batch(arrow: Any, file: Any, source: Source) -> Any:
    """Read a table as ``read_all`` does, and look at the memory while it is unpacked."""
    at_first, size, count, batches = room(), file.size(), 0, []
    if source.head.startswith(b"ARROW1"):
        reader = arrow.ipc.open_file(file)
        parts = map(reader.get_batch, range(reader.num_record_batches))
    else:
        parts = reader = arrow.ipc.open_stream(file)
    for batch in parts:
        batches.append(batch)
        count += batch.num_rows
        refuse_rows(source.name, count, batch.num_columns, size)
        refuse_scarcity(source.name, at_first)
    return arrow.Table.from_batches(batches, reader.schema)


def import_pyarrow(purpose: str, *modules: str) -> Any:
    """Import pyarrow, which is optional and slow to import, or say how to install it."""
    try:
        for module in modules:
            import_module(f"pyarrow.{module}")
        return import_module("pyarrow")
    except ImportError:
        raise MissingDependencyError("pyarrow", "arrow", purpose) from None


def as_table(arrow: Any, columns: dict[str, list[Any]]) -> Any:
    """Return columns as a table; one of mixed kinds becomes texts."""
    made = {}
    for name, values in columns.items():
        try:
            made[name] = arrow.array(values)
        except (arrow.ArrowException, OverflowError, TypeError):
            made[name] = arrow.array([None if value is None else str(value) for value in values])
    return arrow.table(made)


def floats(columns: dict[str, list[Any]], losses: Counter[str]) -> dict[str, list[Any]]:
    """Return columns with floats in place of decimals, and count what that loses."""
    for value in (value for values in columns.values() for value in values):
        if isinstance(value, Decimal) and Decimal(str(float(value))) != value:
            losses["times with more digits than floats have were rounded"] += 1
    return {
        name: [float(value) if isinstance(value, Decimal) else value for value in values]
        for name, values in columns.items()
    }


def opened_natively(arrow: Any, source: Source) -> Any:
    """Return pyarrow's own file, so that only the columns that are used are read."""
    if source.path is not None:
        return arrow.OSFile(source.path)
    if source.address is not None:
        stream = opened_remotely(source.address)
        return stream if isinstance(stream, arrow.NativeFile) else arrow.PythonFile(stream)
    return arrow.BufferReader(source.data(text=False))


@contextmanager
def refusing_damage(arrow: Any, source: Source, expected: str) -> Iterator[None]:
    """Turn what pyarrow raises for a broken file into an error that names the file."""
    try:
        yield
    except MemoryError:  # pyarrow's own is an ArrowException as well
        raise
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = visible(" ".join(str(error).split())[:_LONGEST_REASON])
        if lacks_memory(error):
            raise InputError(f"{source.name}: does not fit into memory; {WAY_OUT}") from error
        raise ParseError(
            source.name, None, f"cannot be read, expected {expected}: {reason}"
        ) from error


def usable(arrow: Any, schema: Any) -> tuple[list[str], tuple[str, ...]]:
    """Split the columns of a schema into those that can be used, and the others with types."""
    types = arrow.types
    good, skipped = [], []
    for field in schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if _has_values(types, kind):
            good.append(field.name)
        else:
            skipped.append(visible(f"{field.name[:_LONG]} ({str(field.type)[:_LONG]})"))
    return good, tuple(skipped)


def refuse_twice(schema: Any, name: str) -> None:
    """Refuse a table in which a name does not say which column is meant."""
    again = twice(schema.names)
    if again is not None:
        problem = f"two columns are named {quoted(again)}, expected different names; rename one"
        raise ParseError(name, None, problem)


def to_table(arrow: Any, rows: Any, name: str, format_name: str) -> Table:
    """Keep texts native and turn all other columns into Python values."""
    names, skipped = usable(arrow, rows.schema)
    rows = rows.select(names)
    rows.validate(full=True)  # a damaged file could have offsets, or bytes, that are no text
    columns = {
        column: _column(arrow, values, name)
        for column, values in zip(names, rows.itercolumns(), strict=True)
    }
    return Table(name, format_name, columns, None, skipped=skipped)


def longest(column: Any) -> int:
    """Return the bytes of the longest text in the dictionary of a column."""
    compute = import_module("pyarrow.compute")
    return compute.max(compute.binary_length(column.dictionary)).as_py() or 0


def written_out(column: Any) -> int:
    """Return the bytes of a dictionary-encoded column of texts without the dictionary."""
    compute, size = import_module("pyarrow.compute"), 0
    for chunk in getattr(column, "chunks", [column]):
        lengths = compute.binary_length(chunk.dictionary).cast("int64")
        size += compute.sum(compute.take(lengths, chunk.indices)).as_py() or 0
    return size


def _column(arrow: Any, column: Any, name: str) -> Column:
    types = arrow.types
    if types.is_dictionary(column.type):
        if is_text(types, column.type.value_type):
            refuse_more(name, written_out(column), "texts")
        column = column.cast(column.type.value_type)
    if types.is_string_view(column.type):
        column = column.cast(arrow.large_string())
    if types.is_string(column.type) or types.is_large_string(column.type):
        texts: Column = column
        return texts
    if types.is_temporal(column.type):
        column = column.cast(arrow.string())
    return list(column.to_pylist())


def is_text(types: Any, kind: Any) -> bool:
    """Whether the values of a type are texts."""
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _has_values(types: Any, kind: Any) -> bool:
    """Whether the values of a type are texts, numbers, truth values, times or nothing."""
    checks = (
        *("string", "large_string", "string_view", "boolean", "integer", "floating", "decimal"),
        *("timestamp", "date", "time", "null"),
    )
    return any(getattr(types, f"is_{check}")(kind) for check in checks)
