"""Options for intervals, which several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.panels import INTERVALS
from mondegreen.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

METHODS = ("percentile", "bca", "analytic")
_OUTPUTS = ("table", "json", "tsv")

Intervals = Annotated[
    bool,
    typer.Option("--ci", help="Show confidence intervals.", rich_help_panel=INTERVALS),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--ci-method",
        metavar="NAME",
        help="percentile, bca or analytic.",
        rich_help_panel=INTERVALS,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--ci-by",
        metavar="COLUMN",
        help="Draw utterances with equal values together, as of one speaker.",
        rich_help_panel=INTERVALS,
    ),
]
Level = Annotated[
    str | None,
    typer.Option(metavar="RATE", help="Confidence: 95% or 0.95.", rich_help_panel=INTERVALS),
]
Resamples = Annotated[
    int | None,
    typer.Option(metavar="N", help="How often utterances are drawn.", rich_help_panel=INTERVALS),
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="N", help="Of the random numbers.", rich_help_panel=INTERVALS),
]


def chosen(  # noqa: PLR0917 - one option each
    wanted: bool,
    output: str,
    method: str | None,
    cluster: str | None,
    level: str | None,
    resamples: int | None,
    seed: int | None,
) -> dict[str, Any] | None:
    """Return the options of `mondegreen.scoring.result.Result.with_intervals`, checked.

    Raises:
        UsageError: an option without ``--ci``, one that cannot be used, or an output that shows
            no intervals.
    """
    options = {
        "method": method,
        "cluster": cluster,
        "level": None if level is None else parse_level(level),
        "resamples": resamples,
        "seed": seed,
    }
    found = {name: value for name, value in options.items() if value is not None}
    if not wanted:
        if found:
            raise UsageError(
                "--ci-method, --ci-by, --level, --resamples and --seed say how intervals are "
                "made: add --ci"
            )
        return None
    if output not in _OUTPUTS:
        raise UsageError(f"--to {output} shows no intervals; --ci goes with {', '.join(_OUTPUTS)}")
    if method is not None and method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
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
