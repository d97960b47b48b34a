"""Where two texts disagree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from mondegreen.alignment.cells import isolated, visible
from mondegreen.alignment.run import ERRORS
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.alignment.run import Run
    from mondegreen.types import Unit

__all__ = ["Difference", "find_differences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A maximal run of steps that are not equal, with the equal tokens around it.

    Attributes:
        reference_start: position of the first reference token; where the tokens are missing, of
            the one that follows.
        reference_end: position after the last reference token.
        hypothesis_start: the same in the hypothesis.
        hypothesis_end: the same in the hypothesis.
        reference: the tokens that were said; may be empty.
        hypothesis: the tokens that were written instead; may be empty.
        substitutions: steps that replace a token.
        deletions: steps that leave a token out.
        insertions: steps that add one.
        before: equal tokens directly before.
        after: equal tokens directly after.
        continues: whether either text continues after ``after``.
        unit: what the tokens are.
        id: the utterance, where it has a name.

    >>> from mondegreen.alignment import align
    >>> (found,) = align("call the card now please", "call the cart now please").differences(2)
    >>> print(found)
    call the [card -> cart] now please
    >>> found.errors, found.reference_start
    (1, 2)
    """

    reference_start: int
    reference_end: int
    hypothesis_start: int
    hypothesis_end: int
    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]
    substitutions: int
    deletions: int
    insertions: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    continues: bool = False
    unit: Unit = "word"
    id: str | None = None

    @property
    def errors(self) -> int:
        """The number of steps."""
        return self.substitutions + self.deletions + self.insertions

    def __str__(self) -> str:
        space = " " if self.unit.startswith("word") else ""
        before, reference, hypothesis, after = (
            isolated(space.join(map(visible, tokens)))
            for tokens in (self.before, self.reference, self.hypothesis, self.after)
        )
        starts = max(self.reference_start, self.hypothesis_start) == len(self.before)
        sides = " ".join(filter(None, (reference, "->", hypothesis)))
        parts = ("" if starts else "...", before, f"[{sides}]", after)
        return space.join(filter(None, (*parts, "..." if self.continues else "")))


def find_differences(
    reference: Sequence[str],
    hypothesis: Sequence[str],
    runs: Sequence[Run],
    *,
    context: int = 3,
    unit: Unit = "word",
    utterance: str | None = None,
) -> Iterator[Difference]:
    """Yield the differences in order, each with at most ``context`` equal tokens on a side.

    Raises:
        UsageError: ``context`` is not a number of tokens.
    """
    if type(context) is not int or context < 0:
        raise UsageError(f"context must be a number of tokens, 0 or more; got {context!r}")
    stretches = [list(group) for _, group in groupby(runs, lambda run: run.operation in ERRORS)]
    for at, stretch in enumerate(stretches):
        if stretch[0].operation not in ERRORS:
            continue
        start, end = stretch[0].reference_start, stretch[-1].reference_end
        first = stretches[at - 1][0].reference_start if at else start
        last = stretches[at + 1][-1].reference_end if at + 1 < len(stretches) else end
        steps = dict.fromkeys(("substitute", "delete", "insert"), 0)
        for run in stretch:
            steps[run.operation] += run.steps
        span = stretch[0].hypothesis_start, stretch[-1].hypothesis_end
        after = tuple(reference[end : min(last, end + context)])
        yield Difference(
            reference_start=start,
            reference_end=end,
            hypothesis_start=span[0],
            hypothesis_end=span[1],
            reference=tuple(reference[start:end]),
            hypothesis=tuple(hypothesis[slice(*span)]),
            substitutions=steps["substitute"],
            deletions=steps["delete"],
            insertions=steps["insert"],
            before=tuple(reference[max(first, start - context) : start]),
            after=after,
            continues=end + len(after) < len(reference) or span[1] + len(after) < len(hypothesis),
            unit=unit,
            id=utterance,
        )
