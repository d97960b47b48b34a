"""What a recipe and a coverage say of judges, and what becomes of a metric without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, counted, visible
from mondegreen.metrics.base import Unjudged
from mondegreen.metrics.registry import METRICS
from mondegreen.options.judging import WITH_OTHERS, Judging, NoModelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.metrics.base import Metric, Rows
    from mondegreen.metrics.batch import Batch
    from mondegreen.scoring.recipe import Recipe

__all__ = ["check", "count_rows", "coverage_of", "parse", "pins"]

NO_MODEL = "no-model"
NEEDED = "needed"


def pins(metrics: Sequence[str], judging: Judging | None) -> tuple[str, ...]:
    """Return the judge of each metric as signatures name it; nothing where none is judged.

    Raises:
        UsageError: judges are named and no metric asks any, or a protocol is not known.
    """
    kinds: list[Any] = [METRICS.get(name) for name in metrics]
    if not any(kind.judged for kind in kinds):
        if judging is not None:
            raise UsageError(
                f"judge= is for metrics that ask a judge, as semantic-wer; {' and '.join(metrics)} "
                "asks none (--model, --protocol and the like on the command line)"
            )
        return ()
    asked = judging or Judging()
    _check_votes(kinds, asked)
    return tuple(kind.pin(asked) if kind.judged else "" for kind in kinds)


def _check_votes(kinds: Sequence[Any], judging: Judging) -> None:
    """Refuse votes where a judge has one: who asks for three should not get one in silence."""
    if judging.votes == 1:
        return
    for kind in kinds:
        if kind.judged and not kind.takes_votes:
            raise UsageError(
                f"votes={judging.votes} (--votes): {kind.name} asks each question once; leave votes "
                "out, or score it by itself"
            )
        if kind.judged and not kind.protocols[kind.chosen(judging)]:
            raise UsageError(
                f"votes={judging.votes} (--votes): {kind.name}[{kind.chosen(judging)}] asks no model; "
                "leave votes out, or name a model and another protocol"
            )


def check(recipe: Recipe, judging: Judging | None) -> None:
    """Refuse to score as a recipe says with other judges than it names.

    Raises:
        UsageError: they are others.
    """
    if not recipe.judges:
        return
    found = pins(recipe.metrics, judging)
    for name, wanted, here in zip(recipe.metrics, recipe.judges, found, strict=True):
        if wanted != here:
            raise UsageError(
                f"the recipe has {name} judged by {wanted}, and here is {here}: name the same "
                "model, protocol and settings with judge= (--model), or score without the recipe"
            )


def count_rows(metrics: Sequence[Metric], batch: Batch) -> dict[str, Rows]:
    """Return the rows of each metric; what needs a model that is not there is left unjudged.

    Raises:
        NoModelError: every metric is one of these.
    """
    rows: dict[str, Rows] = {}
    absent: list[str] = []
    if batch.judging is not None:
        batch.judging.state[WITH_OTHERS] = len(metrics) > 1
    for metric in metrics:
        try:
            rows[metric.name] = metric.rows(batch)
        except NoModelError as error:
            absent.append(metric.name)
            if len(absent) == len(metrics):
                raise
            judged: Any = metric
            rows[metric.name] = judged.nobody(batch, Unjudged(NO_MODEL, str(error)))
            judged.asker(batch.judging or Judging()).tell(
                f"mondegreen: warning: {metric.name} is not scored: {visible(str(error))}"
            )
    return rows


def coverage_of(
    metrics: Sequence[Metric], rows: Mapping[str, Rows], left_out: Sequence[int] = ()
) -> dict[str, Any]:
    """Return how many scored utterances needed each metric's judge, and were not judged, by status."""
    unjudged: dict[str, dict[str, int]] = {}
    needed: dict[str, int] = {}
    absent = {*left_out}
    judged: Sequence[Any] = [metric for metric in metrics if metric.judged]
    for metric in judged:
        part = rows[metric.name]
        column = metric.of(NEEDED, part.columns)
        number = sum(column) - sum(column[row] for row in absent)
        if number:
            needed[metric.name] = number
        counted: dict[str, int] = {}
        for row, why in part.unjudged.items():
            if row not in absent:
                counted[why.status] = counted.get(why.status, 0) + 1
        if counted:
            unjudged[metric.name] = dict(sorted(counted.items()))
    return {"unjudged": unjudged, "needed": needed}


def parse(field: str, metrics: Sequence[str], shown: str) -> tuple[str, ...]:
    """Return the judges that the field of a signature stands for.

    Raises:
        UsageError: as many judges as metrics were expected, or one is not known.
    """
    found = tuple(field.split("+"))
    if len(found) != len(metrics):
        raise UsageError(
            f"{shown}: {counted(len(metrics), 'metric')}, {counted(len(found), 'judge')}; expected one per "
            "metric, joined by +"
        )
    for name, pin in zip(metrics, found, strict=True):
        kind: Any = METRICS.get(name)
        if bool(pin) != kind.judged:
            what = f"asks no judge, not even {pin!r}" if pin else "needs a judge, and has none"
            raise UsageError(f"{shown}: {name} {what}; correct the part judge:")
        if pin:
            kind(None, pin)  # refuses what it does not know
    return found
