"""One utterance to be judged: what was said, and what a system wrote."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Pair"]


@dataclass(frozen=True)
class Pair:
    """One utterance to be judged.

    Attributes:
        row: its place among the pairs.
        reference: what was said, as it was given.
        hypothesis: what the system wrote, as it was given; ``""`` where it is missing.
        id: its name; the place from 1 where it has none.
        metadata: its other columns.
        known: whether it is a canary, whose answer is known.
        system: a name for what wrote the hypothesis; empty for none.
    """

    row: int
    reference: str
    hypothesis: str
    id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    known: bool = False
    system: str = ""
