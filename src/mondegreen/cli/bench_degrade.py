"""``mondegreen bench degrade``: worse siblings of recordings, in a known way."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import Config
from mondegreen.cli.ground_truth_options import Name, dataset_named
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, counted


@with_options()
def degrade(
    *,
    config: Config = Path("bench.toml"),
    name: Name = None,
    by: Annotated[
        list[str],
        typer.Option(
            metavar="KIND[=N]",
            help="Degradation: telephone, noise=DB (signal-to-noise ratio), clipping=DB (under the loudest), "
            "reverb=SECONDS (reverberation time) or gaps=PERCENT. Repeat it for more.",
            rich_help_panel=INPUT,
        ),
    ],
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the random numbers.", rich_help_panel=INPUT)
    ] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="Folder for the new recordings. Default: next to bench.toml.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Make a degraded copy of each recording.

    Each kind becomes a new dataset in bench.toml, with the ids and references of the original. The same
    seed makes the same recordings.

    \b
    Examples:
      mondegreen bench degrade --by telephone --by noise=10
      mondegreen bench run
      mondegreen bench robustness
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.bench_toml import write_bench  # reads TOML
    from mondegreen.bench.config import load_bench  # as above
    from mondegreen.bench.degrading import degraded_dataset, parse_degradation  # reads recordings
    from mondegreen.bench.freezing import write_manifest  # as above
    from mondegreen.bench.keeping import datasets_of  # reads manifests

    kinds = [parse_degradation(each, seed) for each in by]
    bench = load_bench(config)
    dataset = dataset_named(datasets_of(bench), name)
    if any(clip.parent for clip in dataset.clips):
        raise UsageError(f"{dataset.name}: is degraded already; name the recordings: --name NAME")
    folder = output or config.parent
    for how in kinds:
        named = f"{dataset.name}-{how.name}"
        with busy(f"making {named}"):
            made = degraded_dataset(dataset, how, folder / named, named)
        manifest = config.parent / f"{named}.manifest.jsonl"
        write_bench(
            *(config, (named, made.id, manifest.name), (), ("wer",), ""),
            first=partial(write_manifest, made, manifest),
        )
        say(f"{made.id}: {counted(len(made.clips), 'recording')} by {how}, in {manifest}")
    say("next: mondegreen bench run, then mondegreen bench robustness")
    return 0
