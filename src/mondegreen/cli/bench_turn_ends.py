"""``mondegreen bench turn-ends``: when the turns of each clip end, to judge how a system tells them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import Config, Database, replace_clips
from mondegreen.cli.ground_truth_options import Name, dataset_named
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import say
from mondegreen.errors import UsageError, counted


@with_options()
def turn_ends(
    *,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="JSONL, CSV or TSV with sample_id and turn_ends_ms, or segments with times, as STM.",
        ),
    ],
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="Format of segments. Detected from the content by default.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    pause: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            min=0,
            help="For segments: length of a pause after which the same speaker begins another turn. Default: none.",
            rich_help_panel=INPUT,
        ),
    ] = None,
) -> int:
    """Take the ends of turns from a file.

    They are written to the manifest. The id of the dataset stays.

    How well a live system tells when a turn ends is judged by them: precision, recall, F1 and delay.
    In segments with times, a turn is what one speaker says until another one begins.

    \b
    Examples:
      mondegreen bench turn-ends turns.jsonl
      mondegreen bench turn-ends calls.stm --pause 1000
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import datasets_of  # reads manifests
    from mondegreen.bench.turn_ends import turns_of, with_turns  # reads formats

    if pause is not None and pause != pause:  # noqa: PLR0124 - NaN
        raise UsageError("--pause nan: expected milliseconds, such as 1000")
    bench = load_bench(config)
    dataset = dataset_named(datasets_of(bench), name)
    clips = with_turns(dataset.clips, turns_of(source, form=form, pause=pause))
    changed, manifest = replace_clips(bench, db, dataset, clips)
    known = [clip.turn_ends_ms for clip in clips if clip.turn_ends_ms is not None]
    turns = counted(sum(map(len, known)), "turn")
    say(
        f"{counted(changed, 'clip')} changed; {turns} in {counted(len(known), 'clip')}, in {manifest}"
    )
    return 0
