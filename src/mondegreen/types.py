"""The shapes that the rooms of mondegreen hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

__all__ = [
    "ArrowColumn",
    "ArrowStream",
    "Failed",
    "MissingPolicy",
    "Normalizer",
    "Ties",
    "Unit",
]

Unit = Literal[
    "word",
    "word-ascii-space",
    "character",
    "character-no-space",
    "grapheme",
    "grapheme-no-space",
    "mixed",
]
Ties = Literal["most-hits", "jiwer"]
MissingPolicy = Literal["error", "deletions", "skip"]


@dataclass(frozen=True)
class Failed:
    """Stands in a hypothesis column for a recogniser that failed, with the reason.

    >>> Failed("timeout")
    Failed(reason='timeout')
    """

    reason: str


@runtime_checkable
class ArrowStream(Protocol):
    """Anything that hands out an Arrow stream through the PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


@runtime_checkable
class ArrowColumn(Protocol):
    """Anything that hands out one Arrow array through the PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class Normalizer(Protocol):
    """Text in, text out, by a named and versioned rule.

    ``name`` and ``version`` go into the signature.
    """

    name: str
    version: str

    def __call__(self, text: str) -> str:
        """Normalize one text."""
        ...

    def batch(self, texts: Any) -> Any:
        """Normalize many texts; missing ones (``None``) stay missing."""
        ...
