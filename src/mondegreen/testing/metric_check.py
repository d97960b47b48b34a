"""What every metric promises, built in or plugged in, as one check."""

from __future__ import annotations

import importlib.util
import math
import pickle
from array import array
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING, Any

from mondegreen.errors import MondegreenError
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.registry import METRICS
from mondegreen.options.judging import Judging
from mondegreen.scoring.recipe import Recipe
from mondegreen.speakers.meetings import Conditions, Meetings
from mondegreen.speakers.sessions import sessions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["MetricContractError", "check_metric"]

_PAIRS: tuple[tuple[str, str], ...] = (
    ("the cat sat on the mat", "the hat sat on mat"),
    ("call me at five", "call me at five"),
    ("", "hello there"),
    ("nobody answered", ""),
    ("", ""),
    ("tea for two", "t for too and more words than were said"),
    ("Straße, 5:05 Uhr!", "strasse fünf uhr fünf"),
    ("今天天气", "今天 天气"),
    ("e\u0301t\u00e9", "\u00e9te\u0301"),
    ("a a a a", "a a"),
    ("x", "y"),
)
_BYTES = 8


class MetricContractError(MondegreenError, AssertionError):
    """A metric breaks a promise that everything else relies on; the message says which."""


_JUDGING: ContextVar[Any] = ContextVar("mondegreen_judging", default=None)


def check_metric(metric: str | type[Metric] | Metric, *, judge: Any = None) -> None:
    """Check that a metric keeps the contract of `mondegreen.Metric`, in each of its units.

    That is: rows are non-negative int64, one column a statistic; a row depends on its own pair
    alone, so that halves merge to the whole and the order means nothing; equal texts have no
    errors; a value exists for no tokens at all; values and errors of arrays are those of their
    elements; copies sent to other processes count the same; and the unit is part of the signature.
    Arrays are checked where numpy is installed.

    Args:
        metric: a registered name, a class or an object.
        judge: who is asked by a judged metric that needs a model: a fake or recorded one, as in
            `mondegreen.score`.

    Raises:
        MetricContractError: a promise is broken.

    >>> class Length(Metric):
    ...     name, statistics = "length", ("difference", "characters")
    ...     def row(self, reference, hypothesis):
    ...         return len(hypothesis) - len(reference), len(reference)
    >>> check_metric(Length)
    Traceback (most recent call last):
    mondegreen.testing.metric_check.MetricContractError: metric 'length': the row of \
('the cat sat on the mat', 'the hat sat on mat') has the negative count -4 of 'difference'
    """
    token = _JUDGING.set(None if judge is None else Judging.of(judge))
    try:
        _check(metric)
    finally:
        _JUDGING.reset(token)


def _check(metric: str | type[Metric] | Metric) -> None:
    if isinstance(metric, Metric):
        _check_one(metric, type(metric).__name__)
        return
    kind = METRICS.get(metric) if isinstance(metric, str) else metric
    _check_declarations(kind)
    for unit in kind.units or (None,):
        with _broken(f"metric {kind.name!r}", "cannot be made with its own unit", unit):
            made = kind(unit)
        if made.unit != unit:
            raise MetricContractError(
                f"metric {kind.name!r}: made with unit={unit!r} it has unit {made.unit!r}, so the "
                "signature would not say what was counted"
            )
        _check_one(made, kind.name)
    _check_signatures(kind)


def _check_declarations(kind: type[Metric]) -> None:
    where = f"metric class {kind.__name__}"
    for attribute in ("name", "version"):
        text = getattr(kind, attribute, None)
        if not isinstance(text, str) or not text or set(text) & set("|+:@ \t\n"):
            raise MetricContractError(
                f"{where}: {attribute} is {text!r}; expected a text without spaces and | + : @"
            )
    statistics = getattr(kind, "statistics", None)
    if (
        not isinstance(statistics, tuple)
        or not statistics
        or len(set(statistics)) < len(statistics)
        or not all(isinstance(name, str) and name.isidentifier() for name in statistics)
    ):
        raise MetricContractError(
            f"{where}: statistics are {statistics!r}; expected a tuple of different names"
        )


def _check_one(metric: Metric, name: str) -> None:
    where = f"metric {name!r}" + (f" in unit {metric.unit!r}" if metric.unit else "")
    whole = _rows(metric, _PAIRS, where)
    _check_rows(metric, whole, where)
    _check_independence(metric, whole, where)
    if not metric.uses_sessions:  # a stream without words is one that was heard
        _check_missing(metric, where)
    _check_identical(metric, where)
    _check_nothing(metric, where)
    _check_arrays(metric, whole, where)
    _check_pickle(metric, whole, where)


