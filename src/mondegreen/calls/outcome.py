"""What a method finds in one side of one call."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["EMPTY", "Difference", "Left", "Outcome", "differences_of"]

EMPTY = "empty"
"""The status of a call in which nothing was heard."""
CONTEXT = 5
"""Words on both sides of a difference that are shown with it."""

Left = tuple[int, int]
"""Errors that are left after forgiving, weighed, in thousandths; and words of the reference."""


class Difference(NamedTuple):
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
        status: ``ok``; ``empty`` where nothing was heard, so all is deleted; or what went wrong.
        reason: one sentence where the status is not ``ok``.
        counts: hits, substitutions, deletions and insertions; ``None`` unless ``ok`` or ``empty``.
        reference: the text that was compared, as the method left it; ``None`` where not kept.
        hypothesis: the other text.
        differences: in order; their numbers are those of the counts.
        detail: what else the method must say, ready for JSON.
        seconds: how long a model took over it; ``None`` where none did, or nobody wants to know.
        left: errors that are left after forgiving; ``None`` where nothing is forgiven.
    """

    call: str
    status: str = "ok"
    reason: str | None = None
    counts: tuple[int, int, int, int] | None = None
    reference: str | None = None
    hypothesis: str | None = None
    differences: tuple[Difference, ...] = ()
    detail: dict[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    left: Left | None = None

    def of_empty(self, why: str) -> Outcome:
        """Return the same, marked as one in which nothing was heard, if ``why`` says so."""
        return replace(self, status=EMPTY, reason=why) if why and self.counts else self

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
    said: Sequence[str],
    heard: Sequence[str],
    runs: Iterable[tuple[str, int, int, int, int]],
    *,
    contexts: bool = True,
) -> tuple[Difference, ...]:
    """Return the differences of an alignment, word by word.

    Args:
        said: the words of the reference.
        heard: those of the hypothesis.
        runs: of substitutions, deletions and insertions, as `Run` has them.
        contexts: whether each difference has the words around it.
    """
    found = []
    for operation, row, last_row, column, last_column in runs:
        rows, columns = last_row > row, last_column > column
        for step in range(max(last_row - row, last_column - column)):
            at, other = row + step * rows, column + step * columns
            found.append(
                Difference(
                    operation,
                    said[at] if rows else "",
                    heard[other] if columns else "",
                    at,
                    other,
                    _around(said, at) if contexts else "",
                    _around(heard, other) if contexts else "",
                )
            )
    return tuple(found)


def _around(words: Sequence[str], place: int) -> str:
    return " ".join(words[max(0, place - CONTEXT) : place + CONTEXT + 1])
