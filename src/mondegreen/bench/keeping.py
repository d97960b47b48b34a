"""Datasets of a bench, and how the store keeps them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mondegreen.bench.freezing import load_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.config import Bench
    from mondegreen.store import Store

__all__ = ["datasets_of", "keep_dataset", "kept_datasets"]


def datasets_of(bench: Bench) -> list[Dataset]:
    """Return the datasets that ``bench.toml`` names, as they were frozen.

    Raises:
        InputError: a manifest cannot be read, or is of another cut.
    """
    return [load_manifest(name, path, frozen) for name, frozen, path in bench.datasets]


def keep_dataset(store: Store, dataset: Dataset, manifest: str = "") -> None:
    """Keep a dataset and its references; corrected references are new versions.

    Raises:
        UsageError: the database does not take them.
    """
    named = {"dataset": dataset.id, "name": dataset.name, "manifest": manifest}
    rows = [
        {
            "dataset": dataset.id,
            "sample_id": clip.id,
            "audio_path": clip.audio,
            "duration_seconds": clip.duration,
            "language": clip.language,
            "dataset_index": at,
            "sha256": clip.sha256,
            "licence": clip.licence or None,
            "source": clip.source or None,
            "speech_end_ms": clip.speech_end_ms,
            "speech_end_detector": clip.speech_end_detector or None,
            "turn_ends_ms": _listed(clip.turn_ends_ms),
            "turn_starts_ms": _listed(clip.turn_starts_ms),
            "status": "failed" if clip.reason else "ok",
            "reason": clip.reason or None,
        }
        for at, clip in enumerate(dataset.clips)
    ]
    store.observations.add_dataset(named, rows)
    said = [
        {"sample_id": clip.id, "text": clip.reference}
        for clip in dataset.clips
        if clip.reference is not None
    ]
    store.observations.add_references(dataset.id, said)


def kept_datasets(store: Store, bench: Bench) -> list[str]:
    """Keep the references as the manifests have them now, and return the ids of the datasets.

    Raises:
        InputError: a manifest cannot be read, or is of another cut.
        UsageError: the database does not take them.
    """
    found = datasets_of(bench)
    for dataset in found:
        if not store.read_only:
            keep_dataset(store, dataset)
    return [dataset.id for dataset in found]


def _listed(times: Sequence[float] | None) -> str | None:
    return None if times is None else json.dumps(times)
