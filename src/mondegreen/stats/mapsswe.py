"""NIST's matched-pairs test on segments (MAPSSWE): errors of two systems between words both got right.

Gillick and Cox (1989), with the segments as the program ``sc_stats`` of NIST's SCTK cuts them. A
segment is a stretch in which at least one system errs, closed by two neighbouring words that both
have right, so that the errors of one do not depend on those of the next.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import UsageError
from mondegreen.stats.paired_test import PairedTest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["MAPSSWE", "mapsswe", "segments"]

_GOOD_WORDS = 2
_STEPS = frozenset("CSDI")


class MAPSSWE(NamedTuple):
    """The test, and the numbers that ``sc_stats`` prints.

    Attributes:
        test: the outcome; p is that of the normal distribution.
        segments: how many there are.
        mean: of the differences of errors, first less second; 0 without segments.
        deviation: their standard deviation, with n - 1.
        z: ``mean / (deviation / sqrt(segments))``; 0 where the deviation is.
    """

    test: PairedTest
    segments: int
    mean: float
    deviation: float
    z: float


def segments(first: str, second: str) -> list[tuple[int, int]]:
    """Return the errors of two systems in each segment of one utterance.

    Args:
        first: the alignment of the first system as letters: ``C`` correct, ``S`` substituted,
            ``D`` deleted, ``I`` inserted.
        second: that of the second, of the same reference.

    Returns:
        Pairs of errors; segments without errors are left out.

    Raises:
        UsageError: other letters, or alignments of different references.

    >>> segments("CSCCCCD", "CCCCCDD")
    [(1, 0), (1, 2)]
    """
    for steps in (first, second):
        odd = set(steps) - _STEPS
        if odd:
            raise UsageError(f"steps {sorted(odd)}: expected the letters C, S, D and I")
    words = len(first) - first.count("I"), len(second) - second.count("I")
    if words[0] != words[1]:
        raise UsageError(
            f"alignments of {words[0]:,} and {words[1]:,} reference words; expected the same "
            "reference"
        )
    if not first.strip("C") and not second.strip("C"):
        return []
    return _cut(first, second)


def _cut(first: str, second: str) -> list[tuple[int, int]]:  # noqa: C901 - one automaton
    found: list[tuple[int, int]] = []
    at = [0, 0]  # the step of each alignment
    begin = (0, 0)
    inside, good = False, 0  # whether within a segment, and the right words at its end

    def close(stop: tuple[int, int]) -> None:
        errors = [
            sum(step != "C" for step in steps[max(0, start - 1) : end])
            for steps, start, end in zip((first, second), begin, stop, strict=True)
        ]
        if any(errors):
            found.append((errors[0], errors[1]))

    while at[0] < len(first) or at[1] < len(second):
        for side, steps in enumerate((first, second)):
            while at[side] < len(steps) and steps[at[side]] == "I":
                at[side] += 1
                inside, good = True, 0
        if at[0] >= len(first) or at[1] >= len(second):
            break
        both = first[at[0]] == "C" and second[at[1]] == "C"
        if not inside:
            if both:
                begin = (at[0], at[1])
            else:
                inside, good = True, 0
        elif not both:
            good = 0
        else:
            good += 1
            if good == _GOOD_WORDS:
                close((at[0], at[1]))
                begin, inside, good = (at[0], at[1]), False, 0
        at = [at[0] + 1, at[1] + 1]
    if inside:
        close((len(first), len(second)))
    return found


def mapsswe(pairs: Iterable[Sequence[int]]) -> MAPSSWE:
    """Return the test on the segments of all utterances.

    Args:
        pairs: the errors of the two systems in each segment, as `segments` gives them.

    Returns:
        The test. With fewer than two segments, or if all differences are equal, z is 0 and p 1.

    >>> mapsswe([(1, 0), (2, 1), (0, 1), (3, 0)]).z
    1.224744871391589
    """
    apart = [first - second for first, second in pairs]
    number = len(apart)
    total, squares = sum(apart), sum(each * each for each in apart)
    mean = total / number if number else 0.0
    # Integers up to the division, so that equal differences give exactly 0.
    spread = number * squares - total * total
    deviation = math.sqrt(spread / (number * (number - 1))) if number > 1 else 0.0
    z = mean / (deviation / math.sqrt(number)) if deviation else 0.0
    p = math.erfc(abs(z) / math.sqrt(2))
    return MAPSSWE(PairedTest("mapsswe", p, z, number), number, mean, deviation, z)
