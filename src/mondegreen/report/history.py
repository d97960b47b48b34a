"""Tables of passes over time, and of the spread between repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.comparison_parts import probability
from mondegreen.report.intervals import cell, level_of
from mondegreen.report.number_format import NONE, percent
from mondegreen.report.part import Part
from mondegreen.scoring.comparing.release_gates import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.history import Drift, History
    from mondegreen.bench.spread import Range, Spread

__all__ = ["history_part", "repeats_note", "repeats_part"]

_DAY, _MINUTE, _SECOND = 10, 16, 19  # characters of a timestamp


def history_part(found: History, metric: str, level: float) -> Part:
    """Return the passes of each system, one row each, with a row where a note on method breaks the line."""
    shown = level_of(level)
    header = ["system", "pass", "from", "to", "answered", metric, f"{shown} interval"]
    header += ["change", f"{shown} interval of it", "p (Holm)", "drift"]
    before = {(each.system, each.after): each for each in found.drifts}
    rows: list[list[str]] = []
    previous = None
    size = _length(found)
    for each, interval in zip(found.passes, found.intervals, strict=True):
        if previous is not None and previous.system == each.system:
            rows += [
                ["", "", note.date, "", f"-- {note.title}", *[""] * 6]
                for note in found.notes
                if note.breaks(each.system, previous.last, each.last)
            ]
        previous = each
        rows.append(
            [
                each.system,
                f"#{each.number}",
                _moment(each.first, size),
                _moment(each.last, size),
                f"{each.answered:,} of {each.total:,}",
                percent(each.rate),
                cell(interval),
                *_change(before.get((each.system, each.number))),
            ]
        )
    about = (
        "change: from the pass before it, in points, on the same clips; drift: it cannot be chance "
        f"(paired bootstrap, corrected by Holm, below {1 - level:.3g})"
    )
    lines = [about]
    lines += [
        f"{each.system} #{each.before} and #{each.after} are not compared: {each.reason}"
        for each in found.drifts
        if each.reason
    ]
    lines += [f"note on method: {note}" for note in found.notes]
    return Part("history", header, rows, lines, 2)


def _length(found: History) -> int:
    """Return how much of a moment tells the passes of a system apart: the day, or a time of day too."""
    for size in (_DAY, _MINUTE):
        starts = [(each.system, each.first[:size]) for each in found.passes]
        if len(set(starts)) == len(starts):
            return size
    return _SECOND


def _moment(text: str, size: int) -> str:
    return text[:size].replace("T", " ")


def _change(found: Drift | None) -> list[str]:
    if found is None or found.difference is None or found.interval is None:
        return [NONE, NONE, NONE, "" if found is None else "n/a"]
    p = NONE if found.p is None else probability(found.p)
    worse = "worse" if found.difference > 0 else "better"
    return [points(found.difference), cell(found.interval), p, worse if found.drifted else "no"]


def repeats_part(found: Sequence[Spread], metric: str) -> Part:
    """Return how far figures move between repeats: lowest to highest, with the standard deviation."""
    header = [
        *("system", "repeats", metric, "answered", "empty", "median seconds", "TTFS, median"),
        "the judge alone",
    ]
    rows = [
        [
            each.system,
            f"{each.repeats}",
            _share(each.rate),
            _share(each.answered),
            _share(each.empty),
            _seconds(each.seconds),
            _seconds(each.ttfs),
            _judge(each.judge),
        ]
        for each in found
    ]
    about = (
        "lowest to highest of the repeats (standard deviation); the judge alone: semantic rate of the "
        "same transcripts, judged again in the same way"
    )
    return Part("spread between repeats", header, rows, [about])


def repeats_note(found: Spread, metric: str) -> str:
    """Return the same of one system on one line; figures that are not known are not there."""
    shown = {
        metric: _share(found.rate),
        "answered": _share(found.answered),
        "empty": _share(found.empty),
        "median seconds": _seconds(found.seconds),
        "median TTFS": _seconds(found.ttfs),
    }
    known = [f"{name} {cell}" for name, cell in shown.items() if cell != NONE]
    return f"{found.system}: spread of {found.repeats} repeats (standard deviation): {', '.join(known)}"


def _share(found: Range | None) -> str:
    if found is None:
        return NONE
    if found.deviation is None:
        return f"{percent(found.low)}"
    return f"{100 * found.low:.2f} to {percent(found.high)} ({100 * found.deviation:.2f})"


def _judge(found: Range | None) -> str:
    if found is None:
        return NONE
    return f"{percent(found.low)}, one pass" if found.deviation is None else _share(found)


def _seconds(found: Range | None) -> str:
    if found is None:
        return NONE
    if found.deviation is None:
        return f"{found.low:.2f}"
    return f"{found.low:.2f} to {found.high:.2f} ({found.deviation:.2f})"
