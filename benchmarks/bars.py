"""The bars that mondegreen set itself, as data, and how a result is held against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# What was measured, by (part, tool, figure): ("a", "mondegreen", "times jiwer") -> 77.0
Figures = Mapping[tuple[str, str, str], float]

SPEED, CPU, EXTRA = "times jiwer", "CPU s", "extra MiB"


@dataclass(frozen=True)
class Bar:
    """One promise: a figure of one part that is at least, or at most, a limit."""

    part: str
    tool: str
    figure: str
    at_least: float | None = None
    at_most: float | None = None
    over: str | None = None

    @property
    def wish(self) -> str:
        """Return the limit in words."""
        figure = f"times {self.over}" if self.over else self.figure
        if self.at_least is not None:
            return f"at least {self.at_least:g} {figure}"
        return f"at most {self.at_most:g} {figure}"

    def measured(self, figures: Figures) -> float | None:
        """Return the figure, or None where it (or its yardstick) was not measured."""
        value = figures.get((self.part, self.tool, self.figure))
        if value is None or self.over is None:
            return value
        other = figures.get((self.part, self.over, self.figure))
        return value / other if other else None

    def reached(self, figures: Figures) -> bool | None:
        """Return whether the bar is reached; None when nothing was measured."""
        value = self.measured(figures)
        if value is None:
            return None
        if self.at_least is not None:
            return value >= self.at_least
        return self.at_most is not None and value <= self.at_most


LIST, ARROW, TEXT = "mondegreen", "mondegreen (arrow)", "mondegreen (text)"

BARS = (
    Bar("a", LIST, SPEED, at_least=70),
    Bar("a", LIST, SPEED, at_least=2, over="werx"),
    Bar("a", LIST, EXTRA, at_most=120),
    Bar("a", ARROW, SPEED, at_least=120),
    Bar("a", TEXT, SPEED, at_least=120),
    Bar("b", LIST, SPEED, at_least=45),
    Bar("c", LIST, SPEED, at_least=3),
    Bar("d", LIST, SPEED, at_least=4),
    Bar("d", LIST, EXTRA, at_most=100),
    Bar("r", LIST, SPEED, at_least=5),
    Bar("e", LIST, SPEED, at_least=120),
    Bar("call", LIST, "microseconds", at_most=1.5),
    Bar("import", LIST, "import ms", at_most=15),
)
