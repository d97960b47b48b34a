"""Pictures of error against delay or price: intervals as crosses, and the line that nobody beats."""

from __future__ import annotations

import math
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.points import AXES, frontier
from mondegreen.errors import InputError, visible
from mondegreen.report.figures import Figures, shortened
from mondegreen.written import written

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.bench.points import Point, Points

__all__ = ["FORMATS", "THEMES", "draw", "write_pictures"]

FORMATS: Final = ("svg", "png")
_WIDE: Final = 12.0  # from which ratio of the largest to the smallest an axis is logarithmic
_PLACES: Final = ((7, 6), (7, -13), (-7, 6), (-7, -13), (7, 18), (-7, 18), (7, -25), (-7, -25))


class _Theme(NamedTuple):
    paper: str
    ink: str
    grid: str
    best: str
    other: str


THEMES: Final = {
    "light": _Theme("#ffffff", "#1f2328", "#d0d7de", "#0b5fad", "#6e7781"),
    "dark": _Theme("#0d1117", "#e6edf3", "#30363d", "#79c0ff", "#9aa4af"),
}


def write_pictures(found: Points, folder: Path) -> list[Path]:
    """Write one picture per format and theme, as ``pareto-delay-light.svg``; return the files.

    Without a point there is none.

    Raises:
        MissingDependencyError: without the extra ``pictures``.
        InputError: the folder cannot be made, or a file not written.
    """
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        place = visible(str(folder))
        raise InputError(
            f"{place}: cannot be made a folder: {error.strerror}; name another"
        ) from None
    for theme in THEMES if found.points else ():
        for kind in FORMATS:
            path = folder / f"pareto-{found.axis}-{theme}.{kind}"
            picture = draw(found, theme, kind)
            with written(path) as file:
                file.write(picture)
            made.append(path)
    return made


def draw(found: Points, theme: str = "light", kind: str = "svg") -> bytes:
    """Return one picture; the same points give the same bytes.

    Args:
        found: with at least one point.
        theme: of `THEMES`.
        kind: of `FORMATS`.

    Raises:
        MissingDependencyError: without the extra ``pictures``.
    """
    colours = THEMES[theme]
    with Figures("a picture", kind) as figure_of:
        figure = figure_of(figsize=(7.5, 5), facecolor=colours.paper, layout="constrained")
        axes = figure.add_subplot(facecolor=colours.paper)
        _frame(axes, found, colours)
        best = frontier(found.points)
        for point in found.points:
            _cross(axes, point, colours.best if point in best else colours.other, point in best)
        if len(found.points) > 1:  # of one there is no front
            axes.plot(
                [point.x for point in best],
                [100 * point.y for point in best],
                color=colours.best,
                linewidth=1,
                linestyle="--",
                zorder=1,
            )
        _name(figure, axes, found.points, colours.ink)
        out = BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=150, metadata=metadata, facecolor=colours.paper)
    return out.getvalue()


def _frame(axes: Any, found: Points, colours: _Theme) -> None:
    axes.set_title(
        _plain(f"{found.metric} on {found.dataset}"), color=colours.ink, parse_math=False
    )
    axes.set_xlabel(AXES[found.axis], color=colours.ink)
    axes.set_ylabel(
        _plain(f"{found.metric}, % (lower is better)"), color=colours.ink, parse_math=False
    )
    axes.grid(visible=True, color=colours.grid, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=colours.ink, which="both")
    for side in axes.spines.values():
        side.set_color(colours.grid)
    places = [point.x for point in found.points]
    if min(places) > 0 and max(places) / min(places) > _WIDE:
        axes.set_xscale("log")
    else:
        axes.set_xlim(0, max([*places, *_ends(found)]) * 1.12 or 1)
    axes.margins(y=0.12)


def _ends(found: Points) -> list[float]:
    ends = [point.across[1] for point in found.points]
    return [end for end in ends if end is not None and math.isfinite(end)]


def _cross(axes: Any, point: Point, colour: str, best: bool) -> None:  # noqa: FBT001 - one of two looks
    """Draw a point; its cross is as long as the intervals of both numbers."""
    x, y = point.x, 100 * point.y
    low, high = point.across
    if low is not None and high is not None and math.isfinite(high):
        axes.plot([low, high], [y, y], color=colour, linewidth=1)
    low, high = point.along
    if low is not None and high is not None and math.isfinite(high):
        axes.plot([x, x], [100 * low, 100 * high], color=colour, linewidth=1)
    face = colour if best else "none"
    axes.plot([x], [y], marker="o", markersize=6, color=colour, markerfacecolor=face)


def _name(figure: Any, axes: Any, points: list[Point], ink: str) -> None:
    """Write the names next to the points, where they lie on no other name, if there is such a place."""
    figure.draw_without_rendering()
    taken: list[Any] = []
    for point in points:
        label = None
        for across, up in _PLACES:
            if label is not None:
                label.remove()
            label = axes.annotate(
                shortened(point.system),
                (point.x, 100 * point.y),
                xytext=(across, up),
                textcoords="offset points",
                ha="left" if across > 0 else "right",
                color=ink,
                parse_math=False,
            )
            label.set_in_layout(False)
            box = label.get_window_extent()
            if not any(box.overlaps(other) for other in taken) and _inside(axes, box):
                break
        taken.append(box)


def _inside(axes: Any, box: Any) -> bool:
    frame = axes.get_window_extent()
    return bool(frame.x0 <= box.x0 and box.x1 <= frame.x1)


def _plain(text: str) -> str:
    return visible(text)
