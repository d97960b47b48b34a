"""Files with both sides that are read as a table after the other: Parquet, JSON lines, CSV and TSV."""

from __future__ import annotations

import io
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.formats.binary.arrow import (
    import_pyarrow,
    opened_natively,
    refuse_twice,
    refusing_damage,
    to_table,
    usable,
)
from mondegreen.corpus.formats.binary.parquet import batch_size
from mondegreen.corpus.places import size_of
from mondegreen.corpus.row_blocks import (
    ROW_BLOCKS,
    AtOnceError,
    at_once,
    first_rows,
    lines_before,
    row_blocks,
)
from mondegreen.corpus.runfile import RUN_METADATA
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Source, opened

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
        return
    kind = options.format or by_columns(sniff(source))
    if source.address is None or kind not in {"jsonl", *ROW_BLOCKS}:
        raise at_once(source.name)
    yield _Lines.of(source, kind)


class Several:
    """Files with the columns of the first, one after the other.

    Args:
        paths: their names.
        options: how they are read.
        empty: takes the names of those without utterances, which are passed over.

    Raises:
        InputError: the first cannot be read in parts, or all are empty.
    """

    def __init__(self, paths: Sequence[str], options: Reading, empty: dict[str, None]) -> None:
        self._paths, self._options, self._empty = paths, options, empty
        for path in paths:
            with self._opened(path) as first:
                if first is not None:
                    self.names, rows = first.names, first.rows
                    break
        else:
            raise at_once(paths[0])
        one = size_of(path)
        self.rows = rows * (sum(map(size_of, paths)) if one else len(paths)) // (one or 1)

    @contextmanager
    def _opened(self, path: str) -> Iterator[Tables | None]:
        """Open a file; ``None`` for one without utterances."""
        with opened(path, **self._options.opening()) as source:
            if not source.head:
                self._empty[path] = None
                yield None
                return
            with tables_of(source, self._options) as found:
                if not found.rows:
                    self._empty[path] = None
                yield found if found.rows else None

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        """Yield the tables of all files.

        Raises:
            InputError: one of them has other columns.
        """
        for path in self._paths:
            with self._opened(path) as found:
                if found is None:
                    continue
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
    """Blocks of whole rows, all with the columns of the first, each after the ``header`` of the file."""

    path: str
    max_line: int
    encoding: str | None
    kind: str
    names: list[str]
    rows: int
    header: bytes = b""

    @classmethod
    def of(cls, source: Source, kind: str) -> _Lines:
        path, size = str(source.address), source.size()
        blocks = source.blocks(_BLOCK)
        block = next(blocks, b"")
        if len(block) < size <= _BLOCK:  # the last line has no end
            block += b"".join(blocks)
        rows = block.count(b"\n") * size // max(1, len(block))
        found = cls(path, source.max_line, source.encoding, kind, [], rows)
        whole = block if kind == "jsonl" or len(block) == size else first_rows(block, kind, path)
        table = found._table(source.name, whole)
        if not len(table):
            if len(block) < size:
                raise at_once(path)
            return replace(found, rows=0)
        header = b"" if kind == "jsonl" else lines_before(block, next(iter(table.lines or (1,))))
        # one line without an end is a row too
        return replace(found, rows=max(rows, len(table)), names=[*table.columns], header=header)

    def read(self, columns: list[str] | None) -> Iterator[Table]:
        wanted = self.names if columns is None else columns
        with opened(self.path, max_line=self.max_line, encoding=self.encoding) as source:
            blocks = source.blocks(_BLOCK)
            if self.kind != "jsonl":
                blocks = row_blocks(blocks, self.kind, self.header, self.path)
            for block in blocks:
                table = self._table(source.name, block)
                if table.columns.keys() ^ {*self.names}:
                    raise at_once(source.name)
                kept = {name: table.columns[name] for name in wanted}
                yield type(table)(table.name, table.format, kept, table.lines)

    def _table(self, name: str, block: bytes) -> Table:
        read: Any = FORMATS.get(self.kind)()
        table: Table = read.read(Source(name, None, io.BytesIO(block), self.max_line))
        return table
