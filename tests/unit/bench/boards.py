"""Datasets and observations put into a store by hand, without recordings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.bench.bench_toml import write_bench
from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.freezing import write_manifest
from mondegreen.bench.keeping import keep_dataset
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mondegreen.store import Store

SAID = "ash birch cedar elm fir hazel larch maple oak pine"


def dataset_of(count: int, name: str = "trees", **groups: Any) -> Dataset:
    """Return a dataset of so many clips; ``speaker=lambda at: ...`` names the speaker of each."""
    return Dataset(
        name,
        [
            Clip(
                f"c{at:03}", "", SAID, duration=4.0, sha256=f"{at:064x}", language="en",
                **{field: value(at) for field, value in groups.items()},
            )
            for at in range(count)
        ],
    )  # fmt: skip


def wrong(count: int) -> str:
    """Return the reference with so many words replaced."""
    words = SAID.split()
    return " ".join(["zzz"] * count + words[count:])


def observe(
    store: Store,
    dataset: Dataset,
    system: str,
    errors: Sequence[int | None],
    *,
    seconds: Sequence[float | None] | None = None,
    repeat: int = 0,
    conditions: Mapping[str, Any] | None = None,
    timestamp: str = "2026-11-20T10:00:00.000+00:00",
    **more: Any,
) -> None:
    """Keep a transcript per clip with so many wrong words; ``None`` is a failed call."""
    service, _, model = system.partition(":")
    rows = []
    for at, (clip, count) in enumerate(zip(dataset.clips, errors, strict=False)):
        answer: dict[str, Any] = {"status": "ok", "transcription": wrong(count or 0), "error": None}
        if count is None:
            late = "=no answer after 60 s"
            answer = {"status": "timeout", "transcription": None, "error": late}
        rows.append(
            {
                "dataset": dataset.id, "sample_id": clip.id, "system": system, "repeat": repeat,
                "service_name": service, "model_name": model, "host": "api.example",
                "seconds": 0.5 if seconds is None else seconds[at],
                "audio_duration_seconds": clip.duration,
                "conditions": json.dumps({"concurrency": 1, **(conditions or {})}),
                "timestamp": timestamp, **answer, **more,
            }
        )  # fmt: skip
    store.observations.put_all(rows)


def bench(folder: Path, dataset: Dataset, systems: Mapping[str, Sequence[int | None]]) -> Path:
    """Write bench.toml, a manifest and a database with the observations; return the database."""
    folder.mkdir(parents=True, exist_ok=True)
    write_manifest(dataset, folder / f"{dataset.name}.manifest.jsonl")
    known = (dataset.name, dataset.id, f"{dataset.name}.manifest.jsonl")
    write_bench(folder / "bench.toml", known, [*systems], ["wer"], "")
    (folder / "mondegreen_data").mkdir(exist_ok=True)
    database = folder / "mondegreen_data" / "results.db"
    with open_store(database) as store:
        keep_dataset(store, dataset)
        for name, errors in systems.items():
            observe(store, dataset, name, errors)
    return database
