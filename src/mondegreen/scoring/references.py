"""Which of several references is the best once what does not matter is forgiven."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.lattices import cut
from mondegreen.text.alternatives import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import ByLanguage
    from mondegreen.text.alternatives import Sequence

__all__ = ["fewest_left"]


def fewest_left(
    several: Mapping[int, list[Sequence]],
    best: Callable[[int, Sequence], tuple[str, str]],
    forgiving: Forgiving | ByLanguage,
    metadata: Mapping[str, Any],
    **options: Any,
) -> dict[int, Sequence]:
    """Return the references of each row that leave the fewest errors, as one choice.

    Each of them is aligned and forgiven by itself, all in one run, so that the work is that of as
    many utterances. Among equals the strict alignment decides, as it does without forgivers.

    Args:
        several: the references of some rows.
        best: gives both texts of the best way of a row through one reference.
        forgiving: the forgivers.
        metadata: the columns of all utterances, of which one may name the language.
        options: those of the kernel.
    """
    if not several:
        return {}
    ways = [(row, way) for row, each in several.items() for way in each]
    pairs = [best(row, way) for row, way in ways]
    said, written = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    pieces = cut(said, written)
    rows = [row for row, _ in ways]
    if pieces is not None:
        said, written = pieces.references, pieces.hypotheses
        rows = [rows[at] for at in pieces.rows_of()]
    remaining = forgiving.of(metadata, rows).run(said, written, **options).remaining
    starts = range(len(ways) + 1) if pieces is None else pieces.starts
    left = [sum(remaining[starts[at] : starts[at + 1]]) for at in range(len(ways))]
    found: dict[int, Sequence] = {}
    for row, group in groupby(zip(left, ways, strict=True), key=lambda each: each[1][0]):
        each = list(group)
        least = min(count for count, _ in each)
        found[row] = [Choice([way for count, (_, way) in each if count == least])]
    return found