def _rows(
    metric: Metric, pairs: Sequence[tuple[Any, Any]], where: str, *, threads: int = 1
) -> Rows:
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if metric.uses_sessions:
        with _broken(where, "rows() fails on", f"{len(pairs)} sessions"):
            return _rows_of_sessions(metric, pairs)
    with _broken(where, "rows() fails on", pairs[0] if len(pairs) == 1 else f"{len(pairs)} pairs"):
        judging = _JUDGING.get()
        return metric.rows(Batch(references, hypotheses, threads=threads, judging=judging))


def _rows_of_sessions(metric: Metric, pairs: Sequence[tuple[Any, Any]]) -> Rows:
    """Return a row per pair, each as a session of one speaker and one stream."""
    said, heard = (
        [
            {"session_id": at, "speaker": "a", "start_time": 0, "end_time": 1, "words": pair[side]}
            for at, pair in enumerate(pairs)
            if isinstance(pair[side], str)
        ]
        for side in range(2)
    )
    meetings = Meetings(sessions(said, heard), Conditions(collar=5_000_000))
    references, hypotheses = [], []
    for pair in pairs:
        references += [pair[0], ""]
        hypotheses += [pair[1], None if pair[1] is None else ""]
    found = metric.rows(Batch(references, hypotheses, sessions=meetings))
    return found._replace(
        columns=tuple(
            array("q", map(int.__add__, column[::2], column[1::2])) for column in found.columns
        )
    )


def _check_rows(metric: Metric, rows: Rows, where: str) -> None:
    if len(rows.columns) != len(metric.statistics) or len(rows.sums) != len(metric.statistics):
        raise MetricContractError(
            f"{where}: {len(rows.columns)} columns and {len(rows.sums)} sums for "
            f"{len(metric.statistics)} statistics; expected one of each a statistic"
        )
    for name, column in zip(metric.statistics, rows.columns, strict=True):
        with _broken(where, "expected a column of int64, such as array('q'), for", name):
            view = memoryview(column)
            if view.format not in {"q", "l"} or view.itemsize != _BYTES:
                raise TypeError(f"its format is {view.format!r}")
        if len(column) != len(_PAIRS):
            raise MetricContractError(
                f"{where}: {len(column)} rows of {name!r} for {len(_PAIRS)} pairs"
            )
        for pair, number in zip(_PAIRS, column, strict=True):
            if number < 0:
                raise MetricContractError(
                    f"{where}: the row of {pair!r} has the negative count {number} of {name!r}"
                )
    if tuple(map(sum, rows.columns)) != tuple(rows.sums):
        raise MetricContractError(
            f"{where}: the sums are {tuple(rows.sums)}, its columns add up to "
            f"{tuple(map(sum, rows.columns))}"
        )


def _check_independence(metric: Metric, whole: Rows, where: str) -> None:
    """Each row depends on its own pair alone: not on the order, nor on what is next to it."""
    back = _rows(metric, _PAIRS[::-1], where)
    if _tuples(back)[::-1] != _tuples(whole) or back.sums != whole.sums:
        raise MetricContractError(
            f"{where}: rows depend on the order of the utterances; a row may depend on its own "
            "pair alone"
        )
    middle = len(_PAIRS) // 2
    halves = _rows(metric, _PAIRS[:middle], where), _rows(metric, _PAIRS[middle:], where)
    added = tuple(map(sum, zip(halves[0].sums, halves[1].sums, strict=True)))
    if _tuples(halves[0]) + _tuples(halves[1]) != _tuples(whole) or added != whole.sums:
        raise MetricContractError(
            f"{where}: two halves do not merge to the whole: {halves[0].sums} and "
            f"{halves[1].sums} against {whole.sums}"
        )
    for at, pair in enumerate(_PAIRS):
        alone = _tuples(_rows(metric, [pair], where))[0]
        if alone != _tuples(whole)[at]:
            raise MetricContractError(
                f"{where}: {pair!r} alone has the row {alone}, among others {_tuples(whole)[at]}"
            )
    if _tuples(_rows(metric, _PAIRS, where, threads=2)) != _tuples(whole):
        raise MetricContractError(f"{where}: rows depend on the number of threads")


