"""polars: the namespace ``mg`` of expressions, which importing this module registers.

>>> import polars as pl
>>> import mondegreen.compat.polars
>>> frame = pl.DataFrame({"ref": ["a b", "c d"], "hyp": ["a b", "c"]})
>>> frame.with_columns(wer=pl.col("ref").mg.wer(pl.col("hyp")))["wer"].to_list()
[0.0, 0.5]
>>> frame.select(pl.col("ref").mg.rate(pl.col("hyp"))).item()
0.25
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from mondegreen.scoring.score_batch import arrow_rows, pair_options, score_batch, score_rows

if TYPE_CHECKING:
    from mondegreen.scoring.options import Options

_SIDES = ["reference", "hypothesis"]


@pl.api.register_expr_namespace("mg")
class Expressions:
    """Scores of a column of references; options are those of `mondegreen.Options`, or a recipe."""

    def __init__(self, references: pl.Expr) -> None:
        self._references = references

    def wer(self, hypotheses: pl.Expr, options: Any = None, **chosen: Any) -> pl.Expr:
        """Return the word error rate of each row; the rate of all is `rate`, never a mean of these."""
        return self.counts(hypotheses, options, **chosen, metrics="wer").struct.field("wer")

    def counts(self, hypotheses: pl.Expr, options: Any = None, **chosen: Any) -> pl.Expr:
        """Return what `mondegreen.score_batch` adds to each row, as a struct."""
        function = partial(_counts, options=pair_options(options, chosen))
        kind = function([pl.Series(dtype=pl.String)] * 2).dtype
        return pl.map_batches(
            [self._references, hypotheses], function, return_dtype=kind, is_elementwise=True
        )

    def rate(self, hypotheses: pl.Expr, options: Any = None, **chosen: Any) -> pl.Expr:
        """Return the rate of all rows together, or of each group; of the first metric."""
        function = partial(_rate, options=pair_options(options, chosen))
        sides = [self._references, hypotheses]
        return pl.map_batches(sides, function, return_dtype=pl.Float64, returns_scalar=True)


def _counts(sides: Any, options: Options) -> pl.Series:
    table = score_batch(pl.DataFrame(dict(zip(_SIDES, sides, strict=True))), options)
    return pl.DataFrame(table.drop_columns(_SIDES)).to_struct("counts")


def _rate(sides: Any, options: Options) -> pl.Series:
    result = score_rows(arrow_rows(pl.DataFrame(dict(zip(_SIDES, sides, strict=True)))), options)
    return pl.Series([None if result is None else result.rate()], dtype=pl.Float64)
