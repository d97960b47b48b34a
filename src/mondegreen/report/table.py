"""``table``: the result for a terminal, and what ``print(result)`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report import intervals, items
from mondegreen.report.grid import grid
from mondegreen.report.number_format import capped, details, errors, rate
from mondegreen.report.speaker_steps import listed_steps
from mondegreen.scoring.forgiveness import languages

if TYPE_CHECKING:
    from mondegreen.forgive.severities import Severities
    from mondegreen.scoring.result import Result


def render(result: Result) -> str:
    """Return rates and counts, slices, coverage, and the signature in the last line."""
    rows, metrics = [], list(result)
    most, *caps = capped(metrics)
    for metric, cap in zip(metrics, caps, strict=True):
        name = metric.title
        if metric.uses_ties:
            name += f" (ties: {result.recipe.ties})"
        if metric.normalizer:
            name += f" (normalizer: {metric.normalizer})"
        ends = intervals.cells(metric)
        rows.append((name, rate(metric), *ends, *cap, errors(metric), details(metric)))
    titles = [] if result.shown is None else [intervals.title(result.shown)]
    header = ["metric", "rate", *titles, *most, "errors", "made of"]
    parts = [grid(header, rows)]
    if result.recipe.uses_sessions and (steps := listed_steps(result)):
        parts.append(steps)
    parts += filter(None, (metric.said for metric in metrics))
    for name, kind in result.metrics.items():
        if kind.forgives:
            parts += ["", str(result.waterfall(name))]
            parts += _weighed_by(name, kind.severities)  # type: ignore[attr-defined]
    parts += _languages(result)
    if result.entities is not None:
        from mondegreen.report.entities import render as render_entities  # seldom shown

        parts += ["", render_entities(result.entities)]
    if result.shown_averages:
        from mondegreen.report import averages  # as above

        parts += ["", averages.render(result)]
    parts += items.render(result)
    parts += _columns(result)
    if result.shown is not None:
        parts += ["", *intervals.notes(metrics), *intervals.slice_notes(result)]
    return "\n".join([*parts, "", str(result.coverage), result.signature])


def _columns(result: Result) -> list[str]:
    """Return the slices, and the columns of numbers."""
    if not (result.slices or result.number_columns):
        return []
    from mondegreen.report import number_columns  # as above
    from mondegreen.report.groups import render as render_groups

    parts = []
    if result.slices:
        parts += ["", render_groups(result.by(*result.slices))]
        parts += number_columns.slice_notes(result)
    if result.number_columns:
        parts += ["", number_columns.render(result)]
    return parts


def _languages(result: Result) -> list[str]:
    """Say which languages a column named, and what was omitted in each."""
    spoken = "; ".join(map(str, languages(result)))
    return ["", f"forgiven by language: {spoken}"] if spoken else []


def _weighed_by(metric: str, severities: Severities) -> list[str]:
    """Say by which severities a metric weighs, where it does, and where they come from."""
    if severities.name == "none":
        return []
    values = ", ".join(f"{name} {value}" for name, value in severities.values)
    known = severities.evidence or f"{values}{', ' if values else ''}all others {severities.rest}"
    return [f"severities of {metric}: {visible(severities.name)} ({visible(known)})"]
