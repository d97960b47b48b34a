"""The pairs that metrics count, and the edit counts that several of them share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel

if TYPE_CHECKING:
    from mondegreen._kernel import EditCounts
    from mondegreen._kernel.forgiven import Columns
    from mondegreen.forgive.choosing import Forgiving


@dataclass
class Batch:
    """References and hypotheses, normalized, and how they are to be aligned.

    Attributes:
        references: texts, lists of tokens, or an Arrow column.
        hypotheses: the same; what is not a text is missing.
        ties: the rule among alignments of equal cost.
        weights: the weights of substitution, deletion and insertion, or ``None`` for 1/1/1.
        forgiving: the forgivers, where there are any.
        threads: how many threads may work; 0 for all. Never changes a number.
    """

    references: Any
    hypotheses: Any
    ties: str = "most-hits"
    weights: tuple[int, int, int] | None = None
    threads: int = 1
    forgiving: Forgiving | None = None
    _counts: dict[str, EditCounts] = field(default_factory=dict, repr=False)
    _forgiven: dict[tuple[Any, str], Columns] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.references)

    def edit_counts(self, unit: str) -> EditCounts:
        """Return the counts of each pair in ``unit``; counted once however often asked."""
        if unit not in self._counts:
            self._counts[unit] = _kernel.count(
                self.references,
                self.hypotheses,
                unit=unit,
                ties=self.ties,
                weights=self.weights,
                threads=self.threads,
            )
        return self._counts[unit]

    def forgiven(self, chosen: Forgiving, unit: str) -> Columns:
        """Return what was forgiven and what remains of each pair; counted once."""
        key = chosen.pinned, unit
        if key not in self._forgiven:
            self._forgiven[key] = chosen.run(
                self.references, self.hypotheses, unit=unit, ties=self.ties, threads=self.threads
            )
        return self._forgiven[key]

    def status(self) -> bytes:
        """Return the status of each row (see `mondegreen._kernel`); prefers counts in words."""
        if "word" in self._counts or not self._counts:
            return self.edit_counts("word").status
        return next(iter(self._counts.values())).status
