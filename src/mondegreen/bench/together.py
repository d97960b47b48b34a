"""Which clips are drawn together in intervals and tests: those that are not independent of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.clips import Dataset

__all__ = ["CLIP", "drawn_together"]

CLIP: Final = "clip"
_COLUMNS: Final = ("conversation", "recording", "speaker")


def drawn_together(dataset: Dataset, samples: Sequence[str]) -> tuple[str, list[str | None]]:
    """Return the kind of unit that is drawn, and the unit of each sample.

    That is the conversation of a clip, else the recording, else the speaker: the first that the dataset
    names for any of the samples. A clip without one is a unit of its own. If it names none of them,
    each clip is a unit.

    Args:
        dataset: as it was frozen.
        samples: ids of clips.

    >>> from mondegreen.bench.clips import Clip, Dataset
    >>> clips = [Clip("1", "1.wav", speaker="ada"), Clip("2", "2.wav", speaker="ada")]
    >>> drawn_together(Dataset("a", clips), ["1", "2"])
    ('speaker', ['ada', 'ada'])
    """
    known = {clip.id: clip for clip in dataset.clips}
    for column in _COLUMNS:
        found = [
            getattr(known[name], column) or None if name in known else None for name in samples
        ]
        if any(found):
            return column, found
    return CLIP, [*samples]
