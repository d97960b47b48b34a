"""Figures of one system over time: its passes, the breaks between them, and whether it drifted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.comparing.release_gates import Verdict, points
from mondegreen.stats.holm import holm
from mondegreen.stats.joint import Joint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mondegreen.bench.notes import Note
    from mondegreen.bench.passes import Pass
    from mondegreen.scoring.comparing.significance import Choices
    from mondegreen.stats.interval import Interval

__all__ = ["Drift", "History", "history_of"]


@dataclass(frozen=True)
class Drift:
    """Two passes of one system, one after the other.

    Attributes:
        system: its name.
        before: the number of the earlier pass.
        after: the number of the later one.
        difference: the rate of the later less that of the earlier; ``None`` where they are not compared.
        interval: of the difference.
        p: of the paired bootstrap, corrected by Holm over all such tests of the dataset.
        drifted: whether they can be told apart.
        reason: why they are not compared; empty if they are.
    """

    system: str
    before: int
    after: int
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None
    drifted: bool = False
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        interval = None if self.interval is None else self.interval.to_dict()
        return {**vars(self), "interval": interval}


@dataclass(frozen=True)
class History:
    """The passes of all systems on one dataset.

    Attributes:
        passes: system by system, in the order of time.
        intervals: of their rates, in the same order.
        drifts: from each pass to the next one of the same system.
        notes: on method, the oldest first.
    """

    passes: list[Pass]
    intervals: list[Interval]
    drifts: list[Drift]
    notes: tuple[Note, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        rows = zip(self.passes, self.intervals, strict=True)
        return {
            "passes": [{**each.to_json(), "interval": ci.to_dict()} for each, ci in rows],
            "drifts": [each.to_json() for each in self.drifts],
            "notes": [{**vars(each), "systems": [*each.systems]} for each in self.notes],
        }

    def verdicts(self, metric: str) -> list[Verdict]:
        """Return a gate per drift: a later pass must not be worse than the one before it."""
        found = []
        for each in self.drifts:
            name, other = f"{each.system} #{each.after}", f"{each.system} #{each.before}"
            if each.difference is None:
                reason = f"{metric} of {name} against {other}: not compared: {each.reason}"
                found.append(Verdict(name, other, "drift", 0.0, met=True, reason=reason))
                continue
            met = not (each.drifted and each.difference > 0)
            how = "no worse than by chance" if met else "worse than by chance"
            reason = f"{metric} of {name} against {other}: {points(each.difference)} points, {how}"
            found.append(Verdict(name, other, "drift", 0.0, met=met, reason=reason))
        return found


def history_of(
    passes: Mapping[str, Sequence[Pass]],
    notes: Sequence[Note],
    value: Callable[[Sequence[Any]], Any],
    *,
    clusters: Any,
    unit: str,
    choices: Choices,
) -> History:
    """Test each pass against the one before it, on the same clips.

    Two passes with a note on method between them are not compared, and neither is a pass that was
    broken off: its clips that were never sent would count as errors of the recogniser.

    Args:
        passes: of each system, in any order.
        notes: on method.
        value: from totals to rates.
        clusters: one value per clip; clips with equal ones are drawn together.
        unit: what is drawn.
        choices: how is tested.
    """
    drifts: list[Drift] = []
    rows: list[Pass] = []
    intervals: list[Interval] = []
    for system, unsorted in passes.items():
        ordered = sorted(unsorted, key=lambda each: (each.first, each.number))
        tables = {f"{each.number}": each.table for each in ordered}
        joint = Joint.of(
            tables,
            value,
            clusters=clusters,
            unit=unit,
            resamples=choices.resamples,
            seed=choices.seed,
        )
        rows += ordered
        intervals += [joint.interval(f"{each.number}", level=choices.level) for each in ordered]
        for before, after in pairwise(ordered):
            numbers = before.number, after.number
            reason = _why_not(before, after, notes)
            if reason:
                drifts.append(Drift(system, *numbers, reason=reason))
                continue
            difference, interval, test = joint.pair(
                f"{after.number}", f"{before.number}", level=choices.level
            )
            drifts.append(Drift(system, *numbers, difference, interval, test.p))
    return History(rows, intervals, _corrected(drifts, choices), tuple(notes))


def _corrected(drifts: Sequence[Drift], choices: Choices) -> list[Drift]:
    adjusted = iter(holm([each.p for each in drifts if each.p is not None]))
    found = []
    for each in drifts:
        if each.p is None:
            found.append(each)
            continue
        p = next(adjusted)
        found.append(Drift(**{**vars(each), "p": p, "drifted": p < 1 - choices.level}))
    return found


def _why_not(before: Pass, after: Pass, notes: Sequence[Note]) -> str:
    for note in notes:
        if note.breaks(before.system, before.last, after.last):
            return f"a note on method lies between them: {note}"
    for each in (before, after):
        if each.missing:
            return f"{each.missing:,} of {each.total:,} clips of #{each.number} were never sent"
        if each.rate is None:
            return f"#{each.number} has no rate"
    return ""
