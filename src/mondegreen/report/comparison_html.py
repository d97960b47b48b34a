"""``html``: a comparison as one page that loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import visible
from mondegreen.report import charts
from mondegreen.report.comparison_parts import Part, parts
from mondegreen.report.environment import environment, policy, source
from mondegreen.report.intervals import level_of

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison, SystemScore

__all__ = ["render", "shown"]


def render(found: Comparison) -> str:
    """Return the page: every table, the first with a chart of the rates; it needs no script."""
    from markupsafe import Markup  # comes with jinja2, which is optional

    template = environment().get_template("comparison.html.j2")
    style = source("base.css") + source("report.css")
    rates = (
        rate
        for each in found.scores
        for rate in (each.rate, each.interval.high)
        if rate is not None
    )
    return template.render(
        title=f"{visible(found.metric)} of {len(found.scores)} systems",
        policy=policy(scripts=[], styles=[style]),
        style=Markup(style),  # noqa: S704 - our own files
        metric=visible(found.metric),
        axis=charts.axis(rates),
        level=level_of(found.choices.level),
        scores=[_dot(each) for each in found.scores],
        parts=[shown(part) for part in parts(found)],
        signature=visible(found.signature),
    )


def _dot(each: SystemScore) -> dict[str, Any]:
    low, high = each.interval.low, each.interval.high
    there = low is not None and high is not None
    return {"value": each.rate, "interval": {"low": low, "high": high} if there else None}


def shown(part: Part) -> Part:
    """Return a part in which nothing is hidden; the template escapes it."""
    return Part(
        visible(part.title),
        [visible(title) for title in part.header],
        [[visible(value) for value in row] for row in part.rows],
        [visible(note) for note in part.notes],
        part.left,
    )
