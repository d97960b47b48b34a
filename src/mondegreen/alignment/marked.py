"""Alignments of texts in which brackets say what is not counted, or right without being equal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.alignment.aligning import align_many
from mondegreen.alignment.lattice import Bracket, is_marked, pieces
from mondegreen.alignment.run import Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.alignment.alignment import Alignment

__all__ = ["align_marked"]


def align_marked(
    references: Sequence[str], hypotheses: Sequence[str], **options: Any
) -> list[Alignment]:
    """Align texts that `mondegreen.alignment.lattice.best` returned, piece by piece.

    The options are those of `align_many`. Words in brackets are runs of ``accept`` where they are
    right, and ``ignore`` where they are not counted; characters in brackets never count.

    >>> print(align_marked(["call ⟦[NAME]⟧ at once"], ["call ⟦john smith⟧ at one"])[0])
    REF  call [NAME] ----- at once
    HYP  call john   smith at one
                              S
    """
    cuts = [
        list(pieces(reference, hypothesis)) if is_marked(reference) else None
        for reference, hypothesis in zip(references, hypotheses, strict=True)
    ]
    sides: tuple[list[Any], list[Any]] = [], []
    for row, parts in enumerate(cuts):
        if parts is None:
            sides[0].append(references[row])
            sides[1].append(hypotheses[row])
        for part in parts or ():
            if not isinstance(part, Bracket):
                sides[0].append(part.reference)
                sides[1].append(part.hypothesis)
    made = iter(align_many(*sides, **options))
    return [next(made) if parts is None else _joined(parts, made) for parts in cuts]


def _joined(parts: Sequence[Any], made: Iterator[Alignment]) -> Alignment:
    """Return one alignment of the pieces and what is between them; a piece is first."""
    whole = next(made)
    for part in parts[1:]:
        if isinstance(part, Bracket):
            if part.is_cut:
                continue
            said, written = (tuple(_kernel.tokens(text, whole.unit)) for text in part[:2])
            counts = part.counts and whole.unit.startswith("word")
            runs = [Run("accept" if counts else "ignore", 0, len(said), 0, len(written))]
        else:
            piece = next(made)
            said, written, runs = piece.reference, piece.hypothesis, list(piece.runs)
        at = len(whole.reference), len(whole.hypothesis)
        whole = replace(
            whole,
            reference=whole.reference + said,
            hypothesis=whole.hypothesis + written,
            runs=whole.runs + tuple(_moved(run, *at) for run in runs),
        )
    return whole


def _moved(run: Run, reference: int, hypothesis: int) -> Run:
    return Run(
        run.operation,
        run.reference_start + reference,
        run.reference_end + reference,
        run.hypothesis_start + hypothesis,
        run.hypothesis_end + hypothesis,
    )
