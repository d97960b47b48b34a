"""The delays of live systems in words: columns of a table, and what stands below it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mondegreen.errors import counted
from mondegreen.report.numbers import NONE, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.live import LiveFigures
    from mondegreen.stats.percentiles import Percentile

__all__ = ["live_columns", "live_notes"]

_MILLI = 1000


def live_columns(figures: Sequence[LiveFigures | None]) -> dict[str, list[str]]:
    """Return the columns of live systems; a policy has a column of its own.

    Args:
        figures: of each row of the table; ``None`` of a system that is not live.
    """
    policies = dict.fromkeys(each.policy for each in figures if each is not None)
    columns: dict[str, list[str]] = {}
    for policy in policies:
        columns[f"ttfs[{policy}]: median, P90, P95, P99"] = [
            NONE if each is None or each.policy != policy else _ttfs(each) for each in figures
        ]
    if not policies:
        return {}
    return columns | {
        "end lost": [NONE if each is None else _lost(each) for each in figures],
        "TTFT, median": [NONE if each is None else _seconds(each.ttft, each) for each in figures],
        "emission delay, median": [
            NONE if each is None else _seconds(each.emission_delay, each) for each in figures
        ],
        "churn": [
            NONE if each is None or each.churn is None else f"{each.churn:.2f}" for each in figures
        ],
    }


def live_notes(system: str, found: LiveFigures | None) -> list[str]:
    """Return what has to be said of the delays of a system."""
    if found is None:
        return []
    ttfs = found.ttfs
    if ttfs.reason:
        return [f"{system}: {ttfs.name}: n/a: {ttfs.reason}"]
    lines = []
    for each in ttfs.percentiles:
        name = "median" if each.percent == 50 else f"P{each.percent}"  # noqa: PLR2004
        if each.low is not None and each.high is not None:
            low, high = (_number(value, found) for value in (each.low, each.high))
            lines.append(f"{name} {low} to {high} s")
        elif each.reason:
            lines.append(f"{name}: {each.reason}")
    said = [
        f"{system}: {ttfs.name} of {counted(ttfs.clips, 'clip')}: 95 % intervals: {'; '.join(lines)}"
    ]
    if ttfs.clamped:
        said.append(
            f"{system}: final before the end of speech, so 0 s: {counted(ttfs.clamped, 'clip')}"
        )
    if found.without_speech_end:
        without = counted(found.without_speech_end, "clip")
        said.append(f"{system}: without an end of speech, so not in {ttfs.name}: {without}")
    said += [
        f"{system}: error rate at the {point.name} after the end of speech: {percent(point.rate)}, after "
        f"{_seconds(point.delay, found)} s (median)"
        for point in found.points
    ]
    return said


def _ttfs(found: LiveFigures) -> str:
    if found.ttfs.reason:
        return f"n/a: {found.ttfs.reason}"
    return ", ".join(_seconds(each, found) for each in found.ttfs.percentiles)


def _lost(found: LiveFigures) -> str:
    return NONE if found.ttfs.reason else f"{found.ttfs.lost:,} of {found.ttfs.clips:,}"


def _seconds(found: Percentile, of: LiveFigures) -> str:
    return "n/a" if found.value is None else _number(found.value, of)


def _number(value: float, of: LiveFigures) -> str:
    if value == math.inf:
        return "never" if of.wait is None else f">{of.wait:g}"
    return f"{round(value * _MILLI) / _MILLI:.3f}"
