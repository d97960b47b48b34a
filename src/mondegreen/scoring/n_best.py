"""Lists of hypotheses: each is scored, and a row has what a metric takes of its list."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import NO_HYPOTHESIS
from mondegreen.corpus.table import as_list
from mondegreen.errors import MissingHypothesisError, UsageError
from mondegreen.metrics.base import Rows
from mondegreen.scoring.arguments import is_null
from mondegreen.scoring.coverage import Coverage, emptied_rows, reference_words
from mondegreen.scoring.inputs import Utterances, list_rows
from mondegreen.types import Failed, NBest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.result import Result

__all__ = ["COLUMNS", "score_lists"]

COLUMNS: Final = ("oracle", "hypotheses")
"""Of each row the place of the best hypothesis in its list, from 1, and how many there are."""


def score_lists(
    utterances: Utterances, score: Callable[[Utterances], Result], missing: str
) -> Result:
    """Return the result of utterances with lists of hypotheses.

    A row shows the best one where the first metric takes it, else the first.

    Args:
        utterances: texts; of the hypotheses some are an `NBest`.
        score: what scores utterances of one hypothesis each.
        missing: what becomes of utterances without a hypothesis.

    Raises:
        MissingHypothesisError: there are such utterances under ``missing="error"``.
        UsageError: columns of the names that the result gives its own.
    """
    clash = [name for name in COLUMNS if name in utterances.metadata]
    if clash:
        raise UsageError(
            f"a column is named {clash[0]!r}, which says of lists of hypotheses which is the best; give it "
            "another name"
        )
    said = as_list(utterances.references)
    lists = [
        list(each.texts) or [None] if isinstance(each, NBest) else [each]
        for each in as_list(utterances.hypotheses)
    ]
    absent = [
        row for row, each in enumerate(lists) if is_null(each[0]) or isinstance(each[0], Failed)
    ]
    if absent and missing == "error":
        raise MissingHypothesisError(
            f"{len(absent):,} of {len(lists):,} utterances have no hypothesis: "
            f"{list_rows(utterances, absent)}. Choose missing='deletions' (count them as empty) or "
            "missing='skip' (leave them out), --missing on the command line"
        )
    rows = [row for row, each in enumerate(lists) for _ in each]
    names = utterances.ids or [str(row + 1) for row in range(len(said))]
    flat = score(
        Utterances(
            [said[row] for row in rows],
            [text for each in lists for text in each],
            _ids(names, lists),
            {name: [column[row] for row in rows] for name, column in utterances.metadata.items()},
            utterances.system,
        )
    )
    starts = _starts(lists)
    metrics = flat.metrics
    ranked = next((each for each in metrics.values() if each.uses_lists == "oracle"), None)
    best = _best(ranked or next(iter(metrics.values())), flat, starts)
    shown = best if next(iter(metrics.values())).uses_lists == "oracle" else starts[:-1]
    status = bytes(flat.status[at] for at in shown)
    reasons = {
        row: flat.reasons[at] for row, at in enumerate(shown) if flat.status[at] == NO_HYPOTHESIS
    }
    left_out = set(reasons) if flat.recipe.missing == "skip" else set()
    taken = {}
    for name, metric in metrics.items():
        columns = _columns(metric, flat, starts)
        kept = [row not in left_out for row in range(len(lists))]
        sums = tuple(sum(map(int.__mul__, column, kept)) for column in columns)
        taken[name] = Rows(columns, sums)
    texts: dict[str, Any] = {
        name: None if column is None else [as_list(column)[at] for at in shown]
        for name in ("references", "hypotheses", "references_normalized", "hypotheses_normalized")
        for column in (getattr(flat, name),)
    }
    words, emptied = (0, 0), set[int]()
    if flat.recipe.normalizes:
        sides = texts["references"], texts["references_normalized"]
        words = reference_words(*sides, left_out)
        emptied = emptied_rows(*sides)
        emptied |= emptied_rows(texts["hypotheses"], texts["hypotheses_normalized"])
    return replace(
        flat,
        rows=taken,
        status=status,
        reasons=reasons,
        coverage=Coverage.of(
            status,
            reasons,
            emptied=len(emptied),
            policy=flat.recipe.missing,
            left_out={},
            words=words,
        ),
        ids=utterances.ids,
        metadata={
            **utterances.metadata,
            COLUMNS[0]: [
                None if row in reasons else at - start + 1
                for row, (at, start) in enumerate(zip(best, starts, strict=False))
            ],
            COLUMNS[1]: [0 if row in reasons else len(each) for row, each in enumerate(lists)],
        },
        **texts,
    )


def _ids(names: Sequence[str], lists: Sequence[Sequence[Any]]) -> list[str]:
    """Return names of all hypotheses, of which no two are the same."""
    return [
        name if len(each) == 1 else f"{name}#{number}/{row}"
        for row, (name, each) in enumerate(zip(names, lists, strict=True))
        for number in range(1, len(each) + 1)
    ]


def _starts(lists: Sequence[Sequence[Any]]) -> list[int]:
    starts = [0]
    for each in lists:
        starts.append(starts[-1] + len(each))
    return starts


def _best(metric: Metric, flat: Result, starts: list[int]) -> list[int]:
    """Return of each list the place of the hypothesis with fewest errors, the first of equals.

    Where differences are forgiven, of those with as few remaining ones that with fewest forgiven.
    """
    columns = flat.rows[metric.name].columns
    errors = [
        (metric.compared(counts), sum(counts) if metric.forgives else 0)
        for counts in zip(*columns, strict=True)
    ]
    pairs = pairwise(starts)
    return [min(range(start, end), key=errors.__getitem__) for start, end in pairs]


def _columns(metric: Metric, flat: Result, starts: list[int]) -> tuple[array[int], ...]:
    """Return the columns of a metric, of each list what it takes of it."""
    columns = flat.rows[metric.name].columns
    if metric.uses_lists == "mean":
        spans = list(pairwise(starts))
        return tuple(
            array("q", [_mean(column[start:end]) for start, end in spans]) for column in columns
        )
    taken = starts[:-1] if metric.uses_lists == "first" else _best(metric, flat, starts)
    return tuple(array("q", [column[at] for at in taken]) for column in columns)


def _mean(numbers: Sequence[int]) -> int:
    """Return the mean, rounded to the nearest whole number."""
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))
