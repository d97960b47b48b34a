"""What is counted of judged facts, and the rates that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.judges.facts.fact import FactVerdict

__all__ = ["FactCounts"]


@dataclass(frozen=True)
class FactCounts:
    """Four counts; they add, and every rate is a ratio of sums.

    Attributes:
        both: facts of the reference that the hypothesis keeps.
        missing: facts of the reference that it does not, contradicted ones included.
        contradicted: those of them of which it says something else.
        invented: facts that the hypothesis alone states.

    >>> counts = FactCounts(both=3, missing=2, contradicted=1, invented=1)
    >>> counts.semantic_error_rate, counts.precision, counts.hallucination_rate
    (0.4, 0.6, 0.2)
    >>> FactCounts().semantic_error_rate is None
    True
    """

    both: int = 0
    missing: int = 0
    contradicted: int = 0
    invented: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[FactVerdict]) -> FactCounts:
        """Count verdicts."""
        rulings = [verdict.ruling for verdict in verdicts]
        contradicted = rulings.count("contradicted")
        return cls(
            both=rulings.count("preserved"),
            missing=rulings.count("missing") + contradicted,
            contradicted=contradicted,
            invented=rulings.count("invented"),
        )

    def __add__(self, other: FactCounts) -> FactCounts:
        return FactCounts(
            self.both + other.both,
            self.missing + other.missing,
            self.contradicted + other.contradicted,
            self.invented + other.invented,
        )

    @property
    def expected(self) -> int:
        """Facts of the reference."""
        return self.both + self.missing

    @property
    def stated(self) -> int:
        """Facts that the hypothesis states, rightly or not."""
        return self.both + self.contradicted + self.invented

    @property
    def semantic_error_rate(self) -> float | None:
        """Missing over expected, 0 to 1; ``None`` where the reference states nothing."""
        return self.missing / self.expected if self.expected else None

    @property
    def contradiction_rate(self) -> float | None:
        """Contradicted over expected, 0 to 1; ``None`` where the reference states nothing."""
        return self.contradicted / self.expected if self.expected else None

    @property
    def precision(self) -> float | None:
        """Kept over stated, 0 to 1; ``None`` where the hypothesis states nothing."""
        return self.both / self.stated if self.stated else None

    @property
    def hallucination_rate(self) -> float | None:
        """Invented over stated, 0 to 1; ``None`` where the hypothesis states nothing."""
        return self.invented / self.stated if self.stated else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall: 2 kept over expected and stated together.

        ``None`` where neither text states anything.
        """
        all_facts = self.expected + self.stated
        return 2 * self.both / all_facts if all_facts else None
