"""Pictures of history: a line per system over time, with intervals, broken where notes on method say so."""

from __future__ import annotations

import math
import warnings
from datetime import datetime, timedelta
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, MissingDependencyError, visible
from mondegreen.report.pareto import FORMATS, THEMES
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mondegreen.bench.history import History
    from mondegreen.bench.passes import Pass
    from mondegreen.stats.interval import Interval

__all__ = ["draw_history", "lines_of", "write_history"]

_COLOURS: Final = {
    "light": ("#0b5fad", "#b3541e", "#1b7f5c", "#8a3d8f", "#6b5b00", "#4d4d4d"),
    "dark": ("#79c0ff", "#ffa657", "#56d4a0", "#d2a8ff", "#e3c94a", "#c9d1d9"),
}
_MARKERS: Final = "osD^vPX*"
_ROOM: Final = 0.06  # of the time that is shown, left and right

Point = tuple["Pass", "Interval"]


def lines_of(found: History) -> dict[str, list[list[Point]]]:
    """Return the passes of each system that has rates, cut where a note on method breaks the line.

    A note breaks it between two passes if both are not measured in one way, as it does for tests of drift.
    """
    lines: dict[str, list[list[Point]]] = {}
    for each, interval in zip(found.passes, found.intervals, strict=True):
        if each.rate is None:
            continue
        pieces = lines.setdefault(each.system, [])
        previous = pieces[-1][-1][0] if pieces else None
        if previous is None or any(
            note.breaks(each.system, previous.last, each.last) for note in found.notes
        ):
            pieces.append([])
        pieces[-1].append((each, interval))
    return lines


def write_history(found: History, folder: Path, dataset: str, metric: str) -> list[Path]:
    """Write one picture per format and theme, as ``history-light.svg``; return the files.

    Without a pass that has a rate there is none.

    Args:
        found: passes and notes.
        folder: where to write; it is made if it is not there.
        dataset: the id of the dataset, for the title.
        metric: the name of the metric.

    Raises:
        MissingDependencyError: without the extra ``pictures``.
        InputError: the folder cannot be made, or a file not written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        place = visible(str(folder))
        raise InputError(
            f"{place}: cannot be made a folder: {error.strerror}; name another"
        ) from None
    made = []
    for theme in THEMES if lines_of(found) else ():
        for kind in FORMATS:
            path = folder / f"history-{theme}.{kind}"
            picture = draw_history(found, dataset, metric, theme, kind)
            with written(path) as file:
                file.write(picture)
            made.append(path)
    return made


def draw_history(
    found: History, dataset: str, metric: str, theme: str = "light", kind: str = "svg"
) -> bytes:
    """Return one picture; the same history gives the same bytes.

    Args:
        found: with at least one pass that has a rate.
        dataset: the id of the dataset, for the title.
        metric: the name of the metric.
        theme: of `mondegreen.report.pareto.THEMES`.
        kind: of `mondegreen.report.pareto.FORMATS`.

    Raises:
        MissingDependencyError: without the extra ``pictures``.
    """
    try:
        matplotlib = import_module("matplotlib")
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise MissingDependencyError("matplotlib", "pictures", "a picture") from None
    paper, ink, grid, *_ = THEMES[theme]
    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": "mondegreen",
        "font.family": "sans-serif",
        "font.size": 9,
    }
    with matplotlib.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure = figures.Figure(figsize=(7.5, 5), facecolor=paper, layout="constrained")
        axes = figure.add_subplot(facecolor=paper)
        lines = lines_of(found)
        _frame(axes, f"{metric} on {dataset}", f"{metric}, % (lower is better)", ink, grid)
        start, end = _reach(lines)
        axes.set_xlim(start, end)
        for number, (system, pieces) in enumerate(lines.items()):
            colour = _COLOURS[theme][number % len(_COLOURS[theme])]
            _line(axes, visible(system), pieces, colour, _MARKERS[number % len(_MARKERS)])
        _notes(axes, found, start, end, ink)
        axes.set_ylim(bottom=0)
        legend = axes.legend(
            loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, labelcolor=ink
        )
        for text in legend.get_texts():
            text.set_parse_math(False)
        out = BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=150, metadata=metadata, facecolor=paper)
    return out.getvalue()


def _frame(axes: Any, title: str, label: str, ink: str, grid: str) -> None:
    axes.set_title(visible(title), color=ink, parse_math=False)
    axes.set_ylabel(visible(label), color=ink, parse_math=False)
    axes.grid(visible=True, color=grid, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=ink, which="both")
    axes.tick_params(axis="x", rotation=30)
    for side in axes.spines.values():
        side.set_color(grid)


def _reach(lines: dict[str, list[list[Point]]]) -> tuple[datetime, datetime]:
    """Return from when to when is shown: a single pass is a point in the middle of two days."""
    moments = [_moment(each) for pieces in lines.values() for piece in pieces for each, _ in piece]
    start, end = min(moments), max(moments)
    least = timedelta(days=1) if start == end else timedelta(0)
    room = max((end - start) * _ROOM, least)
    return start - room, end + room


def _line(axes: Any, system: str, pieces: Sequence[list[Point]], colour: str, marker: str) -> None:
    label = system if not system.startswith("_") else f" {system}"  # matplotlib hides such names
    for piece in pieces:
        at = [_moment(each) for each, _ in piece]
        rates = [100 * rate for rate in _rates(piece)]
        axes.plot(at, rates, color=colour, marker=marker, markersize=5, linewidth=1.2, label=label)
        label = "_"
        for moment, (low, high) in zip(at, _ends(piece), strict=True):
            if low is not None and high is not None and math.isfinite(high):
                axes.plot([moment] * 2, [100 * low, 100 * high], color=colour, linewidth=0.9)


def _notes(axes: Any, found: History, start: datetime, end: datetime, ink: str) -> None:
    """Draw notes on method as dotted lines with their numbers, and list all of them below."""
    for number, note in enumerate(found.notes, 1):
        moment = _instant(note.date)
        if start <= moment <= end:
            axes.axvline(moment, color=ink, linewidth=0.9, linestyle=":")
            axes.annotate(
                f"{number}",
                (moment, 1),
                xycoords=("data", "axes fraction"),
                xytext=(3, -9),
                textcoords="offset points",
                color=ink,
            )
    if found.notes:
        listed = "\n".join(
            visible(f"{number}  {note}") for number, note in enumerate(found.notes, 1)
        )
        axes.set_xlabel(listed, color=ink, loc="left", parse_math=False, wrap=True)


def _rates(piece: Sequence[Point]) -> Iterator[float]:
    for each, _ in piece:
        if each.rate is not None:
            yield each.rate


def _ends(piece: Sequence[Point]) -> list[tuple[float | None, float | None]]:
    return [(interval.low, interval.high) for _, interval in piece]


def _moment(each: Pass) -> datetime:
    return _instant(each.first)


def _instant(text: str) -> datetime:
    """Return a moment of the store, or a day, without its time zone: all of them are of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=None)