def _check_missing(metric: Metric, where: str) -> None:
    """A missing hypothesis has the row of an empty one, and the sums leave it out."""
    some = _rows(metric, [("said this", "said that"), ("said more", None)], where)
    empty = _rows(metric, [("said this", "said that"), ("said more", "")], where)
    if _tuples(some) != _tuples(empty):
        raise MetricContractError(
            f"{where}: a missing hypothesis has the row {_tuples(some)[1]}, an empty one "
            f"{_tuples(empty)[1]}; expected the same"
        )
    if tuple(some.sums) != _tuples(some)[0]:
        raise MetricContractError(
            f"{where}: the sums are {tuple(some.sums)} where the only hypothesis that is there "
            f"has {_tuples(some)[0]}; they leave missing ones out, coverage decides about those"
        )


def _check_identical(metric: Metric, where: str) -> None:
    for text in {text for pair in _PAIRS for text in pair}:
        sums = _rows(metric, [(text, text)], where).sums
        with _broken(where, "errors() fails on", sums):
            errors = metric.errors(sums)
        if errors:
            raise MetricContractError(f"{where}: {text!r} against itself has {errors} errors")


def _check_nothing(metric: Metric, where: str) -> None:
    zeros = (0,) * len(metric.statistics)
    with _broken(where, "value() fails on sums of zero", zeros):
        value = float(metric.value(zeros))
        errors = metric.errors(zeros)
    undefined = bool(metric.undefined) and math.isnan(value)
    if not (math.isfinite(value) or undefined) or errors != 0:
        raise MetricContractError(
            f"{where}: no tokens and no errors have the value {value} and {errors} errors; "
            "expected a number and 0"
        )


def _check_arrays(metric: Metric, rows: Rows, where: str) -> None:
    if importlib.util.find_spec("numpy") is None:
        return
    import numpy as np  # what resampling hands to value(); not there in a base install

    samples = [*_tuples(rows), tuple(rows.sums), (0,) * len(metric.statistics)]
    samples += islice(product((0, 3), repeat=len(metric.statistics)), 2**6)
    samples = samples[: len(samples) // 2 * 2]
    for shape in ((len(samples),), (2, len(samples) // 2)):
        totals = [
            np.array(column, np.int64).reshape(shape) for column in zip(*samples, strict=True)
        ]
        for method in ("value", "errors"):
            of = getattr(metric, method)
            with _broken(where, f"{method}() fails on arrays of shape", shape):
                many = np.asarray(of(totals))
            if many.shape != shape:
                raise MetricContractError(
                    f"{where}: {method}() of arrays of shape {shape} has the shape {many.shape}"
                )
            for sample, number in zip(samples, many.reshape(-1).tolist(), strict=True):
                with _broken(where, f"{method}() fails on", sample):
                    single = float(of(sample))
                if float(number) != single and not (math.isnan(number) and math.isnan(single)):
                    raise MetricContractError(
                        f"{where}: {method}() of {sample} is {single}, among arrays {number}"
                    )


def _check_pickle(metric: Metric, rows: Rows, where: str) -> None:
    with _broken(where, "does not pickle, so it cannot go to other processes", type(metric)):
        copied = pickle.loads(pickle.dumps(metric))  # noqa: S301 - its own bytes
    if copied.unit != metric.unit or _tuples(_rows(copied, _PAIRS, where)) != _tuples(rows):
        raise MetricContractError(f"{where}: a pickled copy counts otherwise than the original")


def _check_signatures(kind: type[Metric]) -> None:
    if kind.name not in METRICS.names() or METRICS.get(kind.name) is not kind:
        return  # not registered, so there is no signature
    signatures = {
        unit: Recipe.make(
            metrics=(kind.name,), unit=unit, collar="5" if kind.uses_collar else None
        ).signature()
        for unit in kind.units
    }
    for first, second in pairwise(signatures):
        if signatures[first] == signatures[second]:
            raise MetricContractError(
                f"metric {kind.name!r}: the units {first!r} and {second!r} have one signature: "
                f"{signatures[first]}"
            )


def _tuples(rows: Rows) -> list[tuple[int, ...]]:
    return list(zip(*map(list, rows.columns), strict=True))


@contextmanager
def _broken(where: str, what: str, on: object) -> Iterator[None]:
    """Turn an error of the metric's own code into one that says what was asked of it."""
    try:
        yield
    except Exception as error:
        raise MetricContractError(
            f"{where}: {what} {on!r}: {type(error).__name__}: {error}"
        ) from error
