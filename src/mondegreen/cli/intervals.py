"""Options for intervals, which several commands share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.panels import INTERVALS
from mondegreen.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

METHODS = ("percentile", "bca", "analytic")
_OUTPUTS = ("table", "json", "tsv", "csv", "markdown", "latex")

_option = partial(typer.Option, rich_help_panel=INTERVALS)


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How intervals and tests draw utterances."""

    cluster: Annotated[
        str | None,
        _option(
            "--ci-by",
            metavar="COLUMN",
            help="Draw utterances with equal values together, as of one speaker.",
        ),
    ] = None
    level: Annotated[str | None, _option(metavar="RATE", help="Confidence: 95% or 0.95.")] = None
    resamples: Annotated[
        int | None, _option(metavar="N", help="How often utterances are drawn.")
    ] = None
    seed: Annotated[int | None, _option(metavar="N", help="Of the random numbers.")] = None

    @property
    def given(self) -> dict[str, Any]:
        """The options that were given, as arguments.

        Raises:
            UsageError: a level that is none.
        """
        found = {name: value for name, value in asdict(self).items() if value is not None}
        return found if self.level is None else {**found, "level": parse_level(self.level)}

    @property
    def columns(self) -> list[str]:
        """The columns that drawing needs."""
        return [] if self.cluster is None else [self.cluster]


@dataclass(frozen=True, kw_only=True)
class Intervals(Drawing):
    """Which intervals are printed."""

    ci: Annotated[bool, _option("--ci", help="Show confidence intervals.")] = False
    method: Annotated[
        str | None,
        _option("--ci-method", metavar="NAME", help="percentile, bca or analytic."),
    ] = None

    def chosen(self, output: str) -> dict[str, Any] | None:
        """Return the options of `mondegreen.scoring.result.Result.with_intervals`, checked.

        Raises:
            UsageError: an option without ``--ci``, one that cannot be used, or an output that
                shows no intervals.
        """
        found = self.given
        if not found.pop("ci"):
            if found:
                raise UsageError(
                    "--ci-method, --ci-by, --level, --resamples and --seed say how intervals are "
                    "made: add --ci"
                )
            return None
        if output not in _OUTPUTS:
            raise UsageError(
                f"--to {output} shows no intervals; --ci goes with {', '.join(_OUTPUTS)}"
            )
        if self.method is not None and self.method not in METHODS:
            raise UnknownNameError("method", self.method, METHODS)
        return found


def shown(result: Result, options: dict[str, Any] | None) -> Result:
    """Return the result, which prints intervals if they were asked for."""
    return result if options is None else result.with_intervals(**options)


def parse_level(text: str) -> float:
    """Return a level of confidence, written as ``95%`` or ``0.95``.

    Raises:
        UsageError: neither of the two.

    >>> parse_level("95%"), parse_level("0.9")
    (0.95, 0.9)
    """
    number = text.strip()
    try:
        level = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise UsageError(f"--level {text}: expected a confidence, as 95% or 0.95")
    return level
