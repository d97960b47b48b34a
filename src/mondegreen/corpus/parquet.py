"""Parquet files, through pyarrow."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.arrow import (
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

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source

__all__ = ["Parquet"]

_BATCH = 2**16
_SMALL_BATCH = 2**10
_DELTA = "DELTA_BYTE_ARRAY"  # each text can begin with all of the one before it


class Parquet:
    """A Parquet file; columns are treated as in `Arrow`, and nested ones not even read.

    Few bytes can stand for many rows and long texts. What would not fit into memory is refused
    before it is unpacked.
    """

    name = "parquet"

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


def _rows(arrow: Any, parquet: Any, file: Any, name: str, names: list[str]) -> Any:
    """Read the columns, unless the rows or texts in them do not fit into memory."""
    metadata, wanted = parquet.metadata, set(names)
    places = [at for at in range(metadata.num_columns) if metadata.schema.column(at).path in wanted]
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    rows, encoded, deltas = 0, 0, set()
    for group in groups:
        chunks = list(map(group.column, places))
        rows += max((chunk.num_values for chunk in chunks), default=group.num_rows)
        encoded += sum(chunk.total_uncompressed_size for chunk in chunks)
        deltas |= {chunk.path_in_schema for chunk in chunks if _DELTA in chunk.encodings}
    refuse_rows(name, max(metadata.num_rows, rows), len(names), file.size())
    refuse_more(name, encoded, "data")
    types = {field.name: field.type for field in parquet.schema_arrow}
    texts = [
        column
        for column in names
        if is_text(arrow.types, getattr(types[column], "value_type", types[column]))
        and column not in deltas
    ]
    _refuse_long(arrow, metadata, file, name, texts)
    if not deltas:
        return parquet.read(columns=names)
    at_first, batches = room(), []
    for batch in parquet.iter_batches(_SMALL_BATCH, columns=names):
        batches.append(batch)
        refuse_scarcity(name, at_first)
    return arrow.Table.from_batches(
        batches, parquet.schema_arrow.empty_table().select(names).schema
    )


def _refuse_long(arrow: Any, metadata: Any, file: Any, name: str, texts: list[str]) -> None:
    """Refuse texts that do not fit into memory when they are more than places in a dictionary."""
    free = room()
    if free is None or not texts:
        return
    parquet = arrow.parquet.ParquetFile(file, metadata=metadata, read_dictionary=texts)
    size = 0
    for at in range(metadata.num_row_groups):
        # A batch of one row comes with the whole dictionary of its row group.
        for batch in islice(parquet.iter_batches(1, row_groups=[at], columns=texts), 1):
            longest_texts = sum(map(longest, batch.columns))
            size += metadata.row_group(at).num_rows * longest_texts
    if size <= free:
        return
    size = 0  # now exactly; seldom needed, and slower than to read the texts themselves
    for batch in parquet.iter_batches(_BATCH, columns=texts):
        size += sum(map(written_out, batch.columns))
        refuse_more(name, size, "texts or more")
