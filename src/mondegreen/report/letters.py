"""Where two spellings differ, letter by letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.alignment import align_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment import Alignment

__all__ = ["Piece", "letter_pieces", "pieces_of"]

Piece = tuple[str, str]
"""What the reference has and what the hypothesis has in its place; equal where they agree."""

_MOST = 4_000_000
"""Cells of the table; a difference that takes more is shown as a whole."""


def letter_pieces(pairs: Sequence[tuple[str, str]]) -> list[list[Piece]]:
    """Return each pair of texts cut into pieces that are equal and pieces that are not.

    Graphemes are compared, so that no letter loses its accent. Runs of different operations that
    touch become one piece.

    >>> letter_pieces([("card", "cart"), ("data base", "database"), ("", "um")])
    [[('car', 'car'), ('d', 't')], [('data', 'data'), (' ', ''), ('base', 'base')], [('', 'um')]]
    """
    chosen = [
        at for at, (said, written) in enumerate(pairs) if 0 < len(said) * len(written) < _MOST
    ]
    found: list[list[Piece]] = [[(said, written)] for said, written in pairs]
    sides = [pairs[at][0] for at in chosen], [pairs[at][1] for at in chosen]
    for at, alignment in zip(chosen, align_many(*sides, unit="grapheme"), strict=True):
        found[at] = pieces_of(alignment)
    return found


def pieces_of(alignment: Alignment, space: str = "") -> list[Piece]:
    """Return an alignment as pieces, with ``space`` between its tokens.

    >>> from mondegreen.alignment import align
    >>> pieces_of(align("a b c", "a d"), " ")
    [('a', 'a'), ('b c', 'd')]
    """
    pieces: list[Piece] = []
    last = ""
    for run in alignment.runs:
        said = space.join(alignment.reference[run.reference_start : run.reference_end])
        written = space.join(alignment.hypothesis[run.hypothesis_start : run.hypothesis_end])
        kind = "equal" if run.operation == "equal" else "other"
        if kind == last == "other":
            before = pieces.pop()
            said = space.join(filter(None, (before[0], said)))
            written = space.join(filter(None, (before[1], written)))
        pieces.append((said, written))
        last = kind
    return pieces
