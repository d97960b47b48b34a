"""Arrow IPC files and streams, through pyarrow."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.table import Table
from mondegreen.errors import MissingDependencyError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["Arrow", "import_pyarrow", "opened_natively", "refusing_damage", "to_table", "usable"]


class Arrow:
    """An Arrow IPC file (which Feather is, since its version 2) or stream.

    Text columns stay native, dictionary-encoded ones as plain texts. Numbers, truth values
    and times become Python values (times as texts); nested and binary columns, such as the
    audio of a data set, are left out.
    """

    name = "arrow"

    def read(self, source: Source) -> Table:
        """Read every column that can be used."""
        arrow = import_pyarrow("reading Arrow files", "ipc")
        with (
            refusing_damage(arrow, source, "an Arrow file"),
            opened_natively(arrow, source) as file,
        ):
            if source.head.startswith(b"ARROW1"):
                rows = arrow.ipc.open_file(file).read_all()
            else:
                rows = arrow.ipc.open_stream(file).read_all()
            return to_table(arrow, rows, source.name, self.name)


def import_pyarrow(purpose: str, *modules: str) -> Any:
    """Import pyarrow, which is optional and slow to import, or say how to install it."""
    try:
        for module in modules:
            import_module(f"pyarrow.{module}")
        return import_module("pyarrow")
    except ImportError:
        raise MissingDependencyError("pyarrow", "arrow", purpose) from None


def opened_natively(arrow: Any, source: Source) -> Any:
    """Return pyarrow's own file, so that only the columns that are used are read."""
    if source.path is not None:
        return arrow.OSFile(source.path)
    return arrow.BufferReader(source.data(text=False))


@contextmanager
def refusing_damage(arrow: Any, source: Source, expected: str) -> Iterator[None]:
    """Turn what pyarrow raises for a broken file into an error that names the file."""
    try:
        yield
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
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
            skipped.append(f"{field.name} ({field.type})")
    return good, tuple(skipped)


def to_table(arrow: Any, rows: Any, name: str, format_name: str) -> Table:
    """Keep texts native and turn all other columns into Python values."""
    names, skipped = usable(arrow, rows.schema)
    for column in names:
        if rows.schema.names.count(column) > 1:
            raise ParseError(name, None, f"two columns are named {column!r}, expected one of each")
    rows = rows.select(names)
    rows.validate(full=True)  # a damaged file could have offsets, or bytes, that are no text
    columns = {column: _column(arrow, rows.column(column)) for column in names}
    return Table(name, format_name, columns, None, skipped=skipped)


def _column(arrow: Any, column: Any) -> Column:
    types = arrow.types
    if types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if types.is_string_view(column.type):
        column = column.cast(arrow.large_string())
    if types.is_string(column.type) or types.is_large_string(column.type):
        texts: Column = column
        return texts
    if types.is_temporal(column.type):
        column = column.cast(arrow.string())
    return list(column.to_pylist())


def _has_values(types: Any, kind: Any) -> bool:
    """Whether the values of a type are texts, numbers, truth values, times or nothing."""
    checks = (
        *("string", "large_string", "string_view", "boolean", "integer", "floating", "decimal"),
        *("timestamp", "date", "time", "null"),
    )
    return any(getattr(types, f"is_{check}")(kind) for check in checks)
