"""Transcripts in files of a run: which have changed since they were read, and which fit no recording."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import MondegreenError
from mondegreen.providers.engines.files import Files
from mondegreen.store.text_type import storable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.providers import Provider
    from mondegreen.store import Store

__all__ = ["changed", "unused_lines"]


def changed(
    store: Store, dataset: str, clips: Sequence[Clip], name: str, provider: Provider
) -> set[str]:
    """Return the clips whose transcript in files is another than the one that was read before.

    A transcript that is there now, where there was none or a failure, is another one. One that is gone is
    not: what was read stays.

    Args:
        store: an open one.
        dataset: its id.
        clips: those that would be transcribed.
        name: of the system.
        provider: of it; one that reads no files has no changed ones.
    """
    if not isinstance(provider, Files):
        return set()
    known: dict[str, str | None] = {}
    rows = store.observations.current(dataset, ("sample_id", "status", "transcription"), name)
    for sample, status, text in rows:
        known[sample] = text if status == "ok" else None
    if not known:
        return set()
    found = set()
    try:
        for clip in clips:
            now = provider.stored(str(Path(clip.audio))) if clip.id in known else None
            if now is not None and known[clip.id] != storable(now):
                found.add(clip.id)
    except MondegreenError:  # the run says so when it reads them
        return set()
    return found


def unused_lines(datasets: Sequence[Dataset], providers: Mapping[str, Provider]) -> list[str]:
    """Return a line for each system with transcripts in files that fit no recording of any dataset.

    Args:
        datasets: of the run.
        providers: by the names of their systems.
    """
    recordings = [clip.audio for dataset in datasets for clip in dataset.clips if clip.audio]
    lines = []
    for name, provider in providers.items():
        unused = provider.unused(recordings) if isinstance(provider, Files) else []
        if unused:
            shown = ", ".join(unused[:5]) + (", ..." if len(unused) > 5 else "")  # noqa: PLR2004
            what = "1 transcript fits" if len(unused) == 1 else f"{len(unused):,} transcripts fit"
            lines.append(f"{name}: {what} no recording: {shown}")
    return lines
