"""Ray Data: rows with counts, and the rates of a whole dataset, of which only sums travel."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from mondegreen.errors import InputError
from mondegreen.scoring.arguments import listed_names
from mondegreen.scoring.score_batch import arrow_rows, score_batch, score_rows, worker_options
from mondegreen.scoring.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ray.data import Dataset

    from mondegreen.scoring.result import Result

__all__ = ["counts", "score"]


def counts(dataset: Dataset, options: Any = None) -> Dataset:
    """Return a dataset with the counts and the rate of each row, as `mondegreen.score_batch` gives them."""
    how = {"options": worker_options(options)}
    return dataset.map_batches(score_batch, batch_format="pyarrow", fn_kwargs=how)


def score(dataset: Dataset, options: Any = None, *, by: str | Sequence[str] = ()) -> Result:
    """Return the rates of a dataset, which is scored where it is: a block of rows becomes its sums.

    The result has rates, counts, coverage and groups, and no utterances. A block that is lost with its
    worker is scored again, so nothing is counted twice.

    Args:
        dataset: with columns of references and hypotheses.
        options: as in `mondegreen.score_batch`.
        by: columns to slice by.

    Raises:
        InputError: no utterances, or a column is not there.
        UsageError: a judge would be asked.
    """
    columns = listed_names(by, "by", "'speaker' or ['speaker', 'noise']")
    how = {"options": worker_options(options), "by": columns}
    summed = dataset.map_batches(_sums, batch_format="pyarrow", fn_kwargs=how)
    parts = (pickle.loads(row["sums"]) for row in summed.iter_rows())  # noqa: S301 - made below
    totals = reduce(lambda whole, part: part if whole is None else add(whole, part), parts, None)
    if totals is None:
        raise InputError("no utterances: nothing was scored, which is not a perfect score")
    found: Result = totals.result()
    return found


def _sums(batch: Any, options: Any, by: Sequence[str]) -> dict[str, list[bytes]]:
    result = score_rows(arrow_rows(batch), options, by)
    return {"sums": [] if result is None else [pickle.dumps(Totals.of(result, by))]}
