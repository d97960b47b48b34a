"""Gates on utterances that a system left out and the baseline did not.

Who answers only what is easy has a better rate on what both answered. So where the baseline has scored
utterances for which a system has no hypothesis, the gate must be met with these counted as deleted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.table import quoted
from mondegreen.errors import counted
from mondegreen.scoring.comparing.fillings import left
from mondegreen.scoring.comparing.release_gates import Gate, Verdict, judged
from mondegreen.scoring.comparing.significance import Choices, tested_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.comparing.comparison import SystemScore
    from mondegreen.scoring.comparing.systems import Systems

__all__ = ["in_one_alone", "with_unanswered"]

_MOST_NAMED: Final = 5


def with_unanswered(
    verdicts: Sequence[Verdict],
    systems: Systems,
    gate: Gate,
    *,
    choices: Choices,
    scores: Sequence[SystemScore],
    title: str,
    min_judged: float | None = None,
) -> list[Verdict]:
    """Return the verdicts; those that are met also with what a system left out counted as deleted.

    Args:
        verdicts: on the utterances that all have scored.
        systems: all of them.
        gate: what must hold.
        choices: how pairs are tested.
        scores: of all systems.
        title: of the metric, as it is printed.
        min_judged: the share of what needed a judge that is enough; all of it without one.
    """
    found = []
    for verdict in verdicts:
        names = gate.baseline, verdict.system
        rows = {name: _scored(systems, name) for name in names}
        unanswered = sorted({*rows[gate.baseline]} - {*rows[verdict.system]})
        if not verdict.met or not unanswered:
            found.append(verdict)
            continue
        filled = replace(
            systems,
            results={name: systems.results[name] for name in names},
            scored=rows[gate.baseline],
        )
        (again,) = judged(
            gate,
            title,
            [each for each in scores if each.name in names],
            tested_pairs(filled, list(names), choices),
            higher_is_better=systems.kind.higher_is_better,
            left={name: left(filled, name) for name in names},
            min_judged=min_judged,
        )
        reason = (
            f"{verdict.system} has no hypothesis for {len(unanswered):,} of the "
            f"{counted(len(rows[gate.baseline]), 'utterance')} that {gate.baseline} has scored: "
            f"{_named(systems, unanswered)}; counted as deleted, {again.reason}"
        )
        found.append(replace(verdict, met=again.met, reason=reason))
    return found


def in_one_alone(systems: Systems) -> str:
    """Return which utterances not all systems have scored, for a message; empty where there are none."""
    parts = []
    scored = {name: {*_scored(systems, name)} for name in systems.results}
    for name, rows in scored.items():
        lacking = sorted(set().union(*scored.values()) - rows)
        if lacking:
            parts.append(f"{len(lacking):,} not by {name} ({_named(systems, lacking)})")
    neither = sorted({*range(len(systems.ids))}.difference(*scored.values()))
    if neither:
        parts.append(f"{len(neither):,} by none ({_named(systems, neither)})")
    return ", ".join(parts)


def _scored(systems: Systems, name: str) -> list[int]:
    """Return the places of the utterances that a system has scored."""
    positions, result = systems.positions[name], systems.results[name]
    return [place for place in range(len(systems.ids)) if result.is_scored(positions[place])]


def _named(systems: Systems, places: Sequence[int]) -> str:
    named = ", ".join(quoted(systems.ids[place]) for place in places[:_MOST_NAMED])
    return named + (", ..." if len(places) > _MOST_NAMED else "")
