"""Captions that roll: each cue shows the lines of the cue before it again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mondegreen.errors import warn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

__all__ = ["Cue", "unrolled"]

_LEAST_SHARE: Final = 0.4
_LEAST_COUNT: Final = 2


@dataclass(frozen=True, slots=True)
class Cue:
    """What is shown between two times.

    Attributes:
        line: of the file, where its times are.
        start: in seconds.
        end: in seconds.
        lines: what is shown, as it is written.
        name: of the cue, where it has one.
    """

    line: int
    start: Decimal
    end: Decimal
    lines: tuple[str, ...]
    name: str | None = None


def unrolled(name: str, cues: Sequence[Cue], shown: Sequence[tuple[str, ...]]) -> list[Cue]:
    """Return the cues without the lines that only roll on, if the captions of a file roll.

    They do where at least two cues begin with the last lines of the cue before them and continue, and
    at least two of five cues repeat such lines. This is said in a warning.

    Args:
        name: the file, for the warning.
        cues: in the order of the file.
        shown: the lines of each cue as they are compared, without tags; blank ones are empty.
    """
    repeated, going_on = [0], 0
    for before, cue, last, lines in zip(cues, cues[1:], shown, shown[1:], strict=False):
        told = _told(lines)
        count = _common(_told(last), told)
        goes_on = count < len(told)
        going_on += bool(count) and goes_on
        # After a pause, a cue that says nothing new says the same again.
        repeated.append(count if goes_on or cue.start <= before.end else 0)
    count = sum(map(bool, repeated))
    if going_on < _LEAST_COUNT or count < _LEAST_SHARE * len(cues):
        return list(cues)
    warn(
        f"{name}: the captions roll: {count} of {len(cues)} cues repeat lines of the cue before; "
        "the repeated lines were dropped",
    )
    kept = []
    for cue, lines, drop in zip(cues, shown, repeated, strict=True):
        places = [at for at, line in enumerate(lines) if line]
        rest = tuple(cue.lines[at] for at in places[drop:])
        if rest or not drop:
            kept.append(replace(cue, lines=rest))
    return kept


def _told(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, lines))


def _common(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """Return how many of the last lines are at the beginning of the next ones."""
    most = min(len(before), len(after))
    return next((n for n in range(most, 0, -1) if before[-n:] == after[:n]), 0)
