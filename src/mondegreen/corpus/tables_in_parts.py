"""Files with both sides that are read as a table after the other: Parquet, and one JSON object per line."""

from __future__ import annotations

import io
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from mondegreen.corpus.formats.binary.arrow import (
    import_pyarrow,
    opened_natively,
    refuse_twice,
    refusing_damage,
    to_table,
    usable,
)
from mondegreen.corpus.formats.binary.parquet import batch_size
from mondegreen.corpus.formats.json.jsonl import Jsonl
from mondegreen.corpus.runfile import RUN_METADATA
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Source, opened
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.corpus.table import Table
    from mondegreen.options.reading import Reading

__all__ = ["AtOnceError", "Several", "Tables", "at_once", "tables_of"]

_ROWS: Final = 2**15
_BLOCK: Final = 2**23


class Tables(Protocol):
    """Tables with the same columns, that can be read more than once."""

    @property
    def names(self) -> list[str]:
        """The columns that can be used, in their order."""
        ...

    @property
    def rows(self) -> int:
        """How many there are in all, or about so many."""
        ...

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        """Yield tables with some columns, ``None`` for all of them."""
        ...


class AtOnceError(InputError):
    """Raised for what is not read in parts."""


def at_once(name: str) -> AtOnceError:
    """Return the error for what is not read in parts."""
    return AtOnceError(f"{name}: is not read in parts")


@contextmanager
def tables_of(source: Source, options: Reading) -> Iterator[Tables]:
    """Open a file that can be read in parts.

    Raises:
        InputError: it is of another kind.
    """
    if source.head.startswith(b"PAR1") and options.format in {None, "parquet"}:
        arrow = import_pyarrow("reading Parquet files", "parquet")
        with (
            refusing_damage(arrow, source, "a Parquet file"),
            opened_natively(arrow, source) as file,
        ):
            yield _Parquet.of(arrow, file, source.name)
    elif source.address is not None and (options.format or by_columns(sniff(source))) == "jsonl":
        yield _Lines.of(source)
    else:
        raise at_once(source.name)


class Several:
    """Files with the columns of the first, one after the other."""

    def __init__(self, paths: Sequence[str], options: Reading) -> None:
        self._paths, self._options = paths, options
        with self._opened(paths[0]) as first:
            self.names, rows = first.names, first.rows
        self.rows = rows * len(paths)

    @contextmanager
    def _opened(self, path: str) -> Iterator[Tables]:
        with (
            opened(path, **self._options.opening()) as source,
            tables_of(source, self._options) as found,
        ):
            yield found

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        """Yield the tables of all files.

        Raises:
            InputError: one of them has other columns.
        """
        for path in self._paths:
            with self._opened(path) as found:
                if {*found.names} != {*self.names}:
                    raise at_once(path)
                yield from found.read(columns)


@dataclass(frozen=True)
class _Parquet:
    """The batches of a Parquet file."""

    arrow: Any
    file: Any
    name: str
    size: int
    names: list[str]
    rows: int

    @classmethod
    def of(cls, arrow: Any, file: Any, name: str) -> _Parquet:
        parquet = arrow.parquet.ParquetFile(file)
        schema = parquet.schema_arrow
        names, _ = usable(arrow, schema)
        if RUN_METADATA in (schema.metadata or {}):
            raise at_once(name)
        refuse_twice(schema, name)
        size = batch_size(arrow, parquet, file, name, names)
        return cls(arrow, file, name, size, names, parquet.metadata.num_rows)

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        # With its buffers made before, it would keep what it has read.
        parquet = self.arrow.parquet.ParquetFile(self.file, pre_buffer=False)
        held: list[Any] = []
        for batch in parquet.iter_batches(min(self.size, _ROWS), columns=columns or self.names):
            held.append(batch)
            if sum(map(len, held)) >= _ROWS:
                yield self._table(held)
                held = []
        if held:
            yield self._table(held)

    def _table(self, batches: Sequence[Any]) -> Table:
        rows = self.arrow.Table.from_batches(batches)
        return to_table(self.arrow, rows, self.name, "parquet")


@dataclass(frozen=True)
class _Lines:
    """Blocks of lines with an object each, all with the keys of the first."""

    path: str
    max_line: int
    encoding: str | None
    names: list[str]
    rows: int

    @classmethod
    def of(cls, source: Source) -> _Lines:
        path = str(source.address)
        block = next(source.blocks(_BLOCK), b"")
        rows = block.count(b"\n") * source.size() // max(1, len(block))
        first = cls(path, source.max_line, source.encoding, [], rows)
        return cls(
            path,
            source.max_line,
            source.encoding,
            [*first._table(source.name, block).columns],
            rows,
        )

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        wanted = self.names if columns is None else columns
        with opened(self.path, max_line=self.max_line, encoding=self.encoding) as source:
            for block in source.blocks(_BLOCK):
                table = self._table(source.name, block)
                if table.columns.keys() ^ {*self.names}:
                    raise at_once(source.name)
                kept = {name: table.columns[name] for name in wanted}
                yield type(table)(table.name, table.format, kept, table.lines)

    def _table(self, name: str, block: bytes) -> Table:
        return Jsonl().read(Source(name, None, io.BytesIO(block), self.max_line))
