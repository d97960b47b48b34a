"""What a method finds in one side of all calls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mondegreen.calls.outcome import EMPTY
from mondegreen.scoring.coverage import judged_share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.calls.outcome import Outcome
    from mondegreen.calls.roles import Role

__all__ = ["METHODS", "MethodResult", "rate_left", "rate_of"]

METHODS = ("library", "canonical", "conversational")


@dataclass(frozen=True)
class MethodResult:
    """What a method finds in one side of all calls.

    Attributes:
        method: one of `METHODS`.
        role: the side.
        outcomes: one a call, in the order of the calls; failures among them.
        signature: what decides the numbers.
        provider: for the names of files: ``gpt``, ``gemini``, or the name of another; empty for
            the library.
        model: who was asked; empty for the library.
        concatenated: the counts of all calls joined to one text; ``None`` where nobody counted.
        not_concatenated: why nobody did; empty where somebody did.
        redacted: spans that were not counted since the reference has them redacted, and the words
            that were heard in their places.
        seconds: how long it took; ``None`` where nobody asked.
        needed: how many calls needed the judge.
        unjudged: how many of these it did not judge; then there is no rate.
        unbounded: why nothing bounds what it would have said.
        among: whether other models were asked the same, so that its name has the model.
    """

    method: str
    role: Role
    outcomes: tuple[Outcome, ...]
    signature: str
    provider: str = ""
    model: str = ""
    concatenated: tuple[int, int, int, int] | None = None
    not_concatenated: str = ""
    redacted: tuple[int, int] = (0, 0)
    seconds: float | None = None
    needed: int = 0
    unjudged: int = 0
    unbounded: str = ""
    among: bool = False

    @property
    def name(self) -> str:
        """The method, with its model where there are several."""
        return f"{self.method} ({self.model})" if self.among else self.method

    @property
    def value(self) -> float | None:
        """The rate."""
        return self.rate

    @property
    def value_low(self) -> float | None:
        """The rate, below which it is not; ``None`` where not all was judged, as nothing bounds it."""
        return self.rate

    @property
    def value_high(self) -> float | None:
        """The same, above which it is not."""
        return self.rate

    @property
    def judged_fraction(self) -> float:
        """The share of the calls that needed the judge and were judged, 0 to 1; 1 if none did."""
        return (self.needed - self.unjudged) / self.needed if self.needed else 1.0

    @property
    def judged_share(self) -> str:
        """Of how many calls that needed the judge it judged how many; empty if all."""
        return judged_share(self.needed, self.unjudged) if self.unjudged else ""

    @property
    def reason(self) -> str | None:
        """Why there is no rate, or ``None``."""
        if self.unjudged:
            return f"{self.judged_share}; no bounds: {self.unbounded}"
        return None if rate_of(self.counts) is not None else "nothing was scored"

    @property
    def scored(self) -> list[Outcome]:
        """The outcomes that have counts."""
        return [outcome for outcome in self.outcomes if outcome.counts is not None]

    @property
    def failed(self) -> list[Outcome]:
        """Those that have none."""
        return [outcome for outcome in self.outcomes if outcome.counts is None]

    @property
    def empty(self) -> list[Outcome]:
        """Those among the scored in which nothing was heard, so that all was deleted."""
        return [outcome for outcome in self.scored if outcome.status == EMPTY]

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The sums over the calls that were scored."""
        columns = zip(*(outcome.counts or () for outcome in self.scored), strict=True)
        sums = [sum(column) for column in columns] or [0, 0, 0, 0]
        return sums[0], sums[1], sums[2], sums[3]

    @property
    def rate(self) -> float | None:
        """All errors by all words of the reference; ``None`` where nothing was scored, or not all judged."""
        return None if self.unjudged else rate_of(self.counts)

    @property
    def forgives(self) -> bool:
        """Whether there is a rate after forgiving next to the strict one."""
        return any(outcome.left is not None for outcome in self.scored)

    @property
    def forgiven_rate(self) -> float | None:
        """The rate after forgiving; ``None`` where nothing is forgiven."""
        return rate_left(self.scored)

    @property
    def average(self) -> float | None:
        """The mean of the rates of calls; ``None`` where there is none, or not all were judged."""
        if self.unjudged:
            return None
        rates = [rate for outcome in self.scored if (rate := outcome.rate) is not None]
        return sum(rates) / len(rates) if rates else None

    def without_times(self) -> MethodResult:
        """Return the same for those who want the same bytes each time."""
        outcomes = tuple(replace(outcome, seconds=None) for outcome in self.outcomes)
        return replace(self, outcomes=outcomes, seconds=None)

    def over(self, calls: set[str]) -> tuple[int, int, int, int]:
        """Return the sums over some calls."""
        kept = [outcome for outcome in self.scored if outcome.call in calls]
        return MethodResult(self.method, self.role, tuple(kept), self.signature).counts


def rate_left(outcomes: Iterable[Outcome]) -> float | None:
    """Return the rate of what is left after forgiving, or ``None`` without words.

    >>> from mondegreen.calls.outcome import Outcome
    >>> rate_left([Outcome("a", left=(1500, 10)), Outcome("b", left=(0, 5)), Outcome("c", "missing")])
    0.1
    """
    left = [outcome.left for outcome in outcomes if outcome.left is not None]
    length = sum(n for _, n in left)
    return sum(weight for weight, _ in left) / (1000 * length) if length else None


def rate_of(counts: tuple[int, int, int, int] | None) -> float | None:
    """Return (S + D + I) / (H + S + D), or ``None`` without words."""
    if counts is None or not sum(counts[:3]):
        return None
    return sum(counts[1:]) / sum(counts[:3])
