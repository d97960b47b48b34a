"""The shapes that the rooms of mondegreen hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from mondegreen.errors import InputTypeError

__all__ = [
    "AnyOf",
    "ArrowColumn",
    "ArrowStream",
    "Failed",
    "MissingPolicy",
    "NBest",
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
Ties = Literal["most-hits", "jiwer", "sclite"]
MissingPolicy = Literal["error", "deletions", "skip"]


@dataclass(frozen=True)
class Failed:
    """A hypothesis of a recogniser that failed, with the reason.

    >>> Failed("timeout")
    Failed(reason='timeout')
    """

    reason: str


class AnyOf:
    """Several references of one utterance, of which the best one is taken.

    Raises:
        InputTypeError: no text at all, or something that is not a text.

    >>> AnyOf("he is going to come", "he's gonna come")
    AnyOf('he is going to come', "he's gonna come")
    """

    __slots__ = ("texts",)

    def __init__(self, *texts: str) -> None:
        if not texts or not all(isinstance(text, str) for text in texts):
            raise InputTypeError(f"AnyOf{texts!s:.80}: expected one text or more")
        self.texts = texts

    def __repr__(self) -> str:
        return f"AnyOf({', '.join(map(repr, self.texts))})"

    def __str__(self) -> str:
        return f"{{ {' / '.join(text or '@' for text in self.texts)} }}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyOf) and other.texts == self.texts

    def __hash__(self) -> int:
        return hash(self.texts)


class NBest:
    """Several hypotheses of one utterance, the likeliest first, as ``oracle-wer`` takes them.

    Raises:
        InputTypeError: something that is not a text.

    >>> NBest("it goes", "it grows")
    NBest('it goes', 'it grows')
    """

    __slots__ = ("texts",)

    def __init__(self, *texts: str) -> None:
        if not all(isinstance(text, str) for text in texts):
            raise InputTypeError(f"NBest{texts!s:.80}: expected texts")
        self.texts = texts

    def __repr__(self) -> str:
        return f"NBest({', '.join(map(repr, self.texts))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NBest) and other.texts == self.texts

    def __hash__(self) -> int:
        return hash(self.texts)


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
