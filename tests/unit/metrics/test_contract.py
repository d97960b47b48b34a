"""Every registered metric keeps the contract, and the check catches those that do not."""

import pickle
from array import array
from collections.abc import Sequence
from typing import Any

import pytest

from mondegreen import _kernel
from mondegreen.metrics import METRICS, Metric, Rows
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.wer import WordErrorRate
from mondegreen.testing import MetricContractError, check_metric

NATIVE_ALONE = {"reader", "semantic-wer"}
"""The forgivers, without which there are none of these, are in the native kernel alone."""
NEED_A_MODEL = {"canonical-wer", "conversational-wer", "facts"}
"""``tests/unit/judges`` checks these with a model that is made up."""
ELSEWHERE = NEED_A_MODEL | (set() if _kernel.name == "native" else NATIVE_ALONE)
HERE = [name for name in METRICS.names() if name not in ELSEWHERE]


@pytest.mark.parametrize("name", HERE)
def test_registered_metrics(name: str) -> None:
    check_metric(name)


class Length(Metric):
    """A good one, as a newcomer would write it."""

    name = "length"
    statistics = ("difference", "characters")

    def row(self, reference: str, hypothesis: str) -> tuple[int, ...]:
        return abs(len(hypothesis) - len(reference)), len(reference)


def test_a_good_metric_passes_as_class_and_as_object() -> None:
    check_metric(Length)
    check_metric(Length())
    check_metric(WordErrorRate("grapheme"))


class Negative(Length):
    def row(self, reference: str, hypothesis: str) -> tuple[int, ...]:
        return len(hypothesis) - len(reference), len(reference)


class NoRow(Length):
    row = Metric.row


class ShortRow(Length):
    def row(self, reference: str, hypothesis: str) -> tuple[int, ...]:
        return (len(reference),)


class ErrorsInEqualTexts(Length):
    def row(self, reference: str, hypothesis: str) -> tuple[int, ...]:
        return 1, 1


class OwnRows(Length):
    """Lets its children spoil the rows of a good metric."""

    def rows(self, batch: Batch) -> Rows:
        good = super().rows(batch)
        columns = self.spoiled([list(column) for column in good.columns], batch)
        return Rows(tuple(array("q", column) for column in columns), tuple(map(sum, columns)))

    def spoiled(self, columns: list[list[int]], batch: Batch) -> list[list[int]]:
        return columns


class Positions(OwnRows):
    """Weighs an utterance by its place."""

    def spoiled(self, columns: list[list[int]], batch: Batch) -> list[list[int]]:
        return [[at * number for at, number in enumerate(column)] for column in columns]


class First(OwnRows):
    """Looks at the first utterance of the batch for all."""

    def spoiled(self, columns: list[list[int]], batch: Batch) -> list[list[int]]:
        return [columns[0], [len(columns[1])] * len(columns[1])]


class Threads(OwnRows):
    def spoiled(self, columns: list[list[int]], batch: Batch) -> list[list[int]]:
        return [columns[0], [batch.threads + number for number in columns[1]]]


class CountsMissing(OwnRows):
    """Its sums include the missing ones."""


class OneColumn(Length):
    def rows(self, batch: Batch) -> Rows:
        good = super().rows(batch)
        return Rows(good.columns[:1], good.sums)


class Floats(Length):
    def rows(self, batch: Batch) -> Rows:
        good = super().rows(batch)
        return Rows(tuple(array("d", column) for column in good.columns), good.sums)  # type: ignore[misc]


class WrongSums(Length):
    def rows(self, batch: Batch) -> Rows:
        good = super().rows(batch)
        return Rows(good.columns, (good.sums[0] + 1, good.sums[1]))


class TooFewRows(Length):
    def rows(self, batch: Batch) -> Rows:
        good = super().rows(batch)
        columns = tuple(column[:-1] for column in good.columns)
        return Rows(columns, tuple(map(sum, columns)))


class ScalarsOnly(Length):
    def value(self, totals: Sequence[Any]) -> Any:
        return totals[0] / totals[1] if totals[1] else 0.0


