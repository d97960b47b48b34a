"""Times of ``mondegreen bench`` on a large database: 20 systems on 10,000 clips.

    python benchmarks/bench.py [--clips 10000] [--systems 20] [--database FILE]

Prints the processor time and the wall time of status, of the report (with intervals), of reading and
scoring alone next to the same texts from Parquet, and of writing the evaluations.
"""

from __future__ import annotations

import argparse
import random
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

import mondegreen as mg
from mondegreen.bench.observed import observed
from mondegreen.bench.scoring import evaluate, options_of, result_of
from mondegreen.bench.standings import standings
from mondegreen.bench.status import status_of
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

DATASET = "large@1"
WORDS = [f"w{number}" for number in range(2000)]
LENGTH = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clips", type=int, default=10_000)
    parser.add_argument("--systems", type=int, default=20)
    parser.add_argument("--database", type=Path)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = given.database or Path(folder) / "results.db"
        with open_store(path) as store:
            texts = fill(store, given.clips, given.systems)
            measure(store, texts, Path(folder))


def fill(store: Store, clips: int, systems: int) -> dict[str, list[tuple[str, str]]]:
    """Keep made up observations; return reference and transcript by system."""
    chance = random.Random(1)
    kept = store.observations
    names = [f"c{at:05}" for at in range(clips)]
    said = [" ".join(chance.choices(WORDS, k=LENGTH)) for _ in names]
    rows = [
        {"dataset": DATASET, "sample_id": name, "dataset_index": at, "language": "en"}
        for at, name in enumerate(names)
    ]
    kept.add_dataset({"dataset": DATASET, "name": "large"}, rows)
    references = zip(names, said, strict=True)
    kept.add_references(DATASET, [{"sample_id": name, "text": text} for name, text in references])
    texts: dict[str, list[tuple[str, str]]] = {}
    for number in range(systems):
        system = f"made:up-{number}"
        options = {
            "system": system,
            "provider": "made",
            "model_name": f"up-{number}",
            "options": "{}",
        }
        kept.add_system(options)
        texts[system] = [
            (
                text,
                " ".join(
                    word if chance.random() > (number + 1) / 100 else chance.choice(WORDS)
                    for word in text.split()
                ),
            )
            for text in said
        ]
        kept.put_all(
            [
                {
                    "dataset": DATASET,
                    "sample_id": name,
                    "system": system,
                    "repeat": 0,
                    "service_name": "made",
                    "model_name": f"up-{number}",
                    "status": "ok",
                    "transcription": heard,
                    "audio_duration_seconds": 4.0,
                    "seconds": chance.random(),
                    "cpu_seconds": chance.random(),
                    "conditions": "{}",
                }
                for name, (_, heard) in zip(names, texts[system], strict=True)
            ]
        )
    return texts


def measure(store: Store, texts: dict[str, list[tuple[str, str]]], folder: Path) -> None:
    """Print the times."""
    options = options_of(None, Options(threads=0))
    with timed("status"):
        status_of(store)
    with timed("report, with intervals"):
        render(standings(store, [DATASET], options, intervals={}))
    with timed("report, without intervals"):
        render(standings(store, [DATASET], options))
    paths = []
    for number, rows in enumerate(texts.values()):
        path = folder / f"{number}.parquet"
        columns = {"reference": [a for a, _ in rows], "hypothesis": [b for _, b in rows]}
        pq.write_table(pa.table({"id": [str(at) for at in range(len(rows))], **columns}), path)
        paths.append(path)
    with timed("reading and scoring, from the database"):
        for one in observed(store, DATASET):
            result_of(one, options)
    with timed("reading and scoring, from Parquet"):
        for path in paths:
            mg.score(mg.read(path), normalizer="mondegreen-en", missing="deletions", threads=0)
    with timed("scoring and writing evaluations"):
        evaluate(store, [DATASET], options)
    with timed("scoring when all is evaluated"):
        evaluate(store, [DATASET], options)


@contextmanager
def timed(what: str) -> Iterator[None]:
    wall, processor = time.perf_counter(), time.process_time()
    yield
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{what:42} {processor:6.2f} s of processor time, {wall:6.2f} s")


if __name__ == "__main__":
    main()
