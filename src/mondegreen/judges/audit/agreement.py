"""True-positive and true-negative rate, Cohen's kappa, and the rate corrected for a judge's errors.

Labels come from a stratified sample, so every stratum counts by its share of all rulings. Intervals are
drawn: the share of positive labels in each stratum from its Beta posterior (Jeffreys' prior, spread
over the strata of a ruling), the share of positive rulings from that of the judged corpus; and each figure is computed from
each draw. That holds for small samples too, where every label agrees and a bootstrap would claim
certainty.

Sources: Cohen 1960 for kappa; Rogan and Gladen 1978 for the corrected rate; Brown, Cai and DasGupta 2001
for Jeffreys' interval.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import UsageError, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Agreement", "Estimate", "Stratum", "agreement"]

DRAWS = 4000
_FEWEST = 30
_SIDES = {True: "an error", False: "no error"}
_NEAR = 1e-9  # so near to chance a division says nothing


class Stratum(NamedTuple):
    """One kind of ruling: what the judge said, and any name."""

    positive: bool
    name: str = ""


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval; all ``None`` where it is not defined.

    >>> print(Estimate(0.9, 0.81, 0.95))
    0.900 (0.810 to 0.950)
    >>> print(Estimate())
    unknown
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "unknown"
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True)
class Agreement:
    """How far a judge's rulings agree with the labels of people.

    Attributes:
        labelled: how many rulings have a label.
        rulings: how many rulings there are in all.
        true_positive_rate: of what people call positive, the share that the judge does.
        true_negative_rate: of what people call negative, the share that the judge does.
        kappa: Cohen's: agreement beyond chance, -1 to 1.
        observed: the share of rulings that people agree with.
        judged_rate: the share of positive rulings, as the judge has it.
        corrected_rate: the same without the judge's errors; unknown where the judge is no better
            than chance.
        level: of the intervals.
        reason: why a figure is unknown, or few labels are; empty where there is nothing to say.
    """

    labelled: int
    rulings: int
    true_positive_rate: Estimate
    true_negative_rate: Estimate
    kappa: Estimate
    observed: Estimate
    judged_rate: Estimate
    corrected_rate: Estimate
    level: float
    reason: str = ""


class _Figures(NamedTuple):
    true_positive_rate: float | None
    true_negative_rate: float | None
    kappa: float | None
    observed: float | None
    corrected: float | None


def agreement(
    labels: Iterable[tuple[Stratum, bool]],
    rulings: Mapping[Stratum, int] | None = None,
    *,
    judged: tuple[int, int] | None = None,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> Agreement:
    """Compare a judge with people.

    Args:
        labels: for each labelled ruling its stratum and whether people call it positive.
        rulings: how many rulings each stratum has; without it the labelled ones are all there are.
        judged: how many of how many rulings are positive in the corpus whose rate is corrected;
            by default that of ``rulings``.
        level: of the intervals, between 0 and 1.
        draws: how many samples the intervals are taken from.
        seed: of the draws.

    Raises:
        UsageError: there are no labels, a stratum has more labels than rulings, or a number is out
            of its range.

    >>> right, wrong = Stratum(True), Stratum(False)
    >>> labels = [(right, True)] * 20 + [(right, False)] * 5 + [(wrong, True)] * 10 + [(wrong, False)] * 15
    >>> found = agreement(labels)
    >>> round(found.kappa.value, 3), round(found.true_positive_rate.value, 3)
    (0.4, 0.667)
    """
    counted = Counter(labels)
    labelled = Counter[Stratum]()
    for (stratum, _), count in counted.items():
        labelled[stratum] += count
    sizes = dict(labelled) if rulings is None else {s: n for s, n in rulings.items() if n}
    _refuse(labelled, sizes, judged, level, draws)
    positive = sum(n for stratum, n in sizes.items() if stratum.positive)
    positives, of = judged or (positive, sum(sizes.values()))
    cells = _cells(labelled, counted, sizes)
    # Kappa and agreement are of the rulings that labels were drawn from, whatever is corrected.
    own, shares = positive / sum(sizes.values()), positives / of
    point = _figures(_exact(cells), own, shares)
    drawn = _drawn(cells, (positive, sum(sizes.values())), judged, draws, seed)
    of_side = {side: sum(n for s, n in labelled.items() if s.positive is side) for side in _SIDES}
    few = min(of_side.values())
    unlabelled = [
        _SIDES[side]
        for side, count in of_side.items()
        if not count and any(stratum.positive is side for stratum in sizes)
    ]

    def estimate(name: str) -> Estimate:
        values = [getattr(each, name) for each in drawn]
        return _estimate(getattr(point, name), [v for v in values if v is not None], level)

    rate = random.Random(seed)  # noqa: S311 - no secret
    rates = [_beta(rate, positives + 0.5, of - positives + 0.5) for _ in range(draws)]
    return Agreement(
        labelled=sum(labelled.values()),
        rulings=sum(sizes.values()),
        true_positive_rate=estimate("true_positive_rate"),
        true_negative_rate=estimate("true_negative_rate"),
        kappa=estimate("kappa"),
        observed=estimate("observed"),
        judged_rate=_estimate(shares, rates, level),
        corrected_rate=estimate("corrected"),
        level=level,
        reason=_reason(point, few, unlabelled),
    )


class _Cell(NamedTuple):
    """What is known of one stratum."""

    positive: bool
    share: float  # of the rulings of its kind
    labelled: int
    labelled_positive: int


def _refuse(
    labelled: Counter[Stratum],
    sizes: Mapping[Stratum, int],
    judged: tuple[int, int] | None,
    level: float,
    draws: int,
) -> None:
    if not labelled:
        raise UsageError("there are no labels; write yes or no into the column label")
    for stratum, count in labelled.items():
        if count > sizes.get(stratum, 0):
            raise UsageError(
                f"stratum {stratum.name!r} has {count} labels and {sizes.get(stratum, 0)} rulings; "
                "give the rulings that the sample was drawn from"
            )
    if not 0 < level < 1:
        raise UsageError(f"level={level!r}: expected a number between 0 and 1")
    if draws < 1:
        raise UsageError(f"draws={draws!r}: expected 1 or more")
    if (judged is not None and not 0 <= judged[0] <= judged[1]) or (judged and not judged[1]):
        raise UsageError(f"judged={judged!r}: expected positive rulings, and all rulings")


def _cells(
    labelled: Counter[Stratum],
    counted: Counter[tuple[Stratum, bool]],
    sizes: Mapping[Stratum, int],
) -> list[_Cell]:
    """Return the strata that have labels; the others take the part of those of their kind."""
    known: defaultdict[bool, int] = defaultdict(int)
    for stratum in labelled:
        known[stratum.positive] += sizes[stratum]
    return [
        _Cell(s.positive, sizes[s] / known[s.positive], count, counted[s, True])
        for s, count in sorted(labelled.items())
    ]


def _exact(cells: Sequence[_Cell]) -> tuple[float | None, float | None]:
    """Return the share of positive labels among positive and among negative rulings."""
    found = []
    for side in (True, False):
        of_side = [cell for cell in cells if cell.positive is side]
        shares = [cell.share * cell.labelled_positive / cell.labelled for cell in of_side]
        found.append(sum(shares) if of_side else None)
    return found[0], found[1]


def _drawn(
    cells: Sequence[_Cell],
    sizes: tuple[int, int],
    judged: tuple[int, int] | None,
    draws: int,
    seed: int,
) -> list[_Figures]:
    chance = random.Random(seed)  # noqa: S311 - no secret
    found = []
    for _ in range(draws):
        shares: dict[bool, float] = {}
        for cell in cells:
            prior = 0.5 * cell.share
            positive = cell.labelled_positive + prior
            drawn = _beta(chance, positive, cell.labelled - cell.labelled_positive + prior)
            shares[cell.positive] = shares.get(cell.positive, 0.0) + cell.share * drawn
        own = _beta(chance, sizes[0] + 0.5, sizes[1] - sizes[0] + 0.5)
        rate = own
        if judged is not None:
            rate = _beta(chance, judged[0] + 0.5, judged[1] - judged[0] + 0.5)
        found.append(_figures((shares.get(True), shares.get(False)), own, rate))
    return found


def _figures(labels: tuple[float | None, float | None], own: float, rate: float) -> _Figures:
    """Return the figures of a judge.

    Args:
        labels: the share of positive labels among positive and among negative rulings.
        own: the share of positive rulings among those that labels were drawn from.
        rate: the share to correct.
    """
    among_positive, among_negative = labels
    if among_positive is None:
        among_positive = 0.0 if own == 0 else None
    if among_negative is None:
        among_negative = 0.0 if own == 1 else None
    if among_positive is None or among_negative is None:
        return _Figures(None, None, None, None, None)
    hit, missed = own * among_positive, (1 - own) * among_negative
    false, quiet = own - hit, 1 - own - missed
    tpr = hit / (hit + missed) if hit + missed > 0 else None
    tnr = quiet / (quiet + false) if quiet + false > 0 else None
    observed = hit + quiet
    chance = own * (hit + missed) + (1 - own) * (quiet + false)
    kappa = (observed - chance) / (1 - chance) if chance < 1 else None
    corrected = None
    if tpr is not None and tnr is not None and tpr + tnr > 1 + _NEAR:
        corrected = min(1.0, max(0.0, (rate + tnr - 1) / (tpr + tnr - 1)))
    return _Figures(tpr, tnr, kappa, observed, corrected)


def _estimate(value: float | None, drawn: Sequence[float], level: float) -> Estimate:
    if value is None or not drawn:
        return Estimate()
    ordered = sorted(drawn)
    low = _quantile(ordered, (1 - level) / 2)
    high = _quantile(ordered, (1 + level) / 2)
    return Estimate(value, min(low, value), max(high, value))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile, between neighbours where it falls between them."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def _beta(chance: random.Random, first: float, second: float) -> float:
    return chance.betavariate(first, second)


def _reason(point: _Figures, few: int, unlabelled: Sequence[str]) -> str:
    if unlabelled:
        return f"no label of a ruling that the judge calls {unlabelled[0]}; both kinds need some"
    if point.true_positive_rate is None or point.true_negative_rate is None:
        return "labels of one kind only; both rates need rulings that people call yes and no"
    if point.corrected is None:
        return "the judge is no better than chance, so no rate can be corrected by it"
    if few < _FEWEST:
        return f"only {counted(few, 'label')} on one side; below {_FEWEST} intervals are wide"
    return ""
