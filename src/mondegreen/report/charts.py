"""Positions of everything in a chart; the templates draw it.

Lengths are in the units of a chart's own ``viewBox``. Rates are fractions.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import east_asian_width

from mondegreen.errors import counted
from mondegreen.report.number_format import percent
from mondegreen.report.survey import RATES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.report.speaker_steps import SpeakerStep
    from mondegreen.report.survey import Survey
    from mondegreen.scoring.waterfall import Waterfall

__all__ = [
    "Axis",
    "Bar",
    "Bubble",
    "Fall",
    "axis",
    "axis_of_most",
    "histogram",
    "rising",
    "room_after",
    "room_for",
    "scatter",
    "waterfall",
]

_STEPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
_TICKS: Final = 5
_ROOM: Final = 150
_FAR: Final = 4
_ENOUGH: Final = 6  # values; of fewer none is an exception
_CELL: Final = 0.05
_CELLS: Final = 20
_TOTALS: Final = {"raw", "strict", "remaining", "weighed"}


class Axis(NamedTuple):
    """From 0 to ``end``, with ticks; ``beyond`` is whether some values are larger."""

    end: float
    ticks: list[float]
    beyond: bool = False

    def at(self, value: float, length: float) -> float:
        """Return the place of a value on an axis of a length; beyond the end is at the end."""
        return round(min(1.0, value / self.end) * length, 2)


def axis(values: Iterable[float]) -> Axis:
    """Return an axis that holds all finite values.

    >>> axis([0.03, 0.41])
    Axis(end=0.5, ticks=[0.0, 0.1, 0.2, 0.3, 0.4, 0.5], beyond=False)
    """
    most = max((value for value in values if math.isfinite(value)), default=0.0) or 0.01
    step = next((step for step in _STEPS if most / step <= _TICKS), None)
    if step is None:
        step = float(10 ** math.ceil(math.log10(most / _TICKS)))
    count = math.ceil(most / step - 1e-9)
    return Axis(round(step * count, 6), [round(step * at, 6) for at in range(count + 1)])


def axis_of_most(values: Iterable[float]) -> Axis:
    """Return an axis without the values that would squeeze all others: those over four medians.

    >>> axis_of_most([0.03, 0.04, 0.05, 0.041, 0.03, 2.5])
    Axis(end=0.05, ticks=[0.0, 0.01, 0.02, 0.03, 0.04, 0.05], beyond=True)
    """
    found = sorted(value for value in values if math.isfinite(value))
    limit = _FAR * found[len(found) // 2] if len(found) >= _ENOUGH else 0.0
    made = axis([value for value in found if value <= limit] if limit else found)
    return made._replace(beyond=bool(found) and found[-1] > made.end)


def room_for(bars: Iterable[Fall]) -> int:
    """Return the width of the names of bars, of letters that are wider than most."""
    widths = (sum(13 if east_asian_width(char) in "WF" else 8 for char in bar.name) for bar in bars)
    return max(_ROOM, *widths) + 20


def room_after(bars: Iterable[Fall]) -> int:
    """Return the width of what stands after bars: their rates and errors."""
    widths = (24 + 9 * len(bar.rate) + 8 * len(bar.counted) for bar in bars)
    return max(_ROOM, *widths)


@dataclass(frozen=True)
class Fall:
    """A bar of the waterfall: where it begins and ends, its label, and its look.

    ``edge`` is where a line leads to the next bar; ``None`` for no line.
    """

    name: str
    total: bool
    start: float
    end: float
    errors: int
    rate: str
    share: str
    look: str
    edge: float | None

    @property
    def counted(self) -> str:
        """The errors and their share, as they stand after the rate."""
        errors = counted(abs(self.errors), "error")
        return f"{errors}, {self.share}" if self.share else errors


def waterfall(found: Waterfall) -> tuple[Axis, list[Fall]]:
    """Return the bars from the strict rate down to the remaining errors.

    >>> from mondegreen import score
    >>> way = score("the data base", "a database", forgive=["spacing", "case"]).waterfall()
    >>> scale, bars = waterfall(way)
    >>> [(bar.name, bar.start, bar.end) for bar in bars]
    [('strict', 0.0, 1.0), ('spacing', 0.333, 1.0), ('remaining', 0.0, 0.333)]
    """
    bars = []
    level = 0.0
    steps = list(found)
    last = steps[-1] if steps else None
    for step in steps:
        total = step.name in _TOTALS
        rate = step.rate or 0.0
        low, high = (0.0, rate) if total else (level + rate, level)
        if step.name != "raw":
            level = rate if total else level + rate
        sign = "" if total else "−"
        start, end = round(max(0.0, low), 3), round(max(0.0, high), 3)
        is_raw = step.name == "raw"
        leads = step.name not in {"raw", "remaining"} and step is not last
        bars.append(
            Fall(
                name="raw, before the normalizer" if is_raw else step.name,
                total=total,
                start=start,
                end=end,
                errors=step.errors,
                rate=percent(None) if step.rate is None else sign + percent(abs(rate)),
                share="" if step.share is None or total else percent(abs(step.share), 1),
                look=step.name if total else "fall",
                edge=(end if total else start) if leads else None,
            )
        )
    return axis([bar.end for bar in bars]), bars


def rising(steps: Sequence[SpeakerStep]) -> tuple[Axis, list[Fall]]:
    """Return the bars from recognised words up to the whole rate.

    >>> from mondegreen.report.speaker_steps import SpeakerStep
    >>> ways = [SpeakerStep("words", "orc-wer", 0.1, 1), SpeakerStep("speaker", "cpwer", 0.2, 2)]
    >>> [(bar.name, bar.start, bar.end, bar.errors) for bar in rising(ways)[1]]
    [('words', 0.0, 0.1, 1), ('speaker', 0.1, 0.3, 2), ('cpwer', 0.0, 0.3, 3)]
    """
    bars: list[Fall] = []
    level = 0.0
    whole = sum(step.errors for step in steps)
    for step in steps:
        start, end = sorted((round(level, 3), round(level + step.rate, 3)))
        level += step.rate
        share = percent(step.errors / whole, 1) if whole else ""
        sign = "" if not bars else "+" if step.rate >= 0 else "−"
        shown = sign + percent(abs(step.rate))
        edge = round(level, 3)
        bars.append(Fall(step.name, False, start, end, step.errors, shown, share, "rise", edge))
    bars.append(
        Fall(
            steps[-1].metric,
            True,
            0.0,
            round(level, 3),
            whole,
            percent(level),
            "",
            "remaining",
            None,
        )
    )
    return axis([bar.end for bar in bars]), bars


class Bar(NamedTuple):
    """A bar of a histogram: its rates, its utterances, and its height from 0 to 1."""

    label: str
    low: float
    high: float | None
    times: int
    height: float


def histogram(found: Survey) -> list[Bar]:
    """Return a bar for exactly 0, one for each tenth, and one for more than 100 %.

    >>> from mondegreen import score
    >>> from mondegreen.report.survey import survey
    >>> bars = histogram(survey(score(["a b", "c"], ["a x", "c"]), "wer"))
    >>> [(bar.label, bar.times) for bar in bars if bar.times]
    [('0', 1), ('40–50', 1)]
    """
    most = max(found.bars) or 1
    bars = []
    for at, count in enumerate(found.bars):
        low = RATES[at - 1] if at else 0.0
        high = RATES[at] if at < len(RATES) else None
        label = f"{100 * low:.0f}–{100 * high:.0f}" if high else f"> {100 * low:.0f}"
        bars.append(Bar(label if at else "0", low, high, count, round(count / most, 4)))
    return bars


class Bubble(NamedTuple):
    """Utterances with about the same rates in two systems."""

    x: float
    y: float
    times: int
    size: float


def scatter(pairs: Sequence[tuple[float, float]]) -> list[Bubble]:
    """Return bubbles on a grid of 5 %; their areas stand for numbers, above 100 % is one cell.

    ``x`` and ``y`` go from 0 to 1.05, ``size`` from 0 to 1.

    >>> scatter([(0.0, 0.5), (0.01, 0.5), (0.0, 3.0)])
    [Bubble(x=0.0, y=0.5, times=2, size=1.0), Bubble(x=0.0, y=1.05, times=1, size=0.707)]
    """
    cells = Counter((_cell(first), _cell(second)) for first, second in pairs)
    most = max(cells.values(), default=1)
    return [
        Bubble(round(x * _CELL, 2), round(y * _CELL, 2), count, round(math.sqrt(count / most), 3))
        for (x, y), count in sorted(cells.items())
    ]


def _cell(value: float) -> int:
    if value > 1:
        return _CELLS + 1
    return round(value * _CELLS)
