"""jiwer's ``process_words`` and ``process_characters``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel
from mondegreen.compat.jiwer._outputs import (
    AlignmentChunk,
    CharacterOutput,
    Pairs,
    WordOutput,
    edit_counts,
    lazy,
)
from mondegreen.compat.jiwer._sides import Side, as_tokens, transformed
from mondegreen.compat.jiwer.transformations import cer_default, wer_default

if TYPE_CHECKING:
    from mondegreen.compat.jiwer.transforms import AbstractTransform, Compose

__all__ = [
    "AlignmentChunk",
    "CharacterOutput",
    "WordOutput",
    "process_characters",
    "process_words",
]


_AT_ONCE: Final = 20_000
"""Characters of a pair that is aligned before anybody could press Ctrl-C."""


class Rates(NamedTuple):
    """The four rates; whole numbers where one side has nothing."""

    wer: float
    mer: float
    wil: float
    wip: float


def process_words(
    reference: Any,
    hypothesis: Any,
    reference_transform: Compose | AbstractTransform = wer_default,
    hypothesis_transform: Compose | AbstractTransform = wer_default,
) -> WordOutput:
    """Align references with hypotheses, in words, and compute all rates.

    Args:
        reference: one text, or a list of texts.
        hypothesis: the same.
        reference_transform: what turns the references into lists of words.
        hypothesis_transform: the same for the hypotheses.

    Raises:
        ValueError: texts that are no list or string, transforms that do not end in lists of
            words, or different numbers of references and hypotheses.

    >>> process_words("the cat sat", "the hat sat").substitutions
    1
    """
    pairs = _aligned(reference, hypothesis, reference_transform, hypothesis_transform)
    hits, substitutions, deletions, insertions = counts = pairs.counts()
    found = rates(*counts)
    return lazy(
        WordOutput,
        pairs,
        {
            "wer": found.wer,
            "mer": found.mer,
            "wil": found.wil,
            "wip": found.wip,
            "hits": hits,
            "substitutions": substitutions,
            "insertions": insertions,
            "deletions": deletions,
        },
    )


def process_characters(
    reference: Any,
    hypothesis: Any,
    reference_transform: Compose | AbstractTransform = cer_default,
    hypothesis_transform: Compose | AbstractTransform = cer_default,
) -> CharacterOutput:
    """Align references with hypotheses, in characters; spaces count unless a transform says no.

    The arguments and errors are those of `process_words`.

    >>> process_characters("wi-fi", "wifi").cer
    0.2
    """
    pairs = _aligned(reference, hypothesis, reference_transform, hypothesis_transform)
    hits, substitutions, deletions, insertions = counts = pairs.counts()
    return lazy(
        CharacterOutput,
        pairs,
        {
            "cer": rates(*counts).wer,
            "hits": hits,
            "substitutions": substitutions,
            "insertions": insertions,
            "deletions": deletions,
        },
    )


def _aligned(reference: Any, hypothesis: Any, *transforms: Any) -> Pairs:
    return Pairs(*both_sides(reference, hypothesis, *transforms))


def both_sides(
    reference: Any, hypothesis: Any, reference_transform: Any, hypothesis_transform: Any
) -> tuple[Side, Side]:
    """Run both sides through their transforms; they come out in the same unit.

    Raises:
        ValueError: as `process_words` does.
    """
    said = transformed(
        [reference] if isinstance(reference, str) else reference, reference_transform, "reference"
    )
    heard = transformed(
        [hypothesis] if isinstance(hypothesis, str) else hypothesis,
        hypothesis_transform,
        "hypothesis",
    )
    if len(said) != len(heard):
        raise ValueError(
            f"{len(said)} references but {len(heard)} hypotheses after the transforms; each needs "
            "one of the other (the contiguous transforms make one text of all)"
        )
    return (said, heard) if said.unit == heard.unit else (as_tokens(said), as_tokens(heard))


def error_rate(
    reference: Any, hypothesis: Any, reference_transform: Any, hypothesis_transform: Any
) -> float:
    """Return the rate that does not depend on which of the best alignments is taken.

    Raises:
        ValueError: as `process_words` does.
    """
    said, heard = both_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    if len(said) == 1 and said.unit:
        texts = said.items[0], heard.items[0]
        if len(texts[0]) + len(texts[1]) < _AT_ONCE:
            return rates(*_kernel.pair_counts(*texts, said.unit)).wer
    return rates(*edit_counts(said, heard)).wer


def rates(hits: int, substitutions: int, deletions: int, insertions: int) -> Rates:
    """Return the rates; the types are jiwer's, too.

    >>> rates(1, 0, 0, 1)
    Rates(wer=1.0, mer=0.5, wil=0.5, wip=0.5)
    >>> rates(0, 0, 0, 2), rates(0, 0, 1, 0)
    (Rates(wer=2, mer=1, wil=1, wip=0), Rates(wer=1.0, mer=1.0, wil=1, wip=0))
    """
    said, heard = hits + substitutions + deletions, hits + substitutions + insertions
    if said == 0:
        lost = int(heard > 0)
        return Rates(insertions, lost, lost, 1 - lost)
    errors = substitutions + deletions + insertions
    kept = (hits / said) * (hits / heard) if heard else 0
    return Rates(errors / said, errors / (said + insertions), 1 - kept, kept)
