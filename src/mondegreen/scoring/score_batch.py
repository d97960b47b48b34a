"""``score_batch``: a table in, and the same table with the counts of each row out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.column_sides import both_sides
from mondegreen.corpus.formats.binary.arrow import is_text, refuse_twice
from mondegreen.corpus.table import Table
from mondegreen.errors import InputTypeError, MissingDependencyError, UsageError, visible
from mondegreen.scoring.arguments import given
from mondegreen.scoring.frames import arrow_column, utterance_table
from mondegreen.scoring.groups import unclashing
from mondegreen.scoring.options import Options
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.result import Result

__all__ = [
    "arrow_rows",
    "batch_options",
    "counted_columns",
    "pair_options",
    "score_batch",
    "score_rows",
    "worker_options",
]

_WHAT: Final = "the table"
_COLUMN: Final = re.compile(r"\{([^{}@]+)\}")


def score_batch(table: Any, options: Any = None) -> Any:
    """Score the rows of a table, and return it with their counts.

    The one function on which engines score: it depends on nothing but its arguments, and a batch gives
    the same rows wherever, and next to whatever other batches, it is scored. Sums of the counts over all
    batches are those of `mondegreen.score`.

    Args:
        table: whatever has ``__arrow_c_stream__`` or ``__arrow_c_array__`` and holds columns: a table or
            batch of pyarrow, a frame of polars or pandas. Columns are found as in files; name them with
            ``reference_column`` and ``hypothesis_column``. A null hypothesis is missing.
        options: a `mondegreen.Options`; or the name of a recipe, a signature or a `Recipe`, which are
            texts or can be pickled, as options can.

    Returns:
        A pyarrow Table: all columns as they came, then for each metric its counts (int64) and its rate
        (double), then ``status`` and ``reason``, all named as in `Result.to_dict`; a column that came with
        one of these names has ``column_`` in front of it. Counts are null where ``missing="skip"`` leaves
        a row out. Names and types depend on the options alone, and no rows give no rows.

    Raises:
        InputTypeError: not a table, or a column that has no texts.
        InputError: a column is not there.
        MissingHypothesisError: missing hypotheses under ``missing="error"``.
        UsageError: options that cannot be used, or a metric of sessions.
        MissingDependencyError: pyarrow is not installed.

    >>> import pyarrow as pa
    >>> pairs = pa.table({"id": ["u1"], "ref": ["the cat sat"], "hyp": ["the hat sat"]})
    >>> found = score_batch(pairs)
    >>> found.column_names[3:]
    ['hits', 'substitutions', 'deletions', 'insertions', 'wer', 'status', 'reason']
    >>> found["substitutions"].to_pylist(), found["id"].to_pylist()
    ([1], ['u1'])
    """
    asked = batch_options(options)
    rows = arrow_rows(table)
    result = score_rows(rows, asked)
    return _with_counts(rows, counted_columns(asked, result))


def batch_options(options: Any) -> Options:
    """Return what `score_batch` takes as options."""
    if isinstance(options, Options):
        return options
    if options is None or isinstance(options, (str, Recipe)):
        return Options() if options is None else Options(recipe=options)
    raise UsageError(f"options={given(options)}: expected mondegreen.Options(...) or a recipe")


def worker_options(options: Any) -> Options:
    """Return options for batches that several processes score.

    Raises:
        UsageError: a judge would be asked, whose budget and pace are those of one process.
    """
    asked = batch_options(options)
    if Recipe.of(asked).judges:
        raise UsageError(
            "a judge is asked by one process, which has its budget, its pace and its answers; score this metric with "
            "mondegreen.score, and other metrics on workers"
        )
    return asked


def pair_options(options: Any, chosen: Mapping[str, Any]) -> Options:
    """Return options for tables of two columns, ``reference`` and ``hypothesis``, with single ones replaced."""
    columns = {"reference_column": "reference", "hypothesis_column": "hypothesis"}
    return batch_options(options).replace(**{**chosen, **columns})


def arrow_rows(table: Any) -> Any:
    """Return whatever speaks Arrow and holds columns as a pyarrow Table."""
    try:
        import pyarrow as pa  # optional, and slow to import
    except ImportError:
        raise MissingDependencyError("pyarrow", "arrow", "score_batch") from None
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        try:
            rows = pa.table(table)
        except (pa.ArrowException, TypeError, ValueError) as error:
            raise InputTypeError(f"{_WHAT} cannot be read: {visible(str(error))[:300]}") from None
        refuse_twice(rows.schema, _WHAT)
        return rows
    raise InputTypeError(
        f"score_batch({given(table)}): expected a table that speaks Arrow, as a pyarrow Table or a frame "
        "of polars or pandas; pyarrow.table makes one of a dict of columns"
    )


def score_rows(rows: Any, options: Options, by: Sequence[str] = ()) -> Result | None:
    """Return the result of the rows of a pyarrow Table; ``None`` where there are none.

    Of the columns that are no texts it has those alone by which it will be sliced, or by which something
    is chosen or judged.
    """
    scorer = Scorer(options=options)
    recipe = scorer.recipe
    if recipe.uses_sessions:
        raise UsageError(
            f"score_batch scores utterances, and {recipe.metrics[0]} needs whole sessions; "
            "score these with mondegreen.score"
        )
    columns = dict(zip(rows.column_names, rows.itercolumns(), strict=True))
    table = Table(_WHAT, "arrow", columns)
    said, wrote = both_sides(table, options.reference_column, options.hypothesis_column)
    for name in (said, wrote):
        _refuse_other_than_texts(name, columns[name].type)
    if not rows.num_rows:
        return None
    others = [name for name in columns if name not in {said, wrote}]
    if not (recipe.judges or any(metric.uses_entities for metric in recipe.build())):
        named = _COLUMN.findall(f"{recipe.language}{recipe.normalizer}")
        others = [name for name in others if name in {*named, *by}]
    metadata = {name: columns[name].to_pylist() for name in others}
    scorer.update(columns[said], columns[wrote], metadata=metadata)
    return scorer.compute()


def _refuse_other_than_texts(name: str, kind: Any) -> None:
    from pyarrow import types  # it is there

    value = kind.value_type if types.is_dictionary(kind) else kind
    if not (is_text(types, value) or types.is_null(value)):
        raise InputTypeError(f"{_WHAT}: the column {name!r} is of type {kind}, expected texts")


def counted_columns(options: Options, result: Result | None) -> dict[str, Any]:
    """Return the counts, rates and states of a result as pyarrow's columns, with types that are always so."""
    import pyarrow as pa  # it is there, as above

    metrics = Recipe.of(options).build() if result is None else list(result.metrics.values())
    found: dict[str, Any] = {} if result is None else utterance_table(result)
    rows = 0 if result is None else len(result)
    columns = {}
    for name, kind in _types(metrics).items():
        column = arrow_column(found[name]) if name in found else pa.nulls(rows)
        columns[name] = column.cast(getattr(pa, kind)())
    return columns


def _types(metrics: Iterable[Metric]) -> dict[str, str]:
    found, several = {}, len(list(metrics)) > 1
    for metric in metrics:
        for statistic in metric.statistics:
            found[f"{metric.name}_{statistic}" if several else statistic] = "int64"
        found[metric.name] = "float64"
    return {**found, "status": "string", "reason": "string"}


def _with_counts(rows: Any, columns: dict[str, Any]) -> Any:
    rows = rows.rename_columns(unclashing(rows.column_names, columns))
    for name, column in columns.items():
        rows = rows.append_column(name, column)
    return rows
