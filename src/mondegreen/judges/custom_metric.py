"""A judge of one's own as a metric: scored, sliced and saved as all others are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import counted
from mondegreen.judges.custom import CustomOutcome, ask_custom, check_asynchronous
from mondegreen.judges.metric import JudgedMetric, Judgement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.custom import CustomMetric
    from mondegreen.judges.pair import Pair

__all__ = ["as_metric"]

_PARTS: Final = 1_000_000  # of a point: sums of integers are the same in every order
_POINTS: Final = 100


class _Custom(JudgedMetric):
    """The mean score of those utterances that have one, 0 to 1."""

    statistics = ("score_millionths", "with_score", "unjudged")
    undefined: ClassVar[str] = "no utterance has a score"
    counts_errors: ClassVar[bool] = False  # a score need not be one of errors
    protocols: ClassVar[Mapping[str, str]] = {"own": ""}
    function: ClassVar[Any]

    def __reduce__(self) -> Any:
        # The class is made by `as_metric`, and pickle finds classes by name alone.
        return _made, (type(self).function, self.name, self.version, self.unit, self._pin)

    def is_bounded(self, totals: Sequence[Any]) -> bool:
        """Return that there are bounds: no score is below 0 or above 100."""
        del totals
        return True

    def fill(self, counts: list[Any], bound: Sequence[Any], *, worst: bool) -> None:
        """Add scores of 0, or of 100."""
        (unjudged,) = bound
        counts[0] = counts[0] + worst * _PARTS * _POINTS * unjudged
        counts[1] = counts[1] + unjudged

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        """Return one judgement per pair."""
        texts = [asker.texts(pair) for pair in pairs]
        judging = asker.judging
        found = await ask_custom(
            type(self).function, texts, concurrency=judging.concurrency, timeout=judging.timeout
        )
        return [_judgement(one, keep_texts=judging.keep_texts) for one in found]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the mean score as a fraction, not a number where nothing has a score."""
        millionths, scored = totals[:2]
        if isinstance(scored, int):
            return millionths / (_PARTS * _POINTS * scored) if scored else math.nan
        import numpy as np  # only who brings arrays has it

        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(scored == 0, math.nan, millionths / (_PARTS * _POINTS * scored))

    def describe(self, totals: Sequence[int]) -> str:
        """Return of how many utterances it is the mean."""
        return f"mean score of {counted(totals[1], 'utterance')}"


def as_metric(judge: CustomMetric, name: str, *, version: str = "1") -> type[JudgedMetric]:
    """Return a metric whose rows are the scores of a judge of one's own.

    Args:
        judge: ``async def judge(expected, got)``; see `mondegreen.judges.custom`.
        name: of the metric, for ``metrics=`` and tables; register it under the same.
        version: part of the signature; raise it when the same texts get other scores.

    Raises:
        UsageError: the judge is not asynchronous.

    >>> from mondegreen.judges.custom import CustomMetricResult
    >>> async def length(expected, got):
    ...     return CustomMetricResult(100.0 * (len(expected) != len(got)), "by length")
    >>> as_metric(length, "same-length").name
    'same-length'
    """
    check_asynchronous(judge)
    about = (getattr(judge, "__doc__", None) or f"Judge {name}.").strip()
    label = about.splitlines()[0].rstrip(".")
    body = {"name": name, "label": label, "version": version, "function": staticmethod(judge)}
    return type("CustomJudge", (_Custom,), {**body, "__doc__": about})


def _made(judge: Any, name: str, version: str, unit: str | None, pin: str) -> JudgedMetric:
    return as_metric(judge, name, version=version)(unit, pin)


def _judgement(outcome: CustomOutcome, *, keep_texts: bool) -> Judgement:
    if outcome.status != "ok":
        return Judgement(None, outcome.status, outcome.reason or "")
    detail = {"score": outcome.score, "detail": outcome.result.detail if keep_texts else ""}
    if outcome.score is None:
        return Judgement((0, 0), reason=outcome.reason or "", detail=detail)
    return Judgement((round(outcome.score * _PARTS), 1), detail=detail)
