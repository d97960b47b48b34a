"""jiwer's rates, one function each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.compat.jiwer._outputs import edit_counts
from mondegreen.compat.jiwer.process import both_sides, error_rate, rates
from mondegreen.compat.jiwer.transformations import cer_default, wer_default

if TYPE_CHECKING:
    from mondegreen.compat.jiwer.transforms import AbstractTransform, Compose

__all__ = ["cer", "mer", "wer", "wil", "wip"]


def wer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Compose | AbstractTransform = wer_default,
    hypothesis_transform: Compose | AbstractTransform = wer_default,
) -> float:
    """Return the word error rate; the arguments and errors are those of `process_words`.

    >>> wer("hello world", "hello duck")
    0.5
    """
    return error_rate(reference, hypothesis, reference_transform, hypothesis_transform)


def mer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Compose | AbstractTransform = wer_default,
    hypothesis_transform: Compose | AbstractTransform = wer_default,
) -> float:
    """Return the match error rate; the arguments and errors are those of `process_words`.

    >>> mer("hello world", "hello big duck")
    0.6666666666666666
    """
    sides = both_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    return rates(*edit_counts(*sides)).mer


def wip(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Compose | AbstractTransform = wer_default,
    hypothesis_transform: Compose | AbstractTransform = wer_default,
) -> float:
    """Return the word information preserved; arguments and errors as of `process_words`.

    >>> wip("hello world", "hello duck")
    0.25
    """
    sides = both_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    return rates(*edit_counts(*sides)).wip


def wil(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Compose | AbstractTransform = wer_default,
    hypothesis_transform: Compose | AbstractTransform = wer_default,
) -> float:
    """Return the word information lost; arguments and errors as of `process_words`.

    >>> wil("hello world", "hello duck")
    0.75
    """
    sides = both_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    return rates(*edit_counts(*sides)).wil


def cer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Compose | AbstractTransform = cer_default,
    hypothesis_transform: Compose | AbstractTransform = cer_default,
) -> float:
    """Return the character error rate; arguments and errors as of `process_characters`.

    >>> cer("wi-fi", "wifi")
    0.2
    """
    return error_rate(reference, hypothesis, reference_transform, hypothesis_transform)
