"""Ranks as tables and lines: how they were made, and the differences of all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import counted
from mondegreen.report.comparison_parts import RANKS, probability
from mondegreen.report.intervals import FEW_CLUSTERS, cell, level_of
from mondegreen.report.number_format import NONE
from mondegreen.report.part import Part
from mondegreen.scoring.comparing.release_gates import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.ranking import Ranking
    from mondegreen.scoring.comparing.significance import Choices, PairOfSystems

__all__ = ["how_ranked", "matrix_of", "pairs_part", "ranks_part"]


def how_ranked(systems: int, unit: str, units: int, choices: Choices) -> list[str]:
    """Return how ranks were made.

    Args:
        systems: how many there are.
        unit: what is drawn together.
        units: how many of those there are.
        choices: how pairs were tested.
    """
    lines = []
    if systems > 1:
        pairs = counted(systems * (systems - 1) // 2, "pair")
        lines.append(RANKS)
        lines.append(
            f"paired bootstrap of {counted(units, unit)}, {choices.resamples:,} resamples, "
            f"seed {choices.seed}; p corrected by Holm for {pairs}, below "
            f"{1 - choices.level:.3g}"
        )
    if unit == "clip":
        lines.append("clips are drawn one by one, not by conversation, recording or speaker")
    if units < FEW_CLUSTERS:
        lines.append(f"only {counted(units, unit)}: intervals and tests say little about others")
    return lines


def ranks_part(ranking: Ranking, systems: Sequence[str]) -> Part:
    """Return the rank of each system, one row each.

    Args:
        ranking: of the systems.
        systems: their names, the best first.
    """
    header = ["rank", "system", "group", f"{level_of(ranking.choices.level)} interval"]
    rows = []
    for name in systems:
        rank = ranking.ranks.get(name)
        shown, group = (NONE, NONE) if rank is None else (str(rank.rank), rank.group)
        rows.append([shown, name, group, cell(ranking.interval(name))])
    notes = how_ranked(len(systems), ranking.unit, ranking.units, ranking.choices)
    return Part("ranks", header, rows, notes, 2)


def matrix_of(names: Sequence[str], pairs: Sequence[PairOfSystems]) -> Part:
    """Return the difference of each system to each other one."""
    known: dict[tuple[str, str], str] = {}
    for pair in pairs:
        for one, other, sign in (
            (pair.first, pair.second, 1),
            (pair.second, pair.first, -1),
        ):
            shown = NONE if pair.difference is None else points(sign * pair.difference)
            known[one, other] = shown if pair.separated else f"{shown} ="
    rows = [[name, *(known.get((name, other), "") for other in names)] for name in names]
    note = "row less column, in points; = where the two cannot be told apart"
    return Part("differences", ["", *names], rows, [note])


def pairs_part(pairs: Sequence[PairOfSystems], level: float) -> Part:
    """Return all pairs, one row each."""
    header = [
        "better",
        "than",
        "difference",
        f"{level_of(level)} interval",
        "p (Holm)",
        "told apart",
    ]
    rows = [
        [
            pair.first,
            pair.second,
            NONE if pair.difference is None else points(pair.difference),
            cell(pair.interval),
            NONE if pair.p is None else probability(pair.p),
            "yes" if pair.separated else "no",
        ]
        for pair in pairs
    ]
    return Part("pairs", header, rows, ["difference: the first less the second, in points"], 2)
