"""What commands do with the options of intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.options.intervals import Drawing, Intervals

if TYPE_CHECKING:
    from mondegreen.scoring.options import Options

__all__ = ["columns", "drawn", "shown"]

_OUTPUTS: Final = ("table", "json", "tsv", "csv", "markdown", "latex")


def drawn(options: Options) -> dict[str, Any]:
    """Return the options of drawing that were given, as arguments."""
    return _given(options, Drawing)


def shown(options: Options, output: str) -> dict[str, Any] | None:
    """Return the options of `mondegreen.scoring.result.Result.with_intervals`; ``None`` without.

    Raises:
        UsageError: an option without ``--ci``, or an output that shows no intervals.
    """
    found = _given(options, Intervals)
    if not found.pop("ci", False):
        if found:
            raise UsageError(
                "--ci-method, --ci-by, --level, --resamples and --seed say how intervals are "
                "made: add --ci"
            )
        return None
    if output not in _OUTPUTS:
        raise UsageError(f"--to {output} shows no intervals; --ci goes with {', '.join(_OUTPUTS)}")
    return found


def columns(options: Options) -> list[str]:
    """Return the columns that drawing needs."""
    return [] if options.cluster is None else [options.cluster]


def _given(options: Options, kind: type[Drawing]) -> dict[str, Any]:
    return {name: getattr(options, name) for name in kind.described if name in options.given}
