"""Datasets with and without references, and systems that transcribe them as they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench_fakes import Fake, install, recordings

from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.running import Run
from mondegreen.bench.sources import clips_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from mondegreen.bench.clips import Dataset
    from mondegreen.store import Store


def frozen(folder: Path, count: int = 6, *, texts: bool = True) -> Dataset:
    recordings(folder, count)
    if not texts:
        for path in folder.glob("*.txt"):
            path.unlink()
    return freeze("set", clips_of(folder), language="en", say=lambda _line: None)


def transcribe(
    store: Store, monkeypatch: pytest.MonkeyPatch, dataset: Dataset, **systems: dict[str, Any]
) -> None:
    """Have systems say what they are told; a vendor and its models share the name before ``_``."""
    fakes = []
    for name, says in systems.items():
        vendor, _, model = name.partition("_")
        fakes.append(Fake(name=vendor, model=model or "m", says=says.__getitem__))
    install(monkeypatch, *fakes)
    chosen = [System(fake.system, fake.system) for fake in fakes]
    run = Run(store, [dataset], chosen, say=lambda _line: None)
    run.perform()
    assert not run.skipped
