"""How utterances are drawn, for confidence intervals and for tests."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mondegreen.errors import UnknownNameError, UsageError, given
from mondegreen.options.checks import boolean, confidence, name, whole
from mondegreen.options.option import Group, group, option
from mondegreen.options.typed import SWITCH, WHOLE

__all__ = ["METHODS", "Drawing", "Intervals", "draws", "known_method"]

METHODS: Final = ("percentile", "bca", "analytic")
_FEWEST: Final = 100
_MOST: Final = 10**7


def draws(option: str, value: Any) -> int:
    """Return a number of resamples.

    Raises:
        UsageError: fewer than 100, more than ten million, or no whole number.
    """
    try:
        number = whole(option, value)
    except UsageError:
        number = 0
    if not _FEWEST <= number <= _MOST:
        raise UsageError(
            f"{option}={given(value)}: expected a whole number from {_FEWEST} to {_MOST:,}, such as 1000"
        )
    return number


def known_method(_: str, value: Any) -> str:
    """Return a method of intervals.

    Raises:
        UnknownNameError: there is none of this name.
    """
    if value not in METHODS:
        raise UnknownNameError("method", str(value), METHODS)
    return str(value)


@group
class Drawing(Group):
    """How intervals and tests draw utterances."""

    panel: ClassVar[str] = "Intervals"

    cluster: str | None = option(
        "Column of clusters, such as speaker: utterances with the same value are drawn together.",
        flags=("--ci-by",),
        metavar="COLUMN",
        check=name,
        default=None,
    )
    level: float = option(
        "Confidence level, such as 95% or 0.95.", default=0.95, metavar="RATE", check=confidence
    )
    resamples: int | None = option(
        "Number of resamples. Default: 1000, or 10000 for tests.",
        kind=WHOLE,
        metavar="N",
        check=draws,
        default=None,
    )
    seed: int = option(
        "Seed of the random numbers.", default=0, kind=WHOLE, metavar="N", check=whole
    )


@group
class Intervals(Drawing):
    """Which confidence intervals are printed."""

    ci: bool = option(
        "Show confidence intervals.",
        default=False,
        flags=("--ci",),
        kind=SWITCH,
        common=True,
        check=boolean,
    )
    method: str = option(
        "Method of the intervals: percentile, bca or analytic.",
        default="percentile",
        flags=("--ci-method",),
        values=METHODS,
        metavar="NAME",
        check=known_method,
    )
