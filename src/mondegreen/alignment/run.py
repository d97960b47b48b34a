"""One stretch of an alignment in which every step is the same."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["ERRORS", "OPERATIONS", "Operation", "Run"]

Operation = Literal["equal", "substitute", "delete", "insert", "accept", "ignore"]
"""``accept`` is right without being equal, as an optional word left out; ``ignore`` is no step that
counts, as a span that stands for anything."""

OPERATIONS: tuple[Operation, ...] = ("equal", "substitute", "delete", "insert")
"""In the order of the kernel's codes."""

ERRORS = frozenset(("substitute", "delete", "insert"))


class Run(NamedTuple):
    """Consecutive steps of one operation, as half-open ranges of token positions.

    A deletion has an empty hypothesis range, an insertion an empty reference range; each says
    where in the other text the tokens are missing.

    >>> Run("delete", 2, 5, 2, 2).steps
    3
    """

    operation: Operation
    reference_start: int
    reference_end: int
    hypothesis_start: int
    hypothesis_end: int

    @property
    def steps(self) -> int:
        """The number of steps, each of one token or one pair of tokens."""
        return max(
            self.reference_end - self.reference_start, self.hypothesis_end - self.hypothesis_start
        )
