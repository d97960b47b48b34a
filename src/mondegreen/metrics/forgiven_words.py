"""Where differences are forgiven, and hypotheses as if these were no differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen.corpus.table import as_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen._kernel.forgiven import Given
    from mondegreen.metrics.batch import Batch

__all__ = ["forgiven_places", "without_forgiven"]


def forgiven_places(
    batch: Batch, sides: Sequence[Sequence[Any]], given: Given | None = None
) -> Iterator[tuple[int, slice, slice]]:
    """Yield the row of each forgiven difference and its words on both sides, in order.

    Args:
        batch: its forgivers, and its rule for ties; there is nothing without forgivers.
        sides: the words of the rows of both sides.
        given: what forgivers read in their place.
    """
    spoken = batch.forgiving
    if spoken is None:
        return
    pieces = spoken.run(
        *sides, unit="word", ties=batch.ties, threads=batch.threads, detail=True, given=given
    ).pieces
    if pieces is None:
        return
    for row in range(len(sides[0])):
        for at in range(pieces.starts[row], pieces.starts[row + 1]):
            if pieces.ranks[at] >= 0:
                said = slice(pieces.reference_starts[at], pieces.reference_ends[at])
                yield row, said, slice(pieces.hypothesis_starts[at], pieces.hypothesis_ends[at])


def without_forgiven(batch: Batch) -> list[Any]:
    """Return the hypotheses with the words of the reference in the place of what is forgiven."""
    texts: list[Any] = list(as_list(batch.hypotheses))
    sides = [
        [_words(text) for text in as_list(side)] for side in (batch.references, batch.hypotheses)
    ]
    found: dict[int, list[str]] = {}
    done = [0] * len(texts)
    for row, said, wrote in forgiven_places(batch, sides, batch.before):
        words = found.setdefault(row, [])
        words += sides[1][row][done[row] : wrote.start]
        words += sides[0][row][said]
        done[row] = wrote.stop
    for row, words in found.items():
        whole = words + sides[1][row][done[row] :]
        texts[row] = " ".join(whole) if isinstance(texts[row], str) else whole
    return texts


def _words(text: Any) -> list[str]:
    if isinstance(text, str):
        return list(_kernel.tokens(text, "word"))
    return list(text) if isinstance(text, (list, tuple)) else []
