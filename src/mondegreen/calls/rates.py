"""Rates as rows of a table: of each side by each method, then of all sides together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.calls.all_sides import all_sides
from mondegreen.calls.method import rate_left, rate_of
from mondegreen.calls.method_comparison import common_calls, not_compared, percent, rate_cell
from mondegreen.calls.outcome import EMPTY

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.scoring_calls import SideResult

__all__ = ["Common", "Rate", "alike", "common", "rates"]

Common = list[set[str]]
"""For each side the calls that its rates are over."""


@dataclass(frozen=True)
class Rate:
    """A row.

    Attributes:
        side: the name of the side; ``all`` for all together.
        method: its name, with the model that was asked.
        counts: hits, substitutions, deletions and insertions.
        value: the rate; ``None`` where it is not known.
        shown: the rate for a reader.
        scored: calls of which a side is in the rate.
        empty: those among them in a side of which nothing was heard.
        total: calls that there are, read or not.
        forgiven: the rate after forgiving; ``None`` where nothing is forgiven.
    """

    side: str
    method: str
    counts: tuple[int, int, int, int]
    value: float | None
    shown: str
    scored: int
    empty: int
    total: int
    forgiven: float | None = None

    @property
    def calls(self) -> str:
        """How many of how many calls, and how many of them are empty."""
        return f"{self.scored:,} of {self.total:,}" + (f", {self.empty:,} empty" * bool(self.empty))


def rates(sides: Sequence[SideResult], unread: int, over: Common | None = None) -> list[Rate]:
    """Return a row per side and method, then, of several sides, a row of all per method.

    Args:
        sides: of one system.
        unread: how many calls could not be read.
        over: the calls of each side that are counted; ``None`` for all that a method scored.
    """
    kept: Sequence[set[str] | None] = over or [None] * len(sides)
    total = len(sides[0].sides) + unread
    found = [
        _rate(method, [(method, calls)], total)
        for side, calls in zip(sides, kept, strict=True)
        for method in side.methods
    ]
    return found + [
        _rate(method, [(s.methods[at], c) for s, c in zip(sides, kept, strict=True)], total)
        for at, method in enumerate(all_sides(sides))
    ]


def _rate(
    method: MethodResult, parts: Sequence[tuple[MethodResult, set[str] | None]], total: int
) -> Rate:
    columns = zip(*(p.counts if c is None else p.over(c) for p, c in parts), strict=True)
    hits, substitutions, deletions, insertions = map(sum, columns)
    counts = hits, substitutions, deletions, insertions
    scored = [o for p, calls in parts for o in p.scored if calls is None or o.call in calls]
    by_all = parts[0][1] is None
    value = method.rate if by_all else rate_of(counts)
    return Rate(
        method.role.name,
        f"{method.method} ({method.model})" if method.model else method.method,
        counts,
        value,
        rate_cell(method) if by_all else percent(value),
        len({outcome.call for outcome in scored}),
        len({outcome.call for outcome in scored if outcome.status == EMPTY}),
        total,
        rate_left(scored),
    )


def common(systems: Collection[Sequence[SideResult]]) -> Common | str:
    """Return for each side the calls that all methods of all systems scored, or why they are not compared."""
    if len({tuple(side.role.name for side in sides) for sides in systems}) > 1:
        return "systems are not compared: they were scored on different sides"
    of_sides = [
        [method for side in sides for method in side.methods]
        for sides in zip(*systems, strict=True)
    ]
    refused = next(filter(None, map(not_compared, of_sides)), "")
    return refused or [set(common_calls(methods)) for methods in of_sides]


def alike(systems: Mapping[str, Sequence[SideResult]], over: Common) -> bool:
    """Whether every method of every system scored just these calls."""
    return all(
        {outcome.call for outcome in method.scored} == calls
        for sides in systems.values()
        for side, calls in zip(sides, over, strict=True)
        for method in side.methods
    )
