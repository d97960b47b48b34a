"""Spark: frames with the counts of each row, through ``mapInArrow``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.score_batch import score_batch, worker_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame

__all__ = ["batches", "score"]


def score(frame: DataFrame, options: Any = None) -> DataFrame:
    """Return a frame with the counts and the rate of each row, as `mondegreen.score_batch` gives them.

    Nothing is scored before the frame is used. Sums of counts are those of `mondegreen.score`.

    Args:
        frame: with columns of references and hypotheses, and any others.
        options: as in `mondegreen.score_batch`.

    Raises:
        InputError: a column is not there.
        UsageError: options that cannot be used.
    """
    from pyspark.sql.pandas.types import (
        from_arrow_schema,
        to_arrow_schema,
    )  # who has a frame has it

    asked = worker_options(options)
    empty = to_arrow_schema(frame.schema).empty_table()
    kind = from_arrow_schema(score_batch(empty, asked).schema)
    return frame.mapInArrow(partial(batches, options=asked), kind)


def batches(rows: Iterable[Any], options: Any = None) -> Iterator[Any]:
    """Yield record batches with counts for record batches: the function that ``mapInArrow`` takes.

    >>> import pyarrow as pa
    >>> rows = pa.table({"ref": ["a b"], "hyp": ["a"]}).to_batches()
    >>> [batch["deletions"].to_pylist() for batch in batches(rows)]
    [[1]]
    """
    for batch in rows:
        yield from score_batch(batch, options).to_batches()
