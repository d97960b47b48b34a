"""Which clips are drawn together in intervals and tests: those that are not independent of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.clips import Dataset

__all__ = ["CLIP", "drawn_together"]

CLIP: Final = "clip"
_COLUMNS: Final = ("conversation", "recording", "speaker")


def drawn_together(
    dataset: Dataset, samples: Sequence[str], wanted: str | None = None
) -> tuple[str, list[str | None]]:
    """Return the kind of unit that is drawn, and the unit of each sample.

    That is the conversation of a clip, else the recording, else the speaker: the first that the dataset
    names for any of the samples. A clip without one is a unit of its own. If it names none of them,
    each clip is a unit.

    Args:
        dataset: as it was frozen.
        samples: ids of clips.
        wanted: one of these kinds, or ``clip``; ``None`` for the first that there is.

    Raises:
        UsageError: the dataset has nothing of the kind that is wanted.

    >>> from mondegreen.bench.clips import Clip, Dataset
    >>> clips = [Clip("1", "1.wav", speaker="ada"), Clip("2", "2.wav", speaker="ada")]
    >>> drawn_together(Dataset("a", clips), ["1", "2"])
    ('speaker', ['ada', 'ada'])
    """
    kinds = (*_COLUMNS, CLIP)
    if wanted is not None and wanted not in kinds:
        near = did_you_mean(wanted, kinds)
        raise UsageError(f"--ci-by {wanted}: expected one of {', '.join(kinds)}.{near}")
    known = {clip.id: clip for clip in dataset.clips}
    for column in _COLUMNS if wanted is None else [each for each in _COLUMNS if each == wanted]:
        found = [
            getattr(known[name], column) or None if name in known else None for name in samples
        ]
        if any(found):
            return column, found
    if wanted not in {None, CLIP}:
        raise UsageError(
            f"--ci-by {wanted}: the dataset {dataset.id} names no {wanted} of any clip; the column comes from "
            "the manifest that bench init reads"
        )
    return CLIP, [*samples]