class Flat(Length):
    """Adds up the samples instead of keeping them apart."""

    def value(self, totals: Sequence[Any]) -> Any:
        return float(getattr(totals[0], "sum", lambda: totals[0])())


class OtherForArrays(Length):
    def value(self, totals: Sequence[Any]) -> Any:
        return 1.0 * totals[0] + (0 if isinstance(totals[0], int) else 1)


class ErrorsDoNotBroadcast(Length):
    def errors(self, totals: Sequence[Any]) -> Any:
        return int(totals[0])


class DividesByZero(Length):
    def value(self, totals: Sequence[Any]) -> Any:
        return totals[0] / totals[1]


class NotANumber(Length):
    def value(self, totals: Sequence[Any]) -> Any:
        return float("nan")


class NeverPickles(Length):
    def __reduce__(self) -> Any:
        raise pickle.PicklingError("no")


class LosesUnit(WordErrorRate):
    def __reduce__(self) -> Any:
        return LosesUnit, ()


class IgnoresUnit(WordErrorRate):
    def __init__(self, unit: str | None = None) -> None:
        super().__init__("word")


class NoUnitArgument(WordErrorRate):
    def __init__(self) -> None:
        super().__init__("word")


class OddName(Length):
    name = "my|metric"


class NoName(Metric):
    statistics = ("a", "b")


class TwiceTheSame(Length):
    statistics = ("a", "a")


class NoStatistics(Metric):
    name = "nothing"
    statistics = ()


BROKEN = {
    Negative: "has the negative count -4 of 'difference'",
    NoRow: "rows\\(\\) fails on '11 pairs': NotImplementedError",
    ShortRow: "rows\\(\\) fails on '11 pairs': ValueError",
    ErrorsInEqualTexts: "against itself has 1 errors",
    Positions: "rows depend on the order of the utterances",
    First: "do not merge to the whole",
    Threads: "rows depend on the number of threads",
    CountsMissing: "they leave missing ones out",
    OneColumn: "1 columns and 2 sums for 2 statistics",
    Floats: "expected a column of int64.*its format is 'd'",
    WrongSums: "its columns add up to",
    TooFewRows: "10 rows of 'difference' for 11 pairs",
    ScalarsOnly: "value\\(\\) fails on arrays of shape",
    Flat: "value\\(\\) of arrays of shape \\(.*\\) has the shape \\(\\)",
    OtherForArrays: "value\\(\\) of .* is .*, among arrays",
    ErrorsDoNotBroadcast: "errors\\(\\) fails on arrays of shape",
    DividesByZero: "value\\(\\) fails on sums of zero.*ZeroDivisionError",
    NotANumber: "no tokens and no errors have the value nan",
    NeverPickles: "does not pickle",
    LosesUnit: "a pickled copy counts otherwise",
    IgnoresUnit: "made with unit='word-ascii-space' it has unit 'word'",
    NoUnitArgument: "cannot be made with its own unit 'word'",
    OddName: "name is 'my\\|metric'",
    NoName: "name is None",
    TwiceTheSame: "expected a tuple of different names",
    NoStatistics: "expected a tuple of different names",
}


@pytest.mark.parametrize(
    ("kind", "message"), BROKEN.items(), ids=lambda x: getattr(x, "__name__", "")
)
def test_broken_metrics_are_caught(kind: type[Metric], message: str) -> None:
    if "arrays" in message:
        pytest.importorskip("numpy")
    with pytest.raises(MetricContractError, match=message) as caught:
        check_metric(kind)
    assert isinstance(caught.value, AssertionError)
    assert "\n" not in str(caught.value)


def test_metric_that_shares_a_signature_between_units(monkeypatch: pytest.MonkeyPatch) -> None:
    from mondegreen.scoring import signature

    monkeypatch.setattr(signature, "_versioned", lambda unit: "word@1")
    with pytest.raises(MetricContractError, match="have one signature"):
        check_metric("wer")
