"""What a method finds in one side of one call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment.run import Run

__all__ = ["Difference", "Outcome", "differences_of"]

CONTEXT = 5
"""Words on both sides of a difference that are shown with it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One word that was substituted, deleted or inserted.

    Attributes:
        operation: ``substitute``, ``delete`` or ``insert``.
        reference: the word that was said; empty for an insertion.
        hypothesis: the word that was heard; empty for a deletion.
        reference_place: its number among the words of the reference, from 0.
        hypothesis_place: the same in the hypothesis.
        reference_context: the words around it; empty where nobody asked for them.
        hypothesis_context: the words around it there.
    """

    operation: str
    reference: str
    hypothesis: str
    reference_place: int
    hypothesis_place: int
    reference_context: str = ""
    hypothesis_context: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a method finds in one side of one call.

    Attributes:
        call: the name of the call.
        status: ``ok``, or what went wrong.
        reason: one sentence where the status is not ``ok``.
        counts: hits, substitutions, deletions and insertions; ``None`` unless ``ok``.
        reference: the text that was compared, as the method left it; ``None`` where not kept.
        hypothesis: the other text.
        differences: in order; their numbers are those of the counts.
        detail: what else the method has to say, ready for JSON.
    """

    call: str
    status: str = "ok"
    reason: str | None = None
    counts: tuple[int, int, int, int] | None = None
    reference: str | None = None
    hypothesis: str | None = None
    differences: tuple[Difference, ...] = ()
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> int:
        """The words of the reference; 0 where nothing is known."""
        return sum(self.counts[:3]) if self.counts else 0

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions; 0 where nothing is known."""
        return sum(self.counts[1:]) if self.counts else 0

    @property
    def rate(self) -> float | None:
        """Errors by words; ``None`` where nothing is known, or nothing was said.

        >>> Outcome("a", counts=(8, 1, 1, 0)).rate, Outcome("b", "refused").rate
        (0.2, None)
        """
        return self.errors / self.words if self.words else None


def differences_of(
    said: Sequence[str], heard: Sequence[str], runs: Sequence[Run], *, contexts: bool = True
) -> tuple[Difference, ...]:
    """Return the differences of an alignment, word by word."""
    found = []
    for run in runs:
        if run.operation == "equal":
            continue
        rows = range(run.reference_start, run.reference_end)
        columns = range(run.hypothesis_start, run.hypothesis_end)
        for step in range(max(len(rows), len(columns))):
            row = run.reference_start + min(step, len(rows))
            column = run.hypothesis_start + min(step, len(columns))
            found.append(
                Difference(
                    run.operation,
                    said[row] if rows else "",
                    heard[column] if columns else "",
                    row,
                    column,
                    _around(said, row) if contexts else "",
                    _around(heard, column) if contexts else "",
                )
            )
    return tuple(found)


def _around(words: Sequence[str], place: int) -> str:
    return " ".join(words[max(0, place - CONTEXT) : place + CONTEXT + 1])
