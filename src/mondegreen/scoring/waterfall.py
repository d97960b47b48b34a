"""The way down from the strict errors to the remaining ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel
from mondegreen.errors import UsageError
from mondegreen.forgive.severities import FULL
from mondegreen.metrics.forgiven import ForgivenRate, thousandths
from mondegreen.scoring.frames import as_arrow, as_pandas, as_polars
from mondegreen.scoring.renderers import WATERFALL_RENDERERS

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["Step", "Waterfall"]


class Step(NamedTuple):
    """One step down.

    Attributes:
        name: ``raw``, ``strict``, a reason, ``remaining``, or ``weighed``.
        errors: how many there are; of a reason how many it takes off, as a number below 0.
        share: of the strict errors; ``None`` where there are none.
        rate: over the words of the reference; for a change, by how much the rate changes.
        words: of the reference; letters where the severities weigh letters.
    """

    name: str
    errors: float
    share: float | None
    rate: float | None
    words: int


@dataclass(frozen=True, repr=False)
class Waterfall:
    """The steps from strict errors to the remaining ones, in the order of attribution.

    ``raw`` is first where a normalizer was at work and the texts are there: the strict errors
    of the texts as they were given, whose words may be others. ``strict`` is what the forgivers
    began with; each reason takes its errors off; ``remaining`` is what is left. The steps sum. Where severities
    put a part of what was forgiven back, ``weighed`` says what counts then, to the thousandth. Where a
    judge did not answer for all, the steps are of what was judged, have no rates, and ``note`` says so.

    >>> from mondegreen import score
    >>> found = score("the data base", "a database", forgive=["spacing", "case"]).waterfall()
    >>> [(step.name, step.errors) for step in found]
    [('strict', 3), ('spacing', -2), ('remaining', 1)]
    """

    metric: str
    steps: tuple[Step, ...]
    note: str = ""

    @classmethod
    def of(cls, result: Result, metric: str) -> Waterfall:
        """Return the waterfall of a metric that was scored with forgivers."""
        kind = result.metrics[metric]
        if not isinstance(kind, ForgivenRate) or not kind.forgives:
            raise UsageError(
                f"{metric} was scored without forgivers, so it has no waterfall; score with "
                "forgive='agent', or the names of forgivers"
            )
        sums = result.rows[metric].sums
        letters = kind.severities.unit == "letters"
        reasons = kind.by_reason(sums, letters=letters)
        remaining, length = (sums[2], sums[3]) if letters else (sums[0], sums[1])
        strict = remaining + sum(reasons.values())
        share = result[metric].judged_share  # without all of them the steps have no rates

        def step(name: str, errors: int) -> Step:
            rate = errors / length if length and not share else None
            return Step(name, errors, errors / strict if strict else None, rate, length)

        raw = [] if letters or share else _raw(result, kind.unit or "word")
        steps = [*raw, step("strict", strict)]
        steps += [step(name, -count) for name, count in reasons.items() if count]
        steps.append(step("remaining", remaining))
        weighed = kind.weighed(sums, kind.severities)
        if weighed != FULL * remaining:
            part = weighed / FULL / strict if strict else None
            rate = result.rate(metric=metric)
            steps.append(Step("weighed", thousandths(weighed), part, rate, length))
        return cls(metric, tuple(steps), f"only of what was judged: {share}" if share else "")

    def __iter__(self) -> Any:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return WATERFALL_RENDERERS.get("table")(self)

    __repr__ = __str__

    def records(self) -> list[dict[str, Any]]:
        """Return one row per step."""
        return [step._asdict() for step in self.steps]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {"metric": self.metric, "steps": self.records()}

    def to_arrow(self) -> Any:
        """Return `records` as a pyarrow Table."""
        return as_arrow(self._columns())

    def to_pandas(self) -> Any:
        """Return `records` as a pandas DataFrame."""
        return as_pandas(self._columns())

    def to_polars(self) -> Any:
        """Return `records` as a polars DataFrame."""
        return as_polars(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        return {name: [getattr(step, name) for step in self.steps] for name in Step._fields}


def _raw(result: Result, unit: str) -> list[Step]:
    """Return the strict errors before the normalizer, where they can be counted."""
    if not (result.recipe.normalizes and result.has_texts) or result.recipe.reads:
        return []
    rows = [row for row in range(len(result)) if result.is_scored(row)]
    texts = [result.texts(row) for row in rows]
    said = [text["reference"] for text in texts]
    written = [
        text["hypothesis"]
        if isinstance(text["hypothesis"], (str, list, tuple))
        else type(text["reference"])()
        for text in texts
    ]
    found = _kernel.count(said, written, unit=unit, ties=result.recipe.ties)
    hits, substitutions, deletions, insertions = found.sums
    errors, words = substitutions + deletions + insertions, hits + substitutions + deletions
    rate = errors / words if words else math.nan
    return [Step("raw", errors, None, None if math.isnan(rate) else rate, words)]
