"""The delays of live systems in words: columns of a table, and what is below it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mondegreen.bench.delays import DEFINITIONS, NO_SPEECH_END
from mondegreen.errors import counted
from mondegreen.report.number_format import NONE, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.live import LiveFigures
    from mondegreen.bench.turns import TurnFigures
    from mondegreen.stats.interval import Interval
    from mondegreen.stats.percentiles import Percentile

__all__ = ["definitions_of", "live_columns", "live_notes", "said_reason"]

_MILLI = 1000
_FIND = "find the ends of speech: mondegreen bench speech-ends"


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
    turns = [None if each is None else each.turns for each in figures]
    if any(turns):
        columns |= {
            "turns: precision, recall, F1": [_turns(each) for each in turns],
            "end of turn in s: median, P90": [
                NONE if found is None or each is None else _of_turns(found, each)
                for found, each in zip(turns, figures, strict=True)
            ],
        }
    return columns | {
        "end lost": [NONE if each is None else _lost(each) for each in figures],
        "TTFT in s, median": [
            NONE if each is None else _seconds(each.ttft, each) for each in figures
        ],
        "emission delay in s, median": [
            NONE if each is None else _seconds(each.emission_delay, each) for each in figures
        ],
        "churn per word": [
            NONE if each is None or each.churn is None else f"{each.churn:.2f}" for each in figures
        ],
    }


def live_notes(system: str, found: LiveFigures | None) -> list[str]:
    """Return what must be said of the delays of a system."""
    if found is None:
        return []
    of_turns = _notes_of_turns(system, found)
    ttfs = found.ttfs
    if ttfs.reason:
        return [f"{system}: {ttfs.name}: n/a: {said_reason(found)}", *of_turns]
    lines = []
    for each in ttfs.percentiles:
        name = "median" if each.percent == 50 else f"P{each.percent}"  # noqa: PLR2004
        if each.low is not None and each.high is not None:
            low, high = (_number(value, found) for value in (each.low, each.high))
            lines.append(f"{name} {low} to {high} s")
        elif each.reason:
            lines.append(f"{name}: {each.reason}")
    of = "clip" if ttfs.answers == ttfs.clips else "answer"
    said = [f"{system}: {ttfs.name} of {ttfs.said}: 95 % intervals: {'; '.join(lines)}"]
    if ttfs.clamped:
        said.append(
            f"{system}: final before the end of speech, so 0 s: {counted(ttfs.clamped, of)}"
        )
    if found.without_speech_end:
        without = counted(found.without_speech_end, "clip")
        line = f"{system}: without an end of speech, so not in {ttfs.name}: {without}"
        if found.is_forced:
            line += "; final text was asked for after the end of the recording there"
        said.append(f"{line}; {_FIND}")
    said += [
        f"{system}: error rate at the {point.name} after the end of speech: {percent(point.rate)}"
        f"{_between(point.interval)}, after {_seconds(point.delay, found)} s (median)"
        for point in found.points
    ]
    return said + of_turns


def definitions_of(header: Sequence[str]) -> list[str]:
    """Return what the delays in the columns of a table are; times are in seconds."""
    live = any(name.startswith("ttfs[") for name in header)
    return [
        f"{name}: {said}"
        for name, said in DEFINITIONS.items()
        if (name == "TTFS" and live)
        or any(each.startswith((f"{name} ", f"{name},")) for each in header)
    ]


def said_reason(found: LiveFigures) -> str:
    """Return why there is no time to the final segment, and what to type; empty if there is one."""
    reason = found.ttfs.reason
    if reason != NO_SPEECH_END:
        return reason
    asked = (
        ", so final text was asked for after the end of the recording" if found.is_forced else ""
    )
    return f"{reason}{asked}; {_FIND}"


def _between(interval: Interval | None) -> str:
    if interval is None or interval.low is None or interval.high is None:
        return ""
    return f" ({100 * interval.low:.2f} to {percent(interval.high)})"


def _notes_of_turns(system: str, of: LiveFigures) -> list[str]:
    said = []
    both = {"ends of turns": of.turns, "likely ends of turns": of.eager_turns}
    for name, found in both.items():
        if found is None:
            continue
        if found.reason:
            said.append(f"{system}: {name}: n/a: {found.reason}")
            continue
        counts = (
            f"{counted(found.turns, 'turn')} in {found.said}, {found.found:,} found, "
            f"{found.missed:,} missed, {counted(found.false_alarms, 'false alarm')}"
        )
        said.append(f"{system}: {name}: {counts}")
        if found is of.eager_turns:
            said.append(
                f"{system}: {name}: precision, recall, F1 {_turns(found)}; median, P90 {_of_turns(found, of)} s"
            )
        ranges = [
            f"{shown} {100 * each.low:.2f} to {percent(each.high)}"
            for shown, each in zip(
                ("precision", "recall", "F1"), found.intervals.values(), strict=False
            )
            if each.low is not None and each.high is not None
        ]
        if ranges:
            level = next(iter(found.intervals.values())).level
            said.append(f"{system}: {name}: {100 * level:g} % intervals: {', '.join(ranges)}")
        said += [f"{system}: {name}: {each.reason}" for each in found.delay if each.value is None]
    return said


def _turns(found: TurnFigures | None) -> str:
    if found is None:
        return NONE
    if found.reason:
        return f"n/a: {found.reason}"
    return ", ".join(percent(each, 1) for each in (found.precision, found.recall, found.f1))


def _of_turns(found: TurnFigures, of: LiveFigures) -> str:
    if found.reason or not found.delay:
        return NONE
    return ", ".join(
        "missed" if each.value == math.inf else _seconds(each, of) for each in found.delay
    )


def _ttfs(found: LiveFigures) -> str:
    if found.ttfs.reason:
        return f"n/a: {found.ttfs.reason}"
    return ", ".join(_seconds(each, found) for each in found.ttfs.percentiles)


def _lost(found: LiveFigures) -> str:
    return NONE if found.ttfs.reason else f"{found.ttfs.lost:,} of {found.ttfs.answers:,}"


def _seconds(found: Percentile, of: LiveFigures) -> str:
    return "n/a" if found.value is None else _number(found.value, of)


def _number(value: float, of: LiveFigures) -> str:
    if value == math.inf:
        return "never" if of.wait is None else f">{of.wait:g}"
    return f"{round(value * _MILLI) / _MILLI:.3f}"
