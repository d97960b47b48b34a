"""Parquet files, through pyarrow."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.binary.arrow import (
    as_table,
    floats,
    import_pyarrow,
    is_text,
    longest,
    opened_natively,
    refuse_twice,
    refusing_damage,
    to_table,
    usable,
    written_out,
)
from mondegreen.corpus.memory import refuse_more, refuse_rows, refuse_scarcity, room
from mondegreen.corpus.runfile import RUN_METADATA, refusal
from mondegreen.corpus.table import Table
from mondegreen.corpus.table_format import TableFormat

if TYPE_CHECKING:
    from collections import Counter

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Parquet", "batch_size"]

_BATCH = 2**16
_SMALL_BATCH = 2**10
_BETWEEN_LOOKS = 2**24  # bytes
_PART = 8  # what one batch may take of the memory that is there
_DELTA = "DELTA_BYTE_ARRAY"  # each text can begin with all of the one before it


class Parquet(TableFormat):
    """A Parquet file; columns are treated as in `Arrow`, and nested ones not even read.

    Few bytes can stand for many rows and long texts. What would not fit into memory is refused
    before it is unpacked.
    """

    name = "parquet"
    about = "a Parquet file"
    suffixes = (".parquet",)

    def recognise(self, sample: Sample) -> int:
        """Look at the first bytes."""
        begins = sample.head.startswith(b"PAR1")
        return Certainty.MAGIC if begins else super().recognise(sample)

    def read(self, source: Source) -> Table:
        """Read every column that can be used."""
        arrow = import_pyarrow("reading Parquet files", "parquet")
        with (
            refusing_damage(arrow, source, "a Parquet file"),
            opened_natively(arrow, source) as file,
        ):
            parquet = arrow.parquet.ParquetFile(file)
            schema = parquet.schema_arrow
            if RUN_METADATA in (schema.metadata or {}):
                raise refusal(source.name)
            refuse_twice(schema, source.name)
            names, skipped = usable(arrow, schema)
            rows = _rows(arrow, parquet, file, source.name, names)
            table = to_table(arrow, rows, source.name, self.name)
            return Table(table.name, table.format, table.columns, None, skipped=skipped)

    def write_columns(self, columns: dict[str, list[Any]], losses: Counter[str]) -> bytes:
        """Write one row group."""
        arrow = import_pyarrow("writing parquet", "parquet")
        sink = arrow.BufferOutputStream()
        arrow.parquet.write_table(as_table(arrow, floats(columns, losses)), sink)
        content: bytes = sink.getvalue().to_pybytes()
        return content


def _rows(arrow: Any, parquet: Any, file: Any, name: str, names: list[str]) -> Any:
    """Read the columns, and look at the memory while they are unpacked."""
    rows = parquet.read(columns=[]).num_rows  # what the row groups say; the file may say otherwise
    refuse_rows(name, max(parquet.metadata.num_rows, rows), len(names), file.size())
    size = batch_size(arrow, parquet, file, name, names)
    at_first, batches, unseen = room(), [], 0
    for batch in parquet.iter_batches(size, columns=names):
        batches.append(batch)
        unseen += batch.nbytes
        if unseen > _BETWEEN_LOOKS:
            refuse_scarcity(name, at_first)
            unseen = 0
    schema = parquet.schema_arrow.empty_table().select(names).schema
    return arrow.Table.from_batches(batches, schema)


def batch_size(arrow: Any, parquet: Any, file: Any, name: str, names: list[str]) -> int:
    """Return how many rows can be unpacked between two looks at the memory.

    Where a row group could hold texts that are too long for many rows of them, it is looked into;
    if all texts together would not fit, the file is refused.
    """
    free, metadata, wanted = room(), parquet.metadata, set(names)
    if free is None:
        return _BATCH
    groups = {at: metadata.row_group(at) for at in range(metadata.num_row_groups)}
    largest = max((group.total_byte_size for group in groups.values()), default=0)
    if largest * _SMALL_BATCH <= free // _PART:  # so many rows fit, whatever they hold
        return min(_BATCH, free // _PART // max(1, largest))
    large = [
        at
        for at, group in groups.items()
        if min(group.num_rows, _BATCH) * group.total_byte_size > free // _PART
    ]
    places = [at for at in range(metadata.num_columns) if metadata.schema.column(at).path in wanted]
    encoded, deltas = 0, set()
    for at in large:
        # Reading finds what is wrong with a column; asking for its metadata would end the process.
        next(parquet.iter_batches(1, row_groups=[at], columns=names), None)
        chunks = list(map(groups[at].column, places))
        encoded += sum(chunk.total_uncompressed_size for chunk in chunks)
        deltas |= {chunk.path_in_schema for chunk in chunks if _DELTA in chunk.encodings}
    refuse_more(name, encoded, "data")
    types = {field.name: field.type for field in parquet.schema_arrow}
    texts = [
        column
        for column in names
        if is_text(arrow.types, getattr(types[column], "value_type", types[column]))
        and column not in deltas
    ]
    if not large or not texts:
        return _SMALL_BATCH if deltas else _BATCH
    places_only = arrow.parquet.ParquetFile(file, metadata=metadata, read_dictionary=texts)
    size, row = 0, 1
    for at in large:
        # A batch of one row comes with the whole dictionary of its row group.
        for batch in islice(places_only.iter_batches(1, row_groups=[at], columns=texts), 1):
            longest_row = sum(map(longest, batch.columns))
            size, row = size + groups[at].num_rows * longest_row, max(row, longest_row)
    if size > free:
        size = 0  # now exactly; seldom needed, and slower than to read the texts themselves
        for batch in places_only.iter_batches(_BATCH, row_groups=large, columns=texts):
            size += sum(map(written_out, batch.columns))
            refuse_more(name, size, "texts or more")
    return _SMALL_BATCH if deltas else max(1, min(_BATCH, free // _PART // row))
