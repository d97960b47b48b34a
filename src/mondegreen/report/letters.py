"""Where two spellings differ, letter by letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mondegreen.alignment import Alignment

__all__ = ["Piece", "pieces_of"]

Piece = tuple[str, str]
"""What the reference has and what the hypothesis has in its place; equal where they agree."""


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
