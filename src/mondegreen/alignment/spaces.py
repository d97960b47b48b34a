"""Which words are wrong when letters are aligned and spaces left out."""

from __future__ import annotations

from dataclasses import dataclass

from mondegreen import _kernel
from mondegreen.errors import InputTypeError

__all__ = ["SpaceAlignment", "align_spaces"]


@dataclass(frozen=True)
class SpaceAlignment:
    """The words of two texts, and which of them ``space-wer`` counts.

    Attributes:
        reference: the words of the reference.
        hypothesis: the words of the hypothesis.
        touched: positions of reference words that edits of letters touch, from 0.
        inserted: positions of hypothesis words that are insertions from end to end.
    """

    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]
    touched: tuple[int, ...]
    inserted: tuple[int, ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        """The reference words that are touched."""
        return tuple(self.reference[at] for at in self.touched)

    @property
    def added(self) -> tuple[str, ...]:
        """The hypothesis words that are inserted."""
        return tuple(self.hypothesis[at] for at in self.inserted)

    @property
    def joined(self) -> tuple[str, str]:
        """Both texts without their spaces, as their letters are aligned."""
        return "".join(self.reference), "".join(self.hypothesis)


def align_spaces(reference: str, hypothesis: str, *, insertions: str = "count") -> SpaceAlignment:
    """Return which words are wrong when letters are aligned and spaces left out.

    A letter is a code point. ``insertions="neighbour"`` is what ``space-norm-wer`` has: inserted
    words touch the word before them. Nothing is normalized.

    Raises:
        InputTypeError: something is not a text.
        UnknownNameError: ``insertions`` is neither ``"count"`` nor ``"neighbour"``.

    >>> found = align_spaces("money transfer limit", "moneytransfer lamit any day")
    >>> found.wrong, found.added
    (('limit',), ('any', 'day'))
    """
    for text in (reference, hypothesis):
        if not isinstance(text, str):
            kind = type(text).__name__
            raise InputTypeError(f"expected two texts, got {text!r:.60} of type {kind}")
    touched, inserted = _kernel.space_words(reference, hypothesis, insertions=insertions)
    words = tuple(reference.split()), tuple(hypothesis.split())
    return SpaceAlignment(*words, tuple(touched), tuple(inserted))
