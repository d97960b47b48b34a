"""How long a leaderboard takes: 20 systems on 10,000 clips, from the database to the printed table.

``python benchmarks/leaderboard.py`` makes a database of transcripts with errors, in a temporary folder,
and ranks its systems in a process of its own, with intervals, groups and the matrix of all pairs. The bar
is 10 seconds of one run, the start of Python included.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from mondegreen.bench.bench_toml import write_bench
from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.freezing import write_manifest
from mondegreen.bench.keeping import keep_dataset
from mondegreen.store import open_store

BAR = 10.0
VOCABULARY = [f"{first}{last}" for first in ("bi", "ka", "lo", "mu") for last in range(500)]


def make(folder: Path, systems: int, clips: int) -> None:
    """Write bench.toml, a manifest and a database."""
    draw = random.Random(5)
    lengths = [draw.randrange(5, 26) for _ in range(clips)]
    said = [draw.choices(VOCABULARY, k=length) for length in lengths]
    dataset = Dataset(
        "speech",
        [
            Clip(
                f"c{at:05}",
                "",
                " ".join(words),
                duration=0.4 * len(words),
                sha256=f"{at:064x}",
                language="en",
                speaker=f"s{at % 400}",
            )
            for at, words in enumerate(said)
        ],
    )
    write_manifest(dataset, folder / "speech.manifest.jsonl")
    names = [f"vendor{at:02}:model" for at in range(systems)]
    known = ("speech", dataset.id, "speech.manifest.jsonl")
    write_bench(folder / "bench.toml", known, names, ["wer"], "")
    conditions = {"concurrency": 1, "usd_per_hour": "0.36", "price_date": "2026-11-29"}
    with open_store(folder / "mondegreen_data" / "results.db") as store:
        keep_dataset(store, dataset)
        for at, name in enumerate(names):
            chance = 0.04 + 0.001 * at
            rows = [
                {
                    "dataset": dataset.id,
                    "sample_id": clip.id,
                    "system": name,
                    "repeat": 0,
                    "service_name": f"vendor{at:02}",
                    "model_name": "model",
                    "status": "ok",
                    "transcription": " ".join(
                        draw.choice(VOCABULARY) if draw.random() < chance else word
                        for word in words
                    ),
                    "seconds": round(draw.lognormvariate(-0.5, 0.4), 4),
                    "host": "api.example",
                    "audio_duration_seconds": clip.duration,
                    "money": str(Decimal("0.0001") * round(clip.duration or 0)),
                    "conditions": json.dumps({**conditions, "request_id": f"{name}-{clip.id}"}),
                }
                for clip, words in zip(dataset.clips, said, strict=True)
            ]
            store.observations.put_all(rows)


def main() -> None:
    """Make the database, rank its systems, and print what it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--systems", type=int, default=20)
    options.add_argument("--clips", type=int, default=10_000)
    options.add_argument("--repeats", type=int, default=3)
    given = options.parse_args()
    command = [str(Path(sys.executable).with_name("mondegreen")), "bench", "leaderboard"]
    with TemporaryDirectory() as place:
        (Path(place) / "mondegreen_data").mkdir()
        make(Path(place), given.systems, given.clips)
        walls, processors = [], []
        for _ in range(given.repeats):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begin = perf_counter()
            done = subprocess.run(
                [*command, "--matrix"], cwd=place, check=True, capture_output=True, text=True
            )
            walls.append(perf_counter() - begin)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processors.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        print(done.stdout.partition("\n\n")[0])
    wall = median(walls)
    print(
        f"{given.systems} systems, {given.clips:,} clips: {wall:.2f} s, {median(processors):.2f} s of "
        f"processors (median of {given.repeats}; load {os.getloadavg()[0]:.1f}); bar {BAR:g} s "
        f"{'reached' if wall < BAR else 'not reached'}"
    )


if __name__ == "__main__":
    main()
