"""jiwer's ``process_words`` and ``process_characters``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel
from mondegreen.compat.jiwer.outputs import (
    AlignmentChunk,
    CharacterOutput,
    Pairs,
    WordOutput,
)
from mondegreen.compat.jiwer.sides import Side, as_tokens, transformed
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
    sides = both_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    kept = [
        # A later change of the caller's list must not change the result.
        Side(list(side.items), side.unit, side.cut) if side.items is given else side
        for side, given in zip(sides, (reference, hypothesis), strict=True)
    ]
    counts = edit_counts(*sides)
    return WordOutput.of(Pairs(*kept), **rates(*counts)._asdict(), **_named(counts))


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
    words = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    numbers = ("hits", "substitutions", "insertions", "deletions")
    return CharacterOutput.of(
        words._pairs, cer=words.wer, **{name: getattr(words, name) for name in numbers}
    )


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


def edit_counts(reference: Side, hypothesis: Side) -> tuple[int, int, int, int]:
    """Return hits, substitutions, deletions and insertions of all pairs together."""
    unit = reference.unit or "word"
    return _kernel.count(reference.items, hypothesis.items, unit=unit, ties="jiwer").sums


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


def _named(counts: tuple[int, int, int, int]) -> dict[str, int]:
    hits, substitutions, deletions, insertions = counts
    return {
        "hits": hits,
        "substitutions": substitutions,
        "insertions": insertions,
        "deletions": deletions,
    }
