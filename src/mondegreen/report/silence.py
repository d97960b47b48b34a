"""What systems invent, in words: columns of a table, and what is below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import counted
from mondegreen.report.number_format import NONE, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.silence import Silence
    from mondegreen.bench.standing import Standing
    from mondegreen.stats.interval import Interval

__all__ = ["PER_MINUTE", "silence_columns", "silence_notes"]

PER_MINUTE = "invented words per minute of silence"
_SHOWN = 5  # names in a line


def silence_columns(here: Sequence[Standing]) -> dict[str, list[str]]:
    """Return the columns about silent clips and loops; none where there is nothing of the kind."""
    columns: dict[str, list[str]] = {}
    if any(each.silence for each in here):
        columns = {
            PER_MINUTE: [_per_minute(each.silence) for each in here],
            "silent clips with words": [_share(each.silence) for each in here],
        }
    if any(each.loops for each in here):
        columns["loops"] = [NONE if each.loops is None else f"{len(each.loops):,}" for each in here]
    return columns


def silence_notes(here: Sequence[Standing]) -> list[str]:
    """Return for each system its intervals on silent clips, and the transcripts with a loop."""
    return [line for each in here for line in (*_of_silence(each), *_of_loops(each))]


def _of_silence(each: Standing) -> list[str]:
    found = each.silence
    if found is None:
        return []
    line = f"{each.system}: silence: {counted(found.clips // each.repeats, 'clip')}"
    line += f", {counted(found.clips, 'answer')}" if each.repeats > 1 else ""
    line += f", {found.missing:,} missing" if found.missing else ""
    line += f", {found.failed:,} failed" if found.failed else ""
    if found.answered:
        line += f"; words on {_share(found)}{_ends(found.share_interval, 100, ' %', 1)}"
    if found.per_minute is not None:
        line += f"; {_per_minute(found)} words per minute{_ends(found.interval, 1, '', 2)}"
    of = "answer" if each.repeats > 1 else "clip"
    if found.untimed:
        line += f"; of unknown length, so in no rate per minute: {counted(found.untimed, of)}"
    return [line]


def _of_loops(each: Standing) -> list[str]:
    if not each.loops:
        return []
    names = ", ".join(each.loops[:_SHOWN]) + (", ..." if len(each.loops) > _SHOWN else "")
    return [f"{each.system}: a phrase repeated in a loop: {len(each.loops):,} ({names})"]


def _per_minute(found: Silence | None) -> str:
    if found is None:
        return NONE
    if found.per_minute is None:
        return "n/a: no clip has a length" if found.answered else "n/a: no answers"
    return f"{found.per_minute:.2f}"


def _share(found: Silence | None) -> str:
    if found is None:
        return NONE
    if not found.answered:
        return "n/a: no answers"
    return f"{found.with_words:,} of {found.answered:,} ({percent(found.share, 1)})"


def _ends(found: Interval | None, scale: int, unit: str, places: int) -> str:
    if found is None:
        return ""
    if found.low is None or found.high is None:
        return f" (no interval: {found.reason})"
    low, high = (f"{scale * end:.{places}f}" for end in (found.low, found.high))
    return f" ({100 * found.level:g} % interval {low} to {high}{unit})"
