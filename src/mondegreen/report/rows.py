"""One row per utterance with its texts, for other programs: TSV, JSONL or Parquet."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, BinaryIO

from mondegreen.errors import UsageError
from mondegreen.report import tsv
from mondegreen.report.hallucinations import flag_columns
from mondegreen.scoring.frames import as_arrow, as_lists, utterance_table
from mondegreen.scoring.json_text import json_bytes
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

    from mondegreen.scoring.result import Result

__all__ = ["ENDINGS", "write"]

ENDINGS = (".tsv", ".jsonl", ".parquet")
_GROUP = 2**16
"""Rows that are written together."""


def write(result: Result, path: Path) -> None:
    """Write the rows in the form that the file's ending names.

    The texts are last: as they were given, and where a normalizer was at work also as they
    were aligned. They are written as they are; `mondegreen.read` gives them back.

    Raises:
        UsageError: another ending.
        InputError: the file cannot be written.
    """
    if path.suffix not in ENDINGS:
        raise UsageError(f"{path}: the file must end in .tsv, .jsonl or .parquet")
    columns = utterance_table(result)
    columns |= flag_columns(result, columns)
    columns |= {name: _texts(column) for name, column in result.text_columns().items()}
    if path.suffix == ".parquet":
        with written(path) as file:
            _write_parquet(columns, set(result.text_columns()), file)
        return
    rows = zip(*as_lists(columns).values(), strict=True)
    if path.suffix == ".jsonl":
        with written(path) as lines:
            for row in rows:
                lines.write(json_bytes(dict(zip(columns, map(_plain, row), strict=True))) + b"\n")
        return
    with written(path, text=True) as out:
        writer = tsv.writer(out)
        writer.writerow(columns)
        writer.writerows(rows)


def _write_parquet(columns: dict[str, Any], texts: Container[str], file: BinaryIO) -> None:
    """Write groups of rows; texts become Arrow's group by group, and are not packed.

    To pack them would take longer than all the rest.
    """
    natively = {name for name, column in columns.items() if hasattr(column, "__arrow_c_array__")}
    others = {name: column for name, column in columns.items() if name not in natively}
    whole, rows = as_arrow(others), len(next(iter(columns.values())))
    from pyarrow import parquet  # `as_arrow` has said so if it is not there

    writer: Any = None
    for start in range(0, rows, _GROUP):
        part = {
            name: column[start : start + _GROUP]
            if name in natively
            else whole[name][start : start + _GROUP]
            for name, column in columns.items()
        }
        table = as_arrow(part)
        if writer is None:
            packed = {name: "NONE" if name in texts else "SNAPPY" for name in columns}
            coded = [name for name in columns if name not in texts]
            writer = parquet.ParquetWriter(
                file, table.schema, compression=packed, use_dictionary=coded
            )
        writer.write_table(table)
    writer.close()


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
