"""What can be drawn of results; the room that draws is to the right of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = ["ComparisonPlots", "Plot", "ResultPlots"]


class Plot(Protocol):
    """A picture, which a notebook shows as the last value of a cell.

    Attributes:
        figure: the figure of matplotlib, to be changed or saved.
        alt: what the picture shows, as a text.
    """

    figure: Any
    alt: str

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture; the ending of the name chooses the format, such as ``.png`` or ``.svg``."""
        ...

    def _repr_html_(self) -> str: ...


class ResultPlots(Protocol):
    """The pictures of a result; each raises `MissingDependencyError` without matplotlib."""

    def worst(self, count: int = 10, metric: str | None = None) -> Plot:
        """Draw the errors of the utterances that have most."""
        ...

    def waterfall(self, metric: str | None = None) -> Plot:
        """Draw the way from strict errors to the remaining ones."""
        ...

    def slices(self, column: str | None = None, metric: str | None = None) -> Plot:
        """Draw the rate of each group of a column, with its confidence interval."""
        ...


class ComparisonPlots(Protocol):
    """The pictures of a comparison; each raises `MissingDependencyError` without matplotlib."""

    def rates(self) -> Plot:
        """Draw the rate of each system with its confidence interval."""
        ...

    def pareto(self, numbers: str | Mapping[str, float], label: str = "") -> Plot:
        """Draw the rates against the median of a column, such as latency, or against a number per system."""
        ...
