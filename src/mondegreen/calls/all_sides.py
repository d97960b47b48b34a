"""All sides of the calls together: sums of the sides that were scored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mondegreen.calls.method_comparison import not_compared
from mondegreen.calls.roles import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.scoring_calls import SideResult

__all__ = ["EVERY_SIDE", "all_sides", "over_common_calls"]

EVERY_SIDE: Final = Role("all", (), ())


def all_sides(sides: Sequence[SideResult]) -> list[MethodResult]:
    """Return what each method finds in all sides together; nothing for a single side.

    The counts are sums: the rate is that of all words of the sides, and not the mean of their
    rates. An outcome is that of one side of one call, so a call is there once per side.

    >>> all_sides([])
    []
    """
    if len(sides) < 2:  # noqa: PLR2004 - one side is its own sum
        return []
    return [
        replace(
            parts[0],
            role=EVERY_SIDE,
            outcomes=tuple(outcome for part in parts for outcome in part.outcomes),
            concatenated=None,
            not_concatenated="",
            redacted=(sum(p.redacted[0] for p in parts), sum(p.redacted[1] for p in parts)),
            seconds=None,
            needed=sum(part.needed for part in parts),
            unjudged=sum(part.unjudged for part in parts),
            unbounded=next((part.unbounded for part in parts if part.unbounded), ""),
        )
        for parts in zip(*(side.methods for side in sides), strict=True)
    ]


def over_common_calls(sides: Sequence[SideResult], at: int) -> tuple[int, int, int, int] | None:
    """Return the sums of method number ``at`` over the calls that all methods scored in each side.

    ``None`` where a judge left a side open.
    """
    if any(not_compared(side.methods) for side in sides):
        return None
    hits, substitutions, deletions, insertions = (
        sum(column)
        for column in zip(*(side.methods[at].over(set(side.common)) for side in sides), strict=True)
    )
    return hits, substitutions, deletions, insertions
