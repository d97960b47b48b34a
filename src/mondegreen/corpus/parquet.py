"""Parquet files, through pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.arrow import (
    import_pyarrow,
    opened_natively,
    refusing_damage,
    to_table,
    usable,
)
from mondegreen.corpus.runfile import RUN_METADATA, refusal
from mondegreen.corpus.table import Table

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source

__all__ = ["Parquet"]


class Parquet:
    """A Parquet file; columns are treated as in `Arrow`, and nested ones not even read."""

    name = "parquet"

    def read(self, source: Source) -> Table:
        """Read every column that can be used."""
        arrow = import_pyarrow("reading Parquet files", "parquet")
        with (
            refusing_damage(arrow, source, "a Parquet file"),
            opened_natively(arrow, source) as file,
        ):
            parquet = arrow.parquet.ParquetFile(file)
            if RUN_METADATA in (parquet.schema_arrow.metadata or {}):
                raise refusal(source.name)
            names, skipped = usable(arrow, parquet.schema_arrow)
            table = to_table(arrow, parquet.read(columns=names), source.name, self.name)
            return Table(table.name, table.format, table.columns, None, skipped=skipped)
