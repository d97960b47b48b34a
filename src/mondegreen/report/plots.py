"""Pictures of results and comparisons for notebooks, drawn by matplotlib, each with its text for those who hear it."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, counted, visible
from mondegreen.report.ends import ends
from mondegreen.report.figures import Figures, shortened
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import percent, short_rate
from mondegreen.scoring.arguments import path_of
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.result import Result

__all__ = ["ComparisonPictures", "Picture", "ResultPictures"]

_BLUE: Final = "#0072b2"
_ORANGE: Final = "#c04e00"
_GREEN: Final = "#00805e"
_GREY: Final = "#5b5b5b"
_MOST_BARS: Final = 40
_LINE: Final = 90
"""Letters of a line of a title."""
_FARTHEST: Final = 1e100
"""Numbers beyond it have no axis."""
_PURPOSE: Final = "a plot"


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture and what it shows as a text.

    Attributes:
        figure: the figure of matplotlib.
        alt: what the picture shows.
    """

    figure: Any
    alt: str

    def __str__(self) -> str:
        return self.alt

    __repr__ = __str__

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture; the ending of the name chooses the format.

        Raises:
            UsageError: a format that matplotlib does not write.
            InputError: the file cannot be written.
        """
        target = Path(path_of(path, "a picture"))
        kind = target.suffix.removeprefix(".").lower()
        known = self.figure.canvas.get_supported_filetypes()
        if kind not in known:
            raise UsageError(
                f"{target}: the ending says the format; expected one of {', '.join(sorted(known))}"
            )
        content = self._drawn(kind)
        with written(target) as file:
            file.write(content)

    def _repr_html_(self) -> str:
        content = base64.b64encode(self._drawn("png")).decode()
        return f'<img alt="{escape(visible(self.alt))}" src="data:image/png;base64,{content}">'

    def _drawn(self, kind: str) -> bytes:
        out = BytesIO()
        with Figures(_PURPOSE, kind):
            self.figure.savefig(out, format=kind, dpi=100)
        return out.getvalue()


def _title(figure: Any, title: str) -> None:
    """Write the title at the edge of the figure: long names of rows leave little room above the bars."""
    lines = wrap(shortened(title, 4 * _LINE), _LINE, break_on_hyphens=False)
    figure.suptitle("\n".join(lines), x=0.01, ha="left", parse_math=False)


def _bars(
    title: str,
    rows: Sequence[tuple[str, float, str]],
    unit: str,
    *,
    colours: Sequence[str] | None = None,
    lefts: Sequence[float] | None = None,
    spans: Sequence[tuple[float, float] | None] = (),
) -> Picture:
    """Draw a bar per row: its name, its length and what is written next to it.

    A length that is not finite, as the rate of errors without reference words, has no bar.
    """
    with Figures(_PURPOSE) as figure_of:
        figure = figure_of(figsize=(7, 0.8 + 0.32 * max(len(rows), 2)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(rows))
        lengths = [length if math.isfinite(length) else 0.0 for _, length, _ in rows]
        starts = lefts or [0.0] * len(rows)
        axes.barh(places, lengths, left=starts, color=colours or _BLUE, height=0.7)
        end = max([*(start + length for start, length in zip(starts, lengths, strict=True)), 0.0])
        spans = [span if span and all(map(math.isfinite, span)) else None for span in spans]
        for at, span in enumerate(spans):
            if span is not None:
                axes.plot(span, [at, at], color="black", linewidth=1.2)
                end = max(end, span[1])
        for at, (_, _, shown) in enumerate(rows):
            last = max(starts[at] + lengths[at], (spans[at] or (0, 0))[1] if spans else 0)
            axes.text(last + 0.01 * (end or 1), at, f" {shown}", va="center", parse_math=False)
        axes.set_yticks(places, [shortened(name) for name, _, _ in rows], parse_math=False)
        axes.set_xlim(0, 1.18 * end or 1)
        axes.invert_yaxis()
        axes.set_xlabel(unit, parse_math=False)
        _title(figure, title)
        axes.spines[["top", "right"]].set_visible(False)
    said = "; ".join(f"{visible(name)} {shown}" for name, _, shown in rows)
    return Picture(figure, f"{visible(title)}: {said or 'nothing to show'}")


@dataclass(frozen=True, repr=False)
class ResultPictures:
    """What can be drawn of a result."""

    result: Result

    def __repr__(self) -> str:
        return "<pictures of a result: worst(), waterfall(), slices()>"

    def worst(self, count: int = 10, metric: str | None = None) -> Picture:
        """Draw the errors of the utterances that have most."""
        found = self.result.worst(count, metric)
        shown = found[:_MOST_BARS]
        rows = [(each.id, float(each.errors), counted(each.errors, "error")) for each in shown]
        name = self.result[self.result._named(metric)].title
        more = f"; {len(found) - len(shown):,} more not shown" if len(found) > len(shown) else ""
        return _bars(f"Utterances with most errors ({name}){more}", rows, "errors")

    def waterfall(self, metric: str | None = None) -> Picture:
        """Draw the way from strict errors to the remaining ones."""
        found = self.result.waterfall(metric)
        steps = [step for step in found if step.rate is not None and math.isfinite(step.rate)]
        rows: list[tuple[str, float, str]] = []
        lefts: list[float] = []
        colours: list[str] = []
        level = 0.0
        for step in steps:
            rate = 100 * (step.rate or 0.0)
            total = step.name in {"raw", "strict", "remaining", "weighed"}
            level = rate if total else level + rate
            rows.append((step.name, abs(rate), f"{'' if total else '−'}{percent(abs(rate) / 100)}"))
            lefts.append(0.0 if total else level)
            last = step.name in {"remaining", "weighed"}
            colours.append(_ORANGE if last else _GREY if total else _GREEN)
        title = "From strict errors to the remaining ones"
        return _bars(title, rows, "% of the reference", colours=colours, lefts=lefts)

    def slices(self, column: str | None = None, metric: str | None = None) -> Picture:
        """Draw the rate of each group of a column, with its confidence interval."""
        result, name = self.result, self.result._named(metric)
        chosen = column or next(iter(result.slices or result.metadata), None)
        if chosen is None:
            raise UsageError(
                "slices: the result has no column; score with by={'speaker': [...]} first"
            )
        groups = result.by(chosen)
        rows: list[tuple[str, float, str]] = []
        spans: list[tuple[float, float] | None] = []
        for (label,), metrics in zip(labels(groups), groups.values(), strict=True):
            value = metrics[name].value
            if value is None or len(rows) == _MOST_BARS:
                continue
            found = ends(metrics[name])
            rows.append((label, 100 * value, short_rate(metrics[name])))
            spans.append(None if found is None else (100 * found.low, 100 * found.high))
        left = len(groups) - len(rows)
        more = f"; {counted(left, 'group')} not shown" if left else ""
        return _bars(f"{result[name].title} by {chosen}{more}", rows, "%", spans=spans)


@dataclass(frozen=True, repr=False)
class ComparisonPictures:
    """What can be drawn of a comparison."""

    comparison: Comparison

    def __repr__(self) -> str:
        return "<pictures of a comparison: rates(), pareto(numbers)>"

    def rates(self) -> Picture:
        """Draw the rate of each system with its confidence interval."""
        known = [each for each in self.comparison.scores if each.rate is not None]
        rows = [(each.name, 100 * (each.rate or 0.0), percent(each.rate)) for each in known]
        spans = [
            None
            if each.interval.low is None or each.interval.high is None
            else (100 * each.interval.low, 100 * each.interval.high)
            for each in known
        ]
        return _bars(f"{self.comparison.metric} of each system", rows, "%", spans=spans)

    def pareto(self, numbers: str | Mapping[str, float], label: str = "") -> Picture:
        """Draw the rates against numbers of the systems, such as latency or price.

        The line joins the systems that no other one beats in both.

        Args:
            numbers: a column, of which the median of each system is taken; or a number per system.
            label: what the numbers are; the name of the column if not given.

        Raises:
            UsageError: numbers that are not of these systems, or none.
        """
        places = self._places(numbers)
        if isinstance(numbers, str):
            title = f"{self.comparison.metric} against the median of {label or numbers}"
            label = label or numbers
        else:
            label = label or "number per system"
            title = f"{self.comparison.metric} against {label}"
        points = [
            (place, 100 * each.rate, each.name)
            for each in self.comparison.scores
            for place in [places.get(each.name)]
            if place is not None and each.rate is not None and math.isfinite(each.rate)
        ]
        best = [
            point
            for point in points
            if not any(
                other[0] <= point[0] and other[1] <= point[1] and other[:2] != point[:2]
                for other in points
            )
        ]
        with Figures(_PURPOSE) as figure_of:
            figure = figure_of(figsize=(7, 4.5), layout="constrained")
            axes = figure.add_subplot()
            line = sorted(best)
            axes.plot([x for x, _, _ in line], [y for _, y, _ in line], "--", color=_BLUE)
            for x, y, name in points:
                first = (x, y, name) in best
                axes.plot([x], [y], "o", color=_BLUE if first else _GREY)
                axes.annotate(
                    shortened(name),
                    (x, y),
                    xytext=(6, 5),
                    textcoords="offset points",
                    parse_math=False,
                )
            axes.set_xlabel(shortened(label, _LINE // 2), parse_math=False)
            axes.set_ylabel(f"{shortened(self.comparison.metric)}, %", parse_math=False)
            axes.margins(0.15)
            _title(figure, title)
            axes.spines[["top", "right"]].set_visible(False)
        said = "; ".join(f"{visible(name)} {y:.2f} % at {x:g}" for x, y, name in points)
        names = ", ".join(visible(name) for _, _, name in line)
        return Picture(
            figure, f"{visible(title)}: {said or 'nothing to show'}. Not beaten: {names}"
        )

    def _places(self, numbers: str | Mapping[str, float]) -> dict[str, float]:
        """Return the number of each system that has one."""
        systems = self.comparison.systems.results
        if isinstance(numbers, str):
            medians = ((name, result.numbers(numbers).median) for name, result in systems.items())
            found = {name: median for name, median in medians if median is not None}
            for name, median in found.items():
                _check_place(name, median)
            return found
        expected = f"expected a column, or a number for each of {', '.join(map(visible, systems))}"
        if not isinstance(numbers, Mapping):
            raise UsageError(f"pareto: got a {type(numbers).__name__}; {expected}")
        if {*numbers} != {*systems}:
            given = ", ".join(visible(str(name)) for name in numbers) or "none"
            raise UsageError(f"pareto: got numbers of {given}; {expected}")
        for name, number in numbers.items():
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                raise UsageError(f"pareto: {visible(name)} has {number!r:.80}; expected a number")
            _check_place(name, number)
        return dict(numbers)


def _check_place(name: str, number: float) -> None:
    """Refuse a number that no axis can show.

    Raises:
        UsageError: it is such a number.
    """
    if not -_FARTHEST < number < _FARTHEST:
        raise UsageError(
            f"pareto: {visible(name)} has {shortened(repr(number))}; expected a finite number, below "
            f"{_FARTHEST:g}"
        )
