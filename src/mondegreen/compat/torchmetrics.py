"""A metric in the style of torchmetrics: ``update``, ``compute``, ``merge``; it needs no torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import InputError
from mondegreen.scoring.score_batch import batch_options
from mondegreen.scoring.scorer import score
from mondegreen.scoring.totals import Totals

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["ErrorRate"]


class ErrorRate:
    """Rates of texts that come in batches; it keeps sums alone, and can be pickled.

    >>> metric, other = ErrorRate(), ErrorRate()
    >>> metric.update(["hello duck"], ["hello world"])
    >>> other.update(["good morning"], ["good morning"])
    >>> metric.merge(other)
    >>> metric.compute()
    {'wer': 0.25}
    """

    def __init__(self, options: Any = None, **chosen: Any) -> None:
        self._options = batch_options(options).replace(**chosen)
        self._totals: Totals | None = None

    def update(self, preds: Any, target: Any) -> None:
        """Add pairs: hypotheses, and then references, as torchmetrics has them."""
        self._add(Totals.of(score(target, preds, options=self._options)))

    def merge(self, other: ErrorRate) -> None:
        """Add what another one was updated with, as on another machine."""
        if other._totals is not None:
            self._add(other._totals)

    def compute(self) -> dict[str, float]:
        """Return the rates by the names of the metrics; NaN where there is no rate."""
        return {metric.name: float(metric) for metric in self.result()}

    def result(self) -> Result:
        """Return the same with counts, coverage and signature; without an update raise `InputError`."""
        if self._totals is None:
            raise InputError(
                "no utterances: call update() first; nothing scored is no perfect score"
            )
        return self._totals.result()

    def reset(self) -> None:
        """Forget all pairs."""
        self._totals = None

    def _add(self, totals: Totals) -> None:
        self._totals = totals if self._totals is None else self._totals + totals
